//! `domeng tournament --resume`: goes on with a run that was broken off, or makes it longer.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, anyhow};

use super::super::exit::{Failure, Outcome};
use super::super::report;
use super::TournamentArgs;
use crate::strategies::Registry;
use crate::tournament::{
    self, Experiment, Manifest, Players, Program, REPORT, Recovered, RunFolder, is_whole,
};

pub(super) fn run(path: &Path, arguments: &TournamentArgs, registry: &Registry) -> Outcome {
    let folder = RunFolder::take_up(path)?;
    let (manifest, experiment) = read(&folder, arguments.experiment.games, registry)?;
    let shown = path.display();
    if manifest.complete
        && (experiment.until.is_some() || manifest.blocks_done == Some(experiment.blocks()))
        && is_whole(path, &manifest)
    {
        let longer = match experiment.until {
            None => "; --games N makes it longer",
            Some(_) => ": a run until decided ends by itself",
        };
        let text = format!("{shown} is complete{longer}\n");
        let _ = io::stderr().write_all(text.as_bytes());
        if !path.join(REPORT).is_file() {
            // It may have ended just before it had one.
            report::of_run(&folder, None, arguments.quiet)?;
        }
        return Ok(());
    }
    let players = Players::new(&experiment, registry)?;
    let recovered = Recovered::of(path, &manifest, &experiment)?;
    let before = recovered.tally.blocks;
    let seen = manifest.checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.blocks);
    if before < seen {
        // Said in any case: it may be hours of play.
        let text = format!(
            "of {seen} blocks that were written, the files have {before} together; all others are \
             played again\n"
        );
        let _ = io::stderr().write_all(text.as_bytes());
    }
    super::play(arguments, &players, &folder, before, |options, progress| {
        let from = (manifest, recovered);
        tournament::resume(&players, registry, &folder, from, options, progress)
    })
}

/// The manifest of the folder, and its experiment with as many games as are asked for.
fn read(
    folder: &RunFolder,
    games: Option<u64>,
    registry: &Registry,
) -> Result<(Manifest, Experiment), Failure> {
    let path = folder.path();
    let read = || -> anyhow::Result<_> {
        let manifest = Manifest::read(path)?;
        let experiment = manifest.experiment(registry)?;
        anyhow::ensure!(
            manifest.is_of_its_experiment(),
            "its experiment is not the one that the run was begun with"
        );
        Ok((manifest, experiment))
    };
    let (manifest, mut experiment) = read().with_context(|| {
        format!(
            "{} can't be resumed: put back its manifest.json as it was, or begin again with \
             --out and --force",
            path.display()
        )
    })?;
    let (its, ours) = (&manifest.program, Program::this());
    if its.version != ours.version {
        return Err(Failure::Run(anyhow!(
            "{} was begun by version {} and this is {}, which may play otherwise; go on with \
             that version, or begin again with --out and --force",
            path.display(),
            its.version,
            ours.version
        )));
    }
    if let Some(games) = games {
        if experiment.until.is_some() {
            return Err(Failure::Usage(anyhow!(
                "--games {games}: a run until decided ends by itself, and can't be made longer"
            )));
        }
        let least = experiment.games;
        experiment.games = games;
        experiment.check().map_err(Failure::usage)?;
        if games < least {
            return Err(Failure::Usage(anyhow!(
                "--games {games}: the run is of {least}, and can be made longer but not shorter"
            )));
        }
    }
    Ok((manifest, experiment))
}
