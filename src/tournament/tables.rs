//! The CSV files of a run, column by column as formats.md fixes them.

use std::fmt::Write as _;
use std::io;

use super::play::PlayedElection;
use super::schedule::Block;
use super::tally::{BlockSums, Standing, Tally};
use crate::engine::{BySeat, End};
use crate::statistics::{Interval, standard_deviation};

/// Header of `games.csv`.
pub(super) const GAMES: &str = "game,election,block,rotation,arm,seat0,seat1,seat2,seat3,seat4,\
rounds,plies,camat_seat,camat,stones0,stones1,stones2,stones3,stones4\n";

/// Header of `blocks.csv`. The last three columns hold what the other summaries are computed from,
/// each a list of `;`-separated items: `holdings` has `stones:seatings`, `by_seat` has
/// `seatings:elections_won:stones` for seats 0 to 4, and `versus` has
/// `opponent:meetings:better:worse:difference` with the opponent's place in the pool.
pub(super) const BLOCKS: &str = "block,arm,strategy,seatings,elections_won,undecided,stones,rounds,\
rounds_won,won_cappu,won_ceki,won_pollo,won_manguno,won_mattikkeng,passes,passebunge,cucuq,\
stones_in,stones_out,decisions,faults,holdings,by_seat,versus\n";

/// `text` as a CSV field, quoted where RFC 4180 asks for it.
pub(super) fn field(text: &str) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = writer.write_record([text, ""]);
    let mut bytes = writer.into_inner().unwrap_or_default();
    // What stands before the comma and the line end.
    bytes.truncate(bytes.len().saturating_sub(2));
    bytes
}

/// Appends fields of a row; rows of numbers and ready fields need nothing more.
struct Row<'a> {
    bytes: &'a mut Vec<u8>,
    begun: bool,
}

impl<'a> Row<'a> {
    fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { bytes, begun: false }
    }

    fn raw(&mut self, field: &[u8]) -> &mut Self {
        if self.begun {
            self.bytes.push(b',');
        }
        self.begun = true;
        self.bytes.extend_from_slice(field);
        self
    }

    fn number(&mut self, n: u64) -> &mut Self {
        self.raw(itoa::Buffer::new().format(n).as_bytes())
    }

    fn numbers(&mut self, all: impl IntoIterator<Item = u64>) -> &mut Self {
        for n in all {
            self.number(n);
        }
        self
    }

    /// A list of `;`-separated items of `:`-separated numbers.
    fn list<const N: usize>(&mut self, items: impl Iterator<Item = [i64; N]>) -> &mut Self {
        self.raw(b"");
        let mut buffer = itoa::Buffer::new();
        for (at, item) in items.enumerate() {
            for (part, n) in item.into_iter().enumerate() {
                let gap: &[u8] = match (at, part) {
                    (0, 0) => b"",
                    (_, 0) => b";",
                    _ => b":",
                };
                self.bytes.extend_from_slice(gap);
                self.bytes.extend_from_slice(buffer.format(n).as_bytes());
            }
        }
        self
    }

    fn end(&mut self) {
        self.bytes.push(b'\n');
    }
}

/// Appends the row of an election to `games.csv`.
pub(super) fn game_row(
    bytes: &mut Vec<u8>,
    block: &Block,
    rotation: usize,
    election: &PlayedElection,
    fields: &[Vec<u8>],
) {
    let mut row = Row::new(bytes);
    row.numbers([block.game(rotation), u64::from(election.number), block.number, rotation as u64]);
    row.raw(block.arm.word().as_bytes());
    for &entrant in election.entrants.iter() {
        row.raw(&fields[entrant]);
    }
    row.numbers([u64::from(election.rounds), election.counts.plies]);
    match election.outcome.camat() {
        Some(seat) => {
            row.number(u64::from(u8::from(seat))).raw(&fields[election.entrants[seat]]);
        }
        None => {
            row.raw(b"").raw(b"");
        }
    }
    row.numbers(election.stones.iter().map(|&stones| u64::from(stones))).end();
}

/// Appends the rows of a block to `blocks.csv`.
pub(super) fn block_rows(bytes: &mut Vec<u8>, block: &BlockSums, fields: &[Vec<u8>]) {
    for (entrant, sums) in &block.entrants {
        let mut row = Row::new(bytes);
        row.number(block.block).raw(block.arm.word().as_bytes()).raw(&fields[*entrant]);
        row.numbers([sums.seatings, sums.elections_won, sums.undecided, sums.stones, sums.rounds]);
        row.number(sums.rounds_won()).numbers(sums.won);
        row.numbers([sums.passes, sums.passebunge, sums.cucuq, sums.stones_in, sums.stones_out]);
        row.numbers([sums.decisions, sums.faults]);
        let holdings = sums.holdings.iter().enumerate().filter(|(_, seatings)| **seatings > 0);
        row.list(holdings.map(|(stones, &seatings)| [stones as i64, seatings as i64]));
        row.list(
            sums.by_seat
                .iter()
                .map(|seat| [seat.seatings as i64, seat.elections_won as i64, seat.stones as i64]),
        );
        row.list(sums.versus.iter().map(|(opponent, v)| {
            [*opponent as i64, v.meetings as i64, v.better as i64, v.worse as i64, v.difference]
        }));
        row.end();
    }
}

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

