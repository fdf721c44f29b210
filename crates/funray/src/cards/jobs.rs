//! The mails about cards. They are written when they are sent, because what they tell stands in no row in plain text:
//! the code of a card, the link of a gift.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    CardId, CardRow,
    codes::{ClaimToken, qr_content},
    open_code, store,
};
use crate::{
    accounts::{self, Reader},
    app::App,
    error::Error,
    jobs::{self, Job, JobError, JobId},
    kernel::{language::Language, money::Cents},
    mail::{self, Letter, Mail},
};

/// Sends the buyer a card of their own.
#[derive(Serialize, Deserialize)]
pub struct MailCard {
    pub card: CardId,
}

/// Sends a gift to whom it is for.
#[derive(Serialize, Deserialize)]
pub struct MailGift {
    pub card: CardId,
}

/// Tells the recipient of a gift that its order was taken back.
#[derive(Serialize, Deserialize)]
pub struct MailGiftCancelled {
    pub card: CardId,
}

/// Tells who gave it that a gift was seen.
#[derive(Serialize, Deserialize)]
pub struct MailOpened {
    pub card: CardId,
}

/// Tells who gave it that somebody else sent a gift to another address.
#[derive(Serialize, Deserialize)]
pub struct MailReaddressed {
    pub card: CardId,
    pub old: Option<String>,
    pub new: String,
}

/// Tells the holder of a card what was taken off it.
#[derive(Serialize, Deserialize)]
pub struct MailRedeemed {
    pub card: CardId,
    pub value: Cents,
    /// What was left then.
    pub balance: Cents,
}

impl Job for MailCard {
    const KIND: &'static str = "card mail";
}

impl Job for MailGift {
    const KIND: &'static str = "gift mail";
}

impl Job for MailGiftCancelled {
    const KIND: &'static str = "gift cancelled mail";
}

impl Job for MailOpened {
    const KIND: &'static str = "gift opened mail";
}

impl Job for MailReaddressed {
    const KIND: &'static str = "gift readdressed mail";
}

impl Job for MailRedeemed {
    const KIND: &'static str = "redeemed mail";
}

/// The card, and its buyer as somebody to write to: nobody, once they have closed their account.
async fn read(app: &App, card: CardId) -> Result<(CardRow, Option<Reader>), JobError> {
    let read = app.db.read(move |tx| {
        let card = store::find_for_mail(tx, card)?.ok_or(Error::NotFound)?;
        let buyer = accounts::reader(tx, card.buyer_id)?;
        Ok::<_, Error>((card, buyer))
    });
    read.await.map_err(JobError::from)
}

fn wallet_page(app: &App, card: &CardRow) -> String {
    format!("{}/transactions/{}/{}", app.public_url(card.brand), card.vendor_id, card.id)
}

fn gift_page(app: &App, card: &CardRow) -> Result<String, JobError> {
    let sealed = card.sealed_claim.as_deref().unwrap_or_default();
    let token = ClaimToken::open(&app.secrets, &card.id.to_string(), sealed);
    let token = token.ok_or_else(|| {
        JobError::Hopeless(format!("the link of {} can't be opened with this key", card.id))
    })?;
    Ok(format!("{}/gift/{}", app.public_url(card.brand), token.text()))
}

pub async fn mail_card(app: Arc<App>, id: JobId, job: MailCard) -> Result<(), JobError> {
    let (card, Some(buyer)) = read(&app, job.card).await? else { return Ok(()) };
    if card.cancelled_at.is_some() {
        return Ok(());
    }
    let code =
        open_code(&app.secrets, &card).map_err(|error| JobError::Hopeless(format!("{error:?}")))?;
    let letter = Letter::Card {
        first_name: buyer.first_name,
        vendor: card.vendor_name.clone(),
        number: in_fours(&card.number),
        balance: card.balance.format(buyer.language),
        charity: card.charity_name.clone(),
        hue: card.vendor_hue,
        link: wallet_page(&app, &card),
        qr_png: mail::qr(&qr_content(&code))?,
    };
    let mail = Mail { to: buyer.email, brand: card.brand, lang: buyer.language, letter };
    mail::deliver(app, id, mail).await
}

