//! Emails about gifts and lost cards.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use kernel::{
    ids::{CardId, JobId},
    language::Language,
};
use mail::Mail;
use platform::{
    app::App,
    jobs::{Job, JobClass, JobError},
};

use crate::{
    card::{
        self,
        mails::{about, holder, read, read_newest, wallet_page},
    },
    letters::Letter,
};

/// Job that emails the giver that their gift was opened.
#[derive(Serialize, Deserialize)]
pub struct MailOpened {
    pub card: CardId,
}

/// Job that emails a former recipient that a gift they had opened was sent to another address.
#[derive(Serialize, Deserialize)]
pub struct MailGiftMoved {
    pub card: CardId,
    pub old: String,
}

/// Job that emails the giver that the shop or the support desk has sent their gift to another
/// address.
#[derive(Serialize, Deserialize)]
pub struct MailReaddressed {
    pub card: CardId,
    pub old: Option<String>,
    pub new: String,
}

/// Job that emails the cardholder that their card was reported lost and has a new code.
#[derive(Serialize, Deserialize)]
pub struct MailReplaced {
    pub card: CardId,
    /// Whether the cardholder reported the loss.
    pub is_by_holder: bool,
}

impl Job for MailReplaced {
    const KIND: &'static str = "card replaced mail";
    const CLASS: JobClass = JobClass::Mail;
}

impl Job for MailOpened {
    const KIND: &'static str = "gift opened mail";
    const CLASS: JobClass = JobClass::Mail;
}

impl Job for MailGiftMoved {
    const KIND: &'static str = "gift moved mail";
    const CLASS: JobClass = JobClass::Mail;
}

impl Job for MailReaddressed {
    const KIND: &'static str = "gift readdressed mail";
    const CLASS: JobClass = JobClass::Mail;
}

pub async fn mail_opened(app: Arc<App>, id: JobId, job: MailOpened) -> Result<(), JobError> {
    let (card, Some(buyer)) = read(&app, job.card).await? else { return Ok(()) };
    let of = card.clone();
    if !app.db.read(move |tx| card::are_gifts_told(tx, &of)).await? {
        return Ok(());
    }
    let about = about(&card, Some(card.buyer_id));
    let letter = Letter::GiftOpened {
        first_name: buyer.first_name,
        to: card.gift_to.clone().unwrap_or_default(),
        vendor: card.vendor_name.clone(),
        link: wallet_page(&app, &card),
    };
    let mail = Mail { to: buyer.email, brand: card.brand, lang: buyer.language, letter };
    mail::deliver(app, id, mail, about).await
}

pub async fn mail_gift_moved(app: Arc<App>, id: JobId, job: MailGiftMoved) -> Result<(), JobError> {
    let (card, buyer) = read(&app, job.card).await?;
    let about = about(&card, Some(card.buyer_id));
    let lang = buyer.map_or(Language::En, |buyer| buyer.language);
    let letter = Letter::GiftMoved {
        to: card.gift_to.unwrap_or_default(),
        from: card.gift_from.unwrap_or_default(),
        vendor: card.vendor_name,
    };
    let mail = Mail { to: job.old, brand: card.brand, lang, letter };
    mail::deliver(app, id, mail, about).await
}

pub async fn mail_readdressed(
    app: Arc<App>,
    id: JobId,
    job: MailReaddressed,
) -> Result<(), JobError> {
    let (card, Some(buyer)) = read(&app, job.card).await? else { return Ok(()) };
    let about = about(&card, Some(card.buyer_id));
    let letter = Letter::GiftReaddressed {
        first_name: buyer.first_name,
        to: card.gift_to.clone().unwrap_or_default(),
        vendor: card.vendor_name.clone(),
        old: job.old.unwrap_or_default(),
        new: job.new,
        link: wallet_page(&app, &card),
    };
    let mail = Mail { to: buyer.email, brand: card.brand, lang: buyer.language, letter };
    mail::deliver(app, id, mail, about).await
}

/// Emails the person who may now spend the replaced card. For an unclaimed gift, this is the
/// recipient, who gets the new link.
pub async fn mail_replaced(app: Arc<App>, id: JobId, job: MailReplaced) -> Result<(), JobError> {
    let (card, buyer) = read_newest(&app, job.card).await?;
    if card.cancelled_at.is_some() {
        return Ok(());
    }
    let Some(holder) = holder(&app, &card, buyer).await? else { return Ok(()) };
    let about = about(&card, Some(card.owner_id.unwrap_or(card.buyer_id)));
    let letter = Letter::CardReplaced {
        first_name: holder.first_name,
        vendor: card.vendor_name.clone(),
        number: card.masked_number(),
        is_by_holder: job.is_by_holder,
        link: holder.link,
    };
    let mail = Mail { to: holder.email, brand: card.brand, lang: holder.language, letter };
    mail::deliver(app, id, mail, about).await
}
