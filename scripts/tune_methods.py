#!/usr/bin/env python3
"""Ways to tune beside each other at an equal budget, for docs/tuning.md.

    scripts/tune_methods.py DOMENG [BUDGET [FOLDER]]

Tunes all twelve weights of the heuristic, from 0, by each method and with three seeds, and plays what each run holds
for best among the opponents that it was tuned against, on a seed that no run has seen. Prints a table.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

WEIGHTS = "heavy lempa keep own pass run give danger race equal close camat".split()
# The heuristic as it was when the table was made.
BEFORE = "lempa=31,keep=16,own=12,pass=14.4,run=6.4,give=10.7,danger=-10.7,race=-5,equal=21.5,close=14.4,camat=7"
OPPONENTS = ["greedy", "light", "before=heuristic:heavy=1," + BEFORE]
FRESH = 777  # The seed of the last games.


def spec(values):
    return "heuristic:" + ",".join(f"{key}={value}" for key, value in values.items())


def plan(budget):
    ranges = "".join(f"[parameters.{key}]\nlow = -40\nhigh = 60\n" for key in WEIGHTS)
    opponents = ", ".join(f'"{one}"' for one in OPPONENTS)
    zero = spec(dict.fromkeys(WEIGHTS, 0))
    return (f'name = "found"\nstrategy = "{zero}"\nopponents = [{opponents}]\nbudget = {budget}\n'
            f"{ranges}[confirm]\ngain = 0.03\nblocks = 2_000\n")


def best(sensitivities):
    """What was moved to see how sensitive it is."""
    return {row["parameter"]: row["value"] for row in csv.DictReader(sensitivities.open())}


def run(domeng, folder, *arguments):
    subprocess.run([domeng, *arguments, "--quiet"], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def rate(domeng, folder, name, strategy):
    pool = [flag for one in OPPONENTS for flag in ("-s", one)]
    run(domeng, folder, "tournament", "-s", f"found={strategy}", *pool, "--design", "gauntlet", "--games", "60000",
        "--seed", str(FRESH), "--no-games", "--out", name)
    rows = list(csv.DictReader((folder / name / "summary.csv").open()))
    own = [row for row in rows if row["strategy"] == "found"]
    return 100 * sum(float(row["win_rate"]) for row in own) / len(own)


def main():
    domeng = str(pathlib.Path(sys.argv[1]).resolve())
    budget = int(sys.argv[2]) if len(sys.argv) > 2 else 600_000
    folder = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    (folder / "plan.toml").write_text(plan(budget))
    print("| | " + " | ".join(f"seed {seed}" for seed in (1, 2, 3)) + " | mean |")
    print("|---|---:|---:|---:|---:|")
    for method in ["cma-es", "spsa", "random"]:
        rates = []
        for seed in (1, 2, 3):
            name = f"{method}-{seed}"
            run(domeng, folder, "tune", "plan.toml", "--method", method, "--seed", str(seed), "--out", name, "--force",
                "--threads", "1")
            found = best(folder / name / "sensitivity.csv")
            rates.append(rate(domeng, folder, f"fresh-{name}", spec(found)))
        shown = " | ".join(f"{one:.1f}" for one in rates)
        print(f"| `{method}` | {shown} | {sum(rates) / len(rates):.1f} |", flush=True)


if __name__ == "__main__":
    main()
