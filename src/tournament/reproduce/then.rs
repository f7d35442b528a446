//! What is otherwise now than when a run was made.

use super::super::differences::{Difference, differences};
use super::super::manifest::{Manifest, Program, WrittenEntrant};
use crate::engine::Rules;
use crate::records::legible;
use crate::strategies::{Registry, Spec, SpecFile};

/// What differs between then and now, in sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThenAndNow {
    /// What may make the files others, or just is worth knowing.
    pub remarks: Vec<String>,
    /// What makes it impossible to run it again.
    pub obstacles: Vec<String>,
}

impl ThenAndNow {
    /// Of a run with this manifest and this program.
    pub fn of(manifest: &Manifest, registry: &Registry) -> Self {
        let mut told = Self::default();
        told.program(&manifest.program, &Program::this());
        if !manifest.reproducible {
            told.remark("the run had a budget of time, so its play may not repeat");
        }
        manifest.pool().iter().for_each(|entrant| told.entrant(entrant, registry));
        told.rules(manifest.rules());
        // Unlike parameters, its numbers are in no manifest.
        let table = manifest.equity().map(|file| file.table(manifest.rules()));
        told.obstacles.extend(table.and_then(Result::err).map(|error| error.to_string()));
        told
    }

    fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    fn program(&mut self, then: &Program, now: &Program) {
        let commit = |program: &Program| match (&program.git_commit, program.git_dirty) {
            (None, _) => "not told".to_owned(),
            (Some(commit), Some(true)) => format!("{commit} with changes"),
            (Some(commit), _) => commit.clone(),
        };
        for (what, then, now) in [
            ("program", then.name.clone(), now.name.clone()),
            ("version", then.version.clone(), now.version.clone()),
            ("commit", commit(then), commit(now)),
            ("rustc", then.rustc.clone(), now.rustc.clone()),
            ("target", then.target.clone(), now.target.clone()),
        ] {
            if then != now {
                self.remark(format!("{what}: {} then, {now} now", legible(&then, 60)));
            }
        }
        if (then.git_dirty, now.git_dirty) == (Some(true), Some(true)) {
            self.remark("both were built with changes that no commit has");
        }
    }

    fn entrant(&mut self, entrant: &WrittenEntrant, registry: &Registry) {
        let WrittenEntrant { label, spec, strategy, parameters, file } = entrant;
        let label = legible(label, 40);
        match Spec::from_written(strategy, parameters, registry) {
            Err(cause) => self.obstacles.push(format!("entrant `{label}`: {cause}")),
            Ok(now) => {
                let known = now.written_out(registry);
                for (key, value) in known.iter().filter(|(key, _)| !parameters.contains_key(*key)) {
                    let text = "is new since; it is played with its default";
                    self.remark(format!("entrant `{label}`: parameter `{key}` {text}, {value}"));
                }
                let now = now.to_string();
                if now != *spec && known.len() == parameters.len() {
                    let spec = legible(spec, 60);
                    self.remark(format!(
                        "entrant `{label}`: `{spec}` then, now written `{now}`: defaults have \
                         changed, and it is played as then"
                    ));
                }
            }
        }
        let Some(SpecFile { path, blake3 }) = file else { return };
        let shown = legible(path, 60);
        match SpecFile::read(path) {
            Ok(now) if now.blake3 == *blake3 => {}
            Ok(_) => self.remark(format!(
                "entrant `{label}`: {shown} has changed since; it is played with the parameters of \
                 then"
            )),
            Err(cause) => self.remark(format!(
                "entrant `{label}`: {shown} can't be read now ({cause}); it is played with the \
                 parameters of then"
            )),
        }
    }

    fn rules(&mut self, rules: &Rules) {
        let json = |rules: &Rules| serde_json::to_value(rules).unwrap_or_default();
        for Difference { path, first, second } in
            differences(&json(rules), &json(&Rules::default()))
        {
            let value = |value: Option<serde_json::Value>| value.unwrap_or_default();
            let (then, now) = (value(first), value(second));
            self.remark(format!("rules.{path} is {then}; the default is {now}"));
        }
    }
}
