//! `/Payouts/exports…`: bank files.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::super::{
    ManageRight, decision_after,
    exports::{self, FileFormat, LeftOut},
    file_outcome::{self, Returned},
    store::exports::ExportRow,
};
use access::auth::{
    Actor, Can, FreshProof,
    second_person::{DECIDES, Decision, DecisionRefusal, Reader},
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{PayoutExportId, PayoutId, PayoutRunId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    text::{Line, Paragraphs},
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

use crate::payouts::errors::{FILE_NOT_RELEASED, NOTHING_TO_EXPORT, PAYOUT_STATE, PAYOUTS_PAUSED};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payout_exports))
        .routes(routes!(export_payouts: [DECIDES] PAYOUT_STATE NOTHING_TO_EXPORT PAYOUTS_PAUSED))
        .routes(routes!(release_bank_file: [DECIDES] PAYOUT_STATE NOTHING_TO_EXPORT PAYOUTS_PAUSED))
        .routes(routes!(read_bank_file: FILE_NOT_RELEASED))
        .routes(routes!(mark_bank_file_paid: FILE_NOT_RELEASED PAYOUT_STATE))
}

/// Payouts that were put into a file for the bank.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutExport {
    id: String,
    /// Number of the file.
    number: i64,
    payouts: i64,
    total: Cents,
    /// Number of payouts in the file that are neither paid nor failed nor reported as failed.
    open: i64,
    /// Day on which the payees have the money.
    funds_on: BusinessDate,
    /// Name of the bank account that it leaves; null if the only one has no name.
    #[schema(required)]
    bank_account_name: Option<String>,
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

/// Returns the decision that a bank file waits for.
fn release_of(file: &ExportRow) -> Option<Decision> {
    file.released_at.is_none().then(|| decision_after([file.created_by]))
}

impl PayoutExport {
    fn of(row: ExportRow, reader: &Reader) -> PayoutExport {
        PayoutExport {
            refusal: reader.refusal(release_of(&row)),
            id: row.id.to_string(),
            number: row.number,
            payouts: row.payouts,
            total: row.total,
            open: row.open,
            funds_on: row.funds_on,
            bank_account_name: row.account_name,
            created_at: row.created_at,
            created_by_name: row.created_by_name,
            released_at: row.released_at,
            released_by_name: row.released_by_name,
        }
    }

    pub async fn alone(
        row: ExportRow,
        app: &App,
        actor: &Actor,
        page: extract::Page,
    ) -> Result<Self> {
        let reader = Reader::of(app, actor, page.language, release_of(&row)).await?;
        Ok(PayoutExport::of(row, &reader))
    }
}

/// A new or released bank file, and the payouts left out of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutsExported {
    #[serde(flatten)]
    file: PayoutExport,
    left_out: PayoutsLeftOut,
}

/// Numbers of approved payouts that were left out of a bank file.
#[derive(Serialize, ToSchema)]
struct PayoutsLeftOut {
    /// Number of payouts that you approved.
    own: i64,
    /// Number of payouts approved by an administrator who appointed you or whom you appointed.
    appointed: i64,
    /// Number of payouts to payees whose payouts are paused.
    paused: i64,
    /// Number of payouts to payees whose bank account was changed after the approval.
    changed: i64,
}

impl PayoutsExported {
    pub fn new(file: PayoutExport, left_out: LeftOut) -> PayoutsExported {
        PayoutsExported { file, left_out: left_out.into() }
    }
}

