//! What the gateway gets wrong by itself: charges that it loses, never settles, takes twice, makes up, or knows by another amount.
//! It tells nobody; whoever reads its lists can find it.

use jiff::Timestamp;

use super::{
    Sandbox,
    ledger::{Ledger, Transaction},
};
use crate::{amount::Amount, names::TransactionId, query::Status};

impl Sandbox {
    /// Forgets a charge: no list has it any more. `false` when it doesn't know it.
    pub fn lose(&self, charge: &TransactionId) -> bool {
        self.lock().ledger.transactions.remove(&number(charge)).is_some()
    }

    /// Lets go of a charge that was never settled.
    pub fn expire(&self, charge: &TransactionId) -> bool {
        self.lock().ledger.change(charge, |charge| charge.status = Status::Expired)
    }

    /// Takes a charge once more, under the same reference: the number of the second one.
    pub fn double(&self, charge: &TransactionId) -> Option<TransactionId> {
        let now = (self.clock)();
        let mut state = self.lock();
        let first = state.ledger.transactions.get(&number(charge))?.clone();
        state.ledger.add(first, now)
    }

    /// Has a charge of this amount that nobody asked for, of a card that it knows: its number.
    pub fn invent(&self, invoice: &str, amount: Amount) -> Option<TransactionId> {
        let now = (self.clock)();
        let mut state = self.lock();
        let model = state.ledger.transactions.values().find(|known| !known.is_refund)?.clone();
        let (invoice, reference) = (invoice.to_owned(), invoice.to_owned());
        state.ledger.add(Transaction { invoice, reference, amount, ..model }, now)
    }

    /// Knows a charge by another amount from now on.
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
