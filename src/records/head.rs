//! What a record says of its election as a whole, before any round.

use serde_json::Number;

use super::finding::{Finding, legible};
use super::json::{RawElection, RawRules};
use crate::engine::{BySeat, CamatCheck, MAX_ELECTIONS, Opening, RECORD_VERSION, Rules, Seat};

/// What a record says of its election as a whole, in bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub game: u64,
    pub election: u32,
    pub seats: BySeat<String>,
    pub rules: Rules,
    pub camat_before: Option<Seat>,
    /// The seat the record has elected, if it is one.
    pub camat: Option<Seat>,
}

impl Head {
    pub(super) fn read(raw: &RawElection<'_>) -> Result<Self, Finding> {
        if raw.domeng.as_u64() != Some(u64::from(RECORD_VERSION)) {
            let rules = format!("{RECORD_VERSION}, the version this program reads");
            return Err(Finding::of_line(format!("domeng is {}", raw.domeng), rules));
        }
        let Some(game) = raw.game.as_u64() else {
            let record = format!("game is {}", raw.game);
            return Err(Finding::of_line(record, "a whole number, 0 or more"));
        };
        let election = raw.election.as_u64().and_then(|number| u32::try_from(number).ok());
        let Some(election) = election.filter(|&number| number < MAX_ELECTIONS) else {
            let record = format!("election is {}", raw.election);
            let rules = format!("a whole number, 0 to {} (R9.5)", MAX_ELECTIONS - 1);
            return Err(Finding::of_line(record, rules));
        };
        Ok(Self {
            game,
            election,
            seats: BySeat(raw.seats.each_ref().map(|label| label.to_string())),
            rules: rules(&raw.rules)?,
            camat_before: camat_before(election, raw.camat_before.as_ref())?,
            camat: raw.camat.as_ref().and_then(seat),
        })
    }
}

/// The seat of a number, if it is one.
pub(super) fn seat(number: &Number) -> Option<Seat> {
    number.as_i64().and_then(|number| Seat::try_from(number).ok())
}

/// As JSON has it.
pub(super) fn or_null(number: Option<&Number>) -> String {
    number.map_or("null".to_owned(), Number::to_string)
}

/// None in the first election of a game, a seat in the others.
fn camat_before(election: u32, found: Option<&Number>) -> Result<Option<Seat>, Finding> {
    let rules = match (election, found) {
        (0, None) => return Ok(None),
        (0, Some(_)) => "null in the first election of a game (R9.5)",
        (_, found) => match found.and_then(seat) {
            Some(seat) => return Ok(Some(seat)),
            None => "the seat elected before, 0 to 4 (R9.5)",
        },
    };
    Err(Finding::of_line(format!("camat_before is {}", or_null(found)), rules))
}

/// The rules of a record, within their bounds.
fn rules(raw: &RawRules<'_>) -> Result<Rules, Finding> {
    let opening = match &*raw.opening {
        "any" => Opening::Any,
        "double" => Opening::Double,
        found => return Err(no_word("opening", found, "`any` or `double` (R3.2)")),
    };
    let camat_check = match &*raw.camat_check {
        "after-payment" => CamatCheck::AfterPayment,
        "before-payment" => CamatCheck::BeforePayment,
        found => {
            let rules = "`after-payment` or `before-payment` (R9.1)";
            return Err(no_word("camat_check", found, rules));
        }
    };
    // What does not fit the type becomes its largest value, which is out of bounds as well.
    let small =
        |number: &Number| number.as_u64().and_then(|n| n.try_into().ok()).unwrap_or(u8::MAX);
    let rules = Rules {
        opening,
        camat_check,
        stones: small(&raw.stones),
        pass: small(&raw.pass),
        passebunge: small(&raw.passebunge),
        cappu: small(&raw.cappu),
        ceki: small(&raw.ceki),
        pollo: small(&raw.pollo),
        manguno: small(&raw.manguno),
        mattikkeng: small(&raw.mattikkeng),
        mattikkeng_shared: small(&raw.mattikkeng_shared),
        max_rounds: raw.max_rounds.as_u64().and_then(|n| n.try_into().ok()).unwrap_or(u32::MAX),
    };
    rules.validate().map_err(|error| {
        let record = format!("rules.{} is {}", error.key, number(raw, error.key));
        let (low, high) = (error.low, error.high);
        Finding::of_line(record, format!("a whole number, {low} to {high} (Bounds of `Rules`)"))
    })?;
    Ok(rules)
}

/// A number of the rules by its key, `max_rounds` for any other.
fn number<'a>(raw: &'a RawRules<'_>, key: &str) -> &'a Number {
    match key {
        "stones" => &raw.stones,
        "pass" => &raw.pass,
        "passebunge" => &raw.passebunge,
        "cappu" => &raw.cappu,
        "ceki" => &raw.ceki,
        "pollo" => &raw.pollo,
        "manguno" => &raw.manguno,
        "mattikkeng" => &raw.mattikkeng,
        "mattikkeng_shared" => &raw.mattikkeng_shared,
        _ => &raw.max_rounds,
    }
}

fn no_word(key: &str, found: &str, rules: &str) -> Finding {
    Finding::of_line(format!("rules.{key} is `{}`", legible(found, 20)), rules)
}
