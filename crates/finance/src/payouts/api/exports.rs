//! `/Payouts/exports…`: bank files.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::super::{
    ManageRight,
    exports::{self, FileFormat, LeftOut},
    store::exports::ExportRow,
};
use access::auth::{
    Actor, Can, FreshProof,
    errors::{APPOINTED_BY_EACH_OTHER, ROLE_TOO_NEW, SAME_PERSON},
    second_person::{DecisionRefusal, Reader},
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{PayoutExportId, PersonId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::payouts::errors::{FILE_NOT_RELEASED, NOTHING_TO_EXPORT, PAYOUT_STATE};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payout_exports))
        .routes(routes!(
            export_payouts: PAYOUT_STATE NOTHING_TO_EXPORT SAME_PERSON APPOINTED_BY_EACH_OTHER ROLE_TOO_NEW
        ))
        .routes(routes!(release_bank_file: SAME_PERSON APPOINTED_BY_EACH_OTHER ROLE_TOO_NEW))
        .routes(routes!(read_bank_file: FILE_NOT_RELEASED))
}

/// Payouts that were put into a file for the bank.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutExport {
    id: String,
    /// Number of the file.
    number: i64,
    payouts: i64,
    total: Cents,
    /// Day on which the payees have the money.
    funds_on: BusinessDate,
    created_at: Timestamp,
    #[schema(required)]
    created_by_name: Option<String>,
    /// Time at which a second person released the file; null while the file can't be downloaded.
    #[schema(required)]
    released_at: Option<Timestamp>,
    #[schema(required)]
    released_by_name: Option<String>,
    /// Reason why you can't release the file; null if you can, and once it is released.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

page_schema! {
    /// A page of bank files.
    PayoutExportPage of PayoutExport
}

impl PayoutExport {
    fn of(row: ExportRow, reader: &Reader) -> PayoutExport {
        let name = |first: Option<String>, last: Option<String>| {
            first.zip(last).map(|(first, last)| format!("{first} {last}"))
        };
        let is_waiting = row.released_at.is_none();
        let refused = || reader.refusal(ManageRight::deciding(), &[row.created_by]);
        PayoutExport {
            refusal: is_waiting.then(refused).flatten(),
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

    async fn alone(row: ExportRow, app: &App, actor: &Actor, page: extract::Page) -> Result<Self> {
        let reader = Reader::of(app, actor, page.language, [row.created_by]).await?;
        Ok(PayoutExport::of(row, &reader))
    }
}

/// A new bank file, and the payouts left out for another administrator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutsExported {
    #[serde(flatten)]
    file: PayoutExport,
    left_out: PayoutsLeftOut,
}

/// Numbers of approved payouts that were left out of a new bank file.
#[derive(Serialize, ToSchema)]
struct PayoutsLeftOut {
    /// Number of payouts that you approved.
    own: i64,
    /// Number of payouts approved by an administrator who appointed you or whom you appointed.
    appointed: i64,
}

impl From<LeftOut> for PayoutsLeftOut {
    fn from(LeftOut { own, appointed }: LeftOut) -> Self {
        PayoutsLeftOut { own, appointed }
    }
}

/// Lists bank files, the newest first.
#[utoipa::path(get, path = "/Payouts/exports", tag = "Payouts", responses((status = OK, body = PayoutExportPage)))]
async fn list_payout_exports(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<PayoutExport>>> {
    let files = exports::list(&app, pages).await?;
    let waiting = files.items.iter().filter(|file| file.released_at.is_none());
    let makers: Vec<PersonId> = waiting.map(|file| file.created_by).collect();
    let reader = Reader::of(&app, &who.actor, page.language, makers).await?;
    Ok(Json(files.map(|row| PayoutExport::of(row, &reader))))
}

/// Puts approved payouts into the next bank file.
///
/// Leaves out payouts approved by you, by an administrator whom you appointed, or by one who appointed you. Another
/// administrator releases the file.
#[utoipa::path(post, path = "/Payouts/exports", tag = "Payouts", responses((status = OK, body = PayoutsExported)))]
async fn export_payouts(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
) -> Result<Json<PayoutsExported>> {
    let (row, left_out) = exports::export(&app, &who.actor).await?;
    let file = PayoutExport::alone(row, &app, &who.actor, page).await?;
    Ok(Json(PayoutsExported { file, left_out: left_out.into() }))
}

#[derive(Deserialize, ToSchema)]
struct ReleaseForm {
    /// Total of the file, as the second person has seen it.
    total: Option<Cents>,
}

/// Releases a bank file as a second person.
///
/// Afterwards the file can be downloaded.
#[utoipa::path(put, path = "/Payouts/exports/{id}/released", tag = "Payouts", responses((status = OK, body = PayoutExport)))]
async fn release_bank_file(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutExportId>,
    extract::Json(form): extract::Json<ReleaseForm>,
) -> Result<Json<PayoutExport>> {
    let mut fields = Fields::default();
    let total = fields.present("total", "Total", form.total);
    let total = fields.finish(|| total)?;
    let released = exports::release(&app, &who.actor, id, total).await?;
    Ok(Json(PayoutExport::alone(released, &app, &who.actor, page).await?))
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

/// Downloads a bank file.
///
/// `CPA005` is for the bank, `CSV` for entering payments by hand. The file contains whole bank account numbers, so each
/// download is recorded.
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
