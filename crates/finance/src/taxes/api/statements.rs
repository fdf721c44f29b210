//! `/Taxes/report` and `/Taxes/statements`: the taxes of a period, and the statements that charge them.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{
    super::{
        report::{self, Filter, StatementWithTaxes, TaxReport},
        rules::{Tax, TaxRate},
        store::{
            report::TaxSums,
            statements::{StatementRow, TaxLine},
        },
    },
    settings::ReadTaxes,
};
use access::auth::Can;
use kernel::{
    brand::Brand,
    date_range::DateFilter,
    dates::BusinessDate,
    ids::{CommissionStatementId, TenantId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    provinces::ProvinceCode,
    timestamp::Timestamp,
};
use market::tenants::tenant_rights;
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{Path, Query},
    },
};

use crate::reports::AsOf;

tenant_rights! {
    /// The right to see a vendor's statements of commission.
    ViewPayouts;
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(read_tax_report))
        .routes(routes!(list_commission_statements))
        .routes(routes!(get_commission_statement))
}

/// Taxes on the commission of a period, by province and rate.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaxReportReply {
    /// Number of statements whose period ends within the days.
    statements: i64,
    /// Commission of these statements, with tax or without.
    commission: Cents,
    /// Sum of the taxes of these statements.
    tax: Cents,
    /// Tax that was posted to the ledger within the days. Each statement is posted after its period.
    posted: Cents,
    /// One row for each tax, province and rate.
    rows: Vec<TaxReportRow>,
    total_pages: u64,
    total_items: u64,
}

/// One tax in one province at one rate.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaxReportRow {
    /// Two letters of the province, such as `ON`.
    province: ProvinceCode,
    /// Kind of tax.
    tax: Tax,
    /// Percentage, such as `9.975`.
    rate: TaxRate,
    /// Number of statements with this tax.
    statements: i64,
    /// Commission on which the tax was charged.
    base: Cents,
    /// Tax that was charged, less what was returned.
    amount: Cents,
}

impl TaxReportReply {
    fn of(report: TaxReport) -> TaxReportReply {
        let row = |sums: TaxSums| {
            let TaxSums { province, tax, rate, statements, base, amount } = sums;
            TaxReportRow { province, tax, rate, statements, base, amount }
        };
        TaxReportReply {
            statements: report.totals.statements,
            commission: report.totals.commission,
            tax: report.totals.tax,
            posted: report.totals.posted,
            total_pages: 1,
            total_items: report.sums.len() as u64,
            rows: report.sums.into_iter().map(row).collect(),
        }
    }
}

/// Reports the tax of a period by province.
///
/// It counts statements of commission whose period ends within the days.
#[utoipa::path(get, path = "/Taxes/report", tag = "Books", responses((status = OK, body = TaxReportReply)))]
async fn read_tax_report(
    _: Can<ReadTaxes>,
    State(app): AppState,
    Query(days): Query<DateFilter>,
) -> Result<AsOf<TaxReportReply>> {
    let report = report::tax_report(&app, days.range()?).await?;
    report.try_map(|report| Ok(TaxReportReply::of(report)))
}

/// A vendor's statement of commission and its tax for a period.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CommissionStatement {
    id: String,
    vendor_id: String,
    vendor_name: String,
    /// Counts the vendor's statements.
    number: i64,
    first_day: BusinessDate,
    last_day: BusinessDate,
    /// Two letters of the vendor's province; null outside Canada.
    #[schema(required)]
    province: Option<ProvinceCode>,
    /// Commission of the period, less what was returned for refunds.
    commission: Cents,
    /// One row for each tax, province and rate.
    taxes: Vec<StatementTax>,
    /// Sum of the taxes. Negative if more tax was returned than charged.
    tax: Cents,
    /// The platform's GST/HST number; null without a registration.
    #[schema(required)]
    gst_hst_number: Option<String>,
    /// The platform's QST number; null without a registration.
    #[schema(required)]
    qst_number: Option<String>,
    /// Time at which the statement was made.
    created_at: Timestamp,
    /// The platform, which sells the service.
    seller: Party,
    /// The vendor, which pays the commission.
    buyer: Party,
}

