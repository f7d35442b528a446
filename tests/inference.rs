//! Inference against the posterior by its definition: every possible world, its chance found by
//! playing the round again in it.

mod played;

use std::collections::BTreeMap;

use domeng::belief::{ChoiceModel, Constraints, Either, Inference, Worlds};
use domeng::engine::{
    Action, BySeat, Holdings, Move, Observation, Round, Rules, Seat, Seed, Sitting, Stream, TileSet,
};
use domeng::strategies::{Greedy, Light, Random, Slips, Softmax};

/// A round in play, with what is needed to play it again in another world.
struct Scene {
    round: Round,
    holdings: Holdings,
}

/// Positions of rounds of elections played by `greedy` and `random` in turn.
fn scenes(elections: u64, mut show: impl FnMut(&Scene)) {
    let rules = |_| Rules { max_rounds: 6, ..Rules::default() };
    let choose = |_, seen: &Observation<'_>, stream: &mut Stream| {
        if stream.below(4) > 0 { Greedy.best(seen) } else { Random.draw(seen, stream) }
    };
    played::positions(Seed(11), elections, rules, choose, |round, holdings| {
        show(&Scene { round: round.clone(), holdings: *holdings });
    });
}

/// Every world of at most `most` ways to give out the hidden tiles, passes aside.
fn worlds(seen: &Observation<'_>, most: usize) -> Vec<BySeat<TileSet>> {
    fn give(
        hidden: &[domeng::engine::Tile],
        needs: BySeat<u32>,
        hands: BySeat<TileSet>,
        found: &mut Vec<BySeat<TileSet>>,
        most: usize,
    ) {
        if found.len() > most || hidden.len() < needs.iter().sum::<u32>() as usize {
            return;
        }
        let Some((&tile, rest)) = hidden.split_first() else {
            found.extend((needs.0 == [0; Seat::COUNT]).then_some(hands));
            return;
        };
        give(rest, needs, hands, found, most);
        for at in Seat::ALL.into_iter().filter(|&at| needs[at] > 0) {
            let (mut needs, mut hands) = (needs, hands);
            needs[at] -= 1;
            hands[at].insert(tile);
            give(rest, needs, hands, found, most);
        }
    }
    let mut hands = BySeat([TileSet::EMPTY; Seat::COUNT]);
    hands[seen.seat()] = seen.hand();
    let hidden: Vec<_> = seen.hidden().iter().collect();
    let needs = BySeat::from_fn(|at| seen.tiles_held(at) - hands[at].len());
    let mut found = Vec::new();
    give(&hidden, needs, hands, &mut found, most);
    found
}

/// The chance of all that the others chose, had these been the hands, each of them being of one kind of
/// player of the model's all along, and of every kind alike; none where play could not have gone so.
fn chance<M: ChoiceModel>(
    scene: &Scene,
    seat: Seat,
    hands: &BySeat<TileSet>,
    model: &M,
) -> Option<f64> {
    let history = scene.round.history();
    let start = scene.round.start();
    let mut dealt = *hands;
    for (ply, action) in history.iter().enumerate() {
        if let Action::Play(play) = action {
            dealt[start.seat.after(ply)].insert(play.tile());
        }
    }
    let mut round = Round::with_hands(scene.round.rules(), &dealt, start, scene.holdings).ok()?;
    let kinds = model.kinds();
    let mut chances = BySeat::from_fn(|_| vec![1.0; kinds as usize]);
    for &action in history {
        let mover = round.to_move();
        if let Action::Play(play) = action
            && mover != seat
            && round.legal().len() > 1
        {
            let seen = Observation::new(&round, &Sitting::NOBODY, mover);
            for (kind, chance) in (0..kinds).zip(&mut chances[mover]) {
                *chance *= f64::from(model.likelihood_of(kind, &seen, play)) / 65536.0;
            }
        }
        round.play(action, &mut ()).ok()?;
    }
    Some(chances.iter().map(|chances| chances.iter().sum::<f64>() / f64::from(kinds)).product())
}

