//! `rounds.csv` against the schedule, the seed, the rules, and where there are records against them.

use super::super::listen::SeatCount;
use super::super::rows::{self, Names};
use super::account::{Account, At};
use super::fields::{Checked, Fields, Wrong, number, split};
use super::findings::Findings;
use super::steps::{Batch, Item, Step, Steps};
use crate::engine::{
    BySeat, CamatCheck, Deal, ElectionRecord, End, Holdings, MAX_PLIES, RoundRecord, Rules, Seat,
    Seed, Start, Why,
};
use crate::records::Finding;

/// Rows with their game, election and round.
pub(super) fn parse(batch: Batch) -> Vec<Item<Vec<u8>>> {
    let item = |(line, content): (u64, Vec<u8>)| {
        let mut numbers = split(&content).into_iter().map(number);
        let mut next = || numbers.next().flatten();
        let key =
            next().zip(next()).zip(next()).map(|((game, election), round)| (game, election, round));
        Item { line, key, content }
    };
    batch.into_iter().map(item).collect()
}

/// A round as its row tells it.
struct Row {
    starter: Seat,
    plies: u64,
    passes: u64,
    passebunge: u64,
    end: End,
    winner: Seat,
    holdings: Holdings,
    camat: Option<Seat>,
}

/// What a round follows from.
struct Before {
    holdings: Holdings,
    winner: Option<Seat>,
}

/// Checks rounds of one experiment.
pub(super) struct Rounds<'a> {
    pub(super) names: &'a Names,
    pub(super) rules: &'a Rules,
    pub(super) seed: Seed,
}

