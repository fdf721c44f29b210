//! Tests of payments: a cart becomes one charge and its cards, or neither.

mod checkout;
mod crashes;
mod declines;
mod fail_points;
mod held;
mod idempotency;
mod late_disputes;
mod lists;
mod log_secrets;
mod log_traces;
mod lookups;
mod reconciliation;
pub mod reversals;
pub mod review;
mod tampering;
mod unknown_outcomes;
mod webhooks;

use serde_json::Value;

use crate::support::{
    Visitor,
    till::{APPROVED, Till, pay},
};

/// Returns whether the value of all issued cards equals the total of all charges.
pub async fn is_charge_delivered(till: &Till) -> bool {
    let cards = "SELECT CAST(COALESCE(SUM(face), 0) AS BIGINT) FROM card";
    till.app.count(cards).await.unsigned_abs() == charged(till)
}

fn charged(till: &Till) -> u64 {
    till.charges().iter().map(|(_, cents)| cents).sum()
}

/// Waits for all checkouts to end and checks that cards and charges agree. If nothing was charged,
/// checks that the cart can still be paid.
pub async fn settle_and_check(till: &Till, visitor: &Visitor<'_>, cart: &str) {
    till.finish_checkouts().await;
    let charged = charged(till);
    assert!(is_charge_delivered(till).await, "{:?}", till.sandbox.ledger());
    assert!(charged == 0 || charged == 12_500, "{:?}", till.charges());
    if charged == 0 {
        let reply = pay(till, visitor, cart, APPROVED).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    till.app.run_jobs().await;
    assert_eq!(till.charges().len(), 1, "{:?}", till.charges());
    assert_eq!(till.cards().await, 3);
    let mails = till.app.mails_to(&till.ann.email).await;
    let count = |part| {
        let says = |mail: &&Value| mail["subject"].as_str().is_some_and(|text| text.contains(part));
        mails.iter().filter(says).count()
    };
    assert_eq!(count("receipt"), 1, "one receipt");
    let about_cards = mails.len() - count("did not go through");
    assert_eq!(about_cards, 4, "and a mail for each card");
}

pub async fn order(visitor: &Visitor<'_>, cart: &str) -> Value {
    visitor.get(&format!("/api/v1/Orders/{cart}")).send().await.json()
}