/// The posterior over all worlds by [`chance`]; `None` where there are too many.
fn posterior<M: ChoiceModel>(
    scene: &Scene,
    seat: Seat,
    model: &M,
    most: usize,
) -> Option<BTreeMap<[u32; 5], f64>> {
    let seen = Observation::new(&scene.round, &Sitting::NOBODY, seat);
    let all = worlds(&seen, most);
    let weighed = all
        .iter()
        .filter_map(|hands| Some((hands.0.map(TileSet::bits), chance(scene, seat, hands, model)?)));
    let weighed: BTreeMap<_, _> = weighed.collect();
    let total: f64 = weighed.values().sum();
    (all.len() <= most).then(|| weighed.into_iter().map(|(hands, w)| (hands, w / total)).collect())
}

/// Half the sum of differences between drawn frequencies and chances, and what that would be
/// expected to be for `count` independent draws: Σ √(2 p (1 − p) / (π n)) / 2 at most.
fn variation(
    exact: &BTreeMap<[u32; 5], f64>,
    count: u32,
    mut draw: impl FnMut() -> BySeat<TileSet>,
) -> (f64, f64) {
    let mut drawn: BTreeMap<_, u32> = exact.keys().map(|&hands| (hands, 0)).collect();
    for _ in 0..count {
        *drawn.get_mut(&draw().0.map(TileSet::bits)).expect("a possible world") += 1;
    }
    let n = f64::from(count);
    let apart = exact.iter().map(|(hands, p)| (f64::from(drawn[hands]) / n - p).abs()).sum::<f64>();
    let of = |p: &f64| (2.0 * p * (1.0 - p) / (std::f64::consts::PI * n)).sqrt();
    let noise = exact.values().map(of);
    (apart / 2.0, noise.sum::<f64>() / 2.0)
}

/// So many that all worlds are summed over where the test can list them.
const DRAWS: u32 = 8_000;

#[test]
fn worlds_come_up_as_often_as_the_posterior_says() {
    come_up_as_often_as_the_posterior_says(&Slips { percent: 10 });
}

#[test]
fn a_seat_that_may_be_of_several_kinds_is_of_one_all_along() {
    let light = Softmax { strategy: Light::default(), half: 10, slips: 1 };
    let model = Either(Slips { percent: 1 }, Either(light, Slips { percent: 100 }));
    come_up_as_often_as_the_posterior_says(&model);
}

fn come_up_as_often_as_the_posterior_says<M: ChoiceModel>(model: &M) {
    let mut random = Seed(5).schedule(0);
    let (mut tried, mut first_rounds) = (0, 0);
    let (mut ours, mut noise, mut uniform) = (0.0, 0.0, 0.0);
    scenes(30, |scene| {
        let seat = Seat::ALL[(tried + scene.round.history().len()) % 5];
        let Some(exact) = posterior(scene, seat, model, 3_000) else { return };
        if exact.len() < 20 {
            return;
        }
        let seen = Observation::new(&scene.round, &Sitting::NOBODY, seat);
        let mut inference = Inference::new(&seen, model, DRAWS, &mut random);
        let (apart, expected) = variation(&exact, DRAWS, || inference.draw(&mut random));
        let mut worlds = Worlds::new(Constraints::new(&seen));
        let (flat, _) = variation(&exact, DRAWS, || worlds.draw(&mut random));
        assert!(inference.effective() == 1.0);
        // Worlds are shared out more evenly than if each was drawn alone.
        assert!(apart < expected + 0.002, "{apart} {expected} for {:?}", scene.round);
        (ours, noise, uniform) = (ours + apart, noise + expected, uniform + flat);
        tried += 1;
        first_rounds += u32::from(scene.round.start().announced.is_some());
    });
    assert!(tried > 80 && first_rounds > 10, "{tried} {first_rounds}");
    assert!(ours < 0.8 * noise, "{ours} {noise}");
    // Draws that leave out what was chosen are far off.
    assert!(uniform > 5.0 * ours, "{uniform} {ours}");
}

/// Gives every move the same chance.
struct Same(u32);

impl ChoiceModel for Same {
    fn likelihood(&self, seen: &Observation<'_>, play: Move) -> u32 {
        assert!(seen.legal().len() > 1 && seen.legal().find(play) == Some(play));
        self.0
    }
}

