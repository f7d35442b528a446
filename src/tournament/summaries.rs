//! The summary files of a run, column by column as formats.md fixes them.

use std::fmt::Write as _;
use std::io;

use super::decide::{Compared, Family, REAL};
use super::design::Arm;
use super::experiment::Experiment;
use super::ratings::Ratings;
use super::tally::{Standing, Tally};
use super::until::{Step, Watch};
use crate::engine::{BySeat, End};
use crate::statistics::{Interval, RatioSums, Stop, pairing_gain, standard_deviation};

/// A number with 6 decimals, without the minus of a zero; empty where there is none.
fn decimals(value: Option<f64>) -> String {
    let mut text = String::new();
    if let Some(value) = value {
        let _ = write!(text, "{value:.6}");
        if text == "-0.000000" {
            text.remove(0);
        }
    }
    text
}

fn share(part: u64, whole: u64) -> String {
    decimals((whole > 0).then(|| part as f64 / whole as f64))
}

fn limits(interval: Option<Interval>) -> [String; 2] {
    [decimals(interval.map(|i| i.low)), decimals(interval.map(|i| i.high))]
}

/// A summary file in the making.
struct Summary {
    writer: csv::Writer<Vec<u8>>,
    rows: u64,
}

impl Summary {
    fn new(header: &str) -> io::Result<Self> {
        let terminator = csv::Terminator::Any(b'\n');
        let mut writer = csv::WriterBuilder::new().terminator(terminator).from_writer(Vec::new());
        writer.write_record(header.split(','))?;
        Ok(Self { writer, rows: 0 })
    }

    fn row<S: AsRef<[u8]>>(&mut self, fields: impl IntoIterator<Item = S>) -> io::Result<()> {
        self.rows += 1;
        Ok(self.writer.write_record(fields)?)
    }

    fn finish(self) -> io::Result<(u64, Vec<u8>)> {
        Ok((self.rows, self.writer.into_inner().map_err(|error| error.into_error())?))
    }
}

/// A file of a run: its name, its rows without the header, and its bytes.
pub type SummaryFile = (&'static str, u64, Vec<u8>);

/// What the summaries of a run are made of.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    /// The blocks together.
    pub tally: &'a Tally,
    pub arms: &'a [Arm],
    /// Those of the pool, in its order.
    pub labels: &'a [&'a str],
    /// `rules.stones`.
    pub stones: u8,
    pub ratings: &'a Ratings,
    /// Of a run that ends when it has decided.
    pub watch: Option<&'a Watch>,
}

/// What results are named by, and all else that they have of their experiment.
#[derive(Clone, Debug)]
pub struct Named<'a> {
    pub arms: Vec<Arm>,
    pub labels: Vec<&'a str>,
    stones: u8,
}

impl<'a> Named<'a> {
    /// By the arms and the pool of an experiment.
    pub fn of(experiment: &'a Experiment) -> Self {
        let (arms, labels) = (experiment.arms(), experiment.labels());
        Self { arms, labels, stones: experiment.rules.stones }
    }

    /// The results of its blocks.
    pub fn results(
        &'a self,
        tally: &'a Tally,
        ratings: &'a Ratings,
        watch: Option<&'a Watch>,
    ) -> Results<'a> {
        let Self { arms, labels, stones } = self;
        Results { tally, arms, labels, stones: *stones, ratings, watch }
    }
}

impl<'a> Results<'a> {
    /// The standings of every arm, of those who may sit in it, each with its arm and place in the
    /// pool.
    pub fn standings(self) -> impl Iterator<Item = (&'a Arm, usize, &'a Standing)> {
        self.arms.iter().zip(self.tally.arms()).flat_map(|(arm, standings)| {
            arm.entrants.iter().map(move |&place| (arm, place, &standings[place]))
        })
    }

    /// The same, each with its arm's word and its label.
    fn labelled(self) -> impl Iterator<Item = (&'a str, &'a str, &'a Standing)> {
        self.standings().map(|(arm, place, standing)| (&*arm.word, self.labels[place], standing))
    }
}

