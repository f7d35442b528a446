//! How strategies play: ends, passes, stones, lengths, faults.

use super::Told;
use super::parts::{Bars, Dots, Estimate, Figure, Picture, Row, Section, Table, Unit};
use super::ranking::not_drawn;
use super::stones::PANELS;
use crate::engine::End;
use crate::report::text::capital;
use crate::tournament::{Account, FLOWS, Line};

/// Rows of a picture at most.
const DRAWN: usize = 24;

/// A picture of one figure of each line, and the word for it.
fn dots(
    told: &Told<'_>,
    title: String,
    axis: &str,
    unit: Unit,
    of: impl Fn(&Account) -> Estimate,
) -> Figure {
    let lines = told.reading.lines.iter().zip(&told.reading.accounts);
    let row = |(line, account): (&Line, &Account)| Row {
        label: told.line(line),
        tint: line.place,
        estimate: of(account).times(unit.by),
    };
    Figure {
        title,
        words: "Dots are estimates, whiskers 95 % intervals; the axis begins at zero.".to_owned(),
        picture: Picture::Dots(Dots {
            axis: axis.to_owned(),
            reference: None,
            rows: lines.take(DRAWN).map(row).collect(),
            unit: Unit { by: 1.0, ..unit },
            from_zero: true,
        }),
        rest: None,
    }
}

/// A picture that says where those are that it leaves out.
fn resting(told: &Told<'_>, figure: Figure, table: &Table, file: &str) -> Figure {
    Figure { rest: not_drawn(told.reading.lines.len(), DRAWN, table, file), ..figure }
}

/// A row a line: its name, and its figures with intervals.
fn table(
    told: &Told<'_>,
    caption: &str,
    names: &[&str],
    unit: Unit,
    of: impl Fn(&Account) -> Vec<Estimate>,
) -> Table {
    let mut table = Table::new(caption, &["strategy"], names);
    for (line, account) in told.reading.lines.iter().zip(&told.reading.accounts) {
        let mut row = vec![told.line(line)];
        row.extend(of(account).into_iter().map(|estimate| unit.with_interval(estimate)));
        table.rows.push(row);
    }
    table
}

pub(super) fn ends(told: &Told<'_>) -> Section {
    let words = End::ALL.map(End::word);
    let figure = |end: End| {
        let title = format!("Rounds won by {}", end.word());
        dots(told, title, "% of rounds sat in", Unit::PERCENT, move |account| {
            Estimate::rate(&account.ends[end.index()])
        })
    };
    let all = |account: &Account| account.ends.iter().map(Estimate::rate).collect();
    let caption = "Rounds won by how they ended, of rounds sat in, 95 %";
    let mut text = vec![
        "Cappu is going out plainly, ceki with both ends left alike, pollo so by a double; \
         manguno and mattikkeng win a blocked round by pips."
            .to_owned(),
    ];
    text.extend(told.over_arms("ends.csv"));
    let table = table(told, caption, &words, Unit::PERCENT, all).within("ends.csv");
    Section {
        id: "ends",
        title: "How rounds end".to_owned(),
        text,
        figures: End::ALL
            .map(figure)
            .into_iter()
            .map(|one| resting(told, one, &table, "ends.csv"))
            .collect(),
        tables: vec![table],
        ..Section::default()
    }
}

pub(super) fn flows(told: &Told<'_>) -> Section {
    let unit = Unit::PLAIN.decimals(3);
    let figure = |(at, name): (usize, &str)| {
        let title = format!("{} a round", capital(name));
        let axis = format!("{name}, a round sat in");
        dots(told, title, &axis, unit, move |account| Estimate::mean(&account.flows[at]))
    };
    let all = |account: &Account| account.flows.iter().map(Estimate::mean).collect();
    let mut text = vec![
        "A pass costs a stone, PASSEBUNGE (before the first tile of the round) two; cucuq is being \
         before who goes out, and pays for it in stones. Stones in come from the table, or from other \
         seats once that is empty; stones out are those given from one's own."
            .to_owned(),
    ];
    text.extend(told.over_arms("summary.csv"));
    let caption = "A round sat in, 95 %";
    let table = table(told, caption, &FLOWS, unit, all).within("summary.csv");
    Section {
        id: "flows",
        title: "Passes, and where stones come from and go to".to_owned(),
        text,
        figures: FLOWS
            .into_iter()
            .enumerate()
            .map(|flow| resting(told, figure(flow), &table, "summary.csv"))
            .collect(),
        tables: vec![table],
        ..Section::default()
    }
}

