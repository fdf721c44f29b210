//! Tests that transactions are atomic and isolated: commits, rollbacks, savepoints, batches,
//! snapshots.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use db::{Ask, Engine, Error, Result, params, rows};
use futures_util::FutureExt;

use crate::support::{Bed, Gate, Held, Limits, add_card, on_both, run_together, wait_for_queue};

on_both!(
    write_is_visible_to_the_next_read,
    write_rolls_back_on_error,
    write_failure_in_a_batch_spares_the_others,
    write_batches_queued_closures_into_one_commit,
    deferred_constraint_failure_spares_the_others,
    panic_in_a_batch_spares_the_others,
    transaction_refuses_statements_after_a_failure,
    savepoint_rolls_back_on_error,
    savepoint_can_be_nested,
    later_writes_are_seen_by_the_next_statement_and_committed,
    later_writes_outlive_the_statements_that_are_kept,
    many_later_writes_are_answered_while_they_are_sent,
    later_writes_fail_the_transaction,
    later_writes_are_undone_with_their_savepoint,
    later_writes_that_fail_belong_to_their_savepoint,
    later_runs_again_after_a_unique_conflict,
    later_writes_share_the_round_trip_of_the_next_read,
    repeatable_writes_share_the_round_trip_of_their_commit,
    batched_inserts_rows_together,
    batched_writes_nothing_of_work_that_fails,
    slow_down_takes_up_the_time_of_a_closure,
    ask_answers_each_question_in_its_order,
    ask_fails_with_the_first_error,
    ask_alone_is_a_transaction_of_one_question_that_only_reads,
    savepoint_fails_when_a_statement_error_is_ignored,
    no_row_and_column_errors_leave_the_transaction_usable,
    execute_refuses_transaction_control_statements,
    read_sees_one_snapshot,
    read_refuses_writes,
    for_update_serializes_many_threads,
    db_may_be_dropped_within_a_closure,
);

/// Example of a program's own error type.
#[derive(Debug, PartialEq)]
enum Refusal {
    SoldOut,
    Database(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Refusal::Database(error)
    }
}

fn write_is_visible_to_the_next_read(bed: &Bed) {
    for number in 0..50 {
        bed.db
            .write_blocking(move |tx| add_card(tx, &format!("card_{number:02}"), number))
            .unwrap();
        assert_eq!(bed.cards().len() as i64, number + 1);
    }
    assert_eq!(bed.db.stats().running, 0);
}

fn write_rolls_back_on_error(bed: &Bed) {
    let refused = bed.db.write_blocking(|tx| {
        add_card(tx, "a", 1)?;
        Err::<(), _>(Refusal::SoldOut)
    });
    assert_eq!(refused, Err(Refusal::SoldOut));
    assert!(bed.cards().is_empty());
}

fn write_failure_in_a_batch_spares_the_others(bed: &Bed) {
    let results = run_together(bed, 60, |tx, number| {
        add_card(tx, &format!("card_{number:02}"), 1)?;
        match number % 3 {
            0 => Err(Error::NoRow),
            1 => add_card(tx, &format!("card_{number:02}"), 1),
            _ => Ok(()),
        }
    });
    let expected =
        (0..60).filter(|number| number % 3 == 2).map(|number| format!("card_{number:02}"));
    assert_eq!(bed.cards(), expected.collect::<Vec<_>>());
    for (number, result) in results.into_iter().enumerate() {
        match number % 3 {
            0 => assert_eq!(result, Err(Error::NoRow)),
            1 => assert_eq!(result.unwrap_err().unique(), Some("card_pkey")),
            _ => assert_eq!(result, Ok(())),
        }
    }
}

