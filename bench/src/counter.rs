//! The counter over HTTP: how many redemptions a second the program answers, each of them durable, beside what the bare
//! engines do with the same statements.

use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use ::db::testing::{Cluster, ClusterOptions};

use crate::{
    Failure,
    client::{Client, texts},
    db::{self, postgres, sqlite},
    figures::{self, Round},
    program::{Program, data_folder, word},
};

const CLIENTS: usize = 64;
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(3);
const GOAL: f64 = 0.7;
const SLOWEST: Duration = Duration::from_millis(50);
const OK: u16 = 200;

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
    let data = data_folder("counter")?;
    let counter = Counter::open(&data, &[])?;
    let bare = sqlite::Bare::new()?;
    let (mut through, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        through.push(counter.load()?);
        // The writer takes whatever waits into one commit: at most everybody.
        beside.push(bare.round(CLIENTS as u64)?);
    }
    drop(counter);
    std::fs::remove_dir_all(&data)?;
    let (through, beside) = (figures::median(&through), figures::median(&beside));
    println!("SQLite");
    figures::line("PUT /Cards/{id}/redeemed", &through);
    figures::line("bare loop, one thread", &beside);
    let is_quick = through.most <= SLOWEST;
    println!("  p99 at most {} ms: {}", SLOWEST.as_millis(), word(is_quick));
    Ok(figures::verdict(&through, &beside, GOAL) & is_quick)
}

fn server() -> Result<bool, Failure> {
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let (ours, bare) = (cluster.fresh_database(None)?, cluster.fresh_database(None)?);
    db::fill(&::db::Db::postgres(bare.url(), ::db::PostgresOptions::default())?)?;
    let pgbench = cluster.program("pgbench")?;
    let data = data_folder("counter-postgres")?;
    let counter = Counter::open(&data, &["--database-url", ours.url()])?;
    let (mut through, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        through.push(counter.load()?);
        beside.push(postgres::run_pgbench(&pgbench, bare.url())?);
    }
    drop(counter);
    std::fs::remove_dir_all(&data)?;
    let (through, beside) = (figures::median(&through), figures::median(&beside));
    println!("PostgreSQL, durable commits, on a socket");
    figures::line("PUT /Cards/{id}/redeemed", &through);
    figures::line(&format!("pgbench, {CLIENTS} connections"), &beside);
    Ok(figures::verdict(&through, &beside, GOAL))
}

/// The program with somebody signed in who may redeem every card, and the demo's cards.
struct Counter {
    program: Program,
    token: String,
    cards: Vec<String>,
    next: AtomicUsize,
}

impl Counter {
    fn open(data: &Path, options: &[&str]) -> Result<Counter, Failure> {
        let program = Program::start(data, options)?;
        program.first_reply()?;
        let mut desk = Client::connect(&program.address)?;
        let token = desk.sign_in("admin@demo.test")?;
        let list = "/api/v1/Cards?pageSize=1000&orderBy=cardBalance&direction=Desc";
        let (_, reply) = desk.call("GET", list, &token, "")?;
        let ids = texts(&reply, "id").filter(|id| id.starts_with("crd_"));
        let cards = ids.map(str::to_owned).collect();
        Ok(Counter { program, token, cards, next: AtomicUsize::new(0) })
    }

    /// Everybody takes a cent off one card after the other.
    fn load(&self) -> Result<Round, Failure> {
        let start = Instant::now();
        let latencies: Result<Vec<_>, Failure> = thread::scope(|scope| {
            let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(|| self.work(start))).collect();
            let ended =
                clients.into_iter().map(|client| client.join().map_err(|_| "a client broke")?);
            ended.collect()
        });
        Ok(Round::new(start.elapsed(), latencies?.concat()))
    }

    fn work(&self, start: Instant) -> Result<Vec<Duration>, Failure> {
        let mut client = Client::connect(&self.program.address)?;
        let mut latencies = Vec::new();
        while start.elapsed() < ROUND {
            let card = &self.cards[self.next.fetch_add(1, Relaxed) % self.cards.len()];
            let path = format!("/api/v1/Cards/{card}/redeemed");
            let begun = Instant::now();
            let (status, _) = client.call("PUT", &path, &self.token, r#"{"value":0.01}"#)?;
            // An empty card says no, which is no redemption.
            if status == OK {
                latencies.push(begun.elapsed());
            }
        }
        Ok(latencies)
    }
}
