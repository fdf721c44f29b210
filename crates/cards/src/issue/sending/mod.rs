//! Gifts that are sent on a day. A job with this due time hands the gift to the job that emails it.
//! The card's row decides whether the job still applies, so a gift is sent once although its giver
//! may change the day, and although a job may run twice.

mod store;

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};

use kernel::{
    ids::{CardId, JobId, TenantId},
    timestamp::Timestamp,
};
use mail::Mail;
use platform::{
    app::App,
    error::Result,
    jobs::{self, Job, JobClass, JobError, enqueue, enqueue_at},
};

use super::jobs::MailGift;
use crate::{
    card::{
        self,
        mails::{about, read_newest, wallet_page},
    },
    letters::Letter,
};

/// Job that sends a gift on its day.
#[derive(Serialize, Deserialize)]
pub struct SendGift {
    pub card: CardId,
    /// Time that the giver had chosen. If the card's row has another one, the job does nothing.
    pub at: Timestamp,
}

impl Job for SendGift {
    const KIND: &'static str = "gift on its day";
    const CLASS: JobClass = JobClass::Upkeep;
}

/// Job that emails the giver that their gift was sent on its day.
#[derive(Serialize, Deserialize)]
pub struct MailSent {
    pub card: CardId,
}

impl Job for MailSent {
    const KIND: &'static str = "gift sent mail";
    const CLASS: JobClass = JobClass::Mail;
}

/// Enqueues the job that sends a gift at this time, unless it is waiting already.
pub fn plan(tx: &mut Tx<'_>, now: Timestamp, card: CardId, at: Timestamp) -> Result<()> {
    let job = SendGift { card, at };
    if jobs::is_waiting(tx, &job)? {
        return Ok(());
    }
    enqueue_at(tx, now, at, &job).map(drop)
}

/// Plans a gift again that may have been frozen on its day, because it can be used again.
pub fn resume(
    tx: &mut Tx<'_>,
    now: Timestamp,
    card: CardId,
    send_at: Option<Timestamp>,
) -> Result<()> {
    send_at.map_or(Ok(()), |at| plan(tx, now, card, at))
}

/// Sends a gift whose day has come.
pub async fn send_on_its_day(app: Arc<App>, _: JobId, job: SendGift) -> Result<(), JobError> {
    let sent = app.write(move |tx, _, now| send_if_due(tx, now, &job)).await;
    sent.map_err(JobError::from)
}

fn send_if_due(tx: &mut Tx<'_>, now: Timestamp, job: &SendGift) -> Result<()> {
    let Some(gift) = store::lock_newest(tx, job.card)? else { return Ok(()) };
    if gift.send_at != Some(job.at) || gift.owner_id.is_some() {
        return Ok(());
    }
    // A frozen gift is planned again when it is unfrozen. A cancelled or refunded one stays frozen.
    if gift.deactivated_at.is_some() {
        return Ok(());
    }
    store::clear(tx, gift.vendor_id, gift.id)?;
    card::notify_cardholders(tx, gift.id, gift.buyer_id, None);
    enqueue(tx, now, &MailGift { card: gift.id })?;
    enqueue(tx, now, &MailSent { card: gift.id }).map(drop)
}

/// Emails the giver that the gift is on its way, unless it was cancelled in the meantime.
pub async fn mail_sent(app: Arc<App>, id: JobId, job: MailSent) -> Result<(), JobError> {
    let (card, Some(buyer)) = read_newest(&app, job.card).await? else { return Ok(()) };
    let of = card.clone();
    let is_told = app.db.read(move |tx| card::are_gifts_told(tx, &of)).await?;
    if card.cancelled_at.is_some() || !is_told {
        return Ok(());
    }
    let about = about(&card, Some(card.buyer_id));
    let letter = Letter::GiftSent {
        first_name: buyer.first_name,
        to: card.gift_to.clone().unwrap_or_default(),
        email: card.recipient_email.clone().unwrap_or_default(),
        vendor: card.vendor_name.clone(),
        link: wallet_page(&app, &card),
    };
    let mail = Mail { to: buyer.email, brand: card.brand, lang: buyer.language, letter };
    mail::deliver(app, id, mail, about).await
}

/// Removes the day from a gift, because it is sent now.
pub fn clear(tx: &mut Tx<'_>, vendor: TenantId, card: CardId) -> Result<()> {
    store::clear(tx, vendor, card)
}
