//! From the gateway's answer to the cards: what is done with an attempt, by whoever made it and, when they are gone, by
//! the job that sees to its end.

use std::sync::Arc;

use authorizenet::Token;
use db::Tx;

use super::{
    issue,
    jobs::{RECHECK_AFTER, RecheckPayment},
    store,
};
use crate::{
    accounts,
    app::App,
    carts::{self, CartState},
    error::{Code, Error, Result},
    fail_points::Point,
    jobs::enqueue_at,
    kernel::timestamp::Timestamp,
    ledger::OrderId,
    mail::{self, Letter, Mail},
    payments::{self, AttemptId, AttemptRow, Finding, Payer, State},
};

/// So often the making of paid cards may fail for a reason that doesn't pass, before the charge is taken back.
const MOST_FAILURES: i64 = 5;

/// Asks the gateway and does what follows. Whatever goes wrong here, the attempt's job finds it as it was left.
pub async fn pay(app: Arc<App>, attempt: AttemptId, token: Token, payer: Payer) {
    if let Err(error) = try_to_pay(&app, attempt, token, payer).await {
        tracing::warn!(%attempt, error = ?error, "a payment was left to its job");
    }
}

async fn try_to_pay(app: &Arc<App>, id: AttemptId, token: Token, payer: Payer) -> Result<()> {
    let attempt = app.db.read(move |tx| payments::find(tx, id)).await?;
    app.fail_points.pass(Point::BeforeCharge).await?;
    let finding = payments::charge(app, &attempt, token, payer).await?;
    app.fail_points.pass(Point::AfterCharge).await?;
    let state = settle(app, id, finding, false).await?;
    app.fail_points.pass(Point::AfterSettle).await?;
    if state == State::Approved {
        issue::issue(app, id).await?;
    }
    Ok(())
}

/// Writes down a finding and what follows from it for the cart. `is_looked_up` when it was asked for afterwards.
pub async fn settle(
    app: &Arc<App>,
    id: AttemptId,
    finding: Finding,
    is_looked_up: bool,
) -> Result<State> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let order = payments::find(tx, id)?.order_id;
            let cart = store::lock_cart(tx, order)?;
            let (before, attempt) = payments::apply(tx, now, id, &finding)?;
            shared.fail_points.pass_in_transaction(tx, Point::InSettle)?;
            if before == attempt.state {
                return Ok(attempt.state);
            }
            match attempt.state {
                State::Declined | State::NotCharged => {
                    carts::set_state(tx, cart, CartState::Open, now)?;
                    if matches!(before, State::Held | State::Unknown) {
                        tell_buyer_in_vain(tx, &shared, now, order)?;
                    }
                    if is_looked_up && attempt.state == State::NotCharged {
                        recheck(tx, now, now.plus(RECHECK_AFTER), &RecheckPayment::new(id))?;
                    }
                }
                State::VoidPending => follow(tx, now, &attempt, now)?,
                _ => {}
            }
            Ok(attempt.state)
        })
        .await
}

/// Puts a job on an attempt whose former one is done.
pub fn follow(tx: &mut Tx<'_>, now: Timestamp, attempt: &AttemptRow, due: Timestamp) -> Result<()> {
    let job = enqueue_at(tx, now, due, &super::FinishPayment { attempt: attempt.id })?;
    payments::set_job(tx, attempt.id, job)
}

/// Has an attempt that came to nothing looked for once more: by the one job that sees to it.
pub fn recheck(
    tx: &mut Tx<'_>,
    now: Timestamp,
    due: Timestamp,
    recheck: &RecheckPayment,
) -> Result<()> {
    let job = enqueue_at(tx, now, due, recheck)?;
    payments::set_job(tx, recheck.attempt, job)
}

/// The cards of an approved attempt could not be made. After a few times the charge is to be taken back.
pub async fn count_failure(app: &App, id: AttemptId, error: &Error) -> Result<()> {
    tracing::error!(attempt = %id, ?error, "paid cards could not be made");
    app.fail_points.pass(Point::AfterIssueFailed).await?;
    if is_passing(error) {
        return Ok(());
    }
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            let attempt = payments::lock(tx, id)?;
            if payments::count_failure(tx, id)? >= MOST_FAILURES && attempt.state == State::Approved
            {
                tracing::error!(attempt = %id, "the charge is taken back");
                payments::set_state(tx, now, &attempt, State::VoidPending)?;
            }
            Ok(())
        })
        .await
}

/// Whether it says nothing against the payment: while the books are being checked, its cards only have to wait. One that
/// ran out of time may do so each time, however often it is tried.
fn is_passing(error: &Error) -> bool {
    match error {
        Error::Database(db::Error::Timeout) => false,
        Error::Database(error) => error.is_passing(),
        Error::Refused(Code::LedgerStopped) => true,
        _ => false,
    }
}

/// Whoever was told to wait and went away learns that their payment came to nothing.
fn tell_buyer_in_vain(tx: &mut Tx<'_>, app: &App, now: Timestamp, order: OrderId) -> Result<()> {
    let Some(order) = store::find_any(tx, order)? else { return Ok(()) };
    let Some(reader) = accounts::reader(tx, order.person_id)? else { return Ok(()) };
    let letter = Letter::PaymentFailed {
        first_name: reader.first_name,
        number: order.cart_id.to_string(),
        total: order.total.unwrap_or_default().format(reader.language),
        link: format!("{}/my-cart", app.public_url(order.brand)),
    };
    let mail = Mail { to: reader.email, brand: order.brand, lang: reader.language, letter };
    mail::post(tx, now, &mail).map(drop)
}

/// The charge is void: the cart can be changed and paid for again.
pub async fn close_voided(app: &Arc<App>, id: AttemptId) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let order = payments::find(tx, id)?.order_id;
            let cart = store::lock_cart(tx, order)?;
            let attempt = payments::lock(tx, id)?;
            if attempt.state != State::VoidPending {
                return Ok(());
            }
            payments::set_state(tx, now, &attempt, State::Voided)?;
            // A late charge's cart may be paid for, or being paid for, by another attempt.
            let newest = payments::newest_of(tx, order)?.map(|newest| newest.id);
            // What was sold and taken back stays as it was sold.
            if newest == Some(id) && !store::is_paid(tx, order)? {
                carts::set_state(tx, cart, CartState::Open, now)?;
                tell_buyer_in_vain(tx, &shared, now, order)?;
            }
            Ok(())
        })
        .await
}