pub(super) fn length(told: &Told<'_>) -> Section {
    let lengths = &told.reading.lengths;
    let played = || lengths.iter().enumerate().filter(|(_, arm)| arm.range.is_some());
    let title = |arm: usize| if told.has_arms() { told.arm(arm) } else { "all games".to_owned() };
    let width = lengths.first().map_or(1, |arm| arm.width);
    let panels = played().take(PANELS).map(|(at, arm)| {
        let shares = arm.shares.iter().map(|share| Estimate::rate(share).times(100.0));
        (title(at), usize::MAX, shares.collect())
    });
    let numbers = ["games in blocks", "mean", "95 %", "shortest", "longest"];
    let mut table = Table::new("Rounds of games by arm", &["arm"], &numbers);
    for (at, arm) in played() {
        let (least, most) = arm.range.unwrap_or_default();
        table.rows.push(vec![
            told.arm(at),
            arm.mean.blocks().to_string(),
            Unit::PLAIN.value(arm.mean.ratio()),
            Unit::PLAIN.interval(arm.mean.mean_interval()),
            least.to_string(),
            most.to_string(),
        ]);
    }
    let table = table.within("blocks.csv");
    let figure = Figure {
        title: "Rounds of a game".to_owned(),
        words: format!(
            "Bars are shares of games by their rounds, {width} a bar; lines on them 95 % intervals. \
             The fortieth bar would have all that are longer."
        ),
        picture: Picture::Bars(Bars {
            x: "rounds".to_owned(),
            y: "% of games".to_owned(),
            first: 0,
            width,
            open: true,
            panels: panels.collect(),
            unit: Unit { by: 1.0, ..Unit::PERCENT },
            log: false,
        }),
        rest: not_drawn(played().count(), PANELS, &table, "blocks.csv"),
    };
    let mut own = Table::new(
        "Rounds of the elections that a strategy sat in",
        &["strategy"],
        &["mean", "95 %"],
    )
    .folded();
    for (line, account) in told.reading.lines.iter().zip(&told.reading.accounts) {
        own.rows.push(vec![
            told.line(line),
            Unit::PLAIN.value(account.length.ratio()),
            Unit::PLAIN.interval(account.length.mean_interval()),
        ]);
    }
    Section {
        id: "length",
        title: "How long games are".to_owned(),
        text: vec![format!(
            "A game is {} in a row; a round is a deal played out.",
            crate::tabletop::plural(told.run.experiment.elections.into(), "election")
        )],
        figures: vec![figure],
        tables: vec![table, own.within("blocks.csv")],
        ..Section::default()
    }
}

pub(super) fn faults(told: &Told<'_>) -> Section {
    let accounts = &told.reading.accounts;
    let faults: u64 = accounts.iter().map(|account| account.faults).sum();
    let numbers = ["decisions", "faults", "undecided elections", "of seatings"];
    let mut table = Table::new("Choices, and those that were not legal", &["strategy"], &numbers);
    table.folded = faults == 0;
    for (line, account) in told.reading.lines.iter().zip(accounts) {
        table.rows.push(vec![
            told.line(line),
            account.decisions.to_string(),
            account.faults.to_string(),
            account.undecided.to_string(),
            account.seatings.to_string(),
        ]);
    }
    let text = match faults {
        0 => "No strategy made a choice that was not legal.".to_owned(),
        _ => format!(
            "{faults} choices were not legal; the first legal move was played in their place, so \
             the figures of who made them are those of another player."
        ),
    };
    Section {
        id: "faults",
        title: "Faults".to_owned(),
        brief: faults > 0,
        text: vec![text],
        tables: vec![table.within("blocks.csv")],
        ..Section::default()
    }
}
