#!/usr/bin/env bash
# Installs packages that the tests need, as root on Debian. Elsewhere it prints one line that names the missing package.
set -euo pipefail

have() {
  case "$1" in
    postgresql) compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null ;;
    chromium) [ -x "${CHROMIUM_PATH:-/usr/bin/chromium}" ] ;;
    # Chromium without a window runs the stories a sixth faster.
    chromium-headless-shell) [ -x "${CHROMIUM_PATH:-/usr/bin/chromium-headless-shell}" ] || have chromium ;;
    firefox-esr) [ -x "${FIREFOX_PATH:-/usr/bin/firefox-esr}" ] ;;
    webkit2gtk-driver) command -v WebKitWebDriver >/dev/null ;;
    # Its promtool tests the rules of alerts.
    prometheus) command -v promtool >/dev/null ;;
    # WebKit draws on a screen of Xvfb, and openbox lets its window fill that.
    xvfb) command -v Xvfb >/dev/null ;;
    openbox) command -v openbox >/dev/null ;;
    curl | jq | openssl) command -v "$1" >/dev/null ;;
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
    prometheus) echo "The tests of alerts need promtool. Install the package prometheus." >&2 ;;
    firefox-esr) echo "The stories of engines need Firefox at /usr/bin/firefox-esr, or set FIREFOX_PATH." >&2 ;;
    webkit2gtk-driver | xvfb | openbox) echo "The stories of engines need the package $thing for WebKit." >&2 ;;
    curl | jq | openssl) echo "The commands of the guides need $thing. Install the package $thing." >&2 ;;
    chromium*) echo "The browser stories and the tests of the kit need Chromium at /usr/bin/chromium, or set CHROMIUM_PATH." >&2 ;;
  esac
  exit 1
done
