//! `games.csv` against the schedule and the rules.

use super::super::rows::{self, Names};
use super::account::{Account, At};
use super::fields::{Checked, Fields, Wrong, number, split};
use super::steps::{Batch, Item};
use crate::engine::{BySeat, MAX_PLIES, Rules};

/// Plies of a round at least: a lead that blocks it, and five passes.
const FEWEST_PLIES: u64 = 6;

/// Rows with their game and election.
pub(super) fn parse(batch: Batch) -> Vec<Item<Vec<u8>>> {
    let item = |(line, content): (u64, Vec<u8>)| {
        let mut numbers = split(&content).into_iter().map(number);
        let key = match (numbers.next().flatten(), numbers.next().flatten()) {
            (Some(game), Some(election)) => Some((game, election, 0)),
            _ => None,
        };
        Item { line, key, content }
    };
    batch.into_iter().map(item).collect()
}

/// The election of a row, and the first thing that is wrong in it. None where it can't be told.
pub(super) fn check(
    row: &Item<Vec<u8>>,
    at: &At<'_>,
    names: &Names,
    rules: &Rules,
) -> (Option<Account>, Option<Wrong>) {
    let fields = match Fields::of(&row.content, rows::GAMES) {
        Ok(fields) => fields,
        Err(wrong) => return (None, Some(wrong)),
    };
    let told = tell(&fields, row.line, rules);
    let placed = place(&fields, at, names);
    match told {
        Ok(account) => {
            let first = placed.and_then(|()| ended(&fields, &account, at, names, rules)).err();
            (Some(account), first)
        }
        Err(wrong) => (None, Some(placed.err().unwrap_or(wrong))),
    }
}

/// Where the election is in the schedule, and who sits where.
fn place(fields: &Fields<'_>, at: &At<'_>, names: &Names) -> Checked<()> {
    fields.is_number(0, at.game())?;
    fields.is_number(1, at.election.into())?;
    fields.is_number(2, at.block.number)?;
    fields.is_number(3, at.rotation as u64)?;
    fields.is(4, names.arm(at.block.arm))?;
    at.entrants
        .enumerate()
        .try_for_each(|(seat, &entrant)| fields.is(5 + seat.index(), names.label(entrant)))
}

fn tell(fields: &Fields<'_>, line: u64, rules: &Rules) -> Checked<Account> {
    let rounds = fields.number(10, (1, rules.max_rounds.into()))?;
    let plies = fields.number(11, (FEWEST_PLIES * rounds, MAX_PLIES as u64 * rounds))?;
    let camat = if fields.get(12).is_empty() { None } else { Some(fields.seat(12)?) };
    let stones = fields.stones(14, rules.stones)?;
    Ok(Account { line, rounds, plies, camat, stones, seats: BySeat::default() })
}

/// How it ended (R1.3, R9.1, R9.6).
fn ended(
    fields: &Fields<'_>,
    account: &Account,
    at: &At<'_>,
    names: &Names,
    rules: &Rules,
) -> Checked<()> {
    let held: u32 = account.stones.iter().map(|&stones| u32::from(stones)).sum();
    let all = u32::from(rules.stones);
    match account.camat {
        Some(seat) => {
            fields.is(13, names.label(at.entrants[seat]))?;
            if account.stones[seat] != 0 {
                return fields.wrong(14 + seat.index(), "0: the CAMAT holds no stones (R9.1)");
            }
            if held != all {
                let found = format!("stones are {held} in all");
                let right = format!("{all}: at an election the table is empty (R1.3, R9.1)");
                return Err(Wrong { found, right });
            }
        }
        None => {
            fields.is(13, b"")?;
            if account.rounds != u64::from(rules.max_rounds) {
                let right = "a seat: only an election of max_rounds has none (R9.6)";
                return fields.wrong(12, right);
            }
            if held > all {
                let found = format!("stones are {held} in all");
                return Err(Wrong { found, right: format!("{all} at most (R1.3)") });
            }
        }
    }
    Ok(())
}
