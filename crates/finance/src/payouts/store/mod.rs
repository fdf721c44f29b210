//! Rows of payouts.

pub mod bulk;
mod checks;
pub mod drafts;
pub mod exports;
pub mod runs;
pub mod under_way;

use db::{Conditions, Tx, Value, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{RowKey, payee_of};
use access::auth::TenantKind;
use kernel::{
    dates::BusinessDate,
    ids::{HoldBackTermsId, PayoutExportId, PayoutId, PayoutRunId, PersonId, TenantId, TransferId},
    money::Cents,
    paging::PageRequest,
    search::Search,
    timestamp::Timestamp,
};
use ledger::{Books, PayeePeriod};
use market::tenants::TenantScope;
use people::identity::{column_then, join_then};
use platform::error::Result;

use crate::taxes::TaxedPeriod;

pub use checks::RULES;

/// State of a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum PayoutState {
    Draft,
    Approved,
    /// The payout is in a file for the bank.
    Exported,
    Paid,
    Failed,
    Discarded,
}

db::text_enum! {
    PayoutState {
        Draft = "DRAFT",
        Approved = "APPROVED",
        Exported = "EXPORTED",
        Paid = "PAID",
        Failed = "FAILED",
        Discarded = "DISCARDED",
    }
}

db::row! {
    /// A payout with the names of the payee and of the administrators involved.
    #[derive(Clone, Debug)]
    pub struct PayoutRow {
        pub vendor_id: Books,
        pub id: PayoutId,
        pub tenant_id: TenantId,
        pub tenant_kind: TenantKind,
        pub tenant_name: String,
        pub first_day: BusinessDate,
        pub last_day: BusinessDate,
        pub state: PayoutState,
        pub opening: Cents,
        pub closing: Cents,
        pub held_back: Cents,
        pub held_back_reason: Option<String>,
        /// Amount that is held back by the hold-back terms.
        pub reserve: Cents,
        pub reserve_percent: Option<i64>,
        /// Day from which nothing of the reserve is held back any more.
        pub reserve_until: Option<BusinessDate>,
        pub hold_back_terms_id: Option<HoldBackTermsId>,
        pub amount: Cents,
        pub sealed_bank: Option<String>,
        pub transfer_id: Option<TransferId>,
        pub drafted_by: PersonId,
        pub drafted_at: Timestamp,
        pub drafter_first_name: Option<String>,
        pub drafter_last_name: Option<String>,
        pub approved_at: Option<Timestamp>,
        pub approver_first_name: Option<String>,
        pub approver_last_name: Option<String>,
        pub export_id: Option<PayoutExportId>,
        pub ended_at: Option<Timestamp>,
        pub reference: Option<String>,
        pub failure: Option<String>,
        /// Administrator who reported that the payout failed.
        pub failure_asked_by: Option<PersonId>,
        pub failure_asked_at: Option<Timestamp>,
        pub failure_reason: Option<String>,
        /// Reference on the bank's notice that it returned the payment.
        pub failure_reference: Option<String>,
        pub asker_first_name: Option<String>,
        pub asker_last_name: Option<String>,
        /// Start of a pause of the payee's payouts.
        pub paused_at: Option<Timestamp>,
        /// Run that drafted the payout; `None` for payouts from before the first run.
        pub run_id: Option<PayoutRunId>,
        /// Time at which the payee's present bank account was entered.
        pub bank_changed_at: Option<Timestamp>,
    }
}

impl PayoutRow {
    pub fn key(&self) -> RowKey {
        (self.vendor_id, self.id)
    }

    /// Returns the administrator who reported a failure that another administrator has yet to
    /// confirm.
    pub fn failure_waits_of(&self) -> Option<PersonId> {
        self.failure_asked_by.filter(|_| self.state != PayoutState::Failed)
    }

    /// Returns true if a pause of the payee's payouts keeps this payout from being sent.
    pub fn is_paused(&self) -> bool {
        self.paused_at.is_some() && matches!(self.state, PayoutState::Draft | PayoutState::Approved)
    }

    /// Returns true if the payout is not sent, because it was approved for another bank account.
    pub fn is_account_changed(&self) -> bool {
        let is_later =
            self.bank_changed_at.zip(self.approved_at).is_some_and(|(new, old)| new > old);
        is_later && self.state == PayoutState::Approved
    }

