#!/usr/bin/env bash
# Runs long tests one after another, also after a failed one. Prints one table of all at the end.
#
# usage: soak.sh [STEP…], all if none is named. FEATURES are cargo's arguments.
set -uo pipefail
cd "$(dirname "$0")/.."
read -ra features <<< "${FEATURES:---workspace --all-features --locked}"
chosen=" $* "
log=$(mktemp)
trap 'rm -f "$log"' EXIT
table="| Step | Passed | Failed | Minutes | Result |
|---|---|---|---|---|"
failed=0

# Adds the numbers before a word in the results of all test programs, such as `12 passed`.
count() { grep -E '^test result:|^ *Tests ' "$log" | grep -oE "[0-9]+ $1" | awk '{ sum += $1 } END { print sum + 0 }'; }

# usage: step NAME COMMAND…
step() {
    local name=$1 begun=$SECONDS result=passed
    shift
    if [ "$chosen" != "  " ] && [[ "$chosen" != *" $name "* ]]; then return; fi
    echo "== $name"
    if ! "$@" 2>&1 | tee "$log"; then
        result="**failed**"
        failed=1
    elif grep -q '^skipped' "$log"; then
        result=$(grep -m 1 '^skipped' "$log")
    fi
    table+="
| $name | $(count passed) | $(count failed) | $(((SECONDS - begun + 59) / 60)) | $result |"
}

failover() {
    for program in patroni etcd haproxy; do
        if ! command -v "$program" > /dev/null; then
            echo "skipped: $program is not installed (deploy/cluster/README.md)"
            return
        fi
    done
    cargo build --release --locked -p funray -p bench && target/release/bench failover
}

it() { cargo test "${features[@]}" --test it -- "$@"; }

step crash env SOAK=1 cargo test "${features[@]}" --test contract crash
step failover failover
step fuzz env FUZZ_SECONDS="${FUZZ_SECONDS:-60}" cargo test "${features[@]}" --lib -- fuzzing
SOAK=1 step cards it cards:: orders::late_disputes
SOAK=1 TEST_DB=postgres step postgres it
SOAK=1 step scanner npm --prefix web test -- src/areas/counter/desk/cardSlot.spec.tsx
HISTORIES=${HISTORIES:-200} step accountant it accountant
TEST_DB=postgres-partitioned step partitions it
TEST_DB=citus step citus it
SEEDS=${SEEDS:-13-5012} step simulation cargo test --profile soak "${features[@]}" --test it simulation
SEEDS=${SEEDS:-5-1004} TEST_DB=postgres step simulation-postgres cargo test --profile soak "${features[@]}" --test it simulation
step stories make test-stories-all

echo
echo "$table"
exit "$failed"
