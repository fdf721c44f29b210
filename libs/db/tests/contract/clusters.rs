//! Tests of the private test server: databases copied from a template, and the complete removal of
//! the server.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use db::testing::{Cluster, ClusterOptions};
use db::{Engine, params};

use crate::support::{Bed, Limits, add_card, cluster, is_wanted, open_server};

#[test]
fn fresh_database_copies_a_template() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    bed.add_card("a", 1);
    // PostgreSQL copies a template only while nobody is connected to it.
    bed.db.close();
    let template = bed.database().unwrap().name();
    let copy = cluster().fresh_database(Some(template)).unwrap();
    let db = open_server(copy.url(), Limits::default());
    db.write_blocking(|tx| add_card(tx, "b", 1)).unwrap();
    let count = |db: &db::Db| {
        db.read_blocking(|tx| tx.one::<(i64,)>("SELECT count(*) FROM card", params![]))
    };
    assert_eq!(count(&db), Ok((2,)));
    assert_eq!(count(&bed.open(Limits::default())), Ok((1,)));
}

const WAIT: &str = "CONTRACT_WAIT";

#[test]
#[ignore = "the child of the test below"]
fn helper_starts_a_cluster_and_waits() {
    if std::env::var(WAIT).is_err() {
        return;
    }
    let cluster = Cluster::new(&ClusterOptions::default()).unwrap();
    // Writes to the standard output directly, because the test harness would capture `println!`.
    let line = format!("url {}\n", cluster.url("postgres"));
    std::io::stdout().write_all(line.as_bytes()).unwrap();
    std::io::stdin().lines().for_each(drop);
}

#[test]
fn cluster_is_stopped_when_its_process_is_killed() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "clusters::helper_starts_a_cluster_and_waits",
            "--ignored",
            "--nocapture",
        ])
        .env(WAIT, "yes")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let url = lines.find_map(|line| line.strip_prefix("url ").map(str::to_owned)).unwrap();
    let db = open_server(&url, Limits::default());
    assert_eq!(db.read_blocking(|tx| tx.one::<(i64,)>("SELECT 1", params![])), Ok((1,)));
    child.kill().unwrap();
    child.wait().unwrap();
    let host = url.split(['@', ':']).nth(2).unwrap().replace("%2F", "/");
    assert!(host.contains("db-cluster"), "{host}");
    // The watcher stops the server and then removes the folder, so the server is gone once the
    // folder is.
    while std::path::Path::new(&host).exists() {
        std::thread::yield_now();
    }
    assert!(db.read_blocking(|tx| tx.one::<(i64,)>("SELECT 1", params![])).is_err());
}
