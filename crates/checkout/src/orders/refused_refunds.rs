//! Refunds that the gateway refused for good, so that our bank pays them instead. One administrator
//! records the payment with the bank's reference, and a second administrator confirms it.

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Action, Author, Entry, Subject},
    auth::{
        Actor, Permission,
        errors::REQUEST_OVER,
        second_person::{self, Decision},
    },
};
use kernel::{
    ids::{OrderId, RefundId},
    timestamp::Timestamp,
};
use market::bell;
use platform::{
    app::App,
    error::{Error, Result},
};

use super::{bank_payments, support};
use crate::{
    disputes::reversals,
    order::{
        self, actions,
        errors::{CHARGE_REVERSED, NOT_PAYABLE_BY_HAND, OWN_ORDER, REFUND_WAITS},
    },
    orders::{
        LockedOrder,
        bank_payments::{BankPayment, Of},
        support::Dossier,
    },
    payments::{self, AttemptRow, RefundRow},
};

/// Returns the decision that a payment by our bank waits for.
pub fn decision(row: &RefundRow) -> Option<Decision> {
    let recorded_by = row.bank_asked_by.filter(|_| row.has_bank_payment_waiting())?;
    let decision = Decision::of_platform(Permission::HelpCustomers)
        .requested_by(recorded_by)
        .excluding([row.person_id])
        .not_by(row.person_id, OWN_ORDER);
    Some(decision)
}

/// Locks an order, and reads it with one of its refunds. Refuses if the caller is the buyer.
fn lock(
    tx: &mut Tx<'_>,
    by: &Actor,
    order: OrderId,
    refund: RefundId,
) -> Result<(Dossier, RefundRow)> {
    let bought = tx.ask(order::find_any(order))?.ok_or(Error::NotFound)?;
    if bought.person_id == by.person {
        return Err(Error::Refused(OWN_ORDER));
    }
    let before = support::lock(tx, bought.person_id, order)?;
    let found = before.refunds.iter().find(|row| row.id == refund).cloned();
    Ok((before, found.ok_or(Error::NotFound)?))
}

/// Returns the payment attempt whose charge is refunded.
fn attempt_of<'a>(before: &'a Dossier, row: &RefundRow) -> Result<&'a AttemptRow> {
    before.attempts.iter().find(|attempt| attempt.id == row.attempt_id).ok_or(Error::NotFound)
}

fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Actor,
    (action, order): (Action, OrderId),
    row: &RefundRow,
    reference: &str,
) -> Result<()> {
    let entry = Entry::new(action, Subject::order(order))
        .after(json!({ "amount": row.amount, "reference": reference }));
    audit::record(tx, now, &Author::of(by), entry)
}

/// Records that our bank paid a refund. If required, the payment waits for a second administrator
/// to confirm it. Recording the same payment again changes nothing.
pub async fn pay(
    app: &Arc<App>,
    by: &Actor,
    (order, refund): (OrderId, RefundId),
    payment: BankPayment,
) -> Result<Dossier> {
    let (shared, now, by) = (app.clone(), app.clock.now(), by.clone());
    app.db
        .write(move |tx| {
            let (before, row) = lock(tx, &by, order, refund)?;
            if row.bank_reference.as_ref() == Some(&payment.reference) {
                return Ok(before);
            }
            if row.has_bank_payment_waiting() {
                return Err(Error::Refused(REFUND_WAITS));
            }
            refuse_reversed(&before)?;
            let reference = &payment.reference;
            let is_payable = row.amount == payment.amount
                && payments::ask_bank_payment(tx, now, &row, by.person, reference)?;
            if !is_payable {
                return Err(Error::Refused(NOT_PAYABLE_BY_HAND));
            }
            record(tx, now, &by, (actions::BANK_PAYMENT_ASKED, order), &row, reference)?;
            if shared.config.second_person.required {
                bell::notify_of_waiting_refund(tx, now, by.person, order, row.amount)?;
            } else {
                make(tx, &shared, now, &by, &before, (&row, &payment))?;
            }
            support::read_again(tx, before)
        })
        .await
}

