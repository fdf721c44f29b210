//! `/Audit`: the audit log. Administrators read all of it, managers the part about their own
//! tenants.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use access::{
    audit::{self, Action, Actions, AuditEntry, Question, SubjectSearch},
    auth::{
        Can,
        errors::{PROOF_REQUIRED, TOO_MUCH_READ},
    },
};
use accounts::users;
use kernel::{
    date_range::DateFilter,
    ids::{PersonId, TenantId},
    page_schema,
    paging::{Page, PageRequest},
    search::Search,
};
use market::tenants::{TenantScope, tenant_rights};
use platform::{
    app::App,
    error::Result,
    lists::SearchIn,
    web::{AppState, calls::routes, extract::Query},
};

tenant_rights! {
    /// The right to read the audit log: all of it, or the part about your own tenants.
    pub ReadAudit;
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_audit_entries: TOO_MUCH_READ PROOF_REQUIRED))
}

page_schema! {
    /// A page of the audit log; at most 10,000 entries are counted.
    AuditPage of AuditEntry
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    subject_id: Option<String>,
    #[param(inline)]
    actor_id: Option<PersonId>,
    #[param(inline)]
    tenant_id: Option<TenantId>,
    #[param(value_type = Option<Action>)]
    action: Option<String>,
    /// Whether to leave out entries that only record that someone read data.
    without_views: Option<bool>,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ActorQuery {
    /// Name or email address of the actor.
    actor_text: Option<String>,
}

/// Lists audit log entries, the newest first.
///
/// Administrators read everything; managers read entries of their own vendors and charities. The search finds entries by the
/// name, the email address or the order number of the record that they are about.
#[utoipa::path(get, path = "/Audit", tag = "Audit", responses((status = OK, body = AuditPage)))]
async fn list_audit_entries(
    who: Can<ReadAudit>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(actor): Query<ActorQuery>,
    Query(search): Query<SearchIn<SubjectSearch>>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<AuditEntry>>> {
    let actions = app.shared.get::<Actions>();
    let action = filter.action.map(|word| actions.find("action", &word)).transpose()?;
    let question = Question {
        subject: filter.subject_id,
        text: search.into_search()?,
        actor: filter.actor_id,
        actor_text: Search::of(actor.actor_text.as_deref().unwrap_or_default()),
        tenants: tenants_within(who.scope, filter.tenant_id),
        action,
        without_views: filter.without_views.unwrap_or(false),
        days: days.range()?,
    };
    let subject = question.subject.as_deref().and_then(PersonId::parse);
    for person in subject.into_iter().chain(question.actor) {
        users::note_view(&app, &who.actor, person).await?;
    }
    let page = audit::search(&app, question, page).await?;
    Ok(Json(page.map(|row| AuditEntry::new(row, &who.actor))))
}

/// Returns the tenants whose entries the reader gets: those of the request that the reader may see.
/// Returns `None` if the reader gets the whole log.
fn tenants_within(scope: TenantScope, wanted: Option<TenantId>) -> Option<Vec<TenantId>> {
    match (scope, wanted) {
        (TenantScope::All, wanted) => wanted.map(|tenant| vec![tenant]),
        (TenantScope::Own(own), None) => Some(own),
        (TenantScope::Own(mut own), Some(wanted)) => {
            own.retain(|tenant| *tenant == wanted);
            Some(own)
        }
    }
}
