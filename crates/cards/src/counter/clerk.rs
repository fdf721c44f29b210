//! Person at the counter, and the checks before that person moves money on a card. The card must
//! have been presented and must not be the person's own, and the shop's limits apply.

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Action, Author, Entry, Subject},
    auth::{Actor, Permission},
    idempotency::Named,
};
use kernel::{
    ids::{CardId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{PostedBy, TransferRow};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Limit, Verdict},
};

use super::{Moved, jobs, rules, store};
use crate::{
    card::{self, LockedCard},
    counter::{
        jobs::Intervention,
        rules::Reverser,
        store::{AtCounter, CounterFacts},
    },
    errors::{BY_NAME_LIMIT, CARD_NOT_PRESENTED, OWN_CARD, repeated},
    letters::Movement,
};

/// A person at a counter, and the shops where they may act.
pub struct Clerk {
    pub app: Arc<App>,
    pub actor: Actor,
    pub scope: TenantScope,
}

impl Clerk {
    pub fn by(&self) -> PostedBy {
        let person = self.actor.person;
        self.actor
            .till
            .as_ref()
            .map_or(PostedBy::Person(person), |till| PostedBy::AtTill(person, till.id))
    }

    pub fn lock(&self, tx: &mut Tx<'_>, id: CardId) -> Result<LockedCard> {
        card::lock(tx, &self.scope, id)?.ok_or(Error::NotFound)
    }

    pub fn lock_with_facts(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        id: CardId,
        named: &Named,
    ) -> Result<(LockedCard, CounterFacts)> {
        let (person, is_paced) = (self.actor.person, self.is_paced());
        let minutes = self.app.config.counter.burst_time();
        let who = AtCounter { scope: &self.scope, person, is_paced, minutes };
        store::lock_with_facts(tx, now, &who, id, named)?.ok_or(Error::NotFound)
    }

    pub fn as_reverser(
        &self,
        card: &LockedCard,
        earlier: &TransferRow,
        says_why: bool,
    ) -> Reverser {
        let managed = TenantScope::of(&self.actor, Permission::ReverseRedemptions);
        Reverser {
            is_manager: managed.reaches(card.vendor_id),
            // An administrator must always state a reason, so their own redemptions count like
            // those of others here.
            is_own: earlier.is_by(self.actor.person) && !self.actor.is_administrator(),
            says_why,
        }
    }

    /// Refuses the clerk's own card, and a card that was not presented. Returns true if the card
    /// was only found by name and the shop allows redeeming it.
    pub fn refuse_unpresented(&self, card: &LockedCard, facts: &CounterFacts) -> Result<bool> {
        self.refuse_own(card)?;
        if facts.is_presented {
            Ok(false)
        } else if facts.settings.redeems_by_name && !self.actor.is_administrator() {
            Ok(true)
        } else {
            Err(Error::Refused(CARD_NOT_PRESENTED))
        }
    }

    pub fn refuse_own(&self, card: &LockedCard) -> Result<()> {
        if card.is_bought_or_owned_by(self.actor.person) {
            Err(Error::Refused(OWN_CARD))
        } else {
            Ok(())
        }
    }

    /// Refuses a redemption without an idempotency key if an equal one was made a moment ago. The
    /// client may have sent the same call twice.
    pub fn refuse_repeated(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        card: &LockedCard,
        value: Cents,
    ) -> Result<()> {
        let since = now.minus(rules::REPEATED_WITHIN);
        let (vendor, person) = (card.vendor_id, self.actor.person);
        match ledger::find_redemption(tx, vendor, card.id, person, value, since)? {
            Some(earlier) => Err(repeated(&earlier.to_string())),
            None => Ok(()),
        }
    }

    /// Whether the shop's limits apply to this person. Administrators have no limits, because the
    /// shop's managers are notified of each transaction by an administrator.
    pub fn is_paced(&self) -> bool {
        !self.actor.is_administrator()
    }

    /// Notifies the shop's managers if an administrator moved money on a card. Does nothing for
    /// other people.
    pub fn notify_managers(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        movement: Movement,
        moved: &Moved,
        reason: Option<&str>,
    ) -> Result<()> {
        if !self.actor.is_administrator() {
            return Ok(());
        }
        let Moved { card, value, .. } = *moved;
        let (by, reason) = (self.actor.name(), reason.unwrap_or_default());
        let what = Intervention { card, movement, value, reason, by };
        jobs::notify_managers(tx, now, |brand| self.app.public_url(brand), &what)
    }

    pub fn record(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        action: Action,
        card: &LockedCard,
        moved: &Moved,
        reason: Option<&str>,
    ) -> Result<()> {
        let entry = Entry::new(action, Subject::card(card.id))
            .tenant(card.vendor_id)
            .before(json!({ "balance": card.balance }))
            .after(json!({ "balance": moved.balance, "transactionId": moved.transfer.to_string() }))
            .reason(reason);
        audit::record(tx, now, &Author::of(&self.actor), entry)
    }
}

/// Counts a redemption of a card that was not presented against the shop's hourly and daily limits.
/// No manager can lift these limits.
pub fn count_by_name(tx: &mut Tx<'_>, app: &App, now: Timestamp, vendor: TenantId) -> Result<()> {
    let counter = &app.config.counter;
    for (capacity, seconds) in
        [(counter.by_name_per_hour, 3600), (counter.by_name_per_day, 24 * 3600)]
    {
        let each = Duration::from_secs(seconds) / u32::try_from(capacity).unwrap_or(u32::MAX);
        let limit = Limit { capacity, interval: each };
        let bucket = format!("by name in {seconds} s at {vendor}");
        if limits::acquire(tx, now, &bucket, limit)? != Verdict::GoOn {
            return Err(Error::Refused(BY_NAME_LIMIT));
        }
    }
    Ok(())
}
