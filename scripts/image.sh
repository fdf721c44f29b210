#!/usr/bin/env bash
# Builds the images for amd64 and arm64 with Docker, and pins each base image by its digest of now. Prints the pinned names.
# Usage: scripts/image.sh NAME [--push]
set -euo pipefail
cd "$(dirname "$0")/.."

name=${1:?"Usage: scripts/image.sh NAME [--push]"}
command -v docker > /dev/null || { echo "scripts/image.sh: docker is missing; install Docker with its plugin buildx" >&2; exit 1; }

arguments=(--build-arg "FUNRAY_COMMIT=$(git rev-parse --short HEAD)")
while read -r argument image; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  echo "$argument=$image@$digest"
  arguments+=(--build-arg "$argument=$image@$digest")
done < <(sed -n 's/^ARG \([A-Z]*_IMAGE\)=\(.*\)$/\1 \2/p' deploy/Dockerfile)

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
# Without a registry, only the image of this machine can be kept.
platforms=()
[ "${2:-}" != --push ] || platforms=(--platform linux/amd64,linux/arm64 --push --sbom=true --provenance=true)
docker buildx build -f deploy/Dockerfile "${arguments[@]}" "${platforms[@]}" -t "$name:$version" -t "$name:latest" .
