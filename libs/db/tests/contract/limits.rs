//! Tests that queues and waiting times are bounded, and that one closure's failure does not affect
//! other closures.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use db::{Db, Engine, Error, Result, SqliteOptions, Wake, params};
use futures_util::FutureExt;

use crate::support::{Bed, Gate, Held, Limits, add_card, on_both, wait_for_queue};

on_both!(
    write_is_busy_at_once_when_the_queue_is_full,
    write_is_busy_after_the_queue_timeout,
    write_is_skipped_when_its_caller_is_dropped,
    write_that_began_finishes_without_its_caller,
    time_limit_interrupts_a_long_statement,
    time_limit_refuses_further_statements_of_a_closure,
    time_limit_of_one_closure_spares_the_others,
    panic_in_a_closure_is_reported_and_rolled_back,
    close_finishes_queued_writes,
);

/// Start of a query that counts until it is interrupted.
const ENDLESS: &str =
    "WITH RECURSIVE number (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM number)";

fn one_thread() -> Limits {
    Limits { threads: 1, ..Limits::default() }
}

fn write_in_thread(db: &Db, id: &'static str) -> thread::JoinHandle<Result<()>> {
    let db = db.clone();
    thread::spawn(move || db.write_blocking(move |tx| add_card(tx, id, 1)))
}

fn write_is_busy_at_once_when_the_queue_is_full(bed: &Bed) {
    let db = bed.open(Limits { queue_limit: 2, ..one_thread() });
    let held = Held::writers(&db, 1);
    let waiting = [write_in_thread(&db, "a"), write_in_thread(&db, "b")];
    wait_for_queue(&db, 2);
    assert_eq!(db.write_blocking(|tx| add_card(tx, "c", 1)), Err(Error::Busy));
    assert_eq!(db.stats().refused, 1);
    held.release();
    for caller in waiting {
        assert_eq!(caller.join().unwrap(), Ok(()));
    }
    assert_eq!(bed.cards(), ["a", "b"]);
}

fn write_is_busy_after_the_queue_timeout(bed: &Bed) {
    let queue_timeout = Duration::from_millis(500);
    let db = bed.open(Limits { queue_timeout, ..one_thread() });
    let held = Held::writers(&db, 1);
    let caller = write_in_thread(&db, "a");
    wait_for_queue(&db, 1);
    // The queue measures real time, so the test has to wait.
    thread::sleep(queue_timeout * 2);
    held.release();
    assert_eq!(caller.join().unwrap(), Err(Error::Busy));
    assert_eq!(db.stats().timed_out, 1);
    assert!(bed.cards().is_empty());
}

fn write_is_skipped_when_its_caller_is_dropped(bed: &Bed) {
    let db = bed.open(one_thread());
    let held = Held::writers(&db, 1);
    let mut write = Box::pin(db.write(|tx| add_card(tx, "a", 1)));
    assert!(write.as_mut().now_or_never().is_none());
    assert_eq!(db.stats().queued, 1);
    drop(write);
    held.release();
    db.write_blocking(|tx| add_card(tx, "b", 1)).unwrap();
    assert_eq!(db.stats().abandoned, 1);
    assert_eq!(bed.cards(), ["b"]);
}

fn write_that_began_finishes_without_its_caller(bed: &Bed) {
    let db = bed.open(one_thread());
    let gate = Gate::default();
    let inside = gate.clone();
    let mut write = Box::pin(db.write(move |tx| {
        inside.pass();
        add_card(tx, "a", 1)
    }));
    assert!(write.as_mut().now_or_never().is_none());
    gate.wait_for_arrivals(1);
    drop(write);
    gate.open();
    db.write_blocking(|tx| add_card(tx, "b", 1)).unwrap();
    assert_eq!(bed.cards(), ["a", "b"]);
}

fn time_limit_interrupts_a_long_statement(bed: &Bed) {
    let db = bed.open(Limits { time_limit: Duration::from_millis(50), ..one_thread() });
    let sql = format!("{ENDLESS} SELECT count(*) FROM number");
    let counted = db.read_blocking(move |tx| tx.one::<(i64,)>(&sql, params![]));
    assert_eq!(counted, Err(Error::Timeout));
    // The connection stays usable after a timeout. On a slow machine, even a short read may time
    // out, so several attempts are made.
    let read = || db.read_blocking(|tx| tx.one::<(i64,)>("SELECT 1", params![]));
    let after = (0..100).map(|_| read()).find(|result| *result != Err(Error::Timeout));
    assert_eq!(after, Some(Ok((1,))));
}

fn time_limit_refuses_further_statements_of_a_closure(bed: &Bed) {
    let time_limit = Duration::from_millis(100);
    let db = bed.open(Limits { time_limit, ..one_thread() });
    let result = db.write_blocking(move |tx| {
        add_card(tx, "a", 1)?;
        let start = Instant::now();
        while start.elapsed() <= time_limit {
            thread::yield_now();
        }
        // After the time limit, statements fail inside a savepoint as well.
        let _ = tx.savepoint(|tx| add_card(tx, "b", 1));
        let _ = add_card(tx, "c", 1);
        Ok::<_, Error>(())
    });
    assert_eq!(result, Err(Error::Timeout));
    assert!(bed.cards().is_empty());
}

