//! Emails about redemptions, cash-outs, freezes and other events on a card at the counter.

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};

use kernel::{
    brand::Brand,
    ids::{CardId, JobId},
    money::Cents,
    timestamp::Timestamp,
};
use mail::Mail;
use market::bell;
use platform::{
    app::App,
    error::Error,
    jobs::{Job, JobClass, JobError, enqueue},
};

use crate::{
    card::{
        self, CardRow,
        mails::{about, holder, read},
    },
    letters::{Letter, Movement},
};

/// Job that emails the cardholder about a transaction, unless they have switched these emails off.
#[derive(Serialize, Deserialize)]
pub struct MailMovement {
    pub card: CardId,
    pub movement: Movement,
    pub value: Cents,
    /// Balance of the card after the transaction.
    pub balance: Cents,
    /// Whether the card was redeemed without being presented.
    pub is_by_name: bool,
}

/// Job that emails the cardholder that their card was frozen or unfrozen.
#[derive(Serialize, Deserialize)]
pub struct MailCardStatus {
    pub card: CardId,
    pub is_active: bool,
}

impl Job for MailCardStatus {
    const KIND: &'static str = "card status mail";
    const CLASS: JobClass = JobClass::Mail;
}

impl Job for MailMovement {
    const KIND: &'static str = "redeemed mail";
    const CLASS: JobClass = JobClass::Mail;
}

/// Emails the person who may spend the card about a transaction: the owner, or the recipient of an
/// unclaimed gift. That recipient has no wallet that would show the transaction.
pub async fn mail_movement(app: Arc<App>, id: JobId, job: MailMovement) -> Result<(), JobError> {
    let (card, buyer) = read(&app, job.card).await?;
    if matches!(job.movement, Movement::Redeemed) {
        notify_managers_of_redemption(&app, id, &card, job.value).await?;
    }
    if let Some(owner) = card.owner_id {
        let is_mailed = app.db.read(move |tx| people::mails_movements(tx, owner)).await?;
        if !is_mailed {
            return Ok(());
        }
    }
    let Some(holder) = holder(&app, &card, buyer).await? else { return Ok(()) };
    let about = about(&card, Some(card.owner_id.unwrap_or(card.buyer_id)));
    let letter = Letter::CardMoved {
        first_name: holder.first_name,
        number: card.masked_number(),
        vendor: card.vendor_name,
        movement: job.movement,
        value: job.value.format(holder.language),
        balance: job.balance.format(holder.language),
        is_by_name: job.is_by_name,
        link: holder.link,
    };
    let mail = Mail { to: holder.email, brand: card.brand, lang: holder.language, letter };
    mail::deliver(app, id, mail, about).await
}

/// Emails the person who may spend a card that the card was frozen or unfrozen. Sends nothing if
/// the card is a gift that was never emailed. The email omits the reason, which is only for the
/// shop and support.
pub async fn mail_card_status(
    app: Arc<App>,
    id: JobId,
    job: MailCardStatus,
) -> Result<(), JobError> {
    let (card, buyer) = read(&app, job.card).await?;
    let is_known = card.mailed_at.or(card.opened_at).or(card.claimed_at).is_some();
    if card.cancelled_at.is_some() || card.owner_id.is_none() && !is_known {
        return Ok(());
    }
    let Some(holder) = holder(&app, &card, buyer).await? else { return Ok(()) };
    let about = about(&card, Some(card.owner_id.unwrap_or(card.buyer_id)));
    let letter = Letter::CardStatus {
        first_name: holder.first_name,
        vendor: card.vendor_name.clone(),
        number: card.masked_number(),
        balance: card.balance.format(holder.language),
        is_active: job.is_active,
        link: holder.link,
    };
    let mail = Mail { to: holder.email, brand: card.brand, lang: holder.language, letter };
    mail::deliver(app, id, mail, about).await
}

/// Notifies the shop's managers of a large redemption. This runs in a job, so that the counter
/// doesn't wait for the notification.
pub async fn notify_managers_of_redemption(
    app: &Arc<App>,
    job: JobId,
    card: &CardRow,
    value: Cents,
) -> Result<(), JobError> {
    let (vendor, number) = (card.vendor_id, card.masked_number());
    let redeemed = bell::Redeemed { vendor, card: card.id, number, value };
    bell::notify_of_redemption(app, job, redeemed).await.map_err(JobError::from)
}

/// An administrator's action on a card, to be reported to the managers of the card's shop.
pub struct Intervention<'a> {
    pub card: CardId,
    pub movement: Movement,
    pub value: Cents,
    pub reason: &'a str,
    /// The administrator's name.
    pub by: String,
}

/// Notifies the managers of a card's shop of an administrator's action. `site` returns the web
/// address of a brand.
pub fn notify_managers(
    tx: &mut Tx<'_>,
    now: Timestamp,
    site: impl Fn(Brand) -> String,
    what: &Intervention<'_>,
) -> platform::error::Result<()> {
    let card = card::find_for_mail(tx, what.card)?.ok_or(Error::NotFound)?;
    for manager in people::managers_of(tx, card.vendor_id)? {
        let letter = Letter::CardMovedByAdministrator {
            first_name: manager.first_name,
            by: what.by.clone(),
            vendor: card.vendor_name.clone(),
            number: card.masked_number(),
            movement: what.movement,
            value: what.value.format(manager.language),
            reason: what.reason.to_owned(),
            link: format!("{}/admin/vendor/cards-transaction/{}", site(card.brand), card.id),
        };
        let mail = Mail { to: manager.email, brand: card.brand, lang: manager.language, letter };
        enqueue(tx, now, &mail)?;
    }
    Ok(())
}
