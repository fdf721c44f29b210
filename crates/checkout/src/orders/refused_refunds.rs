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
    dates::BusinessDate,
    fields::Fields,
    ids::{OrderId, RefundId},
    language::Language,
    messages::Message,
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
        errors::{NOT_PAYABLE_BY_HAND, OWN_ORDER, REFUND_WAITS},
    },
    orders::{
        LockedOrder,
        bank_payments::{BankPayment, Of},
        support::Dossier,
    },
    payments::{self, AttemptRow, RefundRow, RefundState},
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
    payment: &BankPayment,
) -> Result<()> {
    let mut told = json!({ "amount": row.amount, "reference": payment.reference });
    if let Some(day) = payment.paid_on {
        told["paidOn"] = json!(day);
    }
    let entry = Entry::new(action, Subject::order(order)).after(told);
    audit::record(tx, now, &Author::of(by), entry)
}

/// Records that our bank paid a refund. If required, the payment waits for a second administrator
/// to confirm it. If the charge was reversed since, the record must name the day of the payment.
/// Recording the same payment again changes nothing.
pub async fn pay(
    app: &Arc<App>,
    by: &Actor,
    (order, refund): (OrderId, RefundId),
    payment: BankPayment,
) -> Result<Dossier> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let (before, row) = lock(tx, &by, order, refund)?;
        let (told, reference) = (row.bank_reference.as_ref(), &payment.reference);
        let is_same = row.amount == payment.amount && row.bank_paid_on == payment.paid_on;
        if told == Some(reference) && is_same {
            return Ok(before);
        }
        if row.has_bank_payment_waiting() {
            return Err(Error::Refused(REFUND_WAITS));
        }
        if row.amount != payment.amount || !row.can_be_paid_by_bank() {
            return Err(Error::Refused(NOT_PAYABLE_BY_HAND));
        }
        refuse_other_days(&row, payment.paid_on, BusinessDate::of(now))?;
        let paid = (payment.reference.as_str(), payment.paid_on);
        if !payments::ask_bank_payment(tx, now, &row, by.person, paid)? {
            return Err(Error::Refused(NOT_PAYABLE_BY_HAND));
        }
        if row.state == RefundState::Covered {
            payments::reopen_void(tx, now, attempt_of(&before, &row)?)?;
        }
        record(tx, now, &by, (actions::BANK_PAYMENT_ASKED, order), &row, &payment)?;
        if app.config.second_person.required {
            bell::notify_of_waiting_refund(tx, now, by.person, order, row.amount)?;
        } else {
            make(tx, app, now, &by, &before, (&row, &payment))?;
        }
        support::read_again(tx, before)
    })
    .await
}

/// Refuses a payment on a day before the refund was requested or after today. If the charge was
/// reversed, refuses a later day, and a payment without a day: from the reversal on, the refund was
/// no longer owed, because the reversal returned the money to the buyer or their bank.
fn refuse_other_days(
    row: &RefundRow,
    paid_on: Option<BusinessDate>,
    today: BusinessDate,
) -> Result<()> {
    let (first, reversed_on) = (BusinessDate::of(row.created_at), row.payable_until());
    let last = reversed_on.unwrap_or(today);
    let is_right = match paid_on {
        Some(day) => (first..=last).contains(&day),
        None => reversed_on.is_none(),
    };
    if is_right {
        return Ok(());
    }
    Err(Fields::one("paidOn", wrong_day(first, last, reversed_on.is_some())).into())
}

fn wrong_day(first: BusinessDate, last: BusinessDate, is_reversed: bool) -> Message {
    let [first, last] = [first, last].map(|day| {
        let [english, french] = [Language::En, Language::Fr].map(|lang| day.in_words(lang));
        Message::of(english, french)
    });
    let said = |language| (first.said_in(language), last.said_in(language));
    let ((from, to), (du, au)) = (said(Language::En), said(Language::Fr));
    if !is_reversed {
        return Message::of(
            format!("Please choose a day from {from} to {to}."),
            format!("Choisissez un jour du {du} au {au}."),
        );
    }
    Message::of(
        format!(
            "Its charge was reversed on {to}. Please enter the day of the payment, from {from} to that day. A later payment was not owed: ask for it back."
        ),
        format!(
            "Son paiement a été annulé le {au}. Indiquez le jour du versement, du {du} à cette date. Un versement plus tardif n’était plus dû\u{a0}: demandez à le récupérer."
        ),
    )
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
    record(tx, now, by, (actions::BANK_PAYMENT_MADE, before.order.id), row, payment)
}

/// Confirms a payment by our bank as a second administrator, which ends the refund. Confirming it
/// again changes nothing.
pub async fn confirm(
    app: &Arc<App>,
    by: &Actor,
    order: OrderId,
    refund: RefundId,
) -> Result<Dossier> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let (before, row) = lock(tx, &by, order, refund)?;
        if row.bank_paid_at.is_some() {
            return Ok(before);
        }
        second_person::require(tx, app, now, &by, decision(&row))?;
        let reference = row.bank_reference.clone().ok_or(Error::Refused(REQUEST_OVER))?;
        // The payment was recorded before the charge was reversed, or names a day before. It is
        // posted even if the reversal took the same amount: that is a loss.
        let payment = BankPayment { amount: row.amount, reference, paid_on: row.bank_paid_on };
        make(tx, app, now, &by, &before, (&row, &payment))?;
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
    let by = by.clone();
    app.write(move |tx, app, now| {
        let (before, row) = lock(tx, &by, order, refund)?;
        if !row.has_bank_payment_waiting() {
            return Err(Error::Refused(REQUEST_OVER));
        }
        payments::forget_bank_payment(tx, &row)?;
        reversals::cover_declined::<LockedOrder>(tx, app, now, attempt_of(&before, &row)?, &row)?;
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
    let by = by.clone();
    app.write(move |tx, _, now| {
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
