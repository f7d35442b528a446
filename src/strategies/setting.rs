//! What strategies are built for: rules, and the tables there are for them.

use std::sync::Arc;

use crate::engine::Rules;
use crate::equity::{Equity, MOST_STONES};

/// The rules a strategy is to play by, and the tables of equity there are.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    pub rules: &'a Rules,
    /// Beside the shipped one.
    pub(super) tables: &'a [Arc<Equity>],
    /// The one to be preferred.
    pub(super) own: Option<&'a Arc<Equity>>,
}

/// A strategy that can't play by the rules it is to play by.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsuited(pub String);

impl<'a> Setting<'a> {
    /// The same with a table that comes before all others, if there is one.
    pub fn with_table(self, table: Option<&'a Arc<Equity>>) -> Self {
        Self { own: table, ..self }
    }

    /// The table of equity for the rules.
    ///
    /// # Errors
    /// There is none.
    pub fn equity(&self) -> Result<Arc<Equity>, Unsuited> {
        let suits = |table: &Arc<Equity>| table.suits(self.rules);
        let mut given = self.own.into_iter().chain(self.tables);
        let given = given.find(|table| suits(table)).cloned();
        given.or_else(|| Some(Equity::shipped()).filter(suits)).ok_or_else(|| {
            if self.rules.stones > MOST_STONES {
                return Unsuited(format!(
                    "objective `equity` has no table for these rules, and none can be rebuilt for \
                     more than {MOST_STONES} stones; give `objective=stones`"
                ));
            }
            let rules = changed(self.rules);
            Unsuited(format!(
                "objective `equity` has no table for these rules; rebuild one by \
                 `domeng equity build{rules} --out FILE` and name it with `--equity FILE` (in an \
                 experiment file `equity = \"FILE\"`), or give `objective=stones`"
            ))
        })
    }
}

/// The rules that are not at their defaults, as they are given on a command line.
pub(super) fn changed(rules: &Rules) -> String {
    let fields = |rules: &Rules| match serde_json::to_value(rules) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let default = fields(&Rules::default());
    let others = fields(rules).into_iter().filter(|(key, value)| default.get(key) != Some(value));
    others
        .map(|(key, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!(" --rule {key}={value}")
        })
        .collect()
}