fn write_batches_queued_closures_into_one_commit(bed: &Bed) {
    let db = bed.open(Limits { threads: 1, ..Limits::default() });
    let held = Held::writers(&db, 1);
    let callers: Vec<_> = (0..10)
        .map(|number| {
            let db = db.clone();
            let id = format!("card_{number}");
            thread::spawn(move || db.write_blocking(move |tx| add_card(tx, &id, 1)))
        })
        .collect();
    wait_for_queue(&db, 10);
    let before = db.stats();
    held.release();
    callers.into_iter().for_each(|caller| caller.join().unwrap().unwrap());
    let after = db.stats();
    assert_eq!(after.completed - before.completed, 11);
    let commits = match bed.engine {
        Engine::Sqlite => 1,
        Engine::Postgres => 11,
    };
    assert_eq!(after.commits - before.commits, commits);
}

fn deferred_constraint_failure_spares_the_others(bed: &Bed) {
    let table = "CREATE TABLE gift (id TEXT PRIMARY KEY, card_id TEXT
        REFERENCES card (id) DEFERRABLE INITIALLY DEFERRED)";
    bed.db.write_blocking(move |tx| tx.execute(table, params![])).unwrap();
    let results = run_together(bed, 6, |tx, number| {
        let id = number.to_string();
        tx.execute("INSERT INTO gift (id, card_id) VALUES ($1, $1)", params![id])?;
        // Every closure violates a foreign key, and all except number 3 repair the violation.
        if number == 3 { Ok(()) } else { add_card(tx, &id, 1) }
    });
    for (number, result) in results.into_iter().enumerate() {
        let expected = if number == 3 { Err(Error::ForeignKey) } else { Ok(()) };
        assert_eq!(result, expected, "{number}");
    }
    assert_eq!(bed.cards(), ["0", "1", "2", "4", "5"]);
}

fn panic_in_a_batch_spares_the_others(bed: &Bed) {
    let results = run_together(bed, 10, |tx, number| {
        add_card(tx, &format!("card_{number}"), 1)?;
        assert_ne!(number, 5, "as it must come");
        Ok(())
    });
    let (panicked, fine): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_err);
    assert_eq!(fine.len(), 9);
    assert!(
        matches!(&panicked[..], [Err(Error::Panicked(what))] if what.contains("as it must come"))
    );
    assert_eq!(bed.cards().len(), 9);
    // The database thread survives the panics and runs further closures.
    bed.add_card("later", 1);
}

fn transaction_refuses_statements_after_a_failure(bed: &Bed) {
    bed.add_card("a", 1);
    let result = bed.db.write_blocking(|tx| {
        add_card(tx, "b", 1)?;
        let failed = add_card(tx, "a", 1).unwrap_err();
        assert_eq!(failed.unique(), Some("card_pkey"));
        assert_eq!(add_card(tx, "c", 1), Err(failed.clone()));
        assert_eq!(tx.one::<(i64,)>("SELECT 1", params![]), Err(failed));
        Ok::<_, Error>(())
    });
    assert_eq!(result.unwrap_err().unique(), Some("card_pkey"));
    assert_eq!(bed.cards(), ["a"]);
}

fn savepoint_rolls_back_on_error(bed: &Bed) {
    bed.add_card("a", 1);
    let found = bed.db.write_blocking(|tx| {
        add_card(tx, "b", 2)?;
        let attempt = tx.savepoint(|tx| {
            add_card(tx, "c", 3)?;
            add_card(tx, "a", 4)
        });
        assert_eq!(attempt.unwrap_err().unique(), Some("card_pkey"));
        tx.savepoint(|tx| add_card(tx, "d", 5))?;
        tx.one::<(i64,)>("SELECT balance FROM card WHERE id = $1", params!["a"])
    });
    assert_eq!(found, Ok((1,)));
    assert_eq!(bed.cards(), ["a", "b", "d"]);
}

fn add_later(tx: &mut db::Tx<'_>, id: &str, balance: i64) -> Result<()> {
    tx.later("INSERT INTO card (id, balance) VALUES ($1, $2)", params![id, balance])
}