#[test]
fn worlds_agree_with_what_was_seen_however_unlikely_it_was() {
    let mut random = Seed(6).schedule(0);
    for chance in [0, 1, 65_536, u32::MAX] {
        scenes(2, |scene| {
            for seat in Seat::ALL {
                let seen = Observation::new(&scene.round, &Sitting::NOBODY, seat);
                let constraints = Constraints::new(&seen);
                let model = Same(chance);
                for count in [0, 1, 50] {
                    let mut inference = Inference::new(&seen, &model, count, &mut random);
                    for _ in 0..=count {
                        assert!(constraints.allow(&inference.draw(&mut random)));
                    }
                    assert!((0.0..=1.0).contains(&inference.effective()));
                }
            }
        });
    }
}

#[test]
fn the_same_stream_draws_the_same_worlds() {
    scenes(2, |scene| {
        let seen = Observation::new(&scene.round, &Sitting::NOBODY, Seat::ALL[2]);
        let run = || {
            let mut random = Seed(7).schedule(1);
            let mut inference = Inference::new(&seen, &Slips { percent: 5 }, 20, &mut random);
            (0..40).map(|_| inference.draw(&mut random)).collect::<Vec<_>>()
        };
        assert_eq!(run(), run());
    });
}

/// What the others hold is not looked at: with any hands that agree with what was seen, the worlds
/// are the same.
#[test]
fn hidden_hands_do_not_change_what_is_drawn() {
    let mut random = Seed(8).schedule(0);
    let mut changed = 0;
    scenes(6, |scene| {
        let seat = scene.round.to_move();
        let seen = Observation::new(&scene.round, &Sitting::NOBODY, seat);
        let other = seen.world(Worlds::new(Constraints::new(&seen)).draw(&mut random));
        let run = |round: &Round| {
            let seen = Observation::new(round, &Sitting::NOBODY, seat);
            let mut random = Seed(9).schedule(0);
            let mut inference = Inference::new(&seen, &Slips { percent: 5 }, 200, &mut random);
            (0..200).map(|_| inference.draw(&mut random)).collect::<Vec<_>>()
        };
        assert_eq!(run(&scene.round), run(&other));
        changed += u32::from(other.hands() != scene.round.hands());
    });
    assert!(changed > 50, "{changed}");
}

/// A seat that looks back sees the round as the table did: line, stones, lacks and history.
#[test]
fn past_plays_are_shown_as_they_stood() {
    let mut looked = 0;
    scenes(6, |scene| {
        let seat = scene.round.to_move();
        let seen = Observation::new(&scene.round, &Sitting::NOBODY, seat);
        let mut plays = seen.past_plays(scene.round.hands()).into_iter();
        let history = scene.round.history();
        let mut dealt = *scene.round.hands();
        for (ply, action) in history.iter().enumerate() {
            if let Action::Play(play) = action {
                dealt[scene.round.start().seat.after(ply)].insert(play.tile());
            }
        }
        let (rules, start) = (scene.round.rules(), scene.round.start());
        let mut round = Round::with_hands(rules, &dealt, start, scene.holdings).unwrap();
        for &action in history {
            let mover = round.to_move();
            if let Action::Play(play) = action
                && mover != seat
            {
                let mut past = plays.next().unwrap();
                assert_eq!((past.seat(), past.play()), (mover, play));
                // With its true hand it saw what it saw.
                let then = past.seen_with(scene.round.hands()[mover]);
                let truly = Observation::new(&round, &Sitting::NOBODY, mover);
                assert_eq!(format!("{then:?}"), format!("{truly:?}"));
                assert_eq!((then.legal(), then.hidden()), (truly.legal(), truly.hidden()));
                assert_eq!(then.holdings(), truly.holdings());
                assert_eq!(then.last_mappano(), truly.last_mappano());
                for at in Seat::ALL {
                    assert_eq!(then.tiles_held(at), truly.tiles_held(at));
                    assert_eq!(then.lacks(at), truly.lacks(at));
                    assert_eq!(then.has_played(at), truly.has_played(at));
                }
                looked += 1;
            }
            round.play(action, &mut ()).unwrap();
        }
        assert!(plays.next().is_none());
    });
    assert!(looked > 1_000, "{looked}");
}
