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

/// Flat Monte Carlo, a rollout at a time by the scalar engine.
fn one_by_one<P: Policy + Copy>(
    policy: P,
    value: Value,
    worlds: u64,
    seen: &Observation<'_>,
    random: &Stream,
) -> Option<Move> {
    let moves: Vec<Move> = seen.legal().iter().collect();
    let mut totals = vec![0; moves.len()];
    let mut sampler = Worlds::new(Constraints::new(seen));
    let mut draws = random.generator(0);
    for world in 0..worlds {
        let dealt = seen.world(sampler.draw(&mut draws));
        for (total, &play) in totals.iter_mut().zip(&moves) {
            let mut round = dealt.clone();
            let streams = random.round(1 + world);
            let end = match round.play(Action::Play(play), &mut ()).unwrap() {
                Progress::Ended(end) => end,
                Progress::Continues => {
                    let mut rollout = Rollout { policy, sitting: seen.sitting(), streams };
                    round.run(&mut rollout, &mut ())
                }
            };
            *total += value(&round, end.winner, seen.seat());
        }
    }
    // The first of the best.
    let best = totals.iter().max()?;
    moves.into_iter().zip(&totals).find(|(_, total)| *total == best).map(|(play, _)| play)
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
        let expected = one_by_one(self.policy, self.value, self.worlds, seen, random);
        let chosen = self.monte_carlo.choose(seen, &mut random.clone());
        assert_eq!(Some(chosen), expected, "{seen:?}, {:?}", Sitting::NOBODY);
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
