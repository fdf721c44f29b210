//! The mails about cards. They are written when they are sent, because what they tell stands in no row in plain text:
//! the code of a card, the link of a gift.

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};

use super::{
    CardRow, bursts,
    codes::{ClaimToken, qr_content},
    drawn, lookup, open_code, open_number, store,
};
use kernel::{
    brand::Brand,
    ids::{CardId, JobId, PersonId},
    language::Language,
    money::Cents,
    timestamp::Timestamp,
};
use mail::{About, Mail};
use market::bell;
use people::Addressee;
use platform::{
    app::App,
    error::Error,
    jobs::{self, Job, JobClass, JobError, Work, enqueue},
};

use crate::letters::{Letter, Movement};

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

/// Tells the recipient of a gift that its order was cancelled, or that it is frozen because its charge was reversed.
#[derive(Serialize, Deserialize)]
pub struct MailGiftCancelled {
    pub card: CardId,
    #[serde(default)]
    pub is_frozen: bool,
}

/// Tells who gave it that a gift was seen.
#[derive(Serialize, Deserialize)]
pub struct MailOpened {
    pub card: CardId,
}

/// Tells whoever had opened a gift that it went to another address.
#[derive(Serialize, Deserialize)]
pub struct MailGiftMoved {
    pub card: CardId,
    pub old: String,
}

/// Tells who gave it that somebody else sent a gift to another address.
#[derive(Serialize, Deserialize)]
pub struct MailReaddressed {
    pub card: CardId,
    pub old: Option<String>,
    pub new: String,
}

/// Tells the holder of a card what was moved on it, unless they look at that in their wallet only.
#[derive(Serialize, Deserialize)]
pub struct MailMovement {
    pub card: CardId,
    #[serde(default)]
    pub movement: Movement,
    pub value: Cents,
    /// What was on it then.
    pub balance: Cents,
    /// The card was not shown.
    #[serde(default)]
    pub is_by_name: bool,
}

/// Tells the holder of a card that it was reported lost and has another code.
#[derive(Serialize, Deserialize)]
pub struct MailReplaced {
    pub card: CardId,
    /// They have reported it themselves.
    pub is_by_holder: bool,
}

/// Tells the holder of a card that it was deactivated, or can be used again.
#[derive(Serialize, Deserialize)]
pub struct MailCardStatus {
    pub card: CardId,
    pub is_active: bool,
}

impl Job for MailCardStatus {
    const KIND: &'static str = "card status mail";
    const CLASS: JobClass = JobClass::Mail;
}

