//! Citus cluster of one machine (`TEST_DB=citus`). One machine is enough for the rules by which a
//! cluster plans or refuses statements.

use std::{io::Write, sync::OnceLock};

use db::testing::{Cluster, ClusterOptions, FOLDER, TestDatabase};

use super::place::on_citus;

/// Reason for which tests of query plans are left out.
pub const PLANS_DIFFER: &str = "the plan of a cluster names tasks, not scans";

/// Returns the server of the tests. Without the extension, ends the test program and says why.
pub fn cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| {
        if !Cluster::has_extension("citus") {
            skip_all();
        }
        Cluster::new(&ClusterOptions { settings: settings(), ..ClusterOptions::default() })
            .expect("PostgreSQL with Citus")
    })
}

fn settings() -> Vec<(&'static str, String)> {
    let settings = [
        ("shared_preload_libraries", "citus"),
        ("autovacuum", "off"),
        // The server connects to itself, by its socket, which wants no password.
        ("citus.local_hostname", FOLDER),
        ("citus.node_conninfo", "sslmode=prefer"),
        // Each database of a test has a background process.
        ("max_worker_processes", "64"),
        ("max_connections", "600"),
        ("citus.shard_count", "4"),
        ("citus.enable_statistics_collection", "off"),
    ];
    settings.into_iter().map(|(name, value)| (name, value.to_owned())).collect()
}

/// Returns whether a test is left out on a cluster, and then prints its name and the reason.
pub fn is_left_out(reason: &str) -> bool {
    if on_citus() {
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("a test");
        say(&format!("TEST_DB=citus: SKIPPED {name}: {reason}\n"));
    }
    on_citus()
}

/// Writes to the terminal. Unlike `eprintln!`, the test program does not capture it.
fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[expect(clippy::disallowed_methods, reason = "a running test can't leave out all the others")]
fn skip_all() -> ! {
    say(
        "TEST_DB=citus: ALL TESTS WERE SKIPPED, because this PostgreSQL has no extension `citus`\n",
    );
    std::process::exit(0)
}

/// Creates the extension in a database of the tests.
pub fn create_extension(database: &TestDatabase) {
    cluster().administer(database.name(), "CREATE EXTENSION citus").expect("the extension");
}

/// Closes the connections of Citus's background process to a database, so that the database can be
/// copied.
pub fn release(database: &TestDatabase) {
    let name = database.name();
    let end = format!(
        "ALTER DATABASE {name} ALLOW_CONNECTIONS false;
         SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'"
    );
    cluster().administer("postgres", &end).expect("no connection is left");
}
