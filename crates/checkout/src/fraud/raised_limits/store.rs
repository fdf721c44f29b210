//! Database rows of raised buying limits.

use db::{Tx, params};

use kernel::{
    dates::BusinessDate,
    ids::{PersonId, RaisedLimitId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{column_then, join_then};
use platform::error::Result;

db::row! {
    /// A raised limit with its buyer, the administrator who requested it and the administrator who
    /// decided.
    #[derive(Clone, Debug)]
    pub struct RaisedLimitRow {
        /// Id of the buyer.
        pub person_id: PersonId,
        pub id: RaisedLimitId,
        pub amount: Cents,
        pub ends_on: Option<BusinessDate>,
        pub reason: String,
        pub buyer_first_name: String,
        pub buyer_last_name: String,
        pub buyer_email: String,
        pub requested_by: PersonId,
        pub requested_at: Timestamp,
        pub requester_first_name: Option<String>,
        pub requester_last_name: Option<String>,
        pub decided_at: Option<Timestamp>,
        pub decided_by: Option<PersonId>,
        pub is_agreed: Option<bool>,
        pub decline_reason: Option<String>,
        pub decider_first_name: Option<String>,
        pub decider_last_name: Option<String>,
        pub ended_at: Option<Timestamp>,
        /// Time of the first reversal of one of the buyer's charges after the decision about the
        /// limit. The reversal ends the limit.
        pub reversed_at: Option<Timestamp>,
    }
}

impl RaisedLimitRow {
    /// Whether the administrator who requested the limit also decided about it.
    pub fn is_decided_by_asker(&self) -> bool {
        self.decided_by == Some(self.requested_by)
    }

    /// Returns when the limit was ended by an administrator, by a newer limit or by a reversed
    /// charge. Returns `None` if none of these has happened.
    pub fn over_at(&self) -> Option<Timestamp> {
        let reversed_at = self.reversed_at.filter(|_| self.is_agreed == Some(true));
        self.ended_at.into_iter().chain(reversed_at).min()
    }

    /// Returns the requester and the buyer. The administrator who decides must be neither of them.
    pub fn first(&self) -> [PersonId; 2] {
        [self.requested_by, self.person_id]
    }
}

const SELECT: &str = concat!(
    "SELECT l.person_id, l.id, l.amount, l.ends_on, l.reason, b.first_name, b.last_name, b.email, l.requested_by, l.requested_at, ",
    column_then!("q", "first_name"),
    ", ",
    column_then!("q", "last_name"),
    ", l.decided_at, l.decided_by, l.is_agreed, l.decline_reason, ",
    column_then!("d", "first_name"),
    ", ",
    column_then!("d", "last_name"),
    ", l.ended_at, (SELECT MIN(c.created_at) FROM charge_reversal c WHERE c.person_id = l.person_id AND c.created_at >= l.decided_at)
 FROM raised_limit l
JOIN person b ON b.id = l.person_id ",
    join_then!("q", "l.requested_by", "l.requested_at"),
    " ",
    join_then!("d", "l.decided_by", "l.decided_at")
);

/// Maximum number of raised limits that are listed for one buyer.
const MAX_OF_PERSON: i64 = 20;

/// Lists a buyer's latest raised limits, newest first.
pub fn of_person(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<RaisedLimitRow>> {
    let sql = format!(
        "{SELECT} WHERE l.person_id = $1 ORDER BY l.requested_at DESC, l.id DESC LIMIT {MAX_OF_PERSON}"
    );
    Ok(tx.rows(&sql, params![person])?)
}

pub fn find(
    tx: &mut Tx<'_>,
    person: PersonId,
    id: RaisedLimitId,
) -> Result<Option<RaisedLimitRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT id FROM raised_limit WHERE person_id = $1 AND id = $2{lock}");
    let found: Option<(RaisedLimitId,)> = tx.first(&sql, params![person, id])?;
    if found.is_none() {
        return Ok(None);
    }
    Ok(tx.first(&format!("{SELECT} WHERE l.person_id = $1 AND l.id = $2"), params![person, id])?)
}

/// SQL condition for limits that wait for approval, or are in force on the day `$1`.
const LISTED: &str = "(l.decided_at IS NULL OR l.is_agreed = TRUE AND l.ended_at IS NULL AND (l.ends_on IS NULL OR l.ends_on >= $1)
    AND NOT EXISTS (SELECT 1 FROM charge_reversal c WHERE c.person_id = l.person_id AND c.created_at >= l.decided_at))";

/// Lists limits that wait for approval or are in force. Limits that wait for approval come first,
/// and newer limits before older ones.
pub fn list(
    tx: &mut Tx<'_>,
    today: BusinessDate,
    page: PageRequest,
) -> Result<Vec<RaisedLimitRow>> {
    let sql = format!(
        "{SELECT} WHERE {LISTED}
         ORDER BY CASE WHEN l.decided_at IS NULL THEN 0 ELSE 1 END, l.requested_at DESC, l.id DESC LIMIT $2 OFFSET $3"
    );
    Ok(tx.rows(&sql, params![today, page.limit(), page.offset()])?)
}

pub fn count(tx: &mut Tx<'_>, today: BusinessDate) -> Result<u64> {
    let sql = format!("SELECT count(*) FROM raised_limit l WHERE {LISTED}");
    let (count,): (i64,) = tx.one(&sql, params![today])?;
    Ok(count.unsigned_abs())
}

pub fn count_open(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = "SELECT count(*) FROM raised_limit WHERE decided_at IS NULL";
    let (count,): (i64,) = tx.one(sql, &[])?;
    Ok(count.unsigned_abs())
}

/// A new request to raise a buyer's limit.
pub struct NewLimit<'a> {
    pub person: PersonId,
    pub amount: Cents,
    pub ends_on: BusinessDate,
    pub reason: &'a str,
    pub by: PersonId,
}

/// Inserts a request to raise a limit. Returns false if the buyer has an open request already.
pub fn insert(
    tx: &mut Tx<'_>,
    id: RaisedLimitId,
    now: Timestamp,
    new: &NewLimit<'_>,
) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO raised_limit (person_id, id, amount, ends_on, reason, requested_by, requested_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        params![new.person, id, new.amount, new.ends_on, new.reason, new.by, now],
    )?;
    Ok(inserted > 0)
}

/// Approves or declines a raised limit. Approving it ends the buyer's previous raised limit.
pub fn decide(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (person, id): (PersonId, RaisedLimitId),
    by: PersonId,
    is_agreed: bool,
    decline_reason: Option<&str>,
) -> Result<()> {
    if is_agreed {
        tx.execute(
            "UPDATE raised_limit SET ended_by = $1, ended_at = $2 WHERE person_id = $3 AND is_agreed = TRUE AND ended_at IS NULL",
            params![by, now, person],
        )?;
    }
    tx.execute(
        "UPDATE raised_limit SET decided_by = $1, decided_at = $2, is_agreed = $3, decline_reason = $4 WHERE person_id = $5 AND id = $6",
        params![by, now, is_agreed, decline_reason, person, id],
    )?;
    Ok(())
}

/// Ends a raised limit that is in force. Returns false if it is not in force.
pub fn end(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (person, id): (PersonId, RaisedLimitId),
    by: PersonId,
) -> Result<bool> {
    let ended = tx.execute(
        "UPDATE raised_limit SET ended_by = $1, ended_at = $2
         WHERE person_id = $3 AND id = $4 AND is_agreed = TRUE AND ended_at IS NULL",
        params![by, now, person, id],
    )?;
    Ok(ended > 0)
}
