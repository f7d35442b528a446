//! A story as Markdown, for an issue or a README: what is told where there is little room.

use std::io::{self, Write};

use super::story::{Section, Story, Table};

/// Writes the brief sections of a story as Markdown (GitHub's, for tables).
///
/// # Errors
/// Those of `out`.
pub fn print_markdown(out: &mut impl Write, story: &Story) -> io::Result<()> {
    writeln!(out, "## {}\n", escaped(&story.title))?;
    if let Some(notice) = &story.notice {
        writeln!(out, "> **{}**\n", escaped(notice))?;
    }
    for section in story.sections.iter().filter(|section| section.brief) {
        writeln!(out, "### {}\n", escaped(&section.title))?;
        for text in &section.text {
            writeln!(out, "{}\n", escaped(text))?;
        }
        for table in section.tables.iter().filter(|table| !table.folded) {
            print_table(out, table)?;
        }
        code(out, section)?;
    }
    let left: Vec<String> = story
        .sections
        .iter()
        .filter(|section| !section.brief)
        .map(|section| escaped(&section.title).to_lowercase())
        .collect();
    if !left.is_empty() {
        writeln!(out, "Not told here, but in `report.html`: {}.", left.join("; "))?;
    }
    out.flush()
}

fn code(out: &mut impl Write, section: &Section) -> io::Result<()> {
    for (what, code) in &section.code {
        writeln!(out, "{}:\n", escaped(what))?;
        // A fence longer than any in it.
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        writeln!(out, "{fence}\n{}\n{fence}\n", code.trim_end())?;
    }
    Ok(())
}

fn print_table(out: &mut impl Write, table: &Table) -> io::Result<()> {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let names: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
    let rules = table.columns.iter().map(|column| if column.numbers { "---:" } else { "---" });
    writeln!(out, "{}:\n", escaped(&table.caption))?;
    writeln!(out, "{}", row(&names))?;
    writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"))?;
    for cells in &table.rows {
        writeln!(out, "{}", row(cells))?;
    }
    writeln!(out)?;
    match &table.rest {
        Some(rest) => writeln!(out, "{}\n", escaped(rest)),
        None => Ok(()),
    }
}

/// Text that Markdown shows as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '|' | '*' | '_' | '[' | ']' | '#' | '@' | '~' | '`' => {
                escaped.push('\\');
                escaped.push(c);
            }
            _ => escaped.push(c),
        }
    }
    escaped
}
