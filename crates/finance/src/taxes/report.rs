//! Statements of commission as their readers see them, and the taxes of a period.

use std::collections::HashMap;

use db::Tx;

use super::store::{
    report::{self as store, TaxSums, Totals},
    statements::{self, StatementRow, TaxLine},
};
use kernel::{
    date_range::DateRange,
    ids::{CommissionStatementId, TenantId},
    paging::{Page, PageRequest},
};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::reports::{self, AsOf};

/// A statement with its taxes.
pub struct StatementWithTaxes {
    pub statement: StatementRow,
    pub lines: Vec<TaxLine>,
}

/// Filters of a list of statements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    pub vendor: Option<TenantId>,
    /// Days within which the statements' periods end.
    pub days: DateRange,
}

/// Returns one page of the statements that the caller may see, the newest first.
pub async fn list(
    app: &App,
    scope: TenantScope,
    filter: Filter,
    page: PageRequest,
) -> Result<Page<StatementWithTaxes>> {
    let Filter { vendor, days } = filter;
    app.db
        .bulk()
        .read(move |tx| {
            let rows = statements::list(tx, &scope, vendor, days, page)?;
            let rows = with_taxes(tx, rows)?;
            Page::counted(rows, page, || statements::count(tx, &scope, vendor, days))
        })
        .await
}

pub async fn find(
    app: &App,
    scope: TenantScope,
    id: CommissionStatementId,
) -> Result<StatementWithTaxes> {
    app.db
        .read(move |tx| {
            let found = statements::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
            with_taxes(tx, vec![found])?.pop().ok_or(Error::NotFound)
        })
        .await
}

fn with_taxes(tx: &mut Tx<'_>, rows: Vec<StatementRow>) -> Result<Vec<StatementWithTaxes>> {
    let ids: Vec<CommissionStatementId> = rows.iter().map(|row| row.id).collect();
    let mut lines: HashMap<CommissionStatementId, Vec<TaxLine>> = HashMap::new();
    for (statement, line) in statements::lines_of(tx, &ids)? {
        lines.entry(statement).or_default().push(line);
    }
    let with = |statement: StatementRow| {
        let lines = lines.remove(&statement.id).unwrap_or_default();
        StatementWithTaxes { statement, lines }
    };
    Ok(rows.into_iter().map(with).collect())
}

/// Taxes of the statements whose period ends within some days.
pub struct TaxReport {
    pub totals: Totals,
    pub sums: Vec<TaxSums>,
}

/// Reads the tax report and the ledger's position in one snapshot.
pub async fn tax_report(app: &App, days: DateRange) -> Result<AsOf<TaxReport>> {
    app.db
        .bulk()
        .read(move |tx| {
            let totals = store::totals(tx, days.moments())?;
            let sums = store::sums(tx, days.moments())?;
            reports::as_of_now(tx, TaxReport { totals, sums })
        })
        .await
}
