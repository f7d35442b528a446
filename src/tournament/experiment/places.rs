//! Where in a file the values of its keys stand, and how an error shows that.

use std::collections::BTreeMap;
use std::ops::Range;

/// Where the values of an experiment file stand, for what is found wrong with them later. None are
/// known of one that was built in code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    origin: String,
    text: String,
    /// By path, such as `pool[2]` or `rules.stones`; in bytes.
    spans: BTreeMap<String, Range<usize>>,
}

/// A place in a file, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as it was named.
    pub origin: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The line, what is meant underlined.
    pub excerpt: String,
}

/// Characters of a line that are shown at most.
const SHOWN: usize = 70;

impl Places {
    /// Of a file with this text.
    pub(super) fn new(origin: &str, text: &str) -> Self {
        Self { origin: origin.to_owned(), text: text.to_owned(), spans: BTreeMap::new() }
    }

    pub(super) fn note(&mut self, path: String, span: Range<usize>) {
        self.spans.insert(path, span);
    }

    /// Forgets a key and all within it: its value is no longer that of the file.
    pub(super) fn forget(&mut self, key: &str) {
        let within = |path: &str| {
            let rest = path.strip_prefix(key);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
        };
        self.spans.retain(|path, _| !within(path));
    }

    /// The place of the first of `paths` that the file has.
    pub(crate) fn find(&self, paths: &[String]) -> Option<Place> {
        let span = paths.iter().find_map(|path| self.spans.get(path))?;
        Some(self.show(span))
    }

    /// The place of a stretch of bytes.
    pub(super) fn show(&self, span: &Range<usize>) -> Place {
        // A mark that tells the order of bytes is no part of the first line.
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(&self.text);
        let skipped = self.text.len() - text.len();
        let start = text.floor_char_boundary(span.start.saturating_sub(skipped));
        let end = text.floor_char_boundary(span.end.saturating_sub(skipped)).max(start);
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let number = 1 + text[..begin].matches('\n').count();
        let line = text[begin..].split(['\n', '\r']).next().unwrap_or_default();
        let before = text[begin..start].chars().count();
        let marked = text[start..end].split(['\n', '\r']).next().unwrap_or_default();
        Place {
            origin: self.origin.clone(),
            line: number,
            column: before + 1,
            excerpt: excerpt(number, line, before, marked.chars().count().max(1)),
        }
    }
}

/// A line with `marked` characters underlined, those after the first `before`.
fn excerpt(number: usize, line: &str, before: usize, marked: usize) -> String {
    // Of a long line a part that has the place in it.
    let long = line.chars().count() > SHOWN;
    let skip = if long { before.saturating_sub(SHOWN / 2) } else { 0 };
    let cut = line.chars().count() > skip + SHOWN;
    // Tabs and the like take one column each, so that the mark is where it should be.
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let shown: String = line.chars().skip(skip).take(SHOWN).map(plain).collect();
    let lead: String = shown.chars().take(before - skip).collect();
    let under: String = shown.chars().skip(before - skip).take(marked).collect();
    let (head, tail) = (if skip > 0 { "…" } else { "" }, if cut { "…" } else { "" });
    let width = console::measure_text_width;
    let gutter = " ".repeat(number.to_string().len());
    let indent = " ".repeat(width(head) + width(&lead));
    let mark = "^".repeat(width(&under).max(1));
    format!("{gutter} |\n{number} | {head}{}{tail}\n{gutter} | {indent}{mark}", shown.trim_end())
}
