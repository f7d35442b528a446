//! One person and four strategies at the table, line by line.

use std::io::{self, BufRead, Write};

use super::chain::Chain;
use super::entry::{Entry, Told};
use super::phrases;
use super::tell::{paragraph, sentence};
use super::view::{self, LABEL};
use crate::engine::{
    Action, BySeat, Election, ElectionObserver as _, ElectionRecord, Observation, Observer,
    Outcome, Payment, Progress, Recorder, Round, RoundEnd, Rules, Seat, Seed, Sitting, Stream,
};
use crate::records::{LineRead, legible, read_line};
use crate::strategies::Strategy;

/// Longest line of input that is read.
const LONGEST: usize = 4096;

/// How a session ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The election was played to its end.
    Finished(Box<ElectionRecord>),
    /// The person left the table, or the input ended.
    Left,
}

/// An election with a person in one seat.
pub struct Session<'a> {
    pub rules: Rules,
    pub seed: Seed,
    /// Who plays each seat; nobody for the person's.
    pub players: BySeat<Option<&'a dyn Strategy>>,
    /// Labels for the record and the table.
    pub names: BySeat<&'a str>,
    /// Whether answers are written out as they are read: for input that no terminal echoes.
    pub echo: bool,
}

/// What a person wants.
enum Wish {
    Act(Action),
    Leave,
}

