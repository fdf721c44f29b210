#!/bin/sh
# Backs up PostgreSQL with its own tools, and restores it at any moment (docs/backups.md). Commands:
#   archive PLACE FILE NAME               keep one log file, for archive_command
#   base PLACE URL DAYS                   make a base backup, delete those older than DAYS
#   restore PLACE FOLDER TIME|latest PORT restore into FOLDER and start a server there
#   stop FOLDER                           stop that server and delete FOLDER
set -eu

fail() {
  echo "funray-pg-backup: $*" >&2
  exit 1
}

# The newest version that is installed, if the programs are not on the path as on Debian.
command -v pg_ctl >/dev/null || PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)"

# Base backups are named by the moment of their end.
NAME=%Y%m%dT%H%M%S.%6NZ

command=${1:-}
[ $# -gt 0 ] && shift
case "$command" in
  archive)
    [ $# = 3 ] || fail "archive PLACE FILE NAME"
    mkdir -p "$1/log"
    # PostgreSQL may repeat a file that it archived before a crash. Another content is refused.
    if [ -e "$1/log/$3" ]; then cmp -s "$2" "$1/log/$3" || fail "$3 is there with another content"; exit 0; fi
    cp "$2" "$1/log/$3.partial"
    sync "$1/log/$3.partial"
    mv "$1/log/$3.partial" "$1/log/$3"
    ;;
  base)
    [ $# = 3 ] || fail "base PLACE URL DAYS"
    partial=$1/base-$$.partial
    mkdir -p "$1"
    pg_basebackup --dbname="$2" --pgdata="$partial" --format=tar --gzip --wal-method=none --checkpoint=fast
    name=base-$(date -u "+$NAME")
    mv "$partial" "$1/$name"
    # The newest base backup is never deleted.
    ls -d "$1"/base-*Z | sort | head -n -1 | while read -r old; do
      if [ -n "$(find "$old" -maxdepth 0 -mtime "+$3")" ]; then rm -r "$old"; fi
    done
    # Log files before the oldest base backup are of no use.
    oldest=$(ls -d "$1"/base-*Z | sort | head -n 1)
    find "$1/log" -type f ! -newer "$oldest/backup_manifest" -mtime "+$3" -delete
    echo "$1/$name"
    ;;
  restore)
    [ $# = 4 ] || fail "restore PLACE FOLDER TIME|latest PORT"
    [ ! -e "$2" ] || fail "$2 is there already"
    at=$3
    # The base backup must have ended before the moment.
    base=$(ls -d "$1"/base-*Z | sort | tail -n 1)
    if [ "$at" != latest ]; then
      moment=$(date -u -d "$at" "+$NAME")
      base=$(ls -d "$1"/base-*Z | sort | awk -v limit="$1/base-$moment" '$0 < limit' | tail -n 1)
      [ -n "$base" ] || fail "there is no base backup before $at"
    fi
    mkdir -m 700 -p "$2"
    tar -xzf "$base/base.tar.gz" -C "$2"
    {
      echo "restore_command = 'cp \"$1/log/%f\" \"%p\"'"
      echo "archive_mode = off"
      echo "port = $4"
      echo "listen_addresses = 'localhost'"
      echo "hba_file = '$2/restored_hba.conf'"
      echo "unix_socket_directories = '$2'"
      echo "recovery_target_action = promote"
      [ "$at" = latest ] || echo "recovery_target_time = '$at'"
    } >> "$2/postgresql.auto.conf"
    # The roles keep their passwords. The socket is in a folder of this user alone.
    printf 'local all all trust\nhost all all localhost scram-sha-256\n' > "$2/restored_hba.conf"
    # Debian keeps this file elsewhere, so a base backup may lack it.
    [ -e "$2/postgresql.conf" ] || : > "$2/postgresql.conf"
    touch "$2/recovery.signal"
    pg_ctl start --pgdata="$2" --wait --timeout=86400 --log="$2/restore.log" >/dev/null || fail "see $2/restore.log"
    until pg_controldata "$2" | grep -q 'state: *in production'; do sleep 1; done
    echo "restored from $base; it listens on port $4"
    ;;
  stop)
    [ $# = 1 ] || fail "stop FOLDER"
    [ -e "$1/recovery.done" ] || [ -e "$1/postmaster.pid" ] || fail "$1 is no restored server"
    pg_ctl stop --pgdata="$1" --mode=fast >/dev/null || true
    rm -r "$1"
    ;;
  *) fail "archive, base, restore or stop?" ;;
esac
