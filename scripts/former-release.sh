#!/usr/bin/env bash
# Builds the program of a former commit (by default the last tag, else the previous commit) and replaces it with this one under load.
# The build stays in target/former for the next time.
set -euo pipefail
cd "$(dirname "$0")/.."

former=${1:-$(git describe --tags --abbrev=0 HEAD^ 2>/dev/null || git rev-parse HEAD^)}
name=$(git log -1 --format='%h (%s)' "$former")
tree=$PWD/target/former/tree

# Migrations of before the first release were replaced by one file per subject (docs/decisions/releases.md).
if ! git cat-file -e "$former:crates/platform/migrations/0001_platform.sql" 2>/dev/null; then
  echo "$name has the migrations from before the first release. No program updates a database from them, because none was released with them."
  echo "SKIPPED: the update from it is not tried. The next commit can be compared again."
  exit 0
fi

if [[ -e $tree ]]; then
  git -C "$tree" checkout --quiet --detach "$former"
else
  git worktree prune
  git worktree add --quiet --detach "$tree" "$former"
fi
echo "building $name"
CARGO_TARGET_DIR=$PWD/target/former/build cargo build --quiet --locked -p funray --bin funray --manifest-path "$tree/Cargo.toml"
target/debug/bench release target/former/build/debug/funray "$name"
