//! Emailing cards again, and opening and claiming gifts.

pub mod api;
pub mod jobs;
pub mod lost;
pub mod planned;
pub mod planned_api;
pub mod reminders;
mod rules;
pub mod send_time;
mod store;
pub mod thanks;

use std::sync::Arc;

use db::{Rows, Tx};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{self, Actor, Permission, errors::PROOF_REQUIRED},
    live::{self, Event},
};
use jobs::{MailGiftMoved, MailOpened, MailReaddressed};
use kernel::{
    contact::{Email, masked_address},
    dates::BusinessDate,
    fields::Fields,
    ids::{CardId, OrderId, PersonId},
    messages::{self, Message},
    timestamp::Timestamp,
};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
    secrets::{Hashes, Secrets},
};
use store::NewAddress;

use crate::{
    actions,
    card::{self, CardRow, SealedSecrets, codes::ClaimToken, free_number, seal_new},
    errors::{CARD_CANCELLED, CARD_DEACTIVATED, GIFT_CLAIMED, GIFT_WAITS, NO_GIFT},
    issue::{
        jobs::{MailCard, MailGift},
        sending,
    },
    wallet,
};

pub use store::{
    AddressChange, CLAIMS, LockedGift, RULES_OF_CLAIMS, copy_claim, given, lock_gift, set_opened,
};

/// New recipient of a gift, with the reason if the sender isn't the gift's buyer.
#[derive(Clone, Debug)]
pub struct Sending {
    pub recipient: Email,
    pub reason: Option<String>,
    /// Whether the sender re-authenticated a short time ago.
    pub is_proven: bool,
}

/// Emails a card again. A gift sent to another recipient gets a new code, number and link, and the
/// old ones stop working.
pub async fn send_again(app: &Arc<App>, actor: Actor, id: CardId, sending: Sending) -> Result<()> {
    app.write(move |tx, app, now| {
        let shop = card::shop_of(tx, id)?.ok_or(Error::NotFound)?;
        let gift = store::lock_gift(tx, shop, id)?.ok_or(Error::NotFound)?;
        may_send(&actor, &gift)?;
        refuse_cancelled(tx, &gift)?;
        if gift.deactivated_at.is_some() {
            return Err(Error::Refused(CARD_DEACTIVATED));
        }
        if !gift.is_gift {
            return send_own_again(tx, now, &actor, &gift, &sending.recipient);
        }
        if gift.owner_id.is_some() {
            return Err(Error::Refused(GIFT_CLAIMED));
        }
        // Clerks may email a gift again, but not before the day that its giver chose.
        if gift.is_unsent() && actor.person != gift.buyer_id {
            return Err(Error::Refused(GIFT_WAITS));
        }
        let recipient = &sending.recipient;
        let is_moved = gift.recipient_email.as_deref() != Some(recipient.as_ref());
        if is_moved && actor.person != gift.buyer_id {
            refuse_readdressing(&actor, &sending)?;
        }
        count_sending(tx, &gift, now)?;
        record_sending(tx, now, &actor, &gift, &sending)?;
        if is_moved {
            let secrets = seal_new(&app.secrets, &free_number(tx, &app.secrets)?, id, true);
            let old = gift.recipient_email.as_deref();
            let address =
                NewAddress { vendor: gift.vendor_id, old, new: recipient, by: actor.person };
            store::readdress(tx, now, id, &address, &secrets)?;
            renew(tx, &gift, &secrets, None)?;
            notify_former_recipient(tx, now, &gift)?;
            if actor.person != gift.buyer_id {
                let (old, new) = (gift.recipient_email.clone(), recipient.to_string());
                enqueue(tx, now, &MailReaddressed { card: id, old, new })?;
            }
        }
        if gift.is_unsent() {
            sending::clear(tx, gift.vendor_id, id)?;
        }
        mail::close_bounces_of(tx, now, id, "gift")?;
        enqueue(tx, now, &MailGift { card: id })?;
        Ok(())
    })
    .await
}

/// Emails again a card that is not a gift, only to the address of the buyer's account.
fn send_own_again(
    tx: &mut Tx<'_>,
    now: Timestamp,
    actor: &Actor,
    card: &LockedGift,
    recipient: &Email,
) -> Result<()> {
    let buyer = people::addressee(tx, card.buyer_id)?;
    if buyer.is_none_or(|buyer| buyer.email != recipient.to_string()) {
        return Err(Error::Refused(NO_GIFT));
    }
    count_sending(tx, card, now)?;
    let after = json!({ "to": masked_address(recipient.as_ref()) });
    let entry = Entry::new(actions::CARD_RESENT, Subject::card(card.id)).tenant(card.vendor_id);
    audit::record(tx, now, &Author::of(actor), entry.after(after))?;
    mail::close_bounces_of(tx, now, card.id, "card")?;
    enqueue(tx, now, &MailCard { card: card.id }).map(drop)
}