fn later_writes_are_seen_by_the_next_statement_and_committed(bed: &Bed) {
    let seen = bed.db.write_blocking(|tx| {
        add_later(tx, "a", 1)?;
        add_later(tx, "b", 2)?;
        let seen = tx.one::<(i64,)>("SELECT COUNT(*) FROM card", params![])?;
        add_later(tx, "c", 3)?;
        Ok::<_, Error>(seen)
    });
    assert_eq!(seen, Ok((2,)));
    bed.db.write_blocking(|tx| add_later(tx, "d", 4)).unwrap();
    assert_eq!(bed.cards(), ["a", "b", "c", "d"]);
}

/// Number of different statements: more than a connection caches.
const TEXTS: i64 = 1_100;

fn later_writes_outlive_the_statements_that_are_kept(bed: &Bed) {
    let written = bed.db.write_blocking(|tx| {
        for number in 0..TEXTS {
            let insert = format!("INSERT INTO attempt (order_id, number) VALUES ({number}, $1)");
            tx.later(&insert, params![1])?;
        }
        Ok::<_, Error>(())
    });
    assert_eq!(written, Ok(()));
    let count = "SELECT COUNT(*) FROM attempt";
    let count = bed.db.read_blocking(|tx| tx.one::<(i64,)>(count, params![]));
    assert_eq!(count, Ok((TEXTS,)));
}

/// Number of writes whose replies exceed the network buffers of client and server.
const MANY: i64 = 60_000;

fn many_later_writes_are_answered_while_they_are_sent(bed: &Bed) {
    let written = bed.db.write_blocking(|tx| {
        for number in 0..MANY {
            let insert = "INSERT INTO attempt (order_id, number) VALUES (1, $1)";
            tx.later(insert, params![number])?;
        }
        Ok::<_, Error>(())
    });
    assert_eq!(written, Ok(()));
    let count = "SELECT COUNT(*) FROM attempt";
    let count = bed.db.read_blocking(|tx| tx.one::<(i64,)>(count, params![]));
    assert_eq!(count, Ok((MANY,)));
}

fn later_writes_fail_the_transaction(bed: &Bed) {
    let refused = bed.db.write_blocking(|tx| {
        add_later(tx, "good", 1)?;
        add_later(tx, "bad", -1)
    });
    assert!(matches!(refused, Err(Error::Check { .. })), "{refused:?}");
    let refused = bed.db.write_blocking(|tx| {
        add_later(tx, "bad", -1)?;
        tx.one::<(i64,)>("SELECT COUNT(*) FROM card", params![])
    });
    assert!(matches!(refused, Err(Error::Check { .. })), "{refused:?}");
    let refused = bed.db.read_blocking(|tx| add_later(tx, "a", 1));
    assert!(refused.is_err(), "a read writes nothing");
    assert!(bed.cards().is_empty());
}

fn later_writes_are_undone_with_their_savepoint(bed: &Bed) {
    bed.db
        .write_blocking(|tx| {
            add_later(tx, "before", 1)?;
            let attempt = tx.savepoint(|tx| {
                add_later(tx, "within", 1)?;
                Err::<(), _>(Refusal::SoldOut)
            });
            assert_eq!(attempt, Err(Refusal::SoldOut));
            tx.savepoint(|_| Ok::<_, Error>(()))?;
            add_later(tx, "after", 1)
        })
        .unwrap();
    assert_eq!(bed.cards(), ["after", "before"]);
    // The transaction consists of a postponed write and an empty savepoint only.
    bed.db
        .write_blocking(|tx| {
            add_later(tx, "alone", 1)?;
            tx.savepoint(|_| Ok::<_, Error>(()))
        })
        .unwrap();
    assert_eq!(bed.cards(), ["after", "alone", "before"]);
}

fn later_writes_that_fail_belong_to_their_savepoint(bed: &Bed) {
    let attempt = bed.db.write_blocking(|tx| {
        let attempt = tx.savepoint(|tx| add_later(tx, "bad", -1));
        assert!(matches!(attempt, Err(Error::Check { .. })), "{attempt:?}");
        add_later(tx, "good", 1)
    });
    assert_eq!(attempt, Ok(()));
    assert_eq!(bed.cards(), ["good"]);
}

