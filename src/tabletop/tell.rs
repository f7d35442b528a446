//! A record told to a person, move by move.

use std::io::{self, Write};

use textwrap::{Options, WordSplitter};

use super::chain::Chain;
use super::phrases;
use crate::engine::{Action, ElectionRecord, End, Line, RoundRecord, Rules, Start};
use crate::records::legible;

/// Columns of the text.
pub(super) const WIDTH: usize = 80;
/// Columns before a drawn line.
const INDENT: usize = 7;

/// Tells an election, as plain text of 80 columns. The record must be by the rules, as one that
/// the referee has [read](crate::records::read) or a [`Recorder`](crate::engine::Recorder) made.
///
/// # Errors
/// As `out` has them.
pub fn tell(record: &ElectionRecord, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Game {}, election {}", record.game, record.election)?;
    for (seat, label) in record.seats.enumerate() {
        paragraph(out, "  ", "          ", &format!("{seat:?}  {}", legible(label, 400)))?;
    }
    let varied = varied(&record.rules);
    if !varied.is_empty() {
        sentence(out, "  ", &format!("rules other than the defaults: {}", varied.join(", ")))?;
    }
    if let Some(camat) = record.camat_before {
        sentence(out, "  ", &format!("{camat:?} is the CAMAT of the election before"))?;
    }
    let all = phrases::plural(record.rules.stones.into(), "stone");
    sentence(out, "  ", &format!("{all} on the table, none with the seats (R9.5)"))?;
    for (number, round) in record.rounds.iter().enumerate() {
        let first = number == 0 && record.camat_before.is_none();
        tell_round(record, (number, round), first, out)?;
    }
    writeln!(out)?;
    let camat = record.camat.map(|seat| phrases::elected(seat, record.rules.camat_check));
    let rounds = phrases::plural(record.rounds.len() as u64, "round");
    sentence(out, "", &camat.unwrap_or(format!("undecided: {rounds} without a CAMAT (R9.6)")))
}

/// Tells one round; `first` where a double gives the start (R3.1).
fn tell_round(
    record: &ElectionRecord,
    (number, round): (usize, &RoundRecord),
    first: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "\nRound {number}, deal {}", round.deal)?;
    for (seat, &hand) in round.hands.enumerate() {
        writeln!(out, "  {seat:?}  {}", phrases::tiles(hand))?;
    }
    writeln!(out, "  unused  {}", phrases::tiles(round.unused))?;
    let by_double = if first { Start::by_double(&round.hands) } else { None };
    let start = by_double.unwrap_or(Start::by_right(round.starter));
    sentence(out, "  ", &phrases::starts(start, record.camat_before))?;

    let (mut line, mut chain, mut hands) = (Line::EMPTY, Chain::default(), round.hands);
    let mut last = None;
    for (ply, &action) in round.play.iter().enumerate() {
        let seat = round.starter.after(ply);
        if let Action::Play(play) = action {
            line = line.after(play);
            chain.place(play);
            hands[seat].remove(play.tile());
            last = Some((play.tile(), seat));
        }
        let mut text = format!("{seat:?} {}", phrases::acts(ply, action, line));
        // The payment of a pass is told with it; those of the end come after.
        let paid = round.payments.iter().find(|paid| usize::from(paid.ply) == ply);
        if let (Action::Pass, Some(paid)) = (action, paid) {
            text = format!("{text}: {}, {}", phrases::pass(paid.why), phrases::gets(paid));
        }
        paragraph(out, &format!("{ply:>4}  "), "      ", &text)?;
        if action != Action::Pass {
            for row in chain.rows(WIDTH - INDENT) {
                writeln!(out, "{:INDENT$}{row}", "")?;
            }
        }
    }

    if let Some(last) = last {
        let text = phrases::ends(round.end, round.winner, last, &round.mattikkeng);
        sentence(out, "  ", &text)?;
    }
    if matches!(round.end, End::Manguno | End::Mattikkeng) {
        sentence(out, "  ", &phrases::pips_left(&hands))?;
    }
    for paid in round.payments.iter().filter(|paid| !paid.why.is_pass()) {
        sentence(out, "  ", &phrases::pays(paid))?;
    }
    sentence(out, "  ", &phrases::stones(round.table, &round.stones))
}

/// The rules that are not the defaults, as `stones=10`.
pub(super) fn varied(rules: &Rules) -> Vec<String> {
    let keys = |rules: &Rules| match serde_json::to_value(rules) {
        Ok(serde_json::Value::Object(keys)) => keys,
        _ => serde_json::Map::new(),
    };
    let defaults = keys(&Rules::default());
    let varied = keys(rules).into_iter().filter(|(key, value)| defaults.get(key) != Some(value));
    varied.map(|(key, value)| format!("{key}={value}")).collect()
}

/// A phrase as a sentence of its own, indented throughout.
pub(super) fn sentence(out: &mut impl Write, indent: &str, phrase: &str) -> io::Result<()> {
    let mut letters = phrase.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    paragraph(out, indent, indent, &format!("{first}{}.", letters.as_str()))
}

/// Text that fits the width, its first line and those after it indented.
pub(crate) fn paragraph(
    out: &mut impl Write,
    first: &str,
    then: &str,
    text: &str,
) -> io::Result<()> {
    let options = Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(then)
        .word_splitter(WordSplitter::NoHyphenation);
    writeln!(out, "{}", textwrap::fill(text, options))
}
