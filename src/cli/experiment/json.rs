//! An experiment as it is resolved, with what a probe lets one expect, as one object (formats.md).

use serde_json::{Value, json};

use super::plan::changed;
use crate::engine::Seat;
use crate::strategies::Registry;
use crate::tournament::{Arm, Balanced, Experiment, Finds, Growing, Imbalance, Manifest, Probe};

pub(super) fn object(
    experiment: &Experiment,
    registry: &Registry,
    probe: Option<&Probe>,
) -> serde_json::Result<Value> {
    // As the manifest of its run has it; threads are no part of that.
    let manifest = serde_json::to_value(Manifest::begin(experiment, registry, 1))?;
    let outputs = &experiment.outputs;
    let rules = changed(&experiment.rules);
    Ok(json!({
        "experiment": manifest["experiment"],
        "arms": arms(experiment),
        "imbalance": experiment.imbalance().map(imbalance),
        "rules_changed": rules.iter().map(|(key, ..)| *key).collect::<Vec<_>>(),
        "files": Growing::written(outputs).map(|file| file.name(outputs.zstd)).collect::<Vec<_>>(),
        "estimates": probe.map(|probe| estimates(experiment, probe)),
    }))
}

fn arms(experiment: &Experiment) -> Vec<Value> {
    let (arms, labels) = (experiment.arms(), experiment.labels());
    let named = |places: &[usize]| places.iter().map(|&place| labels[place]).collect::<Vec<_>>();
    let arm = |(arm, blocks): (&Arm, u64)| {
        let seatings: Vec<_> = arm.seatings.iter().map(|seating| named(seating)).collect();
        json!({
            "arm": arm.word,
            "entrants": named(&arm.entrants),
            "seatings": seatings,
            "blocks": blocks,
            "games": Seat::COUNT as u64 * blocks,
        })
    };
    arms.iter().zip(experiment.blocks_by_arm()).map(arm).collect()
}

fn imbalance(Imbalance { of, least, most }: Imbalance) -> Value {
    let of = match of {
        Balanced::Seats => "seats",
        Balanced::Arms => "arms",
    };
    json!({ "of": of, "least": least, "most": most })
}

fn estimates(experiment: &Experiment, probe: &Probe) -> Value {
    let outputs = &experiment.outputs;
    let bytes = Growing::written(outputs)
        .map(|file| (file.name(outputs.zstd).to_owned(), json!(probe.bytes(file))));
    let labels = experiment.labels();
    let (mut alone, mut between) = (Vec::new(), Vec::new());
    for (number, arm) in experiment.arms().iter().enumerate() {
        for &entrant in &arm.entrants {
            let Finds { win_rate, mean_stones } = probe.finds(number, entrant);
            alone.push(json!({
                "arm": arm.word,
                "strategy": labels[entrant],
                "win_rate": win_rate,
                "mean_stones": mean_stones,
            }));
        }
        for ([first, second], finds) in probe.finds_between(number, &arm.entrants) {
            between.push(json!({
                "arm": arm.word,
                "strategy": labels[first],
                "opponent": labels[second],
                "win_rate": finds.win_rate,
                "mean_stones": finds.mean_stones,
            }));
        }
    }
    json!({
        "blocks": probe.blocks(),
        "elections": probe.elections(),
        "arms_unseen": probe.arms_unseen(),
        "probe_seconds": probe.elapsed.as_secs_f64(),
        "threads": probe.threads,
        "seconds": probe.time().map(|time| time.as_secs_f64()),
        "bytes": bytes.collect::<serde_json::Map<_, _>>(),
        "finds": alone,
        "finds_between": between,
    })
}