    /// Returns the payee with the period of the payout.
    pub fn period(&self) -> PayeePeriod {
        PayeePeriod {
            payee: payee_of(self.tenant_kind, self.tenant_id),
            from: self.first_day.start(),
            until: self.last_day.end_exclusive(),
        }
    }

    /// Returns the period of the payout, for its tax as far as it was charged at a time.
    pub fn taxed(&self, known_at: Timestamp) -> TaxedPeriod {
        let PayeePeriod { from, until, .. } = self.period();
        TaxedPeriod { vendor: self.tenant_id, from, until, known_at }
    }

    /// Returns the sum of the amount and the parts held back.
    pub fn due(&self) -> Result<Cents> {
        Ok(Cents::sum([self.amount, self.held_back, self.reserve])?)
    }
}

const SELECT: &str = concat!(
    "SELECT p.vendor_id, p.id, p.tenant_id, t.kind, t.display_name, p.first_day, p.last_day, p.state, p.opening, p.closing,
    p.held_back, p.held_back_reason, p.reserve, p.reserve_percent, p.reserve_until, p.hold_back_terms_id, p.amount, p.sealed_bank, p.transfer_id, p.drafted_by, p.drafted_at, ",
    column_then!("d", "first_name"),
    ", ",
    column_then!("d", "last_name"),
    ", p.approved_at, ",
    column_then!("a", "first_name"),
    ", ",
    column_then!("a", "last_name"),
    ", p.export_id, p.ended_at, p.reference, p.failure, p.failure_asked_by, p.failure_asked_at, p.failure_reason, p.failure_reference, ",
    column_then!("f", "first_name"),
    ", ",
    column_then!("f", "last_name"),
    ", z.paused_at, p.run_id, t.bank_changed_at
FROM payout p
JOIN tenant t ON t.id = p.tenant_id
LEFT JOIN payout_pause z ON z.tenant_id = p.tenant_id AND z.lifted_at IS NULL ",
    join_then!("d", "p.drafted_by", "p.drafted_at"),
    " ",
    join_then!("a", "p.approved_by", "p.approved_at"),
    " ",
    join_then!("f", "p.failure_asked_by", "p.failure_asked_at")
);

/// Finds the last day of the payee's latest paid period.
pub fn last_paid_day_of(
    tx: &mut Tx<'_>,
    books: Books,
    tenant: TenantId,
) -> Result<Option<BusinessDate>> {
    let found: Option<(BusinessDate,)> = tx.first(
        "SELECT last_day FROM payout WHERE vendor_id = $1 AND tenant_id = $2 AND state = 'PAID'
         ORDER BY last_day DESC, id DESC LIMIT 1",
        params![books, tenant],
    )?;
    Ok(found.map(|(day,)| day))
}

/// Filters of a list of payouts.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub state: Option<PayoutState>,
    pub tenant: Option<TenantId>,
    /// Only payouts in this bank file.
    pub export: Option<PayoutExportId>,
    /// Only payouts of this run.
    pub run: Option<PayoutRunId>,
    /// Words of the payee's name.
    pub search: Search,
}

/// Builds the SQL conditions. Tenants see their own payouts from approval on.
fn conditions(scope: &TenantScope, filter: &Filter) -> Conditions {
    let mut conditions = Conditions::default();
    if let TenantScope::Own(own) = scope {
        conditions.only_among("p.tenant_id", own);
        conditions.and("p.approved_at IS NOT NULL");
    }
    if let Some(state) = filter.state {
        conditions.only("p.state", state);
    }
    if let Some(tenant) = filter.tenant {
        conditions.only("p.tenant_id", tenant);
    }
    if let Some(export) = filter.export {
        conditions.only("p.export_id", export);
    }
    if let Some(run) = filter.run {
        conditions.only("p.run_id", run);
    }
    for pattern in filter.search.patterns() {
        let place = conditions.bind(pattern);
        conditions.and(format!("t.search_key LIKE {place} ESCAPE '\\'"));
    }
    conditions
}

pub fn list(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    filter: &Filter,
    page: PageRequest,
) -> Result<Vec<PayoutRow>> {
    let mut conditions = conditions(scope, filter);
    let page = conditions.page(page.limit(), page.offset());
    // The payouts of a run were all drafted at the same time.
    let order =
        if filter.run.is_some() { "t.search_key, p.id" } else { "p.drafted_at DESC, p.id DESC" };
    let sql = format!("{SELECT} WHERE {} ORDER BY {order}{page}", conditions.sql());
    Ok(tx.rows(&sql, conditions.parameters())?)
}