pub async fn mail_gift(app: Arc<App>, id: JobId, job: MailGift) -> Result<(), JobError> {
    let (card, buyer) = read(&app, job.card).await?;
    if card.cancelled_at.is_some() {
        return Ok(());
    }
    let lang = buyer.map_or(Language::En, |buyer| buyer.language);
    let link = gift_page(&app, &card)?;
    let letter = Letter::Gift {
        to: card.gift_to.unwrap_or_default(),
        from: card.gift_from.unwrap_or_default(),
        vendor: card.vendor_name,
        value: card.face.format(lang),
        message: card.gift_message,
        charity: card.charity_name,
        hue: card.vendor_hue,
        link,
    };
    let to = card.recipient_email.unwrap_or_default();
    let mail = Mail { to: to.clone(), brand: card.brand, lang, letter };
    mail::deliver(app.clone(), id, mail).await?;
    let (now, card) = (app.clock.now(), card.id);
    app.db.write(move |tx| store::set_mailed(tx, card, &to, now)).await.map_err(JobError::from)
}

pub async fn mail_opened(app: Arc<App>, id: JobId, job: MailOpened) -> Result<(), JobError> {
    let (card, Some(buyer)) = read(&app, job.card).await? else { return Ok(()) };
    let letter = Letter::GiftOpened {
        first_name: buyer.first_name,
        to: card.gift_to.clone().unwrap_or_default(),
        vendor: card.vendor_name.clone(),
        link: wallet_page(&app, &card),
    };
    let mail = Mail { to: buyer.email, brand: card.brand, lang: buyer.language, letter };
    mail::deliver(app, id, mail).await
}

pub async fn mail_readdressed(
    app: Arc<App>,
    id: JobId,
    job: MailReaddressed,
) -> Result<(), JobError> {
    let (card, Some(buyer)) = read(&app, job.card).await? else { return Ok(()) };
    let letter = Letter::GiftReaddressed {
        first_name: buyer.first_name,
        to: card.gift_to.clone().unwrap_or_default(),
        vendor: card.vendor_name.clone(),
        old: job.old.unwrap_or_default(),
        new: job.new,
        link: wallet_page(&app, &card),
    };
    let mail = Mail { to: buyer.email, brand: card.brand, lang: buyer.language, letter };
    mail::deliver(app, id, mail).await
}

/// Goes to whoever may spend the card: its owner, or the recipient of a gift that nobody has claimed.
pub async fn mail_redeemed(app: Arc<App>, id: JobId, job: MailRedeemed) -> Result<(), JobError> {
    let (card, buyer) = read(&app, job.card).await?;
    let Some(holder) = holder(&app, &card, buyer).await? else { return Ok(()) };
    let letter = Letter::Redeemed {
        first_name: holder.first_name,
        vendor: card.vendor_name,
        number: in_fours(&card.number),
        value: job.value.format(holder.language),
        balance: job.balance.format(holder.language),
        link: holder.link,
    };
    let mail = Mail { to: holder.email, brand: card.brand, lang: holder.language, letter };
    mail::deliver(app, id, mail).await
}

/// Goes to whoever may have counted on the gift: not to somebody who has never heard of it, and not to its buyer, who
/// hears of the whole order.
pub async fn mail_gift_cancelled(
    app: Arc<App>,
    id: JobId,
    job: MailGiftCancelled,
) -> Result<(), JobError> {
    // First: once it is gone, whether it was sent stands on the card.
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
    let letter = Letter::GiftCancelled {
        first_name: holder.first_name,
        vendor: card.vendor_name,
        link: holder.link,
    };
    let mail = Mail { to: holder.email, brand: card.brand, lang: holder.language, letter };
    mail::deliver(app, id, mail).await
}

/// In whose hands a card is, as somebody to write to, and where they see it.
struct Holder {
    email: String,
    first_name: String,
    language: Language,
    link: String,
}

/// Nobody, when its owner has closed their account.
async fn holder(
    app: &App,
    card: &CardRow,
    buyer: Option<Reader>,
) -> Result<Option<Holder>, JobError> {
    let Some(owner) = card.owner_id else {
        return Ok(Some(Holder {
            email: card.recipient_email.clone().unwrap_or_default(),
            first_name: card.gift_to.clone().unwrap_or_default(),
            language: buyer.map_or(Language::En, |buyer| buyer.language),
            link: gift_page(app, card)?,
        }));
    };
    let owner = app.db.read(move |tx| accounts::reader(tx, owner)).await?;
    Ok(owner.map(|owner| Holder {
        email: owner.email,
        first_name: owner.first_name,
        language: owner.language,
        link: wallet_page(app, card),
    }))
}

/// `1234 5678 …`, as it is read aloud.
pub(super) fn in_fours(number: &str) -> String {
    let letters: Vec<char> = number.chars().collect();
    let fours: Vec<String> = letters.chunks(4).map(|four| four.iter().collect()).collect();
    fours.join(" ")
}
