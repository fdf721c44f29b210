//! Calls to the card gateway, and the interpretation of its replies.

use std::{
    net::IpAddr,
    ops::RangeInclusive,
    time::{Duration, Instant},
};

use authorizenet::{
    Amount, Charge, Client, Failure, Message, Outcome, Receipt, Reference, Refund, Status, Summary,
    Token, Transaction, TransactionId,
};
use tracing::Instrument;

use super::{AttemptRow, ChargeOutcome, Checks, Reason, attempt::is_absence_final};
use kernel::{money::Cents, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Error, Result},
    services::gateway::CURRENCY,
};

use crate::payments::{errors::PAYMENTS_OFF, refunds::RefusedPart};

const DESCRIPTION: &str = "eGift cards";
/// Period in which the gateway rejects a repeated charge as a duplicate. It is the longest that the
/// gateway allows, because a repeated charge is never intended.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(8 * 3600);
/// Time after sending by which a charge has either reached the gateway or never will. By then, the
/// payment token has expired and the request has timed out, even with clock differences.
const SENT_WITHIN: Duration = Duration::from_secs(30 * 60);
/// Tolerance for differences between the gateway's clock and ours.
const LOOK_BACK: Duration = Duration::from_secs(5 * 60);

/// Data about the payer that is sent to the gateway.
#[derive(Clone, Debug)]
pub struct Payer {
    pub card_holder: String,
    pub email: String,
    pub address: Option<IpAddr>,
}

pub fn client(app: &App) -> Result<&Client> {
    let gateway = app.gateway.as_ref().ok_or(Error::Refused(PAYMENTS_OFF))?;
    Ok(&gateway.client)
}

/// Result of a call to the gateway that can be named in logs and metrics.
pub trait Ending {
    fn word(&self) -> &'static str;
}

impl Ending for Outcome {
    fn word(&self) -> &'static str {
        match self {
            Outcome::Approved(_) => "approved",
            Outcome::Declined(_) => "declined",
            Outcome::Held(_) => "held",
            Outcome::Failed(_) => "failed",
            Outcome::Unknown(_) => "unknown",
        }
    }
}

impl<T> Ending for Result<T, Failure> {
    fn word(&self) -> &'static str {
        if self.is_ok() { "answered" } else { "failed" }
    }
}

/// Makes a call to the gateway in its own tracing span, and records the result and duration.
pub async fn call<T: Ending>(
    app: &App,
    operation: &'static str,
    call: impl Future<Output = T>,
) -> T {
    let span = tracing::info_span!("gateway", operation);
    let started = Instant::now();
    let ending = call.instrument(span.clone()).await;
    let (outcome, elapsed) = (ending.word(), started.elapsed());
    app.metrics.gateway_called(operation, outcome, elapsed);
    let ms = elapsed.as_millis() as u64;
    span.in_scope(|| tracing::info!(outcome, ms, "the gateway was asked"));
    ending
}

fn amount(cents: Cents) -> Result<Amount> {
    let cents = u64::try_from(cents.get()).ok();
    cents
        .map(Amount::from_cents)
        .ok_or_else(|| Error::Internal("a negative amount was to be charged".to_owned()))
}

fn reference(attempt: &AttemptRow) -> Result<Reference> {
    parsed(&attempt.reference)
}

fn transaction(attempt: &AttemptRow) -> Result<TransactionId> {
    let id = attempt.transaction_id.as_deref().and_then(TransactionId::parse);
    id.ok_or_else(|| Error::Internal(format!("{} has no transaction", attempt.id)))
}

/// Charges the card of an attempt once, and returns the outcome. Must run in its own task, because
/// the call must not be cancelled half-way.
pub async fn charge(
    app: &App,
    attempt: &AttemptRow,
    token: Token,
    payer: Payer,
) -> Result<ChargeOutcome> {
    let (first_name, last_name) = names(&payer.card_holder);
    let charge = Charge {
        reference: reference(attempt)?,
        amount: amount(attempt.amount)?,
        currency: CURRENCY.to_owned(),
        token,
        description: DESCRIPTION.to_owned(),
        customer_id: None,
        email: payer.email,
        first_name,
        last_name,
        customer_ip: payer.address,
        duplicate_window: DUPLICATE_WINDOW,
    };
    Ok(match call(app, "charge", client(app)?.charge(&charge)).await {
        Outcome::Approved(receipt) => ChargeOutcome::Charged {
            transaction: receipt.transaction.to_string(),
            paid_with: paid_with(&receipt.account),
            checks: checks(&receipt.avs, &receipt.cvv),
        },
        Outcome::Declined(refusal) => ChargeOutcome::Declined {
            message: refusal.text().to_owned(),
            reason: Some(reason_of(&refusal.errors).unwrap_or(Reason::Declined)),
            paid_with: Some(paid_with(&refusal.account)).filter(|card| !card.is_empty()),
            checks: checks(&refusal.avs, &refusal.cvv),
        },
        Outcome::Held(Receipt { transaction, .. }) => {
            ChargeOutcome::Held { transaction: transaction.to_string() }
        }
        Outcome::Failed(failure) => {
            tracing::warn!(attempt = %attempt.id, %failure, "a payment was not charged");
            let (message, reason) = match &failure {
                Failure::Refused(messages) => (said(messages), reason_of(messages)),
                _ => (String::new(), None),
            };
            ChargeOutcome::NotCharged { message, reason }
        }
        Outcome::Unknown(doubt) => {
            tracing::warn!(attempt = %attempt.id, why = doubt.why, "a payment is in doubt");
            ChargeOutcome::InDoubt { why: doubt.why }
        }
    })
}

