//! The file of a tuning: TOML, every key with its bounds, and what it comes to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::axis::{Axis, Scale};
use super::error::TuneError;
use super::method::MethodKind;
use super::plan::{Confirm, LEAST_BLOCKS, Objective, Plan};
use super::space::Space;
use crate::engine::{Rules, Seed};
use crate::strategies::{
    Entrant, Entry, Kind, Param, PoolError, Registry, Spec, SpecError, SpecFile, Value, entrants,
    nearest_of, quote,
};
use crate::tournament::{
    Decimal, ExperimentError, Instead, Key, MAX_POOL, Places, Takes, check_document, key, rule,
};

/// The keys of the file of a tuning. What is not given has a default.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneFile {
    pub name: Option<String>,
    /// The incumbent, as `-s` takes it.
    pub strategy: Option<String>,
    pub opponents: Option<Vec<String>>,
    pub objective: Option<Objective>,
    pub method: Option<MethodKind>,
    pub population: Option<usize>,
    pub spread: Option<Decimal>,
    pub blocks: Option<u64>,
    pub budget: Option<u64>,
    pub seed: Option<u64>,
    pub equity: Option<String>,
    #[serde(default)]
    pub parameters: BTreeMap<String, ParameterFile>,
    #[serde(default)]
    pub confirm: ConfirmFile,
    #[serde(default)]
    pub rules: Rules,
    /// Where the values stand.
    #[serde(skip)]
    pub places: Places,
    /// What is said over it.
    #[serde(skip)]
    pub over: TuneOverrides,
}

/// A table of `[parameters]`: the range of one.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterFile {
    pub low: Option<toml::Value>,
    pub high: Option<toml::Value>,
    pub scale: Option<Scale>,
    pub words: Option<Vec<String>>,
}

/// The table `[confirm]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfirmFile {
    pub gain: Option<Decimal>,
    pub alpha: Option<Decimal>,
    pub beta: Option<Decimal>,
    pub blocks: Option<u64>,
}

/// What is said over a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneOverrides {
    pub method: Option<MethodKind>,
    pub budget: Option<u64>,
    pub seed: Option<u64>,
}

/// All keys, in the order in which they are told.
fn keys() -> Vec<Key> {
    let whole = |low: u64, high: u64| Takes::Whole { low: low.into(), high: high.into() };
    let decimal = |low, high| Takes::Decimal {
        low: Decimal::millionths(low),
        high: Decimal::millionths(high),
    };
    let parameter = vec![
        key("low", Takes::Number, "the least value of a number"),
        key("high", Takes::Number, "the greatest"),
        key("scale", Takes::Word(Scale::WORDS.to_vec()), "whether steps or ratios are alike"),
        key("words", Takes::Words, "words of a choice"),
    ];
    let confirm = vec![
        key("gain", decimal(1, 200_000_000), "what is better for H1, in the unit of the objective"),
        key("alpha", decimal(1, 499_999), "the chance to end with H1 where H0 is true"),
        key("beta", decimal(1, 499_999), "the chance to end with H0 where H1 is true"),
        key("blocks", whole(250, 1_000_000_000), "blocks of each test at most"),
    ];
    let objectives = Objective::ALL.map(Objective::word).to_vec();
    let methods = MethodKind::ALL.map(MethodKind::word).to_vec();
    vec![
        key("name", Takes::Text("the name of the strategy file"), "of the strategy file"),
        key("strategy", Takes::Text("SPEC as -s takes it"), "what is to be beaten"),
        key("opponents", Takes::Entrants, "who has the other four seats, in turns"),
        key("objective", Takes::Word(objectives), "what is made better"),
        key("method", Takes::Word(methods), "how it is searched"),
        key("population", whole(4, 1000), "candidates in a generation"),
        key("spread", decimal(1000, 500_000), "how far the first generation reaches"),
        key("blocks", whole(LEAST_BLOCKS, 1_000_000_000), "blocks for a candidate at first"),
        key("budget", whole(1, 1_000_000_000_000), "elections for all but the confirmation"),
        key("seed", whole(0, u64::MAX), "master seed"),
        key("equity", Takes::Path, "file of an equity table for the rules"),
        key("parameters", Takes::Named(parameter), "what is tuned"),
        key("confirm", Takes::Table(confirm), "the tests of the winner"),
        key("rules", Takes::Table(Rules::FIELDS.map(rule).into()), "the rules of the game"),
    ]
}

