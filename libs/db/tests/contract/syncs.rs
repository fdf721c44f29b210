//! Tests of syncing commits of the embedded database to the disk.

use std::sync::mpsc;
use std::thread;

use db::{Engine, Error, Syncing, Tx, params};

use crate::support::{Bed, Limits, add_card};

#[test]
fn results_wait_until_their_commit_is_on_the_disk() {
    let Some(bed) = Bed::on(Engine::Sqlite) else { return };
    bed.db.set_syncs(Syncing::Held);
    thread::scope(|scope| {
        let (seen, sees) = mpsc::channel();
        let write = |name: &'static str| {
            let (db, seen) = (bed.db.clone(), seen.clone());
            let ran = move |tx: &mut Tx<'_>| {
                add_card(tx, name, 1)?;
                seen.send(name).unwrap();
                Ok::<_, Error>(())
            };
            scope.spawn(move || db.write_blocking(ran))
        };
        let before = bed.db.stats().commits;
        let first = write("a");
        while bed.db.stats().commits == before {
            thread::yield_now();
        }
        assert_eq!(sees.recv(), Ok("a"));
        // The next closure runs while the sync of the first commit is held.
        let second = write("b");
        assert_eq!(sees.recv(), Ok("b"));
        assert!(!first.is_finished() && !second.is_finished());
        bed.db.set_syncs(Syncing::Open);
        for writer in [first, second] {
            assert_eq!(writer.join().unwrap(), Ok(()));
        }
    });
    assert_eq!(bed.cards(), ["a", "b"]);
}

#[test]
fn reader_that_has_seen_a_commit_waits_for_the_disk() {
    let Some(bed) = Bed::on(Engine::Sqlite) else { return };
    bed.db.set_syncs(Syncing::Held);
    thread::scope(|scope| {
        let before = bed.db.stats().commits;
        let writer = scope.spawn(|| bed.db.write_blocking(|tx| add_card(tx, "a", 1)));
        while bed.db.stats().commits == before {
            thread::yield_now();
        }
        let (seen, sees) = mpsc::channel();
        let read = || {
            let (db, seen) = (bed.db.clone(), seen.clone());
            let look = move |tx: &mut Tx<'_>| {
                let card: (String,) = tx.one("SELECT id FROM card", params![])?;
                seen.send(card.clone()).unwrap();
                Ok::<_, Error>(card)
            };
            scope.spawn(move || db.read_blocking(look))
        };
        let reader = read();
        assert_eq!(sees.recv(), Ok(("a".to_owned(),)));
        // A later read has seen the unsynced commit, too, so its result waits as well.
        let other = read();
        assert_eq!(sees.recv(), Ok(("a".to_owned(),)));
        assert!(!reader.is_finished() && !writer.is_finished());
        bed.db.set_syncs(Syncing::Open);
        for reader in [reader, other] {
            assert_eq!(reader.join().unwrap(), Ok(("a".to_owned(),)));
        }
        assert_eq!(writer.join().unwrap(), Ok(()));
    });
}

#[test]
fn failed_sync_refuses_all_further_writes() {
    let Some(bed) = Bed::on(Engine::Sqlite) else { return };
    bed.add_card("a", 1);
    bed.db.set_syncs(Syncing::Failing);
    let lost = bed.db.write_blocking(|tx| add_card(tx, "b", 1));
    assert!(matches!(lost, Err(Error::OutcomeUnknown(_))), "{lost:?}");
    // After a failed sync the disk's state is uncertain, even if the disk accepts the next write.
    bed.db.set_syncs(Syncing::Open);
    let next = bed.db.write_blocking(|tx| add_card(tx, "c", 1));
    assert!(matches!(next, Err(Error::Unavailable(_))), "{next:?}");
    let look = bed.db.read_blocking(|tx| tx.one::<(i64,)>("SELECT count(*) FROM card", params![]));
    assert!(matches!(look, Err(Error::Unavailable(_))), "{look:?}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    assert!(matches!(runtime.block_on(bed.db.ping()), Err(Error::Unavailable(_))));
    bed.db.close();
    let again = bed.open(Limits::default());
    assert_eq!(again.write_blocking(|tx| add_card(tx, "c", 1)), Ok(()));
    again.close();
}
