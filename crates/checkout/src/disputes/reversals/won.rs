//! Won disputes: the cardholder's bank reinstates the charge, and the cards can be used again.

use db::Tx;
use serde_json::json;

use access::audit::{self, Author, Entry, Subject};
use kernel::{money::Cents, timestamp::Timestamp};
use platform::{app::App, error::Result};

use super::{beyond, mails, store};
use crate::{
    disputes::{reconciliation, reversals},
    order::{self, actions},
    payments::{self, AttemptRow, State},
};

const REASON: &str = "The dispute was won.";

/// Reinstates a charge and its cards after a won dispute. If the charge was reversed in several
/// parts, lists the charge as a difference for an administrator, because it isn't known which part
/// was won.
pub fn undo(tx: &mut Tx<'_>, app: &App, now: Timestamp, charge: &str) -> Result<()> {
    let Some(attempt) = payments::find_by_transaction(tx, charge)? else {
        tracing::error!(charge, "a dispute of an unknown charge was won");
        return Ok(());
    };
    let order = attempt.order_id;
    tx.ask(order::lock_cart(tx.engine(), attempt.person_id, order))?;
    let attempt = payments::lock(tx, attempt.key())?;
    if attempt.state != State::Reversed {
        return undo_beyond(tx, now, &attempt);
    }
    let Some(dispute) = store::find_dispute(tx, attempt.key(), attempt.reversed)? else {
        // This dispute was recorded as won before, and the charge was then reversed in another way.
        // The gateway reports the won dispute at every lookup.
        if store::are_disputes_won(tx, attempt.key())? {
            return Ok(());
        }
        return reconciliation::list_won_dispute(tx, app, now, charge, &attempt);
    };
    cards::restore_order(
        tx,
        now,
        order,
        reversals::reason(payments::ReversalCause::Disputed),
        REASON,
    )?;
    order::clear_reversed(tx, attempt.person_id, order)?;
    payments::restore(tx, now, &attempt)?;
    beyond::undo(tx, now, &attempt, &dispute.beyond(), REASON)?;
    store::set_won(tx, attempt.person_id, dispute.id, now)?;
    let entry = Entry::new(actions::DISPUTE_WON, Subject::order(order))
        .after(json!({ "amount": attempt.reversed }))
        .reason(Some(REASON));
    audit::record(tx, now, &Author::system("gateway"), entry)?;
    mails::post_won(tx, app, now, &attempt)
}

/// Undoes a dispute that was won and that had taken only amounts refunded earlier. No cards were
/// frozen for it, so none are restored. Does nothing if there is no such dispute.
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
