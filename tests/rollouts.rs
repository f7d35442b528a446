//! `monte-carlo` rolls out in lockstep; it must choose as rollouts one after another would have it.

use domeng::belief::{Constraints, Worlds};
use domeng::engine::{
    Action, Election, Move, Observation, Progress, Round, RoundEnd, Rules, Seat, Seed, Sitting,
    Stream,
};
use domeng::equity::Equity;
use domeng::strategies::{
    Builtin, Greedy, Light, Policy, Random, Registry, Rollout, SelfPlay, Slips, Spec, Strategy,
};

/// What a finished round is worth to `seat`.
type Value = fn(&Round, &RoundEnd, Seat) -> i64;

fn few_stones(round: &Round, _end: &RoundEnd, seat: Seat) -> i64 {
    -i64::from(round.holdings().seats[seat])
}

fn the_round(_round: &Round, end: &RoundEnd, seat: Seat) -> i64 {
    i64::from(end.winner == seat)
}

/// The chance to be the next CAMAT in units of 1/65536 (R9.1, R9.4, R3.3).
fn equity(round: &Round, end: &RoundEnd, seat: Seat) -> i64 {
    if end.elected {
        return if end.winner == seat { 65_536 } else { 0 };
    }
    let starter = round.camat().unwrap_or(end.winner);
    let camat = round.camat().is_some();
    i64::from(Equity::shipped().chance(round.holdings(), starter, camat, seat))
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
            let streams = random.round(2 + world);
            let end = match round.play(Action::Play(play), &mut ()).unwrap() {
                Progress::Ended(end) => end,
                Progress::Continues => {
                    let mut rollout = Rollout { policy, sitting: seen.sitting(), streams };
                    round.run(&mut rollout, &mut ())
                }
            };
            ends.push(value(&round, &end, seen.seat()));
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
            let scale = values.scale as f64 / (1_u64 << 20) as f64;
            let apart = values.in_units(valued.amount) - mean(ends) / scale;
            assert!(apart.abs() < 1e-5, "{play}: {apart} apart");
            self.rolled_out.set(self.rolled_out.get() + ends.len() as u64);
            let error = valued.error.unwrap();
            assert!(
                (error - error_of_mean(ends) / scale).abs() < 1e-9,
                "{play}: {error} of {ends:?}"
            );
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
    let spec = &format!("{spec},drop={deviations},inference=off");
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
    let spec = "monte-carlo:worlds=30,rollout=greedy,objective=stones,slips=25";
    agree((spec, 0.0), Slips { percent: 25 }, few_stones, 30, &Rules::default());
}

#[test]
fn greedy_with_slips_minding_equity() {
    let spec = "monte-carlo:worlds=30,rollout=greedy,objective=equity,slips=10";
    agree((spec, 0.0), Slips { percent: 10 }, equity, 30, &Rules::default());
}

/// The seat that asks plays by `light`, the others as greedy with slips.
#[derive(Clone, Copy)]
struct Mixed(Light);

impl Policy for Mixed {
    const SKIPS_FORCED: bool = true;

    fn pick(&self, seen: &Observation<'_>, random: &mut Stream) -> Option<Move> {
        // Only seat 2 asks in this test.
        let own = seen.seat() == Seat::ALL[2];
        if own { self.0.best(seen) } else { Slips { percent: 20 }.pick(seen, random) }
    }
}

#[test]
fn mixed_rollouts_have_light_where_the_searcher_sits() {
    let registry = Registry::builtin();
    let light = Spec::parse("light", &registry).unwrap();
    let built = light.build(&registry, &Rules::default()).unwrap();
    let Some(Builtin::Light(light)) = built.builtin() else { panic!("light is built in") };
    let spec = "monte-carlo:worlds=20,rollout=mixed,objective=equity,slips=20,drop=0,inference=off";
    let strategy = Spec::parse(spec, &registry).unwrap();
    let strategy = strategy.build(&registry, &Rules::default()).unwrap();
    let mut asked = 0;
    let mut check = |seen: &Observation<'_>, random: &Stream| {
        let moves = one_by_one(Mixed(light), equity, 20, seen, random);
        let chosen = strategy.choose(seen, &mut random.clone());
        assert_eq!(Some(chosen), first_of_best(&moves), "{seen:?}");
        asked += 1;
    };
    for block in 0..12 {
        let deal = Seed(5).deals(block).deal(0, 0);
        let mut round = Election::new(&Rules::default(), None).next_round(&deal.hands());
        let streams = Seed(5).decisions(block, 0).round(0, 0);
        while !round.is_over() {
            let seen = Observation::new(&round, &Sitting::NOBODY, round.to_move());
            if seen.legal().is_choice() && seen.seat() == Seat::ALL[2] {
                check(&seen, &streams.stream(seen.ply(), seen.seat()));
            }
            let play = Greedy.best(&seen).map_or(Action::Pass, Action::Play);
            round.play(play, &mut ()).unwrap();
        }
    }
    assert!(asked > 15, "{asked}");
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
    let spec = "monte-carlo:worlds=1500,rollout=greedy,objective=round,slips=0";
    let rules = Rules { stones: 3, ..Rules::default() };
    agree((spec, 0.0), Slips { percent: 0 }, the_round, 1_500, &rules);
}

#[test]
fn moves_that_are_clearly_worse_are_dropped() {
    let spec = "monte-carlo:worlds=1500,rollout=greedy,objective=stones,slips=10";
    let rules = Rules { stones: 12, ..Rules::default() };
    let share =
        |deviations| agree((spec, deviations), Slips { percent: 10 }, few_stones, 1_500, &rules);
    assert!(share(2.5) < 0.8 * share(0.0));
}