impl From<LeftOut> for PayoutsLeftOut {
    fn from(LeftOut { own, appointed, paused, changed }: LeftOut) -> Self {
        PayoutsLeftOut { own, appointed, paused, changed }
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct RunQuery {
    /// Only files with payouts of this run.
    #[param(inline)]
    run_id: Option<PayoutRunId>,
}

/// Lists bank files, the newest first.
#[utoipa::path(get, path = "/Payouts/exports", tag = "Payouts", responses((status = OK, body = PayoutExportPage)))]
async fn list_payout_exports(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Query(RunQuery { run_id }): Query<RunQuery>,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<PayoutExport>>> {
    let files = exports::list(&app, run_id, pages).await?;
    let decisions = files.items.iter().filter_map(release_of);
    let reader = Reader::of(&app, &who.actor, page.language, decisions).await?;
    Ok(Json(files.map(|row| PayoutExport::of(row, &reader))))
}

/// Puts approved payouts into the next bank file.
///
/// Leaves out payouts approved by you, by an administrator whom you appointed, or by one who appointed you, payouts to
/// payees whose payouts are paused, and those whose payee has another bank account since the approval. Another administrator releases the file.
#[utoipa::path(post, path = "/Payouts/exports", tag = "Payouts", responses((status = OK, body = PayoutsExported)))]
async fn export_payouts(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
) -> Result<Json<PayoutsExported>> {
    let (row, left_out) = exports::export(&app, &who.actor, None).await?;
    let file = PayoutExport::alone(row, &app, &who.actor, page).await?;
    Ok(Json(PayoutsExported::new(file, left_out)))
}

#[derive(Deserialize, ToSchema)]
struct ReleaseForm {
    /// Total of the file, as the second person has seen it.
    total: Option<Cents>,
}

/// Releases a bank file as a second person.
///
/// Afterwards the file can be downloaded. Payouts are left out if their payee has another bank account since the approval. If no
/// others are left, the file is not released.
#[utoipa::path(put, path = "/Payouts/exports/{id}/released", tag = "Payouts", responses((status = OK, body = PayoutsExported)))]
async fn release_bank_file(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutExportId>,
    extract::Json(form): extract::Json<ReleaseForm>,
) -> Result<Json<PayoutsExported>> {
    let mut fields = Fields::default();
    let total = fields.present("total", "Total", form.total);
    let total = fields.finish(|| total)?;
    let (row, left_out) = exports::release(&app, &who.actor, id, total).await?;
    let file = PayoutExport::alone(row, &app, &who.actor, page).await?;
    Ok(Json(PayoutsExported::new(file, left_out)))
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

/// Payment of a bank file that the bank returned.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReturnedPaymentForm {
    /// Id of a payout in the file.
    payout_id: Option<PayoutId>,
    /// Reason that the bank gives.
    reason: Option<String>,
    /// Reference on the bank's return notice.
    reference: Option<String>,
}

#[derive(Deserialize, ToSchema)]
struct BankFilePaidForm {
    /// Reference of the file's payments at the bank.
    reference: Option<String>,
    /// Payments that the bank returned or did not make.
    #[serde(default)]
    returned: Vec<ReturnedPaymentForm>,
}

impl BankFilePaidForm {
    fn check(self) -> Result<(String, Vec<Returned>)> {
        let mut fields = Fields::default();
        let reference = fields.required::<Line<100>>("reference", "Reference", &self.reference);
        let mut returned = Vec::new();
        for (position, form) in self.returned.into_iter().enumerate() {
            let path = |name: &str| format!("returned[{position}].{name}");
            let payout = fields.present(&path("payoutId"), "Payout", form.payout_id);
            let reason =
                fields.required::<Paragraphs<500>>(&path("reason"), "Reason", &form.reason);
            let reference =
                fields.required::<Line<100>>(&path("reference"), "Reference", &form.reference);
            if let (Some(payout), Some((reason, reference))) = (payout, reason.zip(reference)) {
                let (reason, reference) = (reason.into(), reference.into());
                returned.push(Returned { payout, reason, reference });
            }
        }
        Ok((fields.finish(|| reference)?.into(), returned))
    }
}

/// Confirms that the bank made the payments of a file.
///
/// Payments in `returned` are reported as failed instead, and another administrator confirms each. A repeated call changes nothing.
#[utoipa::path(put, path = "/Payouts/exports/{id}/paid", tag = "Payouts", responses((status = OK, body = PayoutExport)))]
async fn mark_bank_file_paid(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutExportId>,
    extract::Json(form): extract::Json<BankFilePaidForm>,
) -> Result<Json<PayoutExport>> {
    let (reference, returned) = form.check()?;
    let file = file_outcome::record(&app, &who.actor, id, reference, returned).await?;
    Ok(Json(PayoutExport::alone(file, &app, &who.actor, page).await?))
}
