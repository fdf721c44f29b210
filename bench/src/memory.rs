//! Memory of the program under a constant load of purchases and redemptions on PostgreSQL, and how
//! fast it grows.

use std::{
    thread,
    time::{Duration, Instant},
};

use ::db::testing::{Cluster, ClusterOptions};
use tokio::runtime::Builder;

use crate::{
    Failure,
    failover::load::{Clients, Load},
    nodes,
    program::word,
};

pub const MINUTES: u64 = 60;
const IDLE_GOAL_MIB: f64 = 40.0;
/// Maximum memory after an hour of load.
const GOAL_MIB: f64 = 150.0;
const TICK: Duration = Duration::from_secs(10);
/// Time for the program to become idle after its start.
const SETTLING: Duration = Duration::from_secs(10);

/// Measured memory, with the minutes since the load began.
struct Sample {
    minutes: f64,
    mib: f64,
}

/// Loads the program for some minutes. Each client makes a pause after each operation.
pub fn run(minutes: u64, pause: Duration) -> Result<bool, Failure> {
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    // The first node loads the demo, and its sandbox gateway remembers every charge. The second one is
    // measured.
    let nodes = nodes::start("memory", 2, &["--database-url", database.url()])?;
    let [beside, program] = &nodes[..] else { return Err("no two programs".into()) };
    rest(SETTLING);
    let idle = program.memory()?;
    println!("  idle {idle:.1} MiB (goal {IDLE_GOAL_MIB} MiB): {}", word(idle <= IDLE_GOAL_MIB));

    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let clients = Clients { pause, ..Clients::default() };
    let addresses = vec![program.address.clone()];
    let load =
        runtime.block_on(Load::start(addresses, &beside.address, database.url(), clients))?;
    let (begun, time) = (Instant::now(), Duration::from_secs(60 * minutes));
    let mut samples = Vec::new();
    while begun.elapsed() < time {
        rest(TICK);
        load.check()?;
        runtime.block_on(load.renew())?;
        let minutes = begun.elapsed().as_secs_f64() / 60.0;
        samples.push(Sample { minutes, mib: program.memory()? });
    }
    let peak = samples.iter().map(|sample| sample.mib).fold(idle, f64::max);
    // The caches fill in the first half.
    let slope = slope(&samples[samples.len() / 2..]);
    let after_an_hour = peak + (slope * (60.0 - minutes as f64)).max(0.0);
    println!(
        "  {minutes} minutes of load, {} operations: peak {peak:.1} MiB, {:+.2} MiB an hour in the second half",
        load.acknowledged(),
        slope * 60.0
    );
    let is_small = after_an_hour <= GOAL_MIB;
    println!("  after an hour {after_an_hour:.0} MiB (goal {GOAL_MIB} MiB): {}", word(is_small));
    runtime.shutdown_background();
    Ok(is_small && idle <= IDLE_GOAL_MIB)
}

/// Returns the slope of the line that fits the samples best, in MiB a minute.
fn slope(samples: &[Sample]) -> f64 {
    let count = samples.len().max(1) as f64;
    let mean = |value: fn(&Sample) -> f64| samples.iter().map(value).sum::<f64>() / count;
    let (minutes, mib) = (mean(|sample| sample.minutes), mean(|sample| sample.mib));
    let across: f64 = samples.iter().map(|sample| (sample.minutes - minutes).powi(2)).sum();
    let along: f64 =
        samples.iter().map(|sample| (sample.minutes - minutes) * (sample.mib - mib)).sum();
    if across > 0.0 { along / across } else { 0.0 }
}

#[allow(clippy::disallowed_methods, reason = "the load runs meanwhile")]
fn rest(time: Duration) {
    thread::sleep(time);
}