impl Rounds<'_> {
    /// Reads the rounds of an election; none where they are not all there. What is wrong goes to
    /// `findings`.
    pub(super) fn election(
        &self,
        steps: &mut Steps<Vec<u8>>,
        at: &At<'_>,
        record: Option<&ElectionRecord>,
        findings: &mut Findings,
    ) -> Option<Account> {
        let (game, election) = (at.game(), u64::from(at.election));
        let on_table = Holdings::on_table(self.rules.stones);
        let mut before = Some(Before { holdings: on_table, winner: None });
        let mut account = Account {
            line: 0,
            rounds: 0,
            plies: 0,
            camat: None,
            stones: BySeat::default(),
            seats: BySeat::default(),
        };
        let (mut number, mut whole) = (0, true);
        while number < self.rules.max_rounds {
            let item = match steps.step((game, election, number.into()), findings) {
                Step::Row(item) => item,
                Step::End => return None,
                Step::Missing => {
                    // On with the next row, if it is of this election.
                    let next = steps.peek(0)?.key.filter(|key| (key.0, key.1) == (game, election));
                    number = u32::try_from(next?.2).ok()?;
                    (before, whole) = (None, false);
                    continue;
                }
            };
            let recorded = record.and_then(|record| record.rounds.get(number as usize));
            let (row, wrong) = self.check(&item, at, number, before.as_ref(), recorded);
            if let Some(Wrong { found, right }) = wrong {
                let (game, election, round) = (Some(game), Some(election), Some(number as usize));
                let finding = Finding { game, election, round, ..Finding::of_line(found, right) };
                findings.add(steps.file, Some(item.line), finding);
            }
            let Some(row) = row else {
                // It may have been the last.
                steps.peek(0)?.key.filter(|key| (key.0, key.1) == (game, election))?;
                (before, whole, number) = (None, false, number + 1);
                continue;
            };
            add(&row, &mut account);
            account.line = item.line;
            if row.camat.is_some() {
                break;
            }
            before = Some(Before { holdings: row.holdings, winner: Some(row.winner) });
            number += 1;
        }
        whole.then_some(account)
    }

    fn check(
        &self,
        item: &Item<Vec<u8>>,
        at: &At<'_>,
        number: u32,
        before: Option<&Before>,
        recorded: Option<&RoundRecord>,
    ) -> (Option<Row>, Option<Wrong>) {
        let fields = match Fields::of(&item.content, rows::ROUNDS) {
            Ok(fields) => fields,
            Err(wrong) => return (None, Some(wrong)),
        };
        let placed = self.place(&fields, at, number);
        match self.tell(&fields) {
            Err(wrong) => (None, Some(placed.err().unwrap_or(wrong))),
            Ok(mut row) => {
                let first = placed
                    .and_then(|()| match recorded {
                        Some(round) => as_recorded(&fields, &row, round),
                        None => before.map_or(Ok(()), |before| {
                            self.follows(&fields, &row, at, number, before)
                        }),
                    })
                    .and_then(|()| self.elected(&fields, &row, at))
                    .err();
                if self.rules.camat_check == CamatCheck::AfterPayment {
                    // What follows goes by what the rest of the row says.
                    row.camat = row.may_elect().then_some(row.winner);
                }
                (Some(row), first)
            }
        }
    }

    /// Where the round is in the schedule, and its deal.
    fn place(&self, fields: &Fields<'_>, at: &At<'_>, number: u32) -> Checked<()> {
        fields.is_number(0, at.game())?;
        fields.is_number(1, at.election.into())?;
        fields.is_number(2, number.into())?;
        fields.is_number(3, at.block.number)?;
        fields.is_number(4, at.rotation as u64)?;
        fields.is(5, self.names.arm(at.block.arm))?;
        fields.is_number(6, self.deal(at, number).number())
    }

    fn deal(&self, at: &At<'_>, number: u32) -> Deal {
        self.seed.deals(at.block.number).deal(at.election, number)
    }

    fn tell(&self, fields: &Fields<'_>) -> Checked<Row> {
        let plies = fields.number(8, (1, MAX_PLIES as u64))?;
        let passes = fields.number(9, (0, plies))?;
        let passebunge = fields.number(10, (0, plies - passes))?;
        let word = fields.get(11);
        let Some(end) = End::ALL.into_iter().find(|end| end.word().as_bytes() == word) else {
            return fields.wrong(11, "a way in which rounds end (R5)");
        };
        Ok(Row {
            starter: fields.seat(7)?,
            plies,
            passes,
            passebunge,
            end,
            winner: fields.seat(12)?,
            holdings: Holdings {
                table: fields.number(14, (0, self.rules.stones.into()))? as u8,
                seats: fields.stones(15, self.rules.stones)?,
            },
            camat: if fields.get(20).is_empty() { None } else { Some(fields.seat(20)?) },
        })
    }

    /// What must hold of a round after the one before, whatever was played in it.
    fn follows(
        &self,
        fields: &Fields<'_>,
        row: &Row,
        at: &At<'_>,
        number: u32,
        before: &Before,
    ) -> Checked<()> {
        let deal = self.deal(at, number);
        let by_right = at.camat_before.or(before.winner);
        let starter = by_right.unwrap_or_else(|| {
            Start::by_double(&deal.hands().seats).map_or(Seat::ALL[0], |start| start.seat)
        });
        // A CAMAT that is not known can't be held against a later election.
        if row.starter != starter && (at.election == 0 || by_right.is_some()) {
            return fields.wrong(7, format!("`{starter}` (R3)"));
        }
        let tiles = row.plies - row.passes - row.passebunge;
        let (fewest, passes) = match row.end {
            End::Cappu | End::Ceki | End::Pollo => (5, 0),
            End::Manguno | End::Mattikkeng => (1, 5),
        };
        if !(fewest..=25).contains(&tiles) || row.passes + row.passebunge < passes {
            let found = format!(
                "{} plies with {} passes and {} passebunge",
                row.plies, row.passes, row.passebunge
            );
            let right = format!("{fewest} to 25 tiles and {passes} passes or more (R5)");
            return Err(Wrong { found, right });
        }
        self.stones(fields, row, before)
    }

    /// R1.3 and R6: no stones come or go, none go back to the table, and no more move than is paid.
    fn stones(&self, fields: &Fields<'_>, row: &Row, before: &Before) -> Checked<()> {
        let Rules { stones, pass, passebunge, .. } = *self.rules;
        let (then, now) = (&before.holdings, &row.holdings);
        if now.total() != u32::from(stones) {
            let found = format!("table and stones are {} in all", now.total());
            return Err(Wrong { found, right: format!("{stones} (R1.3)") });
        }
        if now.table > then.table {
            return fields.wrong(14, format!("{} at most, as before (R6.1)", then.table));
        }
        let paid = row.passes * u64::from(pass) + row.passebunge * u64::from(passebunge);
        let most = paid + u64::from(self.stake(row.end));
        let got: u64 = Seat::ALL
            .into_iter()
            .map(|seat| u64::from(now.seats[seat].saturating_sub(then.seats[seat])))
            .sum();
        if got > most {
            let found = format!("{got} stones have come to seats");
            return Err(Wrong { found, right: format!("{most} at most (R7)") });
        }
        Ok(())
    }

    /// What is paid at the end at most (R7.3 to R7.8).
    fn stake(&self, end: End) -> u8 {
        match end {
            End::Cappu => self.rules.cappu,
            End::Ceki => self.rules.ceki,
            End::Pollo => self.rules.pollo,
            End::Manguno => self.rules.manguno,
            End::Mattikkeng => self.rules.mattikkeng.max(self.rules.mattikkeng_shared),
        }
    }

    /// Winner and CAMAT by their labels, and whether there is a CAMAT (R9.1).
    fn elected(&self, fields: &Fields<'_>, row: &Row, at: &At<'_>) -> Checked<()> {
        let label = |seat: Seat| self.names.label(at.entrants[seat]);
        fields.is(13, label(row.winner))?;
        let winner = row.winner.to_string();
        match row.may_elect() {
            false => fields.is(20, b"")?,
            true if self.rules.camat_check == CamatCheck::AfterPayment => {
                fields.is(20, winner.as_bytes())?;
            }
            true if row.camat.is_some() => fields.is(20, winner.as_bytes())?,
            true => {}
        }
        fields.is(21, row.camat.map_or(&[], label))
    }
}

