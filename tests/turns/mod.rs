//! Commands about one turn of recorded games.

use std::fs;
use std::io::Write as _;
use std::process::{Child, Command, Output, Stdio};

pub const POSITIONS: &str = "experiments/positions/records.jsonl";
pub const VARIANTS: &str = "tests/cases/reference_variants.jsonl";

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domeng"));
    command.args(arguments).env("COLUMNS", "80");
    command
}

/// The command `name` on a game, round and ply of `file`, with what else there is.
fn at(name: &str, file: &str, [game, round, ply]: [&str; 3], more: &[&str]) -> Command {
    let place = [name, "--record", file, "--game", game, "--round", round, "--ply", ply];
    command(&[&place[..], more].concat())
}

/// What comes of it.
pub fn about(name: &str, file: &str, place: [&str; 3], more: &[&str]) -> Output {
    at(name, file, place, more).output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Exit code, stdout and stderr as one text.
pub fn transcript(output: &Output) -> String {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    format!("exit {:?}\n{out}---\n{err}", output.status.code())
}

fn piped(mut command: Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Records on standard input are read as those of a file, and a reader that leaves is no failure.
pub fn standard_input_is_read_and_a_closed_pipe_is_quiet(name: &str) {
    let place = ["902", "0", "24"];
    let mut child = piped(at(name, "-", place, &[]));
    let mut input = child.stdin.take().unwrap();
    let records = fs::read(POSITIONS).unwrap();
    // What comes after the election is not read.
    let writer = std::thread::spawn(move || drop(input.write_all(&records)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.stdout, about(name, POSITIONS, place, &[]).stdout);

    for more in [&[][..], &["--json"]] {
        let mut child = piped(at(name, POSITIONS, place, more));
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    }
}
