//! What is done about orders after the browser has its answer, or has gone.

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use super::{issue, settle, store};
use crate::{
    accounts,
    app::App,
    cards,
    error::Error,
    fail_points::Point,
    jobs::{Job, JobError, JobId, enqueue_at},
    ledger::OrderId,
    mail::{self, Letter, Mail},
    payments::{self, AttemptId, AttemptRow, Finding, State},
};

/// A held payment is asked about so often.
const HELD_INTERVAL: Duration = Duration::from_secs(15 * 60);
/// What was never heard of is asked about once more after so long, and once more after a day.
pub const RECHECK_AFTER: Duration = Duration::from_secs(3600);
const LAST_RECHECK_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Sees to it that an attempt comes to its end, whoever began it.
#[derive(Serialize, Deserialize)]
pub struct FinishPayment {
    pub attempt: AttemptId,
}

/// Makes sure that a payment which the gateway had never heard of did not turn up after all.
#[derive(Serialize, Deserialize)]
pub struct RecheckPayment {
    pub attempt: AttemptId,
    pub is_last: bool,
}

/// Sends a buyer the receipt of an order.
#[derive(Serialize, Deserialize)]
pub struct MailReceipt {
    pub order: OrderId,
}

impl Job for FinishPayment {
    const KIND: &'static str = "finish payment";
}

impl Job for RecheckPayment {
    const KIND: &'static str = "recheck payment";
}

impl Job for MailReceipt {
    const KIND: &'static str = "receipt mail";
}

fn later(error: Error) -> JobError {
    JobError::Retry(format!("{error:?}"))
}

async fn read(app: &App, id: AttemptId) -> Result<AttemptRow, JobError> {
    app.db.read(move |tx| payments::find(tx, id)).await.map_err(later)
}

pub async fn finish_payment(
    app: Arc<App>,
    _: JobId,
    FinishPayment { attempt: id }: FinishPayment,
) -> Result<(), JobError> {
    // Each state leads on to another, and no way is longer than this.
    for _ in 0..6 {
        let attempt = read(&app, id).await?;
        match attempt.state {
            State::Sending if !payments::is_silent(&attempt, app.clock.now()) => {
                return Err(JobError::Retry("its sender may still be at it".to_owned()));
            }
            State::Sending => {
                let why = "its sender has gone".to_owned();
                let doubt = Finding::InDoubt { why };
                settle::settle(&app, id, doubt, true).await.map_err(later)?;
            }
            State::Unknown => look_up(&app, &attempt).await?,
            State::Held => return ask_about_held(&app, &attempt).await,
            State::Approved => issue::issue(&app, id).await.map_err(later)?,
            State::VoidPending => take_back(&app, &attempt).await?,
            State::Issued | State::Declined | State::NotCharged | State::Voided => return Ok(()),
        }
    }
    Err(JobError::Retry("it goes in circles".to_owned()))
}

async fn look_up(app: &Arc<App>, attempt: &AttemptRow) -> Result<(), JobError> {
    app.fail_points.pass(Point::BeforeLookUp).await.map_err(later)?;
    let finding = payments::search(app, attempt, app.clock.now()).await.map_err(later)?;
    app.fail_points.pass(Point::AfterLookUp).await.map_err(later)?;
    if let Finding::InDoubt { why } = finding {
        return Err(JobError::Retry(why));
    }
    settle::settle(app, attempt.id, finding, true).await.map_err(later)?;
    Ok(())
}

/// Held may mean days: this job ends, and another asks again.
async fn ask_about_held(app: &Arc<App>, attempt: &AttemptRow) -> Result<(), JobError> {
    let finding = payments::look_at(app, attempt).await.map_err(later)?;
    let state = settle::settle(app, attempt.id, finding, true).await.map_err(later)?;
    if state == State::Approved {
        return issue::issue(app, attempt.id).await.map_err(later);
    }
    if state != State::Held {
        return Ok(());
    }
    let (id, now) = (attempt.id, app.clock.now());
    app.db
        .write(move |tx| {
            let attempt = payments::lock(tx, id)?;
            settle::follow(tx, now, &attempt, now.plus(HELD_INTERVAL))
        })
        .await
        .map_err(later)
}

async fn take_back(app: &App, attempt: &AttemptRow) -> Result<(), JobError> {
    app.fail_points.pass(Point::BeforeVoid).await.map_err(later)?;
    if !payments::give_back(app, attempt, app.clock.now()).await.map_err(later)? {
        return Err(JobError::Retry("the gateway has not taken the charge back".to_owned()));
    }
    app.fail_points.pass(Point::AfterVoid).await.map_err(later)?;
    settle::close_voided(app, attempt.id).await.map_err(later)
}

/// A charge that turns up after all is taken back, and a person is told.
pub async fn recheck_payment(app: Arc<App>, _: JobId, job: RecheckPayment) -> Result<(), JobError> {
    let (attempt, now) = (read(&app, job.attempt).await?, app.clock.now());
    let finding = payments::search(&app, &attempt, now).await.map_err(later)?;
    if let Finding::InDoubt { why } = finding {
        return Err(JobError::Retry(why));
    }
    settle::settle(&app, job.attempt, finding, true).await.map_err(later)?;
    if job.is_last {
        return Ok(());
    }
    let again = RecheckPayment { attempt: job.attempt, is_last: true };
    app.db
        .write(move |tx| enqueue_at(tx, now, now.plus(LAST_RECHECK_AFTER), &again).map(drop))
        .await
        .map_err(later)
}

pub async fn mail_receipt(
    app: Arc<App>,
    id: JobId,
    MailReceipt { order }: MailReceipt,
) -> Result<(), JobError> {
    let read = app.db.read(move |tx| {
        let row = store::find_any(tx, order)?.ok_or(Error::NotFound)?;
        let reader = accounts::reader(tx, row.person_id)?;
        Ok::<_, Error>((row, reader, cards::of_order(tx, order)?))
    });
    let (row, reader, cards) = read.await.map_err(later)?;
    let Some(reader) = reader else { return Ok(()) };
    let lines = cards
        .iter()
        .map(|card| (card.vendor_name.clone(), card.face.format(reader.language)))
        .collect();
    let letter = Letter::Receipt {
        first_name: reader.first_name,
        number: row.cart_id.to_string(),
        lines,
        total: row.total.unwrap_or_default().format(reader.language),
        paid_with: row.paid_with,
        link: format!("{}/orders", app.public_url(row.brand)),
    };
    let mail = Mail { to: reader.email, brand: row.brand, lang: reader.language, letter };
    mail::deliver(app, id, mail).await
}
