//! How fast the parts are, records aside: `cargo bench --bench speed`, or with ` worlds` after it for
//! one group.
//!
//! A bench works through a batch of items, so that the processor can't learn a single one by heart.
//! The times are those of a batch; what to read is items a second.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use domeng::belief::{Constraints, Worlds};
use domeng::engine::lockstep::{Elections, LanePolicy, Lockstep, Path};
use domeng::engine::{
    Action, Deal, Election, Observation, Progress, Round, Rules, Seed, Sitting, Stream,
};
use domeng::strategies::{Greedy, Policy, Random, Registry, Rollout, SelfPlay};
use domeng::tournament::{BlockOutput, Experiment, ExperimentFile, Growing, Players};

fn main() {
    divan::main();
}

/// Items in a batch.
const BATCH: usize = 256;

/// Times `work` on each of `items`.
fn each<T, R>(bencher: Bencher<'_, '_>, items: &[T], mut work: impl FnMut(&T) -> R) {
    bencher.counter(ItemsCount::new(items.len())).bench_local(|| {
        for item in items {
            black_box(work(black_box(item)));
        }
    });
}

/// First deals of blocks.
fn deals() -> Vec<Deal> {
    (0..BATCH as u64).map(|block| Seed(1).deals(block).deal(0, 0)).collect()
}

/// The first round of an election.
fn first_round(deal: Deal) -> Round {
    Election::new(&Rules::default(), None).next_round(&deal.hands())
}

/// Positions of random rounds, plies 8 to 16, one a round.
fn positions() -> Vec<Round> {
    let positions = deals().into_iter().zip(0_u64..).filter_map(|(deal, number)| {
        let mut round = first_round(deal);
        let mut stream = Stream::new(number);
        for _ in 0..8 + number % 9 {
            let seen = Observation::new(&round, &Sitting::NOBODY, round.to_move());
            let play = Random.draw(&seen, &mut stream);
            match round.play(play.map_or(Action::Pass, Action::Play), &mut ()) {
                Ok(Progress::Continues) => {}
                Ok(Progress::Ended(_)) | Err(_) => return None,
            }
        }
        Some(round)
    });
    positions.collect()
}

mod deal {
    use super::*;

    /// A number becomes five hands.
    #[divan::bench]
    fn hands(bencher: Bencher<'_, '_>) {
        each(bencher, &deals(), |deal| deal.hands());
    }

    /// Five hands become a number.
    #[divan::bench]
    fn number(bencher: Bencher<'_, '_>) {
        let hands: Vec<_> = deals().into_iter().map(|deal| deal.hands().seats).collect();
        each(bencher, &hands, Deal::from_hands);
    }

    /// A place in the tree of seeds becomes a number.
    #[divan::bench]
    fn draw(bencher: Bencher<'_, '_>) {
        let blocks: Vec<u64> = (0..BATCH as u64).collect();
        each(bencher, &blocks, |&block| Seed(1).deals(block).deal(0, 0));
    }
}

mod round {
    use super::*;

    /// All legal moves of a position.
    #[divan::bench]
    fn legal_moves(bencher: Bencher<'_, '_>) {
        each(bencher, &positions(), |round| round.legal().iter().map(black_box).count());
    }

    /// From the lead to the end.
    #[divan::bench(types = [Random, Greedy])]
    fn playout<P: Policy + Default>(bencher: Bencher<'_, '_>) {
        let rounds: Vec<Round> = deals().into_iter().map(first_round).collect();
        let mut key = 0;
        each(bencher, &rounds, |round| {
            key += 1;
            let streams = Stream::new(key).round(0);
            let mut rollout = Rollout { policy: P::default(), sitting: &Sitting::NOBODY, streams };
            round.clone().run(&mut rollout, &mut ())
        });
    }
}

mod election {
    use super::*;

