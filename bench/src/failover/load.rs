//! Clients that buy and redeem at two nodes. Each repeats a call under its idempotency key until the
//! call is acknowledged, and writes down what was acknowledged.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use ::db::{Db, PostgresOptions};
use serde_json::Value;
use tokio::{
    sync::{OwnedRwLockWriteGuard, RwLock},
    time::sleep,
};

use super::pause;
use crate::{
    Failure, buyers,
    client::{Call, Client, texts},
    counter::{BoughtCard, CENT, buy_cards},
    sale,
    shop::{STAFF, UnpacedShop},
};

/// Clients of a load.
#[derive(Clone, Copy)]
pub struct Clients {
    pub tills: usize,
    pub buyers: usize,
    /// Pause of each client after an acknowledged operation.
    pub pause: Duration,
}

impl Default for Clients {
    fn default() -> Clients {
        Clients { tills: 8, buyers: 4, pause: Duration::ZERO }
    }
}

/// Number of accounts, which the buyers use in turn, because an account has a limit per day.
const ACCOUNTS: usize = 120;
/// Maximum time for which a client repeats one call.
const PATIENCE: Duration = Duration::from_secs(180);
/// Age of access tokens and look-ups at which they are renewed. Both expire after ten minutes.
const RENEWED_AFTER: Duration = Duration::from_secs(240);
/// Pause after a reply that names none.
const PAUSE: Duration = Duration::from_millis(500);
/// End of the description of a reply that names a pause.
const WITH_PAUSE: &str = "with Retry-After";
const GATEWAY: &str = "/sandbox/xml/v1/request.api";

pub struct Load {
    pub nodes: Vec<String>,
    /// Address of the node that contains the sandbox gateway.
    gateway: String,
    people: Mutex<Arc<People>>,
    /// Email addresses of the buyers.
    emails: Vec<String>,
    cards: Vec<BoughtCard>,
    vendor: String,
    dollars: u64,
    next: AtomicUsize,
    clients: Clients,
    turn_of_tills: Arc<RwLock<()>>,
    turn_of_buyers: Arc<RwLock<()>>,
    told: Mutex<Told>,
}

/// Clients begin no call until this value is dropped.
pub type Rest = OwnedRwLockWriteGuard<()>;

/// Access tokens of the clerk and of the buyers' accounts.
struct People {
    clerk: String,
    accounts: Vec<String>,
    since: Instant,
}

impl People {
    async fn sign_in(client: &mut Client, emails: &[String]) -> Result<People, Failure> {
        let (clerk, since) = (client.sign_in(STAFF[1]).await?, Instant::now());
        let mut accounts = Vec::new();
        for email in emails {
            accounts.push(client.sign_in(email).await?);
        }
        Ok(People { clerk, accounts, since })
    }
}

/// Time of an acknowledged operation.
struct Acknowledged {
    at: Instant,
    took: Duration,
}

impl Acknowledged {
    fn since(begun: Instant) -> Acknowledged {
        Acknowledged { at: Instant::now(), took: begun.elapsed() }
    }
}

/// Operations that the nodes acknowledged, and their other replies.
#[derive(Default)]
struct Told {
    acknowledged: Vec<Acknowledged>,
    bought: BTreeSet<String>,
    /// Cents that were redeemed from each card.
    redeemed: BTreeMap<String, i64>,
    replies: BTreeMap<String, u64>,
    failure: Option<String>,
}

/// Connection of one client, to one node at a time.
struct Line {
    node: usize,
    client: Option<Client>,
}

impl Load {
    /// Prepares shops, buyers and cards at the node with the sandbox gateway, and starts the clients
    /// at all nodes.
    pub async fn start(
        nodes: Vec<String>,
        gateway: &str,
        database: &str,
        clients: Clients,
    ) -> Result<Arc<Load>, Failure> {
        let (_, cards) = buy_cards(gateway).await?;
        let mut client = Client::connect(gateway).await?;
        let UnpacedShop { vendor, amounts } = UnpacedShop::open(&mut client).await?;
        let dollars = amounts.first().copied().ok_or("a shop without cards")?;
        let db = Db::postgres(database, PostgresOptions { connections: 1, ..Default::default() })?;
        let emails = db.write(|tx| buyers::add(tx, ACCOUNTS)).await?;
        tokio::task::spawn_blocking(move || db.close()).await?;
        let people = People::sign_in(&mut client, &emails).await?;
        let load = Arc::new(Load {
            nodes,
            gateway: gateway.to_owned(),
            people: Mutex::new(Arc::new(people)),
            emails,
            cards,
            vendor,
            dollars,
            next: AtomicUsize::new(0),
            clients,
            turn_of_tills: Arc::default(),
            turn_of_buyers: Arc::default(),
            told: Mutex::default(),
        });
        for till in 0..clients.tills {
            let load = load.clone();
            tokio::spawn(async move {
                let outcome = load.redeem_on(till).await;
                load.note_failure(outcome);
            });
        }
        for buyer in 0..clients.buyers {
            let load = load.clone();
            tokio::spawn(async move {
                let outcome = load.buy_on(buyer).await;
                load.note_failure(outcome);
            });
        }
        Ok(load)
    }

