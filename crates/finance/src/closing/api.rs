//! `/Books/months/…`: the checklist of a month, and requests to reopen the last closed one.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{Check, CheckKind, KeepBooks, ReopeningRow, decision, reopening};
use access::auth::{
    Actor, Can, FreshProof,
    second_person::{APPROVES, DecisionRefusal, Reader},
};
use kernel::{
    fields::{Checked, Fields},
    ids::MonthReopeningId,
    months::BusinessMonth,
    text::Paragraphs,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_month_checklist))
        .routes(routes!(list_month_reopenings))
        .routes(routes!(ask_month_reopening))
        .routes(routes!(approve_month_reopening: [APPROVES]))
        .routes(routes!(decline_month_reopening))
}

/// Checklist of a month.
#[derive(Serialize, ToSchema)]
struct MonthChecklist {
    /// All checks, in the order in which to work through them.
    items: Vec<MonthCheck>,
}

/// Item of the checklist.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MonthCheck {
    /// Subject of the check.
    kind: CheckKind,
    /// Number of open cases; 0 if the item is done.
    open: u64,
    /// Name of the bank account of the check, if there are several; null for all other checks.
    #[schema(required)]
    bank_account_name: Option<String>,
}

impl From<Check> for MonthCheck {
    fn from(Check { kind, open, bank_account }: Check) -> Self {
        MonthCheck { kind, open, bank_account_name: bank_account }
    }
}

fn month_of(text: &str) -> Result<BusinessMonth> {
    BusinessMonth::check("", text).map_err(|_| Error::NotFound)
}

/// Reads the checklist of a month.
#[utoipa::path(get, path = "/Books/months/{month}/checklist", tag = "Books", responses((status = OK, body = MonthChecklist)))]
async fn get_month_checklist(
    _: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
    Path(month): Path<String>,
) -> Result<Json<MonthChecklist>> {
    let checks = super::checklist(&app, month_of(&month)?, page.language).await?;
    Ok(Json(MonthChecklist { items: checks.into_iter().map(MonthCheck::from).collect() }))
}

/// Request to reopen a closed month.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MonthReopening {
    id: String,
    /// Month to reopen.
    month: BusinessMonth,
    reason: String,
    asked_at: Timestamp,
    #[schema(required)]
    asked_by_name: Option<String>,
    /// Whether the month was reopened; null until a second administrator decides.
    #[schema(required)]
    is_approved: Option<bool>,
    /// Time of the decision; null until then.
    #[schema(required)]
    decided_at: Option<Timestamp>,
    /// Name of the administrator who decided; null until then.
    #[schema(required)]
    decided_by_name: Option<String>,
    /// Reason why you can't approve the request; null if you can, and once it is decided.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

/// Requests to reopen months.
#[derive(Serialize, ToSchema)]
struct MonthReopenings {
    /// All requests, the newest first.
    items: Vec<MonthReopening>,
}

impl MonthReopening {
    fn of(row: ReopeningRow, reader: &Reader) -> MonthReopening {
        let name = |first: Option<String>, last: Option<String>| {
            first.zip(last).map(|(first, last)| format!("{first} {last}"))
        };
        MonthReopening {
            refusal: reader.refusal(decision(&row)),
            id: row.id.to_string(),
            month: row.month,
            reason: row.reason,
            asked_at: row.asked_at,
            asked_by_name: name(row.asker_first_name, row.asker_last_name),
            is_approved: row.is_approved,
            decided_at: row.decided_at,
            decided_by_name: name(row.decider_first_name, row.decider_last_name),
        }
    }

    async fn alone(
        row: ReopeningRow,
        app: &App,
        actor: &Actor,
        page: extract::Page,
    ) -> Result<Json<MonthReopening>> {
        let reader = Reader::of(app, actor, page.language, decision(&row)).await?;
        Ok(Json(MonthReopening::of(row, &reader)))
    }
}

/// Lists requests to reopen months, the newest first.
#[utoipa::path(get, path = "/Books/reopenings", tag = "Books", responses((status = OK, body = MonthReopenings)))]
async fn list_month_reopenings(
    who: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
) -> Result<Json<MonthReopenings>> {
    let rows = reopening::list(&app).await?;
    let reader =
        Reader::of(&app, &who.actor, page.language, rows.iter().filter_map(decision)).await?;
    let items = rows.into_iter().map(|row| MonthReopening::of(row, &reader)).collect();
    Ok(Json(MonthReopenings { items }))
}

#[derive(Deserialize, ToSchema)]
struct MonthReopeningForm {
    /// Month to reopen, such as `2026-03`. It must be the last closed one.
    month: Option<String>,
    /// Reason, shown to the second person and in the audit log.
    reason: Option<String>,
}

/// Asks to reopen the last closed month.
///
/// A second administrator approves. If a request for the month waits already, it is returned.
#[utoipa::path(post, path = "/Books/reopenings", tag = "Books", responses((status = OK, body = MonthReopening)))]
async fn ask_month_reopening(
    who: Can<KeepBooks>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    extract::Json(form): extract::Json<MonthReopeningForm>,
) -> Result<Json<MonthReopening>> {
    let mut fields = Fields::default();
    let month = fields.required::<BusinessMonth>("month", "Month", &form.month);
    let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &form.reason);
    let (month, reason) = fields.finish(|| month.zip(reason))?;
    let asked = reopening::ask(&app, &who.actor, month, reason.into()).await?;
    MonthReopening::alone(asked, &app, &who.actor, page).await
}

/// Reopens a closed month as a second person.
///
/// Its stored figures are deleted, and the month can be closed again. No transfer changes.
#[utoipa::path(put, path = "/Books/reopenings/{id}/approved", tag = "Books", responses((status = OK, body = MonthReopening)))]
async fn approve_month_reopening(
    who: Can<KeepBooks>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<MonthReopeningId>,
) -> Result<Json<MonthReopening>> {
    let approved = reopening::approve(&app, &who.actor, id).await?;
    MonthReopening::alone(approved, &app, &who.actor, page).await
}

/// Declines to reopen a month.
#[utoipa::path(put, path = "/Books/reopenings/{id}/declined", tag = "Books", responses((status = OK, body = MonthReopening)))]
async fn decline_month_reopening(
    who: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<MonthReopeningId>,
) -> Result<Json<MonthReopening>> {
    let declined = reopening::decline(&app, &who.actor, id).await?;
    MonthReopening::alone(declined, &app, &who.actor, page).await
}
