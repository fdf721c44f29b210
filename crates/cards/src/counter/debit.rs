//! Debits of cards at the counter. A debit is recorded at once, or waits for a manager's approval.

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Permission,
};
use kernel::{
    ids::{ApprovalId, CardId, TransferId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{Account, Books, Entries, PostedBy, Recorded, Transfer, TransferKind};
use market::tenants::TenantScope;
use platform::{
    error::{Error, Result},
    jobs::enqueue,
};

use super::{Clerk, approvals, bursts, notify_cardholder, rules, store};
use crate::{
    actions,
    card::LockedCard,
    counter::rules::PaceLimit,
    counter::{
        approvals::{Beyond, Request},
        clerk::count_by_name,
        jobs::MailMovement,
        rules::{Hour, PaceLeft},
        store::CounterFacts,
    },
    letters::Movement,
};

/// An amount to take off a card, for goods or as cash.
pub struct Debit {
    pub kind: TransferKind,
    pub value: Cents,
    pub reason: Option<String>,
    /// Whether the card was not presented, but found by its holder's name.
    pub is_by_name: bool,
}

impl Debit {
    pub fn movement(&self) -> Movement {
        match self.kind {
            TransferKind::CashOut => Movement::CashedOut,
            _ => Movement::Redeemed,
        }
    }
}

/// A recorded transaction on a card, as returned to the caller.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Moved {
    pub card: CardId,
    pub transfer: TransferId,
    pub value: Cents,
    pub balance: Cents,
    pub moved_at: Timestamp,
    /// Remaining part of the clerk's hourly limits; `None` while enough is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<PaceLeft>,
}

impl Moved {
    pub fn new(card: CardId, value: Cents, recorded: Recorded) -> Result<Moved> {
        let balance = recorded.balance.ok_or_else(|| {
            Error::Internal(format!("transfer {} moved nothing on {card}", recorded.id))
        })?;
        let moved_at = recorded.moved_at;
        Ok(Moved { card, transfer: recorded.id, value, balance, moved_at, left: None })
    }
}

/// Result of a debit call, as stored under the call's idempotency key.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "Kept", into = "Kept")]
pub enum Outcome {
    Waiting(ApprovalId),
    Moved(Moved),
}

/// Stored form of an [`Outcome`]: the id of the waiting request, or all fields of the transaction.
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
    /// Returns the current reply to the call. A manager may have decided about a waiting request
    /// since the call was made.
    pub fn answer(self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Result<Moved>> {
        match self {
            Outcome::Moved(moved) => Ok(Ok(moved)),
            Outcome::Waiting(id) => approvals::answer(tx, now, id),
        }
    }
}

/// Moves money from a locked card to the amount payable to the shop, for goods or for cash from the
/// shop's till.
pub fn record_debit(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    card: &LockedCard,
    debit: Debit,
) -> Result<Moved> {
    let Debit { kind, value, reason, is_by_name } = debit;
    let to = Account::VendorPayable(card.vendor_id);
    let transfer = Transfer {
        books: Books::Vendor(card.vendor_id),
        kind,
        entries: Entries::default().moving(value, Account::Card(card.id), to),
        order: Some(card.order_id),
        card: Some(card.id),
        reason,
    };
    let moves = card.money_moves()?;
    let recorded = ledger::record_on(tx, now, by, &transfer, card.locked_balance(), moves)?;
    if is_by_name {
        store::insert_by_name(tx, card, recorded.id)?;
    }
    notify_cardholder(tx, card);
    Moved::new(card.id, value, recorded)
}

/// Records a debit and emails the cardholder.
pub fn record_and_mail(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    card: &LockedCard,
    debit: Debit,
) -> Result<Moved> {
    let (movement, is_by_name) = (debit.movement(), debit.is_by_name);
    let moved = record_debit(tx, now, by, card, debit)?;
    mail_holder(tx, now, movement, &moved, is_by_name)?;
    Ok(moved)
}

/// Emails the cardholder about a redemption or cash-out.
pub fn mail_holder(
    tx: &mut Tx<'_>,
    now: Timestamp,
    movement: Movement,
    moved: &Moved,
    is_by_name: bool,
) -> Result<()> {
    let Moved { card, value, balance, .. } = *moved;
    enqueue(tx, now, &MailMovement { card, movement, value, balance, is_by_name }).map(drop)
}

impl Clerk {
    /// Debits a card. If the debit exceeds the limits for clerks, the shop's managers and the
    /// platform are informed. At shops that require approval, the debit waits for a manager
    /// instead, unless a manager makes it. A manager who signed in with a PIN at a till needs
    /// approval too.
    pub fn debit_or_hold(
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
        let mut moved = self.debit(tx, now, card, debit)?;
        if waits && !is_free && self.is_paced() {
            let hour = facts.hour.with(moved.value);
            moved.left = rules::nearly_used(facts.settings.pace, hour);
        }
        if let Some((cause, hour)) = unusual {
            let beyond = Beyond { card: card.id, value: moved.value, cause, hour };
            self.record_beyond(tx, now, card, facts, &beyond)?;
        }
        // Without a count, any redemption may be part of a burst.
        if !is_counted(now, facts) || rules::may_be_burst(facts.minutes.count) {
            bursts::check_soon(tx, now, card.vendor_id, facts.burst_check_at)?;
        }
        Ok(Outcome::Moved(moved))
    }

    fn debit(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        card: &LockedCard,
        debit: Debit,
    ) -> Result<Moved> {
        let movement = debit.movement();
        let (is_by_name, reason) = (debit.is_by_name, debit.reason.clone());
        let moved = record_and_mail(tx, now, self.by(), card, debit)?;
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

    /// Returns the limit that this debit exceeds, and the clerk's totals of the hour including the
    /// debit. Returns `None` if no limit is exceeded.
    fn unusual(&self, facts: &CounterFacts, value: Cents) -> Option<(PaceLimit, Hour)> {
        if !self.is_paced() {
            return None;
        }
        let (pace, hour) = (facts.settings.pace, facts.hour);
        let cause = rules::unusual(pace, hour, facts.card_hour, value)?;
        Some((cause, hour.with(value)))
    }

    /// Records in the audit log that a redemption exceeded the limits for clerks, and notifies
    /// managers and administrators. An exceeded hourly limit is recorded only once an hour, so that
    /// a long queue doesn't flood the log.
    fn record_beyond(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        card: &LockedCard,
        facts: &CounterFacts,
        beyond: &Beyond,
    ) -> Result<()> {
        if is_reported(now, facts) && beyond.cause != PaceLimit::Single {
            return Ok(());
        }
        let person = self.actor.person;
        let hour = match is_counted(now, facts) {
            true => beyond.hour,
            false => store::hour_of(tx, now, person, card.vendor_id)?,
        };
        let beyond = &Beyond { hour, ..*beyond };
        store::set_unusual(tx, now, person, card.vendor_id)?;
        let entry = Entry::new(actions::REDEMPTION_UNUSUAL, Subject::card(card.id))
            .tenant(card.vendor_id)
            .after(json!({ "value": beyond.value.to_string(), "cause": beyond.cause.word() }));
        audit::record(tx, now, &Author::of(&self.actor), entry)?;
        approvals::notify_of_unusual_pace(tx, &self.app, now, &self.actor, beyond)
    }
}

/// Whether the facts have the totals of the clerk's last hour.
fn is_counted(now: Timestamp, facts: &CounterFacts) -> bool {
    facts.settings.is_pace_limited || !is_reported(now, facts)
}

/// Whether the clerk was recorded as exceeding a limit within the last hour.
fn is_reported(now: Timestamp, facts: &CounterFacts) -> bool {
    facts.unusual_at.is_some_and(|at| at > now.minus(rules::PACE_HOUR))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replies stored by older versions may still be read, so this sample file must stay as it is
    /// when the type changes.
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
