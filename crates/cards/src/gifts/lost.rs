//! Lost cards. A lost card gets a new code and number at once, so that the old ones are worthless.
//! Freezing a card is a separate action, for super administrators only.

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Permission},
};
use kernel::{
    fields::Fields,
    ids::{CardId, PersonId},
    messages,
    timestamp::Timestamp,
};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
    limits::{self, Limit},
};

use super::store;
use crate::{
    actions,
    card::{self, CardRow, CardScope, free_number, seal_new},
    errors::NO_HOLDER,
    gifts::{self, jobs::MailReplaced, store::LockedGift},
};

/// Limit on loss reports per card: five at once, then one every five hours.
const OF_ONE_CARD: Limit = Limit { capacity: 5, interval: Duration::from_secs(5 * 3600) };
/// Limit on loss reports per person: twenty at once, then one every three minutes.
const BY_ONE_PERSON: Limit = Limit { capacity: 20, interval: Duration::from_secs(180) };

/// Role in which a person reports a card as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reporter {
    /// The person who may spend the card: its owner, or the giver of an unclaimed gift, who can
    /// read the gift's code too.
    Holder,
    Shop,
    Support,
}

impl Reporter {
    fn word(self) -> &'static str {
        match self {
            Reporter::Holder => "HOLDER",
            Reporter::Shop => "SHOP",
            Reporter::Support => "SUPPORT",
        }
    }

    fn of(actor: &Actor, card: &LockedGift) -> Result<Reporter> {
        if card.owner_id.unwrap_or(card.buyer_id) == actor.person {
            return Ok(Reporter::Holder);
        }
        if actor.may(Permission::HelpCustomers) {
            return Ok(Reporter::Support);
        }
        let reaches = |permission| {
            actor.may(permission) && TenantScope::of(actor, permission).reaches(card.vendor_id)
        };
        if reaches(Permission::ManageCounter) {
            return Ok(Reporter::Shop);
        }
        let is_seen = reaches(Permission::FindCards) || card.buyer_id == actor.person;
        Err(if is_seen { Error::Permission } else { Error::NotFound })
    }
}

/// Replaces the code and number of a lost card, and the link of an unclaimed gift. The balance
/// stays on the card. The cardholder is emailed.
pub async fn report(
    app: &Arc<App>,
    actor: Actor,
    id: CardId,
    reason: Option<String>,
) -> Result<CardRow> {
    app.write(move |tx, app, now| {
        let shop = card::shop_of(tx, id)?.ok_or(Error::NotFound)?;
        let card = store::lock_gift(tx, shop, id)?.ok_or(Error::NotFound)?;
        let reporter = Reporter::of(&actor, &card)?;
        if reporter != Reporter::Holder && reason.is_none() {
            return Err(Error::Invalid(Fields::one("reason", messages::required("Reason"))));
        }
        gifts::refuse_cancelled(tx, &card)?;
        refuse_without_holder(tx, &card)?;
        count(tx, now, actor.person, id)?;
        let is_unclaimed = card.is_gift && card.owner_id.is_none();
        let number = free_number(tx, &app.secrets)?;
        let secrets = seal_new(&app.secrets, &number, id, is_unclaimed);
        if is_unclaimed {
            store::relink(tx, shop, id, &secrets)?;
        }
        let owner = owner_name(tx, &card)?;
        gifts::renew(tx, &card, &secrets, owner.as_deref())?;
        let entry = Entry::new(actions::CARD_REPLACED, Subject::card(id))
            .tenant(shop)
            .after(json!({ "by": reporter.word() }))
            .reason(reason.clone());
        audit::record(tx, now, &Author::of(&actor), entry)?;
        let is_by_holder = reporter == Reporter::Holder;
        enqueue(tx, now, &MailReplaced { card: id, is_by_holder })?;
        card::notify_cardholders(tx, id, card.buyer_id, card.owner_id);
        let scope = CardScope::Shops(TenantScope::All);
        card::find(tx, &scope, id)?.ok_or(Error::NotFound)
    })
    .await
}

fn count(tx: &mut Tx<'_>, now: Timestamp, person: PersonId, card: CardId) -> Result<()> {
    limits::acquire(tx, now, &format!("new codes of {card}"), OF_ONE_CARD)?.or_refuse()?;
    limits::acquire(tx, now, &format!("lost cards by {person}"), BY_ONE_PERSON)?.or_refuse()
}

/// Refuses a loss report if the cardholder can't be emailed the new code. A cardholder who only has
/// the old code on paper would lose the money.
fn refuse_without_holder(tx: &mut Tx<'_>, card: &LockedGift) -> Result<()> {
    let is_mailed = card.recipient_email.as_ref().is_some_and(|to| !to.is_empty());
    if card.owner_id.is_none() && is_mailed {
        return Ok(());
    }
    match people::addressee(tx, card.owner_id.unwrap_or(card.buyer_id))? {
        Some(_) => Ok(()),
        None => Err(Error::Refused(NO_HOLDER)),
    }
}

fn owner_name(tx: &mut Tx<'_>, card: &LockedGift) -> Result<Option<String>> {
    let Some(owner) = card.owner_id else { return Ok(None) };
    let mut names = people::names_of(tx, &[owner])?;
    Ok(names.remove(&owner).map(|(first, last)| format!("{first} {last}")))
}
