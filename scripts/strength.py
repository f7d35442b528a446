#!/usr/bin/env python3
"""How strong `monte-carlo` is by budget, objective and inference: experiments/strength.csv.

Each row is a duel: one against four greedy, an even share being 20 %, all on the same deals. Each has its
interval. The processor time of a decision is that of the whole run over the decisions of the one, so
greedy's share, well below a microsecond a decision, is in it. Everything else follows from the seed.

    cargo build --release
    python3 scripts/strength.py target/release/domeng > experiments/strength.csv
"""

import csv
import itertools
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

BUDGETS = [4**n for n in range(2, 8)]
OBJECTIVES = ["equity", "stones", "round"]
INFERENCE = ["off", "any"]
SEED = 7000
ELECTIONS = 4000
LABEL = "one"


def duel(program: str, spec: str) -> dict[str, str]:
    """Plays one row; its columns after the settings."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [program, "tournament", "--design", "duel", "-s", f"{LABEL}={spec}"]
        command += ["-s", "greedy", "--games", str(ELECTIONS), "--seed", str(SEED)]
        command += ["--no-games", "--quiet", "--out", str(run)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        with open(run / "summary.csv", newline="") as file:
            summary = next(row for row in csv.DictReader(file) if row["strategy"] == LABEL)
        with open(run / "blocks.csv", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["strategy"] == LABEL]
    decisions = sum(int(row["decisions"]) for row in rows)
    kept = ["elections_won", "win_rate", "win_rate_low", "win_rate_high", "mean_stones"]
    return {
        "elections": summary["seatings"],
        **{key: summary[key] for key in kept},
        "decisions": str(decisions),
        "ms_per_decision": f"{1000 * seconds / decisions:.3f}",
    }


def main() -> None:
    program = sys.argv[1]
    writer = None
    for inference, objective, worlds in itertools.product(INFERENCE, OBJECTIVES, BUDGETS):
        settings = {"inference": inference, "objective": objective, "worlds": str(worlds)}
        spec = "monte-carlo:" + ",".join(f"{key}={value}" for key, value in settings.items())
        row = {**settings, "seed": str(SEED), **duel(program, spec)}
        if writer is None:
            writer = csv.DictWriter(sys.stdout, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
