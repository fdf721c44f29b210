//! Database rows of refunds.

pub mod refused;

use db::{Rows, Tx, params, rows};

use super::{
    super::{
        AttemptKey,
        store::{Name, insert_names},
    },
    NewRefund, RefundState,
    rules::RefundRefusal,
};
use kernel::{
    dates::BusinessDate,
    ids::{AttemptId, JobId, OrderId, PersonId, RefundId, ShopClosingId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{KeyedBy, Rule};
use people::identity::{join_then, name_then};
use platform::error::Result;

use crate::payments::KnownRefund;

db::row! {
    /// A refund of a charge, with the person who requested it.
    #[derive(Clone, Debug)]
    pub struct RefundRow {
        /// Id of the buyer.
        pub person_id: PersonId,
        pub id: RefundId,
        pub attempt_id: AttemptId,
        pub reference: String,
        pub amount: Cents,
        pub state: RefundState,
        pub transaction_id: Option<String>,
        pub reason: String,
        /// Message with which the gateway refused the refund; `None` if it did not refuse.
        pub message: Option<String>,
        pub created_at: Timestamp,
        pub sent_at: Option<Timestamp>,
        pub ended_at: Option<Timestamp>,
        /// Reason why the gateway will never make the refund; `None` if it may still make it.
        pub refusal: Option<RefundRefusal>,
        /// Our bank's reference of the payment, if our bank pays the refund instead of the gateway.
        pub bank_reference: Option<String>,
        pub bank_asked_by: Option<PersonId>,
        pub bank_asked_at: Option<Timestamp>,
        /// Time at which a second administrator confirmed the payment by our bank.
        pub bank_paid_at: Option<Timestamp>,
        /// Day on which our bank paid, if the record of the payment names it.
        pub bank_paid_on: Option<BusinessDate>,
        /// Time at which we recorded the reversal of the charge that covered the refund. A reversal of
        /// another part of the charge leaves the refund owed.
        pub reversed_at: Option<Timestamp>,
        /// Whether a reversal of the charge covers the refund, so that a payment by our bank would
        /// be a loss.
        is_covered: bool,
        pub requested_by_name: String,
        pub bank_asked_by_name: Option<String>,
    }
}

/// Primary key of a refund. It contains the buyer, because rows are distributed by buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefundKey {
    pub person: PersonId,
    pub id: RefundId,
}

impl RefundRow {
    pub fn key(&self) -> RefundKey {
        RefundKey { person: self.person_id, id: self.id }
    }

    /// Returns one word for the state of the refund, including a refusal by the gateway or a
    /// payment by our bank.
    pub fn standing(&self) -> &'static str {
        match self.state {
            RefundState::Pending if self.refusal.is_some() => "REFUSED",
            RefundState::Covered if self.bank_paid_at.is_some() => "PAID_BY_BANK",
            state => state.word(),
        }
    }

    /// Whether a payment by our bank waits for confirmation by a second administrator.
    pub fn has_bank_payment_waiting(&self) -> bool {
        self.bank_asked_at.is_some() && self.bank_paid_at.is_none()
    }

    /// Whether a payment by our bank can be recorded: the gateway refused the refund for good, and
    /// the refund is open or was ended by a reversal of its charge.
    pub fn can_be_paid_by_bank(&self) -> bool {
        let is_owed = match self.state {
            RefundState::Pending => true,
            RefundState::Covered => self.reversed_at.is_some(),
            RefundState::Made => false,
        };
        is_owed && self.refusal.is_some() && self.bank_asked_at.is_none()
    }

    /// Returns the last day on which our bank can have paid the refund, if the charge was reversed:
    /// from then on the refund was no longer owed.
    pub fn payable_until(&self) -> Option<BusinessDate> {
        self.reversed_at.filter(|_| self.can_be_paid_by_bank()).map(BusinessDate::of)
    }

    /// Returns the loss of the platform once the recorded payment by our bank is confirmed; `None`
    /// if no payment waits, or if confirming it costs nothing.
    pub fn loss(&self) -> Option<Cents> {
        (self.has_bank_payment_waiting() && self.is_covered).then_some(self.amount)
    }

    /// Returns the key of the payment attempt whose charge is refunded.
    pub fn attempt(&self) -> AttemptKey {
        AttemptKey { person: self.person_id, id: self.attempt_id }
    }
}

