//! Positions of rounds as they are played.

use domeng::engine::{
    Action, Election, Holdings, Move, Observation, Progress, Round, Rules, Seed, Sitting, Stream,
};

/// Plays `elections` elections on deals of `seed`, each by `rules` of its number, and shows every
/// position of their rounds, the lead included, with the stones that the round began with. `choose`
/// is given the number of the election, too.
pub fn positions(
    seed: Seed,
    elections: u64,
    rules: impl Fn(u64) -> Rules,
    choose: impl Fn(u64, &Observation<'_>, &mut Stream) -> Option<Move>,
    mut show: impl FnMut(&Round, &Holdings),
) {
    for number in 0..elections {
        let mut election = Election::new(&rules(number), None);
        loop {
            let deal = seed.deals(number).deal(0, election.rounds());
            let mut round = election.next_round(&deal.hands());
            let holdings = *round.holdings();
            let streams = seed.decisions(number, 0).round(0, election.rounds());
            let end = loop {
                show(&round, &holdings);
                let seen = Observation::new(&round, &Sitting::NOBODY, round.to_move());
                let mut stream = streams.stream(seen.ply(), seen.seat());
                let play = choose(number, &seen, &mut stream);
                match round.play(play.map_or(Action::Pass, Action::Play), &mut ()).unwrap() {
                    Progress::Continues => {}
                    Progress::Ended(end) => break end,
                }
            };
            if election.close(&round, &end).is_some() {
                break;
            }
        }
    }
}
