//! Emails about new cards, and about gifts whose order was cancelled.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use kernel::{
    ids::{CardId, JobId},
    language::Language,
};
use mail::Mail;
use platform::{
    app::App,
    error::Error,
    jobs::{self, Job, JobClass, JobError},
};

use super::store;
use crate::{
    card::{
        CardRow,
        codes::qr_content,
        drawn,
        mails::{about, gift_page, holder, in_fours, read, read_newest, wallet_page},
        open_code, open_number,
    },
    letters::Letter,
};

/// Job that emails a card to its buyer.
#[derive(Serialize, Deserialize)]
pub struct MailCard {
    pub card: CardId,
}

/// Job that emails a gift to its recipient.
#[derive(Serialize, Deserialize)]
pub struct MailGift {
    pub card: CardId,
}

/// Job that emails the recipient of a gift that the order was cancelled, or that the gift is frozen
/// because its charge was reversed.
#[derive(Serialize, Deserialize)]
pub struct MailGiftCancelled {
    pub card: CardId,
    pub is_frozen: bool,
}

impl Job for MailCard {
    const KIND: &'static str = "card mail";
    const CLASS: JobClass = JobClass::Mail;
}

impl Job for MailGift {
    const KIND: &'static str = "gift mail";
    const CLASS: JobClass = JobClass::Mail;
}

impl Job for MailGiftCancelled {
    const KIND: &'static str = "gift cancelled mail";
    const CLASS: JobClass = JobClass::Mail;
}

pub async fn mail_card(app: Arc<App>, id: JobId, job: MailCard) -> Result<(), JobError> {
    let (card, Some(buyer)) = read_newest(&app, job.card).await? else { return Ok(()) };
    if card.cancelled_at.is_some() {
        return Ok(());
    }
    let hopeless = |error: Error| JobError::Permanent(format!("{error:?}"));
    let code = open_code(&app.secrets, &card).map_err(hopeless)?;
    let number = open_number(&app.secrets, &card).map_err(hopeless)?;
    let letter = Letter::Card {
        first_name: buyer.first_name,
        vendor: card.vendor_name.clone(),
        number: in_fours(&number),
        balance: card.balance.format(buyer.language),
        charity: card.charity_name.clone(),
        share: share(&card, buyer.language),
        hue: card.vendor_hue,
        link: wallet_page(&app, &card),
        qr_png: mail::qr(&qr_content(&code))?,
        card_png: drawn::for_mail(&app, &card, card.balance, buyer.language).await?.to_vec(),
    };
    let mail = Mail { to: buyer.email, brand: card.brand, lang: buyer.language, letter };
    mail::deliver(app, id, mail, about(&card, Some(card.buyer_id))).await
}

pub async fn mail_gift(app: Arc<App>, id: JobId, job: MailGift) -> Result<(), JobError> {
    let (card, buyer) = read_newest(&app, job.card).await?;
    if card.cancelled_at.is_some() {
        return Ok(());
    }
    let lang = buyer.map_or(Language::En, |buyer| buyer.language);
    let link = gift_page(&app, &card)?;
    let card_png = drawn::for_mail(&app, &card, card.face, lang).await?.to_vec();
    let about = about(&card, Some(card.buyer_id));
    let share = share(&card, lang);
    let letter = Letter::Gift {
        to: card.gift_to.unwrap_or_default(),
        from: card.gift_from.unwrap_or_default(),
        vendor: card.vendor_name,
        value: card.face.format(lang),
        message: card.gift_message,
        charity: card.charity_name,
        share,
        hue: card.vendor_hue,
        link,
        card_png,
    };
    // The recipient's address is empty if it was erased: the giver's account is closed, and the
    // gift was claimed or spent.
    let Some(to) = card.recipient_email.filter(|to| !to.is_empty()) else { return Ok(()) };
    let mail = Mail { to: to.clone(), brand: card.brand, lang, letter };
    mail::deliver(app.clone(), id, mail, about).await?;
    let (now, vendor, card) = (app.clock.now(), card.vendor_id, card.id);
    let told = move |tx: &mut db::Tx<'_>| store::set_mailed(tx, vendor, card, &to, now);
    app.db.write(told).await.map_err(JobError::from)
}

/// Returns the amount of a card that goes to its charity.
fn share(card: &CardRow, lang: Language) -> Option<String> {
    card.charity_share.is_positive().then(|| card.charity_share.format(lang))
}

/// Emails the recipient of a cancelled or frozen gift, if the gift had been emailed to them, opened
/// or claimed. The buyer gets an email about the whole order instead.
pub async fn mail_gift_cancelled(
    app: Arc<App>,
    id: JobId,
    job: MailGiftCancelled,
) -> Result<(), JobError> {
    // First looks for the job that emails the gift, and reads the card only afterwards. If that job
    // has ended, the card's row already shows whether the gift was emailed.
    let gift = MailGift { card: job.card };
    let is_on_its_way = app.db.read(move |tx| jobs::is_waiting(tx, &gift)).await?;
    if is_on_its_way {
        return Err(JobError::Retry("the gift itself may just be on its way".to_owned()));
    }
    let (card, buyer) = read(&app, job.card).await?;
    let is_known = card.mailed_at.or(card.opened_at).or(card.claimed_at).is_some();
    if !is_known || card.owner_id == Some(card.buyer_id) {
        return Ok(());
    }
    let Some(holder) = holder(&app, &card, buyer).await? else { return Ok(()) };
    let about = about(&card, Some(card.owner_id.unwrap_or(card.buyer_id)));
    let (first_name, vendor, link) = (holder.first_name, card.vendor_name, holder.link);
    let letter = match job.is_frozen {
        true => Letter::GiftFrozen { first_name, vendor, link },
        false => Letter::GiftCancelled { first_name, vendor, link },
    };
    let mail = Mail { to: holder.email, brand: card.brand, lang: holder.language, letter };
    mail::deliver(app, id, mail, about).await
}
