//! Benchmark of purchases, from the cart to the paid cards. The gateway takes most of the time, so
//! compare the rates with those of another build on the same machine.

pub mod shop;

use std::{
    future::Future,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use ::db::{
    Db, Engine, PostgresOptions, SqliteOptions,
    testing::{Cluster, ClusterOptions},
};
use tokio::runtime::{Builder, Runtime};

use crate::{
    Failure,
    db::postgres,
    figures::{self, Round},
    program::data_folder,
};
use shop::Shop;

const BUYERS: usize = 8;
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(5);

/// Runs the benchmark on SQLite and PostgreSQL.
pub fn run() -> Result<bool, Failure> {
    Ok(embedded()? & server()?)
}

/// Runs the benchmark on SQLite.
pub fn embedded() -> Result<bool, Failure> {
    let folder = data_folder("purchases")?;
    std::fs::create_dir_all(&folder)?;
    let db = Db::sqlite(&folder.join("funray.db"), SqliteOptions::default())?;
    measure("SQLite", db, &folder)
}

/// Runs the benchmark on PostgreSQL.
pub fn server() -> Result<bool, Failure> {
    let folder = data_folder("purchases")?;
    std::fs::create_dir_all(&folder)?;
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    let db = Db::postgres(database.url(), PostgresOptions::default())?;
    measure("PostgreSQL, durable commits", db, &folder)
}

fn measure(name: &str, db: Db, folder: &Path) -> Result<bool, Failure> {
    println!("purchases per second, {BUYERS} buyers, {ROUNDS} rounds of {ROUND:?}, medians");
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let shop = Arc::new(runtime.block_on(Shop::open(db.clone(), folder))?);
    if db.engine() == Engine::Postgres {
        postgres::analyse(&db)?;
    }
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let shop = shop.clone();
        rounds.push(load(&runtime, move || {
            let shop = shop.clone();
            async move { shop.purchase().await.map(drop) }
        })?);
    }
    println!("{name}");
    figures::line("purchases", &figures::median(&rounds));
    std::fs::remove_dir_all(folder)?;
    Ok(true)
}

/// Lets all buyers repeat an action for one round, and measures each repetition.
fn load<F, D>(runtime: &Runtime, act: F) -> Result<Round, Failure>
where
    F: Fn() -> D + Clone + Send + 'static,
    D: Future<Output = Result<(), Failure>> + Send + 'static,
{
    let start = Instant::now();
    let buyers: Vec<_> = (0..BUYERS)
        .map(|_| {
            let act = act.clone();
            runtime.spawn(async move {
                let mut latencies = Vec::new();
                while start.elapsed() < ROUND {
                    let begun = Instant::now();
                    act().await?;
                    latencies.push(begun.elapsed());
                }
                Ok::<_, Failure>(latencies)
            })
        })
        .collect();
    let mut latencies = Vec::new();
    for buyer in buyers {
        latencies.extend(runtime.block_on(buyer)??);
    }
    Ok(Round::new(start.elapsed(), latencies))
}
