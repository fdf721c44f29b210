//! Gifts: sent again, opened by their recipient, saved to a wallet.

use db::Tx;

use super::{
    CardId, CardRow,
    codes::ClaimToken,
    jobs::{MailGift, MailOpened},
    rules, seal_new,
    store::{self, LockedGift},
};
use crate::{
    app::App,
    auth::{Actor, Permission},
    error::{Code, Error, Result},
    jobs::enqueue,
    kernel::{contact::Email, dates::BusinessDate, timestamp::Timestamp},
    tenants::TenantScope,
};

/// Mails a gift once more. For another recipient it gets other secrets; what the first one got is worth nothing then.
pub async fn send_again(
    app: &std::sync::Arc<App>,
    actor: Actor,
    id: CardId,
    recipient: Email,
) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let gift = store::lock_gift(tx, id)?.ok_or(Error::NotFound)?;
            may_send(&actor, &gift)?;
            if !gift.is_gift {
                return Err(Error::Refused(Code::NoGift));
            }
            if gift.deactivated_at.is_some() {
                return Err(Error::Refused(Code::CardDeactivated));
            }
            if gift.owner_id.is_some() {
                return Err(Error::Refused(Code::GiftClaimed));
            }
            count_sending(tx, &gift, now)?;
            if gift.recipient_email.as_deref() != Some(recipient.as_ref()) {
                store::readdress(tx, id, &recipient, &seal_new(&shared.secrets, id, true))?;
            }
            enqueue(tx, now, &MailGift { card: id })?;
            Ok(())
        })
        .await
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
        Some(count) => store::set_resent(tx, gift.id, today, count),
        None => Err(Error::TooManyTries(today.end_exclusive().since(now))),
    }
}

/// A gift by the token in its link; a token of nothing is as good as none.
pub async fn find(app: &App, token: &str) -> Result<CardRow> {
    let hash = token_hash(app, token)?;
    app.db.read(move |tx| store::find_by_claim(tx, &hash)).await?.ok_or(Error::NotFound)
}

fn token_hash(app: &App, token: &str) -> Result<String> {
    Ok(ClaimToken::parse(token).ok_or(Error::NotFound)?.hash(&app.secrets))
}

/// Its recipient has seen it: whoever gave it is told, once.
pub async fn open(app: &App, token: &str) -> Result<CardRow> {
    let (now, hash) = (app.clock.now(), token_hash(app, token)?);
    app.db
        .write(move |tx| {
            let gift = locked(tx, &hash)?;
            if gift.opened_at.is_none() {
                store::set_opened(tx, gift.id, now)?;
                enqueue(tx, now, &MailOpened { card: gift.id })?;
            }
            store::find_by_claim(tx, &hash)?.ok_or(Error::NotFound)
        })
        .await
}

/// Puts a gift into somebody's wallet. The first who does has it; for them it is the same when they do it again.
pub async fn claim(app: &App, actor: &Actor, token: &str) -> Result<CardRow> {
    let (now, hash, person) = (app.clock.now(), token_hash(app, token)?, actor.person);
    let name = format!("{} {}", actor.first_name, actor.last_name);
    app.db
        .write(move |tx| {
            let gift = locked(tx, &hash)?;
            match gift.owner_id {
                Some(owner) if owner == person => {}
                Some(_) => return Err(Error::Refused(Code::GiftClaimed)),
                None => store::set_owner(tx, gift.id, person, &name, now)?,
            }
            if gift.opened_at.is_none() {
                store::set_opened(tx, gift.id, now)?;
                enqueue(tx, now, &MailOpened { card: gift.id })?;
            }
            store::find_by_claim(tx, &hash)?.ok_or(Error::NotFound)
        })
        .await
}

/// The gift of a token, locked. The token may have died while we waited for the lock.
fn locked(tx: &mut Tx<'_>, hash: &str) -> Result<LockedGift> {
    let id = store::find_by_claim(tx, hash)?.ok_or(Error::NotFound)?.id;
    let gift = store::lock_gift(tx, id)?.ok_or(Error::NotFound)?;
    match store::find_by_claim(tx, hash)? {
        Some(still) if still.id == id => Ok(gift),
        _ => Err(Error::NotFound),
    }
}
