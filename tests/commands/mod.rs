//! The program, run in a folder of a test.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

pub fn domeng(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("domeng").unwrap();
    command.current_dir(folder).args(arguments).output().unwrap()
}

/// What a command prints; it must end well.
#[track_caller]
pub fn told(folder: &Path, arguments: &[&str]) -> String {
    let output = domeng(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}
