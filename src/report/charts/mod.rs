//! Pictures as SVG, drawn by plotters: one kind a file. Colours are names that the page gives values,
//! so that one picture is right on light and dark ground (docs/decisions/0013).

mod bars;
mod canvas;
mod curves;
mod dots;
mod heat;
mod letters;
mod scale;

use super::story::{Figure, Picture};

/// A picture that can't be drawn.
#[derive(Debug, thiserror::Error)]
#[error("a picture can't be drawn: {0}")]
pub struct ChartError(String);

/// A figure as it is drawn.
pub(super) struct Drawn {
    /// An SVG each.
    pub(super) panels: Vec<String>,
    /// The same on a logarithmic scale, where there is such a form.
    pub(super) log: Vec<String>,
    /// How it stands on the page: `many` small panels beside each other, `one`, `one heat`.
    pub(super) class: &'static str,
    /// The pixels of a drawing whose size follows from what it shows; 0 of others.
    pub(super) width: i32,
}

impl Drawn {
    /// Pixels that it should have where there is less room, being scrolled then.
    pub(super) fn least(&self) -> i32 {
        if self.width > 400 { self.width * 4 / 5 } else { 0 }
    }

    /// Pixels that it should have at most.
    pub(super) fn most(&self) -> i32 {
        self.width * 5 / 4
    }
}

/// Draws a figure; `id` begins the names in it, which are then its own on a page.
///
/// # Errors
/// plotters can't draw it.
pub(super) fn draw(figure: &Figure, id: &str) -> Result<Drawn, ChartError> {
    let panel = |at: usize| format!("{id}-{at}");
    let (log, width) = (Vec::new(), 0);
    match &figure.picture {
        Picture::Dots(dots) => {
            let panels = vec![dots::draw(figure, dots, &panel(0))?];
            Ok(Drawn { panels, log, class: "one", width })
        }
        Picture::Heat(heat) => {
            let panels = vec![heat::draw(figure, heat, &panel(0))?];
            Ok(Drawn { panels, log, class: "one heat", width: heat::width(heat) })
        }
        Picture::Bars(all) => {
            let form = |log: bool| {
                let one = |at| bars::draw(figure, all, at, log, &format!("{}{log}", panel(at)));
                (0..all.panels.len()).map(one).collect::<Result<Vec<_>, _>>()
            };
            let log = if all.log { form(true)? } else { Vec::new() };
            Ok(Drawn { panels: form(false)?, log, class: "many", width })
        }
        Picture::Curves(all) => {
            let one = |at| curves::draw(figure, all, at, &panel(at));
            let panels = (0..all.len()).map(one).collect::<Result<_, _>>()?;
            Ok(Drawn { panels, log, class: "many", width })
        }
    }
}
