//! Bursts: many redemptions at one shop within minutes, which an administrator has to look into.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, full_name_of, required_reason};
use access::auth::{
    Can, FreshProof,
    errors::{APPOINTED_BY_EACH_OTHER, ROLE_TOO_NEW, SAME_PERSON},
    second_person::{DecisionRefusal, Reader},
};
use cards::bursts::{self, BurstRow, Listed};
use kernel::{
    ids::BurstId,
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

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_bursts))
        .routes(routes!(close_burst: SAME_PERSON APPOINTED_BY_EACH_OTHER ROLE_TOO_NEW))
}

/// Burst: many cards of a shop, or a large share of the balance on its cards, redeemed within
/// minutes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Burst {
    id: String,
    /// Id of the shop.
    vendor_id: String,
    vendor_name: String,
    /// Time of the first redemption of the burst.
    began_at: Timestamp,
    /// Time of the last redemption of the burst.
    last_at: Timestamp,
    /// Number of different cards redeemed in the burst.
    cards: i64,
    amount: Cents,
    /// Balance of all of the shop's cards before the burst.
    outstanding: Cents,
    found_at: Timestamp,
    /// Time at which an administrator closed the burst. Payouts of the shop wait until then.
    #[schema(required)]
    closed_at: Option<Timestamp>,
    #[schema(required)]
    closed_by_name: Option<String>,
    /// Outcome that the administrator recorded; null while the burst is open.
    #[schema(required)]
    outcome: Option<String>,
    /// Reason why you can't close the burst; null if you can, and once it is closed.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

impl Burst {
    fn of(row: BurstRow, refusal: Option<DecisionRefusal>) -> Burst {
        Burst {
            refusal,
            id: row.id.to_string(),
            vendor_id: row.vendor_id.to_string(),
            vendor_name: row.vendor_name,
            began_at: row.began_at,
            last_at: row.last_at,
            cards: row.cards,
            amount: row.amount,
            outstanding: row.outstanding,
            found_at: row.found_at,
            closed_at: row.closed_at,
            closed_by_name: full_name_of(row.closer_first_name, row.closer_last_name),
            outcome: row.outcome,
        }
    }
}

page_schema! {
    /// A page of bursts.
    BurstPage of Burst
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    /// Only open bursts.
    is_open: Option<bool>,
}

/// Lists bursts of redemptions, the newest first.
#[utoipa::path(get, path = "/Helpdesk/bursts", tag = "Helpdesk", responses((status = OK, body = BurstPage)))]
async fn list_bursts(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Query(filter): Query<FilterQuery>,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<Burst>>> {
    let is_open_only = filter.is_open.unwrap_or(false);
    let listed = bursts::list(&app, is_open_only, pages).await?;
    let people: Vec<_> = listed.items.iter().flat_map(|one| one.people.clone()).collect();
    let reader = Reader::of(&app, &who.actor, page.language, people).await?;
    let shown = |one: Listed| {
        let refusal = bursts::refusal(&one, &reader);
        Burst::of(one.burst, refusal)
    };
    Ok(Json(listed.map(shown)))
}

#[derive(Deserialize, ToSchema)]
struct CloseBurstForm {
    /// Outcome of the investigation.
    note: Option<String>,
}

/// Closes a burst with its outcome.
///
/// Payouts of the shop then continue. A repeated call keeps the first outcome.
#[utoipa::path(put, path = "/Helpdesk/bursts/{id}/closed", tag = "Helpdesk", responses((status = OK, body = Burst)))]
async fn close_burst(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<BurstId>,
    extract::Json(form): extract::Json<CloseBurstForm>,
) -> Result<Json<Burst>> {
    let note = required_reason("note", "Note", &form.note)?;
    Ok(Json(Burst::of(bursts::close(&app, &who.actor, id, note).await?, None)))
}
