//! Webhooks of the gateway. An event is not trusted: it only makes the attempt's job run at once,
//! and the job looks up the payment at the gateway. Repeated, late or reordered events are
//! therefore harmless.

use std::sync::Arc;

use authorizenet::{
    TransactionId,
    webhook::{Event, EventKind},
};
use db::Tx;

use super::{
    AttemptRow, Purchase, State,
    driver::{RecheckPayment, schedule_recheck},
    expedite, find_by_reference, find_by_transaction,
};
use kernel::timestamp::Timestamp;
use platform::{app::App, error::Result};

pub async fn handle_webhook<P: Purchase>(app: &Arc<App>, event: Event) -> Result<()> {
    app.write(move |tx, _, now| match find(tx, &event)? {
        Some(attempt) => apply_event::<P>(tx, now, &event, &attempt),
        // A refund has a transaction number of its own, which belongs to no attempt. The job
        // that looks up the refund at the gateway finds the refunded charge.
        None if event.kind == EventKind::Refunded => {
            look_into::<P>(tx, now, event.transaction.as_ref())
        }
        None => {
            tracing::warn!(event = ?event.kind, "a webhook is about an unknown transaction");
            Ok(())
        }
    })
    .await
}

fn find(tx: &mut Tx<'_>, event: &Event) -> Result<Option<AttemptRow>> {
    if let Some(transaction) = &event.transaction
        && let Some(attempt) = find_by_transaction(tx, transaction.as_str())?
    {
        return Ok(Some(attempt));
    }
    match &event.reference {
        Some(reference) => find_by_reference(tx, reference),
        None => Ok(None),
    }
}

fn apply_event<P: Purchase>(
    tx: &mut Tx<'_>,
    now: Timestamp,
    event: &Event,
    attempt: &AttemptRow,
) -> Result<()> {
    match (attempt.state, &event.kind) {
        (
            State::Unknown | State::Held | State::Review | State::Approved | State::VoidPending,
            _,
        ) => {
            expedite(tx, attempt, now)?;
            if attempt.state == State::Approved {
                look_for_reversal::<P>(tx, now, event, attempt)?
            }
            Ok(())
        }
        (
            State::NotCharged | State::Declined,
            EventKind::Charged | EventKind::Held | EventKind::HeldApproved,
        ) => {
            if !expedite(tx, attempt, now)? {
                let recheck = RecheckPayment::once(attempt.id);
                schedule_recheck(tx, now, now, attempt.person_id, &recheck)?;
            }
            Ok(())
        }
        (State::Issued, _) => look_for_reversal::<P>(tx, now, event, attempt),
        _ => Ok(()),
    }
}

/// Enqueues a lookup of a charge, if the event may mean that the charge was reversed outside this
/// program.
fn look_for_reversal<P: Purchase>(
    tx: &mut Tx<'_>,
    now: Timestamp,
    event: &Event,
    attempt: &AttemptRow,
) -> Result<()> {
    let charge = attempt.transaction_id.as_deref().and_then(TransactionId::parse);
    match event.kind {
        EventKind::Charged | EventKind::Held | EventKind::HeldApproved => Ok(()),
        EventKind::Refunded => {
            look_into::<P>(tx, now, event.transaction.as_ref().or(charge.as_ref()))
        }
        EventKind::Voided | EventKind::HeldDeclined | EventKind::Other(_) => {
            look_into::<P>(tx, now, charge.as_ref())
        }
    }
}

fn look_into<P: Purchase>(
    tx: &mut Tx<'_>,
    now: Timestamp,
    transaction: Option<&TransactionId>,
) -> Result<()> {
    match transaction {
        Some(transaction) => P::look_into_charge(tx, now, transaction.to_string()),
        None => Ok(()),
    }
}
