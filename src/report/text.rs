//! Words and numbers as all reports in a terminal have them.

use std::io::{self, Write};

use textwrap::{Options, WordSplitter};

/// Columns of a terminal that all text fits.
pub(super) const WIDTH: u16 = 80;

/// Stands for a space that no line is broken at.
const TIE: &str = "\u{a0}";

/// Writes a paragraph.
pub(super) fn say(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "{}", filled(text))
}

/// A paragraph in lines. Names are not broken at their hyphens, nor numbers from their %.
pub(super) fn filled(text: &str) -> String {
    filled_after(text, "", "")
}

/// The same, its first line and those after it indented.
pub(super) fn filled_after(text: &str, first: &str, then: &str) -> String {
    let options = Options::new(usize::from(WIDTH))
        .initial_indent(first)
        .subsequent_indent(then)
        .word_splitter(WordSplitter::NoHyphenation);
    let filled = textwrap::fill(&text.replace(" %", &format!("{TIE}%")), options);
    filled.replace(&format!("{TIE}%"), " %")
}

/// A text that begins with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A number with its sign, and none for what rounds to 0.
pub(super) fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    if text == "-0.00" || text == "+0.00" { "0.00".to_owned() } else { text }
}