/// The summary that a run has which ends when it has decided.
pub const SEQUENTIAL: &str = "sequential.csv";

/// The names of the summary files that every run has.
pub const SUMMARIES: [&str; 7] = [
    "summary.csv",
    "stones.csv",
    "head_to_head.csv",
    "seats.csv",
    "ends.csv",
    "pairing.csv",
    "differences.csv",
];

/// All summary files of a run.
///
/// # Errors
/// Those of the CSV writer, which writes to memory.
pub fn write_summaries(results: Results<'_>) -> io::Result<Vec<SummaryFile>> {
    let [first, second, third, fourth, fifth, sixth, seventh] = SUMMARIES;
    let named = |name, (rows, bytes): (u64, Vec<u8>)| (name, rows, bytes);
    let mut files = vec![
        named(first, summary(results)?),
        named(second, holdings(results)?),
        named(third, head_to_head(results)?),
        named(fourth, seats(results)?),
        named(fifth, ends(results)?),
        named(sixth, pairing(results)?),
        named(seventh, differences(results)?),
    ];
    if let Some(watch) = results.watch {
        files.push(named(SEQUENTIAL, sequential(watch)?));
    }
    Ok(files)
}

fn summary(results: Results<'_>) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new(
        "arm,strategy,seatings,elections_won,win_rate,win_rate_low,win_rate_high,mean_stones,\
         mean_stones_low,mean_stones_high,sd_stones,rounds_won_rate,passes_per_round,\
         passebunge_per_round,cucuq_per_round,stones_in_per_round,stones_out_per_round,rating,\
         rating_low,rating_high,undecided",
    )?;
    for (arm, place, Standing { sums, win, stones, .. }) in results.standings() {
        let rating = results.ratings.of(place).ok();
        let [rating_low, rating_high] = limits(rating.and_then(|rating| rating.interval));
        let [win_low, win_high] = limits(win.rate_interval());
        let [stones_low, stones_high] = limits(stones.mean_interval());
        let per_round = |n| share(n, sums.rounds);
        file.row([
            arm.word.clone(),
            results.labels[place].to_owned(),
            sums.seatings.to_string(),
            sums.elections_won.to_string(),
            decimals(win.ratio()),
            win_low,
            win_high,
            decimals(stones.ratio()),
            stones_low,
            stones_high,
            decimals(standard_deviation(&sums.holdings)),
            per_round(sums.rounds_won()),
            per_round(sums.passes),
            per_round(sums.passebunge),
            per_round(sums.cucuq),
            per_round(sums.stones_in),
            per_round(sums.stones_out),
            decimals(rating.map(|rating| rating.value)),
            rating_low,
            rating_high,
            sums.undecided.to_string(),
        ])?;
    }
    file.finish()
}

fn holdings(results: Results<'_>) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new("arm,strategy,stones,count,share")?;
    for (arm, label, Standing { sums, .. }) in results.labelled() {
        for stones in 0..=usize::from(results.stones) {
            let count = sums.holdings.get(stones).copied().unwrap_or(0);
            let share = share(count, sums.seatings);
            file.row([arm, label, &stones.to_string(), &count.to_string(), &share])?;
        }
    }
    file.finish()
}

fn head_to_head(results: Results<'_>) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new(
        "arm,strategy,opponent,meetings,better,worse,equal,mean_stone_difference,low,high",
    )?;
    for (arm, place, standing) in results.standings() {
        for &opponent in arm.entrants.iter().filter(|other| **other != place) {
            let versus = find(&standing.sums.versus, opponent).copied().unwrap_or_default();
            let difference = find(&standing.difference, opponent);
            let [low, high] = limits(difference.and_then(|sums| sums.mean_interval()));
            let equal = versus.meetings - versus.better - versus.worse;
            file.row([
                &*arm.word,
                results.labels[place],
                results.labels[opponent],
                &versus.meetings.to_string(),
                &versus.better.to_string(),
                &versus.worse.to_string(),
                &equal.to_string(),
                &decimals(difference.and_then(|sums| sums.ratio())),
                &low,
                &high,
            ])?;
        }
    }
    file.finish()
}

