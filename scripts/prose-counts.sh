#!/usr/bin/env bash
# Prints how many comments and documents of each crate and folder have a pattern that docs/recipes/comment.md forbids.
# UPDATE_GOLDEN=1 records smaller numbers in crates/funray/tests/prose-counts.txt.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --quiet --workspace --all-features --locked --test it -- --nocapture prose::odd_patterns