fn time_limit_of_one_closure_spares_the_others(bed: &Bed) {
    let db = bed.open(Limits { time_limit: Duration::from_millis(500), ..one_thread() });
    let mut signals = db.subscribe("card");
    // On SQLite these closures form one batch. Interrupting the second closure rolls back the
    // changes of the first, which then runs again.
    let held = Held::writers(&db, 1);
    let runs = Arc::new(AtomicU32::new(0));
    let counted = runs.clone();
    let mut first = Box::pin(db.write(move |tx| {
        counted.fetch_add(1, SeqCst);
        tx.signal("card", "first");
        add_card(tx, "first", 1)
    }));
    let sql = format!("INSERT INTO attempt (order_id, number) {ENDLESS} SELECT n, n FROM number");
    let mut endless = Box::pin(db.write(move |tx| tx.execute(&sql, params![])));
    let mut last = Box::pin(db.write(|tx| add_card(tx, "last", 1)));
    assert!(first.as_mut().now_or_never().is_none());
    assert!(endless.as_mut().now_or_never().is_none());
    assert!(last.as_mut().now_or_never().is_none());
    held.release();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert_eq!(runtime.block_on(first), Ok(()));
    assert_eq!(runtime.block_on(endless), Err(Error::Timeout));
    assert_eq!(runtime.block_on(last), Ok(()));
    assert_eq!(bed.cards(), ["first", "last"]);
    // The signal arrives once, although on SQLite the closure runs twice.
    db.close();
    assert_eq!(signals.next_blocking(), Some(Wake::Signal("first".to_owned())));
    assert_eq!(signals.next_blocking(), None);
    let expected = if bed.engine == Engine::Sqlite { 2 } else { 1 };
    assert_eq!(runs.load(SeqCst), expected);
}

fn panic_in_a_closure_is_reported_and_rolled_back(bed: &Bed) {
    let db = bed.open(one_thread());
    for _ in 0..3 {
        let result = db.write_blocking(|tx| {
            add_card(tx, "a", 1)?;
            if tx.one::<(i64,)>("SELECT count(*) FROM card", params![])? == (1,) {
                panic!("no {}", "cards");
            }
            Ok::<_, Error>(())
        });
        assert_eq!(result, Err(Error::Panicked("no cards".to_owned())));
        let read = db.read_blocking(|_| -> Result<()> { panic!("nor reads") });
        assert_eq!(read, Err(Error::Panicked("nor reads".to_owned())));
    }
    let streaming = db.read_blocking(|tx| {
        tx.for_each("SELECT 1", params![], |(one,): (i64,)| -> Result<()> { panic!("row {one}") })
    });
    assert_eq!(streaming, Err(Error::Panicked("row 1".to_owned())));
    db.write_blocking(|tx| add_card(tx, "b", 1)).unwrap();
    assert_eq!(bed.cards(), ["b"]);
    assert_eq!(db.stats().running, 0);
}

fn close_finishes_queued_writes(bed: &Bed) {
    let db = bed.open(one_thread());
    let mut subscription = db.subscribe("news");
    let held = Held::writers(&db, 1);
    let waiting = [write_in_thread(&db, "a"), write_in_thread(&db, "b")];
    wait_for_queue(&db, 2);
    let closing = {
        let db = db.clone();
        thread::spawn(move || db.close())
    };
    held.release();
    closing.join().unwrap();
    let refused = Err(Error::Closed);
    assert_eq!(db.write_blocking(|tx| add_card(tx, "c", 1)), refused);
    assert_eq!(db.read_blocking(|tx| add_card(tx, "c", 1)), refused);
    for caller in waiting {
        assert_eq!(caller.join().unwrap(), Ok(()));
    }
    assert_eq!(subscription.next_blocking(), None);
    assert_eq!(bed.cards(), ["a", "b"]);
    // Closing the database a second time has no effect.
    db.close();
}

#[test]
fn busy_timeout_ends_the_wait_for_a_locked_file() {
    let Some(bed) = Bed::on(Engine::Sqlite) else { return };
    let held = Held::writers(&bed.db, 1);
    let options =
        SqliteOptions { busy_timeout: Duration::from_millis(20), ..SqliteOptions::default() };
    let other = Db::sqlite(&bed.folder().unwrap().file(), options).unwrap();
    let refused = other.write_blocking(|tx| add_card(tx, "a", 1));
    assert!(
        matches!(&refused, Err(Error::Unavailable(why)) if why.contains("lock")),
        "{refused:?}"
    );
    assert_eq!(other.read_blocking(|tx| tx.one::<(i64,)>("SELECT 1", params![])), Ok((1,)));
    held.release();
    assert_eq!(other.write_blocking(|tx| add_card(tx, "b", 1)), Ok(()));
    assert_eq!(bed.cards(), ["b"]);
}
