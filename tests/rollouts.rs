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

/// The first move of the highest sum.
fn first_of_best(moves: &[(Move, Vec<i64>)]) -> Option<Move> {
    let sum = |(_, ends): &(Move, Vec<i64>)| ends.iter().sum::<i64>();
    let best = moves.iter().map(sum).max()?;
    moves.iter().find(|ends| sum(ends) == best).map(|(play, _)| *play)
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
    asked: std::cell::Cell<u32>,
}

impl<P: Policy + Copy> Policy for &Both<'_, P> {
    const SKIPS_FORCED: bool = true;

    fn pick(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move> {
        let moves = one_by_one(self.policy, self.value, self.worlds, seen, random);
        let expected = first_of_best(&moves);
        let chosen = self.monte_carlo.choose(seen, &mut random.clone());
        assert_eq!(Some(chosen), expected, "{seen:?}, {:?}", Sitting::NOBODY);
        let values = self.monte_carlo.values(seen, &mut random.clone()).unwrap();
        assert_eq!(values.moves.len(), moves.len());
        for ((play, ends), valued) in moves.iter().zip(&values.moves) {
            assert_eq!((valued.play, valued.amount), (*play, ends.iter().sum()));
            let error = valued.error.unwrap();
            assert!((error - error_of_mean(ends)).abs() < 1e-9, "{play}: {error} of {ends:?}");
        }
        self.asked.set(self.asked.get() + 1);
        expected.or_else(|| Greedy.best(seen))
    }
}

fn agree<P: Policy + Copy>(spec: &str, policy: P, value: Value, worlds: u64, rules: &Rules) {
    let registry = Registry::builtin();
    let monte_carlo = Spec::parse(spec, &registry).unwrap().build(&registry).unwrap();
    let asked = std::cell::Cell::new(0);
    let both = Both { monte_carlo: &*monte_carlo, policy, value, worlds, asked };
    for block in 0..4 {
        let (deals, decisions) = (Seed(31).deals(block), Seed(31).decisions(block, 0));
        let mut table = SelfPlay::new(&both, deals, decisions, 0);
        Election::new(rules, None).play(&mut table, &mut ());
    }
    assert!(both.asked.get() > 40, "{spec}: {} decisions", both.asked.get());
}

#[test]
fn greedy_with_slips_minding_stones() {
    let spec = "monte-carlo:worlds=30,objective=stones,slips=25";
    agree(spec, Slips { percent: 25 }, few_stones, 30, &Rules::default());
}

#[test]
fn random_minding_the_round() {
    let rules = Rules { stones: 7, ..Rules::default() };
    agree("monte-carlo:worlds=20,objective=round,rollout=random", Random, the_round, 20, &rules);
}

/// More worlds than are drawn ahead at once.
#[test]
fn worlds_in_several_batches() {
    let spec = "monte-carlo:worlds=1500,objective=round,slips=0";
    let rules = Rules { stones: 3, ..Rules::default() };
    agree(spec, Slips { percent: 0 }, the_round, 1_500, &rules);
}
