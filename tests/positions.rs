//! The telling positions of `experiments/positions/`: what every shipped strategy answers there, and
//! what it makes of each legal move, is what the files say.
//!
//! `RENEW_POSITIONS=1 cargo test --test positions` writes the files again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use domeng::engine::{Action, ElectionRecord, Rules, Seed};
use domeng::records::{Verifier, read};
use domeng::strategies::{Registry, Spec, Values};
use domeng::tabletop::{Answer, Turn, position};

const FOLDER: &str = "experiments/positions";

/// What judges the positions: the error of its chances is below half a per cent.
const JUDGE: &str = "monte-carlo:worlds=20000,drop=0";

/// What a person writes of a position.
#[derive(serde::Deserialize)]
struct Question {
    title: String,
    principle: String,
    finds: String,
    game: u64,
    election: u32,
    round: u64,
    ply: u64,
}

/// A position with its answers.
struct Position {
    path: PathBuf,
    question: Question,
    drawn: String,
    /// By spec, in registry order, the judge last.
    answers: Vec<(String, Answered)>,
    /// The judge's values.
    judged: Values,
}

/// An answer in the notation of records.
struct Answered {
    plays: String,
    values: Vec<(String, String)>,
}

fn records() -> Vec<ElectionRecord> {
    let bytes = fs::read(Path::new(FOLDER).join("records.jsonl")).unwrap();
    bytes.split_inclusive(|&byte| byte == b'\n').map(|line| read(line).unwrap()).collect()
}

/// All positions, by the names of their files.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let records = records();
    let files = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    paths.into_iter().map(|path| answered(path, &records)).collect()
});

