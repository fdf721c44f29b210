//! SQL that reads statements of commission.

use db::{Conditions, ToValue, Tx};

use super::super::rules::{Tax, TaxRate};
use kernel::{
    date_range::DateRange,
    dates::BusinessDate,
    ids::{CommissionStatementId, TenantId, TransferId},
    money::Cents,
    paging::PageRequest,
    provinces::ProvinceCode,
    timestamp::Timestamp,
};
use market::tenants::TenantScope;
use platform::error::Result;

db::row! {
    /// Statement of a vendor's commission, with the vendor's names.
    #[derive(Clone, Debug)]
    pub struct StatementRow {
        pub vendor_id: TenantId,
        pub id: CommissionStatementId,
        pub number: i64,
        pub vendor_name: String,
        pub legal_name: String,
        pub business_number: String,
        pub first_day: BusinessDate,
        pub last_day: BusinessDate,
        pub province: Option<ProvinceCode>,
        pub commission: Cents,
        pub tax: Cents,
        pub gst_hst_number: Option<String>,
        pub qst_number: Option<String>,
        pub transfer_id: Option<TransferId>,
        pub created_at: Timestamp,
        pub address_line1: String,
        pub address_line2: Option<String>,
        pub city: String,
        pub address_province: String,
        pub postal_code: String,
    }
}

db::row! {
    /// Tax in a statement.
    #[derive(Clone, Copy, Debug)]
    pub struct TaxLine {
        pub province: ProvinceCode,
        pub tax: Tax,
        pub rate: TaxRate,
        pub is_own: bool,
        pub base: Cents,
        pub amount: Cents,
    }
}

const SELECT: &str = "SELECT s.vendor_id, s.id, s.number, v.display_name, v.legal_name, v.business_number, s.first_day, s.last_day, s.province,
       s.commission, s.tax, s.gst_hst_number, s.qst_number, s.transfer_id, s.created_at,
       v.address_line1, v.address_line2, v.city, v.province, v.postal_code
     FROM commission_statement s JOIN tenant v ON v.id = s.vendor_id";

fn conditions(scope: &TenantScope, vendor: Option<TenantId>, days: DateRange) -> Conditions {
    let mut conditions = Conditions::default();
    if let TenantScope::Own(own) = scope {
        conditions.only_among("s.vendor_id", own);
    }
    if let Some(vendor) = vendor {
        conditions.only("s.vendor_id", vendor);
    }
    let (from, until) = days.moments();
    let (from, until) = (conditions.bind(from), conditions.bind(until));
    conditions.and(format!("s.ends_at > {from} AND s.ends_at <= {until}"));
    conditions
}

/// Returns one page of the statements whose period ends within these days, the newest first.
pub fn list(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    vendor: Option<TenantId>,
    days: DateRange,
    page: PageRequest,
) -> Result<Vec<StatementRow>> {
    let mut conditions = conditions(scope, vendor, days);
    let page = conditions.page(page.limit(), page.offset());
    let sql = format!(
        "{SELECT} WHERE {} ORDER BY s.ends_at DESC, s.vendor_id DESC, s.id DESC{page}",
        conditions.sql()
    );
    Ok(tx.rows(&sql, conditions.parameters())?)
}

pub fn count(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    vendor: Option<TenantId>,
    days: DateRange,
) -> Result<u64> {
    let conditions = conditions(scope, vendor, days);
    let sql = format!("SELECT count(*) FROM commission_statement s WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

pub fn find(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    id: CommissionStatementId,
) -> Result<Option<StatementRow>> {
    let mut conditions = conditions(scope, None, DateRange::default());
    conditions.only("s.id", id);
    let sql = format!("{SELECT} WHERE {}", conditions.sql());
    Ok(tx.first(&sql, conditions.parameters())?)
}

/// Returns the taxes of these statements, each with the id of its statement.
pub fn lines_of(
    tx: &mut Tx<'_>,
    statements: &[CommissionStatementId],
) -> Result<Vec<(CommissionStatementId, TaxLine)>> {
    let mut found = Vec::new();
    for some in db::pieces(statements) {
        let places = db::places(1..=some.len());
        let values: Vec<_> = some.iter().map(ToValue::to_value).collect();
        let sql = format!(
            "SELECT statement_id, province, tax, rate, is_own, base, amount FROM commission_tax
             WHERE statement_id IN ({places}) ORDER BY statement_id, position"
        );
        let rows = tx.rows::<Keyed>(&sql, &values)?;
        found.extend(rows.into_iter().map(|Keyed { statement, line }| (statement, line)));
    }
    Ok(found)
}

db::row! {
    struct Keyed {
        statement: CommissionStatementId,
        ..line: TaxLine
    }
}
