//! SQL for what lines of bank statements are matched with: deposits, bank files and payouts.

use db::{ToValue, Tx, params};

use kernel::{
    dates::BusinessDate,
    ids::{BankAccountId, BankLineId, GatewayDepositId, PayoutExportId, PayoutId},
    money::Cents,
};
use platform::error::Result;

use crate::bank::rules::{Awaited, Target};

/// Maximum number of rows of each kind that are offered.
const MAX_OFFERED: i64 = 200;

db::row! {
    /// Deposit that has not arrived.
    #[derive(Clone, Debug)]
    pub struct OpenDeposit {
        pub id: GatewayDepositId,
        pub batch_id: String,
        pub settled_on: BusinessDate,
        pub net: Cents,
    }
}

db::row! {
    /// Released bank file that no line pays.
    #[derive(Clone, Debug)]
    pub struct OpenFile {
        pub id: PayoutExportId,
        pub number: i64,
        pub account_id: BankAccountId,
        pub funds_on: BusinessDate,
        pub total: Cents,
    }
}

db::row! {
    /// Payout that no line pays, or that the bank returned and no line brings back.
    #[derive(Clone, Debug)]
    pub struct OpenPayout {
        pub id: PayoutId,
        pub payee_name: String,
        pub last_day: BusinessDate,
        pub amount: Cents,
        pub is_returned: bool,
    }
}

/// Everything that lines can be matched with, the newest first.
pub struct Targets {
    pub deposits: Vec<OpenDeposit>,
    pub files: Vec<OpenFile>,
    pub payouts: Vec<OpenPayout>,
}

/// Condition that a line pays the whole bank file of a payout.
const FILE_IS_PAID: &str = "EXISTS (SELECT 1 FROM bank_line b WHERE b.export_id = p.export_id AND p.export_id IS NOT NULL)";
/// Condition that a line pays a payout alone.
const IS_PAID: &str =
    "EXISTS (SELECT 1 FROM bank_line b WHERE b.payout_id = p.id AND b.resolution = 'PAYOUT')";
/// Condition that a line returns a payout.
const IS_RETURNED: &str = "EXISTS (SELECT 1 FROM bank_line b WHERE b.payout_id = p.id AND b.resolution = 'PAYOUT_RETURNED')";
/// Condition that a line pays a bank file, or one of its payouts.
const FILE_IS_TAKEN: &str = "EXISTS (SELECT 1 FROM bank_line b WHERE b.export_id = x.id)
    OR EXISTS (SELECT 1 FROM payout p JOIN bank_line b ON b.payout_id = p.id AND b.resolution = 'PAYOUT' WHERE p.export_id = x.id)";
/// Total of a bank file, with its failed payouts: the bank took these as well.
const TOTAL: &str =
    "(SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM payout p WHERE p.export_id = x.id)";

pub fn read(tx: &mut Tx<'_>) -> Result<Targets> {
    let deposits = tx.rows(
        "SELECT id, batch_id, settled_on, net FROM gateway_deposit
         WHERE line_id IS NULL AND booked_at IS NOT NULL AND net <> 0 ORDER BY settled_at DESC, id DESC LIMIT $1",
        params![MAX_OFFERED],
    )?;
    let files = tx.rows(
        &format!(
            "SELECT x.id, x.number, x.account_id, x.funds_on, {TOTAL} FROM payout_export x
             WHERE x.released_at IS NOT NULL AND NOT ({FILE_IS_TAKEN}) ORDER BY x.number DESC LIMIT $1"
        ),
        params![MAX_OFFERED],
    )?;
    let payouts = tx.rows(
        &format!(
            "SELECT p.id, COALESCE(p.payee_name, t.legal_name), p.last_day, p.amount, p.state = 'FAILED'
             FROM payout p JOIN tenant t ON t.id = p.tenant_id
             WHERE (p.state IN ('EXPORTED', 'PAID') AND NOT {IS_PAID} AND NOT {FILE_IS_PAID})
                OR (p.state = 'FAILED' AND p.transfer_id IS NOT NULL AND NOT {IS_RETURNED} AND ({IS_PAID} OR {FILE_IS_PAID}))
             ORDER BY p.drafted_at DESC, p.id DESC LIMIT $1"
        ),
        params![MAX_OFFERED],
    )?;
    Ok(Targets { deposits, files, payouts })
}

/// Returns the deposits that were settled between two days and have not arrived, and the files
/// of an account whose payees get the money between these days and that have not left.
pub fn list_awaited_between(
    tx: &mut Tx<'_>,
    (first, last): (BusinessDate, BusinessDate),
    account: BankAccountId,
) -> Result<Vec<Awaited>> {
    let deposits: Vec<(GatewayDepositId, BusinessDate, Cents)> = tx.rows(
        "SELECT id, settled_on, net FROM gateway_deposit
         WHERE line_id IS NULL AND booked_at IS NOT NULL AND net <> 0 AND settled_on >= $1 AND settled_on <= $2 ORDER BY id",
        params![first, last],
    )?;
    let files: Vec<(PayoutExportId, BusinessDate, Cents)> = tx.rows(
        &format!(
            "SELECT x.id, x.funds_on, {TOTAL} FROM payout_export x
             WHERE x.released_at IS NOT NULL AND x.funds_on >= $1 AND x.funds_on <= $2 AND x.account_id = $3
                 AND NOT ({FILE_IS_TAKEN}) ORDER BY x.id"
        ),
        params![first, last, account],
    )?;
    let deposit = |(id, day, amount)| Awaited { target: Target::Deposit(id), day, amount };
    let mut awaited: Vec<Awaited> = deposits.into_iter().map(deposit).collect();
    for (id, day, total) in files {
        awaited.push(Awaited { target: Target::File(id), day, amount: total.checked_neg()? });
    }
    Ok(awaited)
}

