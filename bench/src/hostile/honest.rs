//! Honest users who keep working during the attacks: buyers at a shop, and clerks who redeem the
//! shop's cards.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use base64::{Engine, engine::general_purpose::STANDARD};
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
/// Number of users who sign in repeatedly from a browser that the server knows.
const REGULARS: usize = 3;
/// Number of users who sign in from a browser that the server does not know.
const NEWCOMERS: usize = 2;
pub const CLIENTS: usize = BUYERS + CLERKS + REGULARS + NEWCOMERS;
/// Pause between two calls of a user.
const PAUSE: Duration = Duration::from_millis(500);
/// Number of purchases per picture: after every fifth purchase, the buyer also saves the card's
/// picture.
const PICTURES_EVERY: usize = 5;
/// Pause of a buyer between two purchases.
const BETWEEN_PURCHASES: Duration = Duration::from_secs(2);
/// Time after which a user signs in again, before the access token expires after ten minutes.
const SIGNED_IN_FOR: Duration = Duration::from_secs(300);

/// Addresses of the shop's program and of the gateway that exchanges payment cards for tokens.
#[derive(Clone, Copy)]
pub struct Town {
    pub shop: SocketAddr,
    gateway: SocketAddr,
    tokens: &'static str,
}

impl Town {
    /// Uses the sandbox gateway that runs inside the program.
    pub fn inside(shop: SocketAddr) -> Town {
        Town { shop, gateway: shop, tokens: "/sandbox/xml/v1/request.api" }
    }

    pub fn beside(shop: SocketAddr, gateway: SocketAddr) -> Town {
        Town { shop, gateway, tokens: "/xml/v1/request.api" }
    }
}

/// Next number for an idempotency key, shared by all crowds. Crowds on the same database must not
/// use the same keys.
static KEYS: AtomicUsize = AtomicUsize::new(0);

pub struct Crowd {
    pub town: Town,
    vendor: String,
    dollars: u64,
    buyers: Vec<String>,
    /// Email addresses of users who only sign in and out.
    visitors: Vec<String>,
    /// Number and id of the card that each clerk redeems.
    cards: Vec<(String, String)>,
}

/// Signed-in user. Signs in again before the access token expires.
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

    /// Makes a call as this user and records its latency. A refusal is an error and ends the
    /// benchmark.
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

    /// Buys one card, starting with an empty cart. Returns the card's number and id.
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

    /// Signs in from a browser that the server knows.
    async fn sign_in_again(&mut self) -> Result<(), Failure> {
        let begun = Instant::now();
        self.token = self.client.sign_in(&self.email).await?;
        self.latencies.push(begun.elapsed());
        Ok(())
    }

    /// Signs in from a browser that the server does not know. Solves the captcha that the server
    /// requires under load; the time for solving the captcha is not counted.
    async fn sign_in_elsewhere(&mut self) -> Result<(), Failure> {
        self.client.forget_cookie();
        let mut token = String::new();
        loop {
            let begun = Instant::now();
            let body = &serde_json::json!({
                "email": self.email, "password": "demo-password-1", "reCaptchaToken": token,
            })
            .to_string();
            let path = "/api/v1/OAuth/login";
            let call = Call { method: "POST", path, body, ..Call::default() };
            let (status, reply) = self.client.call(call).await?;
            self.latencies.push(begun.elapsed());
            if status == 200 {
                return Ok(());
            }
            if !reply.contains("CAPTCHA_REQUIRED") || !token.is_empty() {
                return Err(format!("a newcomer is not let in: {status} {reply}").into());
            }
            token = self.solve_captcha().await?;
        }
    }

    async fn solve_captcha(&mut self) -> Result<String, Failure> {
        let begun = Instant::now();
        let (_, challenge) = self.client.get("/captcha/challenge?purpose=sign-in", "").await?;
        self.latencies.push(begun.elapsed());
        let challenge: Challenge = serde_json::from_str(&challenge)?;
        let solve = move || {
            let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).ok().flatten();
            let payload = Payload { challenge: challenge.clone(), solution: solution? };
            serde_json::to_vec(&payload).ok().map(|json| STANDARD.encode(json))
        };
        Ok(tokio::task::spawn_blocking(solve).await?.ok_or("a captcha without a solution")?)
    }

    /// Downloads the picture of one of the user's cards.
    async fn save_picture(&mut self, id: &str) -> Result<(), Failure> {
        let (path, begun) = (format!("/api/v1/Cards/{id}/picture"), Instant::now());
        let call = Call { method: "GET", path: &path, token: &self.token, ..Call::default() };
        let (status, picture) = self.client.exchange(call).await?;
        if status != 200 || !picture.starts_with(b"\x89PNG") {
            return Err(format!("no picture of a card: {status}").into());
        }
        self.latencies.push(begun.elapsed());
        Ok(())
    }

    /// Looks a card up and redeems one cent, as a till does.
    async fn redeem(&mut self, card: &(String, String), key: &str) -> Result<(), Failure> {
        let (number, id) = card;
        self.call("GET", &format!("/api/v1/Cards/codes/{number}"), "", "").await?;
        sleep(PAUSE).await;
        self.call("PUT", &format!("/api/v1/Cards/{id}/redeemed"), key, CENT).await.map(drop)
    }
}

