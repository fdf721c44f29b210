#!/bin/sh
# Starts one of the two database servers under Patroni, also again after a crash.
#
# usage: node.sh FOLDER a|b
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd)
. "$here/common.sh"
start "$2" patroni "$folder/$2.yml"
