//! Equity tables in a terminal: within 80 columns, without colour.

use std::io::{self, Write};

use crate::engine::{Holdings, RuleField, Rules, Seat};
use crate::equity::{Accuracy, Decile, Equity, Largest, Origin, States, TrialPlan, Trials};
use crate::statistics::{Interval, RatioSums};

/// What a table was made from, by players that `players` describes.
///
/// # Errors
/// Those of `out`.
pub fn print_origin(out: &mut impl Write, table: &Equity, players: &str) -> io::Result<()> {
    let Origin { rules, seed, rounds, sweeps, burn_in, .. } = table.origin();
    writeln!(out, "equity table {}", table.hash())?;
    writeln!(out, "  rules      {}", differing(rules))?;
    writeln!(out, "  made from  {players} in all seats, seed {seed}")?;
    writeln!(out, "  sweeps     {sweeps} of {rounds} rounds a state, after {burn_in} of burn-in")
}

/// What differs from the default rules.
fn differing(rules: &Rules) -> String {
    let value = |rules| serde_json::to_value(rules).unwrap_or_default();
    let (these, default) = (value(*rules), value(Rules::default()));
    let differs = |field: &RuleField| these[field.key] != default[field.key];
    let pairs: Vec<_> = Rules::FIELDS
        .into_iter()
        .filter(differs)
        .map(|field| format!("{}={}", field.key, these[field.key]).replace('"', ""))
        .collect();
    if pairs.is_empty() { "the default ones".to_owned() } else { pairs.join(" ") }
}

