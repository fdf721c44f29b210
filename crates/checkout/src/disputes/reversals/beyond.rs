//! Reversals that take more than the rest of a charge. The rest is the part that was neither
//! reversed nor refunded before. Such a reversal ends the refunds that the gateway refused and that
//! our bank has not paid yet. A refund that our bank has already paid costs the platform its amount
//! a second time.

use db::Tx;

use super::{rest_of, store};
use kernel::{ids::OrderId, money::Cents, sums::Overflow, timestamp::Timestamp};
use ledger::{Account, Books, Entries, Transfer, TransferKind};
use platform::{app::App, error::Result};

use crate::payments::{self, AttemptRow, Purchase, RefundRow, Reversed, State};

/// Amount that a reversal takes from a charge, split into its parts.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Part of the charge that was neither reversed nor refunded before.
    pub rest: Cents,
    /// Sum of refunds that our bank had already paid. The reversal takes their amount again, which
    /// is a loss of the platform.
    pub covered: Cents,
    /// Sum of refunds that our bank had already paid, which the platform loses twice.
    pub paid_twice: Cents,
}

impl Taken {
    /// Computes the amount that a reversal takes from a locked charge. The cardholder's bank sees
    /// refunds by the gateway, but not payments by our bank. It therefore takes the amounts of
    /// those payments again.
    pub fn of(tx: &mut Tx<'_>, attempt: &AttemptRow, reversed: &Reversed) -> Result<Taken> {
        let amount = reversed.amount.unwrap_or(attempt.amount);
        let rest = rest_of(attempt).min(amount);
        let beyond = less(amount, rest);
        if !beyond.is_positive() || !attempt.refunded.is_positive() {
            return Ok(Taken { rest, covered: Cents::ZERO, paid_twice: Cents::ZERO });
        }
        let sums = payments::sums_of_attempt(tx, attempt.key())?;
        let before = store::sum_beyond(tx, attempt.key())?;
        let is_all = amount >= attempt.amount && !before.covered.is_positive();
        let covered = if is_all { beyond.min(sums.refused) } else { Cents::ZERO };
        let left = less(sums.paid_by_bank, before.paid_twice);
        Ok(Taken { rest, covered, paid_twice: less(beyond, covered).min(left) })
    }

    pub fn all(&self) -> Result<Cents, Overflow> {
        Cents::sum([self.rest, self.covered, self.paid_twice])
    }
}

/// Returns `one` minus `other`, or zero if `other` is larger.
fn less(one: Cents, other: Cents) -> Cents {
    one.checked_sub(other).unwrap_or(Cents::ZERO).max(Cents::ZERO)
}

/// Posts the loss of refunds that were paid twice because of a reversal, and ends the refunds that
/// the reversal covers.
pub fn record<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    attempt: &AttemptRow,
    taken: &Taken,
    reason: &str,
) -> Result<()> {
    if taken.paid_twice.is_positive() {
        let entries = lost(taken.paid_twice);
        book(tx, now, attempt.order_id, entries, reason)?;
    }
    if taken.covered.is_positive() {
        cover::<P>(tx, app, now, attempt)?;
    }
    Ok(())
}

fn cover<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    attempt: &AttemptRow,
) -> Result<()> {
    if payments::cover_refused(tx, now, attempt.key())? && attempt.state == State::VoidPending {
        payments::end_void::<P>(tx, app, now, attempt)?;
    }
    Ok(())
}

/// Undoes [`record`] after the dispute was won: reverses the posted loss and reopens the refunds
/// that the reversal covered.
pub fn undo(
    tx: &mut Tx<'_>,
    now: Timestamp,
    attempt: &AttemptRow,
    taken: &store::TakenBeyond,
    reason: &str,
) -> Result<()> {
    if taken.paid_twice.is_positive() {
        let back = Entries::default().moving(
            taken.paid_twice,
            Account::GatewayClearing,
            Account::PaidTwice,
        );
        book(tx, now, attempt.order_id, back, reason)?;
    }
    if payments::reopen_covered(tx, now, attempt.key())? {
        payments::reopen_void(tx, now, attempt)?;
    }
    Ok(())
}

fn lost(amount: Cents) -> Entries {
    Entries::default().moving(amount, Account::PaidTwice, Account::GatewayClearing)
}

/// Posts a transfer that belongs to no card, because the balances of the cards don't change.
fn book(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    entries: Entries,
    reason: &str,
) -> Result<()> {
    let transfer = Transfer {
        books: Books::Platform,
        kind: TransferKind::Refund,
        entries,
        order: Some(order),
        card: None,
        reason: Some(reason.to_owned()),
    };
    ledger::record(tx, now, cards::GATEWAY, &transfer).map(drop)
}

/// Records a refund as paid twice, because our bank paid the refund and the charge was reversed as
/// well. Does nothing if no reversal covers the refund.
pub fn count_as_paid_twice(
    tx: &mut Tx<'_>,
    now: Timestamp,
    order: OrderId,
    refund: &RefundRow,
) -> Result<()> {
    let Some((id, cause)) = store::find_covering(tx, refund.attempt(), refund.amount)? else {
        return Ok(());
    };
    store::set_paid_twice(tx, refund.person_id, id, refund.amount)?;
    book(tx, now, order, lost(refund.amount), super::reason(cause))
}

/// Ends a refund that a reversal covers, after an administrator declined its payment by our bank.
pub fn cover_declined<P: Purchase>(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    attempt: &AttemptRow,
    refund: &RefundRow,
) -> Result<()> {
    let covering = store::find_covering(tx, refund.attempt(), refund.amount)?;
    if covering.is_some() { cover::<P>(tx, app, now, attempt) } else { Ok(()) }
}
