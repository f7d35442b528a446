//! `domeng strategies`: what there is and how it is set.

use std::io::{self, Write};

use super::exit::{Failure, Outcome, quiet_pipe};
use crate::strategies::{Alias, Entry, Registry, Spec};

/// List the strategies, or the parameters of one
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  domeng strategies\n  domeng strategies monte-carlo")]
pub(super) struct StrategiesArgs {
    /// Its name
    name: Option<String>,
}

pub(super) fn run(arguments: &StrategiesArgs) -> Outcome {
    let registry = Registry::builtin();
    let mut out = io::stdout().lock();
    match &arguments.name {
        None => quiet_pipe(list(&mut out, &registry)),
        Some(name) => {
            // A name alone is a spec, whose errors name the valid ones and the nearest.
            let spec = Spec::parse(name, &registry).map_err(Failure::usage)?;
            let alias = registry.alias(name).map(|alias| introduce(&mut out, alias));
            let entry = registry.get(&spec.name).map(|entry| describe(&mut out, entry, &spec));
            quiet_pipe(alias.into_iter().chain(entry).collect())
        }
    }
}

fn list(out: &mut impl Write, registry: &Registry) -> io::Result<()> {
    for entry in registry.iter() {
        writeln!(out, "{:<12} {}", entry.name, entry.summary)?;
    }
    for alias in registry.aliases() {
        writeln!(out, "{:<12} {}: {}", alias.name, alias.summary, alias.spec)?;
    }
    writeln!(out, "\nA spec is NAME, NAME:KEY=VALUE,… or a strategy file (….toml);")?;
    writeln!(out, "`domeng strategies NAME` tells the parameters of one.")
}

fn introduce(out: &mut impl Write, alias: &Alias) -> io::Result<()> {
    writeln!(out, "{}: {}\nIt stands for {}.\n", alias.name, alias.summary, alias.spec)
}

/// A strategy and its parameters, with the values that `spec` has.
fn describe(out: &mut impl Write, entry: &Entry, spec: &Spec) -> io::Result<()> {
    writeln!(out, "{}: {}", entry.name, entry.summary)?;
    if entry.params.is_empty() {
        return writeln!(out, "It has no parameters.");
    }
    writeln!(out)?;
    for (param, (_, value)) in entry.params.iter().zip(spec.params.iter()) {
        let value = param.show(value);
        writeln!(out, "  {} = {value}  ({})\n      {}", param.key, param.kind, param.meaning)?;
    }
    Ok(())
}
