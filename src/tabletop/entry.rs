//! What a person types at the table.

use crate::engine::{Action, Move, Observation, Side, Tile, TileSet, Word};
use crate::records::legible;

/// A line typed, understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    Act(Action),
    Help,
    Leave,
}

/// Why a line was not understood, for the person who typed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Told(pub String);

impl Entry {
    /// A hand in the order it is numbered from 1: high tile first.
    pub(super) fn in_order(hand: TileSet) -> impl Iterator<Item = Tile> {
        let mut tiles: Vec<Tile> = hand.iter().collect();
        tiles.reverse();
        tiles.into_iter()
    }

    /// Reads `?`, `q`, the number of a tile in hand (`2`, `2L`) or notation (`64`, `64L`, `-`), in
    /// either case. Where a tile fits both of two different ends, the end must be said.
    pub(super) fn read(line: &str, seen: &Observation<'_>) -> Result<Self, Told> {
        // `[6|4]`, as tiles are drawn, is read as 64, and so is 46.
        let text: String = line.trim().chars().filter(|c| !"[]|".contains(*c)).collect();
        let text = high_half_first(text.to_ascii_uppercase());
        match text.as_str() {
            "" => return Err(Told("an answer is a number, a tile, ? or q".to_owned())),
            "?" | "H" | "HELP" => return Ok(Self::Help),
            "Q" | "QUIT" => return Ok(Self::Leave),
            "PASS" | "-" => return Ok(Self::Act(Action::Pass)),
            _ => {}
        }
        let (tile, side) = match numbered(&text, seen.hand()) {
            Some(found) => found?,
            None => match text.parse() {
                Ok(Word::Tile(tile)) => (tile, None),
                Ok(Word::Side(play)) => (play.tile(), Some(play.side())),
                Ok(Word::Pass) => return Ok(Self::Act(Action::Pass)),
                Err(_) => {
                    let found = legible(line.trim(), 20);
                    let message = "is not understood; say a number, a tile (64, 64L), ? or q";
                    return Err(Told(format!("`{found}` {message}")));
                }
            },
        };
        let legal = seen.legal();
        let side = match side {
            Some(side) => side,
            None if legal.two_ways().contains(tile) => {
                let message = "fits both ends; say which, with an L or an R behind it";
                return Err(Told(format!("{tile:?} {message}")));
            }
            None => legal.first_way(tile).side(),
        };
        Ok(Self::Act(Action::Play(Move::new(tile, side))))
    }
}

/// Two digits at the front of `text` in falling order.
fn high_half_first(text: String) -> String {
    match text.as_bytes() {
        [a @ b'0'..=b'6', b @ b'0'..=b'6', ..] if a < b => {
            format!("{}{}{}", char::from(*b), char::from(*a), &text[2..])
        }
        _ => text,
    }
}

/// The tile of a number from 1, with an L or R behind it perhaps; `None` if it is no number.
fn numbered(text: &str, hand: TileSet) -> Option<Result<(Tile, Option<Side>), Told>> {
    let mut letters = text.chars();
    let number = letters.next()?.to_digit(10)?;
    let side = match letters.as_str() {
        "" => None,
        "L" => Some(Side::Left),
        "R" => Some(Side::Right),
        _ => return None,
    };
    let at = (number as usize).checked_sub(1);
    let tile = at.and_then(|at| Entry::in_order(hand).nth(at));
    let count = hand.len();
    Some(tile.map(|tile| (tile, side)).ok_or_else(|| {
        Told(format!("there is no tile {number} in your hand; it has 1 to {count}"))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{BySeat, Holdings, Round, Rules, Seat, Sitting, Start};

    fn tiles(text: &str) -> TileSet {
        text.split_whitespace().map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    /// Seat 1 to move on ends 5 and 4 with [6|4], [4|4] and [1|0].
    fn round() -> Round {
        let hands = BySeat(["66 54", "64 44 10", "00", "11", "22"].map(tiles));
        let start = Start::by_right(Seat::ALL[0]);
        let mut round =
            Round::with_hands(&Rules::default(), &hands, start, Holdings::on_table(25)).unwrap();
        round.play("54".parse().unwrap(), &mut ()).unwrap();
        round
    }

    fn read(text: &str) -> Result<Entry, String> {
        let round = round();
        Entry::read(text, &Observation::new(&round, &Sitting::NOBODY, Seat::ALL[1]))
            .map_err(|told| told.0)
    }

    fn act(text: &str) -> Result<Entry, String> {
        Ok(Entry::Act(text.parse().unwrap()))
    }

    #[test]
    fn numbers_and_notation_in_either_case() {
        // Ends 5 and 4; the hand in order is 64, 44, 10.
        assert_eq!(read(" 1 \r"), act("64R"));
        assert_eq!(read("64"), act("64R"));
        assert_eq!(read("64l"), act("64L"));
        assert_eq!(read("2r"), act("44R"));
        assert_eq!(read("[6|4]"), act("64R"));
        assert_eq!(read("46l"), act("64L"));
        assert_eq!(read("-"), Ok(Entry::Act(Action::Pass)));
        assert_eq!(read("?"), Ok(Entry::Help));
        assert_eq!(read("q"), Ok(Entry::Leave));
    }

    #[test]
    fn r4_3_a_tile_that_fits_both_ends_wants_one_said() {
        // [4|1] and [5|1] bring the line to ends 4 and 5, and seat 2 holds [5|4].
        let hands = BySeat(["66 41", "51 00", "54 22", "11", "33"].map(tiles));
        let start = Start::by_right(Seat::ALL[0]);
        let mut round =
            Round::with_hands(&Rules::default(), &hands, start, Holdings::on_table(25)).unwrap();
        round.play("41".parse().unwrap(), &mut ()).unwrap();
        round.play("51R".parse().unwrap(), &mut ()).unwrap();
        let seen = Observation::new(&round, &Sitting::NOBODY, Seat::ALL[2]);
        assert!(Entry::read("54", &seen).unwrap_err().0.contains("fits both ends"));
        assert_eq!(Entry::read("1r", &seen), Ok(Entry::Act("54R".parse().unwrap())));
        assert_eq!(Entry::read("54L", &seen), Ok(Entry::Act("54L".parse().unwrap())));
    }

    #[test]
    fn what_is_not_understood_is_told() {
        assert!(read("4").unwrap_err().contains("no tile 4 in your hand; it has 1 to 3"));
        assert!(read("0").unwrap_err().contains("no tile 0"));
        for text in ["", "64X", "99", "play", "\u{1b}[A", "١"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
