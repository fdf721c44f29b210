//! Cards on their way: mailed again; gifts opened by their recipient and saved to a wallet.

pub mod api;
pub mod jobs;
pub mod lost;
mod rules;
mod store;

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
    errors::{CARD_CANCELLED, CARD_DEACTIVATED, GIFT_CLAIMED, NO_GIFT},
    issue::jobs::{MailCard, MailGift},
    wallet,
};

pub use store::{
    AddressChange, CLAIMS, LockedGift, RULES_OF_CLAIMS, given, heal_claims, lock_gift, set_opened,
};

/// Where a gift is sent again, and why somebody else than its buyer does so.
#[derive(Clone, Debug)]
pub struct Sending {
    pub recipient: Email,
    pub reason: Option<String>,
    /// Whether who sends it has just proven who they are.
    pub is_proven: bool,
}

/// Mails a card once more. For another recipient a gift gets other secrets; what the first one got is worth nothing then.
pub async fn send_again(app: &Arc<App>, actor: Actor, id: CardId, sending: Sending) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
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
            let recipient = &sending.recipient;
            let is_moved = gift.recipient_email.as_deref() != Some(recipient.as_ref());
            if is_moved && actor.person != gift.buyer_id {
                refuse_readdressing(&actor, &sending)?;
            }
            count_sending(tx, &gift, now)?;
            record_sending(tx, now, &actor, &gift, &sending)?;
            if is_moved {
                let secrets =
                    seal_new(&shared.secrets, &free_number(tx, &shared.secrets)?, id, true);
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
            mail::close_bounces_of(tx, now, id, "gift")?;
            enqueue(tx, now, &MailGift { card: id })?;
            Ok(())
        })
        .await
}

/// A card in its buyer's own wallet: its code goes to the address of that account and nowhere else.
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

/// Whoever has seen a gift counts on it: that it goes to somebody else is not kept from them. Who has never opened it may
/// be a stranger with a mistyped address, and hears nothing.
fn notify_former_recipient(tx: &mut Tx<'_>, now: Timestamp, gift: &LockedGift) -> Result<()> {
    match (&gift.recipient_email, gift.opened_at) {
        (Some(old), Some(_)) => {
            enqueue(tx, now, &MailGiftMoved { card: gift.id, old: old.clone() }).map(drop)
        }
        _ => Ok(()),
    }
}

/// Addresses of recipients are theirs to have erased: the log keeps them masked.
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

/// Where a gift goes is for its buyer to say: whoever can lead it elsewhere can spend what they have only seen in a list. The
/// support desk may do it for them, with a reason, and never to itself.
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

/// Its buyer, and whoever has that right at the shop. To everybody else it isn't there, unless they can see it.
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

/// A gift by the token in its link; a token of nothing is as good as none.
pub async fn find(app: &App, token: &str) -> Result<CardRow> {
    let hashes = token_hashes(app, token)?;
    app.db.read(move |tx| store::find_by_claim(tx, &hashes)).await?.ok_or(Error::NotFound)
}

/// The address that a gift waits for, by the token in its link. A gift that is in a wallet waits for nobody.
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

/// Its recipient has seen it: whoever gave it is told, once.
pub async fn open(app: &App, token: &str) -> Result<CardRow> {
    let (now, hashes) = (app.clock.now(), token_hashes(app, token)?);
    app.db
        .write(move |tx| {
            let gift = locked(tx, &hashes)?;
            if gift.opened_at.is_none() && !is_cancelled(tx, &gift)? {
                store::set_opened(tx, gift.vendor_id, gift.id, now)?;
                enqueue(tx, now, &MailOpened { card: gift.id })?;
            }
            store::find_by_claim(tx, &hashes)?.ok_or(Error::NotFound)
        })
        .await
}

/// Puts a gift into somebody's wallet. The first who does has it; for them it is the same when they do it again.
pub async fn claim(app: &Arc<App>, actor: &Actor, token: &str) -> Result<CardRow> {
    let (now, hashes, person) = (app.clock.now(), token_hashes(app, token)?, actor.person);
    let shared = app.clone();
    let name = format!("{} {}", actor.first_name, actor.last_name);
    app.db
        .write(move |tx| {
            let gift = locked(tx, &hashes)?;
            match gift.owner_id {
                Some(owner) if owner == person => {}
                Some(_) => return Err(Error::Refused(GIFT_CLAIMED)),
                None => {
                    refuse_cancelled(tx, &gift)?;
                    hand_over(tx, &shared.secrets, now, &gift, person, &name)?;
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

/// Its order was cancelled: it is empty for good, nobody gets it any more, and nobody is told of it.
fn is_cancelled(tx: &mut Tx<'_>, gift: &LockedGift) -> Result<bool> {
    let LockedGift { buyer_id, order_id, vendor_id, id, .. } = *gift;
    let order = (buyer_id, order_id);
    Ok(gift.deactivated_at.is_some() && card::is_cancelled(tx, order, vendor_id, id)?)
}

pub(super) fn refuse_cancelled(tx: &mut Tx<'_>, gift: &LockedGift) -> Result<()> {
    if is_cancelled(tx, gift)? { Err(Error::Refused(CARD_CANCELLED)) } else { Ok(()) }
}

/// Puts a gift into the wallet of somebody, for whom alone it can be spent from now on: whoever has seen its number or
/// its code before holds nothing. The link stays, for its new owner.
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

/// The gift of a token, locked. The token may have died while we waited for the lock.
fn locked(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<LockedGift> {
    let found = store::find_by_claim(tx, hashes)?.ok_or(Error::NotFound)?;
    let id = found.id;
    let gift = store::lock_gift(tx, found.vendor_id, id)?.ok_or(Error::NotFound)?;
    match store::find_by_claim(tx, hashes)? {
        Some(still) if still.id == id => Ok(gift),
        _ => Err(Error::NotFound),
    }
}

/// The addresses that an order's gifts were sent to before, the oldest first.
pub fn address_changes(order: OrderId) -> Rows<AddressChange> {
    store::address_changes(order)
}

/// Where a gift was sent before it went elsewhere.
pub fn earlier_addresses(tx: &mut Tx<'_>, gift: CardId) -> Result<Vec<String>> {
    store::earlier_addresses(tx, gift)
}
