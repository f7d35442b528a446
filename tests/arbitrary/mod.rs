//! Rounds of all kinds for proptest: any rules, hands, stones and starts.
#![allow(dead_code, reason = "each test uses its part")]

use domeng::engine::{
    BySeat, CamatCheck, Holdings, Opening, Round, Rules, Seat, Start, Tile, TileSet,
};
use proptest::prelude::*;

/// `cases` cases whose failures are printed and not written down.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

prop_compose! {
    /// Any rules within their bounds.
    pub fn any_rules()(
        double in any::<bool>(),
        before in any::<bool>(),
        stakes in prop::array::uniform8(prop_oneof![0..=6_u8, 0..=25_u8]),
    ) -> Rules {
        let [pass, passebunge, cappu, ceki, pollo, manguno, mattikkeng, mattikkeng_shared] = stakes;
        Rules {
            opening: if double { Opening::Double } else { Opening::Any },
            camat_check: if before { CamatCheck::BeforePayment } else { CamatCheck::AfterPayment },
            pass, passebunge, cappu, ceki, pollo, manguno, mattikkeng, mattikkeng_shared,
            ..Rules::default()
        }
    }
}

prop_compose! {
    /// Hands of these sizes.
    fn hands_of(sizes: [usize; 5])(
        tiles in Just(Tile::all().collect::<Vec<_>>()).prop_shuffle(),
    ) -> BySeat<TileSet> {
        let mut tiles = tiles.into_iter();
        BySeat(sizes.map(|size| tiles.by_ref().take(size).collect()))
    }
}

/// Stones of the table and of the seats: 1 to 200 in all, and often none.
fn any_holdings() -> impl Strategy<Value = Holdings> {
    prop::array::uniform6(prop_oneof![Just(0), 1..=5_u8, 1..=33_u8]).prop_map(
        |[table, seats @ ..]| {
            let holdings = Holdings { table, seats: BySeat(seats) };
            if holdings.total() == 0 { Holdings::on_table(1) } else { holdings }
        },
    )
}

/// A round about to be led, from hands of these sizes.
fn round_of(sizes: impl Strategy<Value = [usize; 5]>) -> impl Strategy<Value = Round> {
    let hands = sizes.prop_flat_map(hands_of);
    (any_rules(), hands, any_holdings(), 0..5_usize, any::<bool>()).prop_map(
        |(rules, hands, holdings, starter, by_double)| {
            let stones = u8::try_from(holdings.total()).expect("at most 6 · 33");
            let by_right = Start::by_right(Seat::ALL[starter]);
            let start = Start::by_double(&hands).filter(|_| by_double).unwrap_or(by_right);
            Round::with_hands(&Rules { stones, ..rules }, &hands, start, holdings).expect("a round")
        },
    )
}

/// A round from hands of 1 to 5 tiles, which shrinks to few.
pub fn any_round() -> impl Strategy<Value = Round> {
    round_of(prop::array::uniform5(1..=5_usize))
}

/// A round from hands of 5 tiles.
pub fn full_round() -> impl Strategy<Value = Round> {
    round_of(Just([5; 5]))
}

/// A choice for every ply that a round can have.
pub fn any_choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..60_usize, domeng::engine::MAX_PLIES)
}
