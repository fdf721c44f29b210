//! Benchmark of the migration of an earlier release's database with a million cards. Measures the
//! duration and checks that the books are valid afterwards.

use std::path::Path;

use ::db::testing::{Cluster, ClusterOptions};

use crate::{
    Failure,
    books::{
        fill::{When, fill},
        owner::Owner,
    },
    program::{Program, command, data_folder},
};

const CARDS: u64 = 1_000_000;

pub fn run(former: &Path, cards: Option<&str>) -> Result<bool, Failure> {
    let cards = cards.map_or(Ok(CARDS), str::parse)?;
    let data = data_folder("migration")?;
    println!("SQLite");
    migrate(former, cards, &data, &[], || Ok(Owner::of_file(&data.join("funray.db"))))?;
    std::fs::remove_dir_all(&data)?;

    println!("PostgreSQL");
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    let options = ["--database-url", database.url()];
    migrate(former, cards, &data, &options, || Owner::of_server(&cluster, database.url()))?;
    std::fs::remove_dir_all(&data)?;
    Ok(true)
}

fn migrate(
    former: &Path,
    cards: u64,
    data: &Path,
    options: &[&str],
    owner: impl FnOnce() -> Result<Owner, Failure>,
) -> Result<(), Failure> {
    Program::start_file(former, &["serve", "--demo"], data, options, &[])?.check_ready()?;
    let owner = owner()?;
    fill(&owner, 1..cards / owner.count("card")?, When::Then)?;
    println!("  {} cards, {} entries", owner.count("card")?, owner.count("entry")?);
    for name in ["migrate", "verify"] {
        let said = command(name, data, options)?;
        said.lines().for_each(|line| println!("    {name}: {line}"));
    }
    Ok(())
}
