//! `manifest.json`: what was run, by what, and what came of it; enough to run it again.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::design::{Design, Seating};
use super::experiment::{Experiment, Outputs};
use super::until::Until;
use crate::engine::Rules;
use crate::files::replace;
use crate::strategies::{Entrant, Registry, Spec, SpecFile};

/// Its name in a run's folder.
pub const MANIFEST: &str = "manifest.json";
/// The version of its form.
const VERSION: u32 = 1;

/// The program that ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    pub name: String,
    pub version: String,
    /// Where built from a checkout.
    pub git_commit: Option<String>,
    pub git_dirty: Option<bool>,
    pub rustc: String,
    pub target: String,
}

impl Program {
    /// This one.
    pub fn this() -> Self {
        let some = |text: &'static str| (!text.is_empty()).then(|| text.to_owned());
        Self {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            git_commit: some(env!("DOMENG_COMMIT")),
            git_dirty: env!("DOMENG_DIRTY").parse().ok(),
            rustc: env!("DOMENG_RUSTC").to_owned(),
            target: env!("DOMENG_TARGET").to_owned(),
        }
    }
}

/// An entrant with every parameter of its strategy written out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrittenEntrant {
    pub label: String,
    pub spec: String,
    pub strategy: String,
    pub parameters: BTreeMap<String, String>,
    /// Where the spec was a strategy file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<SpecFile>,
}

/// The experiment as resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ManifestExperiment {
    design: Design,
    pool: Vec<WrittenEntrant>,
    /// Games asked for.
    games: u64,
    /// Games that are played: whole blocks, whole cycles where they fit.
    games_played: u64,
    blocks: u64,
    cycle: u64,
    elections: u32,
    seed: u64,
    records: bool,
    rules: Rules,
    #[serde(default)]
    both: bool,
    /// By place in the pool.
    #[serde(default)]
    seatings: Vec<Seating>,
    #[serde(default)]
    outputs: ManifestOutputs,
    /// The equity table, where it is not the shipped one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    equity: Option<SpecFile>,
    /// Whose rating is fixed, by place in the pool.
    #[serde(default)]
    anchor: usize,
    /// Of a run that ends when it has decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<Until>,
}

/// Which files are written, besides `records`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct ManifestOutputs {
    games: bool,
    rounds: bool,
    zstd: bool,
}

impl Default for ManifestOutputs {
    fn default() -> Self {
        let Outputs { games, rounds, zstd, .. } = Outputs::default();
        Self { games, rounds, zstd }
    }
}

/// A result file: its rows without the header, its length, and the BLAKE3 hash of its bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileEntry {
    pub rows: u64,
    pub blake3: String,
    /// Not told by version 0.1.
    #[serde(default)]
    pub bytes: Option<u64>,
}

/// The first bytes of a file that grows, as they were seen onto the disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    pub bytes: u64,
    pub blake3: String,
}

/// How far a run was when its manifest was last written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    pub blocks: u64,
    /// By name, for the files that grow.
    pub files: BTreeMap<String, Mark>,
}

/// The manifest of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    domeng: u32,
    experiment: ManifestExperiment,
    pub program: Program,
    /// UTC, RFC 3339.
    pub started: String,
    pub ended: Option<String>,
    pub threads: usize,
    /// Blocks that the files hold; not known while the run goes on, or where it broke off.
    pub blocks_done: Option<u64>,
    /// Whether they are all.
    pub complete: bool,
    /// Whether the same experiment gives the same bytes: no budget of time was used.
    pub reproducible: bool,
    pub files: BTreeMap<String, FileEntry>,
    /// Null until the files of the run are there: what the folder holds then is not its own.
    #[serde(default)]
    pub checkpoint: Option<Checkpoint>,
    /// The run in one hash, once it has ended: BLAKE3 of a line `NAME HASH` for each of its files,
    /// in the order of names.
    #[serde(default)]
    pub run_hash: Option<String>,
    /// BLAKE3 of `experiment`, as JSON without spaces: a run goes on with none but its own.
    #[serde(default)]
    pub experiment_hash: Option<String>,
}

/// A manifest that can't be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("{path}: {cause}")]
    Io { path: String, cause: std::io::Error },
    #[error("{path}: not a manifest: {cause}")]
    Json { path: String, cause: serde_json::Error },
    #[error("{path}: {cause}")]
    Content { path: String, cause: String },
}

/// Now, in UTC, to the second.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

impl Manifest {
    /// Of a run about to begin.
    pub fn begin(experiment: &Experiment, registry: &Registry, threads: usize) -> Self {
        let pool = experiment.pool.iter().map(|entrant| written_out(entrant, registry)).collect();
        let Outputs { games, rounds, zstd, .. } = experiment.outputs;
        Self {
            domeng: VERSION,
            experiment: ManifestExperiment {
                design: experiment.design,
                pool,
                games: experiment.games,
                games_played: experiment.games_played(),
                blocks: experiment.blocks(),
                cycle: experiment.schedule().cycle_length(),
                elections: experiment.elections,
                seed: experiment.seed,
                records: experiment.outputs.records,
                rules: experiment.rules,
                both: experiment.both,
                seatings: experiment.seatings.clone(),
                outputs: ManifestOutputs { games, rounds, zstd },
                equity: experiment.equity.clone(),
                anchor: experiment.anchor,
                until: experiment.until,
            },
            program: Program::this(),
            started: now(),
            ended: None,
            threads,
            blocks_done: None,
            complete: false,
            reproducible: true,
            files: BTreeMap::new(),
            checkpoint: None,
            run_hash: None,
            experiment_hash: None,
        }
        .with_hash()
    }

