//! What was given up after many tries, and trying it again.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::HelpCustomers;
use crate::{
    app::App,
    auth::Can,
    error::Result,
    helpdesk,
    jobs::DeadJob,
    kernel::{
        ids::JobId,
        paging::{Page, PageRequest},
        timestamp::Timestamp,
    },
    page_schema,
    web::{
        AppState,
        calls::routes,
        extract::{Path, Query},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_dead_letters)).routes(routes!(send_again))
}

/// Something that was given up after many tries.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeadLetter {
    id: String,
    /// What was to be done: `mail`, `receipt mail`, `card mail`, `gift mail` and so on.
    kind: String,
    /// To whom a mail was to go.
    #[schema(required)]
    to: Option<String>,
    /// The card, order or payment that it is about.
    #[schema(required)]
    about: Option<String>,
    attempts: i64,
    #[schema(required)]
    last_error: Option<String>,
    created_at: Timestamp,
}

impl From<DeadJob> for DeadLetter {
    /// A job's data may hold links that open doors: no more is shown than whom and what it is about.
    fn from(job: DeadJob) -> Self {
        let data: serde_json::Value = serde_json::from_str(&job.payload).unwrap_or_default();
        let text = |name: &str| data.get(name).and_then(|value| value.as_str()).map(str::to_owned);
        DeadLetter {
            id: job.id.to_string(),
            to: text("to"),
            about: ["card", "order", "attempt", "refund"].into_iter().find_map(text),
            kind: job.kind,
            attempts: job.attempts,
            last_error: job.last_error,
            created_at: job.created_at,
        }
    }
}

page_schema! {
    /// A page of what was given up.
    DeadLetterPage of DeadLetter
}

/// Mails and other work that was given up after many tries, the newest first.
#[utoipa::path(get, path = "/Helpdesk/dead-letters", tag = "Helpdesk",
    responses((status = OK, body = DeadLetterPage)))]
async fn list_dead_letters(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<DeadLetter>>> {
    Ok(Json(helpdesk::list_dead(&app, page).await?.map(DeadLetter::from)))
}

/// Has one of them tried anew.
#[utoipa::path(post, path = "/Helpdesk/dead-letters/{id}/sent-again", tag = "Helpdesk", responses((status = NO_CONTENT)))]
async fn send_again(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<JobId>,
) -> Result<StatusCode> {
    helpdesk::revive(&app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
