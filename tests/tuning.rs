//! Tuning: methods on functions that are known, journals that are cut anywhere, threads, plans that are
//! refused, and strategy files that load.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use domeng::engine::Seed;
use domeng::strategies::{Kind, Param, Params, Registry, Spec, Value};
use domeng::tournament::Instead;
use domeng::tune::method::MethodKind;
use domeng::tune::{
    Axis, Bench, JournalError, Judge, JudgeError, Phase, Plan, Request, Scale, SearchLimits, Space,
    TuneFile, TuneRunError, Tuned, header, search, strategy_file, tune,
};

/// A function of the unit cube, 0 at its summit and below elsewhere, seen through noise: part of it common
/// to all that is played on a batch, part of it of each.
struct Noisy {
    of: fn(&[f64]) -> f64,
    noise: f64,
}

/// Values are told in millionths.
const PARTS: f64 = 1e6;

fn coordinates(params: &Params) -> Vec<f64> {
    params.iter().map(|(_, value)| value.0 as f64 / 1e5).collect()
}

impl Judge for Noisy {
    fn judge(
        &mut self,
        request: &Request<'_>,
        _tick: &mut dyn FnMut(u64),
    ) -> Result<Vec<Vec<i64>>, JudgeError> {
        let stretch = request.stretch;
        // Of a sum of as many blocks.
        let spread = self.noise * (stretch.per as f64).sqrt();
        let normal = |key: u64, batch: u64| {
            let mut random = Seed(key).tuner(stretch.first + batch * stretch.per);
            domeng::tune::method::normal(&mut random)
        };
        let of = |params: &Params| {
            let worth = (self.of)(&coordinates(params)) * stretch.per as f64;
            let own = params.iter().fold(7, |key: u64, (_, value)| {
                key.wrapping_mul(0x9E37_79B9).wrapping_add(value.0 as u64)
            });
            let noise = |batch| spread * (2.0 * normal(1, batch) + normal(own, batch));
            (0..stretch.batches).map(|batch| (PARTS * (worth + noise(batch))) as i64).collect()
        };
        Ok(request.candidates.iter().map(|one| of(&one.params)).collect())
    }

    fn size(&self, _phase: Phase) -> u64 {
        PARTS as u64
    }
}

/// As many axes from 0 to 1, in steps of 1/100 000.
fn cube(dimension: usize) -> Space {
    const KEYS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
    let kind = Kind::Decimal { low: 0, high: 100_000 };
    let params: Vec<Param> = KEYS[..dimension]
        .iter()
        .map(|key| Param { key, kind, default: Value(80_000), meaning: "" })
        .collect();
    let axis = |param| Axis::number(param, Value(0), Value(100_000), Scale::Linear).unwrap();
    Space::new(params.iter().map(axis).collect(), Params::defaults(&params))
}

/// The true worth of what a method trusts most after so many elections.
fn reached(
    judge: &mut Noisy,
    dimension: usize,
    kind: MethodKind,
    seed: u64,
    elections: u64,
) -> f64 {
    let space = cube(dimension);
    let limits = SearchLimits { elections, turns: 1, blocks: 32, sign: 1 };
    let start = space.point(space.incumbent()).unwrap();
    let population = kind.population(dimension);
    let generations = elections / limits.generation(population);
    let mut method = kind.begin(start, 0.15, population, &vec![None; dimension], generations);
    let found = search(judge, &space, &mut *method, Seed(seed), &limits, &mut |_| {}).unwrap();
    assert!(found.elections <= elections && found.generations > 10, "{found:?}");
    let best = found.finalists.last().unwrap();
    (judge.of)(&coordinates(&space.params(best)))
}

fn sphere(x: &[f64]) -> f64 {
    -x.iter().map(|x| (x - 0.4) * (x - 0.4)).sum::<f64>()
}

/// Of Rosenbrock (1960), −2 to 2 along each axis; at the start, (1.2, 1.2), it is −5.8.
fn rosenbrock(x: &[f64]) -> f64 {
    let (x, y) = (4.0 * x[0] - 2.0, 4.0 * x[1] - 2.0);
    -(100.0 * (y - x * x) * (y - x * x) + (1.0 - x) * (1.0 - x))
}

/// The start is worth −0.8. The noise of one block is 0.05 for each candidate beside what is common to
/// all, that of the 32 blocks of a candidate in the first generation 0.05 / √32 = 0.009: so near a
/// search should come, even one that takes single steps by it.
#[test]
fn the_summit_of_a_noisy_sphere_is_found() {
    for seed in 1..=3 {
        let judge = &mut Noisy { of: sphere, noise: 0.05 };
        let mut by = |kind| reached(judge, 5, kind, seed, 200_000);
        let (cma, spsa, random) =
            (by(MethodKind::CmaEs), by(MethodKind::Spsa), by(MethodKind::Random));
        assert!(cma > -0.009, "seed {seed}: cma-es {cma}");
        assert!(spsa > -0.02, "seed {seed}: spsa {spsa}");
        assert!(random > -0.4, "seed {seed}: random {random}");
        assert!(cma > random && spsa > random, "seed {seed}: {cma} {spsa} {random}");
    }
}