    fn with_hash(mut self) -> Self {
        self.experiment_hash = self.hash_of_experiment();
        self
    }

    fn hash_of_experiment(&self) -> Option<String> {
        let json = serde_json::to_vec(&self.experiment).ok()?;
        Some(blake3::hash(&json).to_hex().to_string())
    }

    /// Whether the experiment is the one that it was written with.
    pub fn is_of_its_experiment(&self) -> bool {
        self.experiment_hash.is_none() || self.experiment_hash == self.hash_of_experiment()
    }

    /// Of the same run as it goes on, to as many games as `experiment` has.
    pub fn go_on(self, experiment: &Experiment, registry: &Registry, threads: usize) -> Self {
        let Self { started, checkpoint, .. } = self;
        Self { started, checkpoint, ..Self::begin(experiment, registry, threads) }
    }

    /// Takes down what came of it: the blocks that were played, all of them or as many as it took to
    /// decide, if it has `decided`.
    pub fn end(&mut self, blocks_done: u64, decided: bool, files: BTreeMap<String, FileEntry>) {
        self.ended = Some(now());
        self.blocks_done = Some(blocks_done);
        self.complete = decided || blocks_done == self.experiment.blocks;
        self.run_hash = Some(hash_of_run(&files));
        self.files = files;
    }

    /// The entrants of the pool, in its order.
    pub fn pool(&self) -> &[WrittenEntrant] {
        &self.experiment.pool
    }

    /// The rules that were played by.
    pub fn rules(&self) -> &Rules {
        &self.experiment.rules
    }

    /// The equity table that was played by, where it was not the shipped one.
    pub fn equity(&self) -> Option<&SpecFile> {
        self.experiment.equity.as_ref()
    }

    /// Blocks of the whole experiment.
    pub fn blocks(&self) -> u64 {
        self.experiment.blocks
    }

    /// The experiment as it is written, key by key.
    pub fn experiment_written(&self) -> serde_json::Value {
        // What has been read as JSON, or is about to be written, can be JSON.
        serde_json::to_value(&self.experiment).unwrap_or_default()
    }

    /// Replaces the manifest of `folder`, as a whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<(), ManifestError> {
        let path = folder.join(MANIFEST);
        let write = || -> std::io::Result<()> {
            let mut bytes = serde_json::to_vec_pretty(self)?;
            bytes.push(b'\n');
            replace(&path, &bytes)
        };
        write().map_err(|cause| ManifestError::Io { path: path.display().to_string(), cause })
    }

    /// Reads the manifest of `folder`.
    pub fn read(folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join(MANIFEST);
        let shown = || path.display().to_string();
        let bytes =
            std::fs::read(&path).map_err(|cause| ManifestError::Io { path: shown(), cause })?;
        let manifest: Self = serde_json::from_slice(&bytes)
            .map_err(|cause| ManifestError::Json { path: shown(), cause })?;
        if manifest.domeng != VERSION {
            let cause = format!("its form is {}; this program reads {VERSION}", manifest.domeng);
            return Err(ManifestError::Content { path: shown(), cause });
        }
        Ok(manifest)
    }

    /// The experiment, its strategies with every parameter as it was then.
    pub fn experiment(&self, registry: &Registry) -> Result<Experiment, ManifestError> {
        let written = &self.experiment;
        let fail = |cause: String| ManifestError::Content { path: MANIFEST.to_owned(), cause };
        let pool: Result<Vec<Entrant>, ManifestError> = written
            .pool
            .iter()
            .map(|entrant| {
                let spec = Spec::from_written(&entrant.strategy, &entrant.parameters, registry);
                let mut spec = spec.map_err(|cause| fail(cause.to_string()))?;
                spec.file.clone_from(&entrant.file);
                Ok(Entrant { label: entrant.label.clone(), spec })
            })
            .collect();
        let experiment = Experiment {
            design: written.design,
            pool: pool?,
            games: written.games,
            elections: written.elections,
            seed: written.seed,
            rules: written.rules,
            both: written.both,
            seatings: written.seatings.clone(),
            equity: written.equity.clone(),
            anchor: written.anchor,
            until: written.until,
            outputs: Outputs {
                games: written.outputs.games,
                rounds: written.outputs.rounds,
                records: written.records,
                zstd: written.outputs.zstd,
            },
        };
        experiment.check().map_err(|cause| fail(cause.to_string()))?;
        let told = (written.games_played, written.blocks, written.cycle);
        let follow =
            (experiment.games_played(), experiment.blocks(), experiment.schedule().cycle_length());
        if told != follow {
            return Err(fail(format!(
                "games_played, blocks and cycle are {told:?}; from games, pool and design follow {follow:?}"
            )));
        }
        Ok(experiment)
    }
}

/// The hash of a run with these files.
pub(super) fn hash_of_run(files: &BTreeMap<String, FileEntry>) -> String {
    let line = |(name, entry): (&String, &FileEntry)| format!("{name} {}\n", entry.blake3);
    let lines: String = files.iter().map(line).collect();
    blake3::hash(lines.as_bytes()).to_hex().to_string()
}

fn written_out(entrant: &Entrant, registry: &Registry) -> WrittenEntrant {
    let spec = &entrant.spec;
    WrittenEntrant {
        label: entrant.label.clone(),
        spec: spec.to_string(),
        strategy: spec.name.clone(),
        parameters: spec.written_out(registry),
        file: spec.file.clone(),
    }
}