/// Returns the first of the gateway's messages; empty if there is none.
fn said(messages: &[Message]) -> String {
    messages.first().map(|message| message.text.clone()).unwrap_or_default()
}

fn reason_of(messages: &[Message]) -> Option<Reason> {
    messages.iter().find_map(|message| Reason::of_code(&message.code))
}

/// Splits a cardholder's name into first and last name. Everything before the last word is the
/// first name.
fn names(card_holder: &str) -> (String, String) {
    match card_holder.rsplit_once(' ') {
        Some((first, last)) => (first.trim().to_owned(), last.to_owned()),
        None => (String::new(), card_holder.to_owned()),
    }
}

fn paid_with(account: &authorizenet::Account) -> String {
    format!("{} {}", account.brand, account.last_four).trim().to_owned()
}

fn checks(avs: &str, cvv: &str) -> Checks {
    let letter = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Checks { avs: letter(avs), cvv: letter(cvv) }
}

/// Looks up at the gateway, by our reference, an attempt whose outcome is in doubt.
pub async fn search(app: &App, attempt: &AttemptRow, now: Timestamp) -> Result<ChargeOutcome> {
    let (client, reference) = (client(app)?, reference(attempt)?);
    let span = span(attempt.sent_at, attempt.sent_at.plus(SENT_WITHIN), now);
    let found = match call(app, "search", client.search(&reference, span, now.as_jiff())).await {
        Ok(found) => found,
        // If the search itself fails, the outcome of the payment remains unknown.
        Err(failure) => return Ok(in_doubt(failure.to_string())),
    };
    match decisive(found).as_slice() {
        [] if is_absence_final(attempt.sent_at, now) => {
            Ok(ChargeOutcome::NotCharged { message: String::new(), reason: None })
        }
        [] => Ok(in_doubt("the gateway has not heard of it".to_owned())),
        [one] => details(app, attempt, &one.id).await,
        many => {
            let ids: Vec<&str> = many.iter().map(|item| item.id.as_str()).collect();
            tracing::error!(attempt = %attempt.id, ?ids, "several transactions have one reference");
            Ok(in_doubt(format!("{} transactions have this reference", many.len())))
        }
    }
}

/// Returns the period in which a transaction may have reached the gateway.
fn span(from: Timestamp, until: Timestamp, now: Timestamp) -> RangeInclusive<jiff::Timestamp> {
    from.minus(LOOK_BACK).as_jiff()..=until.min(now).as_jiff()
}

/// Selects the transactions that decide the outcome of an attempt. If several transactions have the
/// attempt's reference, ignores those that were voided or declined, for example a double charge
/// that was voided by hand.
fn decisive(found: Vec<Summary>) -> Vec<Summary> {
    let is_over = |item: &Summary| matches!(item.status, Status::Voided | Status::Declined);
    let (mut over, standing): (Vec<_>, Vec<_>) = found.into_iter().partition(is_over);
    if !standing.is_empty() {
        return standing;
    }
    over.truncate(1);
    over
}

/// Looks up the outcome of an attempt by its transaction number.
pub async fn fetch_outcome(app: &App, attempt: &AttemptRow) -> Result<ChargeOutcome> {
    details(app, attempt, &transaction(attempt)?).await
}

async fn details(app: &App, attempt: &AttemptRow, id: &TransactionId) -> Result<ChargeOutcome> {
    let details = match call(app, "details", client(app)?.find_transaction(id)).await {
        Ok(Some(details)) => details,
        Ok(None) => return Ok(in_doubt("the gateway lists it but doesn't know it".to_owned())),
        Err(failure) => return Ok(in_doubt(failure.to_string())),
    };
    let is_ours = details.reference.as_deref() == Some(attempt.reference.as_str())
        && details.authorized == amount(attempt.amount)?;
    if !is_ours && !matches!(details.status, Status::Declined | Status::GeneralError) {
        tracing::error!(attempt = %attempt.id, ?details, "a transaction does not match its attempt");
        return Ok(in_doubt("the transaction is not what we asked for".to_owned()));
    }
    Ok(understood(attempt, &details))
}

