//! SQL for the terms by which the platform holds back parts of payouts.

use db::{Tx, params};

use super::rules::Terms;
use kernel::{
    dates::BusinessDate,
    ids::{HoldBackTermsId, PersonId},
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{column_then, join_then};
use platform::error::Result;

db::row! {
    /// Hold-back terms, with the name of the administrator who set them.
    #[derive(Clone, Debug)]
    pub struct TermsRow {
        pub id: HoldBackTermsId,
        pub starts_on: BusinessDate,
        pub card_days: i64,
        pub card_percent: i64,
        pub young_days: i64,
        pub young_percent: i64,
        pub set_at: Timestamp,
        pub reason: String,
        pub setter_first_name: Option<String>,
        pub setter_last_name: Option<String>,
    }
}

impl TermsRow {
    pub fn terms(&self) -> Terms {
        Terms {
            card_days: self.card_days,
            card_percent: self.card_percent,
            young_days: self.young_days,
            young_percent: self.young_percent,
        }
    }
}

const SELECT: &str = concat!(
    "SELECT t.id, t.starts_on, t.card_days, t.card_percent, t.young_days, t.young_percent, t.set_at, t.reason, ",
    column_then!("s", "first_name"),
    ", ",
    column_then!("s", "last_name"),
    " FROM hold_back_terms t ",
    join_then!("s", "t.set_by", "t.set_at")
);

/// Returns the hold-back terms in force on a day. `None` before the first terms.
pub fn in_force(tx: &mut Tx<'_>, day: BusinessDate) -> Result<Option<TermsRow>> {
    let sql = format!(
        "{SELECT} WHERE t.starts_on <= $1 ORDER BY t.starts_on DESC, t.set_at DESC, t.id DESC LIMIT 1"
    );
    Ok(tx.first(&sql, params![day])?)
}

pub fn find(tx: &mut Tx<'_>, id: HoldBackTermsId) -> Result<Option<TermsRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE t.id = $1"), params![id])?)
}

/// Returns one page of the hold-back terms, those with the latest start first.
pub fn list(tx: &mut Tx<'_>, page: PageRequest) -> Result<Vec<TermsRow>> {
    let sql =
        format!("{SELECT} ORDER BY t.starts_on DESC, t.set_at DESC, t.id DESC LIMIT $1 OFFSET $2");
    Ok(tx.rows(&sql, params![page.limit(), page.offset()])?)
}

pub fn count(tx: &mut Tx<'_>) -> Result<u64> {
    let (count,): (i64,) = tx.one("SELECT count(*) FROM hold_back_terms", &[])?;
    Ok(count.unsigned_abs())
}

/// New hold-back terms, with the reason and the administrator who sets them.
pub struct NewTerms<'a> {
    pub starts_on: BusinessDate,
    pub terms: Terms,
    pub reason: &'a str,
    pub by: PersonId,
}

pub fn insert(
    tx: &mut Tx<'_>,
    id: HoldBackTermsId,
    now: Timestamp,
    new: &NewTerms<'_>,
) -> Result<()> {
    let Terms { card_days, card_percent, young_days, young_percent } = new.terms;
    tx.execute(
        "INSERT INTO hold_back_terms (id, starts_on, card_days, card_percent, young_days, young_percent, set_by, set_at, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            id,
            new.starts_on,
            card_days,
            card_percent,
            young_days,
            young_percent,
            new.by,
            now,
            new.reason
        ],
    )?;
    Ok(())
}
