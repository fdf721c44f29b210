//! Benchmark on SQLite: the data layer's writer thread, compared with a simple loop that runs the
//! same statements with as many redemptions per commit.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use db::{Db, SqliteOptions};
use rusqlite::Connection;

use super::{CALL, CREDIT, DEBIT, ENTRY, FIND, GOAL, PAY, ROUND, ROUNDS, TRANSFER};
use crate::Failure;
use crate::figures::{self, Round};

pub fn compare() -> Result<bool, Failure> {
    let folder = Folder::new()?;
    let ours = folder.0.join("ours.db");
    let db = Db::sqlite(&ours, SqliteOptions::default())?;
    super::fill(&db)?;
    let bare = open_bare(&folder.0.join("bare.db"))?;

    let (mut through, mut beside, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let before = db.stats();
        through.push(super::load(&db)?);
        let after = db.stats();
        let size = (after.completed - before.completed) / (after.commits - before.commits).max(1);
        beside.push(bare_loop(&bare, size)?);
        sizes.push(size);
    }
    sizes.sort_unstable();
    println!("SQLite, about {} closures in a commit", sizes[sizes.len() / 2]);
    let (through, beside) = (figures::median(&through), figures::median(&beside));
    figures::line("db.write", &through);
    figures::line("bare loop, one thread", &beside);
    Ok(figures::verdict(&through, &beside, GOAL))
}

pub fn open_bare(file: &Path) -> Result<Connection, Failure> {
    super::fill(&Db::sqlite(file, SqliteOptions::default())?)?;
    open(file)
}

/// Opens the database file with the same durability and settings as the data layer.
fn open(file: &Path) -> Result<Connection, Failure> {
    let connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -16_000)?;
    connection.set_prepared_statement_cache_capacity(512);
    Ok(connection)
}

/// Runs redemptions in commits of `size`, without threads, savepoints or waiting callers. This is
/// the reference for the data layer.
pub fn bare_loop(connection: &Connection, size: u64) -> Result<Round, Failure> {
    let start = Instant::now();
    let mut latencies = Vec::new();
    while start.elapsed() < ROUND {
        let begun = Instant::now();
        connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        for _ in 0..size {
            redeem(connection)?;
        }
        connection.prepare_cached("COMMIT")?.execute([])?;
        latencies.extend((0..size).map(|_| begun.elapsed()));
    }
    Ok(Round::new(start.elapsed(), latencies))
}

fn redeem(connection: &Connection) -> rusqlite::Result<i64> {
    let number = super::next_number();
    let card = super::card_of(number);
    let balance: i64 = connection.prepare_cached(FIND)?.query_row([card], |row| row.get(0))?;
    connection.prepare_cached(PAY)?.execute([card])?;
    connection.prepare_cached(TRANSFER)?.execute([number, card])?;
    for (account, amount) in [DEBIT, CREDIT] {
        connection.prepare_cached(ENTRY)?.execute((number, account, amount))?;
    }
    connection.prepare_cached(CALL)?.execute([super::call_name(number)])?;
    Ok(balance - 1)
}

/// Temporary folder. Dropping this value deletes the folder.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, Failure> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Relaxed);
        let name = format!("bench-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If deleting fails, the files remain in the system's temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
