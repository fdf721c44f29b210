//! Refunds that the gateway has refused for good, and payments by our bank that replace them.

use db::{Tx, params};

use super::{RefundRow, RefundState};
use access::open_cases::OpenCases;
use kernel::{
    dates::BusinessDate,
    ids::{OrderId, PersonId, RefundId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::error::Result;

use crate::{
    carts::CartId,
    payments::{AttemptKey, RefundRefusal},
};

/// Clears the refusal of a refund, so that the gateway is called again. Returns false if the refund
/// was not refused for good, or if a payment by our bank waits for confirmation.
pub fn forget_refusal(tx: &mut Tx<'_>, refund: &RefundRow) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE refund SET refusal = NULL, refused_at = NULL
         WHERE person_id = $1 AND id = $2 AND state = 'PENDING' AND refusal IS NOT NULL AND bank_asked_at IS NULL",
        params![refund.person_id, refund.id],
    )?;
    Ok(changed > 0)
}

/// Records a payment by our bank, which a second administrator has to confirm. A refund that a
/// reversal had ended is open again until then. Returns false if the gateway may still make the
/// refund, or if such a payment is recorded already.
pub fn ask_bank_payment(
    tx: &mut Tx<'_>,
    now: Timestamp,
    refund: &RefundRow,
    by: PersonId,
    (reference, paid_on): (&str, Option<BusinessDate>),
) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE refund SET bank_reference = $1, bank_asked_by = $2, bank_asked_at = $3, bank_paid_on = $4, state = $5,
             ended_at = NULL
         WHERE person_id = $6 AND id = $7 AND state IN ('PENDING', 'COVERED') AND refusal IS NOT NULL
           AND bank_asked_at IS NULL",
        params![
            reference,
            by,
            now,
            paid_on,
            RefundState::Pending,
            refund.person_id,
            refund.id
        ],
    )?;
    Ok(changed > 0)
}

/// Deletes a payment by our bank that was not confirmed.
pub fn forget_bank_payment(tx: &mut Tx<'_>, refund: &RefundRow) -> Result<()> {
    tx.later(
        "UPDATE refund SET bank_reference = NULL, bank_asked_by = NULL, bank_asked_at = NULL, bank_paid_on = NULL
         WHERE person_id = $1 AND id = $2 AND bank_paid_at IS NULL",
        params![refund.person_id, refund.id],
    )?;
    Ok(())
}

/// Ends a refund that our bank paid. Its state becomes `Covered`, because the gateway no longer has
/// to make the refund.
pub fn end_by_bank(
    tx: &mut Tx<'_>,
    now: Timestamp,
    refund: &RefundRow,
    by: PersonId,
) -> Result<()> {
    tx.later(
        "UPDATE refund SET state = $1, ended_at = $2, bank_paid_by = $3, bank_paid_at = $2
         WHERE person_id = $4 AND id = $5 AND state = 'PENDING'",
        params![RefundState::Covered, now, by, refund.person_id, refund.id],
    )?;
    Ok(())
}

db::row! {
    /// Totals of the refunds of a charge that the gateway refused.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct RefundSums {
        /// Sum of the refunds that the gateway refused for good and that are not paid by our bank.
        pub refused: Cents,
        pub paid_by_bank: Cents,
    }
}

pub fn sums_of_attempt(tx: &mut Tx<'_>, attempt: AttemptKey) -> Result<RefundSums> {
    Ok(tx.one(
        "SELECT CAST(COALESCE(SUM(CASE WHEN state = 'PENDING' AND refusal IS NOT NULL THEN amount ELSE 0 END), 0) AS BIGINT),
                CAST(COALESCE(SUM(CASE WHEN bank_paid_at IS NOT NULL THEN amount ELSE 0 END), 0) AS BIGINT)
         FROM refund WHERE person_id = $1 AND attempt_id = $2",
        params![attempt.person, attempt.id],
    )?)
}

/// Ends the refused refunds of a charge that was reversed as a whole. Leaves out refunds for which
/// a payment by our bank waits for confirmation. Returns true if any refund was ended.
pub fn cover_refused(tx: &mut Tx<'_>, now: Timestamp, attempt: AttemptKey) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE refund SET state = $1, ended_at = $2
         WHERE person_id = $3 AND attempt_id = $4 AND state = 'PENDING' AND refusal IS NOT NULL AND bank_asked_at IS NULL",
        params![RefundState::Covered, now, attempt.person, attempt.id],
    )?;
    Ok(changed > 0)
}

/// Reopens the refunds of a charge that were covered by its reversal. Returns their ids and the
/// reasons for which the gateway refused them.
pub fn reopen_covered(
    tx: &mut Tx<'_>,
    attempt: AttemptKey,
) -> Result<Vec<(RefundId, Option<RefundRefusal>)>> {
    Ok(tx.rows(
        "UPDATE refund SET state = $1, ended_at = NULL
         WHERE person_id = $2 AND attempt_id = $3 AND state = 'COVERED' AND bank_paid_at IS NULL RETURNING id, refusal",
        params![RefundState::Pending, attempt.person, attempt.id],
    )?)
}

db::row! {
    /// A refund that the gateway refused for good and that is still to be paid, with its order and
    /// buyer.
    #[derive(Clone, Debug)]
    pub struct WaitingRefund {
        pub id: RefundId,
        pub order_id: OrderId,
        pub cart_id: CartId,
        pub person_id: PersonId,
        pub buyer_name: String,
        pub buyer_email: String,
        pub amount: Cents,
        pub refusal: RefundRefusal,
        pub refused_at: Timestamp,
        pub bank_asked_at: Option<Timestamp>,
    }
}

/// Refunds that the gateway refused for good and that are still to be paid, oldest first. The
/// condition is the one of the partial index `refund_refused`.
pub const REFUSED_REFUNDS: OpenCases<WaitingRefund> =
    OpenCases::new("refund", "r", "r.refused_at IS NOT NULL AND r.ended_at IS NULL").listed(
        "SELECT r.id, r.order_id, o.cart_id, r.person_id, b.first_name || ' ' || b.last_name, b.email, r.amount, r.refusal, r.refused_at,
                r.bank_asked_at
         FROM refund r JOIN orders o ON o.person_id = r.person_id AND o.id = r.order_id JOIN person b ON b.id = r.person_id",
        "r.refused_at, r.id",
    );
