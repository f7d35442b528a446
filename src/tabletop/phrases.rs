//! What happens at the table, a phrase each, in the game's own words. None ends in a full stop.

use crate::engine::{
    Action, BySeat, CamatCheck, End, Line, MAX_VALUE, Payment, Seat, SeatList, Side, Start, Tile,
    TileSet, Why,
};

/// `no stones`, `1 stone`, `2 stones`.
pub fn plural(count: u64, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let mut words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match (words.pop(), words.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", words.join(", ")),
    }
}

/// A hand drawn, high tile first: `[6|6][5|4]`.
pub fn tiles(hand: TileSet) -> String {
    let mut drawn: Vec<String> = hand.iter().map(|tile| format!("{tile:?}")).collect();
    drawn.reverse();
    drawn.concat()
}

/// Who starts a round and why (R3): `seat 1 starts: it holds [5|5], and [6|6] is unused (R3.1)`.
pub fn starts(start: Start, camat: Option<Seat>) -> String {
    let seat = start.seat;
    let Some(double) = start.announced else {
        return match camat {
            Some(_) => format!("{seat:?} starts: it is the CAMAT (R9.4)"),
            None => format!("{seat:?} starts: it won the round before (R3.3)"),
        };
    };
    let higher: Vec<String> = (double.high() + 1..=MAX_VALUE)
        .rev()
        .filter_map(Tile::lempa)
        .map(|tile| format!("{tile:?}"))
        .collect();
    let unused = match higher.len() {
        0 => String::new(),
        1 => format!(", and {} is unused", listed(higher)),
        _ => format!(", and {} are unused", listed(higher)),
    };
    format!("{seat:?} starts: it holds {double:?}{unused} (R3.1)")
}

/// What a seat does, without the seat: `leads [6|4]`, `plays the LEMPA [4|4] on the left`,
/// `passes`. `line` is the line of play after it.
pub fn acts(ply: usize, action: Action, line: Line) -> String {
    let Action::Play(play) = action else { return "passes".to_owned() };
    let lempa = if play.tile().is_lempa() { "the LEMPA " } else { "" };
    let tile = play.tile();
    let mappakuling = if line.is_mappakuling() { ": MAPPAKULING" } else { "" };
    match (ply, play.side()) {
        (0, _) => format!("leads {lempa}{tile:?}{mappakuling}"),
        (_, Side::Left) => format!("plays {lempa}{tile:?} on the left{mappakuling}"),
        (_, Side::Right) => format!("plays {lempa}{tile:?} on the right{mappakuling}"),
    }
}

/// The word for a pass that is paid so (R4.5, R4.6).
pub fn pass(why: Why) -> &'static str {
    if why == Why::Passebunge { "PASSEBUNGE" } else { "PASS" }
}

/// What is received, without the seat: `gets 3 stones, 2 from the table and 1 from seat 4 (R7.4)`.
pub fn gets(payment: &Payment) -> String {
    let giver = match payment.why {
        why if why.is_pass() => "the LAST MAPPANO, ",
        _ => "",
    };
    let table = (payment.table > 0).then(|| (payment.table, "the table".to_owned()));
    let given = payment.from.iter().map(|(seat, gave)| (gave, format!("{giver}{seat:?}")));
    let parts: Vec<(u8, String)> = table.into_iter().chain(given).collect();
    let rule = payment.why.rule();
    match parts.as_slice() {
        [] => format!("gets nothing ({rule})"),
        [(count, from)] => {
            format!("gets {} from {from} ({rule})", plural((*count).into(), "stone"))
        }
        several => {
            let total = plural(payment.total().into(), "stone");
            let parts = listed(several.iter().map(|(count, from)| format!("{count} from {from}")));
            format!("gets {total}, {parts} ({rule})")
        }
    }
}

/// What is paid and to whom: `seat 2, the CUCUQ, gets 1 stone from the table (R7.3)`.
pub fn pays(payment: &Payment) -> String {
    let role = match payment.why {
        Why::Pass | Why::Passebunge => pass(payment.why),
        Why::Cappu | Why::Ceki | Why::Pollo | Why::Manguno => "the CUCUQ",
        Why::Mattikkeng | Why::MattikkengShared => "MANGUNO",
    };
    format!("{:?}, {role}, {}", payment.to, gets(payment))
}

/// How a round ends (R5), with its LAST DOMINO and LAST MAPPANO (R4.7).
pub fn ends(
    kind: End,
    winner: Seat,
    (last_domino, last_mappano): (Tile, Seat),
    mattikkeng: &SeatList,
) -> String {
    let cappu = format!("{winner:?} is FIRST CAPPU with the LAST DOMINO {last_domino:?}");
    let blocked = format!("all five pass, {last_mappano:?} as the LAST MAPPANO last of all");
    match kind {
        End::Cappu => format!("CAPPU: {cappu} (R5.1)"),
        End::Ceki => format!("CEKI: {cappu}, by mappakuling (R5.3)"),
        End::Pollo => format!("POLLO: {cappu}, a LEMPA, by mappakuling (R5.3)"),
        End::Manguno => format!("MANGUNO: {blocked}; no other has as few pips, so it wins (R5.5)"),
        End::Mattikkeng => {
            let seats = listed(mattikkeng.as_slice().iter().map(|seat| format!("{seat:?}")));
            format!("MANGUNO: {blocked}; MATTIKKENG: {seats}; {winner:?} wins (R5.6)")
        }
    }
}

/// The pips that are left, by which a blocked round is decided (R5.5).
pub fn pips_left(hands: &BySeat<TileSet>) -> String {
    let pips = hands.enumerate().map(|(seat, hand)| format!("{} with {seat:?}", hand.pips()));
    format!("pips left: {}", listed(pips))
}

/// Where the stones are (R1.3).
pub fn stones(table: u8, seats: &BySeat<u8>) -> String {
    let held = seats.enumerate().map(|(seat, stones)| format!("{stones} with {seat:?}"));
    format!("stones: {table} on the table, {}", listed(held))
}

/// Why a FIRST CAPPU is elected (R9.1).
pub fn elected(seat: Seat, check: CamatCheck) -> String {
    let why = match check {
        CamatCheck::AfterPayment => "the table is empty and it holds no stones",
        CamatCheck::BeforePayment => "before it paid, the table was empty and it held no stones",
    };
    format!("{seat:?} is elected CAMAT: {why} (R9.1)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_numbers() {
        assert_eq!(listed(["a"; 0]), "");
        assert_eq!(listed([1, 2, 3]), "1, 2 and 3");
        assert_eq!([0, 1, 2].map(|n| plural(n, "stone")), ["no stones", "1 stone", "2 stones"]);
        let hand: TileSet =
            ["00", "66", "31"].map(|text| text.parse().unwrap()).into_iter().collect();
        assert_eq!(tiles(hand), "[6|6][3|1][0|0]");
    }

    #[test]
    fn r3_every_reason_to_start() {
        let [seat, camat, ..] = Seat::ALL;
        let double = |value| Start { seat, announced: Tile::lempa(value) };
        assert_eq!(starts(double(6), None), "seat 0 starts: it holds [6|6] (R3.1)");
        assert_eq!(
            starts(double(4), None),
            "seat 0 starts: it holds [4|4], and [6|6] and [5|5] are unused (R3.1)"
        );
        assert_eq!(
            starts(Start::by_right(seat), None),
            "seat 0 starts: it won the round before (R3.3)"
        );
        assert_eq!(
            starts(Start::by_right(camat), Some(camat)),
            "seat 1 starts: it is the CAMAT (R9.4)"
        );
    }
}
