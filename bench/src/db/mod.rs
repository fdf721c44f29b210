//! Benchmark of the data layer: the smallest correct redemption through the data layer, compared
//! with the same statements run directly on the database.

pub mod postgres;
pub mod sqlite;

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use db::{Db, Engine, Error, Migration, Tx, params};

use crate::Failure;
use crate::figures::Round;

const CLIENTS: usize = 64;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(3);
const CARDS: i64 = 10_000;
const GOAL: f64 = 0.7;

const TABLES: Migration = Migration {
    number: 1,
    name: "tables",
    sql: "
        CREATE TABLE card (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL CHECK (balance >= 0));
        CREATE TABLE transfer (id BIGINT PRIMARY KEY, card_id BIGINT NOT NULL, kind TEXT NOT NULL);
        CREATE TABLE entry (transfer_id BIGINT, account TEXT, amount BIGINT NOT NULL,
                            PRIMARY KEY (transfer_id, account));
        CREATE TABLE call (name TEXT PRIMARY KEY, reply TEXT NOT NULL);",
    oldest_program: 1,
};

const FIND: &str = "SELECT balance FROM card WHERE id = $1";
const FIND_LOCKED: &str = "SELECT balance FROM card WHERE id = $1 FOR UPDATE";
const PAY: &str = "UPDATE card SET balance = balance - 1 WHERE id = $1";
const TRANSFER: &str = "INSERT INTO transfer (id, card_id, kind) VALUES ($1, $2, 'redeem')";
const ENTRY: &str = "INSERT INTO entry (transfer_id, account, amount) VALUES ($1, $2, $3)";
const CALL: &str = "INSERT INTO call (name, reply) VALUES ($1, 'done')";
const DEBIT: (&str, i64) = ("card", -1);
const CREDIT: (&str, i64) = ("vendor_payable", 1);

/// Runs the benchmark on SQLite and PostgreSQL. Returns true if both goals are reached.
pub fn run() -> Result<bool, Failure> {
    println!(
        "closures per second, {CLIENTS} clients, {ROUNDS} alternating rounds of {ROUND:?}, medians"
    );
    let sqlite = sqlite::compare()?;
    let postgres = postgres::compare()?;
    Ok(sqlite && postgres)
}

pub fn fill(db: &Db) -> Result<(), Failure> {
    db.migrate(&[TABLES])?;
    db.write_blocking(|tx| {
        let sql = "INSERT INTO card (id, balance)
                   WITH RECURSIVE number (n) AS
                       (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM number WHERE n < $1)
                   SELECT n, 1000000000 FROM number";
        tx.execute(sql, params![CARDS])
    })?;
    Ok(())
}

/// Returns the next transfer number. The number also determines the card, so transfers are spread
/// over all cards.
fn next_number() -> i64 {
    static NEXT: AtomicI64 = AtomicI64::new(1);
    NEXT.fetch_add(1, Relaxed)
}

fn card_of(number: i64) -> i64 {
    number.wrapping_mul(7_919).rem_euclid(CARDS) + 1
}

fn call_name(number: i64) -> String {
    format!("till-{number:012}")
}

/// Takes one cent off a card. Also records the call under a unique key, so that a repeated call
/// can't redeem twice.
fn redeem(tx: &mut Tx<'_>, number: i64) -> Result<i64, Error> {
    let card = card_of(number);
    let find = match tx.engine() {
        Engine::Sqlite => FIND,
        Engine::Postgres => FIND_LOCKED,
    };
    let (balance,): (i64,) = tx.one(find, params![card])?;
    tx.execute(PAY, params![card])?;
    tx.execute(TRANSFER, params![number, card])?;
    for (account, amount) in [DEBIT, CREDIT] {
        tx.execute(ENTRY, params![number, account, amount])?;
    }
    tx.execute(CALL, params![call_name(number)])?;
    Ok(balance - 1)
}

/// Lets all clients redeem at the same time for one round.
fn load(db: &Db) -> Result<Round, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let start = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let db = db.clone();
            runtime.spawn(async move {
                let mut latencies = Vec::new();
                while start.elapsed() < ROUND {
                    let begun = Instant::now();
                    let number = next_number();
                    db.write(move |tx| redeem(tx, number)).await?;
                    latencies.push(begun.elapsed());
                }
                Ok::<_, Error>(latencies)
            })
        })
        .collect();
    let mut latencies = Vec::new();
    for client in clients {
        latencies.extend(runtime.block_on(client)??);
    }
    Ok(Round::new(start.elapsed(), latencies))
}