    async fn redeem_on(&self, till: usize) -> Result<(), Failure> {
        let mut line = Line { node: till, client: None };
        loop {
            let turn = self.turn_of_tills.read().await;
            self.redeem(&mut line).await?;
            drop(turn);
            sleep(self.clients.pause).await;
        }
    }

    async fn buy_on(&self, buyer: usize) -> Result<(), Failure> {
        let mut line = Line { node: buyer, client: None };
        // No two buyers share an account, because they would share its cart.
        for account in (0..ACCOUNTS).skip(buyer).step_by(self.clients.buyers).cycle() {
            let turn = self.turn_of_buyers.read().await;
            self.buy(&mut line, &self.people().accounts[account]).await?;
            drop(turn);
            sleep(self.clients.pause).await;
        }
        Ok(())
    }

    fn people(&self) -> Arc<People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Signs everyone in and looks all cards up again, if that was long ago. The database must be
    /// reachable.
    pub async fn renew(&self) -> Result<(), Failure> {
        if self.people().since.elapsed() < RENEWED_AFTER {
            return Ok(());
        }
        let mut client = Client::connect(&self.nodes[0]).await?;
        let people = People::sign_in(&mut client, &self.emails).await?;
        for card in &self.cards {
            card.look_up(&mut client, &people.clerk).await?;
        }
        *self.people.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(people);
        Ok(())
    }

    /// Redeems a cent from the next card at a node, and returns the card's id.
    pub async fn redeem_at(&self, node: usize) -> Result<String, Failure> {
        self.redeem(&mut Line { node, client: None }).await.map(str::to_owned)
    }

    async fn redeem(&self, line: &mut Line) -> Result<&str, Failure> {
        let number = self.next.fetch_add(1, Relaxed);
        let card = &self.cards[number % self.cards.len()];
        let (path, key) = (&card.path(), &format!("till-{number:012}"));
        let token = &self.people().clerk;
        let begun = Instant::now();
        self.insist(line, Call { method: "PUT", path, token, key, body: CENT }).await?;
        let mut told = self.told();
        told.acknowledged.push(Acknowledged::since(begun));
        *told.redeemed.entry(card.id.clone()).or_default() += 1;
        Ok(&card.id)
    }

    async fn buy(&self, line: &mut Line, token: &str) -> Result<(), Failure> {
        let number = self.next.fetch_add(1, Relaxed);
        let mut items: Value = serde_json::from_str(&sale::items(&self.vendor, self.dollars, 1))?;
        items["cartDetails"][0]["key"] = format!("item-{number:012}").into();
        let items = &items.to_string();
        let begun = Instant::now();
        let post = |path, key, body| Call { method: "POST", path, token, key, body };
        let cart = self.insist(line, post("/api/v1/Carts/items", "", items)).await?;
        let card = self.token_of_card().await?;
        let payment = sale::payment(&serde_json::from_str(&cart)?, self.dollars, &card);
        let key = &format!("order-{number:012}");
        let paid = self.insist(line, post("/api/v1/Orders/checkout", key, &payment)).await?;
        let cards = sale::cards(&serde_json::from_str(&paid)?);
        let [(_, card)] = &cards[..] else { return Err(format!("no card: {paid}").into()) };
        let mut told = self.told();
        told.acknowledged.push(Acknowledged::since(begun));
        told.bought.insert(card.clone());
        Ok(())
    }

    /// Exchanges a payment card for a token at the gateway.
    async fn token_of_card(&self) -> Result<Value, Failure> {
        let mut client = Client::connect(&self.gateway).await?;
        let body = &sale::payment_card();
        client.succeed(Call { method: "POST", path: GATEWAY, body, ..Call::default() }).await
    }

