//! Test of the script that backs up PostgreSQL: it restores the last state and an earlier one.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::Command,
};

use crate::support::{documents::repository, place::on_postgres};

/// A folder of the user who runs the servers, because PostgreSQL refuses to run as root.
struct Servers {
    folder: tempfile::TempDir,
    is_root: bool,
}

impl Servers {
    fn new() -> Servers {
        let folder =
            tempfile::Builder::new().prefix("funray-pg").tempdir_in("/tmp").expect("a folder");
        let is_root = fs::metadata(folder.path()).expect("a folder").uid() == 0;
        let script = repository().join("deploy/postgres/backup.sh");
        fs::copy(script, folder.path().join("backup.sh")).expect("the script");
        let servers = Servers { folder, is_root };
        if is_root {
            let mut give = Command::new("chown");
            give.arg("-R").arg("postgres").arg(servers.folder.path());
            assert!(give.status().expect("chown runs").success());
        }
        servers
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs shell commands in the folder, with the programs of PostgreSQL on the path. Returns what
    /// they print.
    fn run(&self, commands: &str) -> String {
        let path =
            "PATH=$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)";
        let script = format!("set -eu; {path}; cd {}; {commands}", self.folder.path().display());
        let mut shell = if self.is_root {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "sh", "-c"]);
            command
        } else {
            let mut command = Command::new("sh");
            command.arg("-c");
            command
        };
        // A server that is started keeps its output open, so the output goes to a file.
        let said = self.path("said");
        let redirected = format!("({script}) > {0} 2>&1 < /dev/null", said.display());
        let status = shell.arg(redirected).status().expect("a shell");
        let text = fs::read_to_string(&said).unwrap_or_default();
        assert!(status.success(), "{commands}: {text}");
        text.trim().to_owned()
    }

    /// Runs a statement on the server whose socket is in this folder.
    fn query(&self, socket: &Path, sql: &str) -> String {
        self.run(&format!(
            "psql -h {} -p 5499 -U postgres -d postgres -qAtc \"{sql}\"",
            socket.display()
        ))
    }
}

#[test]
fn backup_script_restores_the_last_state_and_an_earlier_moment() {
    if !on_postgres() {
        return;
    }
    let servers = Servers::new();
    let (here, place) = (servers.folder.path().to_owned(), servers.path("place"));
    let settings = format!(
        "port = 5499\nlisten_addresses = ''\nunix_socket_directories = '{0}'\narchive_mode = on\n\
         archive_command = 'sh {0}/backup.sh archive {1} %p %f'\n",
        here.display(),
        place.display()
    );
    servers.run("initdb -D data -U postgres -A trust --no-sync");
    let file = OpenOptions::new().append(true).open(servers.path("data/postgresql.conf"));
    file.and_then(|mut file| file.write_all(settings.as_bytes())).expect("the settings");
    servers.run("pg_ctl -D data -l log -w start");
    servers.query(&here, "CREATE TABLE t (i INT); INSERT INTO t VALUES (1)");
    let url = format!("host={} port=5499 user=postgres", here.display());
    servers.run(&format!("sh backup.sh base {} '{url}' 30", place.display()));
    servers.query(&here, "INSERT INTO t VALUES (2)");
    let moment = servers.query(&here, "SELECT clock_timestamp()");
    servers.query(&here, "INSERT INTO t VALUES (3)");
    // A server that stops archives its last log file.
    servers.run("pg_ctl -D data -m fast -w stop");

    for (at, expected) in [("latest", "1,2,3"), (moment.as_str(), "1,2")] {
        let to = servers.path("restored");
        let words = format!("{} {} '{at}' 5499", place.display(), to.display());
        servers.run(&format!("sh backup.sh restore {words}"));
        let found = servers.query(&to, "SELECT string_agg(i::TEXT, ',' ORDER BY i) FROM t");
        assert_eq!(found, expected, "{at}");
        servers.run(&format!("sh backup.sh stop {}", to.display()));
        assert!(!to.exists());
    }
}
