#!/usr/bin/env bash
# Runs a command and says how long it took: scripts/timed.sh NAME COMMAND…
set -uo pipefail
name=$1
shift
"$@"
status=$?
printf '=== %s: %s s\n' "$name" "$SECONDS"
exit $status
