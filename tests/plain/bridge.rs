//! From the engine's types to the plain ones and back.

use domeng::engine::{
    self, Action, BySeat, CamatCheck, Holdings, Move, Opening, Payment, RoundEnd, Seat, Side, Tile,
    TileSet,
};

use super::round::{self, End};
use super::{Rules, Tile as PlainTile};

/// The same rules, field by field.
pub fn rules(rules: &engine::Rules) -> Rules {
    Rules {
        opening_double: rules.opening == Opening::Double,
        before_payment: rules.camat_check == CamatCheck::BeforePayment,
        stones: rules.stones.into(),
        pass: rules.pass.into(),
        passebunge: rules.passebunge.into(),
        cappu: rules.cappu.into(),
        ceki: rules.ceki.into(),
        pollo: rules.pollo.into(),
        manguno: rules.manguno.into(),
        mattikkeng: rules.mattikkeng.into(),
        mattikkeng_shared: rules.mattikkeng_shared.into(),
        max_rounds: rules.max_rounds,
    }
}

pub fn tile(tile: Tile) -> PlainTile {
    (tile.high(), tile.low())
}

pub fn engine_tile((a, b): PlainTile) -> Tile {
    Tile::new(a, b).expect("a tile")
}

pub fn seat(number: usize) -> Seat {
    Seat::ALL[number]
}

pub fn hands(hands: &BySeat<TileSet>) -> [Vec<PlainTile>; 5] {
    hands.0.map(|hand| hand.iter().map(tile).collect())
}

pub fn engine_hands(hands: &[Vec<PlainTile>; 5]) -> BySeat<TileSet> {
    BySeat(std::array::from_fn(|seat| hands[seat].iter().copied().map(engine_tile).collect()))
}

pub fn stones(holdings: &Holdings) -> (u32, [u32; 5]) {
    (holdings.table.into(), holdings.seats.0.map(u32::from))
}

pub fn action(action: Action) -> round::Action {
    match action {
        Action::Pass => round::Action::Pass,
        Action::Play(play) => {
            let end = if play.side() == Side::Left { End::Left } else { End::Right };
            round::Action::Play(tile(play.tile()), end)
        }
    }
}

pub fn engine_action(action: round::Action) -> Action {
    match action {
        round::Action::Pass => Action::Pass,
        round::Action::Play(tile, End::Left) => {
            Action::Play(Move::new(engine_tile(tile), Side::Left))
        }
        round::Action::Play(tile, End::Right) => {
            Action::Play(Move::new(engine_tile(tile), Side::Right))
        }
    }
}

pub fn payment(payment: &Payment) -> round::Payment {
    round::Payment {
        ply: payment.ply.into(),
        why: payment.why.word(),
        to: payment.to.index(),
        table: payment.table.into(),
        from: payment.from.iter().map(|(seat, n)| (seat.index(), u32::from(n))).collect(),
    }
}

pub fn ended(end: &RoundEnd) -> round::Ended {
    round::Ended {
        how: end.kind.word(),
        winner: end.winner.index(),
        cucuq: end.cucuq.map(Seat::index),
        mattikkeng: end.mattikkeng.as_slice().iter().map(|seat| seat.index()).collect(),
        elected: end.elected,
    }
}
