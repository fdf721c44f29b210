//! Test of failover under load: kills the primary and cuts the network again and again while clients
//! buy and redeem at two nodes, and compares what was acknowledged with the books after each fault.

mod books;
mod cluster;
mod live;
pub mod load;

use std::{
    thread,
    time::{Duration, Instant},
};

use tokio::runtime::Builder;

use crate::{Failure, nodes, program::word};
use cluster::{Cluster, Fault};
use load::Load;

pub const KILLS: u64 = 20;
pub const CUTS: u64 = 10;
/// Maximum time without an acknowledged write.
const GOAL: Duration = Duration::from_secs(15);
/// Time of undisturbed load before each fault.
const CALM: Duration = Duration::from_secs(3);
/// Maximum time until the cluster has a primary and a synchronous standby again.
const MAX_RECOVERY: Duration = Duration::from_secs(180);

pub fn run(kills: u64, cuts: u64) -> Result<bool, Failure> {
    let cluster = Cluster::start()?;
    let options = ["--database-url", &cluster.url, "--database-read-url", &cluster.read_url];
    let programs = nodes::start("failover", 2, &options)?;
    let addresses = programs.iter().map(|program| program.address.clone()).collect();
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let load = runtime.block_on(Load::start(addresses, &cluster.url))?;

    println!(
        "| # | Fault | Server | Acknowledged | Lost | Doubled | Seconds until writes | Live events cross |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut is_good = true;
    for number in 1..=kills + cuts {
        let fault = Fault::of(number, kills);
        pause(CALM);
        let primary = cluster.wait_until_whole(MAX_RECOVERY)?;
        let before = load.acknowledged();
        let at = Instant::now();
        cluster.inflict(fault, primary)?;
        // Replies that were on their way are no sign of recovery.
        pause(CALM);
        load.wait_for_writes(MAX_RECOVERY)?;
        cluster.wait_until_whole(MAX_RECOVERY)?;
        pause(CALM);
        let silence = load.longest_silence(at);
        // While the clients rest, nothing is on its way, so the books must be equal to what was
        // acknowledged.
        let rest = runtime.block_on(load.rest());
        let (lost, doubled) = books::compare(&cluster.url, &load)?;
        let is_live = runtime.block_on(live::crosses(&load))?;
        runtime.block_on(load.renew())?;
        drop(rest);
        is_good &= lost == 0 && doubled == 0 && silence <= GOAL && is_live;
        println!(
            "| {number} | {} | {primary} | {} | {lost} | {doubled} | {:.1} | {} |",
            fault.name(),
            load.acknowledged() - before,
            silence.as_secs_f64(),
            if is_live { "yes" } else { "NO" },
        );
    }
    println!("Replies in between:");
    let replies = load.replies();
    for (reply, count) in &replies {
        println!("  {reply:<44} {count:>6}");
    }
    let is_polite = replies.keys().all(|reply| load::is_of_an_outage(reply));
    println!(
        "  only 503 in between, with Retry-After unless the outcome is unknown: {}",
        word(is_polite)
    );
    is_good &= is_polite;
    println!("  nothing lost or doubled, writes within {GOAL:?}: {}", word(is_good));
    runtime.shutdown_background();
    Ok(is_good)
}

#[allow(clippy::disallowed_methods, reason = "the load runs meanwhile")]
fn pause(time: Duration) {
    thread::sleep(time);
}
