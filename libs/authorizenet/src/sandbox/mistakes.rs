//! Silent errors of the gateway: charges that it loses, never settles, doubles, invents or alters.
//! The gateway sends no webhook about them, so only its lists of transactions show them.

use jiff::Timestamp;

use super::{
    Sandbox,
    ledger::{Ledger, Transaction},
};
use crate::{amount::Amount, names::TransactionId, query::Status};

impl Sandbox {
    /// Removes a charge from all lists. Returns `false` if the charge does not exist.
    pub fn lose(&self, charge: &TransactionId) -> bool {
        self.lock().ledger.transactions.remove(&number(charge)).is_some()
    }

    /// Makes the next settlement fail: its batch is listed with an error, and nothing is paid.
    pub fn fail_settlement(&self) {
        self.lock().ledger.fails_next = true;
    }

    /// Marks a charge as expired, so that it never settles. Returns `false` if the charge does not
    /// exist.
    pub fn expire(&self, charge: &TransactionId) -> bool {
        self.lock().ledger.change(charge, |charge| charge.status = Status::Expired)
    }

    /// Repeats a charge on the same card, under the same reference. Returns the number of the new
    /// charge.
    pub fn double(&self, charge: &TransactionId) -> Option<TransactionId> {
        let now = (self.clock)();
        let mut state = self.lock();
        let first = state.ledger.transactions.get(&number(charge))?.clone();
        state.ledger.add(first, now)
    }

    /// Adds a charge that no merchant requested, on the card of an existing charge. Returns the
    /// number of the new charge, or `None` if there is no existing charge.
    pub fn invent(&self, invoice: &str, amount: Amount) -> Option<TransactionId> {
        let now = (self.clock)();
        let mut state = self.lock();
        let model = state.ledger.transactions.values().find(|known| !known.is_refund)?.clone();
        let (invoice, reference) = (invoice.to_owned(), invoice.to_owned());
        state.ledger.add(Transaction { invoice, reference, amount, ..model }, now)
    }

    /// Changes the amount of a charge. Returns `false` if the charge does not exist.
    pub fn alter(&self, charge: &TransactionId, amount: Amount) -> bool {
        self.lock().ledger.change(charge, |charge| charge.amount = amount)
    }
}

fn number(charge: &TransactionId) -> u64 {
    charge.as_str().parse().unwrap_or_default()
}

impl Ledger {
    fn change(&mut self, charge: &TransactionId, change: impl FnOnce(&mut Transaction)) -> bool {
        self.transactions.get_mut(&number(charge)).map(change).is_some()
    }

    fn add(&mut self, like: Transaction, now: Timestamp) -> Option<TransactionId> {
        let id = self.next_number();
        let status = Status::CapturedPendingSettlement;
        let added = Transaction {
            id,
            status,
            code: "1",
            reason: "1",
            submitted_at: now,
            batch: None,
            ..like
        };
        self.transactions.insert(id, added);
        TransactionId::parse(&id.to_string())
    }
}