fn understood(attempt: &AttemptRow, details: &Transaction) -> ChargeOutcome {
    let status = &details.status;
    if status.is_paid() {
        return ChargeOutcome::Charged {
            transaction: details.id.to_string(),
            paid_with: paid_with(&details.account),
            checks: checks(&details.avs, &details.cvv),
        };
    }
    if status.is_held() {
        return ChargeOutcome::Held { transaction: details.id.to_string() };
    }
    match status {
        Status::Declined | Status::Expired | Status::FailedReview | Status::Voided => {
            ChargeOutcome::Declined {
                message: String::new(),
                reason: Some(Reason::Declined),
                paid_with: Some(paid_with(&details.account)).filter(|card| !card.is_empty()),
                checks: checks(&details.avs, &details.cvv),
            }
        }
        Status::CommunicationError | Status::GeneralError => {
            ChargeOutcome::NotCharged { message: String::new(), reason: None }
        }
        other => {
            tracing::error!(attempt = %attempt.id, status = other.as_str(), "a payment has an unexpected state");
            in_doubt(format!("the gateway says {}", other.as_str()))
        }
    }
}

fn in_doubt(why: String) -> ChargeOutcome {
    ChargeOutcome::InDoubt { why }
}

/// Outcome of voiding or refunding a whole charge.
pub enum VoidOutcome {
    Done,
    /// The charge is settled, and the gateway refused to refund it.
    Refused(RefusedPart),
    /// Not done yet, for this reason; the caller must try again.
    NotYet(String),
}

/// Voids a charge that is not settled yet, or refunds a settled charge. Returns `Done` also if the
/// charge was voided before by other means.
pub async fn void_or_refund(
    app: &App,
    attempt: &AttemptRow,
    now: Timestamp,
) -> Result<VoidOutcome> {
    let (client, id) = (client(app)?, transaction(attempt)?);
    let outcome = call(app, "void", client.void(&reference(attempt)?, &id)).await;
    if matches!(outcome, Outcome::Approved(_)) {
        return Ok(VoidOutcome::Done);
    }
    let details = match call(app, "details", client.find_transaction(&id)).await {
        Ok(Some(details)) => details,
        Ok(None) => {
            return Ok(VoidOutcome::NotYet("the gateway doesn't know the charge".to_owned()));
        }
        Err(failure) => return Ok(VoidOutcome::NotYet(failure.to_string())),
    };
    match details.status {
        Status::Voided => Ok(VoidOutcome::Done),
        Status::SettledSuccessfully | Status::ChargebackReversal => {
            refund(app, attempt, &details, now).await
        }
        status => {
            tracing::warn!(attempt = %attempt.id, ?outcome, "a charge could not be voided or refunded");
            Ok(VoidOutcome::NotYet(format!("the charge is {}", status.as_str())))
        }
    }
}

/// Refunds a whole charge. First searches for an earlier refund, because the gateway reports a
/// repeated refund as an error.
async fn refund(
    app: &App,
    attempt: &AttemptRow,
    charged: &Transaction,
    now: Timestamp,
) -> Result<VoidOutcome> {
    let (client, reference) = (client(app)?, refund_reference(attempt)?);
    let span = span(attempt.sent_at, now, now);
    let made = call(app, "search", client.search(&reference, span, now.as_jiff())).await;
    let made = match made {
        Ok(made) => made,
        Err(failure) => return Ok(VoidOutcome::NotYet(failure.to_string())),
    };
    let is_refund = |status: &Status| {
        matches!(status, Status::RefundPendingSettlement | Status::RefundSettledSuccessfully)
    };
    if made.iter().any(|item| is_refund(&item.status)) {
        return Ok(VoidOutcome::Done);
    }
    let refund = Refund {
        reference,
        amount: amount(attempt.amount)?,
        transaction: charged.id.clone(),
        last_four: charged.account.last_four.clone(),
        duplicate_window: DUPLICATE_WINDOW,
    };
    let outcome = understood_refund(call(app, "refund", client.refund(&refund)).await);
    Ok(match outcome {
        RefundOutcome::Made(_) => VoidOutcome::Done,
        RefundOutcome::Refused(refused) => VoidOutcome::Refused(refused),
        RefundOutcome::NotSent(why) | RefundOutcome::InDoubt(why) => VoidOutcome::NotYet(why),
    })
}

