//! A story as one file of HTML that needs nothing else: pictures, style and script are in it.

use askama::Template;

use super::charts::{ChartError, Drawn, draw};
use super::story::{Section, Story, Table};

/// A page that can't be made.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    #[error(transparent)]
    Chart(#[from] ChartError),
    #[error("the page can't be written: {0}")]
    Template(#[from] askama::Error),
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    story: &'a Story,
    sections: Vec<Drawing<'a>>,
}

/// A section with its pictures.
struct Drawing<'a> {
    section: &'a Section,
    figures: Vec<Picture<'a>>,
}

struct Picture<'a> {
    id: String,
    title: &'a str,
    words: &'a str,
    rest: Option<&'a str>,
    drawn: Drawn,
}

impl Drawing<'_> {
    /// Code that is too long to be in the way.
    fn is_long(&self, code: &str) -> bool {
        code.lines().count() > 24
    }
}

/// The page of a story, the same bytes for the same story.
///
/// # Errors
/// A picture can't be drawn.
pub fn page(story: &Story) -> Result<String, PageError> {
    let sections = story.sections.iter().enumerate().map(|(number, section)| {
        let figures = section.figures.iter().enumerate().map(|(at, figure)| {
            let id = format!("f{number}-{at}");
            let drawn = draw(figure, &id)?;
            let rest = figure.rest.as_deref();
            Ok(Picture { id, title: &figure.title, words: &figure.words, rest, drawn })
        });
        let figures = figures.collect::<Result<_, ChartError>>()?;
        Ok(Drawing { section, figures })
    });
    let sections = sections.collect::<Result<_, ChartError>>()?;
    Ok(Page { story, sections }.render()?)
}

/// A cell of a table: what names its row, a number, or words.
fn kind(table: &Table, column: &usize) -> &'static str {
    if table.columns.get(*column).is_some_and(|column| column.numbers) {
        " class=\"n\""
    } else {
        ""
    }
}