impl Session<'_> {
    /// Plays an election: asks on `input`, tells on `out`. The deals and the strategies' draws are
    /// those of block 0 of the seed, so that a session can be had again.
    ///
    /// # Errors
    /// Those of `input` and `out`.
    pub fn play(&self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<Ending> {
        let mut election = Election::new(&self.rules, None);
        let mut recorder = Recorder::default();
        recorder.begin((0, 0), &self.names, &self.rules, None);
        writeln!(out, "The table:")?;
        for (seat, name) in self.names.enumerate() {
            writeln!(out, "  {seat:?}  {}", legible(name, 60))?;
        }
        writeln!(out, "Type ? for help and the rules in short, q to leave.")?;
        loop {
            let Some((round, end)) = self.round(&election, &mut recorder, input, out)? else {
                return Ok(Ending::Left);
            };
            if let Some(outcome) = election.close(&round, &end) {
                match outcome {
                    Outcome::Camat(seat) => {
                        writeln!(out)?;
                        sentence(out, "", &phrases::elected(seat, self.rules.camat_check))?;
                    }
                    Outcome::Undecided => writeln!(out, "\nUndecided: no CAMAT (R9.6).")?,
                }
                out.flush()?;
                return Ok(Ending::Finished(Box::new(recorder.finish(outcome).clone())));
            }
        }
    }

    /// Plays a round; `None` if the person leaves.
    fn round(
        &self,
        election: &Election,
        recorder: &mut Recorder,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> io::Result<Option<(Round, RoundEnd)>> {
        let number = election.rounds();
        let deal = self.seed.deals(0).deal(0, number);
        let mut round = election.next_round(&deal.hands());
        recorder.round_begins(deal, &round);
        let sitting = Sitting { names: self.names, election: 0, round: number };
        let streams = self.seed.decisions(0, 0).round(0, number);
        let mut chain = Chain::default();
        writeln!(out, "\nRound {number}")?;
        sentence(out, "", &phrases::starts(round.start(), round.camat()))?;
        let mut shown = None;
        loop {
            let (seat, legal) = (round.to_move(), round.legal());
            let ply = round.history().len();
            let seen = Observation::new(&round, &sitting, seat);
            let wish = match self.players[seat] {
                _ if legal.is_empty() => Wish::Act(Action::Pass),
                Some(strategy) => {
                    Wish::Act(strategys_action(strategy, &seen, &mut streams.stream(ply, seat)))
                }
                None => {
                    // Once a turn: a slip does not draw it again.
                    if shown.replace(ply) != Some(ply) {
                        show_table(&seen, &chain, out)?;
                    }
                    self.ask(&seen, input, out)?
                }
            };
            let Wish::Act(action) = wish else { return Ok(None) };
            let mut heard = Heard::default();
            let progress = match round.play(action, &mut (&mut *recorder, &mut heard)) {
                Ok(progress) => progress,
                Err(illegal) => {
                    paragraph(out, "", "", &illegal.to_string())?;
                    continue;
                }
            };
            if let Action::Play(play) = action {
                chain.place(round.history().last().and_then(|done| done.play()).unwrap_or(play));
            }
            tell_ply((ply, seat), action, &round, &heard, out)?;
            if let Progress::Ended(end) = progress {
                recorder.round_ends(&round, &end);
                tell_end(&round, &end, &heard, out)?;
                return Ok(Some((round, end)));
            }
        }
    }

    /// Asks until there is an answer that means something; whether it is legal the round decides.
    fn ask(
        &self,
        seen: &Observation<'_>,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> io::Result<Wish> {
        loop {
            write!(out, "your move, {:?} (* fits) > ", seen.seat())?;
            out.flush()?;
            let mut bytes = Vec::new();
            match read_line(input, LONGEST, &mut bytes)? {
                LineRead::End => {
                    writeln!(out, "\nThe input has ended; you leave the table.")?;
                    return Ok(Wish::Leave);
                }
                LineRead::TooLong => bytes.clear(),
                LineRead::Line => {}
            }
            let line = String::from_utf8_lossy(&bytes);
            if self.echo {
                writeln!(out, "{}", legible(line.trim(), 40))?;
            }
            match Entry::read(&line, seen) {
                Ok(Entry::Act(action)) => return Ok(Wish::Act(action)),
                Ok(Entry::Leave) => {
                    writeln!(out, "You leave the table.")?;
                    return Ok(Wish::Leave);
                }
                Ok(Entry::Help) => writeln!(out, "{HELP}")?,
                Err(Told(message)) => paragraph(out, "", "", &message)?,
            }
        }
    }
}

/// The choice of a strategy, asked as a tournament asks it.
fn strategys_action(
    strategy: &dyn Strategy,
    seen: &Observation<'_>,
    random: &mut Stream,
) -> Action {
    let legal = seen.legal();
    let chosen = legal.is_choice().then(|| strategy.choose(seen, random));
    let play = chosen.and_then(|play| legal.find(play)).or_else(|| legal.first());
    play.map_or(Action::Pass, Action::Play)
}

/// The payments of a ply.
#[derive(Default)]
struct Heard(Vec<Payment>);

impl Observer for Heard {
    fn paid(&mut self, payment: &Payment) {
        self.0.push(*payment);
    }
}

/// What the person sees before a choice.
fn show_table(seen: &Observation<'_>, chain: &Chain, out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    view::table(seen, chain, out)?;
    write!(out, "{:LABEL$}", "your hand")?;
    for (at, tile) in Entry::in_order(seen.hand()).enumerate() {
        let gap = if at > 0 { "  " } else { "" };
        let mark = if seen.legal().tiles().contains(tile) { "*" } else { "" };
        write!(out, "{gap}{}: {tile:?}{mark}", at + 1)?;
    }
    writeln!(out)
}

fn tell_ply(
    (ply, seat): (usize, Seat),
    action: Action,
    round: &Round,
    heard: &Heard,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut text = format!("{seat:?} {}", phrases::acts(ply, action, round.line()));
    for paid in heard.0.iter().filter(|paid| paid.why.is_pass()) {
        text += &format!(": {}, {}", phrases::pass(paid.why), phrases::gets(paid));
    }
    paragraph(out, "", "  ", &text)
}

/// Tells how a round ended; all hands are turned up (R10.2).
fn tell_end(round: &Round, end: &RoundEnd, heard: &Heard, out: &mut impl Write) -> io::Result<()> {
    let last = round.history().iter().rev().find_map(|action| action.play());
    if let Some(last) = last {
        let last = (last.tile(), round.last_mappano());
        sentence(out, "", &phrases::ends(end.kind, end.winner, last, &end.mattikkeng))?;
    }
    for paid in heard.0.iter().filter(|paid| !paid.why.is_pass()) {
        sentence(out, "", &phrases::pays(paid))?;
    }
    for (seat, &hand) in round.hands().enumerate().filter(|(_, hand)| !hand.is_empty()) {
        let pips = phrases::plural(hand.pips().into(), "pip");
        writeln!(out, "  {seat:?} turns up {}, {pips}", phrases::tiles(hand))?;
    }
    let holdings = round.holdings();
    sentence(out, "", &phrases::stones(holdings.table, &holdings.seats))
}

const HELP: &str = "\
Answer with the number of a tile in your hand (2), with the end where it fits
both (2L, 2R), or with the tile itself (64, 64L, 64R). ? is this help, q leaves.

The rules in short (docs/rules.md has them all):
- Play a tile on an end of the line that shows one of its values. Who can play
  must play (R4.4); who cannot passes and gets 1 stone, or 2 if it has not
  played a tile yet in this round (PASSEBUNGE). Stones are bad.
- Stones come from the table; once it is empty, from the LAST MAPPANO, the seat
  that played last.
- Who plays its last tile (FIRST CAPPU) wins the round, and the seat before it,
  CUCUQ, gets 1 stone, 3 for a CEKI (both ends alike), 5 for a POLLO (both ends
  alike, by a double); from the table, then from the winner.
- If all pass, the LAST MAPPANO last of all, it is MANGUNO: others with no more
  pips than it are MATTIKKENG, and the lowest of them wins.
- The game is won by who goes out when the table is empty and is left without
  stones: the CAMAT.";