    /// Repeats a call until it succeeds. Returns the reply.
    async fn insist(&self, line: &mut Line, call: Call<'_>) -> Result<String, Failure> {
        let begun = Instant::now();
        loop {
            let (reply, wait) = match self.attempt(line, call).await {
                Ok(Ok(reply)) => return Ok(reply),
                Ok(Err(refused)) => refused,
                Err(error) => {
                    // The call is repeated at the other node.
                    *line = Line { node: line.node + 1, client: None };
                    (format!("no reply: {error}"), None)
                }
            };
            *self.told().replies.entry(reply.clone()).or_default() += 1;
            if begun.elapsed() > PATIENCE {
                return Err(format!("{} {}: {reply}", call.method, call.path).into());
            }
            sleep(wait.unwrap_or(PAUSE)).await;
        }
    }

    /// Makes a call once. A reply that is no success is returned as its status and error code, with
    /// the pause that it asks for.
    async fn attempt(
        &self,
        line: &mut Line,
        call: Call<'_>,
    ) -> Result<Result<String, (String, Option<Duration>)>, Failure> {
        if line.client.is_none() {
            line.client = Some(Client::connect(&self.nodes[line.node % self.nodes.len()]).await?);
        }
        let client = line.client.as_mut().ok_or("no connection")?;
        let (status, reply) = client.call(call).await?;
        if status == 200 {
            return Ok(Ok(reply.trim_start_matches('\u{feff}').to_owned()));
        }
        let code = texts(&reply, "errorCode").next().unwrap_or("without a code");
        let wait = client.retry_after().map(Duration::from_secs);
        let hint = if wait.is_some() { WITH_PAUSE } else { "without Retry-After" };
        Ok(Err((format!("{status} {code} {hint}"), wait)))
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_failure(&self, outcome: Result<(), Failure>) {
        if let Err(failure) = outcome {
            self.told().failure.get_or_insert(failure.to_string());
        }
    }

    /// Returns an error if a client has given up.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.told().failure {
            Some(failure) => Err(failure.clone().into()),
            None => Ok(()),
        }
    }

    /// Waits until no call is under way. The clients continue when both guards are dropped.
    pub async fn rest(&self) -> [Rest; 2] {
        [self.rest_of_tills().await, self.rest_of_buyers().await]
    }

    /// Waits until no redemption is under way.
    pub async fn rest_of_tills(&self) -> Rest {
        self.turn_of_tills.clone().write_owned().await
    }

    /// Waits until no purchase is under way.
    pub async fn rest_of_buyers(&self) -> Rest {
        self.turn_of_buyers.clone().write_owned().await
    }

    /// Id of the shop whose cards are bought and redeemed.
    pub fn vendor(&self) -> &str {
        &self.vendor
    }

    /// Waits until a write is acknowledged that was not acknowledged before this call.
    pub fn wait_for_writes(&self, limit: Duration) -> Result<(), Failure> {
        let (begun, before) = (Instant::now(), self.acknowledged());
        while self.acknowledged() == before {
            self.check()?;
            if begun.elapsed() > limit {
                return Err("nothing is acknowledged any more".into());
            }
            pause(PAUSE);
        }
        Ok(())
    }

    pub fn acknowledged(&self) -> usize {
        self.told().acknowledged.len()
    }

    /// Returns the durations of all operations but the first `skipped`.
    pub fn latencies(&self, skipped: usize) -> Vec<Duration> {
        self.told().acknowledged.iter().skip(skipped).map(|operation| operation.took).collect()
    }

    /// Returns the longest time without an acknowledged write from `from` until now.
    pub fn longest_silence(&self, from: Instant) -> Duration {
        let told = self.told();
        let times = told.acknowledged.iter().map(|operation| operation.at);
        let (mut last, mut longest) = (from, Duration::ZERO);
        for time in times.filter(|time| *time >= from) {
            longest = longest.max(time.saturating_duration_since(last));
            last = time;
        }
        longest.max(last.elapsed())
    }

    pub fn bought(&self) -> BTreeSet<String> {
        self.told().bought.clone()
    }

    /// Returns the cents that were redeemed from each card.
    pub fn redeemed(&self) -> BTreeMap<String, i64> {
        self.told().redeemed.clone()
    }

    pub fn replies(&self) -> BTreeMap<String, u64> {
        self.told().replies.clone()
    }
}

/// Codes of replies that name no pause, because only a call with an idempotency key may be repeated.
const UNKNOWN: [&str; 2] = ["OUTCOME_UNKNOWN", "PAYMENT_PENDING"];

/// Returns true if a reply in [`Load::replies`] is what clients may get during an outage: a 503 that
/// names a pause, or that says that the outcome is unknown.
pub fn is_of_an_outage(reply: &str) -> bool {
    let is_unknown = UNKNOWN.iter().any(|code| reply.contains(code));
    reply.starts_with("503 ") && (is_unknown || reply.ends_with(WITH_PAUSE))
}