db::row! {
    /// Deposit as it is locked for a match.
    #[derive(Clone, Copy, Debug)]
    pub struct LockedDeposit {
        pub id: GatewayDepositId,
        pub net: Cents,
        pub line_id: Option<BankLineId>,
    }
}

/// Locks booked deposits.
pub fn lock_deposits(tx: &mut Tx<'_>, ids: &[GatewayDepositId]) -> Result<Vec<LockedDeposit>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let values: Vec<_> = ids.iter().map(ToValue::to_value).collect();
    let sql = format!(
        "SELECT id, net, line_id FROM gateway_deposit WHERE id IN ({}) AND booked_at IS NOT NULL ORDER BY id{}",
        db::places(1..=ids.len()),
        tx.engine().for_update()
    );
    Ok(tx.rows(&sql, &values)?)
}

pub fn take_deposits(tx: &mut Tx<'_>, line: BankLineId, ids: &[GatewayDepositId]) -> Result<()> {
    for id in ids {
        let sql = "UPDATE gateway_deposit SET line_id = $2 WHERE id = $1";
        tx.execute(sql, params![id, line])?;
    }
    Ok(())
}

pub fn free_deposits(tx: &mut Tx<'_>, line: BankLineId) -> Result<()> {
    let sql = "UPDATE gateway_deposit SET line_id = NULL WHERE line_id = $1";
    tx.execute(sql, params![line])?;
    Ok(())
}

/// Returns the deposits of a line, sorted by id.
pub fn deposits_of(tx: &mut Tx<'_>, line: BankLineId) -> Result<Vec<GatewayDepositId>> {
    let sql = "SELECT id FROM gateway_deposit WHERE line_id = $1 ORDER BY id";
    let rows: Vec<(GatewayDepositId,)> = tx.rows(sql, params![line])?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

db::row! {
    /// Bank file as it is locked for a match.
    #[derive(Clone, Copy, Debug)]
    pub struct LockedFile {
        pub account_id: BankAccountId,
        pub total: Cents,
        pub is_taken: bool,
    }
}

/// Locks a released bank file.
pub fn lock_file(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<Option<LockedFile>> {
    let lock = tx.engine().for_update();
    let sql =
        format!("SELECT id FROM payout_export WHERE id = $1 AND released_at IS NOT NULL{lock}");
    if tx.first::<(PayoutExportId,)>(&sql, params![id])?.is_none() {
        return Ok(None);
    }
    let sql = format!(
        "SELECT x.account_id, {TOTAL}, ({FILE_IS_TAKEN}) FROM payout_export x WHERE x.id = $1"
    );
    Ok(tx.first(&sql, params![id])?)
}

db::row! {
    /// Payout as it is locked for a match.
    #[derive(Clone, Copy, Debug)]
    pub struct LockedPayout {
        /// Account that its bank file leaves; `None` if it is in no bank file.
        pub account_id: Option<BankAccountId>,
        pub amount: Cents,
        pub is_taken: bool,
    }
}

/// Locks a payout that left the bank account, or one that the bank returned. Locks its bank file
/// first, so that a match of the whole file waits.
pub fn lock_payout(tx: &mut Tx<'_>, id: PayoutId, is_return: bool) -> Result<Option<LockedPayout>> {
    let lock = tx.engine().for_update();
    let sql = format!(
        "SELECT id FROM payout_export WHERE id IN (SELECT export_id FROM payout WHERE id = $1){lock}"
    );
    tx.rows::<(PayoutExportId,)>(&sql, params![id])?;
    let sql = format!("SELECT id FROM payout WHERE id = $1{lock}");
    tx.rows::<(PayoutId,)>(&sql, params![id])?;
    let (states, is_taken) = if is_return {
        ("p.state = 'FAILED' AND p.transfer_id IS NOT NULL", IS_RETURNED.to_owned())
    } else {
        (
            "p.state IN ('EXPORTED', 'PAID', 'FAILED') AND p.transfer_id IS NOT NULL",
            format!("{IS_PAID} OR {FILE_IS_PAID}"),
        )
    };
    let account = "(SELECT x.account_id FROM payout_export x WHERE x.id = p.export_id)";
    let sql = format!(
        "SELECT {account}, p.amount, ({is_taken}) FROM payout p WHERE p.id = $1 AND {states}"
    );
    Ok(tx.first(&sql, params![id])?)
}
