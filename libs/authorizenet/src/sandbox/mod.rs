//! A gateway on this machine: the protocol of the real one, with play money. It keeps everything in memory behind one lock, takes
//! its time from a clock that is handed in, gives out the same numbers for the same seed, and fails when it is told to.
//!
//! [`Sandbox::router`] answers merchants and browsers, [`Sandbox::admin_router`] whoever runs the sandbox.

mod admin;
mod calls;
mod cards;
mod elements;
mod events;
mod faults;
mod http;
mod json;
mod ledger;
mod mistakes;
mod numbers;
mod replies;
mod schema;
mod words;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::Router;
use hyper::header::HeaderName;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::{
    amount::Amount,
    names::TransactionId,
    post::{Address, Patience, Post},
    webhook,
};
use events::Webhooks;
use faults::Faults;
use ledger::Ledger;

pub use crate::credentials::{CREDENTIALS, Credentials};
pub use events::{Mishap, ReleaseOrder};
pub use faults::Fault;

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

pub struct Settings {
    pub clock: Clock,
    /// The same seed gives the same numbers.
    pub seed: Option<u64>,
    /// How often transactions are settled by themselves, counted from midnight.
    pub settles_every: Option<SignedDuration>,
    /// Who is told what happens.
    pub webhook_url: Option<String>,
    /// Whether charges that it doesn't know were declined, for merchants with older books: it forgets all charges when it ends.
    pub rejects_unknown: bool,
}

/// Clones are the same sandbox.
#[derive(Clone)]
pub struct Sandbox {
    clock: Clock,
    state: Arc<Mutex<State>>,
}

struct State {
    ledger: Ledger,
    faults: Faults,
    webhooks: Webhooks,
}

/// A line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    pub trans_id: String,
    pub is_refund: bool,
    pub status: String,
    pub amount: Amount,
    pub invoice_number: String,
    pub submitted_at: Timestamp,
}

impl Sandbox {
    pub fn new(settings: Settings) -> Sandbox {
        let now = (settings.clock)();
        let ledger = Ledger::new(&settings, now);
        let webhooks = Webhooks::to(settings.webhook_url);
        let state = State { ledger, faults: Faults::default(), webhooks };
        Sandbox { clock: settings.clock, state: Arc::new(Mutex::new(state)) }
    }

    /// `/xml/v1/request.api`, `/v1/Accept.js` and `/credentials.json`.
    pub fn router(&self) -> Router {
        http::router(self.clone())
    }

    /// Settling, deciding, failing, looking into the ledger: on a port that only the machine itself reaches.
    pub fn admin_router(&self) -> Router {
        admin::router(self.clone())
    }

    /// The next request for this operation fails so. See [`Fault`].
    pub fn fail(&self, operation: &str, fault: Fault) {
        self.lock().faults.order(operation, fault);
    }

    /// Settles everything that can be settled; answers how much that was.
    pub fn settle(&self) -> usize {
        let now = (self.clock)();
        self.lock().ledger.settle(now, now)
    }

    /// Decides about a transaction that is held; `false` when there is none to decide about.
    pub fn review(&self, transaction: &TransactionId, is_approved: bool) -> bool {
        let id = transaction.as_str().parse().unwrap_or_default();
        let answer = self.lock().ledger.review(id, is_approved);
        self.tell();
        answer.code == "1"
    }

    /// Somebody voids a charge at the gateway; `false` when it can't be.
    pub fn void(&self, transaction: &TransactionId) -> bool {
        let id = transaction.as_str().parse().unwrap_or_default();
        let answer = self.lock().ledger.void(id);
        self.tell();
        answer.code == "1"
    }

    /// Somebody refunds a settled charge at the gateway, wholly or in part: the refund's number.
    pub fn refund(&self, transaction: &TransactionId, amount: Amount) -> Option<TransactionId> {
        let id = transaction.as_str().parse().unwrap_or_default();
        let now = (self.clock)();
        let answer = self.lock().ledger.refund_by_hand(id, amount, now);
        self.tell();
        TransactionId::parse(&answer.id.to_string()).filter(|_| answer.code == "1")
    }

    /// The cardholder's bank takes a settled charge back. The gateway tells nobody of it.
    pub fn dispute(&self, transaction: &TransactionId) -> bool {
        self.lock().ledger.dispute(transaction.as_str().parse().unwrap_or_default())
    }

    /// The bank gives back what it has taken of a disputed charge. The gateway tells nobody of that either.
    pub fn win(&self, transaction: &TransactionId) -> bool {
        self.lock().ledger.win(transaction.as_str().parse().unwrap_or_default())
    }

    /// All transactions, oldest first.
    pub fn ledger(&self) -> Vec<Record> {
        let state = self.lock();
        let record = |transaction: &ledger::Transaction| Record {
            trans_id: transaction.id.to_string(),
            is_refund: transaction.is_refund,
            status: transaction.status.as_str().to_owned(),
            amount: transaction.amount,
            invoice_number: transaction.invoice.clone(),
            submitted_at: transaction.submitted_at,
        };
        state.ledger.transactions.values().map(record).collect()
    }

    pub fn send_webhooks_to(&self, url: &str) {
        self.lock().webhooks.url = Some(url.to_owned());
    }

    pub fn hold_webhooks(&self) {
        self.lock().webhooks.is_holding = true;
    }

    pub fn release_webhooks(&self, order: ReleaseOrder) {
        self.lock().webhooks.release(order);
        self.tell();
    }

    pub fn spoil_next_webhook(&self, mishap: Mishap) {
        self.lock().webhooks.order(mishap);
    }

    /// What it holds is whole even after a panic: every change is made in one go.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the notes about what has happened, and sees that somebody delivers them.
    fn tell(&self) {
        let now = (self.clock)();
        let mut state = self.lock();
        for note in std::mem::take(&mut state.ledger.notes) {
            let notification_id = state.ledger.uuid();
            if state.webhooks.url.is_some() {
                state.webhooks.add(note.write(notification_id, now));
            }
        }
        if state.webhooks.has_next() && !state.webhooks.is_delivering {
            state.webhooks.is_delivering = true;
            tokio::spawn(self.clone().deliver());
        }
    }

    /// One after the other. What can't be delivered is lost: a webhook is a hint.
    async fn deliver(self) {
        while let Some((address, delivery)) = self.next_delivery() {
            let patience =
                Patience { connect: Duration::from_secs(5), total: Duration::from_secs(10) };
            let signature = HeaderName::from_static(webhook::SIGNATURE_HEADER);
            let headers = [(signature, delivery.signature)];
            let _ = Post::new(address, patience).send(delivery.body, &headers).await;
        }
    }

    fn next_delivery(&self) -> Option<(Address, events::Delivery)> {
        let mut state = self.lock();
        let address = state.webhooks.url.as_deref().and_then(Address::parse);
        let next = address.zip(state.webhooks.next());
        state.webhooks.is_delivering = next.is_some();
        next
    }
}
