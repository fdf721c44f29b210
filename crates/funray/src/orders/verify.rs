//! That no payment is left lying.

use std::time::Duration;

use db::Tx;

use super::{reversals, review, store};
use crate::{
    error::Result,
    kernel::timestamp::Timestamp,
    ledger::{Breach, Rule},
    payments,
};

/// By then it is known what became of a payment, or somebody has to look at it.
const LONGEST_PAYMENT: Duration = Duration::from_secs(2 * 24 * 3600);

/// Whoever decides about a held payment has done so by then, or was never asked.
const LONGEST_HELD: Duration = Duration::from_secs(7 * 24 * 3600);

/// What must be true of orders, payments, and reversed charges.
pub fn rules() -> impl Iterator<Item = Rule> + Send {
    let reversals = reversals::RULES.iter().chain(payments::RULES_OF_REFUNDS);
    let found = payments::RULES_OF_LOOKUPS;
    store::RULES.iter().chain(reversals).chain(review::RULES).chain(found).copied()
}

/// Payments, and charges that are to be voided, which don't come to their end by themselves.
pub fn overdue(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Breach>> {
    let rows = store::overdue(tx, now.minus(LONGEST_PAYMENT), now.minus(LONGEST_HELD))?;
    let rule = "a payment comes to its end";
    let mut found: Vec<_> =
        rows.into_iter().map(|(row, problem)| Breach { rule, row, problem }).collect();
    let refunds = payments::overdue_refunds(tx, now.minus(LONGEST_HELD))?;
    let rule = "a refund comes to its end";
    found.extend(refunds.into_iter().map(|(row, problem)| Breach { rule, row, problem }));
    found.extend(review::overdue(tx, now)?);
    Ok(found)
}