pub fn count(tx: &mut Tx<'_>, scope: &TenantScope, filter: &Filter) -> Result<u64> {
    let conditions = conditions(scope, filter);
    let sql = format!(
        "SELECT count(*) FROM payout p JOIN tenant t ON t.id = p.tenant_id WHERE {}",
        conditions.sql()
    );
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

pub fn find(tx: &mut Tx<'_>, scope: &TenantScope, id: PayoutId) -> Result<Option<PayoutRow>> {
    let mut conditions = conditions(scope, &Filter::default());
    conditions.only("p.id", id);
    let sql = format!("{SELECT} WHERE {}", conditions.sql());
    Ok(tx.first(&sql, conditions.parameters())?)
}

/// Like [`find`], but locks the row, so that changes of a payout run one after the other.
pub fn lock(tx: &mut Tx<'_>, id: PayoutId) -> Result<Option<PayoutRow>> {
    let lock = tx.engine().for_update();
    let key: Option<(Books,)> =
        tx.first("SELECT vendor_id FROM payout WHERE id = $1", params![id])?;
    let Some((books,)) = key else { return Ok(None) };
    let sql = format!("SELECT state FROM payout WHERE vendor_id = $1 AND id = $2{lock}");
    tx.one::<(PayoutState,)>(&sql, params![books, id])?;
    find(tx, &TenantScope::All, id)
}

pub fn set_held_back(
    tx: &mut Tx<'_>,
    (books, id): RowKey,
    held_back: Cents,
    reason: &str,
    amount: Cents,
) -> Result<()> {
    tx.execute(
        "UPDATE payout SET held_back = $1, held_back_reason = $2, amount = $3 WHERE vendor_id = $4 AND id = $5",
        params![held_back, reason, amount, books, id],
    )?;
    Ok(())
}

pub fn end(
    tx: &mut Tx<'_>,
    (books, id): RowKey,
    state: PayoutState,
    now: Timestamp,
    by: PersonId,
    reference: Option<&str>,
    failure: Option<&str>,
) -> Result<()> {
    tx.execute(
        "UPDATE payout SET state = $1, ended_at = $2, ended_by = $3, reference = COALESCE($4, reference), failure = $5
         WHERE vendor_id = $6 AND id = $7",
        params![state, now, by, reference, failure, books, id],
    )?;
    Ok(())
}

/// Records a reported failure.
pub fn ask_failure(
    tx: &mut Tx<'_>,
    (books, id): RowKey,
    now: Timestamp,
    by: PersonId,
    reason: &str,
    reference: &str,
) -> Result<()> {
    tx.execute(
        "UPDATE payout SET failure_asked_by = $1, failure_asked_at = $2, failure_reason = $3, failure_reference = $4
         WHERE vendor_id = $5 AND id = $6",
        params![by, now, reason, reference, books, id],
    )?;
    Ok(())
}

pub fn forget_failure(tx: &mut Tx<'_>, (books, id): RowKey) -> Result<()> {
    tx.execute(
        "UPDATE payout SET failure_asked_by = NULL, failure_asked_at = NULL, failure_reason = NULL, failure_reference = NULL
         WHERE vendor_id = $1 AND id = $2",
        params![books, id],
    )?;
    Ok(())
}

/// Sums paid payouts and payouts under way, for all charities or for one.
pub fn paid_to_charities(
    tx: &mut Tx<'_>,
    charity: Option<TenantId>,
) -> Result<Vec<(TenantId, Cents)>> {
    let (one, values) = match charity {
        Some(charity) => (" AND p.tenant_id = $1", vec![Value::Text(charity.to_string().into())]),
        None => ("", Vec::new()),
    };
    let sql = format!(
        "SELECT p.tenant_id, CAST(SUM(p.amount) AS BIGINT) FROM payout p JOIN tenant t ON t.id = p.tenant_id AND t.kind = 'CHARITY'
         WHERE p.state IN ('APPROVED', 'EXPORTED', 'PAID'){one} GROUP BY p.tenant_id"
    );
    Ok(tx.rows(&sql, &values)?)
}
