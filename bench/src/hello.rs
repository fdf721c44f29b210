//! Benchmark of reads over HTTP: the list of shops, compared with a minimal reply from the same web
//! framework.

use std::{
    net::TcpListener,
    thread,
    time::{Duration, Instant},
};

use axum::{Router, routing::get};
use tokio::{runtime::Builder, task::JoinSet};

use crate::{
    Failure,
    client::{Call, Client},
    figures::{self, Round},
    program::{Program, data_folder},
};

const CLIENTS: usize = 64;
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(3);
const GOAL: f64 = 0.5;
const SHOPS: &str = "/api/v1/Public/Vendors?pageSize=12";
const OK: u16 = 200;

pub fn run() -> Result<bool, Failure> {
    println!(
        "reads over HTTP, {CLIENTS} clients, {ROUNDS} alternating rounds of {ROUND:?}, medians"
    );
    let data = data_folder("hello")?;
    let program = Program::start(&data, &[])?;
    program.first_reply()?;
    let hello = serve()?;
    let (mut shops, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        shops.push(load(&program.address, SHOPS)?);
        beside.push(load(&hello, "/")?);
    }
    drop(program);
    std::fs::remove_dir_all(&data)?;
    let (shops, beside) = (figures::median(&shops), figures::median(&beside));
    figures::line("GET /Public/Vendors, 12 shops", &shops);
    figures::line("axum's hello", &beside);
    Ok(figures::verdict(&shops, &beside, GOAL))
}

/// Starts a web server that only replies "Hello", with as many threads as the measured program.
/// Returns the server's address; the server runs until the benchmark ends.
fn serve() -> Result<String, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?.to_string();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    thread::spawn(move || {
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, Router::new().route("/", get(|| async { "Hello" }))).await
        })
    });
    Ok(address)
}

fn load(address: &str, path: &'static str) -> Result<Round, Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let start = Instant::now();
    let latencies = runtime.block_on(async {
        let mut clients: JoinSet<_> =
            (0..CLIENTS).map(|_| read_until(address.to_owned(), path, start + ROUND)).collect();
        let mut latencies = Vec::new();
        while let Some(client) = clients.join_next().await {
            latencies.extend(client??);
        }
        Ok::<_, Failure>(latencies)
    })?;
    Ok(Round::new(start.elapsed(), latencies))
}

async fn read_until(address: String, path: &str, end: Instant) -> Result<Vec<Duration>, Failure> {
    let mut client = Client::connect(&address).await?;
    let mut latencies = Vec::new();
    while Instant::now() < end {
        let begun = Instant::now();
        let call = Call { method: "GET", path, ..Call::default() };
        let (status, reply) = client.exchange(call).await?;
        if status != OK {
            return Err(format!("{status}: {}", String::from_utf8_lossy(reply)).into());
        }
        latencies.push(begun.elapsed());
    }
    Ok(latencies)
}
