//! The rows of the CSV files that grow with a run, column by column as formats.md fixes them.

use super::experiment::Experiment;
use super::listen::PlayedRound;
use super::play::PlayedElection;
use super::schedule::Block;
use super::tally::BlockSums;

/// Header of `games.csv`.
pub(super) const GAMES: &str = "game,election,block,rotation,arm,seat0,seat1,seat2,seat3,seat4,\
rounds,plies,camat_seat,camat,stones0,stones1,stones2,stones3,stones4\n";

/// Header of `rounds.csv`.
pub(super) const ROUNDS: &str = "game,election,round,block,rotation,arm,deal,starter,plies,passes,\
passebunge,end,winner_seat,winner,table,stones0,stones1,stones2,stones3,stones4,camat_seat,camat\n";

/// Header of `blocks.csv`. The last five columns hold what the other summaries are computed from,
/// each a list of `;`-separated items: `holdings` has `stones:seatings`, `by_seat` has
/// `seatings:elections_won:stones` for seats 0 to 4, and `versus` has
/// `opponent:meetings:better:worse:difference` with the opponent's place in the pool, `by_rotation`
/// has `seatings:elections_won:stones:rounds:rounds_won` for rotations 0 to 4. `ranks` is of the whole
/// block, and in its first row alone: `ranks:elections`, five digits a seat each ([`Ranks`]).
///
/// [`Ranks`]: super::ranks::Ranks
pub(super) const BLOCKS: &str = "block,arm,strategy,seatings,elections_won,undecided,stones,rounds,\
rounds_won,won_cappu,won_ceki,won_pollo,won_manguno,won_mattikkeng,passes,passebunge,cucuq,\
stones_in,stones_out,decisions,faults,holdings,by_seat,versus,by_rotation,ranks\n";

/// `text` as a CSV field, quoted where RFC 4180 asks for it.
fn field(text: &str) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = writer.write_record([text, ""]);
    let mut bytes = writer.into_inner().unwrap_or_default();
    // What stands before the comma and the line end.
    bytes.truncate(bytes.len().saturating_sub(2));
    bytes
}

/// Labels of the pool and words of the arms, as CSV fields.
pub(super) struct Names {
    labels: Vec<Vec<u8>>,
    arms: Vec<Vec<u8>>,
}

impl Names {
    pub(super) fn of(experiment: &Experiment) -> Self {
        Self {
            labels: experiment.labels().into_iter().map(field).collect(),
            arms: experiment.arms().iter().map(|arm| field(&arm.word)).collect(),
        }
    }

    /// The label of an entrant, by its place in the pool.
    pub(super) fn label(&self, entrant: usize) -> &[u8] {
        &self.labels[entrant]
    }

    /// The word of an arm, by its place among those of the experiment.
    pub(super) fn arm(&self, arm: usize) -> &[u8] {
        &self.arms[arm]
    }

    /// What the rows of a block begin with in `blocks.csv`, for an entrant of it: block, arm and
    /// strategy.
    pub(super) fn block_row_begins(&self, block: &Block, entrant: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut row = Row::new(&mut bytes);
        row.number(block.number).raw(&self.arms[block.arm]).raw(&self.labels[entrant]);
        bytes
    }
}

/// Appends fields of a row; rows of numbers and ready fields need nothing more.
struct Row<'a> {
    bytes: &'a mut Vec<u8>,
    begun: bool,
}

impl<'a> Row<'a> {
    fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { bytes, begun: false }
    }

    fn raw(&mut self, field: &[u8]) -> &mut Self {
        if self.begun {
            self.bytes.push(b',');
        }
        self.begun = true;
        self.bytes.extend_from_slice(field);
        self
    }

    fn number(&mut self, n: u64) -> &mut Self {
        self.raw(itoa::Buffer::new().format(n).as_bytes())
    }

    fn numbers(&mut self, all: impl IntoIterator<Item = u64>) -> &mut Self {
        for n in all {
            self.number(n);
        }
        self
    }

    /// A list of `;`-separated items of `:`-separated numbers.
    fn list<const N: usize>(&mut self, items: impl Iterator<Item = [i64; N]>) -> &mut Self {
        self.raw(b"");
        let mut buffer = itoa::Buffer::new();
        for (at, item) in items.enumerate() {
            for (part, n) in item.into_iter().enumerate() {
                let gap: &[u8] = match (at, part) {
                    (0, 0) => b"",
                    (_, 0) => b";",
                    _ => b":",
                };
                self.bytes.extend_from_slice(gap);
                self.bytes.extend_from_slice(buffer.format(n).as_bytes());
            }
        }
        self
    }

    fn end(&mut self) {
        self.bytes.push(b'\n');
    }
}

