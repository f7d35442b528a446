//! What follows from the blocks of a run, whatever else is asked of them.

use super::super::compare::Side;
use super::super::ratings::Ratings;
use super::super::summaries::Named;
use super::super::tally::{BlockSums, Tally};
use super::super::until::Watch;
use super::differences::Family;
use super::run::DecideError;
use super::thriving::Thriving;

/// A run whose blocks were read one by one.
pub struct Followed {
    pub tally: Tally,
    pub ratings: Ratings,
    pub families: Vec<Family>,
    pub thriving: Vec<Thriving>,
    /// Of a run that ends when it has decided.
    pub watch: Option<Watch>,
}

/// Reads the blocks of a run; `each` hears of every one, with the tally up to it. Ratings take two
/// passes more, where they are not `known`.
///
/// # Errors
/// Its journal can't be read, or has fewer blocks than its manifest says.
pub fn follow(
    run: &Side,
    known: Option<&Ratings>,
    mut each: impl FnMut(&BlockSums, &Tally),
) -> Result<Followed, DecideError> {
    let experiment = &run.experiment;
    let named = Named::of(experiment);
    let mut tally = Tally::new(named.arms.len(), named.labels.len());
    let mut watch = experiment.until.map(Watch::new);
    let mut journal = run.journal()?;
    for number in 0..run.blocks {
        let block = run.next(&mut journal)?.ok_or_else(|| run.short(number))?;
        tally.add(&block);
        watch.iter_mut().for_each(|watch| watch.take(&block));
        each(&block, &tally);
    }
    let ratings = match known {
        Some(known) => known.clone(),
        None => Ratings::of_run(&run.folder, experiment, &tally).map_err(|cause| {
            DecideError::Ratings { path: run.folder.display().to_string(), cause }
        })?,
    };
    let results = named.results(&tally, &ratings, watch.as_ref());
    let families = Family::all(results);
    let thriving = Thriving::all(results, &families);
    Ok(Followed { tally, ratings, families, thriving, watch })
}