fn later_runs_again_after_a_unique_conflict(bed: &Bed) {
    if bed.engine == Engine::Sqlite {
        // SQLite has one writer, so no other transaction can insert the same key in between.
        return;
    }
    let other = bed.open(Limits::default());
    let runs = Arc::new(AtomicU32::new(0));
    let counted = runs.clone();
    let outcome = bed.db.write_blocking(move |tx| {
        let known: Option<(i64,)> =
            tx.first("SELECT balance FROM card WHERE id = $1", params!["a"])?;
        if let Some((balance,)) = known {
            return Ok::<_, Error>(balance);
        }
        if counted.fetch_add(1, SeqCst) == 0 {
            other.write_blocking(|tx| add_card(tx, "a", 7))?;
        }
        add_later(tx, "a", 1)?;
        Ok(1)
    });
    assert_eq!((outcome, runs.load(SeqCst)), (Ok(7), 1));
}

fn later_writes_share_the_round_trip_of_the_next_read(bed: &Bed) {
    let write = || {
        bed.db
            .write_blocking(|tx| {
                let (count,): (i64,) = tx.one("SELECT COUNT(*) FROM card", params![])?;
                add_later(tx, &format!("card_{count}"), 1)?;
                add_later(tx, &format!("twin_{count}"), 1)
            })
            .unwrap();
    };
    let read = || {
        bed.db.read_blocking(|tx| {
            let count = || rows::<(i64,)>("SELECT COUNT(*) FROM card", params![]).one();
            tx.ask((count(), vec![count(), count()]))
        })
    };
    // Runs the statements first, so that preparing them does not count as a round trip later.
    (0..8).for_each(|_| write());
    (0..8).for_each(|_| assert!(read().is_ok()));
    let round_trips = |work: &dyn Fn()| {
        let before = bed.db.stats().round_trips;
        work();
        bed.db.stats().round_trips - before
    };
    let of_write = (0..8).map(|_| round_trips(&write)).min();
    let of_read = (0..8).map(|_| round_trips(&|| assert!(read().is_ok()))).min();
    let expected =
        if bed.engine == Engine::Postgres { (Some(2), Some(1)) } else { (Some(0), Some(0)) };
    assert_eq!((of_write, of_read), expected);
}

fn repeatable_writes_share_the_round_trip_of_their_commit(bed: &Bed) {
    let db = bed.open(Limits { threads: 1, ..Limits::default() });
    let write = |is_repeatable: bool| {
        let before = db.stats().round_trips;
        let written = db.write_blocking(move |tx| {
            if is_repeatable {
                tx.may_be_repeated();
            }
            let put = "INSERT INTO card (id, balance) VALUES ('a', $1)
                       ON CONFLICT (id) DO UPDATE SET balance = card.balance + excluded.balance";
            tx.later(put, params![i64::from(is_repeatable)])
        });
        written.unwrap();
        db.stats().round_trips - before
    };
    // Prepares the statement, so that preparing does not count as a round trip later.
    write(true);
    let trips = [write(true), write(false), write(true)];
    let expected = if bed.engine == Engine::Postgres { [1, 2, 1] } else { [0; 3] };
    assert_eq!(trips, expected);
    let balance =
        bed.db.read_blocking(|tx| tx.one::<(i64,)>("SELECT balance FROM card", params![]));
    assert_eq!(balance, Ok((3,)));
    let refused = db.write_blocking(|tx| {
        tx.may_be_repeated();
        tx.later("INSERT INTO card (id, balance) VALUES ('b', -1)", params![])
    });
    assert!(matches!(refused, Err(Error::Check { .. })), "{refused:?}");
    assert_eq!(bed.cards(), ["a"]);
}

