#!/usr/bin/env bash
# Checks a built program: its size, and that it contains the committed OpenAPI document, which tests compare with the code.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$1
MAX_MEGABYTES=40

megabytes=$(($(stat -c %s "$program") / 1000000))
if ((megabytes >= MAX_MEGABYTES)); then
  echo "$program has $megabytes MB, and its limit is $MAX_MEGABYTES MB. nm -S --size-sort shows what is large in an unstripped one." >&2
  exit 1
fi
"$program" openapi | cmp - crates/funray/openapi.json
