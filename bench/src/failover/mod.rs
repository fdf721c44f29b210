//! Test of failover under load: kills the primary and cuts the network again and again while clients
//! buy and redeem at two nodes, and compares what was acknowledged with the books after each fault.

pub mod books;
mod cluster;
mod live;
pub mod load;

use std::{
    collections::BTreeMap,
    fmt, thread,
    time::{Duration, Instant},
};

use tokio::runtime::{Builder, Runtime};

use crate::{Failure, nodes, program::word};
use cluster::{Cluster, Fault, Server};
use load::{Clients, Load};

pub const KILLS: u64 = 20;
pub const CUTS: u64 = 10;
/// The clients make pauses, so that two cores are enough for the load and the recovery.
const CLIENTS: Clients = Clients { tills: 8, buyers: 4, pause: Duration::from_millis(50) };
/// Maximum time without an acknowledged write.
const GOAL: Duration = Duration::from_secs(15);
/// Time of undisturbed load before each fault.
const CALM: Duration = Duration::from_secs(3);
/// Maximum time until the cluster has a primary and a synchronous standby again.
const MAX_RECOVERY: Duration = Duration::from_secs(600);

pub fn run(kills: u64, cuts: u64) -> Result<bool, Failure> {
    let cluster = Cluster::start()?;
    let options = ["--database-url", &cluster.url, "--database-read-url", &cluster.read_url];
    let programs = nodes::start("failover", 2, &options)?;
    let addresses: Vec<String> = programs.iter().map(|program| program.address.clone()).collect();
    let gateway = addresses[0].clone();
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let load = runtime.block_on(Load::start(addresses, &gateway, &cluster.url, CLIENTS))?;

    println!(
        "| # | Fault | Server | Acknowledged | Lost | Doubled | Seconds until writes | Live events cross |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut outcomes: BTreeMap<Fault, Vec<Outcome>> = BTreeMap::new();
    let mut ended = Ok(());
    for number in 1..=kills + cuts {
        let fault = Fault::of(number, kills);
        match inflict(&cluster, &runtime, &load, fault) {
            Ok((primary, outcome)) => {
                println!("| {number} | {} | {primary} | {outcome} |", fault.name());
                outcomes.entry(fault).or_default().push(outcome);
            }
            // The faults until then are still worth a table.
            Err(failure) => {
                ended = Err(failure);
                break;
            }
        }
    }
    for (fault, outcomes) in &outcomes {
        print_sums(*fault, outcomes);
    }
    let is_good = outcomes.values().flatten().all(Outcome::is_good);
    println!("  nothing lost or doubled, writes within {GOAL:?}: {}", word(is_good));
    let replies = load.replies();
    let is_polite = replies.keys().all(|reply| load::is_of_an_outage(reply));
    println!(
        "  only 503 in between, with Retry-After unless the outcome is unknown: {}",
        word(is_polite)
    );
    runtime.shutdown_background();
    ended.map(|()| is_good && is_polite)
}

/// Figures of one fault.
struct Outcome {
    acknowledged: usize,
    lost: usize,
    doubled: usize,
    silence: Duration,
    is_live: bool,
    /// Replies that were no success, with their number.
    replies: BTreeMap<String, u64>,
}

impl Outcome {
    fn is_good(&self) -> bool {
        self.lost == 0 && self.doubled == 0 && self.silence <= GOAL && self.is_live
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { acknowledged, lost, doubled, silence, is_live, .. } = self;
        let live = if *is_live { "yes" } else { "NO" };
        write!(out, "{acknowledged} | {lost} | {doubled} | {:.1} | {live}", silence.as_secs_f64())
    }
}

/// Inflicts a fault, waits until it is over, and compares the acknowledged operations with the books.
fn inflict(
    cluster: &Cluster,
    runtime: &Runtime,
    load: &Load,
    fault: Fault,
) -> Result<(Server, Outcome), Failure> {
    pause(CALM);
    let primary = cluster.wait_until_whole(MAX_RECOVERY)?;
    let (before, replies) = (load.acknowledged(), load.replies());
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
    let (lost, doubled) = books::compare(&cluster.url, load)?;
    let is_live = runtime.block_on(live::crosses(load))?;
    runtime.block_on(load.renew())?;
    drop(rest);
    let new = load.replies().into_iter().map(|(reply, count)| {
        let count = count - replies.get(&reply).copied().unwrap_or_default();
        (reply, count)
    });
    let replies = new.filter(|(_, count)| *count > 0).collect();
    let acknowledged = load.acknowledged() - before;
    Ok((primary, Outcome { acknowledged, lost, doubled, silence, is_live, replies }))
}

/// Prints the figures of all faults of one kind, and the replies meanwhile.
fn print_sums(fault: Fault, outcomes: &[Outcome]) {
    let sum = |figure: fn(&Outcome) -> usize| outcomes.iter().map(figure).sum::<usize>();
    let mut silences: Vec<_> = outcomes.iter().map(|outcome| outcome.silence).collect();
    silences.sort_unstable();
    let (Some(shortest), Some(longest)) = (silences.first(), silences.last()) else { return };
    println!(
        "{}: {} times, {} acknowledged, {} lost, {} doubled, writes after {:.1} to {:.1} s, live events crossed {} times",
        fault.name(),
        outcomes.len(),
        sum(|outcome| outcome.acknowledged),
        sum(|outcome| outcome.lost),
        sum(|outcome| outcome.doubled),
        shortest.as_secs_f64(),
        longest.as_secs_f64(),
        sum(|outcome| usize::from(outcome.is_live)),
    );
    let mut replies: BTreeMap<&str, u64> = BTreeMap::new();
    for (reply, count) in outcomes.iter().flat_map(|outcome| &outcome.replies) {
        *replies.entry(reply).or_default() += count;
    }
    for (reply, count) in replies {
        println!("  {reply:<44} {count:>6}");
    }
}
#[allow(clippy::disallowed_methods, reason = "the load runs meanwhile")]
fn pause(time: Duration) {
    thread::sleep(time);
}
