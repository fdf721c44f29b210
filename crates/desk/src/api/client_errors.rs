//! Errors of the web app in browsers: pages report them, administrators read them.

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::{StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::HelpCustomers;
use access::auth::{Can, Client};
use kernel::{
    fields::Fields,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result, codes::TOO_MANY_TRIES},
    web::{
        AppState,
        calls::{Call, Described, routes},
        extract::{self, Query},
    },
};

use crate::client_errors::{self, ErrorFilter, ErrorKind, ErrorRow, Report};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(report_client_error)).routes(routes!(list_client_errors))
}

/// Client of a report, by its address only. Its cookies are not read, because a report names
/// nobody.
struct Sender(Client);

impl FromRequestParts<Arc<App>> for Sender {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        Ok(Sender(Client::of(parts, app)))
    }
}

impl Described for Sender {
    fn describe(call: &mut Call) {
        call.may_refuse(&[TOO_MANY_TRIES]);
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClientErrorForm {
    /// How the error came up.
    kind: Option<ErrorKind>,
    /// Release of the web app: the name of its entry script, at most 40 characters.
    release: Option<String>,
    /// Template of the page, such as `/wallet/:id`, never its address. At most 120 characters.
    route: Option<String>,
    /// Message of the error, at most 500 characters.
    message: Option<String>,
    /// Stack of the error, at most 4,000 characters.
    stack: Option<String>,
    /// Engine of the browser and its main version, at most 60 characters.
    engine: Option<String>,
    /// Trace id of the page's last call.
    trace_id: Option<String>,
}

impl ClientErrorForm {
    fn check(self) -> Result<Report, Fields> {
        let mut fields = Fields::default();
        let kind = fields.present("kind", "Kind", self.kind);
        let release = fields.required("release", "Release", &self.release);
        let route = fields.required("route", "Route", &self.route);
        let message = fields.required("message", "Message", &self.message);
        let stack = fields.optional("stack", "Stack", &self.stack);
        let engine = fields.required("engine", "Engine", &self.engine);
        let trace_id = fields.optional("traceId", "Trace", &self.trace_id);
        fields.finish(|| {
            Some(Report {
                kind: kind?,
                release: release?,
                route: route?,
                message: message?,
                stack: stack?,
                engine: engine?,
                trace_id: trace_id?,
            })
        })
    }
}

/// Number of a report.
#[derive(Serialize, ToSchema)]
struct ReportedError {
    /// Number that the error page shows. Support finds the error by it.
    number: String,
}

/// Reports an error of the web app.
///
/// The call needs no session and reads no cookies. Addresses, numbers and codes are removed before the report is stored.
#[utoipa::path(post, path = "/client-errors", tag = "Public", responses((status = ACCEPTED, body = ReportedError)))]
async fn report_client_error(
    State(app): AppState,
    Sender(sender): Sender,
    extract::Json(form): extract::Json<ClientErrorForm>,
) -> Result<(StatusCode, Json<ReportedError>)> {
    let number = client_errors::record(&app, &sender, form.check()?).await?;
    Ok((StatusCode::ACCEPTED, Json(ReportedError { number })))
}

/// An error of the web app in browsers, with its newest report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClientError {
    /// Id of the error, the same in all releases.
    id: String,
    /// How the error came up.
    kind: ErrorKind,
    /// Message of the error, without addresses, numbers and codes.
    message: String,
    /// Template of the page, such as `/wallet/:id`.
    route: String,
    /// Stack of the newest report; empty if the browser gave none.
    stack: String,
    /// Engine of the browser of the newest report, and its main version.
    engine: String,
    /// Trace id of the last call before the newest report; null if the page had made none.
    #[schema(required)]
    trace_id: Option<String>,
    /// Number of reports.
    count: i64,
    /// Releases of the web app in which the error was reported, the newest first.
    releases: Vec<String>,
    /// Time of the first report.
    first_seen_at: Timestamp,
    /// Time of the newest report.
    last_seen_at: Timestamp,
}

impl From<ErrorRow> for ClientError {
    fn from(row: ErrorRow) -> Self {
        ClientError {
            id: row.fingerprint,
            kind: row.kind,
            message: row.message,
            route: row.route,
            stack: row.stack,
            engine: row.engine,
            trace_id: row.trace_id,
            count: row.occurrences,
            releases: row.releases.lines().map(str::to_owned).collect(),
            first_seen_at: row.first_seen_at,
            last_seen_at: row.last_seen_at,
        }
    }
}

page_schema! {
    /// A page of errors in browsers.
    ClientErrorPage of ClientError
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    /// Only errors of this kind.
    #[param(inline)]
    kind: Option<ErrorKind>,
    /// Number of a report, as the error page shows it: only its error. `kind` is then ignored.
    number: Option<String>,
}

/// Lists errors in browsers, the newest first.
///
/// Reports of the same error are one row. An error is deleted 30 days after its last report.
#[utoipa::path(get, path = "/Helpdesk/client-errors", tag = "Helpdesk", responses((status = OK, body = ClientErrorPage)))]
async fn list_client_errors(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<ClientError>>> {
    let number = filter.number.filter(|number| !number.trim().is_empty());
    let filter = match (number, filter.kind) {
        (Some(number), _) => ErrorFilter::number(&number),
        (None, Some(kind)) => ErrorFilter::Kind(kind),
        (None, None) => ErrorFilter::All,
    };
    Ok(Json(client_errors::list(&app, filter, page).await?.map(ClientError::from)))
}
