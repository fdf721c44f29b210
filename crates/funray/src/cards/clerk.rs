//! Whoever acts at a counter, and what is asked of them before money moves: the card was shown to them, it is none of their
//! own, and the pace is the shop's.

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    approvals::{self, Beyond, Request},
    bursts,
    counter::{Debit, Moved, debit_and_notify},
    jobs::{self, Intervention},
    rules::{self, Hour, PaceLeft, PaceLimit, Reverser},
    store::{self, AtCounter, CounterFacts, LockedCard},
};
use crate::{
    app::App,
    audit::{self, Action, Author, Entry, Subject},
    auth::{Actor, Permission},
    cards::{
        actions,
        errors::{BY_NAME_LIMIT, CARD_NOT_PRESENTED, OWN_CARD, repeated},
    },
    error::{Error, Result},
    idempotency::Named,
    kernel::{
        ids::{ApprovalId, CardId, TenantId, TransferId},
        money::Cents,
        timestamp::Timestamp,
    },
    ledger::{self, PostedBy, TransferKind, TransferRow},
    limits::{self, Limit, Verdict},
    mail::Movement,
    tenants::TenantScope,
};

/// Who acts at which counter.
pub struct Clerk {
    pub app: Arc<App>,
    pub actor: Actor,
    pub scope: TenantScope,
}

/// What came of a call that takes money off a card, as it is kept under the call's key.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "Kept", into = "Kept")]
pub enum Outcome {
    Waiting(ApprovalId),
    Moved(Moved),
}

/// One of the two: the request that waits, or all of what was moved.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    waiting: Option<ApprovalId>,
    card: Option<CardId>,
    transfer: Option<TransferId>,
    value: Option<Cents>,
    balance: Option<Cents>,
    moved_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<PaceLeft>,
}

impl From<Outcome> for Kept {
    fn from(outcome: Outcome) -> Kept {
        match outcome {
            Outcome::Waiting(id) => Kept { waiting: Some(id), ..Kept::default() },
            Outcome::Moved(Moved { card, transfer, value, balance, moved_at, left }) => Kept {
                waiting: None,
                card: Some(card),
                transfer: Some(transfer),
                value: Some(value),
                balance: Some(balance),
                moved_at: Some(moved_at),
                left,
            },
        }
    }
}

impl TryFrom<Kept> for Outcome {
    type Error = &'static str;

    fn try_from(kept: Kept) -> Result<Outcome, &'static str> {
        if let Some(id) = kept.waiting {
            return Ok(Outcome::Waiting(id));
        }
        let moved = || {
            let (card, transfer) = (kept.card?, kept.transfer?);
            let (value, balance) = (kept.value?, kept.balance?);
            let moved_at = kept.moved_at?;
            Some(Moved { card, transfer, value, balance, moved_at, left: kept.left })
        };
        moved().map(Outcome::Moved).ok_or("neither a request nor a movement")
    }
}

impl Outcome {
    /// What is answered to it now: a manager may have decided since.
    pub fn answer(self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Result<Moved>> {
        match self {
            Outcome::Moved(moved) => Ok(Ok(moved)),
            Outcome::Waiting(id) => approvals::answer(tx, now, id),
        }
    }
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
        store::lock(tx, &self.scope, id)?.ok_or(Error::NotFound)
    }