impl Row {
    /// Whether it leaves the winner as a CAMAT is left: after a FIRST CAPPU, the table empty and no
    /// stones held (R9.1). Where that is asked before the payment it is needed but not enough.
    fn may_elect(&self) -> bool {
        let cappu = matches!(self.end, End::Cappu | End::Ceki | End::Pollo);
        cappu && self.holdings.table == 0 && self.holdings.seats[self.winner] == 0
    }
}

/// A round as it was recorded.
fn as_recorded(fields: &Fields<'_>, row: &Row, round: &RoundRecord) -> Checked<()> {
    let paid = |why| round.payments.iter().filter(|payment| payment.why == why).count() as u64;
    let same = |at: usize, found: u64, right: u64| match found == right {
        true => Ok(()),
        false => fields.wrong(at, format!("`{right}`, as recorded")),
    };
    let number = |seat: Seat| seat.index() as u64;
    same(7, number(row.starter), number(round.starter))?;
    same(8, row.plies, round.play.len() as u64)?;
    same(9, row.passes, paid(Why::Pass))?;
    same(10, row.passebunge, paid(Why::Passebunge))?;
    if row.end != round.end {
        return fields.wrong(11, format!("`{}`, as recorded", round.end.word()));
    }
    same(12, number(row.winner), number(round.winner))?;
    same(14, row.holdings.table.into(), round.table.into())?;
    let stones = |seat: Seat| (row.holdings.seats[seat].into(), round.stones[seat].into());
    Seat::ALL.into_iter().try_for_each(|seat| {
        let (found, right) = stones(seat);
        same(15 + seat.index(), found, right)
    })
}

/// Adds a round to what its election came to.
fn add(row: &Row, account: &mut Account) {
    account.rounds += 1;
    account.plies += row.plies;
    account.camat = row.camat;
    account.stones = row.holdings.seats;
    let seats = &mut account.seats;
    seats[row.winner].won[row.end.index()] += 1;
    // Of the passes it is only told how many there were.
    let all: &mut SeatCount = &mut seats[Seat::ALL[0]];
    all.passes += row.passes as u32;
    all.passebunge += row.passebunge as u32;
    if row.end != End::Mattikkeng {
        seats[row.winner.previous()].cucuq += 1;
    }
}
