//! Tests of locks and races between concurrent transactions, on PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Barrier, mpsc};
use std::thread;

use db::{Engine, Error, params};

use crate::support::{Bed, Gate, Limits, add_card, on_both};

on_both!(engine_sql_fragments_fit_the_engine, conditional_update_never_goes_below_zero);

fn conditional_update_never_goes_below_zero(bed: &Bed) {
    const THREADS: usize = 64;
    const THERE: i64 = 25;
    bed.add_card("a", THERE);
    let start = Arc::new(Barrier::new(THREADS));
    let takers: Vec<_> = (0..THREADS)
        .map(|_| {
            let (db, start) = (bed.db.clone(), start.clone());
            thread::spawn(move || {
                start.wait();
                db.write_blocking(|tx| {
                    let take =
                        "UPDATE card SET balance = balance - 1 WHERE id = $1 AND balance >= 1";
                    tx.execute(take, params!["a"])
                })
            })
        })
        .collect();
    let taken: u64 = takers.into_iter().map(|taker| taker.join().unwrap().unwrap()).sum();
    let left = bed.db.read_blocking(|tx| tx.one::<(i64,)>("SELECT balance FROM card", &[]));
    assert_eq!((taken, left), (THERE as u64, Ok((0,))));
}

fn engine_sql_fragments_fit_the_engine(bed: &Bed) {
    let expected = match bed.engine {
        Engine::Sqlite => ("", "", "SQLite"),
        Engine::Postgres => (" FOR UPDATE", " FOR UPDATE SKIP LOCKED", "PostgreSQL"),
    };
    let engine = bed.db.engine();
    assert_eq!((engine.for_update(), engine.skip_locked(), engine.to_string().as_str()), expected);
    bed.add_card("a", 1);
    let rows = bed.db.write_blocking(|tx| {
        assert!(tx.engine() == Engine::Sqlite || tx.engine() == Engine::Postgres);
        let locked = format!("SELECT id FROM card ORDER BY id{}", tx.engine().for_update());
        let free = format!("SELECT id FROM card ORDER BY id LIMIT 1{}", tx.engine().skip_locked());
        Ok::<_, Error>((
            tx.rows::<(String,)>(&locked, params![])?,
            tx.rows::<(String,)>(&free, params![])?,
        ))
    });
    let one = vec![("a".to_owned(),)];
    assert_eq!(rows, Ok((one.clone(), one)));
}

fn postgres() -> Option<Bed> {
    Bed::on(Engine::Postgres)
}

#[test]
fn skip_locked_passes_over_locked_rows() {
    let Some(bed) = postgres() else { return };
    bed.add_card("a", 1);
    bed.add_card("b", 1);
    let take = |tx: &mut db::Tx<'_>| {
        let sql = format!("SELECT id FROM card ORDER BY id LIMIT 1{}", tx.engine().skip_locked());
        tx.first::<(String,)>(&sql, params![])
    };
    let gate = Gate::default();
    let (db, inside) = (bed.db.clone(), gate.clone());
    let first = thread::spawn(move || {
        db.write_blocking(move |tx| {
            let taken = take(tx)?;
            inside.pass();
            Ok::<_, Error>(taken)
        })
    });
    gate.wait_for_arrivals(1);
    assert_eq!(bed.db.write_blocking(take), Ok(Some(("b".to_owned(),))));
    gate.open();
    assert_eq!(first.join().unwrap(), Ok(Some(("a".to_owned(),))));
}

