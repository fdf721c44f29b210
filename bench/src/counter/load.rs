//! Somebody signed in who may redeem every card, and many tills that do.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use tokio::{
    runtime::{Builder, Runtime},
    task::JoinSet,
};

use super::{CARDS, CLIENTS, ROUND};
use crate::{
    Failure,
    client::{Call, Client, texts},
    figures::Round,
    program::Program,
};

pub const CENT: &str = r#"{"value":0.01,"reason":"How fast is it?"}"#;
const OK: u16 = 200;

pub struct Counter {
    program: Program,
    /// One thread is all that the tills take.
    runtime: Runtime,
    tills: Arc<Tills>,
}

/// What all tills have in common.
struct Tills {
    address: String,
    token: String,
    paths: Vec<String>,
    next: AtomicUsize,
}

impl Counter {
    pub fn open(data: &Path, options: &[&str]) -> Result<Counter, Failure> {
        let program = Program::start(data, options)?;
        program.first_reply()?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (token, paths) = runtime.block_on(async {
            let mut desk = Client::connect(&program.address).await?;
            let token = desk.sign_in("admin@demo.test").await?;
            // Only their holder reads whole numbers, and a till redeems what was shown to it.
            let holder = desk.sign_in("buyer@demo.test").await?;
            let list = "/api/v1/Cards?isMine=true&pageSize=100&orderBy=cardBalance&direction=Desc";
            let (_, reply) = desk.get(list, &holder).await?;
            let mut paths = Vec::new();
            for number in texts(&reply, "cardNumber").take(CARDS) {
                let path = format!("/api/v1/Cards/codes/{number}");
                let (status, card) = match number.parse::<u64>() {
                    Ok(_) => desk.get(&path, &token).await?,
                    // A gift that somebody else has claimed.
                    Err(_) => continue,
                };
                let id = texts(&card, "id").next().filter(|_| status == OK);
                let id = id.ok_or_else(|| format!("no card is found: {status} {card}"))?;
                paths.push(format!("/api/v1/Cards/{id}/redeemed"));
            }
            Ok::<_, Failure>((token, paths))
        })?;
        let address = program.address.clone();
        let tills = Arc::new(Tills { address, token, paths, next: AtomicUsize::new(0) });
        Ok(Counter { program, runtime, tills })
    }

    /// Everybody takes a cent off one card after the other. Says too how many redemptions went into a commit.
    pub fn load(&self) -> Result<(Round, u64), Failure> {
        let before = self.program.metric("database_commits_total")?;
        let start = Instant::now();
        let latencies = self.runtime.block_on(async {
            let redeeming = |_| self.tills.clone().redeem_until(start + ROUND);
            let mut tills: JoinSet<_> = (0..CLIENTS).map(redeeming).collect();
            let mut latencies = Vec::new();
            while let Some(till) = tills.join_next().await {
                latencies.extend(till??);
            }
            Ok::<_, Failure>(latencies)
        })?;
        let elapsed = start.elapsed();
        let commits = self.program.metric("database_commits_total")? - before;
        let size = latencies.len() as u64 / commits.max(1);
        Ok((Round::new(elapsed, latencies), size.max(1)))
    }
}

impl Tills {
    async fn redeem_until(self: Arc<Self>, end: Instant) -> Result<Vec<Duration>, Failure> {
        let mut client = Client::connect(&self.address).await?;
        let mut latencies = Vec::new();
        while Instant::now() < end {
            let number = self.next.fetch_add(1, Relaxed);
            let path = &self.paths[number % self.paths.len()];
            let key = format!("till-{number:012}");
            let begun = Instant::now();
            let call = Call { method: "PUT", path, token: &self.token, key: &key, body: CENT };
            let (status, reply) = client.call(call).await?;
            if status != OK {
                return Err(format!("no redemption: {status} {reply}").into());
            }
            latencies.push(begun.elapsed());
        }
        Ok(latencies)
    }
}
