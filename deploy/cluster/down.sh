#!/bin/sh
# Stops everything that up.sh started. The data stays in the folder.
#
# usage: down.sh FOLDER
set -eu
folder=$(cd "$1" && pwd)
# The standby first: without it, the primary would wait for it with its last commits.
for name in haproxy b a etcd; do
    if [ -e "$folder/$name.pid" ]; then
        pid=$(cat "$folder/$name.pid")
        kill -CONT "$pid" 2> /dev/null || true
        kill "$pid" 2> /dev/null || true
        tries=0
        while kill -0 "$pid" 2> /dev/null && [ "$tries" -lt 100 ]; do
            tries=$((tries + 1))
            sleep 0.1
        done
        kill -KILL "$pid" 2> /dev/null || true
        rm "$folder/$name.pid"
    fi
    # A server whose Patroni was killed still runs.
    if [ -e "$folder/$name/data/postmaster.pid" ]; then
        kill -QUIT "$(head -n 1 "$folder/$name/data/postmaster.pid")" 2> /dev/null || true
    fi
done