#[test]
fn write_is_retried_after_a_deadlock() {
    let Some(bed) = postgres() else { return };
    bed.add_card("a", 0);
    bed.add_card("b", 0);
    // PostgreSQL looks for deadlocks after one second by default, which would slow down the test.
    bed.db
        .write_blocking(|tx| {
            let name = tx.one::<(String,)>("SELECT CAST(current_database() AS TEXT)", params![])?.0;
            tx.execute(&format!("ALTER DATABASE {name} SET deadlock_timeout = '20ms'"), params![])
        })
        .unwrap();
    let db = bed.open(Limits::default());
    let both_hold_one = Arc::new(Barrier::new(2));
    let runs = Arc::new(AtomicU32::new(0));
    let threads: Vec<_> = [("a", "b"), ("b", "a")]
        .into_iter()
        .map(|(mine, other)| {
            let (db, barrier, runs) = (db.clone(), both_hold_one.clone(), runs.clone());
            thread::spawn(move || {
                let is_first = AtomicU32::new(0);
                db.write_blocking(move |tx| {
                    runs.fetch_add(1, SeqCst);
                    let pay = "UPDATE card SET balance = balance + 1 WHERE id = $1";
                    tx.execute(pay, params![mine])?;
                    if is_first.fetch_add(1, SeqCst) == 0 {
                        barrier.wait();
                    }
                    // The closure is retried after a deadlock even if it replaces the error with
                    // another one.
                    tx.execute(pay, params![other]).map_err(|_| Error::NoRow)
                })
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), Ok(1));
    }
    // The transaction that was rolled back may run into a deadlock again before the other
    // transaction is done.
    let retried = db.stats().retried;
    assert!(retried >= 1);
    assert_eq!(u64::from(runs.load(SeqCst)), 2 + retried);
    let balances = db.read_blocking(|tx| tx.rows::<(i64,)>("SELECT balance FROM card", params![]));
    assert_eq!(balances, Ok(vec![(2,), (2,)]));
}

/// SQL function that fails like a transaction that lost a race with another one.
const LOSE: &str = "CREATE FUNCTION lose() RETURNS BIGINT LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'lost the race' USING ERRCODE = 'serialization_failure'; END $$";

#[test]
fn write_is_retried_after_a_serialization_failure() {
    let Some(bed) = postgres() else { return };
    bed.db.write_blocking(|tx| tx.execute(LOSE, params![])).unwrap();
    let runs = AtomicU32::new(0);
    let mut signals = bed.db.subscribe("card");
    let result = bed.db.write_blocking(move |tx| {
        let run = runs.fetch_add(1, SeqCst);
        add_card(tx, &format!("card_{run}"), 1)?;
        tx.signal("card", run.to_string());
        if run < 3 {
            // The transaction can't continue after a serialization failure, even if a savepoint
            // catches the error.
            let caught = tx.savepoint(|tx| tx.one::<(i64,)>("SELECT lose()", params![]));
            assert_eq!(caught, Err(Error::Contended));
        }
        Ok::<_, Error>(run)
    });
    assert_eq!(result, Ok(3));
    assert_eq!(bed.cards(), ["card_3"]);
    assert_eq!(signals.next_blocking(), Some(db::Wake::Signal("3".to_owned())));
}

#[test]
fn write_stops_after_the_configured_retries() {
    let Some(bed) = postgres() else { return };
    bed.db.write_blocking(|tx| tx.execute(LOSE, params![])).unwrap();
    let db = bed.open(Limits { retries: 3, ..Limits::default() });
    let (run, runs) = mpsc::channel();
    let result = db.write_blocking(move |tx| {
        run.send(()).unwrap();
        tx.one::<(i64,)>("SELECT lose()", params![])
    });
    assert_eq!(result, Err(Error::Contended));
    assert_eq!(runs.try_iter().count(), 4);
}

#[test]
fn read_works_after_a_prepared_statements_table_changed() {
    let Some(bed) = postgres() else { return };
    let db = bed.open(Limits { threads: 1, ..Limits::default() });
    let read = || db.read_blocking(|tx| tx.rows::<(String,)>("SELECT * FROM word", params![]));
    bed.db.write_blocking(|tx| tx.execute("CREATE TABLE word (name TEXT)", params![])).unwrap();
    assert_eq!(read(), Ok(vec![]));
    bed.db
        .write_blocking(|tx| tx.execute("ALTER TABLE word ADD COLUMN n BIGINT", params![]))
        .unwrap();
    assert_eq!(read(), Ok(vec![]));
}
