//! SQL for pauses of payouts.

use std::collections::BTreeSet;

use db::{Conditions, Tx, params};

use access::auth::TenantKind;
use kernel::{
    ids::{PayoutPauseId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{join_then, name_then};
use platform::error::Result;

db::row! {
    /// A pause of the payouts to a payee, with the names of the payee and of the administrators.
    #[derive(Clone, Debug)]
    pub struct PauseRow {
        pub id: PayoutPauseId,
        pub tenant_id: TenantId,
        pub tenant_kind: TenantKind,
        pub tenant_name: String,
        pub reason: String,
        pub paused_by: PersonId,
        pub paused_at: Timestamp,
        pub paused_by_name: Option<String>,
        pub lifted_at: Option<Timestamp>,
        pub lifted_by_name: Option<String>,
        /// Sum of the payee's payouts in released bank files that are not confirmed as paid.
        pub with_bank: Cents,
    }
}

const SELECT: &str = concat!(
    "SELECT z.id, z.tenant_id, t.kind, t.display_name, z.reason, z.paused_by, z.paused_at, ",
    name_then!("a"),
    ", z.lifted_at, ",
    name_then!("b"),
    ", (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM payout p WHERE p.tenant_id = z.tenant_id AND p.state = 'EXPORTED')
FROM payout_pause z
JOIN tenant t ON t.id = z.tenant_id ",
    join_then!("a", "z.paused_by", "z.paused_at"),
    " ",
    join_then!("b", "z.lifted_by", "z.lifted_at")
);

/// Filters of a list of pauses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    pub tenant: Option<TenantId>,
    /// Only pauses that are in force, or only those that were lifted.
    pub is_open: Option<bool>,
}

fn conditions(filter: Filter) -> Conditions {
    let mut conditions = Conditions::default();
    if let Some(tenant) = filter.tenant {
        conditions.only("z.tenant_id", tenant);
    }
    match filter.is_open {
        Some(true) => conditions.and("z.lifted_at IS NULL"),
        Some(false) => conditions.and("z.lifted_at IS NOT NULL"),
        None => {}
    }
    conditions
}

/// Returns one page of the pauses, the newest first.
pub fn list(tx: &mut Tx<'_>, filter: Filter, page: PageRequest) -> Result<Vec<PauseRow>> {
    let mut conditions = conditions(filter);
    let page = conditions.page(page.limit(), page.offset());
    let sql =
        format!("{SELECT} WHERE {} ORDER BY z.paused_at DESC, z.id DESC{page}", conditions.sql());
    Ok(tx.rows(&sql, conditions.parameters())?)
}

pub fn count(tx: &mut Tx<'_>, filter: Filter) -> Result<u64> {
    let conditions = conditions(filter);
    let sql = format!("SELECT count(*) FROM payout_pause z WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

pub fn find(tx: &mut Tx<'_>, id: PayoutPauseId) -> Result<Option<PauseRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE z.id = $1"), params![id])?)
}

/// Like [`find`], but locks the pause until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, id: PayoutPauseId) -> Result<Option<PauseRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT id FROM payout_pause WHERE id = $1{lock}");
    match tx.first::<(PayoutPauseId,)>(&sql, params![id])? {
        Some(_) => find(tx, id),
        None => Ok(None),
    }
}

/// Returns the start of the pause in force for a payee.
pub fn paused_since(tx: &mut Tx<'_>, tenant: TenantId) -> Result<Option<Timestamp>> {
    let sql = "SELECT paused_at FROM payout_pause WHERE tenant_id = $1 AND lifted_at IS NULL";
    Ok(tx.first(sql, params![tenant])?.map(|(paused_at,)| paused_at))
}

/// Returns all payees whose payouts are paused.
pub fn paused_payees(tx: &mut Tx<'_>) -> Result<BTreeSet<TenantId>> {
    let sql = "SELECT tenant_id FROM payout_pause WHERE lifted_at IS NULL ORDER BY tenant_id";
    let payees: Vec<(TenantId,)> = tx.rows(sql, &[])?;
    Ok(payees.into_iter().map(|(payee,)| payee).collect())
}

/// Inserts a pause. Returns false if the payee's payouts are paused already.
pub fn insert(
    tx: &mut Tx<'_>,
    id: PayoutPauseId,
    now: Timestamp,
    by: PersonId,
    tenant: TenantId,
    reason: &str,
) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO payout_pause (id, tenant_id, reason, paused_by, paused_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
        params![id, tenant, reason, by, now],
    )?;
    Ok(inserted > 0)
}

pub fn lift(tx: &mut Tx<'_>, id: PayoutPauseId, now: Timestamp, by: PersonId) -> Result<()> {
    tx.execute(
        "UPDATE payout_pause SET lifted_by = $1, lifted_at = $2 WHERE id = $3",
        params![by, now, id],
    )?;
    Ok(())
}
