//! Sandbox for tests, on a free port and with a clock that the test sets.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use authorizenet::{
    Charge, Client, Outcome, Receipt, Reference, Secret, Settings, TransactionId,
    sandbox::{self, CREDENTIALS, Sandbox},
};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::{charge, plain, serve};

pub const VISA: &str = "4111111111111111";
pub const START: &str = "2026-03-10T15:00:00Z";

pub struct Play {
    pub sandbox: Sandbox,
    pub address: SocketAddr,
    pub client: Client,
    seconds: Arc<AtomicI64>,
}

impl Play {
    pub async fn start() -> Play {
        let start: Timestamp = START.parse().expect("a moment");
        let seconds = Arc::new(AtomicI64::new(start.as_second()));
        let hands = seconds.clone();
        let clock = move || Timestamp::from_second(hands.load(Ordering::SeqCst)).expect("a moment");
        let sandbox = Sandbox::new(sandbox::Settings {
            clock: Arc::new(clock),
            seed: Some(1),
            settles_every: Some(SignedDuration::from_hours(24)),
            webhook_url: None,
            rejects_unknown: false,
        });
        let address = serve(sandbox.router()).await;
        let client = client(address, Duration::from_secs(60));
        Play { sandbox, address, client, seconds }
    }

    /// Creates a client of this sandbox with a short timeout.
    pub fn impatient(&self) -> Client {
        client(self.address, Duration::from_millis(200))
    }

    pub fn now(&self) -> Timestamp {
        Timestamp::from_second(self.seconds.load(Ordering::SeqCst)).expect("a moment")
    }

    pub fn advance(&self, seconds: i64) {
        self.seconds.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Sends a raw request body to the API, as a browser would, and returns the parsed reply.
    pub async fn post(&self, body: &str) -> Value {
        let reply = plain::send(self.address, "POST", "/xml/v1/request.api", body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let text = reply.body.strip_prefix('\u{feff}').expect("a byte order mark");
        serde_json::from_str(text).expect("JSON")
    }

    /// Requests a token for a card number, as Accept.js does in the browser.
    pub async fn token(&self, number: &str) -> String {
        self.token_with(&format!(r#""cardNumber":"{number}","expirationDate":"122030""#)).await
    }

    pub async fn token_with(&self, card: &str) -> String {
        let reply = self.post(&tokenise(card)).await;
        let value = reply["opaqueData"]["dataValue"].as_str();
        value.unwrap_or_else(|| panic!("no token: {reply}")).to_owned()
    }

    pub async fn charge_of(&self, number: &str) -> Charge {
        charge(&self.token(number).await)
    }

    /// Makes a charge that succeeds. Returns its receipt.
    pub async fn paid(&self, reference: Reference) -> Receipt {
        let charge = Charge { reference, ..self.charge_of(VISA).await };
        match self.client.charge(&charge).await {
            Outcome::Approved(receipt) => receipt,
            other => panic!("{other:?}"),
        }
    }

    pub async fn status(&self, id: &TransactionId) -> String {
        let found = self.client.find_transaction(id).await.expect("an answer");
        found.expect("a transaction").status.as_str().to_owned()
    }
}

fn client(address: SocketAddr, timeout: Duration) -> Client {
    let url = format!("http://{address}/xml/v1/request.api");
    let key = Secret::new(CREDENTIALS.transaction_key);
    Client::new(Settings { timeout, ..Settings::new(url, CREDENTIALS.login_id, key) })
        .expect("a client")
}

/// Builds the body of a token request. Writes JSON by hand because the order of the keys matters.
pub fn tokenise(card: &str) -> String {
    format!(
        r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},"data":{{"type":"TOKEN","id":"1","token":{{{card}}}}}}}}}"#,
        CREDENTIALS.login_id, CREDENTIALS.client_key
    )
}
