//! Local sandbox that has the protocol of the real gateway and uses play money. It keeps its state
//! in memory behind one lock and reads an injected clock. Equal seeds produce equal transaction
//! numbers, and tests can inject faults. [`Sandbox::router`] serves merchants and browsers.
//! [`Sandbox::admin_router`] serves the operator of the sandbox.

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

/// Source of the current time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

pub struct Settings {
    pub clock: Clock,
    /// Seed for the numbers and tokens that the sandbox issues; random if `None`.
    pub seed: Option<u64>,
    /// Interval between automatic settlements, counted from midnight. No automatic settlement if
    /// `None`.
    pub settles_every: Option<SignedDuration>,
    /// URL to which the sandbox sends webhooks.
    pub webhook_url: Option<String>,
    /// Whether to report charges that the sandbox does not know as declined. The sandbox forgets
    /// all charges when it stops, so a merchant that kept its database needs this.
    pub rejects_unknown: bool,
}

/// Running sandbox. Clones share the same state.
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

/// Transaction in the sandbox, as listed for tests and the control API.
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

    /// Returns the routes `/xml/v1/request.api`, `/v1/Accept.js` and `/credentials.json`.
    pub fn router(&self) -> Router {
        http::router(self.clone())
    }

    /// Returns the routes of the control API. They are unauthenticated, so serve them on a loopback
    /// port only.
    pub fn admin_router(&self) -> Router {
        admin::router(self.clone())
    }

    /// Injects a fault into the next request for this operation; see [`Fault`].
    pub fn fail(&self, operation: &str, fault: Fault) {
        self.lock().faults.order(operation, fault);
    }

    /// Settles all transactions that can be settled. Returns how many there were.
    pub fn settle(&self) -> usize {
        let now = (self.clock)();
        self.lock().ledger.settle(now, now)
    }

    /// Approves or declines a held transaction. Returns `false` if no held transaction has this
    /// number.
    pub fn review(&self, transaction: &TransactionId, is_approved: bool) -> bool {
        let id = transaction.as_str().parse().unwrap_or_default();
        let answer = self.lock().ledger.review(id, is_approved);
        self.tell();
        answer.code == "1"
    }

    /// Voids a charge at the gateway itself, without a request from the merchant. Returns `false`
    /// if the charge can't be voided.
    pub fn void(&self, transaction: &TransactionId) -> bool {
        let id = transaction.as_str().parse().unwrap_or_default();
        let answer = self.lock().ledger.void(id);
        self.tell();
        answer.code == "1"
    }

    /// Refunds a settled charge at the gateway itself, in full or in part. Returns the number of
    /// the refund.
    pub fn refund(&self, transaction: &TransactionId, amount: Amount) -> Option<TransactionId> {
        let id = transaction.as_str().parse().unwrap_or_default();
        let now = (self.clock)();
        let answer = self.lock().ledger.refund_by_hand(id, amount, now);
        self.tell();
        TransactionId::parse(&answer.id.to_string()).filter(|_| answer.code == "1")
    }

    /// Reverses a settled charge, like the cardholder's bank after a dispute. The gateway sends no
    /// webhook about it.
    pub fn dispute(&self, transaction: &TransactionId) -> bool {
        self.lock().ledger.dispute(transaction.as_str().parse().unwrap_or_default())
    }

    /// Cancels a chargeback, like a bank that decides for the merchant. The gateway sends no
    /// webhook about it.
    pub fn win(&self, transaction: &TransactionId) -> bool {
        self.lock().ledger.win(transaction.as_str().parse().unwrap_or_default())
    }

    /// Returns all transactions, oldest first.
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

    /// Locks the state. Every change is a single step, so the state is consistent even after a
    /// panic.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues the webhooks of new events and starts their delivery.
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

    /// Delivers webhooks one by one. A webhook that can't be delivered is dropped, because
    /// merchants treat webhooks as hints only.
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
