//! How often 95 % intervals hold the truth, and how often a detectable difference is found, for the
//! tables in `docs/methodology.md`:
//!
//! ```text
//! cargo run --release --example coverage
//! ```
//!
//! Every cell is 20 000 runs of simulated blocks, drawn from a stream of its own, so that the
//! output is always the same. Bold is a coverage below 94 %.

mod blocks;
mod pairs;
mod power;

use std::io::{self, Write};

use blocks::{MEANS, RATES, RateKind};
use domeng::engine::{Random, Seed};
use domeng::statistics::{Interval, PairedSums, RatioSums, independent_difference};
use pairs::{APART, PAIRS, PairKind};

const SEED: Seed = Seed(1);
const REPLICATES: u64 = 20_000;
const BLOCKS: [u64; 7] = [2, 5, 10, 20, 50, 200, 1000];
const TRUE_RATES: [f64; 8] = [0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 0.9, 0.99];

/// A table on its way out; its rows are numbered, for the seeds of their cells.
struct Table<W> {
    out: W,
    row: u64,
}

impl<W: Write> Table<W> {
    fn head(&mut self, title: &str) -> io::Result<()> {
        let counts: String = BLOCKS.iter().map(|count| format!(" {count} |")).collect();
        let columns = title.matches(" | ").count();
        let rules = "---|".repeat(columns + 1) + &"---:|".repeat(BLOCKS.len());
        writeln!(self.out, "| {title} |{counts}\n|{rules}")
    }

    /// A row of shares, bold where one is under `low` thousandths.
    fn row(
        &mut self,
        title: &str,
        low: f64,
        share: impl Fn(u64, &mut Random) -> f64,
    ) -> io::Result<()> {
        write!(self.out, "| {title} |")?;
        for (column, count) in (0..).zip(BLOCKS) {
            let mut random = SEED.schedule(self.row * BLOCKS.len() as u64 + column);
            let tenths = (share(count, &mut random) * 1000.0).round();
            let bold = if tenths < low { "**" } else { "" };
            write!(self.out, " {bold}{:.1}{bold} |", tenths / 10.0)?;
        }
        self.row += 1;
        writeln!(self.out)
    }

    fn coverage(
        &mut self,
        title: &str,
        coverage: impl Fn(u64, &mut Random) -> f64,
    ) -> io::Result<()> {
        self.row(title, 940.0, coverage)
    }

    fn rates(
        &mut self,
        kinds: &[RateKind],
        interval: fn(&RatioSums) -> Option<Interval>,
    ) -> io::Result<()> {
        self.head("a block's seatings | rate")?;
        for (name, kind) in kinds {
            for rate in TRUE_RATES {
                let law = kind(rate);
                self.coverage(&format!("{name} | {rate}"), |count, random| {
                    law.coverage(count, REPLICATES, random, interval)
                })?;
            }
        }
        writeln!(self.out)
    }

    fn means(&mut self) -> io::Result<()> {
        self.head("a block's five seatings")?;
        for (name, kind) in MEANS {
            let law = kind();
            self.coverage(name, |count, random| {
                law.coverage(count, REPLICATES, random, RatioSums::mean_interval)
            })?;
        }
        writeln!(self.out)
    }

    fn pairs(
        &mut self,
        kinds: &[PairKind],
        interval: fn(&PairedSums) -> Option<Interval>,
    ) -> io::Result<()> {
        self.head("both sides of a block")?;
        for (name, kind) in kinds {
            let law = kind();
            self.coverage(name, |count, random| law.coverage(count, REPLICATES, random, interval))?;
        }
        writeln!(self.out)
    }

    fn apart(&mut self) -> io::Result<()> {
        self.head("a block's five seatings")?;
        for (name, kind) in APART {
            let law = kind();
            self.coverage(name, |count, random| law.coverage(count, REPLICATES, random))?;
        }
        writeln!(self.out)
    }

    fn power(&mut self) -> io::Result<()> {
        self.head("a block")?;
        for (name, kind) in [RATES[0], RATES[2]] {
            for rate in [0.2, 0.8] {
                let law = kind(rate);
                self.row(&format!("{name}, rate {rate}"), 0.0, |count, random| {
                    power::of_ratio(&law, count, REPLICATES, random, RatioSums::rate_interval)
                })?;
            }
        }
        for (name, kind) in MEANS {
            let law = kind();
            self.row(name, 0.0, |count, random| {
                power::of_ratio(&law, count, REPLICATES, random, RatioSums::mean_interval)
            })?;
        }
        for (name, kind) in PAIRS {
            let law = kind();
            self.row(&format!("difference: {name}"), 0.0, |count, random| {
                power::of_pairs(&law, count, REPLICATES, random)
            })?;
        }
        Ok(())
    }
}

/// The interval of two sides as if they had no blocks in common.
fn as_if_apart(pairs: &PairedSums) -> Option<Interval> {
    Some(independent_difference(pairs.first(), pairs.second())?.interval)
}

fn main() -> io::Result<()> {
    let mut table = Table { out: io::stdout().lock(), row: 0 };
    writeln!(table.out, "Rates, by blocks:\n")?;
    table.rates(&RATES, RatioSums::rate_interval)?;
    writeln!(table.out, "Means, by blocks:\n")?;
    table.means()?;
    writeln!(table.out, "Rates, if they had the interval of a mean, by blocks:\n")?;
    table.rates(&[RATES[1], RATES[5]], RatioSums::mean_interval)?;
    writeln!(table.out, "Differences over common blocks:\n")?;
    table.pairs(&PAIRS, PairedSums::interval)?;
    writeln!(table.out, "The same, if they had the interval of runs apart:\n")?;
    table.pairs(&[PAIRS[0], PAIRS[1], PAIRS[5]], as_if_apart)?;
    writeln!(table.out, "Differences of runs that share no deals, by blocks of the first:\n")?;
    table.apart()?;
    writeln!(table.out, "Power, of what should be found in 80 %:\n")?;
    table.power()
}
