#!/bin/sh
# Starts PostgreSQL with automatic failover on this machine: two servers under Patroni, the second one a synchronous standby, with etcd
# and HAProxy. Needs Debian's packages patroni, etcd-server, haproxy and postgresql-15. README.md says more.
#
# usage: up.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
. "$here/common.sh"

if [ -e "$folder/settings" ]; then
    echo "$folder is in use: run down.sh and remove it first" >&2
    exit 1
fi
password() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
cat > "$folder/settings" <<EOF
superuser_password=$(password)
replication_password=$(password)
program_password=$(password)
EOF
. "$folder/settings"
mkdir "$folder/etcd" "$folder/a" "$folder/b"
fill_in() {
    sed -e "s|@FOLDER@|$folder|g" -e "s|@NAME@|$1|g" -e "s|@PORT@|$2|g" -e "s|@REST@|$3|g" -e "s|@ETCD@|$ETCD|g" \
        -e "s|@PORT_A@|$PORT_A|g" -e "s|@PORT_B@|$PORT_B|g" -e "s|@REST_A@|$REST_A|g" -e "s|@REST_B@|$REST_B|g" \
        -e "s|@PRIMARY@|$PRIMARY|g" -e "s|@REPLICA@|$REPLICA|g" -e "s|@PROGRAMS@|$PROGRAMS|g" -e "s|@BIN@|$BIN|g" \
        -e "s|@PROGRAM_ONE@|$PROGRAM_ONE|g" -e "s|@PROGRAM_TWO@|$PROGRAM_TWO|g" \
        -e "s|@SUPERUSER_PASSWORD@|$superuser_password|g" -e "s|@REPLICATION_PASSWORD@|$replication_password|g"
}
fill_in a "$PORT_A" "$REST_A" < "$here/patroni.yml" > "$folder/a.yml"
fill_in b "$PORT_B" "$REST_B" < "$here/patroni.yml" > "$folder/b.yml"
fill_in - - - < "$here/haproxy.cfg" > "$folder/haproxy.cfg"
if [ "$(id -u)" = 0 ]; then
    chown -R "$OWNER" "$folder"
fi

start etcd etcd --name one --data-dir "$folder/etcd" --logger zap --log-level error \
    --listen-client-urls "http://127.0.0.1:$ETCD" --advertise-client-urls "http://127.0.0.1:$ETCD" \
    --listen-peer-urls "http://127.0.0.1:$ETCD_PEER" --initial-advertise-peer-urls "http://127.0.0.1:$ETCD_PEER" \
    --initial-cluster "one=http://127.0.0.1:$ETCD_PEER"
"$here/node.sh" "$folder" a
start haproxy haproxy -f "$folder/haproxy.cfg"

ask() { PGPASSWORD=$superuser_password "$BIN/psql" -qtAX -h 127.0.0.1 -p "$PRIMARY" -U postgres "$@"; }
wait_for "the primary" ask -c 'SELECT 1'
"$here/node.sh" "$folder" b
has_standby() { [ "$(ask -c "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")" = 1 ]; }
wait_for "the synchronous standby" has_standby
ask -c "CREATE ROLE funray LOGIN PASSWORD '$program_password'" -c "CREATE DATABASE funray OWNER funray TEMPLATE template0 ENCODING 'UTF8'"

echo "FUNRAY_DATABASE_URL=postgres://funray:$program_password@127.0.0.1:$PRIMARY/funray"
echo "FUNRAY_DATABASE_READ_URL=postgres://funray:$program_password@127.0.0.1:$REPLICA/funray"
