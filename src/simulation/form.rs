//! The state of a simulation, and its form in a file (formats.md).

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, PrettyFormatter};

use super::consistency::{Contradiction, TallyForm};
use super::plan::{Simulation, SimulationError};
use super::players::{Players, PlayersError};
use super::tally::Tally;
use crate::engine::Rules;
use crate::strategies::{Registry, Spec, SpecError, SpecFile};

/// The version of its form.
const VERSION: u32 = 1;
/// What it says it is.
const KIND: &str = "simulation";
/// Elections whose sums tell whether the program still plays as it did.
const PROBE: u64 = 16;
/// The last line but one, before its value is filled in.
const HASH_LINE: &str = "  \"blake3\": \"\"\n}";

/// A simulation and the sums of its first elections.
#[derive(Clone, Debug)]
pub struct State {
    simulation: Simulation,
    /// Every parameter of the strategy.
    parameters: BTreeMap<String, String>,
    /// 16 hexadecimal digits: a hash of what the first elections come to.
    play: String,
    tally: Tally,
}

/// A state that can't be read, kept or gone on with.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    #[error("{path}: {cause}")]
    Io { path: String, cause: io::Error },
    #[error(
        "{0} exists; go on with it by --resume, choose another --out, or --force to replace it"
    )]
    Exists(String),
    #[error("{0} is no file of a simulation, so it is left alone; choose another --out")]
    Other(String),
    #[error("another simulation is writing to {0}; choose another --out, or wait for it")]
    Busy(String),
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// A file that is no state to go on from.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct Refused {
    pub path: String,
    pub reason: Reason,
}

/// Why a state is refused.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    #[error("no file that `domeng simulate` wrote: {0}")]
    Foreign(String),
    #[error("{key}{cause}; the file is damaged, go on from a whole copy or begin anew")]
    Damaged { key: String, cause: String },
    #[error(
        "it was written by version {found} and this is {}, whose elections can't be added to it; \
         go on with that version, or begin anew",
        env!("CARGO_PKG_VERSION")
    )]
    Version { found: String },
    #[error(
        "its first {PROBE} elections came out otherwise than this program plays them (`play` is \
         {found}, here {here}), so it can't be gone on with; begin anew"
    )]
    Play { found: String, here: String },
    #[error("{key} is {found}, but {asked} is asked for; leave that out, or begin anew")]
    Differs { key: String, found: String, asked: String },
    #[error("it has {done} elections already; ask for as many or more, not for {asked}")]
    Fewer { done: u64, asked: u64 },
    #[error(transparent)]
    Players(#[from] PlayersError),
    #[error(transparent)]
    Simulation(#[from] SimulationError),
}

impl Reason {
    fn damaged(key: &str, cause: impl ToString) -> Self {
        let key = if key.is_empty() { String::new() } else { format!("{key}: ") };
        Self::Damaged { key, cause: cause.to_string() }
    }
}

impl From<Contradiction> for Reason {
    fn from(Contradiction { key, cause }: Contradiction) -> Self {
        Self::damaged(key, cause)
    }
}

impl State {
    /// Of a simulation about to begin, which `players` play.
    pub fn begin(simulation: &Simulation, players: &Players, registry: &Registry) -> Self {
        Self {
            simulation: simulation.clone(),
            parameters: simulation.spec.written_out(registry),
            play: probe(players, &simulation.rules),
            tally: Tally::new(),
        }
    }

    /// What is simulated.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The sums so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Elections in it: those numbered below this.
    pub fn done(&self) -> u64 {
        self.tally.elections()
    }

    /// Whether they are all that were asked for.
    pub fn is_complete(&self) -> bool {
        self.done() >= self.simulation.elections
    }

    /// Takes in the elections that follow on those done.
    pub(super) fn add(&mut self, tally: &Tally) {
        self.tally.merge(tally);
    }

    /// Asks for `elections` in all.
    ///
    /// # Errors
    /// They are fewer than are done, or out of bounds.
    pub fn ask_for(&mut self, elections: u64) -> Result<(), Reason> {
        let done = self.done();
        if elections < done {
            return Err(Reason::Fewer { done, asked: elections });
        }
        let simulation = Simulation { elections, ..self.simulation.clone() };
        simulation.check()?;
        self.simulation = simulation;
        Ok(())
    }

    /// The bytes of its file.
    ///
    /// # Errors
    /// None that a state can cause; serialization has them.
    pub fn render(&self) -> io::Result<String> {
        let mut bytes = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Lines::default());
        self.form().serialize(&mut serializer)?;
        let text = String::from_utf8(bytes).map_err(io::Error::other)?;
        let text = text.strip_suffix(HASH_LINE).unwrap_or(&text);
        let hash = blake3::hash(text.as_bytes());
        Ok(format!("{text}  \"blake3\": \"{hash}\"\n}}\n"))
    }

    fn form(&self) -> Form {
        let Simulation { spec, rules, equity, seed, elections } = &self.simulation;
        Form {
            domeng: VERSION,
            kind: KIND.to_owned(),
            program: Program::this(),
            strategy: FormStrategy {
                spec: spec.to_string(),
                name: spec.name.clone(),
                parameters: self.parameters.clone(),
            },
            rules: *rules,
            equity: equity.clone(),
            seed: *seed,
            elections: *elections,
            play: self.play.clone(),
            done: self.done(),
            complete: self.is_complete(),
            tally: TallyForm::of(&self.tally, rules),
            blake3: String::new(),
        }
    }

    /// Reads what [`render`](Self::render) wrote, and takes nothing else; with the players that go
    /// on with it.
    ///
    /// # Errors
    /// The text is no state, is not whole, contradicts itself, or is of a program that played
    /// otherwise.
    pub fn read(text: &str, registry: &Registry) -> Result<(Self, Players), Reason> {
        check_head(text)?;
        let form: Form = parse(text)?;
        let simulation = form.simulation(registry)?;
        let (done, complete) = (form.done, form.complete);
        if done > simulation.elections || complete != (done == simulation.elections) {
            let cause = format!("{done} of {} elections and {complete}", simulation.elections);
            return Err(Reason::damaged("done and complete", cause));
        }
        let tally = form.tally.check(&simulation.rules, done)?;
        let parameters = form.strategy.parameters;
        let state = Self { simulation, parameters, play: form.play, tally };
        state.compare(text, &form.blake3)?;
        let players = Players::new(&state.simulation, registry)?;
        let here = probe(&players, &state.simulation.rules);
        if here != state.play {
            return Err(Reason::Play { found: state.play, here });
        }
        Ok((state, players))
    }

    /// Refuses a text, with its hash, that is not what this state is written as.
    fn compare(&self, text: &str, hash: &str) -> Result<(), Reason> {
        let rendered = self.render().map_err(|cause| Reason::damaged("", cause))?;
        if rendered == text {
            return Ok(());
        }
        let same = rendered.lines().zip(text.lines()).take_while(|(ours, its)| ours == its);
        let key = format!("line {}", same.count() + 1);
        let cause = match rendered.contains(&format!("\"{hash}\"")) {
            true => "not as `domeng simulate` writes it",
            false => "the file was changed, for `blake3` does not fit what is above it",
        };
        Err(Reason::damaged(&key, cause))
    }
}

