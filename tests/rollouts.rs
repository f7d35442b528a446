//! `monte-carlo` rolls out in lockstep; it must choose as rollouts one after another would have it.

use domeng::belief::{Constraints, Worlds};
use domeng::engine::{
    Action, Election, Move, Observation, Progress, Round, Rules, Seat, Seed, Sitting, Stream,
};
use domeng::strategies::{
    Greedy, Policy, Random, Registry, Rollout, SelfPlay, Slips, Spec, Strategy,
};

/// What a finished round is worth to `seat`.
type Value = fn(&Round, Seat, Seat) -> i64;

fn few_stones(round: &Round, _winner: Seat, seat: Seat) -> i64 {
    -i64::from(round.holdings().seats[seat])
}

fn the_round(_round: &Round, winner: Seat, seat: Seat) -> i64 {
    i64::from(winner == seat)
}

/// Flat Monte Carlo, a rollout at a time by the scalar engine: each legal move with what it came to
/// in each world.
fn one_by_one<P: Policy + Copy>(
    policy: P,
    value: Value,
    worlds: u64,
    seen: &Observation<'_>,
    random: &Stream,
) -> Vec<(Move, Vec<i64>)> {
    let mut moves: Vec<_> = seen.legal().iter().map(|play| (play, Vec::new())).collect();
    let mut sampler = Worlds::new(Constraints::new(seen));
    let mut draws = random.generator(0);
    for world in 0..worlds {
        let dealt = seen.world(sampler.draw(&mut draws));
        for (play, ends) in &mut moves {
            let play = *play;
            let mut round = dealt.clone();
            let streams = random.round(1 + world);
            let end = match round.play(Action::Play(play), &mut ()).unwrap() {
                Progress::Ended(end) => end,
                Progress::Continues => {
                    let mut rollout = Rollout { policy, sitting: seen.sitting(), streams };
                    round.run(&mut rollout, &mut ())
                }
            };
            ends.push(value(&round, end.winner, seen.seat()));
        }
    }
    moves
}

/// Keeps of what each move came to only the worlds it would have been rolled out in, moves being
/// dropped after 128 worlds, and whenever these have doubled, that are `deviations` standard errors
/// of the difference below the best: by means and variances, as statistics defines them.
fn cut_short(moves: &mut [(Move, Vec<i64>)], worlds: usize, deviations: f64) {
    let mut alive: Vec<usize> = (0..moves.len()).collect();
    let mut done = 0;
    while done < worlds && alive.len() > 1 {
        done = worlds.min(if done == 0 { 128 } else { done + done.min(1024) });
        let best = *alive
            .iter()
            .rev()
            .max_by(|a, b| mean(&moves[**a].1[..done]).total_cmp(&mean(&moves[**b].1[..done])))
            .unwrap();
        let dropped: Vec<usize> = alive
            .iter()
            .copied()
            .filter(|&number| {
                let pairs = moves[best].1[..done].iter().zip(&moves[number].1[..done]);
                let gaps: Vec<i64> = pairs.map(|(best, other)| best - other).collect();
                let gap = mean(&gaps);
                let variance = gaps.iter().map(|&one| (one as f64 - gap).powi(2)).sum::<f64>();
                gap > 0.0 && gap >= deviations * variance.sqrt() / done as f64
            })
            .collect();
        for &number in dropped.iter().filter(|_| deviations > 0.0) {
            moves[number].1.truncate(done);
        }
        alive.retain(|number| deviations == 0.0 || !dropped.contains(number));
    }
    for number in alive {
        moves[number].1.truncate(done);
    }
}

fn mean(ends: &[i64]) -> f64 {
    ends.iter().sum::<i64>() as f64 / ends.len() as f64
}

/// The first move of the highest mean.
fn first_of_best(moves: &[(Move, Vec<i64>)]) -> Option<Move> {
    let best = moves.iter().map(|(_, ends)| mean(ends)).max_by(f64::total_cmp)?;
    moves.iter().find(|(_, ends)| mean(ends) == best).map(|(play, _)| *play)
}

/// The standard error of a mean by its definition: s / √n, s² being Σ(x − mean)² / (n − 1).
fn error_of_mean(ends: &[i64]) -> f64 {
    let n = ends.len() as f64;
    let mean = ends.iter().sum::<i64>() as f64 / n;
    let squares: f64 = ends.iter().map(|&end| (end as f64 - mean).powi(2)).sum();
    (squares / (n - 1.0) / n).sqrt()
}