/// Notifies the former recipient of a gift if that recipient had opened the gift. A gift that was
/// never opened may have been sent to a mistyped address, and the owner of that address should
/// learn nothing.
fn notify_former_recipient(tx: &mut Tx<'_>, now: Timestamp, gift: &LockedGift) -> Result<()> {
    match (&gift.recipient_email, gift.opened_at) {
        (Some(old), Some(_)) => {
            enqueue(tx, now, &MailGiftMoved { card: gift.id, old: old.clone() }).map(drop)
        }
        _ => Ok(()),
    }
}

/// Records in the audit log that a gift was sent. Email addresses are masked there, because
/// recipients may request the erasure of their address.
fn record_sending(
    tx: &mut Tx<'_>,
    now: Timestamp,
    actor: &Actor,
    gift: &LockedGift,
    sending: &Sending,
) -> Result<()> {
    let recipient = &sending.recipient;
    let old = gift.recipient_email.as_deref().unwrap_or_default();
    let (action, after) = match old == recipient.to_string() {
        true => (actions::GIFT_RESENT, json!({ "to": masked_address(old) })),
        false => {
            let (from, to) = (masked_address(old), masked_address(recipient.as_ref()));
            (actions::GIFT_READDRESSED, json!({ "from": from, "to": to }))
        }
    };
    let entry = Entry::new(action, Subject::card(gift.id)).tenant(gift.vendor_id).after(after);
    audit::record(tx, now, &Author::of(actor), entry.reason(sending.reason.clone()))
}

/// Decides whether a person other than the buyer may send a gift to a new recipient. Only
/// administrators may, with a reason and not to themselves. A clerk who has seen a card only in a
/// list could otherwise redirect the card and spend it.
fn refuse_readdressing(actor: &Actor, sending: &Sending) -> Result<()> {
    let refuse = |message: Message| Err(Error::Invalid(Fields::one("recipientEmail", message)));
    if !actor.is_administrator() {
        return refuse(Message::new(
            "Only its buyer, or our support, can send this gift to another address.",
            "Seule la personne qui l’a acheté, ou notre soutien, peut envoyer ce cadeau à une autre adresse.",
        ));
    }
    if !sending.is_proven {
        return Err(Error::Refused(PROOF_REQUIRED));
    }
    if actor.email == sending.recipient.to_string() {
        return refuse(Message::new(
            "Somebody else’s gift can’t be sent to yourself.",
            "On ne peut pas s’envoyer à soi-même le cadeau d’une autre personne.",
        ));
    }
    if sending.reason.is_none() {
        return Err(Error::Invalid(Fields::one("reason", messages::required("Reason"))));
    }
    Ok(())
}

/// Refuses unless the caller bought the gift or has the right to resend gifts of its shop. Callers
/// who can't see the card get "not found".
fn may_send(actor: &Actor, gift: &LockedGift) -> Result<()> {
    if gift.buyer_id == actor.person {
        return Ok(());
    }
    let reaches = |permission| {
        actor.may(permission) && TenantScope::of(actor, permission).reaches(gift.vendor_id)
    };
    if reaches(Permission::ResendGifts) {
        return Ok(());
    }
    let is_seen = reaches(Permission::FindCards) || gift.owner_id == Some(actor.person);
    Err(if is_seen { Error::Permission } else { Error::NotFound })
}

fn count_sending(tx: &mut Tx<'_>, gift: &LockedGift, now: Timestamp) -> Result<()> {
    let today = BusinessDate::of(now);
    match rules::resends(gift.resent_on, gift.resent_count, today) {
        Some(count) => store::set_resent(tx, gift.vendor_id, gift.id, today, count),
        None => Err(Error::TooManyTries(today.end_exclusive().since(now))),
    }
}

/// Finds a gift by the token in its link. Fails with "not found" if the token is invalid.
pub async fn find(app: &App, token: &str) -> Result<CardRow> {
    let hashes = token_hashes(app, token)?;
    app.db.read(move |tx| store::find_by_claim(tx, &hashes)).await?.ok_or(Error::NotFound)
}

/// Returns the recipient's address of an unclaimed gift, which is found by the token in its link.
pub async fn recipient(app: &App, token: &str) -> Result<Email> {
    let gift = find(app, token).await?;
    if gift.owner_id.is_some() {
        return Err(Error::Refused(GIFT_CLAIMED));
    }
    let address = gift.recipient_email.as_deref().and_then(Email::parse);
    address.ok_or(Error::NotFound)
}

