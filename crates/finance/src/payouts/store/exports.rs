//! SQL for the bank files of payouts.

use db::{Conditions, ToValue, Tx, Value, params};

use kernel::{
    dates::BusinessDate,
    ids::{BankAccountId, PayoutExportId, PayoutId, PayoutRunId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{join_then, name_then};
use platform::error::Result;

/// Inserts a bank file that leaves an account, with the next free number. Returns the number, or `None` if a concurrent
/// request has just taken it.
pub fn insert(
    tx: &mut Tx<'_>,
    (id, account): (PayoutExportId, BankAccountId),
    now: Timestamp,
    by: PersonId,
    funds_on: BusinessDate,
    originator: Option<&str>,
) -> Result<Option<i64>> {
    let (number,): (i64,) =
        tx.one("SELECT CAST(COALESCE(MAX(number), 0) AS BIGINT) + 1 FROM payout_export", &[])?;
    let inserted = tx.execute(
        "INSERT INTO payout_export (id, number, funds_on, originator, created_by, created_at, account_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (number) DO NOTHING",
        params![id, number, funds_on, originator, by, now, account],
    )?;
    Ok((inserted > 0).then_some(number))
}

db::row! {
    /// Number of approved payouts that are in no bank file yet, by the administrator who approved
    /// them.
    #[derive(Clone, Copy, Debug)]
    pub struct Waiting {
        pub approved_by: PersonId,
        pub payouts: i64,
    }
}

/// Returns the condition that a payout is of a run, or no condition, with the parameter that it adds.
fn of_run(run: Option<PayoutRunId>, column: &str, values: &mut Vec<Value<'static>>) -> String {
    let Some(run) = run else { return "TRUE".to_owned() };
    values.push(run.to_value().owned());
    format!("{column} = ${}", values.len())
}

/// Condition that payouts to the payee are not paused.
const IS_NOT_PAUSED: &str = "NOT EXISTS (SELECT 1 FROM payout_pause z WHERE z.tenant_id = payout.tenant_id AND z.lifted_at IS NULL)";

/// Condition that the payee's bank account is still the one of the approval. A cluster refuses it as
/// `NOT EXISTS` beside the payee's name.
const HAS_ITS_ACCOUNT: &str = "COALESCE((SELECT b.bank_changed_at FROM tenant b WHERE b.id = payout.tenant_id) <= payout.approved_at, TRUE)";

/// Waits for pauses and new bank accounts of the payees in a bank file that are under way, and keeps
/// further ones waiting until this transaction ends.
pub fn lock_payees(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<()> {
    let sql = format!(
        "SELECT id FROM tenant WHERE id IN (SELECT tenant_id FROM payout WHERE export_id = $1) ORDER BY id{}",
        tx.engine().for_share()
    );
    tx.rows::<(TenantId,)>(&sql, params![id])?;
    Ok(())
}

/// Takes the payouts of paused payees, and of payees with a new bank account, out of a bank file.
/// Returns them.
pub fn return_late(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<Vec<Taken>> {
    let sql = format!(
        "UPDATE payout SET state = 'APPROVED', export_id = NULL, payee_name = NULL
         WHERE export_id = $1 AND NOT ({IS_NOT_PAUSED} AND {HAS_ITS_ACCOUNT}) RETURNING {}",
        Taken::COLUMNS
    );
    Ok(tx.rows(&sql, params![id])?)
}

/// Whether a bank file has a payout that was ended, so that the bank must not get it.
pub fn has_ended(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<bool> {
    let sql = "SELECT id FROM payout WHERE export_id = $1 AND state <> 'EXPORTED' LIMIT 1";
    Ok(tx.first::<(PayoutId,)>(sql, params![id])?.is_some())
}

/// Whether a bank file is released. A released file stays released.
pub fn is_released(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<bool> {
    let sql = "SELECT id FROM payout_export WHERE id = $1 AND released_at IS NOT NULL";
    Ok(tx.first::<(PayoutExportId,)>(sql, params![id])?.is_some())
}

/// Lists approved payouts by approver, all or those of a run, without those of payees whose payouts are
/// paused or whose bank account is new.
pub fn list_waiting(tx: &mut Tx<'_>, run: Option<PayoutRunId>) -> Result<Vec<Waiting>> {
    let mut values = Vec::new();
    let of_run = of_run(run, "run_id", &mut values);
    let sql = format!(
        "SELECT approved_by, count(*) FROM payout
         WHERE state = 'APPROVED' AND approved_by IS NOT NULL AND {IS_NOT_PAUSED} AND {HAS_ITS_ACCOUNT} AND {of_run}
         GROUP BY approved_by ORDER BY approved_by"
    );
    Ok(tx.rows(&sql, &values)?)
}

/// Returns the payee's name of each approved payout that a pause keeps out of bank files, all or those
/// of a run.
pub fn list_paused(tx: &mut Tx<'_>, run: Option<PayoutRunId>) -> Result<Vec<String>> {
    let mut values = Vec::new();
    let of_run = of_run(run, "p.run_id", &mut values);
    paused_names(tx, &format!("p.state = 'APPROVED' AND {of_run}"), &values)
}

/// Returns the payee's name of each approved payout whose payee has another bank account since the
/// approval, all or those of a run.
pub fn list_changed(tx: &mut Tx<'_>, run: Option<PayoutRunId>) -> Result<Vec<String>> {
    let mut values = Vec::new();
    let of_run = of_run(run, "p.run_id", &mut values);
    let sql = format!(
        "SELECT t.display_name FROM payout p JOIN tenant t ON t.id = p.tenant_id
         WHERE p.state = 'APPROVED' AND t.bank_changed_at > p.approved_at AND {of_run} ORDER BY t.display_name, p.id"
    );
    let names: Vec<(String,)> = tx.rows(&sql, &values)?;
    Ok(names.into_iter().map(|(name,)| name).collect())
}

/// Returns the payee's name of each payout in a bank file whose payee's payouts are paused.
pub fn list_paused_in(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<Vec<String>> {
    paused_names(tx, "p.export_id = $1", params![id])
}

fn paused_names(tx: &mut Tx<'_>, condition: &str, values: &[Value<'_>]) -> Result<Vec<String>> {
    let sql = format!(
        "SELECT t.display_name FROM payout p
         JOIN payout_pause z ON z.tenant_id = p.tenant_id AND z.lifted_at IS NULL
         JOIN tenant t ON t.id = p.tenant_id
         WHERE {condition} ORDER BY t.display_name, p.id"
    );
    let names: Vec<(String,)> = tx.rows(&sql, values)?;
    Ok(names.into_iter().map(|(name,)| name).collect())
}

db::row! {
    /// Payout that was added to a bank file, or taken out of one.
    #[derive(Clone, Copy, Debug)]
    pub struct Taken {
        pub id: PayoutId,
        pub tenant_id: TenantId,
        pub amount: Cents,
    }
}

/// Adds waiting payouts that these people approved to a bank file, all or those of a run, with the
/// current names of the payees. Leaves out payees whose payouts are paused, or whose bank account is
/// new. Returns the added payouts.
pub fn take_approved(
    tx: &mut Tx<'_>,
    id: PayoutExportId,
    approvers: &[PersonId],
    run: Option<PayoutRunId>,
) -> Result<Vec<Taken>> {
    let mut taken = Vec::new();
    for some in db::pieces(approvers) {
        let places = db::places(2..some.len() + 2);
        let mut values = vec![id.to_value().owned()];
        values.extend(some.iter().map(|approver| approver.to_value().owned()));
        let of_run = of_run(run, "run_id", &mut values);
        let sql = format!(
            "UPDATE payout SET state = 'EXPORTED', export_id = $1,
                 payee_name = (SELECT t.legal_name FROM tenant t WHERE t.id = payout.tenant_id)
             WHERE state = 'APPROVED' AND approved_by IN ({places}) AND {IS_NOT_PAUSED} AND {HAS_ITS_ACCOUNT} AND {of_run} RETURNING {}",
            Taken::COLUMNS
        );
        taken.extend(tx.rows::<Taken>(&sql, &values)?);
    }
    Ok(taken)
}

/// Takes a payee's payouts out of all bank files that are not released, so that they are approved
/// as before. Returns these payouts.
pub fn withdraw(tx: &mut Tx<'_>, payee: TenantId) -> Result<Vec<Taken>> {
    // The lock waits for a release under way. Afterwards the file counts as released.
    let files: Vec<(PayoutExportId,)> = tx.rows(
        &format!(
            "SELECT id FROM payout_export WHERE released_at IS NULL
                 AND id IN (SELECT export_id FROM payout WHERE tenant_id = $1 AND state = 'EXPORTED')
             ORDER BY id{}",
            tx.engine().for_update()
        ),
        params![payee],
    )?;
    let mut withdrawn = Vec::new();
    for (file,) in files {
        let sql = format!(
            "UPDATE payout SET state = 'APPROVED', export_id = NULL, payee_name = NULL
             WHERE tenant_id = $1 AND export_id = $2 AND state = 'EXPORTED' RETURNING {}",
            Taken::COLUMNS
        );
        withdrawn.extend(tx.rows::<Taken>(&sql, params![payee, file])?);
    }
    Ok(withdrawn)
}

db::row! {
    /// Bank file with the number and sum of its payouts.
    #[derive(Clone, Debug)]
    pub struct ExportRow {
        pub id: PayoutExportId,
        pub number: i64,
        pub funds_on: BusinessDate,
        /// Name of the bank account that it leaves. `None` if the only one has no name.
        pub account_name: Option<String>,
        pub originator: Option<String>,
        pub payouts: i64,
        pub total: Cents,
        /// Number of payouts that are neither ended nor reported as failed.
        pub open: i64,
        pub created_by: PersonId,
        pub created_at: Timestamp,
        pub created_by_name: Option<String>,
        pub released_at: Option<Timestamp>,
        pub released_by_name: Option<String>,
    }
}

const SELECT: &str = concat!(
    "SELECT x.id, x.number, x.funds_on,
    COALESCE((SELECT b.name FROM bank_account b WHERE b.id = x.account_id), (SELECT c.name FROM chart_account c WHERE c.account = 'bank')),
    x.originator, (SELECT count(*) FROM payout p WHERE p.export_id = x.id),
    (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM payout p WHERE p.export_id = x.id),
    (SELECT count(*) FROM payout p WHERE p.export_id = x.id AND p.state = 'EXPORTED' AND p.failure_asked_by IS NULL),
    x.created_by, x.created_at, ",
    name_then!("c"),
    ", x.released_at, ",
    name_then!("r"),
    " FROM payout_export x ",
    join_then!("c", "x.created_by", "x.created_at"),
    " ",
    join_then!("r", "x.released_by", "x.released_at")
);

pub fn find(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<Option<ExportRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE x.id = $1"), params![id])?)
}

/// Like [`find`], but locks the row of the bank file.
pub fn lock(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<Option<ExportRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT id FROM payout_export WHERE id = $1{lock}");
    match tx.first::<(PayoutExportId,)>(&sql, params![id])? {
        Some(_) => find(tx, id),
        None => Ok(None),
    }
}

/// Condition that a bank file has a payout of the run in the first parameter.
const OF_RUN: &str = "EXISTS (SELECT 1 FROM payout p WHERE p.export_id = x.id AND p.run_id = $1)";

/// Returns one page of the bank files, all or those with payouts of a run, the newest first.
pub fn list(
    tx: &mut Tx<'_>,
    run: Option<PayoutRunId>,
    page: PageRequest,
) -> Result<Vec<ExportRow>> {
    let mut conditions = conditions(run);
    let page = conditions.page(page.limit(), page.offset());
    let sql = format!("{SELECT} WHERE {} ORDER BY x.number DESC{page}", conditions.sql());
    Ok(tx.rows(&sql, conditions.parameters())?)
}

fn conditions(run: Option<PayoutRunId>) -> Conditions {
    let mut conditions = Conditions::default();
    if let Some(run) = run {
        conditions.bind(run);
        conditions.and(OF_RUN);
    }
    conditions
}

pub fn count(tx: &mut Tx<'_>, run: Option<PayoutRunId>) -> Result<u64> {
    let conditions = conditions(run);
    let sql = format!("SELECT count(*) FROM payout_export x WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

pub fn release(tx: &mut Tx<'_>, id: PayoutExportId, now: Timestamp, by: PersonId) -> Result<()> {
    tx.execute(
        "UPDATE payout_export SET released_by = $1, released_at = $2 WHERE id = $3",
        params![by, now, id],
    )?;
    Ok(())
}

db::row! {
    /// Payout in a bank file.
    #[derive(Clone, Debug)]
    pub struct ExportedPayout {
        pub id: PayoutId,
        pub tenant_id: TenantId,
        pub payee_name: String,
        pub amount: Cents,
        pub sealed_bank: String,
    }
}

/// Returns the payouts in a bank file.
pub fn payouts_of(tx: &mut Tx<'_>, id: PayoutExportId) -> Result<Vec<ExportedPayout>> {
    Ok(tx.rows(
        "SELECT id, tenant_id, payee_name, amount, sealed_bank FROM payout WHERE export_id = $1 ORDER BY id",
        params![id],
    )?)
}