/// A party of a statement, as it is today.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Party {
    /// Legal name.
    name: String,
    /// Address on one line.
    address: String,
    /// Business number of a vendor; null for the platform, whose tax numbers are in the statement.
    #[schema(required)]
    business_number: Option<String>,
}

impl Party {
    fn platform(app: &App) -> Party {
        let brand = app.company(Brand::DEFAULT);
        Party {
            name: brand.company.clone(),
            address: format!("{}, {}", brand.address, brand.city),
            business_number: None,
        }
    }

    fn vendor(row: &StatementRow) -> Party {
        let unit = row.address_line2.as_deref().filter(|unit| !unit.is_empty());
        let parts = [
            Some(row.address_line1.as_str()),
            unit,
            Some(row.city.as_str()),
            Some(row.address_province.as_str()),
            Some(row.postal_code.as_str()),
        ];
        Party {
            name: row.legal_name.clone(),
            address: parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
            business_number: Some(row.business_number.clone()),
        }
    }
}

/// One tax in a statement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementTax {
    /// Province in which the cards were sold.
    province: ProvinceCode,
    /// Kind of tax.
    tax: Tax,
    /// Percentage, such as `9.975`.
    rate: TaxRate,
    /// Commission on which the tax was charged. Negative if more was returned.
    base: Cents,
    /// Tax that was charged; negative if it was returned.
    amount: Cents,
}

page_schema! {
    /// A page of statements of commission.
    CommissionStatementPage of CommissionStatement
}

impl CommissionStatement {
    fn of(found: StatementWithTaxes, app: &App) -> CommissionStatement {
        let row = found.statement;
        let (seller, buyer) = (Party::platform(app), Party::vendor(&row));
        let tax = |line: TaxLine| {
            let TaxLine { province, tax, rate, base, amount, .. } = line;
            StatementTax { province, tax, rate, base, amount }
        };
        CommissionStatement {
            id: row.id.to_string(),
            vendor_id: row.vendor_id.to_string(),
            vendor_name: row.vendor_name,
            number: row.number,
            first_day: row.first_day,
            last_day: row.last_day,
            province: row.province,
            commission: row.commission,
            taxes: found.lines.into_iter().map(tax).collect(),
            tax: row.tax,
            gst_hst_number: row.gst_hst_number,
            qst_number: row.qst_number,
            created_at: row.created_at,
            seller,
            buyer,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct VendorQuery {
    /// Only statements of this vendor.
    #[param(inline)]
    tenant_id: Option<TenantId>,
}

/// Lists statements of commission, the newest first.
///
/// Managers see those of their own vendor. The days are those within which a period ends.
#[utoipa::path(get, path = "/Taxes/statements", tag = "Books", responses((status = OK, body = CommissionStatementPage)))]
async fn list_commission_statements(
    who: Can<ViewPayouts>,
    State(app): AppState,
    Query(query): Query<VendorQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<CommissionStatement>>> {
    let filter = Filter { vendor: query.tenant_id, days: days.range()? };
    let found = report::list(&app, who.scope, filter, page).await?;
    Ok(Json(found.map(|found| CommissionStatement::of(found, &app))))
}

/// Reads a statement of commission.
#[utoipa::path(get, path = "/Taxes/statements/{id}", tag = "Books", responses((status = OK, body = CommissionStatement)))]
async fn get_commission_statement(
    who: Can<ViewPayouts>,
    State(app): AppState,
    Path(id): Path<CommissionStatementId>,
) -> Result<Json<CommissionStatement>> {
    let found = report::find(&app, who.scope, id).await?;
    Ok(Json(CommissionStatement::of(found, &app)))
}