    /// From the first deal to a CAMAT, deals drawn on the way.
    #[divan::bench(types = [Random, Greedy])]
    fn self_play<P: Policy + Default>(bencher: Bencher<'_, '_>) {
        let blocks: Vec<u64> = (0..BATCH as u64).collect();
        each(bencher, &blocks, |&block| {
            let (deals, decisions) = (Seed(1).deals(block), Seed(1).decisions(block, 0));
            let mut table = SelfPlay::new(P::default(), deals, decisions, 0);
            Election::new(&Rules::default(), None).play(&mut table, &mut ())
        });
    }
}

mod lockstep {
    use super::*;

    /// Elections in a run: so many that lanes which run out at its end hardly count.
    const RUN: u64 = 20_000;

    /// The paths that this machine has.
    fn paths() -> impl Iterator<Item = &'static str> {
        Path::ALL.into_iter().filter(|path| path.is_available()).map(Path::word)
    }

    /// Whole elections with all lanes busy, by path; items are elections.
    #[divan::bench(types = [Random, Greedy], args = paths(), sample_count = 20, sample_size = 1)]
    fn elections<P: LanePolicy + Default>(bencher: Bencher<'_, '_>, path: &str) {
        let path = Path::parse(path).expect("the word of a path");
        let (rules, policy) = (Rules::default(), P::default());
        let mut lockstep = Lockstep::new(&rules);
        let mut first = 0;
        bencher.counter(ItemsCount::new(RUN)).bench_local(|| {
            let numbers = first..first + RUN;
            first += RUN;
            lockstep.run(path, &policy, &mut Elections::new(&rules, Seed(1), numbers, &mut ()));
        });
    }
}

mod worlds {
    use super::*;

    /// What the seat to move knows of a position.
    fn known(round: &Round) -> Constraints {
        Constraints::new(&Observation::new(round, &Sitting::NOBODY, round.to_move()))
    }

    /// An observation becomes constraints.
    #[divan::bench]
    fn constraints(bencher: Bencher<'_, '_>) {
        each(bencher, &positions(), known);
    }

    /// A sampler and its first world.
    #[divan::bench]
    fn first(bencher: Bencher<'_, '_>) {
        let all: Vec<Constraints> = positions().iter().map(known).collect();
        let mut random = Seed(1).schedule(0);
        each(bencher, &all, |constraints| Worlds::new(constraints.clone()).draw(&mut random));
    }

    /// A hundred worlds of each sampler; items are worlds.
    #[divan::bench]
    fn further(bencher: Bencher<'_, '_>) {
        let mut samplers: Vec<Worlds> =
            positions().iter().map(|round| Worlds::new(known(round))).collect();
        let mut random = Seed(1).schedule(0);
        bencher.counter(ItemsCount::new(100 * samplers.len())).bench_local(|| {
            for worlds in &mut samplers {
                for _ in 0..100 {
                    black_box(worlds.draw(&mut random));
                }
            }
        });
    }
}

mod output {
    use super::*;

    fn players(records: bool) -> Players {
        let registry = Registry::builtin();
        let pool = ["random", "greedy", "random", "greedy", "random"].map(str::to_owned).to_vec();
        let records = Some(records);
        let file = ExperimentFile { pool: Some(pool), records, ..ExperimentFile::default() };
        let experiment = Experiment::resolve(&file, &registry).expect("a valid experiment");
        Players::new(&experiment, &registry).expect("known strategies")
    }

    /// Games are played, tallied and written as rows, without and with their records.
    #[divan::bench(args = [false, true])]
    fn games(bencher: Bencher<'_, '_>, records: bool) {
        let players = players(records);
        let mut schedule = players.experiment().schedule();
        let blocks: Vec<_> = (0..64).map(|number| schedule.block(number)).collect();
        let mut output = BlockOutput::default();
        bencher.counter(ItemsCount::new(5 * blocks.len())).bench_local(|| {
            output.clear();
            for block in &blocks {
                let played = players.play_block(block, || false, &mut output);
                assert!(played.is_ok_and(|whole| whole));
            }
            black_box(output.rows[Growing::Games as usize].count)
        });
    }
}