/// Appends the row of an election to `games.csv`.
pub(super) fn game_row(
    bytes: &mut Vec<u8>,
    block: &Block,
    rotation: usize,
    election: &PlayedElection,
    names: &Names,
) {
    let mut row = Row::new(bytes);
    row.numbers([block.game(rotation), u64::from(election.number), block.number, rotation as u64]);
    row.raw(&names.arms[block.arm]);
    for &entrant in election.entrants.iter() {
        row.raw(&names.labels[entrant]);
    }
    row.numbers([u64::from(election.rounds), election.counts.plies]);
    match election.outcome.camat() {
        Some(seat) => {
            row.number(u64::from(u8::from(seat))).raw(&names.labels[election.entrants[seat]]);
        }
        None => {
            row.raw(b"").raw(b"");
        }
    }
    row.numbers(election.stones.iter().map(|&stones| u64::from(stones))).end();
}

/// Appends the row of a round to `rounds.csv`.
pub(super) fn round_row(
    bytes: &mut Vec<u8>,
    block: &Block,
    rotation: usize,
    (election, number): (&PlayedElection, u64),
    round: &PlayedRound,
    names: &Names,
) {
    let seat_and_label = |row: &mut Row<'_>, seat| {
        row.number(u64::from(u8::from(seat))).raw(&names.labels[election.entrants[seat]]);
    };
    let mut row = Row::new(bytes);
    row.numbers([block.game(rotation), u64::from(election.number), number, block.number]);
    row.number(rotation as u64).raw(&names.arms[block.arm]);
    row.numbers([round.deal.number(), u64::from(u8::from(round.starter)), round.plies]);
    row.numbers([round.passes, round.passebunge]).raw(round.end.kind.word().as_bytes());
    seat_and_label(&mut row, round.end.winner);
    row.number(u64::from(round.holdings.table));
    row.numbers(round.holdings.seats.iter().map(|&stones| u64::from(stones)));
    match round.end.elected {
        true => seat_and_label(&mut row, round.end.winner),
        false => {
            row.raw(b"").raw(b"");
        }
    }
    row.end();
}

/// Appends the rows of a block to `blocks.csv`.
pub(super) fn block_rows(bytes: &mut Vec<u8>, block: &BlockSums, names: &Names) {
    for (at, (entrant, sums)) in block.entrants.iter().enumerate() {
        let mut row = Row::new(bytes);
        row.number(block.block).raw(&names.arms[block.arm]).raw(&names.labels[*entrant]);
        row.numbers([sums.seatings, sums.elections_won, sums.undecided, sums.stones, sums.rounds]);
        row.number(sums.rounds_won()).numbers(sums.won);
        row.numbers([sums.passes, sums.passebunge, sums.cucuq, sums.stones_in, sums.stones_out]);
        row.numbers([sums.decisions, sums.faults]);
        let holdings = sums.holdings.iter().enumerate().filter(|(_, seatings)| **seatings > 0);
        row.list(holdings.map(|(stones, &seatings)| [stones as i64, seatings as i64]));
        row.list(
            sums.by_seat
                .iter()
                .map(|seat| [seat.seatings as i64, seat.elections_won as i64, seat.stones as i64]),
        );
        row.list(sums.versus.iter().map(|(opponent, v)| {
            [*opponent as i64, v.meetings as i64, v.better as i64, v.worse as i64, v.difference]
        }));
        row.list(sums.by_rotation.iter().map(|n| {
            [n.seatings, n.elections_won, n.stones, n.rounds, n.rounds_won].map(|n| n as i64)
        }));
        let of_block = block.ranks.iter().filter(|_| at == 0);
        row.list(of_block.map(|(ranks, elections)| [ranks.number(), *elections as i64]));
        row.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_quoted_as_rfc_4180_asks() {
        assert_eq!(field("greedy"), b"greedy");
        assert_eq!(field("heuristic:heavy=0.8,keep=1"), b"\"heuristic:heavy=0.8,keep=1\"");
        assert_eq!(field("a \"b\""), b"\"a \"\"b\"\"\"");
    }
}
