//! The seatings of the design `seating`: from labels to places in the pool.

use super::ExperimentError;
use crate::engine::Seat;
use crate::strategies::{Entrant, nearest_of, quote};
use crate::tournament::design::Seating;

/// The seatings named by labels, five each, clockwise; where none are named, that of the pool in its
/// order, whose last entrant has the seats that are left.
pub(super) fn resolve(
    named: Option<&[Vec<String>]>,
    pool: &[Entrant],
) -> Result<Vec<Seating>, ExperimentError> {
    let Some(named) = named else {
        return match pool.len() {
            0 => Err(ExperimentError::EmptyPool),
            last @ 1..=Seat::COUNT => Ok(vec![std::array::from_fn(|seat| seat.min(last - 1))]),
            many => Err(ExperimentError::NoSeatings(many)),
        };
    };
    named.iter().enumerate().map(|(number, labels)| places(number, labels, pool)).collect()
}

fn places(number: usize, labels: &[String], pool: &[Entrant]) -> Result<Seating, ExperimentError> {
    let places: Result<Vec<usize>, ExperimentError> = labels
        .iter()
        .enumerate()
        .map(|(seat, label)| {
            let place = pool.iter().position(|entrant| entrant.label == *label);
            let labels = || pool.iter().map(|entrant| entrant.label.as_str());
            place.ok_or_else(|| ExperimentError::Sitter {
                number,
                seat,
                found: quote(label),
                near: nearest_of(label, labels()),
                pool: labels().collect::<Vec<_>>().join(", "),
            })
        })
        .collect();
    let seats = |places: Vec<usize>| ExperimentError::Seats { number, found: places.len() };
    places?.try_into().map_err(seats)
}

/// Refuses seatings that can't be told apart, and a pool of which some never sit.
pub(super) fn check(seatings: &[Seating], pool: &[Entrant]) -> Result<(), ExperimentError> {
    if seatings.is_empty() {
        return Err(ExperimentError::NoSeating);
    }
    for (number, seating) in seatings.iter().enumerate() {
        if let Some(seat) = seating.iter().position(|&place| place >= pool.len()) {
            let found = seating[seat];
            return Err(ExperimentError::NoPlace { number, found, pool: pool.len() });
        }
        let again = |other: &Seating| {
            (0..Seat::COUNT).any(|by| {
                let mut rotated = *other;
                rotated.rotate_left(by);
                rotated == *seating
            })
        };
        if let Some(other) = seatings[..number].iter().position(again) {
            return Err(ExperimentError::SeatingTwice { number, other });
        }
    }
    if let Some((first, second)) = unlinked(seatings, pool.len()) {
        let label = |place: usize| pool[place].label.clone();
        return Err(ExperimentError::Unlinked { first: label(first), second: label(second) });
    }
    let seatless = |place: &usize| !seatings.iter().flatten().any(|sitter| sitter == place);
    match (0..pool.len()).find(seatless) {
        Some(place) => Err(ExperimentError::Seatless { place, label: pool[place].label.clone() }),
        None => Ok(()),
    }
}

/// Two entrants that sit in seatings but are not linked by them, directly or through others.
fn unlinked(seatings: &[Seating], pool: usize) -> Option<(usize, usize)> {
    let first = seatings.first()?[0];
    let mut linked = vec![false; pool];
    linked[first] = true;
    loop {
        let touches = |seating: &&Seating| seating.iter().any(|&place| linked[place]);
        let reached: Vec<usize> = seatings.iter().filter(touches).flatten().copied().collect();
        if reached.iter().all(|&place| linked[place]) {
            break;
        }
        reached.into_iter().for_each(|place| linked[place] = true);
    }
    let other = seatings.iter().flatten().find(|&&place| !linked[place])?;
    Some((first, *other))
}
