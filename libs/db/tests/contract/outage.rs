//! Tests of server outages under load.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::SeqCst};
use std::sync::{Condvar, Mutex};
use std::thread;

use db::testing::{Cluster, ClusterOptions};
use db::{Db, Engine, Error, Wake, params};

use crate::support::{Limits, TABLES, is_wanted, open_server};

/// Numbers written by all writer threads, and how the writes ended.
#[derive(Default)]
struct Tally {
    promised: Mutex<BTreeSet<i64>>,
    uncertain: Mutex<BTreeSet<i64>>,
    failures: AtomicU64,
    successes: AtomicU64,
    changed: Condvar,
    turn: Mutex<()>,
    next: AtomicI64,
    is_over: AtomicBool,
}

impl Tally {
    fn write_on(&self, db: &Db) {
        while !self.is_over.load(SeqCst) {
            let number = self.next.fetch_add(1, SeqCst);
            let written = db.write_blocking(move |tx| {
                let insert = "INSERT INTO attempt (order_id, number, state) VALUES ($1, 1, 'done')";
                tx.execute(insert, params![number])
            });
            match written {
                Ok(_) => {
                    self.promised.lock().unwrap().insert(number);
                    self.note(&self.successes);
                }
                Err(Error::OutcomeUnknown(_)) => {
                    self.uncertain.lock().unwrap().insert(number);
                    self.note(&self.failures);
                }
                Err(Error::Unavailable(why)) => {
                    assert_eq!(why.lines().count(), 1);
                    self.note(&self.failures);
                }
                Err(other) => panic!("an outage must be reported as one: {other:?}"),
            }
        }
    }

    fn note(&self, count: &AtomicU64) {
        let _turn = self.turn.lock().unwrap();
        count.fetch_add(1, SeqCst);
        self.changed.notify_all();
    }

    fn wait_for_more(&self, count: &AtomicU64, more: u64) {
        let mut turn = self.turn.lock().unwrap();
        let target = count.load(SeqCst) + more;
        while count.load(SeqCst) < target {
            turn = self.changed.wait(turn).unwrap();
        }
    }
}

#[test]
fn db_recovers_from_a_server_restart_under_load() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let cluster = Cluster::new(&ClusterOptions::default()).unwrap();
    let database = cluster.fresh_database(None).unwrap();
    let db = open_server(database.url(), Limits::default());
    db.migrate(TABLES).unwrap();
    let mut subscription = db.subscribe("news");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let ping = || runtime.block_on(db.ping());
    let tally = Tally::default();
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| tally.write_on(&db));
        }
        for round in 0..4 {
            tally.wait_for_more(&tally.successes, 200);
            assert_eq!(ping(), Ok(()));
            if round % 2 == 0 { cluster.stop() } else { cluster.kill() }.unwrap();
            tally.wait_for_more(&tally.failures, 50);
            assert!(matches!(ping(), Err(Error::Unavailable(_))));
            cluster.start().unwrap();
            // After the restart, the listener reconnects and reports missed signals, and the
            // database answers again.
            assert_eq!(subscription.next_blocking(), Some(Wake::Missed));
            assert_eq!(ping(), Ok(()));
        }
        tally.wait_for_more(&tally.successes, 200);
        tally.is_over.store(true, SeqCst);
    });

    let rows = db.read_blocking(|tx| tx.rows::<(i64,)>("SELECT order_id FROM attempt", params![]));
    let found: BTreeSet<i64> = rows.unwrap().into_iter().map(|(number,)| number).collect();
    let promised = tally.promised.into_inner().unwrap();
    let uncertain = tally.uncertain.into_inner().unwrap();
    assert_eq!(promised.difference(&found).count(), 0, "nothing promised is missing");
    let unexplained: Vec<_> =
        found.difference(&promised).filter(|number| !uncertain.contains(number)).collect();
    assert!(
        unexplained.is_empty(),
        "nothing was done that was told to have failed: {unexplained:?}"
    );
}

#[test]
fn write_reports_a_lost_connection() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let cluster = Cluster::new(&ClusterOptions::default()).unwrap();
    let url = cluster.url("postgres");
    let db = open_server(&url, Limits::default());
    db.migrate(TABLES).unwrap();
    let stop = std::sync::Arc::new(cluster);
    let (server, other) = (stop.clone(), stop.clone());
    let lost = db.write_blocking(move |tx| {
        tx.execute("INSERT INTO attempt (order_id) VALUES (1)", params![])?;
        server.kill()?;
        tx.execute("INSERT INTO attempt (order_id) VALUES (2)", params![])
    });
    assert!(matches!(lost, Err(Error::Unavailable(_))), "{lost:?}");
    stop.start().unwrap();
    let uncertain = db.write_blocking(move |tx| {
        tx.execute("INSERT INTO attempt (order_id) VALUES (3)", params![])?;
        other.kill()
    });
    assert!(matches!(uncertain, Err(Error::OutcomeUnknown(_))), "{uncertain:?}");
    stop.start().unwrap();
    // A connection that died while idle is replaced without an error.
    let rows = db.read_blocking(|tx| tx.rows::<(i64,)>("SELECT order_id FROM attempt", params![]));
    assert_eq!(rows, Ok(vec![]));
    // A dead connection is also replaced for a write that is sent with its commit, if the write may
    // be repeated.
    let put = || {
        db.write_blocking(|tx| {
            tx.may_be_repeated();
            tx.later("INSERT INTO attempt (order_id) VALUES (4)", params![])
        })
    };
    assert_eq!(put(), Ok(()));
    stop.kill().unwrap();
    stop.start().unwrap();
    assert_eq!(put(), Ok(()));
    let rows = db.read_blocking(|tx| tx.rows::<(i64,)>("SELECT order_id FROM attempt", params![]));
    assert_eq!(rows, Ok(vec![(4,), (4,)]));
}