fn token_hashes(app: &App, token: &str) -> Result<Hashes> {
    Ok(ClaimToken::parse(token).ok_or(Error::NotFound)?.hashes(&app.secrets))
}

/// Records that the recipient opened the gift. The giver is notified the first time.
pub async fn open(app: &Arc<App>, token: &str) -> Result<CardRow> {
    let hashes = token_hashes(app, token)?;
    app.write(move |tx, _, now| {
        let gift = locked(tx, &hashes)?;
        if gift.opened_at.is_none() && !is_cancelled(tx, &gift)? {
            store::set_opened(tx, gift.vendor_id, gift.id, now)?;
            enqueue(tx, now, &MailOpened { card: gift.id })?;
        }
        store::find_by_claim(tx, &hashes)?.ok_or(Error::NotFound)
    })
    .await
}

/// Adds a gift to the caller's wallet. Only the first person gets the gift; if they repeat the
/// call, nothing changes.
pub async fn claim(app: &Arc<App>, actor: &Actor, token: &str) -> Result<CardRow> {
    let (hashes, person) = (token_hashes(app, token)?, actor.person);
    let name = format!("{} {}", actor.first_name, actor.last_name);
    app.write(move |tx, app, now| {
        let gift = locked(tx, &hashes)?;
        match gift.owner_id {
            Some(owner) if owner == person => {}
            Some(_) => return Err(Error::Refused(GIFT_CLAIMED)),
            None => {
                refuse_cancelled(tx, &gift)?;
                hand_over(tx, &app.secrets, now, &gift, person, &name)?;
            }
        }
        if gift.opened_at.is_none() && !is_cancelled(tx, &gift)? {
            store::set_opened(tx, gift.vendor_id, gift.id, now)?;
            enqueue(tx, now, &MailOpened { card: gift.id })?;
        }
        store::find_by_claim(tx, &hashes)?.ok_or(Error::NotFound)
    })
    .await
}

/// Whether the gift was emptied permanently, for example because its order was cancelled. Such a
/// gift can't be claimed, and nobody is notified when it is opened.
fn is_cancelled(tx: &mut Tx<'_>, gift: &LockedGift) -> Result<bool> {
    let LockedGift { buyer_id, order_id, vendor_id, id, .. } = *gift;
    let order = (buyer_id, order_id);
    Ok(gift.deactivated_at.is_some() && card::is_cancelled(tx, order, vendor_id, id)?)
}

pub(super) fn refuse_cancelled(tx: &mut Tx<'_>, gift: &LockedGift) -> Result<()> {
    if is_cancelled(tx, gift)? { Err(Error::Refused(CARD_CANCELLED)) } else { Ok(()) }
}

/// Adds a gift to a person's wallet with a new number and code, so that copies of the old number
/// and code are worthless. The link stays valid for the new owner.
pub(super) fn hand_over(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    gift: &LockedGift,
    owner: PersonId,
    name: &str,
) -> Result<()> {
    store::set_owner(tx, gift.vendor_id, gift.id, owner, now)?;
    auth::refuse_closed(tx, owner)?;
    let secrets = seal_new(secrets, &free_number(tx, secrets)?, gift.id, false);
    renew(tx, gift, &secrets, Some(name))?;
    wallet::forget_recipient_of(tx, gift.vendor_id, gift.id)?;
    live::publish(tx, gift.buyer_id, Event::Card { id: gift.id });
    Ok(())
}

pub(super) fn renew(
    tx: &mut Tx<'_>,
    gift: &LockedGift,
    secrets: &SealedSecrets,
    owner: Option<&str>,
) -> Result<()> {
    let names =
        [gift.gift_to.as_deref(), owner].into_iter().flatten().collect::<Vec<_>>().join(" ");
    store::renew(tx, gift.vendor_id, gift.id, secrets, &names)
}

/// Finds a gift by the token in its link and locks the gift. The token is checked again after
/// locking, because the token may have been replaced before the lock.
fn locked(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<LockedGift> {
    let found = store::find_by_claim(tx, hashes)?.ok_or(Error::NotFound)?;
    let id = found.id;
    let gift = store::lock_gift(tx, found.vendor_id, id)?.ok_or(Error::NotFound)?;
    match store::find_by_claim(tx, hashes)? {
        Some(still) if still.id == id => Ok(gift),
        _ => Err(Error::NotFound),
    }
}

/// Lists the changes of the recipients' addresses of an order's gifts, the oldest first.
pub fn address_changes(order: OrderId) -> Rows<AddressChange> {
    store::address_changes(order)
}

/// Lists the email addresses of a gift's earlier recipients.
pub fn earlier_addresses(tx: &mut Tx<'_>, gift: CardId) -> Result<Vec<String>> {
    store::earlier_addresses(tx, gift)
}