/// Asks both at every decision of a seat, and plays on with what they agree on.
struct Both<'a, P> {
    monte_carlo: &'a dyn Strategy,
    policy: P,
    value: Value,
    worlds: u64,
    deviations: f64,
    asked: std::cell::Cell<u32>,
    rolled_out: std::cell::Cell<u64>,
}

impl<P: Policy + Copy> Policy for &Both<'_, P> {
    const SKIPS_FORCED: bool = true;

    fn pick(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move> {
        let mut moves = one_by_one(self.policy, self.value, self.worlds, seen, random);
        cut_short(&mut moves, self.worlds as usize, self.deviations);
        let expected = first_of_best(&moves);
        let chosen = self.monte_carlo.choose(seen, &mut random.clone());
        assert_eq!(Some(chosen), expected, "{seen:?}, {:?}", Sitting::NOBODY);
        let values = self.monte_carlo.values(seen, &mut random.clone()).unwrap();
        assert_eq!(values.moves.len(), moves.len());
        for ((play, ends), valued) in moves.iter().zip(&values.moves) {
            assert_eq!(valued.play, *play);
            let apart = values.in_units(valued.amount) - mean(ends);
            assert!(apart.abs() < 1e-5, "{play}: {apart} apart");
            self.rolled_out.set(self.rolled_out.get() + ends.len() as u64);
            let error = valued.error.unwrap();
            assert!((error - error_of_mean(ends)).abs() < 1e-9, "{play}: {error} of {ends:?}");
        }
        self.asked.set(self.asked.get() + 1);
        expected.or_else(|| Greedy.best(seen))
    }
}

/// Plays so; how many of the rollouts there could have been there were.
fn agree<P: Policy + Copy>(
    (spec, deviations): (&str, f64),
    policy: P,
    value: Value,
    worlds: u64,
    rules: &Rules,
) -> f64 {
    let spec = &format!("{spec},drop={deviations}");
    let registry = Registry::builtin();
    let monte_carlo = Spec::parse(spec, &registry).unwrap().build(&registry, rules).unwrap();
    let asked = std::cell::Cell::new(0);
    let rolled_out = std::cell::Cell::new(0);
    let both =
        Both { monte_carlo: &*monte_carlo, policy, value, worlds, deviations, asked, rolled_out };
    for block in 0..4 {
        let (deals, decisions) = (Seed(31).deals(block), Seed(31).decisions(block, 0));
        let mut table = SelfPlay::new(&both, deals, decisions, 0);
        Election::new(rules, None).play(&mut table, &mut ());
    }
    let (asked, rolled_out) = (both.asked.get(), both.rolled_out.get());
    assert!(asked > 40, "{spec}: {asked} decisions");
    // Two moves at the least.
    rolled_out as f64 / (u64::from(asked) * worlds * 2) as f64
}

#[test]
fn greedy_with_slips_minding_stones() {
    let spec = "monte-carlo:worlds=30,objective=stones,slips=25";
    agree((spec, 0.0), Slips { percent: 25 }, few_stones, 30, &Rules::default());
}

#[test]
fn random_minding_the_round() {
    let rules = Rules { stones: 7, ..Rules::default() };
    let spec = "monte-carlo:worlds=20,objective=round,rollout=random";
    agree((spec, 0.0), Random, the_round, 20, &rules);
}

/// More worlds than are drawn ahead at once.
#[test]
fn worlds_in_several_batches() {
    let spec = "monte-carlo:worlds=1500,objective=round,slips=0";
    let rules = Rules { stones: 3, ..Rules::default() };
    agree((spec, 0.0), Slips { percent: 0 }, the_round, 1_500, &rules);
}

#[test]
fn moves_that_are_clearly_worse_are_dropped() {
    let spec = "monte-carlo:worlds=1500,objective=stones,slips=10";
    let rules = Rules { stones: 12, ..Rules::default() };
    let share =
        |deviations| agree((spec, deviations), Slips { percent: 10 }, few_stones, 1_500, &rules);
    assert!(share(2.5) < 0.8 * share(0.0));
}
