//! Tests that committed transactions wake subscribers in this process and in other processes.

use std::sync::mpsc;
use std::thread;

use db::{Db, Engine, Error, Subscription, Wake, params};

use crate::support::{Bed, Limits, add_card, on_both};

on_both!(
    signal_wakes_subscribers_on_commit,
    signal_is_dropped_on_rollback,
    signal_reaches_only_its_topic,
    signal_reaches_other_handles,
    subscription_reports_missed_signals_when_it_lags,
);

fn signal(db: &Db, topic: &'static str, payload: &str) {
    let payload = payload.to_owned();
    db.write_blocking(move |tx| {
        tx.signal(topic, payload.clone());
        Ok::<_, Error>(())
    })
    .unwrap();
}

fn heard(payload: &str) -> Option<Wake> {
    Some(Wake::Signal(payload.to_owned()))
}

fn signal_wakes_subscribers_on_commit(bed: &Bed) {
    let mut first = bed.db.subscribe("gift");
    let mut second = bed.db.clone().subscribe("gift");
    signal(&bed.db, "gift", "one");
    signal(&bed.db, "gift", "two");
    for subscription in [&mut first, &mut second] {
        assert_eq!(subscription.next_blocking(), heard("one"));
        assert_eq!(subscription.next_blocking(), heard("two"));
    }
}

fn signal_is_dropped_on_rollback(bed: &Bed) {
    let mut subscription = bed.db.subscribe("gift");
    let failed = bed.db.write_blocking(|tx| {
        tx.signal("gift", "undone");
        Err::<(), _>(Error::NoRow)
    });
    assert_eq!(failed, Err(Error::NoRow));
    bed.db
        .write_blocking(|tx| {
            tx.signal("gift", "kept");
            let _ = tx.savepoint(|tx| {
                tx.signal("gift", "undone as well");
                Err::<(), _>(Error::NoRow)
            });
            tx.savepoint(|tx| {
                tx.signal("gift", "kept, too");
                add_card(tx, "a", 1)
            })
        })
        .unwrap();
    assert_eq!(subscription.next_blocking(), heard("kept"));
    assert_eq!(subscription.next_blocking(), heard("kept, too"));
}

fn signal_reaches_only_its_topic(bed: &Bed) {
    let mut gifts = bed.db.subscribe("gift");
    signal(&bed.db, "order", "not for you");
    signal(&bed.db, "gift", "for you");
    assert_eq!(gifts.next_blocking(), heard("for you"));
}

fn signal_reaches_other_handles(bed: &Bed) {
    // On SQLite, all handles are clones in one process. On PostgreSQL, a second handle represents
    // another process.
    let other = match bed.engine {
        Engine::Sqlite => bed.db.clone(),
        Engine::Postgres => bed.open(Limits::default()),
    };
    let mut subscription = other.subscribe("gift");
    let long = "x".repeat(10_000);
    signal(&bed.db, "gift", "línea\none");
    assert_eq!(subscription.next_blocking(), heard("línea\none"));
    signal(&bed.db, "gift", &long);
    let expected = match bed.engine {
        Engine::Sqlite => heard(&long),
        // The payload is longer than a notification can carry.
        Engine::Postgres => Some(Wake::Missed),
    };
    assert_eq!(subscription.next_blocking(), expected);
    // A subscriber gets a signal from its own process once, and not a second time through the
    // server.
    signal(&other, "gift", "mine");
    signal(&bed.db, "gift", "yours");
    assert_eq!(subscription.next_blocking(), heard("mine"));
    assert_eq!(subscription.next_blocking(), heard("yours"));
}

fn subscription_reports_missed_signals_when_it_lags(bed: &Bed) {
    let mut slow = bed.db.subscribe("gift");
    bed.db
        .write_blocking(|tx| {
            for number in 0..2_000 {
                tx.signal("gift", number.to_string());
            }
            Ok::<_, Error>(())
        })
        .unwrap();
    assert_eq!(slow.next_blocking(), Some(Wake::Missed));
    assert!(matches!(slow.next_blocking(), Some(Wake::Signal(_))));
}

/// Reads signals until the payload `wanted` arrives. Returns true if signals may have been missed
/// before that.
fn read_until(subscription: &mut Subscription, wanted: &str) -> bool {
    let mut has_missed = false;
    loop {
        match subscription.next_blocking() {
            Some(Wake::Missed) => has_missed = true,
            Some(Wake::Signal(payload)) if payload == wanted => return has_missed,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn subscription_reconnects_and_reports_missed() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    let other = bed.open(Limits::default());
    let mut subscription = other.subscribe("gift");
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE datname = current_database() AND query LIKE '%LISTEN%'
                   AND pid <> pg_backend_pid()";
    let (count,): (i64,) = bed.db.write_blocking(|tx| tx.one(cut, params![])).unwrap();
    assert_eq!(count, 2);
    assert_eq!(subscription.next_blocking(), Some(Wake::Missed));
    // The sender's connection for signals may still be down. The signal is then kept until it has
    // reconnected.
    signal(&bed.db, "gift", "again");
    assert!(!read_until(&mut subscription, "again"));
}

#[test]
fn subscription_next_works_within_a_tokio_runtime() {
    let Some(bed) = Bed::on(Engine::Sqlite) else { return };
    let mut subscription = bed.db.subscribe("gift");
    let (ready, wait) = mpsc::channel();
    let listener = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            ready.send(()).unwrap();
            subscription.next().await
        })
    });
    wait.recv().unwrap();
    signal(&bed.db, "gift", "hello");
    assert_eq!(listener.join().unwrap(), heard("hello"));
}