fn batched_inserts_rows_together(bed: &Bed) {
    bed.db.record();
    let counted = bed.db.write_blocking(|tx| {
        tx.batched(|tx| {
            for number in 0..100 {
                tx.later(
                    "INSERT INTO vendor (id, name) VALUES ($1, $1)",
                    params![format!("vendor_{number:02}")],
                )?;
                let (card, vendor) = (format!("card_{number:02}"), format!("vendor_{number:02}"));
                tx.later(
                    "INSERT INTO card (id, vendor_id, balance) VALUES ($1, $2, 0)",
                    params![card, vendor],
                )?;
                if number == 49 {
                    let (half,): (i64,) = tx.one("SELECT COUNT(*) FROM card", params![])?;
                    assert_eq!(half, 50, "queries see the collected writes");
                }
            }
            Ok::<_, Error>(())
        })?;
        tx.one::<(i64,)>("SELECT COUNT(*) FROM card JOIN vendor v ON v.id = vendor_id", params![])
    });
    assert_eq!(counted, Ok((100,)));
    // The rows are written in two halves. Each half has 50 rows for each of two tables, written as
    // 32, 16 and 2 rows. This makes 12 statements, and there are two queries.
    assert_eq!(bed.db.recorded().len(), 14);
}

fn batched_writes_nothing_of_work_that_fails(bed: &Bed) {
    bed.db
        .write_blocking(|tx| {
            let failed = tx.batched(|tx| {
                add_later(tx, "a", 1)?;
                Err::<(), _>(Refusal::SoldOut)
            });
            assert_eq!(failed, Err(Refusal::SoldOut));
            add_later(tx, "b", 1).map_err(Refusal::from)
        })
        .unwrap();
    assert_eq!(bed.cards(), ["b"]);
    let twice = bed.db.write_blocking(|tx| {
        tx.batched(|tx| {
            add_later(tx, "c", 1)?;
            add_later(tx, "d", -1)
        })
    });
    assert!(matches!(twice, Err(Error::Check { .. })), "{twice:?}");
    assert_eq!(bed.cards(), ["b"]);
}

fn slow_down_takes_up_the_time_of_a_closure(bed: &Bed) {
    let write = |count: usize| {
        bed.db.write_blocking(move |tx| {
            (0..count).try_for_each(|number| add_later(tx, &format!("{count}_{number}"), 1))
        })
    };
    // The time limit is 60 seconds: two statements of 25 seconds fit, three do not.
    bed.db.slow_down(Duration::from_secs(25));
    assert_eq!((write(2), write(3)), (Ok(()), Err(Error::Timeout)));
    bed.db.slow_down(Duration::ZERO);
    assert_eq!(write(3), Ok(()));
}

fn ask_answers_each_question_in_its_order(bed: &Bed) {
    bed.add_card("a", 1);
    bed.add_card("b", 2);
    let ids = |least: i64| {
        rows::<(String,)>("SELECT id FROM card WHERE balance >= $1 ORDER BY id", params![least])
    };
    let count = || rows("SELECT COUNT(*) FROM card", params![]).one().map(|(count,): (i64,)| count);
    let answers = bed.db.write_blocking(move |tx| {
        add_later(tx, "c", 3)?;
        let raise = "UPDATE card SET balance = balance + 10 RETURNING balance";
        tx.ask((
            ids(2),
            (rows::<(i64,)>(raise, params![]), count()),
            vec![ids(12).first(), ids(99).first()],
        ))
    });
    let (many, (raised, counted), firsts) = answers.unwrap();
    assert_eq!(many, [("b".to_owned(),), ("c".to_owned(),)]);
    let mut raised: Vec<i64> = raised.into_iter().map(|(balance,)| balance).collect();
    raised.sort_unstable();
    assert_eq!((raised, counted), (vec![11, 12, 13], 3));
    assert_eq!(firsts, [Some(("b".to_owned(),)), None]);
}

