//! Equity tables in files, which experiments, simulations and commands name.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::setting::changed;
use super::spec::SpecFile;
use crate::engine::Rules;
use crate::equity::{Equity, FileError};

/// Digits of a hash.
const DIGITS: usize = 2 * blake3::OUT_LEN;
/// Characters of a path that are shown: no system has longer ones.
const LONGEST_PATH: usize = 4096;

/// An equity table that is named and can't be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("equity table {path}: {cause}")]
    File { path: String, cause: FileError },
    #[error(
        "equity table {path} is not the one that was noted: its hash is {found}, and {told} was \
         noted; put back the file as it was"
    )]
    Changed { path: String, found: String, told: String },
    #[error(
        "equity table {path} is for other rules: {others}; rebuild one by \
         `domeng equity build{rules} --out FILE`, or leave it out"
    )]
    Rules {
        path: String,
        /// Keys that differ, with both values.
        others: String,
        /// Those that are played by, as flags.
        rules: String,
    },
}

impl SpecFile {
    /// The equity table in the file at `path`, with that file as it is now. Its hash is the one that
    /// the table ends with, and that `domeng equity` shows.
    ///
    /// # Errors
    /// It can't be read, is no table or a damaged one, or is for other rules than `rules`.
    pub fn read_table(path: &str, rules: &Rules) -> Result<(Self, Arc<Equity>), TableError> {
        let shown = || shown(path, LONGEST_PATH);
        let table = Equity::read(Path::new(path))
            .map_err(|cause| TableError::File { path: shown(), cause })?;
        if !table.suits(rules) {
            let others = others(&table.origin().rules, rules);
            return Err(TableError::Rules { path: shown(), others, rules: changed(rules) });
        }
        Ok((Self { path: path.to_owned(), blake3: table.hash() }, Arc::new(table)))
    }

    /// The equity table in this file, which must be as it was.
    ///
    /// # Errors
    /// As [`read_table`](Self::read_table), or it has changed.
    pub fn table(&self, rules: &Rules) -> Result<Arc<Equity>, TableError> {
        let (now, table) = Self::read_table(&self.path, rules)?;
        if now.blake3 != self.blake3 {
            let (path, told) = (shown(&self.path, LONGEST_PATH), shown(&self.blake3, DIGITS));
            return Err(TableError::Changed { path, found: now.blake3, told });
        }
        Ok(table)
    }
}

/// Text from a file or a command line, made printable, as much of it as makes sense.
fn shown(text: &str, most: usize) -> String {
    text.chars().take(most).collect::<String>().escape_debug().to_string()
}

/// What differs between the rules of a table and those that are played by, the keys that matter to no
/// table left out.
fn others(of_table: &Rules, played: &Rules) -> String {
    let Rules { opening, max_rounds, .. } = *of_table;
    let fields = |rules: &Rules| serde_json::to_value(rules).unwrap_or_default();
    let (its, ours) = (fields(of_table), fields(&Rules { opening, max_rounds, ..*played }));
    let keys = Rules::FIELDS.into_iter().map(|field| field.key);
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let differ = keys.filter(|&key| its[key] != ours[key]);
    let told =
        differ.map(|key| format!("`{key}` is {}, not {}", word(&its[key]), word(&ours[key])));
    told.collect::<Vec<_>>().join(", ")
}
