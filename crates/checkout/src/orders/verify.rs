//! That no payment is left lying.

use std::time::Duration;

use db::Tx;

use kernel::timestamp::Timestamp;
use ledger::{Breach, Rule};
use platform::error::Result;

use crate::{disputes::reversals, fraud::review, order, payments};

/// By then it is known what became of a payment, or somebody has to look at it.
const LONGEST_PAYMENT: Duration = Duration::from_secs(2 * 24 * 3600);

/// Whoever decides about a held payment has done so by then, or was never asked.
const LONGEST_HELD: Duration = Duration::from_secs(7 * 24 * 3600);

/// Later than this after it was due, the answer about a charge is missing: the gateway gives none, or the budget is too small.
const MAX_QUESTION_DELAY: Duration = Duration::from_secs(3 * 24 * 3600);

/// Rules of orders, payments and reversed charges in the books.
pub fn rules() -> Vec<Rule> {
    [
        order::RULES,
        reversals::RULES,
        payments::RULES_OF_REFUNDS,
        review::RULES,
        payments::RULES_OF_LOOKUPS,
    ]
    .concat()
}

/// Payments, and charges that are to be voided, which don't come to their end by themselves.
pub fn overdue(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Breach>> {
    let rows = order::overdue(tx, now.minus(LONGEST_PAYMENT), now.minus(LONGEST_HELD))?;
    let rule = "a payment comes to its end";
    let mut found: Vec<_> =
        rows.into_iter().map(|(row, problem)| Breach { rule, row, problem }).collect();
    let refunds = payments::overdue_refunds(tx, now.minus(LONGEST_HELD))?;
    let rule = "a refund comes to its end";
    found.extend(refunds.into_iter().map(|(row, problem)| Breach { rule, row, problem }));
    found.extend(review::overdue(tx, now)?);
    found.extend(overdue_question(tx, now)?);
    Ok(found)
}

/// The charge that the gateway has not been asked about for the longest time, when that is too long.
fn overdue_question(tx: &mut Tx<'_>, now: Timestamp) -> Result<Option<Breach>> {
    let longest = payments::watch::longest_due(tx)?;
    let late = longest.filter(|(_, due_at)| now.since(*due_at) > MAX_QUESTION_DELAY);
    Ok(late.map(|(attempt, due_at)| Breach {
        rule: "a charge is asked about in time",
        row: attempt.to_string(),
        problem: format!(
            "the gateway should have been asked about it {} days ago",
            now.since(due_at).as_secs() / (24 * 3600)
        ),
    }))
}
