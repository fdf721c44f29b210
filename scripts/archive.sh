#!/usr/bin/env bash
# Packs a release: the program, its documentation, the files of `deploy`, the list of components and their licences. The same commit and
# program give the same archive, byte for byte.
# Usage: scripts/archive.sh PROGRAM FOLDER, after `make site` and with the list of components at PROGRAM.cdx.json
set -euo pipefail
cd "$(dirname "$0")/.."

program=$1
folder=$2
version=$("$program" --version | cut -d ' ' -f 2)
name=funray-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
# All files get the time of the commit.
moment=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

site=${SITE:-docs/site/dist}
[ -e "$site/index.html" ] || { echo "scripts/archive.sh: $site is missing; run make site" >&2; exit 1; }
[ -e "$program.cdx.json" ] || { echo "scripts/archive.sh: $program.cdx.json is missing" >&2; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
top=$scratch/$name
mkdir -p "$top" "$folder"
install -m 755 "$program" "$top/funray"
cp README.md CHANGELOG.md SECURITY.md SUPPORT.md LICENSE NOTICE "$top/"
cp -r "$site" "$top/docs"
git archive --format=tar HEAD deploy | tar -x -C "$top"
cp "$program.cdx.json" "$top/components.cdx.json"
node scripts/licences.mjs "$program.cdx.json" > "$top/LICENCES-OF-COMPONENTS.txt"
chmod -R u=rwX,go=rX "$top"

archive=$folder/$name.tar.gz
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$moment" --format=ustar -C "$scratch" -c "$name" | gzip -n -9 > "$archive"
cp "$program.cdx.json" "$folder/$name.cdx.json"
(cd "$folder" && sha256sum "$name.tar.gz" "$name.cdx.json" > "$name.sha256")
cat "$folder/$name.sha256"
