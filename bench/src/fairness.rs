//! Benchmark of redemptions over HTTP while slow calls run: helpdesk searches, a yearly report and
//! a journal export. Measures the latency on SQLite and PostgreSQL with many cards.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use ::db::{
    Db, PostgresOptions, SqliteOptions,
    testing::{Cluster, ClusterOptions},
};
use tokio::{runtime::Builder, task::JoinSet};

use crate::{
    Failure,
    books::{
        fill::{When, fill},
        owner::Owner,
    },
    client::Client,
    counter::Counter,
    figures,
    inside::Inside,
    program::{data_folder, wait_until_idle, word},
};

pub const ENTRIES: u64 = 1_000_000;
/// Number of tills that redeem at the same time.
const TILLS: usize = 16;
const ROUND: Duration = Duration::from_secs(10);
const SEARCHES: usize = 8;
const YEAR: &str = "startDate=2025-12-01&endDate=2026-11-30";
/// Placeholder for the page number in a path. The journal export requests one page after another.
const PAGE: &str = "{page}";
const GOAL: Duration = Duration::from_millis(100);
/// Status that every slow call must have, since refused calls would put no load on the server.
const OK: u16 = 200;

/// Runs the benchmark on SQLite and PostgreSQL. Returns true if the latency goal is reached on
/// both.
pub fn run(entries: u64) -> Result<bool, Failure> {
    println!(
        "redemptions at {TILLS} tills beside {SEARCHES} searches, a report of a year and an export"
    );
    let folder = data_folder("fairness")?;
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("funray.db");
    let embedded = || Ok(Db::sqlite(&file, SqliteOptions::default())?);
    prepare(&folder, &Owner::of_file(&file), &embedded, entries)?;
    let mut is_fair = measure("SQLite", &folder, &[])?;
    std::fs::remove_dir_all(&folder)?;

    std::fs::create_dir_all(&folder)?;
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    let server = || Ok(Db::postgres(database.url(), PostgresOptions::default())?);
    prepare(&folder, &Owner::of_server(&cluster, database.url())?, &server, entries)?;
    is_fair &= measure("PostgreSQL", &folder, &["--database-url", database.url()])?;
    std::fs::remove_dir_all(&folder)?;
    Ok(is_fair)
}

/// Creates demo data and copies its history until the database has this many ledger entries.
fn prepare(
    folder: &Path,
    owner: &Owner,
    open: &dyn Fn() -> Result<Db, Failure>,
    entries: u64,
) -> Result<(), Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(Inside::open(open()?, folder))?.db.close();
    let copies = entries / owner.count("entry")?;
    fill(owner, 1..copies.max(2), When::Then)
}

fn measure(name: &str, folder: &Path, options: &[&str]) -> Result<bool, Failure> {
    let counter = Counter::open(folder, options)?;
    println!("{name}");
    wait_until_idle()?;
    let (alone, _) = counter.load_at(TILLS, ROUND)?;
    figures::line("redemptions alone", &alone);
    let slow = SlowCalls::begin(counter.address())?;
    let (beside, _) = counter.load_at(TILLS, ROUND)?;
    let done = slow.end()?;
    figures::line("redemptions beside slow calls", &beside);
    let is_fair = beside.most <= GOAL;
    println!("  {done} slow calls were answered; p99 (goal {GOAL:?}): {}", word(is_fair));
    Ok(is_fair && done > 0)
}

/// Slow calls that run in a background thread and are repeated until stopped.
pub struct SlowCalls {
    is_over: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    thread: std::thread::JoinHandle<Result<(), String>>,
}

impl SlowCalls {
    pub fn begin(address: &str) -> Result<SlowCalls, Failure> {
        let (is_over, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let (address, over, count) = (address.to_owned(), is_over.clone(), answered.clone());
        let thread =
            std::thread::Builder::new().name("slow-calls".to_owned()).spawn(move || {
                let runtime = Builder::new_current_thread().enable_all().build();
                let runtime = runtime.map_err(|error| error.to_string())?;
                runtime
                    .block_on(call_all(&address, &over, &count))
                    .map_err(|error| error.to_string())
            })?;
        Ok(SlowCalls { is_over, answered, thread })
    }

    /// Stops the calls and returns how many were answered.
    pub fn end(self) -> Result<usize, Failure> {
        self.is_over.store(true, Relaxed);
        self.thread.join().map_err(|_| "the slow calls panicked")??;
        Ok(self.answered.load(Relaxed))
    }
}

async fn call_all(
    address: &str,
    is_over: &Arc<AtomicBool>,
    answered: &Arc<AtomicUsize>,
) -> Result<(), Failure> {
    let mut client = Client::connect(address).await?;
    let admin = client.sign_in("admin@demo.test").await?;
    // Uses a different text for each search, so that no cached reply is used.
    let mut calls: Vec<(String, String)> = (0..SEARCHES)
        .map(|number| (format!("/api/v1/Helpdesk/search?searchText=zzq{number}"), admin.clone()))
        .collect();
    calls.push((format!("/api/v1/Report/vendors?{YEAR}"), admin.clone()));
    calls.push((format!("/api/v1/Books/journal?{YEAR}&pageSize=1000&pageIndex={PAGE}"), admin));
    let mut running = JoinSet::new();
    for (path, token) in calls {
        let (address, is_over, answered) = (address.to_owned(), is_over.clone(), answered.clone());
        running.spawn(async move {
            let mut client = Client::connect(&address).await?;
            for page in 1.. {
                if is_over.load(Relaxed) {
                    break;
                }
                let path = path.replace(PAGE, &page.to_string());
                let (status, _) = client.get(&path, &token).await?;
                if status == OK {
                    answered.fetch_add(1, Relaxed);
                } else {
                    println!("  {path}: {status}");
                }
            }
            Ok::<_, Failure>(())
        });
    }
    while let Some(ended) = running.join_next().await {
        ended??;
    }
    Ok(())
}