fn ask_fails_with_the_first_error(bed: &Bed) {
    bed.add_card("a", 1);
    let count = || rows::<(i64,)>("SELECT COUNT(*) FROM card", params![]).one();
    let wrong = bed.db.read_blocking(move |tx| {
        let wrong_type = rows::<(i64,)>("SELECT id FROM card", params![]).first();
        let unread = tx.ask((count(), wrong_type));
        assert!(matches!(unread, Err(Error::Column { .. })), "{unread:?}");
        let missing = tx.ask((
            count(),
            rows::<(String,)>("SELECT id FROM card WHERE balance = 9", params![]).one(),
        ));
        assert_eq!(missing, Err(Error::NoRow));
        // Neither a missing row nor a wrong column type makes the transaction fail.
        tx.ask(count())
    });
    assert_eq!(wrong, Ok((1,)));
    let refused = bed.db.write_blocking(move |tx| {
        let same = rows::<(String,)>(
            "INSERT INTO card (id, balance) VALUES ('a', 1) RETURNING id",
            params![],
        );
        let failed = tx.ask((count(), same, count())).map(drop);
        assert_eq!(failed.clone().unwrap_err().unique(), Some("card_pkey"));
        assert_eq!(tx.ask(count()).map(drop), failed, "the transaction has failed");
        Ok::<_, Error>(())
    });
    assert_eq!(refused.unwrap_err().unique(), Some("card_pkey"));
}

fn savepoint_can_be_nested(bed: &Bed) {
    let result = bed.db.write_blocking(|tx| {
        tx.savepoint(|tx| {
            add_card(tx, "outer", 1)?;
            let inner = tx.savepoint(|tx| {
                add_card(tx, "inner", 1)?;
                Err::<(), _>(Refusal::SoldOut)
            });
            assert_eq!(inner, Err(Refusal::SoldOut));
            tx.savepoint(|tx| add_card(tx, "second", 1)).map_err(Refusal::from)
        })
    });
    assert_eq!(result, Ok(()));
    assert_eq!(bed.cards(), ["outer", "second"]);
}

fn savepoint_fails_when_a_statement_error_is_ignored(bed: &Bed) {
    let result = bed.db.write_blocking(|tx| {
        let attempt = tx.savepoint(|tx| {
            add_card(tx, "a", 1)?;
            let _ = add_card(tx, "a", 1);
            Ok::<_, Error>(())
        });
        assert_eq!(attempt.unwrap_err().unique(), Some("card_pkey"));
        add_card(tx, "b", 1)
    });
    assert_eq!(result, Ok(()));
    assert_eq!(bed.cards(), ["b"]);
}

fn no_row_and_column_errors_leave_the_transaction_usable(bed: &Bed) {
    let result = bed.db.write_blocking(|tx| {
        assert_eq!(tx.one::<(i64,)>("SELECT balance FROM card", params![]), Err(Error::NoRow));
        assert!(matches!(
            tx.one::<(String,)>("SELECT count(*) FROM card", params![]),
            Err(Error::Column { .. })
        ));
        add_card(tx, "a", 1)
    });
    assert_eq!(result, Ok(()));
    assert_eq!(bed.cards(), ["a"]);
}

fn execute_refuses_transaction_control_statements(bed: &Bed) {
    for sql in
        ["COMMIT", "  rollback", "Begin", "end;", "SAVEPOINT a", "release a", "\nSTART TRANSACTION"]
    {
        let result = bed.db.write_blocking(move |tx| {
            add_card(tx, "a", 1)?;
            tx.execute(sql, params![])
        });
        assert!(
            matches!(&result, Err(Error::Sql(why)) if why.contains("savepoint")),
            "{sql}: {result:?}"
        );
    }
    assert!(bed.cards().is_empty());
}

fn read_sees_one_snapshot(bed: &Bed) {
    const COUNT: &str = "SELECT count(*) FROM card";
    bed.add_card("a", 1);
    let (first_look, looked) = mpsc::channel();
    let (written, second_look) = mpsc::channel();
    let channels = std::sync::Mutex::new((first_look, second_look));
    let reader = bed.db.clone();
    let reading = thread::spawn(move || {
        reader.read_blocking(move |tx| {
            let channels = channels.lock().unwrap();
            let before: (i64,) = tx.one(COUNT, params![])?;
            channels.0.send(()).unwrap();
            channels.1.recv().unwrap();
            let after: (i64,) = tx.one(COUNT, params![])?;
            Ok::<_, Error>((before, after))
        })
    });
    looked.recv().unwrap();
    bed.add_card("b", 1);
    written.send(()).unwrap();
    assert_eq!(reading.join().unwrap(), Ok(((1,), (1,))));
    assert_eq!(bed.cards().len(), 2);
}

