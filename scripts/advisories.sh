#!/usr/bin/env bash
# Checks the dependencies of Rust and of the web app for known vulnerabilities, and fails if there are any. An unavailable list is
# named at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

unchecked=()

if ! command -v cargo-deny >/dev/null; then
  unchecked+=("crates: cargo-deny is not installed (cargo install --locked cargo-deny)")
elif ! cargo deny fetch db >/dev/null 2>&1; then
  unchecked+=("crates: the list of advisories could not be fetched")
else
  cargo deny check advisories
fi

# npm exits with 1 for a vulnerability and for an unavailable registry. Only a report has a version.
report=$(npm --prefix web audit --omit=dev --json 2>/dev/null) && is_clean=true || is_clean=false
if ! grep -q '"auditReportVersion"' <<<"$report"; then
  unchecked+=("npm packages: the registry has no list of advisories")
elif ! $is_clean; then
  npm --prefix web audit --omit=dev
fi

for what in "${unchecked[@]}"; do
  printf '\n=== ADVISORIES NOT CHECKED: %s\n' "$what" >&2
done
