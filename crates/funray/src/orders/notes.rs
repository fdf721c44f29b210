//! What the gateway tells of its own accord. A note proves nothing: it is a reason to ask at once. One that comes twice,
//! late or in another order does no harm: it hurries the job that is there.

use authorizenet::webhook::{Event, EventKind};
use db::Tx;

use super::{jobs::RecheckPayment, settle::recheck};
use crate::{
    app::App,
    error::Result,
    kernel::timestamp::Timestamp,
    payments::{self, AttemptRow, State},
};

pub async fn hear(app: &App, event: Event) -> Result<()> {
    let now = app.clock.now();
    app.db
        .write(move |tx| match find(tx, &event)? {
            Some(attempt) => follow_up(tx, now, &event, &attempt),
            None => {
                tracing::warn!(event = ?event.kind, "the gateway tells of a transaction that is none of ours");
                Ok(())
            }
        })
        .await
}

fn find(tx: &mut Tx<'_>, event: &Event) -> Result<Option<AttemptRow>> {
    if let Some(transaction) = &event.transaction
        && let Some(attempt) = payments::find_by_transaction(tx, transaction.as_str())?
    {
        return Ok(Some(attempt));
    }
    match &event.reference {
        Some(reference) => payments::find_by_reference(tx, reference),
        None => Ok(None),
    }
}

fn follow_up(tx: &mut Tx<'_>, now: Timestamp, event: &Event, attempt: &AttemptRow) -> Result<()> {
    match (attempt.state, &event.kind) {
        (State::Unknown | State::Held | State::Approved | State::VoidPending, _) => {
            payments::hurry(tx, attempt, now).map(drop)
        }
        (
            State::NotCharged | State::Declined,
            EventKind::Charged | EventKind::Held | EventKind::HeldApproved,
        ) => {
            if !payments::hurry(tx, attempt, now)? {
                recheck(tx, now, now, &RecheckPayment::once(attempt.id))?;
            }
            Ok(())
        }
        (State::Issued, EventKind::Refunded | EventKind::Voided | EventKind::HeldDeclined) => {
            tracing::error!(attempt = %attempt.id, event = ?event.kind, "a charge was taken back at the gateway, and its cards are still out");
            Ok(())
        }
        _ => Ok(()),
    }
}