/// All summary files of a run, made from the tally of its blocks; `labels` are those of the pool,
/// `stones` is `rules.stones`.
pub fn write_summaries(tally: &Tally, labels: &[&str], stones: u8) -> io::Result<Vec<SummaryFile>> {
    let named = |name, (rows, bytes): (u64, Vec<u8>)| (name, rows, bytes);
    Ok(vec![
        named("summary.csv", summary(tally, labels)?),
        named("stones.csv", holdings(tally, labels, stones)?),
        named("head_to_head.csv", head_to_head(tally, labels)?),
        named("seats.csv", seats(tally, labels)?),
        named("ends.csv", ends(tally, labels)?),
    ])
}

/// The standings of every arm in pool order, each with its arm and label.
fn standings<'a>(
    tally: &'a Tally,
    labels: &'a [&'a str],
) -> impl Iterator<Item = (&'static str, &'a str, &'a Standing)> {
    tally.arms().flat_map(move |(arm, standings)| {
        labels.iter().zip(standings).map(move |(label, standing)| (arm.word(), *label, standing))
    })
}

fn summary(tally: &Tally, labels: &[&str]) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new(
        "arm,strategy,seatings,elections_won,win_rate,win_rate_low,win_rate_high,mean_stones,\
         mean_stones_low,mean_stones_high,sd_stones,rounds_won_rate,passes_per_round,\
         passebunge_per_round,cucuq_per_round,stones_in_per_round,stones_out_per_round,rating,\
         rating_low,rating_high,undecided",
    )?;
    for (arm, label, Standing { sums, win, stones, .. }) in standings(tally, labels) {
        let [win_low, win_high] = limits(win.rate_interval());
        let [stones_low, stones_high] = limits(stones.mean_interval());
        let per_round = |n| share(n, sums.rounds);
        file.row([
            arm.to_owned(),
            label.to_owned(),
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
            String::new(),
            String::new(),
            String::new(),
            sums.undecided.to_string(),
        ])?;
    }
    file.finish()
}

fn holdings(tally: &Tally, labels: &[&str], most: u8) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new("arm,strategy,stones,count,share")?;
    for (arm, label, Standing { sums, .. }) in standings(tally, labels) {
        for stones in 0..=usize::from(most) {
            let count = sums.holdings.get(stones).copied().unwrap_or(0);
            let share = share(count, sums.seatings);
            file.row([arm, label, &stones.to_string(), &count.to_string(), &share])?;
        }
    }
    file.finish()
}

fn head_to_head(tally: &Tally, labels: &[&str]) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new(
        "arm,strategy,opponent,meetings,better,worse,equal,mean_stone_difference,low,high",
    )?;
    for (arm, label, standing) in standings(tally, labels) {
        for (opponent, other) in labels.iter().enumerate().filter(|(_, other)| **other != label) {
            let versus = find(&standing.sums.versus, opponent).copied().unwrap_or_default();
            let difference = find(&standing.difference, opponent);
            let [low, high] = limits(difference.and_then(|sums| sums.mean_interval()));
            let equal = versus.meetings - versus.better - versus.worse;
            file.row([
                arm,
                label,
                other,
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

fn seats(tally: &Tally, labels: &[&str]) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new("arm,strategy,seat,seatings,elections_won,win_rate,mean_stones")?;
    for (arm, label, Standing { sums, .. }) in standings(tally, labels) {
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

fn ends(tally: &Tally, labels: &[&str]) -> io::Result<(u64, Vec<u8>)> {
    let mut file = Summary::new("arm,strategy,end,won,rate")?;
    for (arm, label, Standing { sums, .. }) in standings(tally, labels) {
        for end in End::ALL {
            let won = sums.won[end.index()];
            let rate = share(won, sums.rounds);
            file.row([arm, label, end.word(), &won.to_string(), &rate])?;
        }
    }
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_quoted_as_rfc_4180_asks() {
        assert_eq!(field("greedy"), b"greedy");
        assert_eq!(field("heuristic:heavy=0.8,keep=1"), b"\"heuristic:heavy=0.8,keep=1\"");
        assert_eq!(field("a \"b\""), b"\"a \"\"b\"\"\"");
    }

    #[test]
    fn decimals_have_six_places_and_no_negative_zero() {
        assert_eq!(decimals(Some(1.0 / 3.0)), "0.333333");
        assert_eq!(decimals(Some(-1e-9)), "0.000000");
        assert_eq!(decimals(Some(-0.5)), "-0.500000");
        assert_eq!(decimals(None), "");
    }
}
