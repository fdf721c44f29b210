//! `/Payouts/exports…`: the files for the bank.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::super::{
    ManageRight,
    exports::{self, FileFormat},
    store::exports::ExportRow,
};
use crate::{
    app::App,
    auth::{Can, FreshProof},
    error::Result,
    kernel::{
        dates::BusinessDate,
        fields::Fields,
        ids::PayoutExportId,
        money::Cents,
        paging::{Page, PageRequest},
        timestamp::Timestamp,
    },
    page_schema,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payout_exports))
        .routes(routes!(
            export_payouts: PayoutState NothingToExport SamePerson AppointedByEachOther RoleTooNew
        ))
        .routes(routes!(release_bank_file: SamePerson AppointedByEachOther RoleTooNew))
        .routes(routes!(read_bank_file: FileNotReleased))
}

/// Payouts that were put into a file for the bank.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutExport {
    id: String,
    /// The file's own number.
    number: i64,
    payouts: i64,
    total: Cents,
    /// When its payees have the money.
    funds_on: BusinessDate,
    created_at: Timestamp,
    #[schema(required)]
    created_by_name: Option<String>,
    /// When a second person released it; null while it can't be downloaded.
    #[schema(required)]
    released_at: Option<Timestamp>,
    #[schema(required)]
    released_by_name: Option<String>,
}

page_schema! {
    /// A page of bank files.
    PayoutExportPage of PayoutExport
}

impl From<ExportRow> for PayoutExport {
    fn from(row: ExportRow) -> PayoutExport {
        let name = |first: Option<String>, last: Option<String>| {
            first.zip(last).map(|(first, last)| format!("{first} {last}"))
        };
        PayoutExport {
            id: row.id.to_string(),
            number: row.number,
            payouts: row.payouts,
            total: row.total,
            funds_on: row.funds_on,
            created_at: row.created_at,
            created_by_name: name(row.creator_first_name, row.creator_last_name),
            released_at: row.released_at,
            released_by_name: name(row.releaser_first_name, row.releaser_last_name),
        }
    }
}

/// Lists the bank files, the newest first.
#[utoipa::path(get, path = "/Payouts/exports", tag = "Payouts", responses((status = OK, body = PayoutExportPage)))]
async fn list_payout_exports(
    _: Can<ManageRight>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<PayoutExport>>> {
    Ok(Json(exports::list(&app, page).await?.map(PayoutExport::from)))
}

/// Puts all approved payouts into the next bank file. Who approved any of them can't; another administrator releases the file.
#[utoipa::path(post, path = "/Payouts/exports", tag = "Payouts", responses((status = OK, body = PayoutExport)))]
async fn export_payouts(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
) -> Result<Json<PayoutExport>> {
    Ok(Json(exports::export(&app, &who.actor).await?.into()))
}

#[derive(Deserialize, ToSchema)]
struct ReleaseForm {
    /// The total of the file, as the second person has seen it.
    total: Option<Cents>,
}

/// Releases a bank file as a second person: it can be downloaded from now on.
#[utoipa::path(put, path = "/Payouts/exports/{id}/released", tag = "Payouts", responses((status = OK, body = PayoutExport)))]
async fn release_bank_file(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<PayoutExportId>,
    extract::Json(form): extract::Json<ReleaseForm>,
) -> Result<Json<PayoutExport>> {
    let mut fields = Fields::default();
    let total = fields.present("total", "Total", form.total);
    let total = fields.finish(|| total)?;
    Ok(Json(exports::release(&app, &who.actor, id, total).await?.into()))
}

#[derive(Deserialize, ToSchema)]
struct BankFileForm {
    #[schema(inline)]
    format: Option<FileFormat>,
}

/// A file for the bank.
#[derive(Serialize, ToSchema)]
struct BankFile {
    name: String,
    content: String,
}

/// Reads a bank file: `CPA005` for the bank, `CSV` for entering payments by hand. Bank numbers stand in it in full, so each
/// reading is recorded.
#[utoipa::path(post, path = "/Payouts/exports/{id}/file", tag = "Payouts", responses((status = OK, body = BankFile)))]
async fn read_bank_file(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<PayoutExportId>,
    extract::Json(form): extract::Json<BankFileForm>,
) -> Result<Json<BankFile>> {
    let mut fields = Fields::default();
    let format = fields.present("format", "Format", form.format);
    let format = fields.finish(|| format)?;
    let file = exports::file(&app, &who.actor, id, format).await?;
    Ok(Json(BankFile { name: file.name, content: file.content }))
}
