//! The counter over HTTP: how many redemptions a second the program answers, each of them durable and named by a key, as
//! tills send them, beside what the bare engines do with the same statements.

mod bare;
mod load;
mod record;

use std::time::Duration;

use ::db::{
    Db, PostgresOptions, SqliteOptions,
    testing::{Cluster, ClusterOptions},
};

use crate::{
    Failure, figures,
    program::{data_folder, word},
};
pub use load::CENT;
use load::Counter;

const CLIENTS: usize = 64;
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(3);
/// Everybody takes a cent off one of these after the other.
const CARDS: usize = 100;
const GOAL: f64 = 0.7;
const SLOWEST: Duration = Duration::from_millis(50);

/// Measures both engines; true when all goals are reached.
pub fn run() -> Result<bool, Failure> {
    println!(
        "redemptions over HTTP, {CLIENTS} clients, {ROUNDS} alternating rounds of {ROUND:?}, medians"
    );
    let embedded = embedded()?;
    let server = server()?;
    Ok(embedded && server)
}

fn embedded() -> Result<bool, Failure> {
    let (data, beside) = (data_folder("counter")?, data_folder("counter-bare")?);
    std::fs::create_dir_all(&beside)?;
    let file = beside.join("funray.db");
    let scripts = record::redemptions(Db::sqlite(&file, SqliteOptions::default())?, &beside)?;
    let bare = bare::Bare::open(&file, scripts)?;
    let counter = Counter::open(&data, &[])?;
    let (mut through, mut alone, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (round, size) = counter.load()?;
        through.push(round);
        alone.push(bare.round(size)?);
        sizes.push(size);
    }
    drop(counter);
    for folder in [data, beside] {
        std::fs::remove_dir_all(&folder)?;
    }
    sizes.sort_unstable();
    let (through, alone) = (figures::median(&through), figures::median(&alone));
    println!("SQLite, about {} redemptions in a commit", sizes[sizes.len() / 2]);
    figures::line("PUT /Cards/{id}/redeemed", &through);
    figures::line("their SQL in a loop, one thread", &alone);
    let is_quick = through.most <= SLOWEST;
    println!("  p99 at most {} ms: {}", SLOWEST.as_millis(), word(is_quick));
    Ok(figures::verdict(&through, &alone, GOAL) & is_quick)
}

fn server() -> Result<bool, Failure> {
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let (ours, beside) = (cluster.fresh_database(None)?, cluster.fresh_database(None)?);
    let (data, folder) = (data_folder("counter-postgres")?, data_folder("counter-bare")?);
    std::fs::create_dir_all(&folder)?;
    let scripts =
        record::redemptions(Db::postgres(beside.url(), PostgresOptions::default())?, &folder)?;
    let mut bare = bare::Beside::new(&cluster, beside.url(), &scripts)?;
    let counter = Counter::open(&data, &["--database-url", ours.url()])?;
    let (mut through, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        through.push(counter.load()?.0);
        alone.push(bare.round()?);
    }
    drop(counter);
    for folder in [data, folder] {
        std::fs::remove_dir_all(&folder)?;
    }
    let (through, alone) = (figures::median(&through), figures::median(&alone));
    println!("PostgreSQL, durable commits, on a socket");
    figures::line("PUT /Cards/{id}/redeemed", &through);
    figures::line(&format!("their SQL in pgbench, {CLIENTS} clients"), &alone);
    Ok(figures::verdict(&through, &alone, GOAL))
}
