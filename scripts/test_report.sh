#!/usr/bin/env bash
# Opens reports of several runs in headless Chromium and checks what a reader meets: no error on the
# console, no request off the page, pictures with a size, tables that sort, nothing wider than a phone.
# Screenshots in light, dark and print go to the folder that is given, or to a new one.
#
# usage: scripts/test_report.sh [FOLDER]
# Installs what is missing: Debian's chromium with apt-get (as root), playwright-core with npm.
# CHROMIUM names another browser, DOMENG another program than `cargo build --release` makes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
shots=${1:-$(mktemp -d)}
mkdir -p "$shots"
shots=$(cd "$shots" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
if [ -z "$browser" ]; then
    echo "report: installing chromium" >&2
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null
    browser=$(command -v chromium)
fi
if [ -z "${DOMENG:-}" ]; then
    cargo build --release --locked
    DOMENG=${CARGO_TARGET_DIR:-target}/release/domeng
fi
(cd "$work" && npm init -y >/dev/null && npm install --no-audit --no-fund playwright-core >/dev/null)

# run NAME FLAGS…: a run and its report, in the work folder.
run() {
    local name=$1
    shift
    "$DOMENG" tournament --quiet --no-games --threads 2 --out "$work/$name" "$@" >/dev/null
}
run default -s random -s greedy -s heuristic -s light --games 4000
run one -s greedy --games 100
run block -s greedy -s random --games 5
run markup -s '<script>alert(1)</script>=greedy' -s '"><b onclick>bold</b>=random' \
    -s '宽宽宽宽 & wide=light' --games 300
run mix -s greedy -s random --design mix --games 3000
run gauntlet -s light -s greedy -s random -s heuristic --design gauntlet --both --games 3000
run until -s light -s greedy --design duel --until decided --h1 0.25
run budget -s monte-carlo:worlds=2 -s monte-carlo:worlds=4 -s monte-carlo:worlds=8 -s greedy --games 200
many=()
for number in $(seq 40); do
    many+=(-s "a-strategy-whose-name-is-long-enough-to-be-a-trouble-wherever-it-stands-number-$number=random")
done
run many "${many[@]}" --games 4000
printf 'pool = ["greedy", "random"]\ngames = 500\n[rules]\nmax_rounds = 1\n' >"$work/undecided.toml"
run undecided "$work/undecided.toml"
run again -s random -s greedy -s heuristic:heavy=0.2 -s light --games 4000
# One that is interrupted.
"$DOMENG" tournament --quiet --out "$work/half" --no-games -s greedy -s random \
    --games 1000000000 >/dev/null 2>&1 &
sleep 1
kill -INT $! && wait $! || true
# A tuning leaves a page as well, by each method.
for method in cma-es spsa random; do
    (cd "$work" && "$DOMENG" tune --quiet --force --method "$method" --out "tune-$method" \
        "$OLDPWD/tests/tuned/easy.toml" >/dev/null)
done
"$DOMENG" report --quiet "$work/default" "$work/again" --force --out "$work/compared.html"

CHROMIUM=$browser WORK=$work SHOTS=$shots node scripts/test_report.mjs
echo "report: screenshots are in $shots" >&2
