//! Jobs that failed after many attempts, and emails that bounced. An administrator retries them or marks them as done.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::HelpCustomers;
use access::auth::{
    Can, TenantKind,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
};
use kernel::{
    ids::JobId,
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
        extract::{Path, Query},
    },
};

use crate::{UndeliveredRow, cases::CaseKind};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_dead_letters: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(send_again))
        .routes(routes!(close_bounce))
}

/// A job that failed after many attempts, or an email that bounced.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeadLetter {
    id: String,
    /// Kind of job, such as `mail` or `receipt mail`; for a bounced email the letter, such as `gift` or `receipt`.
    kind: String,
    /// Recipient of the email, masked if it bounced; null for other jobs.
    #[schema(required)]
    to: Option<String>,
    /// Id of the card, order, payment, person, vendor or charity that the job or email is about.
    #[schema(required)]
    about: Option<String>,
    /// Kind of the record in `about`; null if the record has no page.
    #[schema(required)]
    about_kind: Option<CaseKind>,
    attempts: i64,
    /// Code of the reason: `GATEWAY_REFUSED`, `GATEWAY_UNCLEAR`, `MAIL_DELAYED`, `MAIL_REFUSED` or an error code; null if no
    /// code is known, and for bounced emails.
    #[schema(required)]
    reason: Option<String>,
    /// Error message of the other system or of the program, in English; null for bounced emails.
    #[schema(required)]
    last_error: Option<String>,
    /// Bounce status of the email, as a code of RFC 3463; null for failed jobs.
    #[schema(required)]
    bounce_status: Option<String>,
    created_at: Timestamp,
}

impl From<UndeliveredRow> for DeadLetter {
    fn from(row: UndeliveredRow) -> Self {
        let (to, about) = match &row.payload {
            Some(payload) => of_job(payload),
            None => (row.recipient.clone(), about_mail(&row)),
        };
        let tenant = row.tenant_kind.map(|kind| match kind {
            TenantKind::Vendor => CaseKind::Vendor,
            TenantKind::Charity => CaseKind::Charity,
        });
        let about_kind = about.as_deref().and_then(|about| match about.split('_').next()? {
            "crd" => Some(CaseKind::Card),
            "ord" => Some(CaseKind::Order),
            "per" => Some(CaseKind::Person),
            "ten" => tenant,
            _ => None,
        });
        DeadLetter {
            id: row.id.to_string(),
            to,
            about,
            about_kind,
            kind: row.kind,
            attempts: row.attempts,
            reason: row.error_code,
            last_error: row.last_error,
            bounce_status: row.bounce_status,
            created_at: row.created_at,
        }
    }
}

/// Reads the recipient and the subject from a job's data. Nothing else is shown, because the data
/// may contain secret links.
fn of_job(payload: &str) -> (Option<String>, Option<String>) {
    let data: serde_json::Value = serde_json::from_str(payload).unwrap_or_default();
    let text = |name: &str| data.get(name).and_then(|value| value.as_str()).map(str::to_owned);
    (text("to"), ["card", "order", "attempt", "refund"].into_iter().find_map(text))
}

/// Picks the record on whose page a bounced email can be fixed. The email about a card or gift is
/// sent again from the page of the card. For all other emails, the address of the person or tenant
/// has to be corrected first.
fn about_mail(row: &UndeliveredRow) -> Option<String> {
    let is_card = matches!(row.kind.as_str(), "card" | "gift");
    let card = row.card_id.clone();
    let others = [&row.person_id, &row.tenant_id, &row.order_id, &row.card_id];
    card.filter(|_| is_card).or_else(|| others.into_iter().find_map(Clone::clone))
}

page_schema! {
    /// A page of failed jobs and bounced emails.
    DeadLetterPage of DeadLetter
}

/// Lists failed jobs and bounced emails, the newest first.
#[utoipa::path(get, path = "/Helpdesk/dead-letters", tag = "Helpdesk",
    responses((status = OK, body = DeadLetterPage)))]
async fn list_dead_letters(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<DeadLetter>>> {
    Ok(Json(crate::list_undelivered(&app, page).await?.map(DeadLetter::from)))
}

/// Retries a failed job.
#[utoipa::path(post, path = "/Helpdesk/dead-letters/{id}/sent-again", tag = "Helpdesk", responses((status = NO_CONTENT)))]
async fn send_again(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<JobId>,
) -> Result<StatusCode> {
    crate::revive(&app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Closes a bounced email.
///
/// It leaves the list.
#[utoipa::path(put, path = "/Helpdesk/dead-letters/{id}/closed", tag = "Helpdesk", responses((status = NO_CONTENT)))]
async fn close_bounce(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<JobId>,
) -> Result<StatusCode> {
    crate::close_bounce(&app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
