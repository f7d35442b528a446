//! What a run says, in words that its numbers choose.

use super::parts::{Estimate, Section, Unit};
use super::{Told, effects};
use crate::report::decide::{listed, untold};
use crate::report::sequential::outcome;
use crate::tabletop::plural;
use crate::tournament::{Compared, Family, Measure, Standing};

/// Arms whose leaders are named.
const ARMS: usize = 6;

pub(super) fn section(told: &Told<'_>) -> Section {
    let results = told.results;
    let (elections, undecided) = results.tally.elections();
    let mut text = Vec::new();
    if undecided == elections {
        text.push(format!(
            "All {} ended undecided (R9.6): nobody was elected, so win rates tell nothing and \
             mean stones are all there is to compare.",
            plural(elections, "election")
        ));
    }
    if let Some(watch) = results.watch {
        text.push(outcome(watch.until(), &watch.now()));
    }
    if results.labels.len() == 1 {
        text.push(format!(
            "{} is the only entrant: there is nobody to compare it with. It wins the share of \
             elections that are decided, by necessity.",
            told.label(0)
        ));
    } else {
        for arm in (0..results.arms.len()).take(ARMS) {
            text.extend(leader(told, arm));
        }
        if results.arms.len() > ARMS {
            text.push(format!(
                "The run has {} arms; those after the first {ARMS} are in the tables below.",
                results.arms.len()
            ));
        }
    }
    let families = told.reading.families.iter();
    let families = families.filter(|family| !family.comparisons.is_empty());
    text.extend(families.map(|family| differences(told, family)));
    text.extend(effects::sentences(told));
    if results.labels.len() > 1 {
        text.push(ratings(told));
    }
    Section { id: "verdict", title: "Verdict".to_owned(), brief: true, text, ..Section::default() }
}

/// Who wins most in an arm, and whether the next one is really behind.
fn leader(told: &Told<'_>, arm: usize) -> Option<String> {
    let results = told.results;
    let standings: Vec<&[Standing]> = results.tally.arms().collect();
    let rate = |place: usize| standings[arm][place].win.ratio();
    let mut places: Vec<usize> =
        results.arms[arm].entrants.iter().copied().filter(|&p| rate(p).is_some()).collect();
    places.sort_by(|&one, &other| rate(other).unwrap_or(0.0).total_cmp(&rate(one).unwrap_or(0.0)));
    let [first, second, ..] = places[..] else { return None };
    let within = if told.has_arms() { format!("In {}: ", told.arm(arm)) } else { String::new() };
    let shown = |place: usize| {
        let estimate = Estimate::rate(&standings[arm][place].win);
        format!("{} {}", told.label(place), Unit::PERCENT.with_interval(estimate))
    };
    if rate(first) == rate(second) {
        let equal = places.iter().filter(|&&place| rate(place) == rate(first)).count();
        let nobody = if within.is_empty() { "Nobody" } else { "nobody" };
        return Some(format!(
            "{within}{nobody} leads: {} have the same win rate, {}.",
            plural(equal as u64, "entrant"),
            Unit::PERCENT.value(rate(first))
        ));
    }
    let family = told.reading.families.iter().find(|family| family.measure == Measure::WinRate)?;
    let pair = (first.min(second), first.max(second));
    let real = family.find(arm, pair).and_then(|compared| compared.is_real());
    let by = rate(first).unwrap_or(0.0) - rate(second).unwrap_or(0.0);
    let ahead = match real {
        Some(true) => "a real difference",
        Some(false) => "which may be chance",
        None if results.watch.is_some() => "of which the sequential test is what tells",
        None => "of which nothing can be told, as blocks are too few or have no spread",
    };
    Some(format!(
        "{within}{} wins the most a seat (95 %; an even share is 20 %), {} before {}, {ahead}.",
        shown(first),
        Unit { sign: " points", ..Unit::PERCENT }.value(Some(by)),
        shown(second)
    ))
}

/// Which differences of a family are real, and which are not.
fn differences(told: &Told<'_>, family: &Family) -> String {
    let such = |real: Option<bool>| -> Vec<&Compared> {
        let all = family.comparisons.iter();
        let mut such: Vec<_> = all.filter(|compared| compared.is_real() == real).collect();
        let size = |compared: &Compared| compared.difference.unwrap_or(0.0).abs();
        such.sort_by(|one, other| size(other).total_cmp(&size(one)));
        such
    };
    let words = |compared: &&Compared| in_words(told, family.measure, compared);
    let real: Vec<String> = such(Some(true)).iter().map(words).collect();
    let not: Vec<String> = such(Some(false)).iter().map(words).collect();
    let name = match family.measure {
        Measure::WinRate => "win rate",
        Measure::MeanStones => "mean stones, of which fewer are better",
    };
    if real.is_empty() && not.is_empty() {
        return format!("By {name}, nothing is called real: {}.", untold(told.results));
    }
    let made = plural(family.comparisons.len() as u64, "comparison");
    let mut text = match real.is_empty() {
        true => format!("By {name}, no difference is real (5 %, Holm over {made})."),
        false => format!("By {name}, real (5 %, Holm over {made}): {}.", listed(&real)),
    };
    if !not.is_empty() {
        text += &format!(" Perhaps chance: {}.", listed(&not));
    }
    text
}

/// `greedy before random by 5.92 points`, the better one first.
fn in_words(told: &Told<'_>, measure: Measure, compared: &Compared) -> String {
    let difference = compared.difference.unwrap_or(0.0);
    let (better, unit) = match measure {
        Measure::WinRate => (difference > 0.0, Unit { sign: " points", ..Unit::PERCENT }),
        Measure::MeanStones => (difference < 0.0, Unit { sign: " stones", ..Unit::PLAIN }),
    };
    let (one, other) = compared.places;
    let (first, second) = if better { (one, other) } else { (other, one) };
    let within =
        if told.has_arms() { format!(" in {}", told.arm(compared.arm)) } else { String::new() };
    let by = unit.value(Some(difference.abs()));
    format!("{} before {} by {by}{within}", told.label(first), told.label(second))
}

/// Who is rated how, the best first.
fn ratings(told: &Told<'_>) -> String {
    let ratings = told.results.ratings;
    let mut places: Vec<usize> = (0..told.results.labels.len()).collect();
    let value = |place: usize| ratings.of(place).map_or(f64::NEG_INFINITY, |rating| rating.value);
    places.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
    let unit = Unit::PLAIN.decimals(0);
    let rated = places.into_iter().map(|place| match ratings.of(place) {
        Ok(rating) => {
            let estimate = Estimate { value: Some(rating.value), interval: rating.interval };
            format!("{} {}", told.label(place), unit.with_interval(estimate))
        }
        Err(_) => format!("{} none", told.label(place)),
    });
    let rated: Vec<String> = rated.collect();
    format!("Ratings, 400 points for odds of ten to one: {}.", listed(&rated))
}
