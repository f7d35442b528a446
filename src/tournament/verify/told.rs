//! The manifest against itself, and the files of the folder against it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::super::differences::{Difference, differences};
use super::super::experiment::Experiment;
use super::super::folder;
use super::super::growing::Growing;
use super::super::manifest::{FileEntry, MANIFEST, Manifest, hash_of_run};
use super::super::summaries::{SEQUENTIAL, SUMMARIES};
use super::super::until::Watch;
use super::super::whole::{hash_beginning, hash_file};
use super::findings::Findings;
use crate::records::legible;
use crate::strategies::Registry;

/// The manifest of a run, its text for line numbers.
pub(super) struct Told<'a> {
    pub(super) folder: &'a Path,
    pub(super) text: &'a str,
    pub(super) manifest: &'a Manifest,
    pub(super) experiment: &'a Experiment,
}

impl Told<'_> {
    /// What a manifest says twice must be the same.
    pub(super) fn check_manifest(&self, registry: &Registry, findings: &mut Findings) {
        let Manifest { complete, blocks_done, ended, files, run_hash, .. } = self.manifest;
        let written = Manifest::begin(self.experiment, registry, 1).experiment_written();
        for Difference { path, first, second } in
            differences(&self.manifest.experiment_written(), &written)
        {
            let key = format!("experiment.{path}");
            let found = format!("{key} is {}", value(first.as_ref()));
            self.say(findings, &key, found, value(second.as_ref()));
        }
        let all = self.manifest.blocks();
        let done = blocks_done.unwrap_or(0);
        if done > all {
            let right = format!("{all} at most, the blocks of the experiment");
            self.say(findings, "blocks_done", format!("blocks_done is {done}"), right);
        }
        // Of one that ends when it has decided, the blocks tell.
        if self.experiment.until.is_none() && *complete != (*blocks_done == Some(all)) {
            let right = format!("{}: blocks_done is {done} of {all}", !complete);
            self.say(findings, "complete", format!("complete is {complete}"), right);
        }
        let has_ended = ended.is_some();
        let told = [
            ("blocks_done", blocks_done.is_some()),
            ("run_hash", run_hash.is_some()),
            ("files", !files.is_empty()),
        ];
        for (key, is_told) in told.into_iter().filter(|(_, told)| *told != has_ended) {
            let word = |there: bool| if there { "there" } else { "not there" };
            let found = format!("{key} is {}", word(is_told));
            let right = format!("{}, as `ended` is", word(has_ended));
            self.say(findings, key, found, right);
        }
        if let Some(found) = run_hash
            && *found != hash_of_run(files)
        {
            let found = format!("run_hash is {}", legible(found, 64));
            self.say(findings, "run_hash", found, hash_of_run(files));
        }
        self.check_times(findings);
    }

    /// Whether a run that ends when it has decided ended there, by its blocks.
    pub(super) fn check_decided(&self, watch: &Watch, findings: &mut Findings) {
        let Manifest { complete, blocks_done, .. } = self.manifest;
        let (done, decided) = (blocks_done.unwrap_or(0), watch.now().blocks);
        if watch.has_ended() && decided < done {
            let right = format!("{decided}, after which the test has decided");
            self.say(findings, "blocks_done", format!("blocks_done is {done}"), right);
        }
        if *complete != watch.has_ended() {
            let right = format!("{}, by the test of the blocks", watch.has_ended());
            self.say(findings, "complete", format!("complete is {complete}"), right);
        }
    }

    fn check_times(&self, findings: &mut Findings) {
        let Manifest { started, ended, .. } = self.manifest;
        let times = [("started", Some(started)), ("ended", ended.as_ref())];
        let mut last = None;
        for (key, text) in times {
            let Some(text) = text else { continue };
            let found = format!("{key} is `{}`", legible(text, 40));
            match humantime::parse_rfc3339(text) {
                Err(_) => self.say(findings, key, found, "a time in UTC, RFC 3339"),
                Ok(time) if Some(time) < last => self.say(findings, key, found, "after `started`"),
                Ok(time) => last = Some(time),
            }
        }
    }

    /// The files the manifest must name, and whether they are there as it says.
    pub(super) fn check_files(&self, findings: &mut Findings) {
        let outputs = &self.experiment.outputs;
        let growing = Growing::written(outputs).map(|file| file.name(outputs.zstd));
        let sequential = self.experiment.until.map(|_| SEQUENTIAL);
        let expected: BTreeSet<&str> = growing.chain(SUMMARIES).chain(sequential).collect();
        let told = &self.manifest.files;
        for name in told.keys().filter(|name| !expected.contains(name.as_str())) {
            let found = format!("files has `{}`", legible(name, 60));
            self.say(findings, "files", found, "no such file of this experiment");
        }
        for &name in &expected {
            match told.get(name) {
                Some(entry) => self.check_file(name, entry, findings),
                None => self.say(findings, "files", format!("files has no {name}"), "its entry"),
            }
        }
        self.check_left_over(&expected, findings);
        self.check_marks(findings);
    }

    fn check_file(&self, name: &str, entry: &FileEntry, findings: &mut Findings) {
        match hash_file(&self.folder.join(name)) {
            Err(error) => findings.say(name, None, format!("can't be read: {error}"), "a file"),
            Ok((bytes, _)) if entry.bytes.is_some_and(|told| told != bytes) => {
                let told = entry.bytes.unwrap_or_default();
                let right = format!("{told}, by {MANIFEST}");
                findings.say(name, None, format!("it has {bytes} bytes"), right);
            }
            Ok((_, hash)) if hash != entry.blake3 => {
                let right = format!("{}, by {MANIFEST}", legible(&entry.blake3, 64));
                findings.say(name, None, format!("its BLAKE3 is {hash}"), right);
            }
            Ok(_) => {}
        }
    }

    /// A file of another run, which would be taken for one of this.
    pub(super) fn check_left_over(&self, expected: &BTreeSet<&str>, findings: &mut Findings) {
        for name in folder::files().filter(|name| !expected.contains(name)) {
            if fs::symlink_metadata(self.folder.join(name)).is_ok() {
                findings.say(name, None, "it is there", "no such file of this experiment");
            }
        }
    }

    /// What was seen onto the disk while the run went on is still there.
    pub(super) fn check_marks(&self, findings: &mut Findings) {
        let Some(checkpoint) = &self.manifest.checkpoint else { return };
        for (name, mark) in &checkpoint.files {
            if !folder::files().any(|known| known == name) {
                let found = format!("checkpoint has `{}`", legible(name, 60));
                self.say(findings, "checkpoint", found, "a file that runs write");
                continue;
            }
            let now = hash_beginning(&self.folder.join(name), mark.bytes);
            // What is wrong with the whole has been said.
            if findings.has(name) {
                continue;
            }
            let right = format!("those that `checkpoint` of {MANIFEST} tells");
            match now {
                Ok(Some(hash)) if hash == mark.blake3 => {}
                Ok(Some(_)) => {
                    let found = format!("its first {} bytes are others", mark.bytes);
                    findings.say(name, None, found, right);
                }
                Ok(None) => {
                    let found = format!("it has less than {} bytes", mark.bytes);
                    findings.say(name, None, found, right);
                }
                Err(error) => findings.say(name, None, format!("can't be read: {error}"), "a file"),
            }
        }
    }

    /// How many rows a file has, against what the manifest says; where something is wrong with the
    /// file, that is said already.
    pub(super) fn check_rows(&self, name: &str, rows: u64, findings: &mut Findings) {
        if let Some(entry) = self.manifest.files.get(name)
            && entry.rows != rows
            && !findings.has(name)
        {
            let key = format!("files.{name}.rows");
            self.say(findings, &key, format!("{key} is {}", entry.rows), format!("{rows}"));
        }
    }

    fn say(&self, findings: &mut Findings, key: &str, found: String, right: impl Into<String>) {
        findings.say(MANIFEST, line_of(self.text, key), found, right);
    }
}