    pub(super) fn lock_with_facts(
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
            // Administrators say why, whatever they do.
            is_own: earlier.is_by(self.actor.person) && !self.actor.is_administrator(),
            says_why,
        }
    }

    /// Whoever serves somebody at the counter has seen their card, and it is not a card of their own. True when they have
    /// only found it by name, which the shop allows.
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

    /// A call without a name can't be told from the same call sent twice.
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

    /// Takes money off a card. Where that is beyond the usual pace, the shop's managers and the platform are informed; at a shop
    /// that has switched approval on, it waits for a manager, unless a manager does it (a PIN proves too little for that).
    pub(super) fn debit_or_hold(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        card: &LockedCard,
        facts: &CounterFacts,
        debit: Debit,
    ) -> Result<Outcome> {
        let unusual = self.unusual(facts, debit.value);
        let managed = TenantScope::of(&self.actor, Permission::ManageCounter);
        let is_manager = managed.reaches(card.vendor_id) && !self.actor.is_at_till();
        let is_free = facts.free_until.is_some_and(|until| until > now);
        let waits = facts.settings.is_pace_limited && !is_manager;
        if let Some((cause, _)) = unusual
            && waits
            && (!is_free || cause == PaceLimit::Single)
        {
            let Debit { kind, value, is_by_name, .. } = debit;
            let request = Request { clerk: &self.actor, card, kind, value, cause, is_by_name };
            return approvals::hold(tx, &self.app, now, &request).map(Outcome::Waiting);
        }
        if debit.is_by_name {
            count_by_name(tx, &self.app, now, card.vendor_id)?;
        }
        let mut moved = self.debit_card(tx, now, card, debit)?;
        if waits && !is_free && self.is_paced() {
            let hour = facts.hour.with(moved.value);
            moved.left = rules::nearly_used(facts.settings.pace, hour);
        }
        if let Some((cause, hour)) = unusual {
            let beyond = Beyond { card: card.id, value: moved.value, cause, hour };
            self.record_beyond(tx, now, card, facts, &beyond)?;
        }
        if rules::may_be_burst(facts.minutes.count) {
            bursts::check_soon(tx, now, card.vendor_id, facts.burst_check_at)?;
        }
        Ok(Outcome::Moved(moved))
    }

    /// Administrators have no limits: each of their movements is told anyway.
    pub(super) fn is_paced(&self) -> bool {
        !self.actor.is_administrator()
    }

    /// Which limit of the shop this goes beyond, and the hour with it.
    fn unusual(&self, facts: &CounterFacts, value: Cents) -> Option<(PaceLimit, Hour)> {
        if !self.is_paced() {
            return None;
        }
        let (pace, hour) = (facts.settings.pace, facts.hour);
        let cause = rules::unusual(pace, hour, facts.card_hour, value)?;
        Some((cause, hour.with(value)))
    }

    /// Of somebody's fast hour one redemption is recorded, so that a queue at the counter writes no more rows than usual.
    fn record_beyond(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        card: &LockedCard,
        facts: &CounterFacts,
        beyond: &Beyond,
    ) -> Result<()> {
        let is_recorded = facts.unusual_at.is_some_and(|at| at > now.minus(rules::PACE_HOUR));
        if is_recorded && beyond.cause != PaceLimit::Single {
            return Ok(());
        }
        store::set_unusual(tx, now, self.actor.person, card.vendor_id)?;
        let entry = Entry::new(actions::REDEMPTION_UNUSUAL, Subject::card(card.id))
            .tenant(card.vendor_id)
            .after(json!({ "value": beyond.value.to_string(), "cause": beyond.cause.word() }));
        audit::record(tx, now, &Author::of(&self.actor), entry)?;
        approvals::notify_of_unusual_pace(tx, &self.app, now, &self.actor, beyond)
    }

    fn debit_card(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        card: &LockedCard,
        debit: Debit,
    ) -> Result<Moved> {
        let movement = debit.movement();
        let (is_by_name, reason) = (debit.is_by_name, debit.reason.clone());
        let moved = debit_and_notify(tx, now, self.by(), card, debit)?;
        let reason = reason.as_deref();
        if is_by_name {
            self.record(tx, now, actions::CARD_REDEEMED_BY_NAME, card, &moved, reason)?;
        }
        if self.actor.is_administrator() {
            self.notify_managers(tx, now, movement, &moved, reason)?;
            self.record(tx, now, actions::CARD_REDEEMED_BY_ADMINISTRATOR, card, &moved, reason)?;
        }
        Ok(moved)
    }

    /// What somebody from outside the shop did is told to its managers.
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

/// Counts a redemption of a card that nobody has shown, against limits that no manager can lift.
pub(super) fn count_by_name(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    vendor: TenantId,
) -> Result<()> {
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

impl Debit {
    pub fn movement(&self) -> Movement {
        match self.kind {
            TransferKind::CashOut => Movement::CashedOut,
            _ => Movement::Redeemed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is in the file stays as it is when the shape changes: keys of a week ago may come again.
    #[test]
    fn outcome_reads_replies_that_were_stored_by_earlier_programs() {
        let stored = include_str!("../../tests/stored/replies/cards.json");
        let stored: Vec<serde_json::Value> = serde_json::from_str(stored).expect("a list");
        for reply in stored {
            let read: Result<Outcome, _> = serde_json::from_str(&reply.to_string());
            assert!(read.is_ok(), "{reply}: {:?}", read.err());
        }
    }
}
