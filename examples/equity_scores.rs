//! How well equity tables foretell the elections of a run: before every round but the first of a
//! game, the chances that each table gives the seats, scored by who was elected.
//!
//! ```text
//! cargo run --release --example equity_scores RECORDS.jsonl data/equity.bin OTHER.bin
//! ```
//!
//! The Brier score is the sum over the seats of the square of what a chance is off by, 0 or 1 being
//! right; less is better. A table that gives each seat a fifth always scores 0.8. The differences are
//! to the first table, with 95 % intervals over elections, whose rounds go together.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use domeng::engine::{ElectionRecord, Holdings, Seat};
use domeng::equity::Equity;
use domeng::records;
use domeng::statistics::{PairedSums, RatioSums};

/// Scores are kept in whole numbers of this part.
const PART: f64 = 1e-9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let records = arguments.next().ok_or("which records? then tables")?;
    let names: Vec<String> = arguments.collect();
    let read = |name: &String| Ok::<_, Box<dyn Error>>(Equity::from_bytes(&std::fs::read(name)?)?);
    let tables: Vec<Equity> = names.iter().map(read).collect::<Result<_, _>>()?;
    let mut alone = vec![RatioSums::new(); tables.len()];
    let mut paired = vec![PairedSums::new(); tables.len()];
    let mut fifths = RatioSums::new();
    for line in BufReader::new(File::open(records)?).lines() {
        let record = records::read(line?.as_bytes()).map_err(|finding| finding.to_string())?;
        if let Some(table) = tables.iter().find(|table| !table.suits(&record.rules)) {
            return Err(format!("other rules: {:?}", table.origin().rules).into());
        }
        let scores: Vec<_> = tables.iter().map(|table| scored(table, &record)).collect();
        for (at, &score) in scores.iter().enumerate() {
            alone[at].add(score.0, score.1);
            paired[at].add(score, scores[0]);
        }
        if let Some(&(_, states)) = scores.first() {
            fifths.add((states as f64 * 0.8 / PART) as i64, states);
        }
    }
    println!("{} elections", fifths.blocks());
    for (name, (alone, paired)) in names.iter().zip(alone.iter().zip(&paired)) {
        let score = alone.ratio().ok_or("no elections")? * PART;
        let interval = paired.interval().map(|all| (all.low * PART, all.high * PART));
        println!(
            "{name}: {score:.6}, {:+.6} {interval:.6?}",
            paired.difference().unwrap_or(0.0) * PART
        );
    }
    Ok(())
}

/// The sum of the scores of an election, and how many there are.
fn scored(table: &Equity, record: &ElectionRecord) -> (i64, u64) {
    let Some(elected) = record.camat else { return (0, 0) };
    let all = Holdings::on_table(record.rules.stones);
    let first = record.camat_before.map(|camat| (all, camat, true));
    let others = record.rounds.iter().take(record.rounds.len() - 1).map(|round| {
        let holdings = Holdings { table: round.table, seats: round.stones };
        let starter = record.camat_before.unwrap_or(round.winner);
        (holdings, starter, record.camat_before.is_some())
    });
    let (mut sum, mut states) = (0.0, 0);
    for (holdings, starter, camat) in first.into_iter().chain(others) {
        let chances = table.chances(&holdings, starter, camat);
        for seat in Seat::ALL {
            let came = f64::from(u8::from(seat == elected));
            sum += (f64::from(chances[seat]) / 65536.0 - came).powi(2);
        }
        states += 1;
    }
    ((sum / PART) as i64, states)
}
