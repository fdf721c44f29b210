//! Changes of gifts that were not sent yet: another day or address, sending at once, and stopping.
//! Only the giver makes them.

use std::sync::Arc;

use db::Tx;

use access::auth::Actor;
use kernel::{contact::Email, fields::Fields, ids::CardId, timestamp::Timestamp};
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
};

use super::{LockedGift, count_sending, may_send, refuse_cancelled, store};
use crate::{
    card::{self, CardRow, CardScope, free_number, seal_new},
    errors::{CARD_DEACTIVATED, GIFT_CLAIMED, GIFT_SENT},
    gifts::{send_time::SendWish, store::NewAddress},
    issue::{jobs::MailGift, sending},
};

/// New day and recipient of a gift that was not sent yet.
#[derive(Clone, Debug)]
pub struct Plan {
    /// `None` keeps the address.
    pub recipient: Option<Email>,
    /// `None` sends the gift now.
    pub wish: Option<SendWish>,
}

/// Changes when and where a gift is sent, or sends it now.
pub async fn change(app: &Arc<App>, actor: Actor, id: CardId, plan: Plan) -> Result<CardRow> {
    app.write(move |tx, app, now| {
        let gift = lock_unsent(tx, &actor, id)?;
        if gift.deactivated_at.is_some() {
            return Err(Error::Refused(CARD_DEACTIVATED));
        }
        let old = gift.recipient_email.as_deref();
        if let Some(new) = plan.recipient.as_ref().filter(|new| old != Some(new.as_ref())) {
            count_sending(tx, &gift, now)?;
            let secrets = seal_new(&app.secrets, &free_number(tx, &app.secrets)?, id, true);
            let address = NewAddress { vendor: gift.vendor_id, old, new, by: actor.person };
            store::readdress(tx, now, id, &address, &secrets)?;
        }
        match plan.wish {
            Some(wish) => put_off(tx, now, &gift, wish)?,
            None => send_now(tx, now, &gift)?,
        }
        changed(tx, &gift)
    })
    .await
}

/// Stops a gift that was not sent yet. It can get another day or be sent later.
pub async fn stop(app: &Arc<App>, actor: Actor, id: CardId) -> Result<CardRow> {
    app.write(move |tx, _, now| {
        let gift = lock_unsent(tx, &actor, id)?;
        sending::clear(tx, gift.vendor_id, id)?;
        store::set_stopped(tx, gift.vendor_id, id, now)?;
        changed(tx, &gift)
    })
    .await
}

/// Locks a gift of the caller that was not sent yet.
fn lock_unsent(tx: &mut Tx<'_>, actor: &Actor, id: CardId) -> Result<LockedGift> {
    let shop = card::shop_of(tx, id)?.ok_or(Error::NotFound)?;
    let gift = store::lock_gift(tx, shop, id)?.ok_or(Error::NotFound)?;
    may_send(actor, &gift)?;
    if gift.buyer_id != actor.person {
        return Err(Error::Permission);
    }
    refuse_cancelled(tx, &gift)?;
    if gift.owner_id.is_some() {
        return Err(Error::Refused(GIFT_CLAIMED));
    }
    if !gift.is_unsent() {
        return Err(Error::Refused(GIFT_SENT));
    }
    Ok(gift)
}

fn put_off(tx: &mut Tx<'_>, now: Timestamp, gift: &LockedGift, wish: SendWish) -> Result<()> {
    let zone = tenants::zone_of(tx, gift.vendor_id)?.ok_or(Error::NotFound)?;
    let time = wish.at(zone).refuse_unless_ahead(now);
    let time = time.map_err(|message| Error::Invalid(Fields::one("sendOn", message)))?;
    store::set_send_time(tx, gift.vendor_id, gift.id, time)?;
    sending::plan(tx, now, gift.id, time.moment())
}

fn send_now(tx: &mut Tx<'_>, now: Timestamp, gift: &LockedGift) -> Result<()> {
    count_sending(tx, gift, now)?;
    sending::clear(tx, gift.vendor_id, gift.id)?;
    enqueue(tx, now, &MailGift { card: gift.id }).map(drop)
}

fn changed(tx: &mut Tx<'_>, gift: &LockedGift) -> Result<CardRow> {
    card::notify_cardholders(tx, gift.id, gift.buyer_id, None);
    let scope = CardScope::Wallet(gift.buyer_id);
    card::find(tx, &scope, gift.id)?.ok_or(Error::NotFound)
}
