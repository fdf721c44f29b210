//! `/Payouts/pauses…`: pauses of the payouts to a vendor or charity.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::super::{
    ManageRight,
    pauses::{self, Filter, PauseRow},
};
use access::{
    auth::{
        Actor, Can, FreshProof, TenantKind,
        second_person::{DECIDES, DecisionRefusal, Reader},
    },
    idempotency::Once,
};
use kernel::{
    fields::Fields,
    ids::{PayoutPauseId, TenantId},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    text::Paragraphs,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Result, codes::NOT_FOUND},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

use crate::payouts::errors::ALREADY_PAUSED;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payout_pauses))
        .routes(routes!(pause_payouts: ALREADY_PAUSED NOT_FOUND))
        .routes(routes!(lift_payout_pause: [DECIDES]))
}

/// A pause of the payouts to a vendor or charity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutPause {
    id: String,
    tenant_id: String,
    tenant_name: String,
    tenant_kind: TenantKind,
    /// Reason, which the payee doesn't see.
    reason: String,
    paused_at: Timestamp,
    #[schema(required)]
    paused_by_name: Option<String>,
    /// Time at which a second person lifted the pause; null while the payouts are paused.
    #[schema(required)]
    lifted_at: Option<Timestamp>,
    #[schema(required)]
    lifted_by_name: Option<String>,
    /// Amount in released bank files that is not confirmed as paid. The pause doesn't stop it.
    with_bank: Cents,
    /// Reason why you can't lift the pause; null if you can, and once it is lifted.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

page_schema! {
    /// A page of pauses.
    PayoutPausePage of PayoutPause
}

impl PayoutPause {
    fn of(row: PauseRow, reader: &Reader) -> PayoutPause {
        PayoutPause {
            refusal: reader.refusal(pauses::decision(&row)),
            id: row.id.to_string(),
            tenant_id: row.tenant_id.to_string(),
            tenant_name: row.tenant_name,
            tenant_kind: row.tenant_kind,
            reason: row.reason,
            paused_at: row.paused_at,
            paused_by_name: row.paused_by_name,
            lifted_at: row.lifted_at,
            lifted_by_name: row.lifted_by_name,
            with_bank: row.with_bank,
        }
    }

    async fn alone(
        row: PauseRow,
        app: &App,
        actor: &Actor,
        page: extract::Page,
    ) -> Result<Json<PayoutPause>> {
        let reader = Reader::of(app, actor, page.language, pauses::decision(&row)).await?;
        Ok(Json(PayoutPause::of(row, &reader)))
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PauseQuery {
    #[param(inline)]
    tenant_id: Option<TenantId>,
    /// Whether to list only pauses in force, or only those that were lifted.
    is_open: Option<bool>,
}

/// Lists pauses of payouts, the newest first.
#[utoipa::path(get, path = "/Payouts/pauses", tag = "Payouts", responses((status = OK, body = PayoutPausePage)))]
async fn list_payout_pauses(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    Query(query): Query<PauseQuery>,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<PayoutPause>>> {
    let filter = Filter { tenant: query.tenant_id, is_open: query.is_open };
    let rows = pauses::list(&app, filter, pages).await?;
    let decisions = rows.items.iter().filter_map(pauses::decision);
    let reader = Reader::of(&app, &who.actor, page.language, decisions).await?;
    Ok(Json(rows.map(|row| PayoutPause::of(row, &reader))))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutPauseForm {
    /// Id of the vendor or charity.
    tenant_id: Option<String>,
    /// Reason, for administrators only.
    reason: Option<String>,
}

/// Pauses the payouts to a vendor or charity.
///
/// Until a second person lifts the pause, no payout to the payee is drafted, approved or put into a bank file. Payouts in bank
/// files that are not released are taken out of them. The amount stays owed. The payee's managers get an email and a notice,
/// without the reason.
#[utoipa::path(post, path = "/Payouts/pauses", tag = "Payouts", responses((status = OK, body = PayoutPause)))]
async fn pause_payouts(
    who: Can<ManageRight>,
    State(app): AppState,
    page: extract::Page,
    once: Once<PayoutPauseForm>,
) -> Result<Json<PayoutPause>> {
    let (form, call) = once.by(who.actor.person);
    let mut fields = Fields::default();
    let tenant = fields.required::<TenantId>("tenantId", "Payee", &form.tenant_id);
    let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &form.reason);
    let (tenant, reason) = fields.finish(|| tenant.zip(reason))?;
    let paused = pauses::pause(&app, call, &who.actor, tenant, reason.into()).await?;
    PayoutPause::alone(paused, &app, &who.actor, page).await
}

/// Lifts a pause of payouts as a second person.
///
/// The administrator who paused the payouts can't lift the pause. The next payout pays all that is owed. The payee's managers
/// get an email and a notice.
#[utoipa::path(put, path = "/Payouts/pauses/{id}/lifted", tag = "Payouts", responses((status = OK, body = PayoutPause)))]
async fn lift_payout_pause(
    who: Can<ManageRight>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PayoutPauseId>,
) -> Result<Json<PayoutPause>> {
    let lifted = pauses::lift(&app, &who.actor, id).await?;
    PayoutPause::alone(lifted, &app, &who.actor, page).await
}
