//! PostgreSQL: the pool of threads beside pgbench, which runs the same statements from the same
//! number of clients.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use db::testing::{Cluster, ClusterOptions};
use db::{Db, PostgresOptions};

use super::{CARDS, CLIENTS, CREDIT, DEBIT, ENTRY, FIND, GOAL, PAY, ROUND, ROUNDS, TRANSFER};
use crate::Failure;
use crate::figures::{self, Round};

pub fn compare() -> Result<bool, Failure> {
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    let options = PostgresOptions::default();
    let connections = options.connections;
    let db = Db::postgres(database.url(), options)?;
    super::fill(&db)?;
    let pgbench = cluster.program("pgbench")?;

    let (mut through, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        through.push(super::load(&db)?);
        beside.push(run_pgbench(&pgbench, database.url())?);
    }
    println!("PostgreSQL, durable commits, on a socket");
    let (through, beside) = (figures::median(&through), figures::median(&beside));
    figures::line(&format!("db.write, {connections} connections"), &through);
    figures::line(&format!("pgbench, {CLIENTS} connections"), &beside);
    Ok(figures::verdict(&through, &beside, GOAL))
}

/// The transaction of `redeem` in pgbench's language.
fn script() -> String {
    let card = |sql: &str| sql.replace("$1", ":card");
    let entry = |(account, amount): (&str, i64)| {
        ENTRY
            .replace("$1", ":number")
            .replace("$2", &format!("'{account}'"))
            .replace("$3", &amount.to_string())
    };
    let transfer = TRANSFER.replace("$1", ":number").replace("$2", ":card");
    format!(
        "\\set card random(1, {CARDS})\n\\set number random(1000000000, 9000000000000000)\n\
         BEGIN;\n{} FOR UPDATE;\n{};\n{transfer};\n{};\n{};\nCOMMIT;\n",
        card(FIND),
        card(PAY),
        entry(DEBIT),
        entry(CREDIT)
    )
}

pub fn run_pgbench(pgbench: &Path, url: &str) -> Result<Round, Failure> {
    let folder = std::env::temp_dir().join(format!("bench-pgbench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("redeem.sql");
    fs::write(&file, script())?;
    let output = Command::new(pgbench)
        .current_dir(&folder)
        .args(["--no-vacuum", "--protocol=prepared", "--jobs=2", "--log"])
        .arg(format!("--client={CLIENTS}"))
        .arg(format!("--time={}", ROUND.as_secs()))
        .arg("--file")
        .arg(&file)
        .arg(url)
        .output()?;
    let latencies = read_logs(&folder);
    fs::remove_dir_all(&folder)?;
    if !output.status.success() {
        return Err(format!("pgbench: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let told = String::from_utf8_lossy(&output.stdout);
    let rate =
        told.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    let per_second = rate.ok_or("pgbench told no rate")?;
    Ok(Round { per_second, ..Round::new(ROUND, latencies?) })
}

/// pgbench writes a line for every transaction; the third word is its latency in microseconds.
fn read_logs(folder: &Path) -> Result<Vec<Duration>, Failure> {
    let mut latencies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("pgbench_log")) {
            let text = fs::read_to_string(path)?;
            let words = text.lines().filter_map(|line| line.split(' ').nth(2)?.parse().ok());
            latencies.extend(words.map(Duration::from_micros));
        }
    }
    Ok(latencies)
}