/// A row for each state: stones, who starts, and the chance of each seat in percent.
///
/// # Errors
/// Those of `out`.
pub fn print_chances(
    out: &mut impl Write,
    table: &Equity,
    states: &[(Holdings, Seat, bool)],
) -> io::Result<()> {
    writeln!(out, "  {:16} {:5}  {:8} Chance to be the next CAMAT, %", "Stones", "", "")?;
    write!(out, "  {:16} {:5}  {:8}", "of seats 0 to 4", "table", "starts")?;
    Seat::ALL.iter().try_for_each(|seat| write!(out, " {:>7}", seat.to_string()))?;
    writeln!(out)?;
    for (holdings, starter, camat) in states {
        let held: Vec<_> = holdings.seats.iter().map(|n| format!("{n:>2}")).collect();
        let start = format!("{}{}", starter.index(), if *camat { " CAMAT" } else { "" });
        let held = held.join(",");
        write!(out, "  {held:16} {:>5}  {start:8}", holdings.table)?;
        let chances = table.chances(holdings, *starter, *camat);
        for chance in chances.iter() {
            write!(out, " {:>7.2}", 100.0 * f64::from(*chance) / 65536.0)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Whether a table is as good as it should be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// Its errors are within the bounds.
    Within,
    /// There were too few elections to tell.
    Untold,
    /// They are not.
    Beyond,
}

/// The most that a root mean square error may be.
const MOST_ROOT_MEAN_SQUARE: f64 = 0.003;
/// A chance may be off by this much, or
const MOST_DIFFERENCE: f64 = 0.01;
/// by so many standard errors.
const MOST_ERRORS: f64 = 6.0;
/// Standard errors above its bound from which a mean square is taken to be beyond it.
const SURE: f64 = 3.0;

/// How far a table is off at each kind of states, and how well it foretells.
///
/// # Errors
/// Those of `out`.
pub fn print_trials(
    out: &mut impl Write,
    plan: &TrialPlan,
    trials: &[Trials],
) -> io::Result<Verdict> {
    let TrialPlan { seed, states, elections } = plan;
    writeln!(out, "{elections} elections from each of {states} states of a kind, seed {seed}\n")?;
    writeln!(out, "  {:22} {:>16}   {:>8} {:>25}", "", "mean error", "root of", "largest")?;
    writeln!(
        out,
        "  {:22} {:>8} {:>8}  {:>8} {:>9} {:>7} {:>7}",
        "states", "seen", "by luck", "mean sq.", "seen", "s.e.", "most"
    )?;
    let mut verdict = Verdict::Within;
    for kind in trials {
        let Some(accuracy) = Accuracy::of(kind.trials.iter()) else {
            writeln!(out, "  {:22} no elections", name(kind))?;
            continue;
        };
        row(out, &name(kind), &accuracy)?;
        verdict = verdict.max(verdict_of(&accuracy));
    }
    writeln!(
        out,
        "\n  Errors of chances, all seats alike. `by luck`: what the elections alone would"
    )?;
    writeln!(out, "  show of a table that is right; it is taken off the mean square. `s.e.`: the")?;
    writeln!(
        out,
        "  standard error of the largest; `most`: the most of them that any is off by.\n"
    )?;
    for states in States::ALL {
        let of = trials.iter().filter(|kind| kind.states == states);
        if let Some(accuracy) = Accuracy::of(of.flat_map(|kind| &kind.trials)) {
            calibration(out, states, &accuracy.deciles)?;
        }
    }
    let (most, off) = (MOST_ROOT_MEAN_SQUARE, MOST_DIFFERENCE);
    let bounds = format!("{most} in the root mean square, {off} and {MOST_ERRORS} s.e. in any");
    match verdict {
        Verdict::Within => writeln!(out, "Within its bounds ({bounds})")?,
        Verdict::Untold => {
            writeln!(out, "Too few elections to tell whether it is within its bounds\n({bounds})")?;
        }
        Verdict::Beyond => writeln!(out, "OUT OF ITS BOUNDS; rebuild it\n({bounds})")?,
    }
    Ok(verdict)
}

/// A mean square is beyond its bound if it is so by [`SURE`] standard errors of its own, and within
/// it if it is below by one.
fn verdict_of(accuracy: &Accuracy) -> Verdict {
    let Largest { difference, error, .. } = accuracy.largest;
    let bound = MOST_ROOT_MEAN_SQUARE * MOST_ROOT_MEAN_SQUARE;
    let square = accuracy.mean_square;
    let own = accuracy.mean_square_error.unwrap_or(f64::INFINITY);
    if square - SURE * own > bound
        || difference.abs() > MOST_DIFFERENCE && difference.abs() > MOST_ERRORS * error
    {
        Verdict::Beyond
    } else if square + own > bound {
        Verdict::Untold
    } else {
        Verdict::Within
    }
}

fn name(kind: &Trials) -> String {
    format!("{}, {}", states(kind.states), if kind.camat { "a CAMAT" } else { "no CAMAT" })
}

fn states(kind: States) -> &'static str {
    match kind {
        States::Met => "met in play",
        States::Uniform => "uniform",
    }
}

fn row(out: &mut impl Write, name: &str, accuracy: &Accuracy) -> io::Result<()> {
    let Accuracy { mean, mean_by_chance, largest, most_errors, .. } = accuracy;
    let root = accuracy.root_mean_square().map_or("< luck".to_owned(), |root| format!("{root:.5}"));
    let Largest { difference, error, .. } = largest;
    writeln!(
        out,
        "  {name:22} {mean:>8.5} {mean_by_chance:>8.5}  {root:>8} {difference:>+9.5} {error:>7.5} \
         {most_errors:>7.2}"
    )
}

/// What came of chances by tenths.
fn calibration(out: &mut impl Write, kind: States, deciles: &[Decile; 10]) -> io::Result<()> {
    writeln!(out, "  {:22} {:>11} {:>10} {:>10}   95 %", states(kind), "foretold", "mean", "came")?;
    for (tenth, decile) in deciles.iter().enumerate().filter(|(_, decile)| decile.foretold > 0) {
        let from = tenth as f64 / 10.0;
        let interval = RatioSums::of_trials(decile.came, decile.foretold).rate_interval();
        let interval = interval.map(|Interval { low, high }| format!("{low:.5} – {high:.5}"));
        writeln!(
            out,
            "    {from:.1} to {:.1}           {:>11} {:>10.5} {:>10.5}   {}",
            from + 0.1,
            decile.foretold,
            decile.mean(),
            decile.rate(),
            interval.unwrap_or_default()
        )?;
    }
    writeln!(out)
}
