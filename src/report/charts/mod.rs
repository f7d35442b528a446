//! Pictures as SVG, drawn by plotters: one kind a file. Colours are names that the page gives values,
//! so that one picture is right on light and dark ground (docs/decisions/0013).

mod bars;
mod canvas;
mod curves;
mod dots;
mod heat;
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
    /// Whether panels are small, to stand beside each other.
    pub(super) small: bool,
}

/// Draws a figure; `id` begins the names in it, which are then its own on a page.
///
/// # Errors
/// plotters can't draw it.
pub(super) fn draw(figure: &Figure, id: &str) -> Result<Drawn, ChartError> {
    let panel = |at: usize| format!("{id}-{at}");
    let alone = |svg: String| Drawn { panels: vec![svg], log: Vec::new(), small: false };
    match &figure.picture {
        Picture::Dots(dots) => Ok(alone(dots::draw(figure, dots, &panel(0))?)),
        Picture::Heat(heat) => Ok(alone(heat::draw(figure, heat, &panel(0))?)),
        Picture::Bars(all) => {
            let form = |log: bool| {
                let one = |at| bars::draw(figure, all, at, log, &format!("{}{log}", panel(at)));
                (0..all.panels.len()).map(one).collect::<Result<Vec<_>, _>>()
            };
            let log = if all.log { form(true)? } else { Vec::new() };
            Ok(Drawn { panels: form(false)?, log, small: true })
        }
        Picture::Curves(all) => {
            let one = |at| curves::draw(figure, all, at, &panel(at));
            let panels = (0..all.len()).map(one).collect::<Result<_, _>>()?;
            Ok(Drawn { panels, log: Vec::new(), small: true })
        }
    }
}