impl Job for MailReplaced {
    const KIND: &'static str = "card replaced mail";
    const CLASS: JobClass = JobClass::Mail;
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

impl Job for MailMovement {
    const KIND: &'static str = "redeemed mail";
    const CLASS: JobClass = JobClass::Mail;
}

/// The card, and its buyer as somebody to write to: nobody, once they have closed their account.
async fn read(app: &App, card: CardId) -> Result<(CardRow, Option<Addressee>), JobError> {
    let read = app.db.read(move |tx| {
        let card = store::find_for_mail(tx, card)?.ok_or(Error::NotFound)?;
        let buyer = people::addressee(tx, card.buyer_id)?;
        Ok::<_, Error>((card, buyer))
    });
    read.await.map_err(JobError::from)
}

/// Like [`read`], but reads the card that took it over: number, code and link are on that one.
async fn read_newest(app: &App, card: CardId) -> Result<(CardRow, Option<Addressee>), JobError> {
    let mut found = read(app, card).await?;
    while let Some(newer) = found.0.moved_to {
        found = read(app, newer).await?;
    }
    Ok(found)
}

/// What a mail about a card is about, for those who help: its order and somebody whom it concerns, too.
fn about(card: &CardRow, person: Option<PersonId>) -> About {
    About::of(&[&card.id, &card.order_id]).and(person)
}

fn wallet_page(app: &App, card: &CardRow) -> String {
    format!("{}/transactions/{}/{}", app.public_url(card.brand), card.vendor_id, card.id)
}

fn gift_page(app: &App, card: &CardRow) -> Result<String, JobError> {
    let sealed = card.sealed_claim.as_deref().unwrap_or_default();
    let token = ClaimToken::open(&app.secrets, &card.id.to_string(), sealed);
    let token = token.ok_or_else(|| {
        JobError::Permanent(format!("the link of {} can't be opened with this key", card.id))
    })?;
    Ok(format!("{}/gift/{}", app.public_url(card.brand), token.text()))
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
    let letter = Letter::Gift {
        to: card.gift_to.unwrap_or_default(),
        from: card.gift_from.unwrap_or_default(),
        vendor: card.vendor_name,
        value: card.face.format(lang),
        message: card.gift_message,
        charity: card.charity_name,
        hue: card.vendor_hue,
        link,
        card_png,
    };
    // Nobody, once a closed account's gift was claimed or spent.
    let Some(to) = card.recipient_email.filter(|to| !to.is_empty()) else { return Ok(()) };
    let mail = Mail { to: to.clone(), brand: card.brand, lang, letter };
    mail::deliver(app.clone(), id, mail, about).await?;
    let (now, vendor, card) = (app.clock.now(), card.vendor_id, card.id);
    let told = move |tx: &mut db::Tx<'_>| store::set_mailed(tx, vendor, card, &to, now);
    app.db.write(told).await.map_err(JobError::from)
}

pub async fn mail_opened(app: Arc<App>, id: JobId, job: MailOpened) -> Result<(), JobError> {
    let (card, Some(buyer)) = read(&app, job.card).await? else { return Ok(()) };
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

/// Goes to whoever may spend the card: its owner, or the recipient of a gift that nobody has claimed, who has no wallet to
/// look into.
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

/// Goes to whoever may spend the card now: of an unclaimed gift to its recipient, with the new link.
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

/// Goes to whoever may spend the card, unless it is a gift that nobody has heard of so far. Its reason is for the shop and for us.
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

/// Those who manage the shop hear of what is much, off the way of whoever stands at the counter.
async fn notify_managers_of_redemption(
    app: &App,
    job: JobId,
    card: &CardRow,
    value: Cents,
) -> Result<(), JobError> {
    let (vendor, number) = (card.vendor_id, card.masked_number());
    let redeemed = bell::Redeemed { vendor, card: card.id, number, value };
    bell::notify_of_redemption(app, job, redeemed).await.map_err(JobError::from)
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
    let about = about(&card, Some(card.owner_id.unwrap_or(card.buyer_id)));
    let (first_name, vendor, link) = (holder.first_name, card.vendor_name, holder.link);
    let letter = match job.is_frozen {
        true => Letter::GiftFrozen { first_name, vendor, link },
        false => Letter::GiftCancelled { first_name, vendor, link },
    };
    let mail = Mail { to: holder.email, brand: card.brand, lang: holder.language, letter };
    mail::deliver(app, id, mail, about).await
}

/// In whose hands a card is, as somebody to write to, and where they see it.
struct Holder {
    email: String,
    first_name: String,
    language: Language,
    link: String,
}

/// Nobody, when its owner has closed their account, or when its recipient's address was erased.
async fn holder(
    app: &App,
    card: &CardRow,
    buyer: Option<Addressee>,
) -> Result<Option<Holder>, JobError> {
    let Some(owner) = card.owner_id else {
        let Some(email) = card.recipient_email.clone().filter(|email| !email.is_empty()) else {
            return Ok(None);
        };
        return Ok(Some(Holder {
            email,
            first_name: card.gift_to.clone().unwrap_or_default(),
            language: buyer.map_or(Language::En, |buyer| buyer.language),
            link: gift_page(app, card)?,
        }));
    };
    let owner = app.db.read(move |tx| people::addressee(tx, owner)).await?;
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

/// What an administrator did to a card, for the managers of its shop.
pub(super) struct Intervention<'a> {
    pub card: CardId,
    pub movement: Movement,
    pub value: Cents,
    pub reason: &'a str,
    /// The administrator's name.
    pub by: String,
}

/// Has the managers of a card's shop told what somebody from outside it did. `site` is the address of each brand's pages.
pub(super) fn notify_managers(
    tx: &mut Tx<'_>,
    now: Timestamp,
    site: impl Fn(Brand) -> String,
    what: &Intervention<'_>,
) -> platform::error::Result<()> {
    let card = store::find_for_mail(tx, what.card)?.ok_or(Error::NotFound)?;
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

/// Adds the jobs and scheduled tasks of cards.
pub fn add_work(work: Work) -> Work {
    work.on(mail_card)
        .on(mail_gift)
        .on(mail_gift_cancelled)
        .on(mail_opened)
        .on(mail_gift_moved)
        .on(mail_readdressed)
        .on(mail_movement)
        .on(mail_replaced)
        .on(mail_card_status)
        .on(bursts::check)
        .forget(lookup::forget_presentations)
}
