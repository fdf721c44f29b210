//! Benchmark of a Citus cluster: a coordinator and two workers on this machine, beside a plain
//! PostgreSQL. Measures redemptions and purchases over HTTP on both in turns, the shards that they
//! need, and both while a shop's shards move to the other worker.

mod machines;
mod touched;

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use ::db::testing::{Cluster, ClusterOptions};
use tokio::runtime::{Builder, Runtime};

use crate::{
    Failure,
    db::postgres,
    failover::{
        books,
        load::{Clients, Load, Rest, is_of_an_outage},
    },
    figures::{self, Round},
    nodes,
    program::{Program, command, data_folder, word},
};
use machines::Machines;

const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(10);
const CLIENTS: Clients = Clients { tills: 16, buyers: 8, pause: Duration::ZERO };
/// Time of load before and after the move.
const CALM: Duration = Duration::from_secs(5);
/// Statements that ask all shards take long on a busy machine, above all those of the demo.
const PATIENCE: (&str, &str) = ("FUNRAY_DATABASE__TIME_LIMIT_SECONDS", "300");

pub fn run() -> Result<bool, Failure> {
    if !Cluster::has_extension("citus") {
        return Err("this PostgreSQL has no extension `citus`".into());
    }
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let plain = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = plain.fresh_database(None)?;
    let machines = Machines::start()?;
    let data = data_folder("citus-commands")?;
    std::fs::create_dir_all(&data)?;
    for name in ["migrate", "distribute"] {
        let said = command(name, &data, &["--database-url", machines.url()])?;
        println!("  {name}: {}", said.lines().last().unwrap_or_default());
    }
    std::fs::remove_dir_all(&data)?;
    let begun = Instant::now();
    let mut cluster = Side::open(&runtime, "a coordinator and two workers", machines.url())?;
    println!("  demo, buyers and cards on the cluster in {:.0?}", begun.elapsed());
    let mut alone = Side::open(&runtime, "plain PostgreSQL", database.url())?;

    println!(
        "{} tills or {} buyers over HTTP, {ROUNDS} rounds of {ROUND:?} in turns, medians",
        CLIENTS.tills, CLIENTS.buyers
    );
    for kind in Kind::ALL {
        compare(&runtime, kind, &mut alone, &mut cluster)?;
    }
    // The clients of the plain database keep resting, because their program ends.
    let Side { rest: _resting, _nodes: nodes, .. } = alone;
    drop((nodes, database, plain));
    for kind in Kind::ALL {
        let log = machines.begin_log()?;
        let round = cluster.round(&runtime, kind)?;
        println!("{}, {:.0}/s while statements are logged", kind.name(), round.per_second);
        touched::print(&machines, &log)?;
    }
    machines.end_log()?;
    let is_good = move_shop(&runtime, &machines, cluster);
    runtime.shutdown_background();
    is_good
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Redemption,
    Purchase,
}

impl Kind {
    const ALL: [Kind; 2] = [Kind::Redemption, Kind::Purchase];

    fn name(self) -> &'static str {
        match self {
            Kind::Redemption => "redemptions",
            Kind::Purchase => "purchases",
        }
    }
}

fn compare(
    runtime: &Runtime,
    kind: Kind,
    alone: &mut Side,
    cluster: &mut Side,
) -> Result<(), Failure> {
    let (mut beside, mut through) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        beside.push(alone.round(runtime, kind)?);
        through.push(cluster.round(runtime, kind)?);
    }
    let (beside, through) = (figures::median(&beside), figures::median(&through));
    println!("{}", kind.name());
    figures::line(alone.name, &beside);
    figures::line(cluster.name, &through);
    println!("  ratio {:.2}", through.per_second / beside.per_second);
    Ok(())
}

/// Program on one of the databases, whose clients rest until a round begins.
struct Side {
    name: &'static str,
    load: Arc<Load>,
    /// Rest of the tills and of the buyers.
    rest: [Option<Rest>; 2],
    /// Kept because dropping them stops the programs.
    _nodes: Vec<Program>,
}

impl Side {
    fn open(runtime: &Runtime, name: &'static str, url: &str) -> Result<Side, Failure> {
        let nodes = nodes::start_with("citus", 1, &["--database-url", url], &[PATIENCE])?;
        let address = &nodes.first().ok_or("no program")?.address;
        let load = runtime.block_on(Load::start(vec![address.clone()], address, url, CLIENTS))?;
        let rest = runtime.block_on(load.rest()).map(Some);
        postgres::analyse_at(url)?;
        Ok(Side { name, load, rest, _nodes: nodes })
    }

    /// Lets the clients of one kind work for a round.
    fn round(&mut self, runtime: &Runtime, kind: Kind) -> Result<Round, Failure> {
        runtime.block_on(self.load.renew())?;
        let (before, begun) = (self.load.acknowledged(), Instant::now());
        let resting = &mut self.rest[kind as usize];
        *resting = None;
        pause(ROUND);
        *resting = Some(runtime.block_on(async {
            match kind {
                Kind::Redemption => self.load.rest_of_tills().await,
                Kind::Purchase => self.load.rest_of_buyers().await,
            }
        }));
        let elapsed = begun.elapsed();
        self.load.check()?;
        Ok(Round::new(elapsed, self.load.latencies(before)))
    }
}

/// Moves the shards of the shop to the other worker while clients buy and redeem. Returns true if
/// every acknowledged operation is in the books once.
fn move_shop(runtime: &Runtime, machines: &Machines, side: Side) -> Result<bool, Failure> {
    let Side { load, rest, _nodes, .. } = side;
    runtime.block_on(load.renew())?;
    let begun = Instant::now();
    drop(rest);
    pause(CALM);
    let calm = load.longest_silence(begun);
    let (before, at) = (load.acknowledged(), Instant::now());
    let moved = machines.move_shards_of(load.vendor())?;
    let (took, during) = (at.elapsed(), load.acknowledged() - before);
    load.wait_for_writes(ROUND)?;
    pause(CALM);
    let silence = load.longest_silence(at);
    let all = runtime.block_on(load.rest());
    load.check()?;
    let (lost, doubled) = books::compare(machines.url(), &load)?;
    println!(
        "move of the shop's shards, one of each of {moved} tables, in {:.1} s",
        took.as_secs_f64()
    );
    println!(
        "  {during} operations acknowledged meanwhile, {lost} lost, {doubled} doubled; longest time without one {:.1} s ({:.1} s before)",
        silence.as_secs_f64(),
        calm.as_secs_f64()
    );
    let replies = load.replies();
    for (reply, count) in &replies {
        println!("  {reply:<44} {count:>6}");
    }
    drop(all);
    let is_good = lost == 0 && doubled == 0 && replies.keys().all(|reply| is_of_an_outage(reply));
    println!("  nothing lost or doubled, only 503 in between: {}", word(is_good));
    Ok(is_good)
}

#[allow(clippy::disallowed_methods, reason = "the load runs meanwhile")]
fn pause(time: Duration) {
    thread::sleep(time);
}
