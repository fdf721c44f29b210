//! Tests of reads on a standby server: they see every acknowledged commit, or the primary answers.

use std::time::Duration;

use db::testing::{Cluster, ClusterOptions, TestDatabase};
use db::{Db, Engine, Error, PostgresOptions, Result, params};

use crate::support::{TABLES, add_card, is_wanted};

/// Time for a standby that replays the log. It never passes, unless a test fails.
const LONG: Duration = Duration::from_secs(120);
/// Time for a standby that does not replay the log.
const SHORT: Duration = Duration::from_millis(20);

struct Pair {
    primary: Cluster,
    standby: Cluster,
    database: TestDatabase,
}

impl Pair {
    /// Returns `None` if this test run skips PostgreSQL.
    fn start() -> Option<Pair> {
        if !is_wanted(Engine::Postgres) {
            return None;
        }
        let options = ClusterOptions { replicated: true, ..ClusterOptions::default() };
        let primary = Cluster::new(&options).unwrap();
        let database = primary.fresh_database(None).unwrap();
        Db::postgres(database.url(), PostgresOptions::default()).unwrap().migrate(TABLES).unwrap();
        let standby = primary.standby().unwrap();
        Some(Pair { primary, standby, database })
    }

    /// Opens a handle that has the standby as its replica.
    fn open(&self, patience: Duration) -> Db {
        let options = PostgresOptions {
            replica_url: Some(self.standby.url(self.database.name())),
            replica_patience: patience,
            ..PostgresOptions::default()
        };
        Db::postgres(self.database.url(), options).unwrap()
    }

    fn on_standby(&self, sql: &str) {
        self.standby.administer("postgres", sql).unwrap();
    }
}

fn count(db: &Db) -> Result<i64> {
    let counted = db.read_blocking(|tx| tx.one::<(i64,)>("SELECT count(*) FROM card", params![]));
    counted.map(|(count,)| count)
}

/// Returns the numbers of reads that the replica answered and missed.
fn reads(db: &Db) -> (u64, u64) {
    let stats = db.stats();
    (stats.replica_reads, stats.replica_misses)
}

#[test]
fn replica_sees_every_write_of_every_node() {
    let Some(pair) = Pair::start() else { return };
    let (db, other_node) = (pair.open(LONG), pair.open(LONG));
    for number in 0..50 {
        let id = format!("card {number}");
        other_node.write_blocking(move |tx| add_card(tx, &id, 1)).unwrap();
        let handle = if number % 2 == 0 { db.bulk() } else { db.replica() };
        assert_eq!(count(&handle), Ok(number + 1));
    }
    assert_eq!(reads(&db), (50, 0));
    assert_eq!(count(&db), Ok(50), "a quick read");
    assert_eq!(reads(&db), (50, 0), "quick reads stay on the primary");
}

#[test]
fn replica_refuses_writes_and_returns_errors_of_closures() {
    let Some(pair) = Pair::start() else { return };
    let db = pair.open(LONG).replica();
    let refused = db.read_blocking(|tx| {
        tx.one::<(i64,)>("SELECT count(*) FROM card", params![])?;
        Err::<(), _>(Error::NoRow)
    });
    assert_eq!(refused, Err(Error::NoRow));
    assert_eq!(reads(&db), (0, 0), "an error of the closure is its answer");
    assert!(db.read_blocking(|tx| add_card(tx, "a", 1)).is_err());
    db.write_blocking(|tx| add_card(tx, "a", 1)).unwrap();
    assert_eq!(count(&db), Ok(1));
}

#[test]
fn primary_answers_while_the_replica_is_behind() {
    let Some(pair) = Pair::start() else { return };
    let db = pair.open(SHORT);
    pair.on_standby("SELECT pg_wal_replay_pause()");
    db.write_blocking(|tx| add_card(tx, "a", 1)).unwrap();
    assert_eq!(count(&db.bulk()), Ok(1), "the standby does not have this card yet");
    assert_eq!(reads(&db), (0, 1));
    assert_eq!(count(&db.bulk()), Ok(1));
    assert_eq!(reads(&db), (0, 1), "a replica that is behind rests");
    pair.on_standby("SELECT pg_wal_replay_resume()");
    assert_eq!(count(&pair.open(LONG).bulk()), Ok(1));
}

#[test]
fn primary_answers_while_the_replica_is_down() {
    let Some(pair) = Pair::start() else { return };
    let db = pair.open(LONG);
    assert_eq!(count(&db.bulk()), Ok(0));
    assert_eq!(reads(&db), (1, 0));
    pair.standby.kill().unwrap();
    db.write_blocking(|tx| add_card(tx, "a", 1)).unwrap();
    assert_eq!(count(&db.bulk()), Ok(1));
    assert_eq!(reads(&db), (1, 1));
    pair.standby.start().unwrap();
    assert_eq!(count(&pair.open(LONG).bulk()), Ok(1));
}

#[test]
fn reads_fail_while_the_primary_is_down() {
    let Some(pair) = Pair::start() else { return };
    let db = pair.open(LONG);
    assert_eq!(count(&db.bulk()), Ok(0));
    pair.primary.kill().unwrap();
    let failed = count(&db.bulk());
    assert!(matches!(failed, Err(Error::Unavailable(_))), "{failed:?}");
}

#[test]
fn primary_is_never_a_standby() {
    let Some(pair) = Pair::start() else { return };
    let database = pair.database.name();
    // After a failover, a proxy may lead to a standby that is not promoted yet.
    let opened = Db::postgres(&pair.standby.url(database), PostgresOptions::default());
    assert!(matches!(opened, Err(Error::Unavailable(_))));

    let [standby, primary] =
        [&pair.standby, &pair.primary].map(|server| server.tcp_url(database).unwrap());
    let (user, primary) = primary.rsplit_once('@').unwrap();
    let (_, standby) = standby.rsplit_once('@').unwrap();
    let (standby, _) = standby.split_once('/').unwrap();
    let both = format!("{user}@{standby},{primary}");
    let db = Db::postgres(&both, PostgresOptions::default()).unwrap();
    db.write_blocking(|tx| add_card(tx, "a", 1)).unwrap();
    assert_eq!(count(&db), Ok(1));
}