/// The line of a key in JSON as manifests are laid out, from 1; names of files have dots.
fn line_of(text: &str, path: &str) -> Option<u64> {
    let mut lines = (1..).zip(text.lines());
    let mut at = None;
    let mut rest = path;
    while !rest.is_empty() {
        let (key, after) = match rest.split_once(".csv").or_else(|| rest.split_once(".jsonl")) {
            Some((stem, after)) if !stem.contains('.') => {
                let end = after.find(".rows").unwrap_or(after.len());
                (&rest[..rest.len() - after.len() + end], &after[end..])
            }
            _ => rest.split_once('.').unwrap_or((rest, "")),
        };
        rest = after.strip_prefix('.').unwrap_or(after);
        if let Ok(skipped) = key.parse::<usize>() {
            // Entrants of the pool are objects, and each begins with a label.
            at = lines.by_ref().filter(|(_, line)| line.contains("\"label\":")).nth(skipped);
            continue;
        }
        let quoted = format!("\"{key}\":");
        at = lines.find(|(_, line)| line.trim_start().starts_with(&quoted));
        at?;
    }
    at.map(|(line, _)| line)
}

/// A JSON value for a message.
fn value(value: Option<&Value>) -> String {
    value.map_or("not there".to_owned(), |value| legible(&value.to_string(), 120))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_by_their_path() {
        let text = "{\n \"a\": 1,\n \"pool\": [\n  {\n   \"label\": \"x\",\n   \"spec\": \"x\"\n  },\n  {\n   \
                    \"label\": \"y\",\n   \"spec\": \"y\"\n  }\n ],\n \"files\": {\n  \"blocks.csv.zst\": {\n   \
                    \"rows\": 3\n  }\n }\n}\n";
        for (path, line) in [
            ("a", Some(2)),
            ("pool.0.spec", Some(6)),
            ("pool.1.spec", Some(10)),
            ("files", Some(13)),
            ("files.blocks.csv.zst.rows", Some(15)),
            ("none", None),
        ] {
            assert_eq!(line_of(text, path), line, "{path}");
        }
    }
}
