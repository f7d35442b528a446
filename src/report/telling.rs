//! A story in a terminal: within 80 columns, without colour, with bars for what is ranked.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, presets};

use super::bars::whiskered;
use super::names::cut;
use super::story::{Dots, Picture, Story, Table};
use super::text::{WIDTH, say};

/// Columns for names, and for bars.
const NAMES: usize = 30;
const BARS: usize = 30;

/// Writes the brief sections of a story.
///
/// # Errors
/// Those of `out`.
pub fn print_story(out: &mut impl Write, story: &Story) -> io::Result<()> {
    say(out, &story.title)?;
    if let Some(notice) = &story.notice {
        say(out, &format!("\n{notice}"))?;
    }
    for section in story.sections.iter().filter(|section| section.brief) {
        writeln!(out, "\n{}\n", section.title.to_uppercase())?;
        for text in &section.text {
            say(out, text)?;
        }
        for figure in &section.figures {
            if let Picture::Dots(dots) = &figure.picture {
                print_bars(out, &figure.title, dots)?;
            }
        }
        for table in section.tables.iter().filter(|table| !table.folded) {
            print_table(out, table)?;
        }
        for (what, code) in &section.code {
            say(out, &format!("\n{what}:"))?;
            code.trim_end().lines().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    out.flush()
}

/// A bar a row. Only what begins at zero has a length.
fn print_bars(out: &mut impl Write, title: &str, dots: &Dots) -> io::Result<()> {
    let all = || dots.rows.iter().flat_map(|row| row.estimate.all());
    let highest = all().fold(0.0, f64::max);
    if !dots.from_zero || highest <= 0.0 {
        return Ok(());
    }
    let full = dots.unit.value(Some(highest));
    say(out, &format!("{title}: bars from 0 to {full}; ▒ is the 95 % interval"))?;
    for row in &dots.rows {
        let estimate = row.estimate.times(1.0 / highest);
        let bar = whiskered(estimate.value, estimate.interval, BARS);
        let name = cut(&row.label, NAMES);
        let name = console::pad_str(&name, NAMES, console::Alignment::Left, None);
        let value = dots.unit.value(row.estimate.value);
        writeln!(out, "  {name} {bar:<BARS$} {value:>10}")?;
    }
    writeln!(out)
}

/// Intervals stand below what they are of, so that rows are narrow.
fn print_table(out: &mut impl Write, table: &Table) -> io::Result<()> {
    let below = |column: usize| table.columns[column].name.starts_with("95 %");
    let joined = |cells: &mut dyn Iterator<Item = &str>| {
        let mut all: Vec<String> = Vec::new();
        for (column, cell) in cells.enumerate() {
            match all.last_mut().filter(|_| column > 0 && below(column)) {
                Some(last) => *last += &format!("\n{cell}"),
                None => all.push(cell.to_owned()),
            }
        }
        all
    };
    let numbers = table.columns.iter().any(|column| column.numbers);
    let mut drawn = comfy_table::Table::new();
    drawn.load_style(if numbers { presets::UTF8_HORIZONTAL_ONLY } else { presets::NOTHING });
    drawn.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    drawn.set_header(joined(&mut table.columns.iter().map(|column| column.name.as_str())));
    for row in &table.rows {
        drawn.add_row(joined(&mut row.iter().map(String::as_str)));
    }
    let stands = (0..table.columns.len()).filter(|&column| column == 0 || !below(column));
    for (drawn, column) in drawn.column_iter_mut().zip(stands) {
        if table.columns[column].numbers {
            drawn.set_cell_alignment(CellAlignment::Right);
        }
    }
    say(out, &format!("{}:", table.caption))?;
    // What is short of the right margin has no spaces at its end.
    for line in drawn.to_string().lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(rest) = &table.rest {
        say(out, rest)?;
    }
    writeln!(out)
}
