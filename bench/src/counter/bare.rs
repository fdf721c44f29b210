//! The statements of redemptions, and nothing around them.

use std::{cell::Cell, path::Path, time::Instant};

use ::db::{Db, Error, PostgresOptions, Value, testing::Cluster};
use rusqlite::Connection;

use super::{CLIENTS, ROUND};
use crate::{
    Failure,
    db::sqlite,
    figures::Round,
    pgbench::{self, Pgbench},
    script::Script,
};

/// The embedded engine on one thread, without anybody who waits.
pub struct Bare {
    connection: Connection,
    scripts: Vec<Script>,
    next: Cell<u64>,
}

impl Bare {
    pub fn open(file: &Path, scripts: Vec<Script>) -> Result<Bare, Failure> {
        let bare = Bare { connection: sqlite::open(file)?, scripts, next: Cell::new(1) };
        let before = bare.count_transfers()?;
        bare.scripts[0].run_bare(&bare.connection, 0)?;
        must_move(before, bare.count_transfers()?)?;
        Ok(bare)
    }

    fn count_transfers(&self) -> rusqlite::Result<i64> {
        self.connection.query_row(COUNT, [], |row| row.get(0))
    }

    /// A round of the same statements, so many redemptions in a commit.
    pub fn round(&self, size: u64) -> Result<Round, Failure> {
        let start = Instant::now();
        let mut latencies = Vec::new();
        while start.elapsed() < ROUND {
            let begun = Instant::now();
            self.connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
            for _ in 0..size {
                let number = self.next.replace(self.next.get() + 1);
                let script = &self.scripts[number as usize % self.scripts.len()];
                script.run_bare(&self.connection, number)?;
            }
            self.connection.prepare_cached("COMMIT")?.execute([])?;
            latencies.extend((0..size).map(|_| begun.elapsed()));
        }
        Ok(Round::new(start.elapsed(), latencies))
    }
}

const COUNT: &str = "SELECT count(*) FROM transfer";

/// A limit that is measured with statements which do nothing would be no limit.
fn must_move(before: i64, after: i64) -> Result<(), Failure> {
    if after > before { Ok(()) } else { Err("the statements alone redeem nothing".into()) }
}

/// What a redemption's own digits are called before pgbench puts them in.
const DIGITS: &str = "<digits>";

/// pgbench with the scripts, each time for so long, and an error if it redeems nothing.
pub struct Beside {
    db: Db,
    pgbench: Pgbench,
}

impl Beside {
    pub fn new(cluster: &Cluster, url: &str, scripts: &[Script]) -> Result<Beside, Failure> {
        let db =
            Db::postgres(url, PostgresOptions { connections: 1, ..PostgresOptions::default() })?;
        let script = for_pgbench(&db, scripts)?;
        Ok(Beside { pgbench: Pgbench::new(cluster, url, CLIENTS, &script)?, db })
    }

    pub fn round(&mut self) -> Result<Round, Failure> {
        let before = self.count_transfers()?;
        let round = self.pgbench.round(ROUND)?;
        must_move(before, self.count_transfers()?)?;
        Ok(round)
    }

    fn count_transfers(&self) -> Result<i64, Failure> {
        let (count,) = self.db.read_blocking(|tx| tx.one(COUNT, &[]))?;
        Ok(count)
    }
}

/// The scripts as one in pgbench's language. It may not be many: each connection would prepare the statements of every
/// card. So what is another for each card stands in a table, which is filled here, and is looked up first.
fn for_pgbench(db: &Db, scripts: &[Script]) -> Result<String, Failure> {
    let all: Vec<Vec<(&str, Vec<Value<'static>>)>> =
        scripts.iter().map(|script| script.statements(DIGITS).collect()).collect();
    let (first, rest) = all.split_first().ok_or("there are no cards")?;
    let mut columns: Vec<(usize, usize)> = Vec::new();
    let mut transaction = String::new();
    for (step, (sql, params)) in first.iter().enumerate() {
        let mut sql = sql.replace('\n', " ");
        // The last parameters first, for the name of the first is the beginning of the tenth's.
        for (place, value) in params.iter().enumerate().rev() {
            let is_text = matches!(value, Value::Text(_));
            let written = if is_text && rest.iter().any(|other| other[step].1[place] != *value) {
                columns.push((step, place));
                let column = columns.len();
                format!("replace(:p{column}, '{DIGITS}', (:digits)::text)")
            } else {
                literal(value)
            };
            sql = sql.replace(&format!("${}", place + 1), &written);
        }
        transaction.push_str(&format!("{sql};\n"));
    }
    fill(db, &columns, &all)?;
    let names: Vec<String> = (1..=columns.len()).map(|column| format!("p{column}")).collect();
    Ok(format!(
        "\\set card random(1, {})\n{}SELECT {} FROM redemption WHERE card = :card \\gset\nBEGIN;\n{transaction}COMMIT;\n",
        scripts.len(),
        pgbench::DIGITS,
        names.join(", ")
    ))
}

fn literal(value: &Value<'_>) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Int(int) => int.to_string(),
        Value::Bool(bool) => bool.to_string(),
        // pgbench takes what follows a colon for a variable, within quotes too.
        Value::Text(text) => {
            let text = text.replace('\\', "\\\\").replace('\'', "''").replace(':', "\\x3a");
            format!("E'{text}'")
        }
    }
}

/// A row for each card, and in its columns the texts that are that card's.
fn fill(
    db: &Db,
    columns: &[(usize, usize)],
    all: &[Vec<(&str, Vec<Value<'static>>)>],
) -> Result<(), Failure> {
    let texts: String = (1..=columns.len()).map(|column| format!(", p{column} TEXT")).collect();
    let insert: String = (1..=columns.len() + 1).map(|place| format!(", ${place}")).collect();
    let rows: Vec<Vec<Value<'static>>> = (1..)
        .zip(all)
        .map(|(card, steps)| {
            let texts = columns.iter().map(|(step, place)| steps[*step].1[*place].clone());
            std::iter::once(Value::Int(card)).chain(texts).collect()
        })
        .collect();
    db.write_blocking(move |tx| {
        tx.execute(&format!("CREATE TABLE redemption (card BIGINT PRIMARY KEY{texts})"), &[])?;
        for row in &rows {
            tx.execute(&format!("INSERT INTO redemption VALUES ({})", &insert[2..]), row)?;
        }
        Ok::<_, Error>(())
    })?;
    Ok(())
}
