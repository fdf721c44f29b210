//! Benchmark of several nodes on one PostgreSQL: redemptions per second of one, two and four
//! programs, beside the limit of the database as pgbench measures it. Also measures redemptions beside
//! slow reads, which the primary or a standby answers.

use ::db::testing::{Cluster, ClusterOptions};

use crate::{
    Failure,
    counter::{CLIENTS, Counter, ROUND},
    db::postgres,
    fairness::SlowCalls,
    figures,
    pgbench::Pgbench,
    program::{Program, data_folder, word},
    sale,
};

const ROUNDS: usize = 3;
/// Minimum ratio of the rate of two nodes to that of one, unless the database is the limit.
const GOAL: f64 = 1.6;
/// Share of the database's own rate from which the database counts as the limit.
const AT_THE_LIMIT: f64 = 0.8;
/// Secret key of the benchmark's nodes, which must all have the same.
const KEY: &str = "5b1f7c3d9e2a48604b8d1c6f0a7e3925d4f8b1c7a6e093527f4d8c1b0e6a3952";

/// Starts `count` nodes on one database. The first node contains the sandbox gateway, which the
/// other nodes use too.
pub fn start(name: &str, count: usize, options: &[&str]) -> Result<Vec<Program>, Failure> {
    start_with(name, count, options, &[])
}

/// Like [`start`], with additional environment variables.
pub fn start_with(
    name: &str,
    count: usize,
    options: &[&str],
    settings: &[(&str, &str)],
) -> Result<Vec<Program>, Failure> {
    let mut nodes: Vec<Program> = Vec::new();
    // Any node may send a card that shows a picture which another one has stored.
    let files = format!("dir:{}", data_folder(&format!("{name}-files"))?.display());
    for number in 0..count {
        let data = data_folder(&format!("{name}-{number}"))?;
        let gateway = nodes.first().map(|first| format!("http://{}/sandbox", first.address));
        let mut options = options.to_vec();
        options.extend(gateway.iter().flat_map(|url| ["--gateway-url", url]));
        let settings = [
            &sale::UNSUSPECTED[..],
            &[("FUNRAY_SECRET_KEY", KEY), ("FUNRAY_FILES__STORE", &files)],
            settings,
        ]
        .concat();
        let node = Program::start_with(&data, &options, &settings)?;
        node.first_reply()?;
        nodes.push(node);
    }
    Ok(nodes)
}

pub fn run() -> Result<bool, Failure> {
    println!("redemptions over HTTP, {CLIENTS} clients, {ROUNDS} rounds of {ROUND:?}, medians");
    let cluster = Cluster::new(&ClusterOptions {
        durable: true,
        settings: vec![("max_connections", "300".to_owned())],
        ..ClusterOptions::default()
    })?;
    let beside = cluster.fresh_database(None)?;
    postgres::fill(beside.url())?;
    let mut pgbench = Pgbench::new(&cluster, beside.url(), CLIENTS, &postgres::script())?;
    let (mut alone, mut rates) = (Vec::new(), Vec::new());
    for count in [1, 2, 4] {
        let database = cluster.fresh_database(None)?;
        let nodes = start("nodes", count, &["--database-url", database.url()])?;
        let counter = Counter::of(nodes)?;
        postgres::analyse_at(database.url())?;
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            rounds.push(counter.load()?.0);
            alone.push(pgbench.round(ROUND)?);
        }
        let round = figures::median(&rounds);
        figures::line(&format!("{count} nodes"), &round);
        rates.push(round.per_second);
    }
    let limit = figures::median(&alone);
    figures::line("the smallest redemption in pgbench", &limit);
    let ratio = rates[1] / rates[0];
    let is_limited = rates[1] >= limit.per_second * AT_THE_LIMIT;
    let is_reached = ratio >= GOAL || is_limited;
    println!("  two nodes: {ratio:.2} times one (goal {GOAL}): {}", word(is_reached));
    drop((pgbench, beside, cluster));
    read_beside()?;
    Ok(is_reached)
}

/// Measures redemptions and slow reads at the same time, without and with a standby for the reads.
fn read_beside() -> Result<(), Failure> {
    let options = ClusterOptions { durable: true, replicated: true, ..ClusterOptions::default() };
    let primary = Cluster::new(&options)?;
    for (name, has_standby) in [("reads on the primary", false), ("reads on a standby", true)] {
        let database = primary.fresh_database(None)?;
        let standby = if has_standby { Some(primary.standby()?) } else { None };
        let read_url = standby.as_ref().map(|standby| standby.url(database.name()));
        let mut options = vec!["--database-url", database.url()];
        options.extend(read_url.iter().flat_map(|url| ["--database-read-url", url]));
        let counter = Counter::of(start("reads", 1, &options)?)?;
        postgres::analyse_at(database.url())?;
        let slow = SlowCalls::begin(counter.address())?;
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            rounds.push(counter.load()?.0);
        }
        let answered = slow.end()?;
        figures::line(&format!("redemptions beside {name}"), &figures::median(&rounds));
        println!("  {answered} slow calls were answered meanwhile");
    }
    Ok(())
}
