//! A tuning as it is run: everything that decides its results.

use serde_json::{Value as Json, json};

use super::method::MethodKind;
use super::space::Space;
use crate::engine::{Rules, Seat, Seed};
use crate::strategies::{Entrant, Registry, Spec, SpecFile};
use crate::tournament::{Decimal, Design, Experiment, Outputs};

/// What `blocks` may be at least.
pub(super) const LEAST_BLOCKS: u64 = 32;

/// What is made better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Objective {
    /// Elections won.
    #[default]
    WinRate,
    /// What each round adds to the chance to be elected, by the equity table, over what the incumbent
    /// makes of the same round: a sum over the rounds of an election.
    Equity,
    /// Stones at the election: fewer are better.
    MeanStones,
}

impl Objective {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::WinRate, Self::Equity, Self::MeanStones];

    /// In a word, as files have it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::WinRate => "win_rate",
            Self::Equity => "equity",
            Self::MeanStones => "mean_stones",
        }
    }

    /// Parts of a unit that sums are in.
    pub const fn scale(self) -> u64 {
        match self {
            // As tables give chances.
            Self::Equity => 1 << 16,
            Self::WinRate | Self::MeanStones => 1,
        }
    }

    /// 1 where more is better, −1 where less is.
    pub const fn sign(self) -> i64 {
        match self {
            Self::WinRate | Self::Equity => 1,
            Self::MeanStones => -1,
        }
    }
}

/// How a winner is confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confirm {
    /// By how much it must be better for H1, in the unit of the objective; that of `equity` is the win
    /// rate.
    pub gain: Decimal,
    pub alpha: Decimal,
    pub beta: Decimal,
    /// Of each test, at most.
    pub blocks: u64,
}

/// A tuning: what is searched, how, and what it may cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The strategy file that may come of it, without `.toml`.
    pub name: String,
    /// What is to be beaten, and where the search starts.
    pub incumbent: Spec,
    pub space: Space,
    /// They take blocks in turns.
    pub opponents: Vec<Entrant>,
    pub objective: Objective,
    pub method: MethodKind,
    /// Candidates in a generation.
    pub population: usize,
    /// How far the first generation reaches: a standard deviation as a share of each range.
    pub spread: Decimal,
    /// Blocks for each candidate of the first generation that is not dropped.
    pub blocks: u64,
    /// Elections for all but the confirmation.
    pub budget: u64,
    pub seed: u64,
    pub confirm: Confirm,
    pub rules: Rules,
    pub equity: Option<SpecFile>,
}

impl Plan {
    /// One of `spec` among four of each of `others`, which take blocks in turns.
    pub fn table(&self, spec: &Spec, others: &[Entrant], seed: Seed) -> Experiment {
        let own = Entrant { label: "candidate".to_owned(), spec: spec.clone() };
        let pool = std::iter::once(own).chain(others.iter().cloned()).collect();
        let outputs = Outputs { games: false, ..Outputs::default() };
        Experiment {
            design: Design::Gauntlet,
            seed: seed.0,
            rules: self.rules,
            equity: self.equity.clone(),
            outputs,
            ..Experiment::of(pool)
        }
    }

    /// Whether candidates are judged by elections won, be it in part.
    pub const fn by_wins(&self) -> bool {
        matches!(self.objective, Objective::WinRate | Objective::Equity)
    }

    /// Mean stones of a seat at a table of equals.
    pub fn even_stones(&self) -> f64 {
        f64::from(self.rules.stones) / Seat::COUNT as f64
    }

    /// It as JSON: what a folder is known by.
    pub fn written(&self, registry: &Registry) -> Json {
        let axes: Vec<Json> = self
            .space
            .axes()
            .iter()
            .map(|axis| {
                json!({
                    "key": axis.param.key, "range": axis.told(),
                })
            })
            .collect();
        let entrant = |label: &str, spec: &Spec| {
            json!({
                "label": label,
                "strategy": spec.name,
                "parameters": spec.written_out(registry),
                "file": spec.file,
            })
        };
        let opponents: Vec<Json> =
            self.opponents.iter().map(|one| entrant(&one.label, &one.spec)).collect();
        let Confirm { gain, alpha, beta, blocks } = self.confirm;
        json!({
            "name": self.name,
            "incumbent": entrant(&self.incumbent.to_string(), &self.incumbent),
            "parameters": axes,
            "opponents": opponents,
            "objective": self.objective.word(),
            "method": self.method.word(),
            "population": self.population,
            "spread": self.spread,
            "blocks": self.blocks,
            "budget": self.budget,
            "seed": self.seed,
            "confirm": { "gain": gain, "alpha": alpha, "beta": beta, "blocks": blocks },
            "rules": self.rules,
            "equity": self.equity,
        })
    }

    /// A hash of [`written`](Self::written).
    pub fn hash(&self, registry: &Registry) -> String {
        blake3::hash(self.written(registry).to_string().as_bytes()).to_hex().to_string()
    }
}
