# Ports, users and helpers of the scripts in this folder. Needs $folder.

# CLUSTER_PORT moves all ports, so that two clusters can run on one machine.
base=${CLUSTER_PORT:-5440}
PRIMARY=$base
REPLICA=$((base + 1))
PORT_A=$((base + 2))
PORT_B=$((base + 3))
REST_A=$((base + 4))
REST_B=$((base + 5))
ETCD=$((base + 6))
ETCD_PEER=$((base + 7))
PROGRAMS=$((base + 8))
PROGRAM_ONE=$((base + 9))
PROGRAM_TWO=$((base + 10))
BIN=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}
OWNER=${CLUSTER_USER:-postgres}

# Starts a program in the background, as $OWNER if root asks, because PostgreSQL does not run as root.
start() {
    name=$1
    shift
    if [ "$(id -u)" = 0 ]; then
        set -- setpriv --reuid="$OWNER" --regid="$OWNER" --init-groups "$@"
    fi
    (
        cd "$folder"
        umask 077
        HOME=$folder setsid "$@" < /dev/null > "$folder/$name.log" 2>&1 &
        echo $! > "$folder/$name.pid"
    )
}

# Tries a command for a minute.
wait_for() {
    what=$1
    shift
    tries=0
    until "$@" > /dev/null 2>&1; do
        tries=$((tries + 1))
        if [ "$tries" = 240 ]; then
            echo "$what did not start; see the logs in $folder" >&2
            exit 1
        fi
        sleep 0.25
    done
}
