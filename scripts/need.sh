#!/usr/bin/env bash
# Makes sure that what the tests stand on is there: installs it where that is possible without asking,
# and says in one line what to do where it isn't.
set -euo pipefail

have() {
  case "$1" in
    postgresql) compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null ;;
    chromium) [ -x "${CHROMIUM_PATH:-/usr/bin/chromium}" ] ;;
    # Chromium without a window: a sixth faster in the stories.
    chromium-headless-shell) [ -x "${CHROMIUM_PATH:-/usr/bin/chromium-headless-shell}" ] || have chromium ;;
    *) echo "need.sh: I don't know what $1 is" >&2; exit 2 ;;
  esac
}

missing=()
for thing in "$@"; do have "$thing" || missing+=("$thing"); done
[ ${#missing[@]} -eq 0 ] && exit 0

if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "installing ${missing[*]}"
  log=$(mktemp)
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "need.sh: ${missing[*]} could not be installed; see above" >&2
    exit 1
  fi
  rm -f "$log"
fi

for thing in "${missing[@]}"; do
  have "$thing" && continue
  case "$thing" in
    postgresql) echo "The tests need PostgreSQL's server programs (initdb, postgres). Install the package postgresql." >&2 ;;
    chromium*) echo "The browser stories need Chromium at /usr/bin/chromium, or set CHROMIUM_PATH." >&2 ;;
  esac
  exit 1
done