impl TuneFile {
    /// Reads a file's text; `origin` names it in errors.
    ///
    /// # Errors
    /// It is no TOML, or a key is unknown or has a value that it does not take.
    pub fn parse(text: &str, origin: &str) -> Result<Self, TuneError> {
        let places = check_document(text, origin, &keys()).map_err(TuneError::Form)?;
        let file: Result<Self, _> = toml::from_str(text);
        let file = file.map_err(|error| {
            TuneError::Form(ExperimentError::Syntax(error.message().to_owned()))
        })?;
        Ok(Self { places, ..file })
    }

    /// Takes what is said over it.
    pub fn replace(&mut self, over: TuneOverrides) {
        self.over = over;
        self.method = over.method.or(self.method);
        self.budget = over.budget.or(self.budget);
        self.seed = over.seed.or(self.seed);
    }

    /// Fills in defaults and checks the whole; `stem` is the name where none is given.
    ///
    /// # Errors
    /// It can't be run; with the place in the file where one of its values is the reason.
    pub fn resolve(&self, stem: &str, registry: &Registry) -> Result<Plan, TuneError> {
        self.fill_in(stem, registry).map_err(|error| match self.places.find(&error.keys()) {
            Some(place) => error.at(place),
            None => error,
        })
    }

    fn fill_in(&self, stem: &str, registry: &Registry) -> Result<Plan, TuneError> {
        self.rules.validate()?;
        let name = self.name.as_deref().unwrap_or(stem);
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        let taken = registry.get(name).is_some() || registry.alias(name).is_some();
        let long = name.is_empty() || name.len() > 60;
        if long || name.starts_with('-') || !name.chars().all(plain) || taken {
            return Err(TuneError::Name(quote(name)));
        }
        let must = "SPEC, the strategy that is to be beaten";
        let spec = self.strategy.as_deref().ok_or(TuneError::Missing("strategy", must))?;
        let incumbent = Spec::parse(spec, registry).map_err(TuneError::Strategy)?;
        let space = self.space(&incumbent, registry)?;
        let method = self.method.unwrap_or_default();
        let population = match (method, self.population) {
            (MethodKind::Spsa, Some(given)) => return Err(TuneError::Population(given)),
            (_, given) => given.unwrap_or_else(|| method.population(space.dimension())),
        };
        let equity = self.equity.as_deref().map(|path| SpecFile::read_table(path, &self.rules));
        let objective = self.objective.unwrap_or_default();
        let must = "a number of elections";
        let plan = Plan {
            name: name.to_owned(),
            incumbent,
            space,
            opponents: self.opponents(registry)?,
            objective,
            method,
            population,
            spread: self.spread.unwrap_or(Decimal::millionths(150_000)),
            blocks: self.blocks.unwrap_or(320),
            budget: self.budget.ok_or(TuneError::Missing("budget", must))?,
            seed: self.seed.unwrap_or(1),
            confirm: self.confirm(objective)?,
            rules: self.rules,
            equity: equity.transpose()?.map(|(file, _)| file),
        };
        // What a flag says is not in the file.
        check_budget(&plan, if self.over.budget.is_some() { "--budget" } else { "budget" })?;
        check_build(&plan, registry)?;
        Ok(plan)
    }

    fn opponents(&self, registry: &Registry) -> Result<Vec<Entrant>, TuneError> {
        let specs = self.opponents.as_deref().unwrap_or_default();
        match specs.len() {
            0 => Err(TuneError::Missing("opponents", "a list of SPECs, one or more")),
            count if count >= MAX_POOL => Err(TuneError::Many(count)),
            _ => entrants(specs, registry).map_err(TuneError::Opponents),
        }
    }

    fn confirm(&self, objective: Objective) -> Result<Confirm, TuneError> {
        let (gain, most) = match objective {
            Objective::WinRate | Objective::Equity => (5_000, 200_000),
            Objective::MeanStones => (50_000, i64::from(self.rules.stones) * 1_000_000 / 5),
        };
        let gain = self.confirm.gain.unwrap_or(Decimal::millionths(gain));
        let most = Decimal::millionths(most);
        if gain >= most {
            return Err(TuneError::Gain(gain.to_string(), most.to_string()));
        }
        let error = Decimal::millionths(50_000);
        Ok(Confirm {
            gain,
            alpha: self.confirm.alpha.unwrap_or(error),
            beta: self.confirm.beta.unwrap_or(error),
            blocks: self.confirm.blocks.unwrap_or(100_000),
        })
    }

