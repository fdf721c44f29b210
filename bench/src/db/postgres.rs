//! Benchmark on PostgreSQL: the data layer's thread pool, compared with pgbench that runs the same
//! statements with the same number of clients.

use db::testing::{Cluster, ClusterOptions};
use db::{Db, PostgresOptions};

use super::{CALL, CARDS, CLIENTS, CREDIT, DEBIT, ENTRY, FIND, GOAL, PAY, ROUND, ROUNDS, TRANSFER};
use crate::Failure;
use crate::figures;
use crate::pgbench::Pgbench;

pub fn compare() -> Result<bool, Failure> {
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    let options = PostgresOptions::default();
    let connections = options.connections;
    let db = Db::postgres(database.url(), options)?;
    super::fill(&db)?;
    analyse(&db)?;
    let mut pgbench = Pgbench::new(&cluster, database.url(), CLIENTS, &script())?;

    let (mut through, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        through.push(super::load(&db)?);
        beside.push(pgbench.round(ROUND)?);
    }
    println!("PostgreSQL, durable commits, on a socket");
    let (through, beside) = (figures::median(&through), figures::median(&beside));
    figures::line(&format!("db.write, {connections} connections"), &through);
    figures::line(&format!("pgbench, {CLIENTS} connections"), &beside);
    Ok(figures::verdict(&through, &beside, GOAL))
}

/// Creates and fills the tables in a database that only the reference program uses.
pub fn fill(url: &str) -> Result<(), Failure> {
    let db = apart(url)?;
    super::fill(&db)?;
    analyse(&db)?;
    db.close();
    Ok(())
}

/// Like [`analyse`], for a database that is open in another process.
pub fn analyse_at(url: &str) -> Result<(), Failure> {
    let db = apart(url)?;
    analyse(&db)?;
    db.close();
    Ok(())
}

fn apart(url: &str) -> Result<Db, Failure> {
    Ok(Db::postgres(url, PostgresOptions { connections: 1, ..PostgresOptions::default() })?)
}

/// Updates the planner's statistics, which the server would otherwise do about a minute after many
/// changes. Query plans made for empty tables treat all indexes as equal.
pub fn analyse(db: &Db) -> Result<(), Failure> {
    db.write_blocking(|tx| tx.execute("ANALYZE", &[]))?;
    Ok(())
}

/// Returns a pgbench script with the same transaction as `redeem`.
pub fn script() -> String {
    let card = |sql: &str| sql.replace("$1", ":card");
    let entry = |(account, amount): (&str, i64)| {
        ENTRY
            .replace("$1", ":number")
            .replace("$2", &format!("'{account}'"))
            .replace("$3", &amount.to_string())
    };
    let transfer = TRANSFER.replace("$1", ":number").replace("$2", ":card");
    let call = CALL.replace("$1", "'till-' || :number");
    format!(
        "\\set card random(1, {CARDS})\n\\set number random(1000000000, 9000000000000000)\n\
         BEGIN;\n{} FOR UPDATE;\n{};\n{transfer};\n{};\n{};\n{call};\nCOMMIT;\n",
        card(FIND),
        card(PAY),
        entry(DEBIT),
        entry(CREDIT)
    )
}