const SELECT: &str = concat!(
    "SELECT r.person_id, r.id, r.attempt_id, r.reference, r.amount, r.state, r.transaction_id, r.reason, r.message, r.created_at,
    r.sent_at, r.ended_at, r.refusal, r.bank_reference, r.bank_asked_by, r.bank_asked_at, r.bank_paid_at, r.bank_paid_on,
    (SELECT MIN(v.created_at) FROM charge_reversal v WHERE v.person_id = r.person_id AND v.attempt_id = r.attempt_id
         AND v.won_at IS NULL AND v.covered > 0 AND r.state = 'COVERED'),
    EXISTS (SELECT 1 FROM charge_reversal v WHERE v.person_id = r.person_id AND v.attempt_id = r.attempt_id
         AND v.won_at IS NULL AND v.covered >= r.amount), ",
    name_then!("p"),
    ", ",
    name_then!("b"),
    " FROM refund r ",
    join_then!("p", "r.requested_by", "r.created_at"),
    " ",
    join_then!("b", "r.bank_asked_by", "r.bank_asked_at")
);

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    id: RefundId,
    number: i64,
    reference: &str,
    job: Option<JobId>,
    new: &NewRefund<'_>,
) -> Result<()> {
    tx.later(
        "INSERT INTO refund (person_id, id, attempt_id, order_id, number, reference, amount, state, requested_by, reason, job_id,
             created_at, closing_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        params![
            new.attempt.person_id,
            id,
            new.attempt.id,
            new.attempt.order_id,
            number,
            reference,
            new.amount,
            RefundState::Pending,
            new.by,
            new.reason,
            job,
            now,
            new.closing
        ],
    )?;
    insert_names(tx, new.attempt.key(), &[Name::Refund(reference)])
}

pub fn count_of_attempt(tx: &mut Tx<'_>, attempt: AttemptKey) -> Result<i64> {
    let (count,) = tx.one(
        "SELECT count(*) FROM refund WHERE person_id = $1 AND attempt_id = $2",
        params![attempt.person, attempt.id],
    )?;
    Ok(count)
}

/// Finds a refund by its id alone, for its job, which doesn't know the buyer.
pub fn find(tx: &mut Tx<'_>, id: RefundId) -> Result<Option<RefundRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE r.id = $1"), params![id])?)
}

pub fn list(buyer: PersonId, order: OrderId) -> Rows<RefundRow> {
    let sql =
        format!("{SELECT} WHERE r.person_id = $1 AND r.order_id = $2 ORDER BY r.created_at, r.id");
    rows(sql, params![buyer, order])
}

/// Finds the gateway's transaction number of the refund that was sent with this reference. Returns
/// `None` if there is no such refund, and `Some(None)` if its number is not known.
pub fn find_by_reference(
    tx: &mut Tx<'_>,
    attempt: AttemptKey,
    reference: &str,
) -> Result<Option<Option<String>>> {
    let found: Option<(Option<String>,)> = tx.first(
        "SELECT transaction_id FROM refund WHERE person_id = $1 AND attempt_id = $2 AND reference = $3",
        params![attempt.person, attempt.id, reference],
    )?;
    Ok(found.map(|(transaction,)| transaction))
}

/// Lists the refunds sent since `from` that have a transaction number of the gateway.
pub fn list_known(tx: &mut Tx<'_>, from: Timestamp) -> Result<Vec<KnownRefund>> {
    let sql = format!(
        "SELECT {} FROM refund WHERE sent_at >= $1 AND transaction_id IS NOT NULL ORDER BY sent_at, id",
        KnownRefund::COLUMNS
    );
    Ok(tx.rows(&sql, params![from])?)
}

/// Records that the gateway is about to be called for a refund. Returns false if the refund has
/// ended or was refused, so that the call must not be made.
pub fn set_sent(tx: &mut Tx<'_>, refund: RefundKey, now: Timestamp) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE refund SET sent_at = $1, message = NULL
         WHERE person_id = $2 AND id = $3 AND state = 'PENDING' AND refusal IS NULL",
        params![now, refund.person, refund.id],
    )?;
    Ok(changed > 0)
}

/// Records that a request for a refund had no effect at the gateway, so that it may be sent again.
pub fn set_unsent(tx: &mut Tx<'_>, refund: RefundKey) -> Result<()> {
    tx.later(
        "UPDATE refund SET sent_at = NULL WHERE person_id = $1 AND id = $2",
        params![refund.person, refund.id],
    )?;
    Ok(())
}

/// Records that the gateway refused a refund. `refusal` is the reason if the gateway refused for
/// good.
pub fn set_refused(
    tx: &mut Tx<'_>,
    refund: RefundKey,
    now: Timestamp,
    said: &str,
    refusal: Option<RefundRefusal>,
) -> Result<()> {
    tx.later(
        "UPDATE refund SET sent_at = NULL, message = $1, refusal = $2, refused_at = $3
         WHERE person_id = $4 AND id = $5 AND state = 'PENDING'",
        params![said, refusal, refusal.map(|_| now), refund.person, refund.id],
    )?;
    Ok(())
}

