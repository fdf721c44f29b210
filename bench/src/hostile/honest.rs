//! Buyers who buy at a shop, and clerks there who redeem what was bought.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::{task::JoinSet, time::sleep};

use super::super::{
    Failure,
    client::{Call, Client},
    counter::CENT,
    sale,
    shop::{STAFF, UnpacedShop},
};

const BUYERS: usize = 10;
const CLERKS: usize = 10;
pub const CLIENTS: usize = BUYERS + CLERKS;
/// People think between two calls.
const PAUSE: Duration = Duration::from_millis(500);
/// A purchase is a few of them.
const BETWEEN_PURCHASES: Duration = Duration::from_secs(2);
/// Access tokens last ten minutes.
const SIGNED_IN_FOR: Duration = Duration::from_secs(300);

/// Where people go: to the shop, and, with the number of their payment card, to the gateway.
#[derive(Clone, Copy)]
pub struct Town {
    pub shop: SocketAddr,
    gateway: SocketAddr,
    tokens: &'static str,
}

impl Town {
    /// The shop's program is its own sandbox gateway.
    pub fn inside(shop: SocketAddr) -> Town {
        Town { shop, gateway: shop, tokens: "/sandbox/xml/v1/request.api" }
    }

    pub fn beside(shop: SocketAddr, gateway: SocketAddr) -> Town {
        Town { shop, gateway, tokens: "/xml/v1/request.api" }
    }
}

/// Several crowds may stand before one database, and none takes another's keys.
static KEYS: AtomicUsize = AtomicUsize::new(0);

pub struct Crowd {
    pub town: Town,
    vendor: String,
    dollars: u64,
    buyers: Vec<String>,
    /// The number and id of a card for each clerk.
    cards: Vec<(String, String)>,
}

/// Somebody signed in, who signs in again before the token ends.
struct Person {
    client: Client,
    gateway: Client,
    tokens: &'static str,
    email: String,
    token: String,
    since: Instant,
    latencies: Vec<Duration>,
}

impl Person {
    async fn new(town: Town, email: &str) -> Result<Person, Failure> {
        let mut client = Client::connect(&town.shop.to_string()).await?;
        let gateway = Client::connect(&town.gateway.to_string()).await?;
        let token = client.sign_in(email).await?;
        let (since, latencies) = (Instant::now(), Vec::new());
        let (email, tokens) = (email.to_owned(), town.tokens);
        Ok(Person { client, gateway, tokens, email, token, since, latencies })
    }

    /// An honest call: it succeeds, or all is over.
    async fn call(
        &mut self,
        method: &str,
        path: &str,
        key: &str,
        body: &str,
    ) -> Result<Value, Failure> {
        let begun = Instant::now();
        if begun - self.since > SIGNED_IN_FOR {
            self.token = self.client.sign_in(&self.email).await?;
            self.since = begun;
        }
        let call = Call { method, path, token: &self.token, key, body };
        let reply = self.client.succeed(call).await?;
        self.latencies.push(begun.elapsed());
        Ok(reply)
    }

    /// From an empty cart to a card: its number and its id.
    async fn buy(&mut self, vendor: &str, dollars: u64) -> Result<(String, String), Failure> {
        let items = sale::items(vendor, dollars, 1);
        let cart = self.call("POST", "/api/v1/Carts/items", "", &items).await?;
        let body = sale::payment_card();
        let call = Call { method: "POST", path: self.tokens, body: &body, ..Call::default() };
        let token = self.gateway.succeed(call).await?;
        let payment = sale::payment(&cart, dollars, &token);
        let paid = self.call("POST", "/api/v1/Orders/checkout", "", &payment).await?;
        sale::cards(&paid).pop().ok_or_else(|| format!("no card: {paid}").into())
    }

    /// As a till does it: the card is looked up, then a cent is taken.
    async fn redeem(&mut self, card: &(String, String), key: &str) -> Result<(), Failure> {
        let (number, id) = card;
        self.call("GET", &format!("/api/v1/Cards/codes/{number}"), "", "").await?;
        sleep(PAUSE).await;
        self.call("PUT", &format!("/api/v1/Cards/{id}/redeemed"), key, CENT).await.map(drop)
    }
}

impl Crowd {
    /// One cart is one person's: of two crowds before one database, the other one takes other buyers.
    pub async fn new(town: Town, is_other: bool) -> Result<Crowd, Failure> {
        let mut client = Client::connect(&town.shop.to_string()).await?;
        let admin = client.sign_in("admin@demo.test").await?;
        let (_, reply) = client.get("/api/v1/Accounts?pageSize=100", &admin).await?;
        let users: Value = serde_json::from_str(&reply)?;
        let users = users["items"].as_array().into_iter().flatten();
        let buyers = users
            .filter(|user| user["role"] == "CONSUMER" && user["isActive"] == true)
            .filter_map(|user| user["email"].as_str().map(str::to_owned))
            .skip(if is_other { BUYERS } else { 0 })
            .take(BUYERS)
            .collect();
        let UnpacedShop { vendor, amounts } = UnpacedShop::open(&mut client).await?;
        let dollars = *amounts.first().ok_or("a shop without cards")?;
        let mut crowd = Crowd { town, vendor, dollars, buyers, cards: Vec::new() };
        for buyer in 0..CLERKS {
            let email = crowd.buyers.get(buyer % crowd.buyers.len().max(1)).ok_or("no buyers")?;
            let mut buyer = Person::new(town, email).await?;
            crowd.cards.push(buyer.buy(&crowd.vendor, crowd.dollars).await?);
        }
        if crowd.buyers.len() < BUYERS {
            return Err("the demo has too few buyers".into());
        }
        Ok(crowd)
    }

    /// All of them, until the end; each brings the times of its calls.
    pub fn start(self, end: Instant) -> JoinSet<Result<Vec<Duration>, Failure>> {
        let crowd = Arc::new(self);
        let mut all = JoinSet::new();
        for number in 0..BUYERS {
            let crowd = crowd.clone();
            all.spawn(async move {
                let mut buyer = Person::new(crowd.town, &crowd.buyers[number]).await?;
                while Instant::now() < end {
                    buyer.buy(&crowd.vendor, crowd.dollars).await?;
                    sleep(BETWEEN_PURCHASES).await;
                }
                Ok(buyer.latencies)
            });
        }
        for number in 0..CLERKS {
            let crowd = crowd.clone();
            all.spawn(async move {
                let account = STAFF[number % STAFF.len()];
                let mut clerk = Person::new(crowd.town, account).await?;
                while Instant::now() < end {
                    let key = format!("hostile-{:012}", KEYS.fetch_add(1, Relaxed));
                    clerk.redeem(&crowd.cards[number], &key).await?;
                    sleep(PAUSE).await;
                }
                Ok(clerk.latencies)
            });
        }
        all
    }
}
