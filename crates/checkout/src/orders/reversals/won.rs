//! Disputes that are won: the bank gives back what it had taken, and everything is as it was.

use db::Tx;
use serde_json::json;

use super::{super::reconciliation, beyond, mails, orders, store};
use access::audit::{self, Author, Entry, Subject};
use kernel::{money::Cents, timestamp::Timestamp};
use platform::{app::App, error::Result};

use crate::{
    orders::actions,
    payments::{self, AttemptRow, State},
};

const REASON: &str = "The dispute was won.";

/// The charge stands again. Where it was taken back in parts, nobody knows which of them that undoes: a person has to look.
pub fn undo(tx: &mut Tx<'_>, app: &App, now: Timestamp, charge: &str) -> Result<()> {
    let Some(attempt) = payments::find_by_transaction(tx, charge)? else {
        tracing::error!(charge, "a dispute of a charge that is none of ours was won");
        return Ok(());
    };
    let order = attempt.order_id;
    tx.ask(orders::lock_cart(tx.engine(), attempt.person_id, order))?;
    let attempt = payments::lock(tx, attempt.key())?;
    if attempt.state != State::Reversed {
        return undo_beyond(tx, now, &attempt);
    }
    let Some(dispute) = store::find_dispute(tx, attempt.key(), attempt.reversed)? else {
        // The gateway goes on saying so after somebody else has given the money back.
        if store::are_disputes_won(tx, attempt.key())? {
            return Ok(());
        }
        return reconciliation::list_won_dispute(tx, app, now, charge, &attempt);
    };
    cards::restore_order(tx, now, order, super::reason(payments::ReversalCause::Disputed), REASON)?;
    orders::clear_reversed(tx, attempt.person_id, order)?;
    payments::restore(tx, now, &attempt)?;
    beyond::undo(tx, now, &attempt, &dispute.beyond(), REASON)?;
    store::set_won(tx, attempt.person_id, dispute.id, now)?;
    let entry = Entry::new(actions::DISPUTE_WON, Subject::order(order))
        .after(json!({ "amount": attempt.reversed }))
        .reason(Some(REASON));
    audit::record(tx, now, &Author::system("gateway"), entry)?;
    mails::post_won(tx, app, now, &attempt)
}

/// Undoes a dispute that took refunds only: no card was frozen for it.
fn undo_beyond(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    let Some(dispute) = store::find_dispute(tx, attempt.key(), Cents::ZERO)? else {
        return Ok(());
    };
    let taken = dispute.beyond();
    beyond::undo(tx, now, attempt, &taken, REASON)?;
    store::set_won(tx, attempt.person_id, dispute.id, now)?;
    let amount = taken.covered.checked_add(taken.paid_twice).unwrap_or_default();
    let entry = Entry::new(actions::DISPUTE_WON, Subject::order(attempt.order_id))
        .after(json!({ "amount": amount }))
        .reason(Some(REASON));
    audit::record(tx, now, &Author::system("gateway"), entry)
}
