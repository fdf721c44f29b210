//! SQL for lines of bank statements.

use db::{Conditions, Tx, params};

use kernel::{
    dates::BusinessDate,
    ids::{
        BankAccountId, BankLineId, BankStatementId, PayoutExportId, PayoutId, PersonId, TransferId,
    },
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{join_then, name_then};
use platform::error::Result;

use crate::bank::rules::{OpenLine, Resolution};

db::row! {
    /// Line of a bank statement, with the name of the administrator who matched it.
    #[derive(Clone, Debug)]
    pub struct LineRow {
        pub id: BankLineId,
        pub account_id: BankAccountId,
        pub day: BusinessDate,
        pub amount: Cents,
        pub text: String,
        pub reference: String,
        /// `None` while the line is not matched.
        pub resolution: Option<Resolution>,
        pub fee: Cents,
        pub export_id: Option<PayoutExportId>,
        pub payout_id: Option<PayoutId>,
        pub reason: Option<String>,
        pub resolved_at: Option<Timestamp>,
        pub resolved_by_name: Option<String>,
        pub transfer_id: Option<TransferId>,
        /// Whether the import of the statement matched the line.
        pub is_automatic: bool,
    }
}

const SELECT: &str = concat!(
    "SELECT l.id, l.account_id, l.day, l.amount, l.text, l.reference, l.resolution, l.fee, l.export_id, l.payout_id, l.reason, l.resolved_at, ",
    name_then!("r"),
    ", l.transfer_id, l.is_automatic FROM bank_line l ",
    join_then!("r", "l.resolved_by", "l.resolved_at")
);

/// Lines to list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    /// Whether the lines are open; `None` for all.
    pub is_open: Option<bool>,
    pub last_day: Option<BusinessDate>,
    pub account: Option<BankAccountId>,
}

impl Filter {
    fn conditions(self) -> Conditions {
        let mut conditions = Conditions::default();
        match self.is_open {
            Some(true) => conditions.and("l.resolution IS NULL"),
            Some(false) => conditions.and("l.resolution IS NOT NULL"),
            None => {}
        }
        if let Some(day) = self.last_day {
            let place = conditions.bind(day);
            conditions.and(format!("l.day <= {place}"));
        }
        if let Some(account) = self.account {
            let place = conditions.bind(account);
            conditions.and(format!("l.account_id = {place}"));
        }
        conditions
    }
}

pub fn list(tx: &mut Tx<'_>, filter: Filter, page: PageRequest) -> Result<Vec<LineRow>> {
    let mut conditions = filter.conditions();
    let page = conditions.page(page.limit(), page.offset());
    let sql = format!("{SELECT} WHERE {} ORDER BY l.day DESC, l.id DESC{page}", conditions.sql());
    Ok(tx.rows(&sql, conditions.parameters())?)
}

pub fn count(tx: &mut Tx<'_>, filter: Filter) -> Result<u64> {
    let conditions = filter.conditions();
    let sql = format!("SELECT count(*) FROM bank_line l WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

pub fn find(tx: &mut Tx<'_>, id: BankLineId) -> Result<Option<LineRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE l.id = $1"), params![id])?)
}

/// Like [`find`], but locks the row.
pub fn lock(tx: &mut Tx<'_>, id: BankLineId) -> Result<Option<LineRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT id FROM bank_line WHERE id = $1{lock}");
    match tx.first::<(BankLineId,)>(&sql, params![id])? {
        Some(_) => find(tx, id),
        None => Ok(None),
    }
}

/// Returns the lines of an account between two days that are not matched, and whether they are of a
/// statement.
pub fn list_open_between(
    tx: &mut Tx<'_>,
    (first, last): (BusinessDate, BusinessDate),
    (statement, account): (BankStatementId, BankAccountId),
) -> Result<Vec<OpenLine>> {
    Ok(tx.rows(
        "SELECT id, day, amount, statement_id = $3 FROM bank_line
         WHERE resolution IS NULL AND account_id = $4 AND day >= $1 AND day <= $2 ORDER BY day, id",
        params![first, last, statement, account],
    )?)
}

/// Outcome of matching a line.
pub struct Resolved<'a> {
    pub resolution: Resolution,
    pub export: Option<PayoutExportId>,
    pub payout: Option<PayoutId>,
    pub fee: Cents,
    pub reason: Option<&'a str>,
    pub by: PersonId,
    pub at: Timestamp,
    pub transfer: TransferId,
    pub is_automatic: bool,
}

pub fn resolve(tx: &mut Tx<'_>, id: BankLineId, resolved: &Resolved<'_>) -> Result<()> {
    let Resolved { resolution, export, payout, fee, reason, by, at, transfer, is_automatic } =
        resolved;
    tx.execute(
        "UPDATE bank_line SET resolution = $2, export_id = $3, payout_id = $4, fee = $5, reason = $6, resolved_by = $7,
             resolved_at = $8, transfer_id = $9, is_automatic = $10 WHERE id = $1",
        params![id, resolution, export, payout, fee, reason, by, at, transfer, is_automatic],
    )?;
    Ok(())
}

pub fn reopen(tx: &mut Tx<'_>, id: BankLineId) -> Result<()> {
    tx.execute(
        "UPDATE bank_line SET resolution = NULL, export_id = NULL, payout_id = NULL, fee = 0, reason = NULL,
             resolved_by = NULL, resolved_at = NULL, transfer_id = NULL, is_automatic = FALSE WHERE id = $1",
        params![id],
    )?;
    Ok(())
}