/// A bent valley: from −5.8 to above −0.05 with noise of 1 a block.
#[test]
fn the_valley_of_rosenbrock_is_followed() {
    for seed in 1..=3 {
        let judge = &mut Noisy { of: rosenbrock, noise: 1.0 };
        let cma = reached(judge, 2, MethodKind::CmaEs, seed, 400_000);
        assert!(cma > -0.05, "seed {seed}: {cma}");
        let spsa = reached(judge, 2, MethodKind::Spsa, seed, 400_000);
        assert!(spsa > -1.5, "seed {seed}: {spsa}");
    }
}

const SMALL: &str = r#"
name = "small"
strategy = "heuristic"
opponents = ["greedy", "random"]
budget = 9_000
blocks = 32
population = 4
seed = 5
[parameters.heavy]
low = -3
high = 5
[parameters.keep]
low = 0.5
high = 50
scale = "log"
[confirm]
gain = 0.15
blocks = 250
"#;

fn plan(text: &str) -> Plan {
    TuneFile::parse(text, "test.toml").unwrap().resolve("test", &Registry::builtin()).unwrap()
}

fn played(plan: &Plan, folder: &Path, threads: usize) -> Result<Tuned, TuneRunError> {
    let registry = Registry::builtin();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let stop = AtomicBool::new(false);
    let bench = Bench::new(plan, &registry, &pool, &stop);
    tune(plan, folder, bench, &RefCell::new(|_| {}))
}

fn trials(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("trials.csv")).unwrap()
}

#[test]
fn the_same_bytes_at_any_number_of_threads_and_cut_anywhere() {
    for objective in ["win_rate", "equity", "mean_stones"] {
        let mut plan = plan(&format!("objective = \"{objective}\"\n{SMALL}"));
        if objective == "equity" {
            plan.method = MethodKind::Random;
        }
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let whole = played(&plan, folder, 1).unwrap();
        let bytes = trials(folder);
        let rows = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64 - 1;
        assert_eq!(whole.trials, rows);
        // In the middle of lines and at their ends, nothing and all.
        let ends: Vec<usize> =
            (0..=bytes.len()).filter(|&at| bytes[..at].ends_with(b"\n")).collect();
        let at_ends = ends.iter().copied().step_by(ends.len().div_ceil(8));
        let within = (0..bytes.len()).step_by(bytes.len().div_ceil(8));
        for (number, cut) in at_ends.chain(within).chain([bytes.len()]).enumerate() {
            fs::write(folder.join("trials.csv"), &bytes[..cut]).unwrap();
            let again = played(&plan, folder, 1 + number % 3).unwrap();
            assert!(trials(folder) == bytes, "{objective}, cut at {cut}");
            assert_eq!((&again.winner, &again.shifts), (&whole.winner, &whole.shifts));
            assert_eq!(again.confirmation, whole.confirmation);
        }
    }
}

/// All of the search is on other deals than the confirmation: games of a phase have a seed of their own.
#[test]
fn no_phase_has_deals_of_another() {
    let deals = |phase: Phase| {
        let deals = Seed(5).tuner_games(phase.number()).deals(0);
        (0..20).map(|round| deals.deal(0, round).number()).collect::<Vec<_>>()
    };
    let mut all: Vec<u64> = Phase::ALL.into_iter().flat_map(deals).collect();
    all.extend((0..20).map(|round| Seed(5).deals(0).deal(0, round).number()));
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 20 * 7);
}

#[test]
fn a_journal_of_another_search_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plan = plan(SMALL);
    played(&plan, folder, 2).unwrap();
    let text = String::from_utf8(trials(folder)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let refused = |text: &str| {
        fs::write(folder.join("trials.csv"), text).unwrap();
        match played(&plan, folder, 1) {
            Err(TuneRunError::Judge(JudgeError::Journal(error))) => error,
            other => panic!("{other:?}"),
        }
    };
    let other = |error| matches!(error, JournalError::Other { line, .. } if line == 1 || line == 3);
    assert!(other(refused(&text.replacen("parameter_heavy", "parameter_light", 1))));
    assert!(other(refused(&text.replacen(lines[2], &lines[2].replace("search", "select"), 1))));
    let sums = lines[2].rsplit(',').nth(3).unwrap();
    assert!(matches!(refused(&text.replacen(sums, "1;2", 1)), JournalError::Sums(_)));
    // One more in the first batch of what is the last row: its means are made to agree.
    let cut = lines[..3].join("\n") + "\n";
    let first: i64 = sums.split(';').next().unwrap().parse().unwrap();
    let changed = sums.replacen(&first.to_string(), &(first + 1).to_string(), 1);
    fs::write(folder.join("trials.csv"), cut.replacen(sums, &changed, 1)).unwrap();
    let error = played(&plan, folder, 1).unwrap_err().to_string();
    assert!(error.starts_with("trials.csv: line 3 is "), "{error}");
    assert!(header(&plan.space).starts_with("trial,phase,"));
}