    /// The axes, in the order in which the strategy declares its parameters.
    fn space(&self, incumbent: &Spec, registry: &Registry) -> Result<Space, TuneError> {
        let entry = registry.get(&incumbent.name).filter(|entry| !entry.params.is_empty());
        let entry = entry.ok_or_else(|| TuneError::NoParameters(incumbent.name.clone()))?;
        if self.parameters.is_empty() {
            let must = "a table for each parameter that is tuned, `[parameters.KEY]`";
            return Err(TuneError::Missing("parameters", must));
        }
        let declared = |key: &str| entry.params.iter().any(|param| param.key == key);
        if let Some(key) = self.parameters.keys().find(|key| !declared(key)) {
            return Err(unknown(key, entry));
        }
        let mut axes = Vec::new();
        for param in &entry.params {
            if let Some(range) = self.parameters.get(param.key) {
                let axis = range.axis(param)?;
                let value = Value(incumbent.params.get(param.key));
                if axis.unit(value).is_none() {
                    let (key, range) = (param.key.to_owned(), axis.told());
                    return Err(TuneError::Outside { key, range, value: param.show(value) });
                }
                axes.push(axis);
            }
        }
        Ok(Space::new(axes, incumbent.params.clone()))
    }
}

fn unknown(key: &str, entry: &Entry) -> TuneError {
    let names = || entry.params.iter().map(|param| param.key);
    TuneError::Parameter {
        key: quote(key),
        strategy: entry.name.to_owned(),
        near: nearest_of(key, names()),
        known: names().collect::<Vec<_>>().join(", "),
    }
}

impl ParameterFile {
    fn axis(&self, param: &Param) -> Result<Axis, TuneError> {
        let fail = |cause| TuneError::Axis { key: param.key.to_owned(), cause };
        let path = |key: &str| format!("parameters.{}.{key}", param.key);
        let read = |key: &str, text: &str| {
            param.parse(text).map_err(|cause| TuneError::Value { path: path(key), cause })
        };
        if let Kind::Choice(all) = param.kind {
            if self.low.is_some() || self.high.is_some() || self.scale.is_some() {
                return Err(fail(super::AxisError::Words(param.kind.to_string())));
            }
            let all = || all.iter().map(|&word| word.to_owned()).collect();
            let words = self.words.clone().unwrap_or_else(all);
            let at = |(at, word): (usize, &String)| read(&format!("words[{at}]"), word);
            let words: Result<Vec<Value>, _> = words.iter().enumerate().map(at).collect();
            return Axis::words(param, &words?).map_err(fail);
        }
        if self.words.is_some() {
            return Err(fail(super::AxisError::Number));
        }
        let bound = |key: &'static str, given: &Option<toml::Value>| match given {
            Some(value) => read(key, &value.to_string()),
            None => Err(fail(super::AxisError::Missing(key, param.kind.to_string()))),
        };
        let (low, high) = (bound("low", &self.low)?, bound("high", &self.high)?);
        Axis::number(param, low, high, self.scale.unwrap_or_default()).map_err(fail)
    }
}

/// Three generations have to be had, or it is no search.
fn check_budget(plan: &Plan, key: &'static str) -> Result<(), TuneError> {
    let limits = plan.limits();
    let three = limits.generation(plan.population).saturating_mul(3);
    if three <= limits.elections {
        return Ok(());
    }
    // The least budget of which the search may take as much.
    let least = three.div_ceil(75).saturating_mul(100);
    let (budget, blocks) = (plan.budget, plan.blocks);
    Err(TuneError::Budget { key, budget, three, least, blocks })
}

/// Builds what will play, with every word there is.
fn check_build(plan: &Plan, registry: &Registry) -> Result<(), TuneError> {
    let build = |params: &crate::strategies::Params| {
        let Some(entry) = registry.get(&plan.incumbent.name) else { return Ok(()) };
        let table = plan.table(&Spec::new(entry, params.clone()), &plan.opponents, Seed(0));
        table.check().and_then(|()| table.build(registry)).map(drop).map_err(TuneError::Build)
    };
    let incumbent = plan.space.incumbent();
    build(incumbent)?;
    for axis in plan.space.axes() {
        for word in axis.choices().unwrap_or_default() {
            let mut params = incumbent.clone();
            params.set(axis.param.key, word);
            build(&params)?;
        }
    }
    if plan.objective == Objective::Equity {
        let table = plan.table(&plan.incumbent, &plan.opponents, Seed(0));
        Instead::new(&table, &plan.incumbent, registry).map_err(|error| match error {
            ExperimentError::Entrants(PoolError::Spec {
                cause: SpecError::Unsuited { .. },
                ..
            }) => TuneError::NoTable,
            error => TuneError::Build(error),
        })?;
    }
    Ok(())
}