impl Crowd {
    /// Prepares the users and buys a card for each clerk. A person has only one cart, so a second
    /// crowd on the same database must use other buyers (`is_other`).
    pub async fn new(town: Town, is_other: bool) -> Result<Crowd, Failure> {
        let mut client = Client::connect(&town.shop.to_string()).await?;
        let admin = client.sign_in("admin@demo.test").await?;
        let (_, reply) = client.get("/api/v1/Accounts?pageSize=100", &admin).await?;
        let users: Value = serde_json::from_str(&reply)?;
        let users = users["items"].as_array().into_iter().flatten();
        let mut consumers: Vec<String> = users
            .filter(|user| user["role"] == "CONSUMER" && user["isActive"] == true)
            .filter_map(|user| user["email"].as_str().map(str::to_owned))
            .collect();
        let visitors = consumers.split_off(consumers.len().saturating_sub(REGULARS + NEWCOMERS));
        let skipped = if is_other { BUYERS } else { 0 };
        let buyers = consumers.into_iter().skip(skipped).take(BUYERS).collect();
        let UnpacedShop { vendor, amounts } = UnpacedShop::open(&mut client).await?;
        let dollars = *amounts.first().ok_or("a shop without cards")?;
        let mut crowd = Crowd { town, vendor, dollars, buyers, visitors, cards: Vec::new() };
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

    /// Signs in all users, so that the server knows their browsers before the attacks begin.
    pub async fn arrive(self) -> Result<Arrived, Failure> {
        let town = self.town;
        let all = |emails: Vec<String>| async move {
            let mut people = Vec::new();
            for email in emails {
                people.push(Person::new(town, &email).await?);
            }
            Ok::<_, Failure>(people)
        };
        let clerks = (0..CLERKS).map(|number| STAFF[number % STAFF.len()].to_owned());
        Ok(Arrived {
            vendor: self.vendor,
            dollars: self.dollars,
            buyers: all(self.buyers).await?,
            clerks: all(clerks.collect()).await?.into_iter().zip(self.cards).collect(),
            visitors: all(self.visitors).await?,
        })
    }
}

/// Signed-in users, with a card for each clerk.
pub struct Arrived {
    vendor: String,
    dollars: u64,
    buyers: Vec<Person>,
    clerks: Vec<(Person, (String, String))>,
    visitors: Vec<Person>,
}

impl Arrived {
    /// Starts all users, who work until `end`. Each task returns the durations of the user's calls.
    pub fn start(self, end: Instant) -> JoinSet<Result<Vec<Duration>, Failure>> {
        let mut all = JoinSet::new();
        for mut buyer in self.buyers {
            let (vendor, dollars) = (self.vendor.clone(), self.dollars);
            all.spawn(async move {
                let mut purchases: usize = 0;
                while Instant::now() < end {
                    let (_, id) = buyer.buy(&vendor, dollars).await?;
                    if purchases.is_multiple_of(PICTURES_EVERY) {
                        buyer.save_picture(&id).await?;
                    }
                    purchases += 1;
                    sleep(BETWEEN_PURCHASES).await;
                }
                Ok(buyer.latencies)
            });
        }
        for (mut clerk, card) in self.clerks {
            all.spawn(async move {
                while Instant::now() < end {
                    let key = format!("hostile-{:012}", KEYS.fetch_add(1, Relaxed));
                    clerk.redeem(&card, &key).await?;
                    sleep(PAUSE).await;
                }
                Ok(clerk.latencies)
            });
        }
        for (number, mut visitor) in self.visitors.into_iter().enumerate() {
            all.spawn(async move {
                while Instant::now() < end {
                    match number < REGULARS {
                        true => visitor.sign_in_again().await?,
                        false => visitor.sign_in_elsewhere().await?,
                    }
                    sleep(BETWEEN_PURCHASES).await;
                }
                Ok(visitor.latencies)
            });
        }
        all
    }
}
