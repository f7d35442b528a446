//! How entrants are brought together: designs, and the arms each consists of.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;

/// How entrants are brought together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// All meet all, five at a table.
    #[default]
    FreeForAll,
    /// The first entrant, the challenger, against four of the second, the baseline; with `both` the
    /// reverse too.
    Duel,
    /// Two entrants in every proportion: does the first thrive among itself?
    Mix,
    /// The first entrant against four of each other one; with `both` the reverse too.
    Gauntlet,
    /// Each entrant against four of each other one.
    Ladder,
    /// Fixed neighbours, rotated.
    Seating,
}

impl Design {
    /// All designs.
    pub const ALL: [Design; 6] = [
        Design::FreeForAll,
        Design::Duel,
        Design::Mix,
        Design::Gauntlet,
        Design::Ladder,
        Design::Seating,
    ];

    /// The design of a word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|design| design.word() == word)
    }

    /// The word files and the command line use.
    pub const fn word(self) -> &'static str {
        match self {
            Design::FreeForAll => "free-for-all",
            Design::Duel => "duel",
            Design::Mix => "mix",
            Design::Gauntlet => "gauntlet",
            Design::Ladder => "ladder",
            Design::Seating => "seating",
        }
    }

    /// The fewest and the most entrants it takes, `most` being the most that any does.
    pub const fn pool(self, most: usize) -> (usize, usize) {
        match self {
            Design::FreeForAll | Design::Seating => (1, most),
            Design::Duel | Design::Mix => (2, 2),
            Design::Gauntlet => (2, most),
            // Its arms are as many as the square of the pool.
            Design::Ladder => (2, 16),
        }
    }

    /// Whether it has a reverse, which `both` adds.
    pub const fn has_reverse(self) -> bool {
        matches!(self, Design::Duel | Design::Gauntlet)
    }
}

/// Five entrants by place in the pool, clockwise.
pub type Seating = [usize; Seat::COUNT];

/// A kind of seating in a design. Arms take blocks in turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    /// What the column `arm` says (formats.md).
    pub word: String,
    /// The seatings its blocks take in turn; none where each block's is drawn.
    pub seatings: Vec<Seating>,
    /// Who may sit in it, by place in the pool, rising.
    pub entrants: Vec<usize>,
}

impl Arm {
    /// The arm of the free-for-all: who sits where is drawn.
    fn drawn(pool: usize) -> Self {
        Self { word: "all".to_owned(), seatings: Vec::new(), entrants: (0..pool).collect() }
    }

    fn fixed(word: String, seatings: Vec<Seating>) -> Self {
        let mut entrants: Vec<usize> = seatings.iter().flatten().copied().collect();
        entrants.sort_unstable();
        entrants.dedup();
        Self { word, seatings, entrants }
    }

    /// `copies` of the first of two entrants among the second. Rotated, two or three of five sit
    /// together or apart: these take turns, so that neighbours are balanced.
    fn copies(copies: usize, [first, second]: [usize; 2]) -> Self {
        let beside = std::array::from_fn(|seat| if seat < copies { first } else { second });
        let mut apart = beside;
        apart.swap(copies - 1, copies);
        let seatings = match copies {
            2 | 3 => vec![beside, apart],
            _ => vec![beside],
        };
        Self::fixed(format!("{copies}v{}", Seat::COUNT - copies), seatings)
    }

    /// Of one entrant against one of many: named by who that is.
    fn against(self, label: &str) -> Self {
        Self { word: format!("{}:{label}", self.word), ..self }
    }

    /// The arms of a design with this pool; `seatings` are those of [`Design::Seating`].
    pub fn of(design: Design, both: bool, labels: &[&str], seatings: &[Seating]) -> Vec<Self> {
        const MOST: usize = Seat::COUNT - 1;
        let copies: &[usize] = if both { &[1, MOST] } else { &[1] };
        match design {
            Design::FreeForAll => vec![Self::drawn(labels.len())],
            Design::Duel => copies.iter().map(|&n| Self::copies(n, [0, 1])).collect(),
            Design::Mix => (1..=MOST).map(|n| Self::copies(n, [0, 1])).collect(),
            Design::Gauntlet => (1..labels.len())
                .flat_map(|other| copies.iter().map(move |&n| (n, other)))
                .map(|(n, other)| Self::copies(n, [0, other]).against(labels[other]))
                .collect(),
            Design::Ladder => (0..labels.len())
                .flat_map(|one| (0..labels.len()).map(move |other| (one, other)))
                .filter(|(one, other)| one != other)
                .map(|(one, other)| {
                    Self::copies(1, [one, other]).against(labels[one]).against(labels[other])
                })
                .collect(),
            Design::Seating => seatings
                .iter()
                .map(|seating| {
                    let places = seating.map(|place| place.to_string());
                    Self::fixed(places.join("."), vec![*seating])
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(design: Design, both: bool, labels: &[&str]) -> Vec<String> {
        let arms = Arm::of(design, both, labels, &[[0, 1, 2, 2, 2], [1, 0, 2, 2, 2]]);
        arms.into_iter().map(|arm| arm.word).collect()
    }

    #[test]
    fn arms_are_named_as_formats_says() {
        let pool = ["a", "b", "c"];
        assert_eq!(words(Design::FreeForAll, false, &pool), ["all"]);
        assert_eq!(words(Design::Duel, false, &pool[..2]), ["1v4"]);
        assert_eq!(words(Design::Duel, true, &pool[..2]), ["1v4", "4v1"]);
        assert_eq!(words(Design::Mix, false, &pool[..2]), ["1v4", "2v3", "3v2", "4v1"]);
        assert_eq!(words(Design::Gauntlet, false, &pool), ["1v4:b", "1v4:c"]);
        assert_eq!(words(Design::Gauntlet, true, &pool), ["1v4:b", "4v1:b", "1v4:c", "4v1:c"]);
        assert_eq!(
            words(Design::Ladder, false, &pool),
            ["1v4:a:b", "1v4:a:c", "1v4:b:a", "1v4:b:c", "1v4:c:a", "1v4:c:b"]
        );
        assert_eq!(words(Design::Seating, false, &pool), ["0.1.2.2.2", "1.0.2.2.2"]);
    }

    /// Over the two seatings of an arm, a copy of the first has each seat beside it taken by
    /// another copy as often as a random seating would have it: (copies − 1) in 4.
    #[test]
    fn copies_are_as_often_neighbours_as_at_random() {
        for arm in Arm::of(Design::Mix, false, &["a", "b"], &[]) {
            let copies = arm.seatings[0].iter().filter(|&&entrant| entrant == 0).count();
            for distance in 1..Seat::COUNT {
                let met: usize = arm
                    .seatings
                    .iter()
                    .map(|seating| {
                        (0..Seat::COUNT)
                            .filter(|&seat| {
                                seating[seat] == 0 && seating[(seat + distance) % Seat::COUNT] == 0
                            })
                            .count()
                    })
                    .sum();
                assert_eq!(4 * met, arm.seatings.len() * copies * (copies - 1), "{}", arm.word);
            }
            assert_eq!(arm.entrants, [0, 1]);
        }
    }
}
