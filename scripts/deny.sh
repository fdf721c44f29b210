#!/usr/bin/env bash
# What may come into the program: licences, bans, sources and known holes. What could not be checked is said at the end, loudly.
set -euo pipefail
cd "$(dirname "$0")/.."

skipped() {
  printf '\n=== NOT CHECKED: %s\n=== %s\n\n' "$1" "$2" >&2
}

if ! command -v cargo-deny >/dev/null; then
  skipped "licences, bans, sources and advisories of dependencies" "cargo-deny is not installed: cargo install --locked cargo-deny"
  exit 0
fi
cargo deny check licenses bans sources
if ! cargo deny fetch db >/dev/null 2>&1; then
  skipped "advisories" "their list could not be fetched: is there a network?"
  exit 0
fi
cargo deny check advisories
