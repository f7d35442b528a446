//! How often 95 % intervals hold the truth, for the tables in `docs/methodology.md`:
//!
//! ```text
//! cargo run --release --example coverage
//! ```
//!
//! Every cell is 20 000 runs of simulated blocks, drawn from a stream of its own, so that the
//! output is always the same. Bold is below 94 %.

mod blocks;

use std::io::{self, Write};

use blocks::{Blocks, MEANS, RATES, RateKind};
use domeng::engine::Seed;
use domeng::statistics::{Interval, RatioSums};

const SEED: Seed = Seed(1);
const REPLICATES: u64 = 20_000;
const BLOCKS: [u64; 7] = [2, 5, 10, 20, 50, 200, 1000];
const TRUE_RATES: [f64; 8] = [0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 0.9, 0.99];

type Make = fn(&RatioSums) -> Option<Interval>;

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

    fn row(&mut self, title: &str, blocks: &Blocks, interval: Make) -> io::Result<()> {
        write!(self.out, "| {title} |")?;
        for (column, count) in (0..).zip(BLOCKS) {
            let mut random = SEED.schedule(self.row * BLOCKS.len() as u64 + column);
            let coverage = blocks.coverage(count, REPLICATES, &mut random, interval);
            let tenths = (coverage * 1000.0).round();
            let bold = if tenths < 940.0 { "**" } else { "" };
            write!(self.out, " {bold}{:.1}{bold} |", tenths / 10.0)?;
        }
        self.row += 1;
        writeln!(self.out)
    }

    fn rates(&mut self, kinds: &[RateKind], interval: Make) -> io::Result<()> {
        self.head("a block's seatings | rate")?;
        for (name, kind) in kinds {
            for rate in TRUE_RATES {
                self.row(&format!("{name} | {rate}"), &kind(rate), interval)?;
            }
        }
        writeln!(self.out)
    }
}

fn main() -> io::Result<()> {
    let mut table = Table { out: io::stdout().lock(), row: 0 };
    writeln!(table.out, "Rates, by blocks:\n")?;
    table.rates(&RATES, RatioSums::rate_interval)?;
    writeln!(table.out, "Means, by blocks:\n")?;
    table.head("a block's five seatings")?;
    for (name, kind) in MEANS {
        table.row(name, &kind(), RatioSums::mean_interval)?;
    }
    writeln!(table.out, "\nRates, if they had the interval of a mean, by blocks:\n")?;
    table.rates(&[RATES[1], RATES[5]], RatioSums::mean_interval)
}
