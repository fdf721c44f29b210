#!/usr/bin/env bash
# `cargo test` with these arguments. In CI a few tests that fail are tried once more, alone: one that needed a quiet machine
# is named as flaky, to be mended, but stops nobody else's change.
set -uo pipefail

readonly MOST_FLAKY=5
output=$(mktemp)
trap 'rm -f "$output"' EXIT

if [[ -z ${CI:-} ]]; then
  exec cargo test "$@"
fi

cargo test --no-fail-fast "$@" 2>&1 | tee "$output"
result=${PIPESTATUS[0]}
[[ $result -eq 0 ]] && exit 0

mapfile -t failed < <(sed -nE 's/^test (.+) \.\.\. FAILED$/\1/p' "$output" | sort -u)
if [[ ${#failed[@]} -eq 0 || ${#failed[@]} -gt $MOST_FLAKY ]]; then
  exit "$result"
fi

options=()
for word; do
  [[ $word == -- ]] && break
  options+=("$word")
done
echo "A second try, alone, of: ${failed[*]}"
RUST_TEST_THREADS=1 cargo test "${options[@]}" -- --exact "${failed[@]}" || exit 1
printf 'flaky: %s\n' "${failed[@]}"