/// Refuses if the charge was reversed, because the reversal has already returned the money to the
/// buyer or their bank.
fn refuse_reversed(before: &Dossier) -> Result<()> {
    if before.is_charge_reversed() { Err(Error::Refused(CHARGE_REVERSED)) } else { Ok(()) }
}

/// Posts a payment by our bank, ends the refund that it pays, and emails the buyer.
fn make(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    before: &Dossier,
    (row, payment): (&RefundRow, &BankPayment),
) -> Result<()> {
    payments::end_by_bank(tx, now, row, by.person)?;
    bank_payments::record(tx, app, now, by, before, (Of::Refund, payment, None))?;
    reversals::count_as_paid_twice(tx, now, before.order.id, row)?;
    payments::end_void::<LockedOrder>(tx, app, now, attempt_of(before, row)?)?;
    record(tx, now, by, (actions::BANK_PAYMENT_MADE, before.order.id), row, &payment.reference)
}

/// Confirms a payment by our bank as a second administrator, which ends the refund. Confirming it
/// again changes nothing.
pub async fn confirm(
    app: &Arc<App>,
    by: &Actor,
    order: OrderId,
    refund: RefundId,
) -> Result<Dossier> {
    let (shared, now, by) = (app.clone(), app.clock.now(), by.clone());
    app.db
        .write(move |tx| {
            let (before, row) = lock(tx, &by, order, refund)?;
            if row.bank_paid_at.is_some() {
                return Ok(before);
            }
            second_person::require(tx, &shared, now, &by, decision(&row))?;
            // If our bank paid before the charge was reversed, the payment must be recorded all the
            // same: it is posted as a loss.
            if !reversals::covers(tx, &row)? {
                refuse_reversed(&before)?;
            }
            let reference = row.bank_reference.clone().ok_or(Error::Refused(REQUEST_OVER))?;
            let payment = BankPayment { amount: row.amount, reference };
            make(tx, &shared, now, &by, &before, (&row, &payment))?;
            support::read_again(tx, before)
        })
        .await
}

/// Declines a payment by our bank, or withdraws the caller's own record of it. Nothing is posted,
/// and the refund is still to be paid.
pub async fn decline(
    app: &Arc<App>,
    by: &Actor,
    (order, refund): (OrderId, RefundId),
    reason: String,
) -> Result<Dossier> {
    let (shared, now, by) = (app.clone(), app.clock.now(), by.clone());
    app.db
        .write(move |tx| {
            let (before, row) = lock(tx, &by, order, refund)?;
            if !row.has_bank_payment_waiting() {
                return Err(Error::Refused(REQUEST_OVER));
            }
            payments::forget_bank_payment(tx, &row)?;
            reversals::cover_declined::<LockedOrder>(
                tx,
                &shared,
                now,
                attempt_of(&before, &row)?,
                &row,
            )?;
            let entry = Entry::new(actions::BANK_PAYMENT_DECLINED, Subject::order(order))
                .before(json!({ "amount": row.amount, "reference": row.bank_reference }))
                .reason(Some(reason.clone()));
            audit::record(tx, now, &Author::of(&by), entry)?;
            support::read_again(tx, before)
        })
        .await
}

/// Retries a refused refund at the gateway, after an administrator has resolved the cause with the
/// gateway or the card's bank.
pub async fn try_again(
    app: &Arc<App>,
    by: &Actor,
    order: OrderId,
    refund: RefundId,
) -> Result<Dossier> {
    let (now, by) = (app.clock.now(), by.clone());
    app.db
        .write(move |tx| {
            let (before, row) = lock(tx, &by, order, refund)?;
            if row.has_bank_payment_waiting() {
                return Err(Error::Refused(REFUND_WAITS));
            }
            if !payments::try_refund_again(tx, now, &row)? {
                return Err(Error::Refused(NOT_PAYABLE_BY_HAND));
            }
            let entry = Entry::new(actions::REFUND_TRIED_AGAIN, Subject::order(order));
            audit::record(tx, now, &Author::of(&by), entry.after(json!({ "amount": row.amount })))?;
            support::read_again(tx, before)
        })
        .await
}