/// The same strategy in the place of the incumbent makes the same of each round; random makes less.
#[test]
fn what_another_would_have_made_of_the_rounds() {
    let plan = plan(SMALL);
    let registry = Registry::builtin();
    let table = plan.table(&plan.incumbent, &plan.opponents, Seed(9));
    let gain = |spec: &str| {
        let spec = Spec::parse(spec, &registry).unwrap();
        Instead::new(&table, &spec, &registry).unwrap().gain(0..200, || false).unwrap()
    };
    assert_eq!(gain("heuristic"), 0);
    let random = gain("random") as f64 / 65_536.0 / 1000.0;
    assert!((-0.35..-0.05).contains(&random), "{random}");
}

#[test]
fn a_strategy_file_loads_and_says_where_it_is_from() {
    let registry = Registry::builtin();
    for (text, params) in [
        (SMALL.to_owned(), "heuristic:heavy=-2.5,keep=3.125"),
        (
            SMALL.replace("\"heuristic\"", "\"monte-carlo:worlds=3\"").replace("log", "linear").replace(
                "[parameters.heavy]\nlow = -3\nhigh = 5\n[parameters.keep]\nlow = 0.5\nhigh = 50",
                "[parameters.objective]\n[parameters.slips]\nlow = 1\nhigh = 9",
            ),
            "monte-carlo:worlds=3,slips=9,objective=round",
        ),
    ] {
        let plan = plan(&text);
        let spec = Spec::parse(params, &registry).unwrap();
        let found = domeng::tune::Found {
            finalists: Vec::new(),
            generations: 1,
            elections: 2,
            path: Vec::new(),
        };
        let tuned = Tuned {
            winner: spec.params.clone(),
            finalists: Vec::new(),
            found,
            shifts: Vec::new(),
            confirmation: None,
            trials: 3,
            elections: 4,
        };
        let entry = registry.get(&spec.name).unwrap();
        let file = strategy_file(&plan, entry, "0123", &tuned);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        fs::write(&path, &file).unwrap();
        let read = Spec::parse(path.to_str().unwrap(), &registry).unwrap();
        assert_eq!(read.params, spec.params);
        assert!(file.contains("# Plan 0123, seed 5.\n# 3 trials, 4 elections.\n"), "{file}");
    }
}

/// All that is shipped can be run, and says how long a search it is.
#[test]
fn the_shipped_files_are_good() {
    for name in ["tune-heuristic", "tune-light", "tune-monte-carlo"] {
        let text = fs::read_to_string(format!("experiments/{name}.toml")).unwrap();
        let plan =
            TuneFile::parse(&text, name).unwrap().resolve(name, &Registry::builtin()).unwrap();
        assert!(plan.limits().generation(plan.population) * 20 < plan.budget, "{name}");
    }
}

/// What `heuristic` ships with says by which tuning it was found, and that is the one that is shipped.
#[test]
fn the_weights_of_the_heuristic_are_of_the_tuning_that_is_shipped() {
    let text = fs::read_to_string("experiments/tune-heuristic.toml").unwrap();
    let registry = Registry::builtin();
    let plan = TuneFile::parse(&text, "").unwrap().resolve("tune-heuristic", &registry).unwrap();
    let file = fs::read_to_string("strategies/heuristic.toml").unwrap();
    assert!(file.contains(&plan.hash(&registry)), "{}", plan.hash(&registry));
    // The incumbent is another.
    assert_ne!(plan.incumbent.params, Spec::parse("heuristic", &registry).unwrap().params);
}

/// Numbers of few values are moved to the next where a tenth and a fifth of the range are none.
#[test]
fn sensitivities_of_numbers_with_few_values() {
    let text = SMALL.replace("low = -3\nhigh = 5", "low = 1\nhigh = 1.001");
    let folder = tempfile::tempdir().unwrap();
    let tuned = played(&plan(&text), folder.path(), 2).unwrap();
    let of_heavy = tuned.shifts.iter().filter(|shift| shift.axis == 0);
    let moves: Vec<_> = of_heavy.map(|shift| (shift.params.get("heavy"), shift.by)).collect();
    let winner = tuned.winner.get("heavy");
    assert_eq!(moves, [(2001 - winner, Some(if winner == 1000 { 1.0 } else { -1.0 }))]);
}