pub fn set_job(tx: &mut Tx<'_>, refund: RefundKey, job: JobId) -> Result<()> {
    tx.later(
        "UPDATE refund SET job_id = $1 WHERE person_id = $2 AND id = $3",
        params![job, refund.person, refund.id],
    )?;
    Ok(())
}

pub fn end(
    tx: &mut Tx<'_>,
    refund: RefundKey,
    state: RefundState,
    transaction: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE refund SET state = $1, transaction_id = $2, ended_at = $3, message = NULL
         WHERE person_id = $4 AND id = $5 AND state = 'PENDING'",
        params![state, transaction, now, refund.person, refund.id],
    )?;
    Ok(())
}

db::row! {
    /// Number of refunds for the closing of a shop: completed, pending, and refused so far.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct RefundsOfClosing {
        pub made: i64,
        pub pending: i64,
        pub refused: i64,
    }
}

pub fn of_closing(tx: &mut Tx<'_>, closing: ShopClosingId) -> Result<RefundsOfClosing> {
    Ok(tx.one(
        "SELECT CAST(COALESCE(SUM(CASE WHEN state <> 'PENDING' THEN 1 ELSE 0 END), 0) AS BIGINT),
                CAST(COALESCE(SUM(CASE WHEN state = 'PENDING' AND message IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT),
                CAST(COALESCE(SUM(CASE WHEN state = 'PENDING' AND message IS NOT NULL THEN 1 ELSE 0 END), 0) AS BIGINT)
         FROM refund WHERE closing_id = $1",
        params![closing],
    )?)
}

db::row! {
    /// A refund that the gateway has refused so far, with the gateway's message.
    #[derive(Clone, Debug)]
    pub struct RefusedRefund {
        pub order_id: OrderId,
        pub amount: Cents,
        pub message: Option<String>,
        pub refusal: Option<RefundRefusal>,
    }
}

/// Maximum number of refused refunds that are listed for the closing of a shop.
const MAX_REFUSED: i64 = 100;

pub fn refused_of_closing(tx: &mut Tx<'_>, closing: ShopClosingId) -> Result<Vec<RefusedRefund>> {
    let sql = format!(
        "SELECT {} FROM refund WHERE closing_id = $1 AND state = 'PENDING' AND message IS NOT NULL
         ORDER BY created_at, id LIMIT {MAX_REFUSED}",
        RefusedRefund::COLUMNS
    );
    Ok(tx.rows(&sql, params![closing])?)
}

/// Lists refunds that were requested before `before` and are still to be made, and refunds whose job
/// was given up. A refund for which a payment by our bank waits for confirmation counts from the
/// record of that payment, which may reopen an old refund.
pub fn overdue(tx: &mut Tx<'_>, before: Timestamp) -> Result<Vec<(String, String)>> {
    Ok(tx.rows(
        "SELECT r.id, 'the gateway has not made it' || COALESCE(': ' || r.message, ': ' || j.last_error, '')
         FROM refund r LEFT JOIN job j ON j.id = r.job_id
         WHERE r.state = 'PENDING'
           AND (COALESCE(r.bank_asked_at, r.created_at) < $1 OR r.refusal IS NULL AND (j.id IS NULL OR j.state = 'dead'))
         ORDER BY r.created_at, r.id LIMIT 100",
        params![before],
    )?)
}

pub const RULES: &[Rule] = &[
    Rule {
        name: "I4 a refunded charge has its rows",
        breaking: "SELECT a.id, 'it gave back ' || a.refunded || ', its rows say ' || COALESCE(SUM(r.amount), 0), a.person_id
         FROM {rows} a LEFT JOIN refund r ON r.person_id = a.person_id AND r.attempt_id = a.id
         GROUP BY a.person_id, a.id, a.refunded, a.reversed, a.amount
         HAVING a.refunded <> COALESCE(SUM(r.amount), 0) OR a.refunded + a.reversed > a.amount
         ORDER BY a.id LIMIT 5",
        table: "payment_attempt",
        key: KeyedBy::Person,
        made: "sent_at",
        touched: "sent_at",
    },
    Rule {
        name: "a refund that was made has a transaction of the gateway",
        breaking: "SELECT r.id, 'it is ' || r.state, r.person_id FROM {rows} r
         WHERE (r.state = 'MADE') <> (r.transaction_id IS NOT NULL) ORDER BY r.id LIMIT 5",
        table: "refund",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "created_at",
    },
];
