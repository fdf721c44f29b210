#!/usr/bin/env bash
# Prints the folder for temporary files of tests: in memory where there is room, because tests wait for the disk otherwise.
set -euo pipefail
memory=/dev/shm
needed=$((4 * 1024 * 1024))
free=$(df --output=avail "$memory" 2>/dev/null | tail -n 1) || free=0
ram=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo 2>/dev/null) || ram=0
if [ -w "$memory" ] && [ "${free:-0}" -ge "$needed" ] && [ "${ram:-0}" -ge $((2 * needed)) ]; then
  echo "$memory"
else
  echo "${TMPDIR:-/tmp}"
fi
