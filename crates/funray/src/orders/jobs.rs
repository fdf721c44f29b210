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
    jobs::{Job, JobError, JobId},
    ledger::OrderId,
    mail::{self, Letter, Mail, ReceiptLine},
    payments::{self, AttemptId, AttemptRow, Finding, State},
};

/// A held payment is asked about so often.
const HELD_INTERVAL: Duration = Duration::from_secs(15 * 60);
/// What was never heard of is asked about once more after so long, and once more after a day.
pub const RECHECK_AFTER: Duration = Duration::from_secs(3600);
const LAST_RECHECK_AFTER: Duration = Duration::from_secs(24 * 3600);
/// One that turned up held is asked about every quarter of an hour at first, then every hour.
const OFTEN_WHILE_HELD: u32 = 8;
const HELD_LATER_INTERVAL: Duration = Duration::from_secs(3600);
/// By then the bank has let go of what nobody decided about.
const LONGEST_HELD: Duration = Duration::from_secs(31 * 24 * 3600);

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
    /// How often in a row it was found held.
    #[serde(default)]
    pub held: u32,
}

/// Sends a buyer the receipt of an order.
#[derive(Serialize, Deserialize)]
pub struct MailReceipt {
    pub order: OrderId,
}

impl Job for FinishPayment {
    const KIND: &'static str = "finish payment";
}

impl RecheckPayment {
    /// The first look; another one follows.
    pub fn new(attempt: AttemptId) -> RecheckPayment {
        RecheckPayment { attempt, is_last: false, held: 0 }
    }

    /// One look only, unless it is held.
    pub fn once(attempt: AttemptId) -> RecheckPayment {
        RecheckPayment { attempt, is_last: true, held: 0 }
    }
}

impl Job for RecheckPayment {
    const KIND: &'static str = "recheck payment";
}

impl Job for MailReceipt {
    const KIND: &'static str = "receipt mail";
}

async fn read(app: &App, id: AttemptId) -> Result<AttemptRow, JobError> {
    app.db.read(move |tx| payments::find(tx, id)).await.map_err(JobError::from)
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
                settle::settle(&app, id, doubt, true).await?;
            }
            State::Unknown => look_up(&app, &attempt).await?,
            State::Held => return ask_about_held(&app, &attempt).await,
            State::Approved => issue::issue(&app, id).await?,
            State::VoidPending => take_back(&app, &attempt).await?,
            State::Issued | State::Declined | State::NotCharged | State::Voided => return Ok(()),
        }
    }
    Err(JobError::Retry("it goes in circles".to_owned()))
}

async fn look_up(app: &Arc<App>, attempt: &AttemptRow) -> Result<(), JobError> {
    app.fail_points.pass(Point::BeforeLookUp).await?;
    let finding = payments::search(app, attempt, app.clock.now()).await?;
    app.fail_points.pass(Point::AfterLookUp).await?;
    if let Finding::InDoubt { why } = finding {
        return Err(JobError::Retry(why));
    }
    settle::settle(app, attempt.id, finding, true).await?;
    Ok(())
}

/// Held may mean days: this job ends, and another asks again.
async fn ask_about_held(app: &Arc<App>, attempt: &AttemptRow) -> Result<(), JobError> {
    let finding = payments::look_at(app, attempt).await?;
    if let Finding::InDoubt { why } = finding {
        return Err(JobError::Retry(why));
    }
    let state = settle::settle(app, attempt.id, finding, true).await?;
    if state == State::Approved {
        return issue::issue(app, attempt.id).await.map_err(JobError::from);
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
        .map_err(JobError::from)
}

async fn take_back(app: &Arc<App>, attempt: &AttemptRow) -> Result<(), JobError> {
    app.fail_points.pass(Point::BeforeVoid).await?;
    if !payments::give_back(app, attempt, app.clock.now()).await? {
        return Err(JobError::Retry("the gateway has not taken the charge back".to_owned()));
    }
    app.fail_points.pass(Point::AfterVoid).await?;
    settle::close_voided(app, attempt.id).await.map_err(JobError::from)
}

/// A charge that turns up after all is taken back, and a person is told. While somebody at the gateway may still make a
/// charge of it, it is asked about on and on.
pub async fn recheck_payment(app: Arc<App>, _: JobId, job: RecheckPayment) -> Result<(), JobError> {
    let (attempt, now) = (read(&app, job.attempt).await?, app.clock.now());
    // One that was found held is known by its own number: nothing needs to be searched for.
    let finding = match job.held {
        0 => payments::search(&app, &attempt, now).await?,
        _ => payments::look_at(&app, &attempt).await?,
    };
    if let Finding::InDoubt { why } = finding {
        return Err(JobError::Retry(why));
    }
    let is_held = matches!(finding, Finding::Held { .. });
    let state = settle::settle(&app, job.attempt, finding, true).await?;
    let is_held = is_held && matches!(state, State::NotCharged | State::Declined);
    let (pause, again) = match (is_held, job.is_last) {
        (true, _) => {
            if now.since(attempt.sent_at) >= LONGEST_HELD {
                tracing::error!(attempt = %attempt.id, "a payment that nobody waits for is still held at the gateway");
                return Ok(());
            }
            (pause_while_held(job.held), RecheckPayment { held: job.held + 1, ..job })
        }
        // What is being taken back has a job of its own.
        (false, _) if !matches!(state, State::NotCharged | State::Declined) => return Ok(()),
        (false, true) => return Ok(()),
        (false, false) => (LAST_RECHECK_AFTER, RecheckPayment { is_last: true, held: 0, ..job }),
    };
    app.db
        .write(move |tx| settle::recheck(tx, now, now.plus(pause), &again))
        .await
        .map_err(JobError::from)
}

fn pause_while_held(looks: u32) -> Duration {
    if looks < OFTEN_WHILE_HELD { HELD_INTERVAL } else { HELD_LATER_INTERVAL }
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
    let (row, reader, cards) = read.await?;
    let Some(reader) = reader else { return Ok(()) };
    let lines = cards
        .iter()
        .map(|card| ReceiptLine {
            vendor: card.vendor_name.clone(),
            price: card.face.format(reader.language),
            gift_for: card.is_gift.then(|| card.gift_to.clone().unwrap_or_default()),
            charity: card.charity_name.clone(),
        })
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
