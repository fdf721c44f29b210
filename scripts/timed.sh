#!/usr/bin/env bash
# Runs a command and prints its duration: scripts/timed.sh NAME COMMAND…
set -uo pipefail
name=$1
shift
"$@"
status=$?
printf '=== %s: %s s\n' "$name" "$SECONDS"
exit $status
