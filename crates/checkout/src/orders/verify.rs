//! Checks for the operators that every payment, refund and review is finished in time.

use std::time::Duration;

use db::Tx;

use kernel::timestamp::Timestamp;
use ledger::{Breach, Rule};
use platform::error::Result;

use crate::{disputes::reversals, fraud::review, order, payments};

/// Maximum time until the outcome of a payment is known. A payment whose outcome is still unknown
/// after this time is reported to the operators.
const MAX_PAYMENT: Duration = Duration::from_secs(2 * 24 * 3600);

/// Maximum time for a decision about a payment held at the gateway, and for a refund, before it is
/// reported to the operators.
const MAX_HELD: Duration = Duration::from_secs(7 * 24 * 3600);

/// Maximum delay of a scheduled check of a charge, before it is reported to the operators. A longer
/// delay means that the gateway doesn't answer or that the hourly budget is too small.
const MAX_QUESTION_DELAY: Duration = Duration::from_secs(3 * 24 * 3600);

/// Returns the ledger rules of orders, payments and reversed charges.
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

/// Lists payments, refunds, reviews and checks of charges that are overdue, for the operators.
pub fn overdue(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Breach>> {
    let rows = order::overdue(tx, now.minus(MAX_PAYMENT), now.minus(MAX_HELD))?;
    let rule = "a payment comes to its end";
    let mut found: Vec<_> =
        rows.into_iter().map(|(row, problem)| Breach { rule, row, problem }).collect();
    let refunds = payments::overdue_refunds(tx, now.minus(MAX_HELD))?;
    let rule = "a refund comes to its end";
    found.extend(refunds.into_iter().map(|(row, problem)| Breach { rule, row, problem }));
    found.extend(review::overdue(tx, now)?);
    found.extend(overdue_question(tx, now)?);
    Ok(found)
}

/// Returns a breach for the charge whose check is the most overdue, if it is overdue for too long.
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
