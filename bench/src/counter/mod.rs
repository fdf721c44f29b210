//! Benchmark of the counter over HTTP: durable redemptions per second, with idempotency keys as
//! tills send them. The reference is the smallest correct redemption, run directly on the database.

mod distance;
mod load;

use std::time::Duration;

use ::db::testing::{Cluster, ClusterOptions, TestDatabase};

use crate::{
    Failure,
    db::{postgres, sqlite},
    figures::{self, Round},
    pgbench::Pgbench,
    program::{data_folder, word},
};
use distance::Distance;
pub use load::{BoughtCard, CENT, Counter, buy_cards};

pub const CLIENTS: usize = 64;
const ROUNDS: usize = 3;
pub const ROUND: Duration = Duration::from_secs(3);
/// Number of cards. All tills redeem from these cards in turn.
const CARDS: usize = 100;
const GOAL: f64 = 0.7;
/// Minimum ratio of our rate to the reference rate if the database is remote.
const GOAL_AFAR: f64 = 0.5;
/// Maximum ratio of the 99th percentile to the median of the latency.
const SPREAD: u32 = 10;

/// Runs the benchmark on SQLite and PostgreSQL. Returns true if all goals are reached.
pub fn run() -> Result<bool, Failure> {
    let embedded = embedded()?;
    Ok(server()? && embedded)
}

fn tell_how() {
    println!(
        "redemptions over HTTP, {CLIENTS} clients, {ROUNDS} alternating rounds of {ROUND:?}, medians"
    );
}

/// Runs the benchmark on SQLite.
pub fn embedded() -> Result<bool, Failure> {
    tell_how();
    let (data, beside) = (data_folder("counter")?, data_folder("counter-bare")?);
    std::fs::create_dir_all(&beside)?;
    let bare = sqlite::open_bare(&beside.join("bare.db"))?;
    let counter = Counter::open(&data, &[])?;
    let (mut through, mut alone, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (round, size) = counter.load()?;
        through.push(round);
        alone.push(sqlite::bare_loop(&bare, size)?);
        sizes.push(size);
    }
    drop(counter);
    for folder in [data, beside] {
        std::fs::remove_dir_all(&folder)?;
    }
    sizes.sort_unstable();
    println!("SQLite, about {} redemptions in a commit", sizes[sizes.len() / 2]);
    Ok(compare(&through, ("the smallest one in a loop, one thread", &alone), GOAL))
}

/// Runs the benchmark on PostgreSQL, first on the same machine and then behind a simulated network.
pub fn server() -> Result<bool, Failure> {
    tell_how();
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let near = server_at(&cluster, None)?;
    let far = server_at(&cluster, Some(distance::DELAY))?;
    Ok(near && far)
}

fn server_at(cluster: &Cluster, delay: Option<Duration>) -> Result<bool, Failure> {
    let (ours, beside) = (cluster.fresh_database(None)?, cluster.fresh_database(None)?);
    let data = data_folder("counter-postgres")?;
    let distance = delay.map(|delay| Distance::open(cluster, delay)).transpose()?;
    let url = |database: &TestDatabase| match &distance {
        Some(distance) => distance.url(cluster, database),
        None => Ok(database.url().to_owned()),
    };
    postgres::fill(beside.url())?;
    let mut pgbench = Pgbench::new(cluster, &url(&beside)?, CLIENTS, &postgres::script())?;
    let counter = Counter::open(&data, &["--database-url", &url(&ours)?])?;
    postgres::analyse_at(ours.url())?;
    let (mut through, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        through.push(counter.load()?.0);
        alone.push(pgbench.round(ROUND)?);
    }
    drop(counter);
    std::fs::remove_dir_all(&data)?;
    let (place, goal) = match delay {
        Some(delay) => (format!("{delay:?} away"), GOAL_AFAR),
        None => ("on a socket".to_owned(), GOAL),
    };
    println!("PostgreSQL, durable commits, {place}");
    let beside = format!("the smallest one in pgbench, {CLIENTS} clients");
    Ok(compare(&through, (&beside, &alone), goal))
}

fn compare(through: &[Round], (beside, alone): (&str, &[Round]), goal: f64) -> bool {
    let (through, alone) = (figures::median(through), figures::median(alone));
    figures::line("PUT /Cards/{id}/redeemed", &through);
    figures::line(beside, &alone);
    let is_even = through.most <= through.half * SPREAD;
    println!("  p99 at most {SPREAD} times p50: {}", word(is_even));
    figures::verdict(&through, &alone, goal) & is_even
}