fn ask_alone_is_a_transaction_of_one_question_that_only_reads(bed: &Bed) {
    bed.add_card("a", 1);
    let alone = |sql: &'static str| {
        bed.db.read_blocking(move |tx| tx.ask_alone(rows::<(String,)>(sql, params![]).one()))
    };
    // Makes more attempts than there are threads, so that some attempt runs on a thread that has
    // already prepared the statement.
    let tries = 2 * Limits::default().threads;
    for _ in 0..tries {
        let written = alone("DELETE FROM card RETURNING id");
        assert!(matches!(written, Err(Error::Sql(_))), "{written:?}");
        assert_eq!(alone("SELECT id FROM card"), Ok(("a".to_owned(),)));
    }
    let more = bed.db.read_blocking(|tx| {
        let count = || rows::<(i64,)>("SELECT COUNT(*) FROM card", params![]).one();
        tx.ask_alone(count()).and_then(|_| tx.ask(count()))
    });
    assert!(matches!(more, Err(Error::Sql(_))), "{more:?}");
    if bed.engine == Engine::Postgres {
        let isolation = "SELECT current_setting('transaction_isolation')";
        let levels: Result<Vec<_>> = (0..tries).map(|_| alone(isolation)).collect();
        let is_alone = |(level,): &(String,)| level == "read committed";
        assert!(levels.unwrap().iter().any(is_alone), "a transaction was begun for it");
    }
}

fn read_refuses_writes(bed: &Bed) {
    let result = bed.db.read_blocking(|tx| add_card(tx, "a", 1));
    assert!(matches!(result, Err(Error::Sql(_))), "{result:?}");
    assert!(bed.cards().is_empty());
}

fn for_update_serializes_many_threads(bed: &Bed) {
    bed.add_card("a", 100);
    let sold = Arc::new(AtomicU32::new(0));
    let threads = (0..64).map(|_| {
        let (db, sold) = (bed.db.clone(), sold.clone());
        thread::spawn(move || {
            for _ in 0..4 {
                let result = db.write_blocking(|tx| {
                    let lock = format!(
                        "SELECT balance FROM card WHERE id = $1{}",
                        tx.engine().for_update()
                    );
                    let (balance,): (i64,) = tx.one(&lock, params!["a"])?;
                    if balance == 0 {
                        return Err(Refusal::SoldOut);
                    }
                    tx.execute(
                        "UPDATE card SET balance = $2 WHERE id = $1",
                        params!["a", balance - 1],
                    )?;
                    Ok(())
                });
                match result {
                    Ok(()) => drop(sold.fetch_add(1, SeqCst)),
                    Err(refusal) => assert_eq!(refusal, Refusal::SoldOut),
                }
            }
        })
    });
    let threads: Vec<_> = threads.collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let left = bed.db.read_blocking(|tx| tx.one::<(i64,)>("SELECT balance FROM card", params![]));
    assert_eq!((sold.load(SeqCst), left), (100, Ok((0,))));
}

fn db_may_be_dropped_within_a_closure(bed: &Bed) {
    let db = bed.open(Limits::default());
    let mut subscription = db.subscribe("news");
    let gate = Gate::default();
    let (inside, closure_gate) = (db.clone(), gate.clone());
    let mut write = Box::pin(db.write(move |tx| {
        let _lives_until_the_closure_goes = &inside;
        closure_gate.pass();
        add_card(tx, "a", 1)
    }));
    assert!(write.as_mut().now_or_never().is_none());
    gate.wait_for_arrivals(1);
    drop(write);
    drop(db);
    gate.open();
    // Closing the database ends the subscription.
    assert_eq!(subscription.next_blocking(), None);
    assert_eq!(bed.cards(), ["a"]);
}