/// Returns the reference of a refund of the whole charge, such as `…-r2` for the second attempt on
/// a cart. It has at most the 20 characters that the gateway allows.
fn refund_reference(attempt: &AttemptRow) -> Result<Reference> {
    parsed(&super::whole_refund_reference(&attempt.reference))
}

/// Result of searching the gateway for an earlier refund.
pub enum RefundStanding {
    Made(String),
    Absent,
    InDoubt(String),
}

/// Searches the gateway for a refund by the reference with which it was sent.
pub async fn find_refund(
    app: &App,
    reference: &str,
    (asked_at, sent_at): (Timestamp, Timestamp),
    now: Timestamp,
) -> Result<RefundStanding> {
    let span = span(asked_at, sent_at.plus(SENT_WITHIN), now);
    let reference = parsed(reference)?;
    let found =
        match call(app, "search", client(app)?.search(&reference, span, now.as_jiff())).await {
            Ok(found) => found,
            Err(failure) => return Ok(RefundStanding::InDoubt(failure.to_string())),
        };
    for item in found {
        match item.status {
            Status::RefundPendingSettlement | Status::RefundSettledSuccessfully => {
                return Ok(RefundStanding::Made(item.id.to_string()));
            }
            // A declined or failed request refunded nothing, so the search continues.
            Status::Declined | Status::GeneralError | Status::CommunicationError => {}
            status => {
                return Ok(RefundStanding::InDoubt(format!("it is {}", status.as_str())));
            }
        }
    }
    Ok(RefundStanding::Absent)
}

/// Whether a part of a charge can be refunded.
pub enum Refundable {
    /// The part can be refunded now, to the payment card with these last digits.
    Now {
        last_four: String,
    },
    /// The charge is not settled yet, which a partial refund requires.
    NotYet,
    /// The charge was reversed at the gateway by someone else, such as the cardholder's bank.
    Gone,
    Unknown(String),
}

pub async fn refundable(app: &App, attempt: &AttemptRow) -> Result<Refundable> {
    let id = transaction(attempt)?;
    let details = match call(app, "details", client(app)?.find_transaction(&id)).await {
        Ok(Some(details)) => details,
        Ok(None) => {
            return Ok(Refundable::Unknown("the gateway doesn't know the charge".to_owned()));
        }
        Err(failure) => return Ok(Refundable::Unknown(failure.to_string())),
    };
    Ok(match details.status {
        Status::SettledSuccessfully | Status::ChargebackReversal => {
            Refundable::Now { last_four: details.account.last_four }
        }
        Status::CapturedPendingSettlement => Refundable::NotYet,
        Status::Voided | Status::Chargeback | Status::ReturnedItem | Status::Declined => {
            Refundable::Gone
        }
        status => Refundable::Unknown(format!("the charge is {}", status.as_str())),
    })
}

/// Outcome of requesting a refund from the gateway.
pub enum RefundOutcome {
    Made(String),
    /// The gateway refused the refund for these reasons.
    Refused(RefusedPart),
    /// The request had no effect, for example because it didn't reach the gateway.
    NotSent(String),
    InDoubt(String),
}

/// Requests a partial refund from the gateway, once.
pub async fn refund_part(
    app: &App,
    attempt: &AttemptRow,
    part: (&str, Cents),
    last_four: String,
) -> Result<RefundOutcome> {
    let (reference, cents) = part;
    let refund = Refund {
        reference: parsed(reference)?,
        amount: amount(cents)?,
        transaction: transaction(attempt)?,
        last_four,
        duplicate_window: DUPLICATE_WINDOW,
    };
    Ok(understood_refund(call(app, "refund", client(app)?.refund(&refund)).await))
}

fn understood_refund(outcome: Outcome) -> RefundOutcome {
    match outcome {
        Outcome::Approved(receipt) => RefundOutcome::Made(receipt.transaction.to_string()),
        Outcome::Declined(refusal) => RefundOutcome::Refused(refused(&refusal.errors, true)),
        Outcome::Failed(Failure::Refused(messages)) => {
            RefundOutcome::Refused(refused(&messages, false))
        }
        Outcome::Failed(failure) => RefundOutcome::NotSent(failure.to_string()),
        Outcome::Held(_) => RefundOutcome::InDoubt("the gateway holds it".to_owned()),
        Outcome::Unknown(doubt) => RefundOutcome::InDoubt(doubt.why),
    }
}

fn refused(messages: &[Message], is_declined: bool) -> RefusedPart {
    let said: Vec<&str> = messages.iter().map(|message| message.text.as_str()).collect();
    let codes = messages.iter().map(|message| message.code.clone()).collect();
    RefusedPart { said: said.join(" "), codes, is_declined }
}

fn parsed(reference: &str) -> Result<Reference> {
    Reference::parse(reference)
        .ok_or_else(|| Error::Internal(format!("{reference:?} is no reference")))
}
