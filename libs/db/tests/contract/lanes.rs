//! Tests that slow work does not block quick work, however much slow work is queued.

use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use db::{Db, Error, Lane, Result, in_lane, params};

use crate::support::{Bed, Gate, Limits, add_card, on_both, wait_for_queue};

on_both!(
    quick_work_runs_while_slow_reads_hold_their_share,
    writes_run_while_quick_reads_hang,
    interactive_handle_leaves_the_lane_of_its_future,
);

const THREADS: usize = 4;

fn four_threads(bed: &Bed) -> Db {
    bed.open(Limits { threads: THREADS, ..Limits::default() })
}

/// Starts a read in this lane that waits until the gate opens.
fn hang(db: &Db, gate: &Gate, lane: Lane) -> JoinHandle<Result<()>> {
    let (db, gate) = (db.clone(), gate.clone());
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(in_lane(
            lane,
            db.read(move |_| {
                gate.pass();
                Ok::<_, Error>(())
            }),
        ))
    })
}

/// Runs `work` on its own thread and fails after ten minutes, so that a test fails instead of
/// hanging.
fn within_a_minute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, outcome) = mpsc::channel();
    thread::spawn(move || done.send(work()));
    outcome.recv_timeout(Duration::from_secs(600)).expect("it does not wait for slow work")
}

fn quick_work_runs_while_slow_reads_hold_their_share(bed: &Bed) {
    let (db, gate) = (four_threads(bed), Gate::default());
    let lanes = [Lane::Bulk, Lane::Background];
    let slow: Vec<_> = (0..8).map(|number| hang(&db, &gate, lanes[number % 2])).collect();
    // Two of the four threads serve bulk work and one serves background tasks. The last thread is
    // free for quick work.
    gate.wait_for_arrivals(3);
    wait_for_queue(&db, 5);
    let quick = db.clone();
    within_a_minute(move || {
        for id in ["a", "b", "c"] {
            quick.write_blocking(move |tx| add_card(tx, id, 1))?;
            quick.read_blocking(|tx| tx.one::<(i64,)>("SELECT count(*) FROM card", params![]))?;
        }
        Ok::<_, Error>(())
    })
    .unwrap();
    assert_eq!(db.stats().queued, 5, "the other slow reads still wait");
    gate.open();
    for read in slow {
        assert_eq!(read.join().unwrap(), Ok(()));
    }
    assert_eq!(bed.cards(), ["a", "b", "c"]);
}

fn writes_run_while_quick_reads_hang(bed: &Bed) {
    let (db, gate) = (four_threads(bed), Gate::default());
    let reads: Vec<_> = (0..8).map(|_| hang(&db, &gate, Lane::Interactive)).collect();
    gate.wait_for_arrivals(3);
    let writing = db.clone();
    within_a_minute(move || writing.write_blocking(|tx| add_card(tx, "a", 1))).unwrap();
    gate.open();
    for read in reads {
        assert_eq!(read.join().unwrap(), Ok(()));
    }
}

fn interactive_handle_leaves_the_lane_of_its_future(bed: &Bed) {
    let (db, gate) = (four_threads(bed), Gate::default());
    let slow: Vec<_> = (0..3).map(|_| hang(&db.bulk(), &gate, Lane::Background)).collect();
    // The lane of the handle (bulk, two threads) counts, not the lane of the future (background,
    // one thread).
    gate.wait_for_arrivals(2);
    wait_for_queue(&db, 1);
    let quick = db.interactive();
    within_a_minute(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(in_lane(Lane::Bulk, quick.write(|tx| add_card(tx, "a", 1))))
    })
    .unwrap();
    gate.open();
    for read in slow {
        assert_eq!(read.join().unwrap(), Ok(()));
    }
}
