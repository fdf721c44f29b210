//! Load of a shop's counter: one clerk is signed in at many tills and redeems cards that were
//! looked up there.

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
    client::{Call, Client},
    figures::Round,
    program::Program,
    sale,
    shop::{STAFF, UnpacedShop},
};

pub const CENT: &str = r#"{"value":0.01}"#;
const OK: u16 = 200;
/// Maximum number of cards in one cart item.
const ORDER: usize = 20;

pub struct Counter {
    programs: Vec<Program>,
    /// Runtime for the tills. One thread is enough for all tills.
    runtime: Runtime,
    tills: Arc<Tills>,
}

/// State shared by all tills.
struct Tills {
    /// Addresses of the nodes, which the tills use in turn.
    addresses: Vec<String>,
    token: String,
    paths: Vec<String>,
    next: AtomicUsize,
}

impl Counter {
    pub fn open(data: &Path, options: &[&str]) -> Result<Counter, Failure> {
        let program = Program::start_with(data, options, &sale::UNSUSPECTED)?;
        program.first_reply()?;
        Counter::of(vec![program])
    }

    /// Opens a counter whose tills are served by several nodes on one database.
    pub fn of(programs: Vec<Program>) -> Result<Counter, Failure> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let addresses: Vec<String> =
            programs.iter().map(|program| program.address.clone()).collect();
        let first = addresses.first().ok_or("a counter without a program")?;
        let (token, cards) = runtime.block_on(buy_cards(first))?;
        let paths = cards.iter().map(BoughtCard::path).collect();
        let tills = Arc::new(Tills { addresses, token, paths, next: AtomicUsize::new(0) });
        Ok(Counter { programs, runtime, tills })
    }

    /// Redeems one cent at a time at all tills, from all cards in turn. Returns the figures of the
    /// round and the average number of redemptions per database commit.
    pub fn load(&self) -> Result<(Round, u64), Failure> {
        self.load_at(CLIENTS, ROUND)
    }

    pub fn address(&self) -> &str {
        &self.tills.addresses[0]
    }

    /// Returns the number of commits of all nodes.
    fn commits(&self) -> Result<u64, Failure> {
        self.programs.iter().map(|program| program.metric("database_commits_total")).sum()
    }

    /// Like [`load`](Counter::load), with the passed number of tills and duration.
    pub fn load_at(&self, tills: usize, round: Duration) -> Result<(Round, u64), Failure> {
        let before = self.commits()?;
        let start = Instant::now();
        let latencies = self.runtime.block_on(async {
            let redeeming = |till| self.tills.clone().redeem_until(till, start + round);
            let mut tills: JoinSet<_> = (0..tills).map(redeeming).collect();
            let mut latencies = Vec::new();
            while let Some(till) = tills.join_next().await {
                latencies.extend(till??);
            }
            Ok::<_, Failure>(latencies)
        })?;
        let elapsed = start.elapsed();
        let commits = self.commits()? - before;
        let size = latencies.len() as u64 / commits.max(1);
        Ok((Round::new(elapsed, latencies), size.max(1)))
    }
}

/// Card that a benchmark redeems.
pub struct BoughtCard {
    pub number: String,
    pub id: String,
}

impl BoughtCard {
    /// Returns the path on which the card is redeemed.
    pub fn path(&self) -> String {
        format!("/api/v1/Cards/{}/redeemed", self.id)
    }

    /// Looks the card up. A clerk may redeem it for ten minutes then.
    pub async fn look_up(&self, client: &mut Client, token: &str) -> Result<(), Failure> {
        let path = &format!("/api/v1/Cards/codes/{}", self.number);
        client.succeed(Call { method: "GET", path, token, ..Call::default() }).await.map(drop)
    }
}

/// Buys cards with enough money for the whole benchmark, and looks them up. Returns the clerk's
/// access token and the cards.
pub async fn buy_cards(address: &str) -> Result<(String, Vec<BoughtCard>), Failure> {
    let mut client = Client::connect(address).await?;
    let UnpacedShop { vendor, amounts } = UnpacedShop::open(&mut client).await?;
    let dollars = amounts.last().copied().ok_or("a shop without cards")?;
    let token = client.sign_in(STAFF[1]).await?;
    let buyer = client.sign_in("buyer@demo.test").await?;
    let mut cards = Vec::new();
    while cards.len() < CARDS {
        let post = |path, body| Call { method: "POST", path, token: &buyer, body, key: "" };
        let total = dollars * ORDER as u64;
        let items = sale::items(&vendor, dollars, ORDER);
        let cart = client.succeed(post("/api/v1/Carts/items", &items)).await?;
        let card = sale::payment_card();
        let card = client.succeed(post("/sandbox/xml/v1/request.api", &card)).await?;
        let payment = sale::payment(&cart, total, &card);
        let paid = client.succeed(post("/api/v1/Orders/checkout", &payment)).await?;
        for (number, id) in sale::cards(&paid) {
            let card = BoughtCard { number, id };
            card.look_up(&mut client, &token).await?;
            cards.push(card);
        }
    }
    Ok((token, cards))
}

impl Tills {
    async fn redeem_until(
        self: Arc<Self>,
        till: usize,
        end: Instant,
    ) -> Result<Vec<Duration>, Failure> {
        let address = &self.addresses[till % self.addresses.len()];
        let mut client = Client::connect(address).await?;
        let mut latencies = Vec::new();
        while Instant::now() < end {
            let number = self.next.fetch_add(1, Relaxed);
            let path = &self.paths[number % self.paths.len()];
            let key = format!("till-{number:012}");
            let begun = Instant::now();
            let call = Call { method: "PUT", path, token: &self.token, key: &key, body: CENT };
            let (status, reply) = client.exchange(call).await?;
            if status != OK {
                let reply = String::from_utf8_lossy(reply);
                return Err(format!("no redemption: {status} {reply}").into());
            }
            latencies.push(begun.elapsed());
        }
        Ok(latencies)
    }
}