fn find<T>(list: &[(usize, T)], opponent: usize) -> Option<&T> {
    list.iter().find(|(other, _)| *other == opponent).map(|(_, sums)| sums)
}

fn seats(results: Results<'_>) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new("arm,strategy,seat,seatings,elections_won,win_rate,mean_stones")?;
    for (arm, label, Standing { sums, .. }) in results.labelled() {
        for (seat, at) in BySeat(sums.by_seat).enumerate() {
            file.row([
                arm,
                label,
                &seat.to_string(),
                &at.seatings.to_string(),
                &at.elections_won.to_string(),
                &share(at.elections_won, at.seatings),
                &share(at.stones, at.seatings),
            ])?;
        }
    }
    file.finish()
}

fn ends(results: Results<'_>) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new("arm,strategy,end,won,rate")?;
    for (arm, label, Standing { sums, .. }) in results.labelled() {
        for end in End::ALL {
            let won = sums.won[end.index()];
            let rate = share(won, sums.rounds);
            file.row([arm, label, end.word(), &won.to_string(), &rate])?;
        }
    }
    file.finish()
}

/// What it bought that the five games of a block share their deals.
fn pairing(results: Results<'_>) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new("arm,strategy,measure,blocks,se,se_independent,variance_ratio")?;
    let error = |sums: &RatioSums| decimals(sums.variance().map(f64::sqrt));
    for (arm, label, Standing { win, stones, rounds, apart, .. }) in results.labelled() {
        for (measure, blocks, games) in [
            ("win_rate", win, &apart.win),
            ("mean_stones", stones, &apart.stones),
            ("rounds_won_rate", rounds, &apart.rounds),
        ] {
            let ratio = decimals(pairing_gain(games, blocks));
            let count = blocks.blocks().to_string();
            file.row([arm, label, measure, &count, &error(blocks), &error(games), &ratio])?;
        }
    }
    file.finish()
}

/// Every two entrants of an arm, and which differences are real among all of their kind.
fn differences(results: Results<'_>) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new(
        "measure,arm,strategy,opponent,blocks,difference,low,high,p,p_holm,family,real",
    )?;
    for family in Family::all(results) {
        let size = family.comparisons.len().to_string();
        for Compared { arm, places, blocks, difference, interval, p, p_holm } in &family.comparisons
        {
            let [low, high] = limits(*interval);
            let real = p.map(|_| if *p_holm <= REAL { "yes" } else { "no" });
            file.row([
                family.measure.word(),
                &*results.arms[*arm].word,
                results.labels[places.0],
                results.labels[places.1],
                &blocks.to_string(),
                &decimals(*difference),
                &low,
                &high,
                &decimals(*p),
                &decimals(p.map(|_| *p_holm)),
                &size,
                real.unwrap_or_default(),
            ])?;
        }
    }
    file.finish()
}

/// How far the test was, now and then and at its end.
fn sequential(watch: &Watch) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new("blocks,llr,lower,upper,estimate,low,high,stop")?;
    for Step { blocks, llr, bounds, estimate, confidence, stop } in watch.steps() {
        let [low, high] = limits(*confidence);
        let stop = stop.map_or("", Stop::word);
        file.row([
            &blocks.to_string(),
            &decimals(*llr),
            &decimals(Some(bounds.0)),
            &decimals(Some(bounds.1)),
            &decimals(*estimate),
            &low,
            &high,
            stop,
        ])?;
    }
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_six_places_and_no_negative_zero() {
        assert_eq!(decimals(Some(1.0 / 3.0)), "0.333333");
        assert_eq!(decimals(Some(-1e-9)), "0.000000");
        assert_eq!(decimals(Some(-0.5)), "-0.500000");
        assert_eq!(decimals(None), "");
    }
}