/// A hash of what the first elections come to.
fn probe(players: &Players, rules: &Rules) -> String {
    let mut tally = Tally::new();
    players.play(0..PROBE, &AtomicBool::new(false), &mut tally);
    let text = serde_json::to_string(&TallyForm::of(&tally, rules)).unwrap_or_default();
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// The object in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    domeng: u32,
    kind: String,
    program: Program,
    strategy: FormStrategy,
    rules: Rules,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    equity: Option<SpecFile>,
    seed: u64,
    elections: u64,
    play: String,
    done: u64,
    complete: bool,
    tally: TallyForm,
    /// Of all bytes before its line; filled in when the rest is written.
    blake3: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FormStrategy {
    spec: String,
    name: String,
    parameters: BTreeMap<String, String>,
}

impl Form {
    fn simulation(&self, registry: &Registry) -> Result<Simulation, Reason> {
        let FormStrategy { spec: canonical, name, parameters } = &self.strategy;
        let damaged = |cause: SpecError| Reason::damaged("strategy", cause);
        let spec = Spec::from_written(name, parameters, registry).map_err(damaged)?;
        if spec.to_string() != *canonical {
            let cause = format!("`{canonical}`, but its parameters are those of `{spec}`");
            return Err(Reason::damaged("strategy.spec", cause));
        }
        let Self { rules, seed, elections, .. } = *self;
        let equity = self.equity.clone();
        let simulation = Simulation { spec, rules, equity, seed, elections };
        simulation.check().map_err(|cause| Reason::damaged("elections", cause))?;
        Ok(simulation)
    }
}

/// What wrote a file.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Program {
    name: String,
    version: String,
}

impl Program {
    fn this() -> Self {
        let [name, version] =
            [env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")].map(str::to_owned);
        Self { name, version }
    }
}

/// What every version writes.
#[derive(Deserialize)]
struct Head {
    domeng: u32,
    kind: String,
    program: Program,
}

/// Whether a text begins as every state does, whole or not.
pub(super) fn begins_as_a_state(text: &str) -> bool {
    let squeezed: String = text.chars().take(200).filter(|c| !c.is_whitespace()).collect();
    squeezed.starts_with("{\"domeng\":") && squeezed.contains(&format!("\"kind\":\"{KIND}\""))
}

/// Refuses a file that some other program or version wrote.
fn check_head(text: &str) -> Result<(), Reason> {
    let head: Head = match serde_json::from_str(text) {
        Ok(head) => head,
        Err(cause) if cause.is_data() || !begins_as_a_state(text) => {
            return Err(Reason::Foreign(cause.to_string()));
        }
        Err(cause) => return Err(Reason::damaged("", cause)),
    };
    if head.kind != KIND || head.program.name != env!("CARGO_PKG_NAME") {
        let cause = format!("it is a {} of {}", head.kind, head.program.name);
        return Err(Reason::Foreign(cause.escape_debug().to_string()));
    }
    if head.domeng != VERSION {
        let cause = format!("its form is number {}; this program knows {VERSION}", head.domeng);
        return Err(Reason::Foreign(cause));
    }
    if head.program.version != env!("CARGO_PKG_VERSION") {
        let found = head.program.version.escape_debug().to_string();
        return Err(Reason::Version { found });
    }
    Ok(())
}

fn parse(text: &str) -> Result<Form, Reason> {
    let mut source = serde_json::Deserializer::from_str(text);
    let form = serde_path_to_error::deserialize(&mut source).map_err(|error| {
        let key = error.path().to_string();
        Reason::damaged(if key == "." { "" } else { &key }, error.inner())
    })?;
    source.end().map_err(|cause| Reason::damaged("", cause))?;
    Ok(form)
}

/// JSON with a key a line, and a list within its line.
#[derive(Default)]
struct Lines(PrettyFormatter<'static>);

impl Formatter for Lines {
    fn begin_array_value<W: io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}
