//! Whole purchases, from the cart over the gateway to the cards, beside the SQL that they run, alone.

mod record;
mod shop;

use std::{
    future::Future,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use db::{
    Db, PostgresOptions, SqliteOptions,
    testing::{Cluster, ClusterOptions},
};
use tokio::runtime::{Builder, Runtime};

use crate::{
    Failure,
    figures::{self, Round},
    program::data_folder,
};
use shop::Shop;

const BUYERS: usize = 8;
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(5);
/// The rest is the gateway, which a purchase waits for, and everything that isn't SQL.
const GOAL: f64 = 0.2;

/// Measures both engines; true when both goals are reached.
pub fn run() -> Result<bool, Failure> {
    println!(
        "purchases per second, {BUYERS} buyers, {ROUNDS} alternating rounds of {ROUND:?}, medians"
    );
    let folder = data_folder("purchases")?;
    std::fs::create_dir_all(&folder)?;
    let sqlite = Db::sqlite(&folder.join("funray.db"), SqliteOptions::default())?;
    let is_sqlite_fast = compare("SQLite", sqlite, &folder)?;

    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    let postgres = Db::postgres(database.url(), PostgresOptions::default())?;
    let is_postgres_fast = compare("PostgreSQL, durable commits", postgres, &folder)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(is_sqlite_fast && is_postgres_fast)
}

/// A number for each run of a script, far from those that the gateway counts.
fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(9_000_000_000);
    NEXT.fetch_add(1, Relaxed)
}

fn compare(name: &str, db: Db, folder: &Path) -> Result<bool, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let shop = Arc::new(runtime.block_on(Shop::open(db.clone(), folder))?);
    let mut scripts = Vec::new();
    for buyer in 0..BUYERS {
        scripts.push(runtime.block_on(record::purchase(&shop, buyer, next_number()))?);
    }
    let scripts = Arc::new(scripts);
    let (mut whole, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let shop = shop.clone();
        whole.push(load(&runtime, move |buyer| {
            let shop = shop.clone();
            async move { shop.purchase(buyer).await }
        })?);
        let (db, scripts) = (db.clone(), scripts.clone());
        alone.push(load(&runtime, move |buyer| {
            let (db, scripts) = (db.clone(), scripts.clone());
            async move { scripts[buyer].replay(&db, next_number()).await }
        })?);
    }
    println!("{name}, {} statements in a purchase", scripts[0].len());
    let (whole, alone) = (figures::median(&whole), figures::median(&alone));
    figures::line("purchases", &whole);
    figures::line("their SQL alone", &alone);
    Ok(figures::verdict(&whole, &alone, GOAL))
}

/// Lets all buyers do something again and again for the time of a round.
fn load<F, D>(runtime: &Runtime, act: F) -> Result<Round, Failure>
where
    F: Fn(usize) -> D + Clone + Send + 'static,
    D: Future<Output = Result<(), Failure>> + Send + 'static,
{
    let start = Instant::now();
    let buyers: Vec<_> = (0..BUYERS)
        .map(|buyer| {
            let act = act.clone();
            runtime.spawn(async move {
                let mut latencies = Vec::new();
                while start.elapsed() < ROUND {
                    let begun = Instant::now();
                    act(buyer).await?;
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
