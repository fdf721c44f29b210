//! PostgreSQL: the thread pool against pgbench with the same statements and the same number of
//! clients.

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

/// Creates the tables of a database that is compared with another.
pub fn fill(url: &str) -> Result<(), Failure> {
    let db = apart(url)?;
    super::fill(&db)?;
    analyse(&db)?;
    db.close();
    Ok(())
}

/// Like [`analyse`], for a database that another program uses.
pub fn analyse_at(url: &str) -> Result<(), Failure> {
    let db = apart(url)?;
    analyse(&db)?;
    db.close();
    Ok(())
}

fn apart(url: &str) -> Result<Db, Failure> {
    Ok(Db::postgres(url, PostgresOptions { connections: 1, ..PostgresOptions::default() })?)
}

/// Updates the statistics, as the server does within a minute of many changes. Plans made while
/// tables were empty treat all indexes as equal.
pub fn analyse(db: &Db) -> Result<(), Failure> {
    db.write_blocking(|tx| tx.execute("ANALYZE", &[]))?;
    Ok(())
}

/// Returns the transaction of `redeem` as a pgbench script.
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