fn answered(path: PathBuf, records: &[ElectionRecord]) -> Position {
    let text = fs::read_to_string(&path).unwrap();
    let question: Question = toml::from_str(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let named = |r: &&ElectionRecord| (r.game, r.election) == (question.game, question.election);
    let record = records.iter().find(named).unwrap_or_else(|| panic!("{path:?}: no such record"));
    let turn = Turn::of(record, question.round, question.ply).unwrap();
    let mut drawn = Vec::new();
    position(&turn.seen(), &turn.chain(), &mut drawn).unwrap();
    let registry = Registry::builtin();
    let ask = |spec: &str| {
        let strategy =
            Spec::parse(spec, &registry).unwrap().build(&registry, &Rules::default()).unwrap();
        turn.ask(&*strategy, Seed(1)).unwrap()
    };
    let specs = registry.players().map(|entry| entry.name).chain([JUDGE]);
    let answers = specs.map(|spec| (spec.to_owned(), in_notation(&ask(spec), question.ply)));
    let answers = answers.collect();
    let judged = ask(JUDGE).values.unwrap();
    Position { path, question, drawn: String::from_utf8(drawn).unwrap(), answers, judged }
}

fn in_notation(answer: &Answer, ply: u64) -> Answered {
    let word = |play| Action::Play(play).notation(ply as usize).to_string();
    let values = answer.values.as_ref().map(|values| numbers(values, word));
    Answered { plays: word(answer.choice), values: values.unwrap_or_default() }
}

/// Each legal move with its value to six decimals, whole ones where all are whole.
fn numbers(
    values: &Values,
    word: impl Fn(domeng::engine::Move) -> String,
) -> Vec<(String, String)> {
    let number = |amount| match values.scale {
        1 => format!("{amount}"),
        _ => format!("{:.6}", values.in_units(amount)),
    };
    let each = values.moves.iter().map(|valued| {
        let error = valued.error.map(|error| format!(" ± {error:.6}")).unwrap_or_default();
        (word(valued.play), number(valued.amount) + &error)
    });
    each.collect()
}

impl Position {
    fn name(&self) -> &str {
        self.path.file_stem().unwrap().to_str().unwrap()
    }

    /// The file as it should be.
    fn written(&self) -> String {
        let Question { title, principle, finds, game, election, round, ply } = &self.question;
        let quoted = |text: &String| toml::Value::String(text.clone()).to_string();
        let mut file = String::new();
        for (key, text) in [("title", title), ("principle", principle), ("finds", finds)] {
            writeln!(file, "{key} = {}", quoted(text)).unwrap();
        }
        writeln!(file, "game = {game}\nelection = {election}\nround = {round}\nply = {ply}")
            .unwrap();
        writeln!(file, "\n# RENEW_POSITIONS=1 cargo test --test positions writes what follows.")
            .unwrap();
        writeln!(file, "drawn = '''\n{}'''", self.drawn).unwrap();
        for (spec, Answered { plays, values }) in &self.answers {
            writeln!(file, "\n[answers.\"{spec}\"]\nplays = \"{plays}\"").unwrap();
            for (play, value) in values {
                writeln!(file, "{play} = \"{value}\"").unwrap();
            }
        }
        file
    }

    /// Its row in the table of the README.
    fn row(&self) -> String {
        let finds = |(spec, answer): &&(String, Answered)| {
            answer.plays == self.question.finds && spec != JUDGE && spec != "random"
        };
        let finders: Vec<String> =
            self.answers.iter().filter(finds).map(|(spec, _)| format!("`{spec}`")).collect();
        let Question { title, principle, finds, .. } = &self.question;
        let file = format!("[{title}]({}.toml)", self.name());
        let principle = principle.replace('|', "\\|");
        format!("| {file} | {principle} | `{finds}` | {} |", finders.join(", "))
    }
}

/// The README with the rows of its table.
fn readme(now: &str, positions: &[Position]) -> String {
    let is_row = |line: &&str| line.starts_with("| [");
    let (head, rest) = now.split_once("|---|---|---|---|\n").expect("a table");
    let rows = positions.iter().map(Position::row);
    let after = rest.lines().skip_while(is_row).map(str::to_owned);
    let lines: Vec<String> = rows.chain(after).collect();
    format!("{head}|---|---|---|---|\n{}\n", lines.join("\n"))
}

/// The lines that differ, old above new.
fn difference(is: &str, should: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (is.lines().collect(), should.lines().collect());
    let mut text = String::new();
    for at in 0..old.len().max(new.len()) {
        let pair = (old.get(at), new.get(at));
        if pair.0 != pair.1 {
            pair.0.iter().for_each(|line| writeln!(text, "  - {line}").unwrap());
            pair.1.iter().for_each(|line| writeln!(text, "  + {line}").unwrap());
        }
    }
    text
}

#[test]
fn every_strategy_answers_as_the_files_say() {
    let positions = &*POSITIONS;
    let readme_path = Path::new(FOLDER).join("README.md");
    let now = fs::read_to_string(&readme_path).unwrap();
    let mut files: BTreeMap<PathBuf, String> =
        positions.iter().map(|position| (position.path.clone(), position.written())).collect();
    files.insert(readme_path, readme(&now, positions));
    let mut differences = String::new();
    for (path, should) in files {
        let is = fs::read_to_string(&path).unwrap();
        if is == should {
            continue;
        }
        if std::env::var_os("RENEW_POSITIONS").is_some() {
            fs::write(&path, should).unwrap();
        } else {
            write!(differences, "{}\n{}", path.display(), difference(&is, &should)).unwrap();
        }
    }
    assert!(
        differences.is_empty(),
        "answers are not those of the files (- file, + now); if that is meant, \
         RENEW_POSITIONS=1 cargo test --test positions\n{differences}"
    );
}

#[test]
fn the_move_named_is_the_judges_beyond_doubt() {
    for position in POSITIONS.iter() {
        let (_, judge) = position.answers.last().unwrap();
        assert_eq!(judge.plays, position.question.finds, "{}", position.name());
        let values = &position.judged;
        let mut moves = values.moves.clone();
        moves.sort_by_key(|valued| std::cmp::Reverse(valued.amount));
        let [best, second] = [moves[0], moves[1]];
        let error = best.error.unwrap() + second.error.unwrap();
        let gap = values.in_units(best.amount - second.amount);
        assert!(gap > 5.0 * error, "{}: {gap} with errors of {error}", position.name());
    }
}

/// A suite in which all find all would tell nothing, and each record is there for a position.
#[test]
fn the_suite_tells_strategies_apart() {
    let positions = &*POSITIONS;
    // `monte-carlo` may find all: it judges them, by more worlds.
    for name in ["greedy", "light", "heuristic"] {
        let finds = |position: &&Position| {
            position
                .answers
                .iter()
                .any(|(spec, a)| spec == name && a.plays == position.question.finds)
        };
        let found = positions.iter().filter(finds).count();
        assert!((1..positions.len()).contains(&found), "{name} finds {found}");
    }
    for record in records() {
        let asked = positions.iter().any(|position| position.question.game == record.game);
        assert!(asked, "no position is of game {}", record.game);
    }
}

#[test]
fn the_records_are_by_the_rules() {
    let bytes = fs::read(Path::new(FOLDER).join("records.jsonl")).unwrap();
    let mut verifier = Verifier::new(bytes.as_slice(), bytes.len());
    while let Some(reports) = verifier.next_batch().unwrap() {
        assert!(reports.is_empty(), "line {}: {}", reports[0].line, reports[0].finding);
    }
}
