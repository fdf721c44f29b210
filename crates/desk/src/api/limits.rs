//! Buying limits raised for buyers known to administrators.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, required_reason};
use access::{
    audit::Author,
    auth::{
        Actor, Can, FreshProof,
        errors::{PROOF_REQUIRED, REQUEST_OVER, SAME_PERSON, TOO_MUCH_READ},
        second_person::{APPROVES, DecisionRefusal, Reader},
    },
    idempotency::Once,
};
use checkout::{
    fraud::raised_limits::{self, RaisedLimitRow, Wanted},
    order::errors::LIMIT_REQUESTED,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{PersonId, RaisedLimitId},
    messages::Message,
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
        .routes(routes!(list_buying_limits: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(get_buying_limits))
        .routes(routes!(raise_buying_limit: SAME_PERSON LIMIT_REQUESTED))
        .routes(routes!(approve_buying_limit: [APPROVES]))
        .routes(routes!(decline_buying_limit: REQUEST_OVER))
        .routes(routes!(end_buying_limit: REQUEST_OVER))
}

/// A buyer's raised limit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BuyingLimit {
    id: String,
    buyer_id: String,
    buyer_name: String,
    buyer_email: String,
    /// Maximum total of the buyer's orders within a day.
    amount: Cents,
    /// Last day of the limit.
    #[schema(required)]
    ends_on: Option<BusinessDate>,
    reason: String,
    /// State of the limit: `WAITING` for a second person, `IN_FORCE`, `OVER` after its last day, `DECLINED`, or `ENDED` by
    /// an administrator, by another limit or by a reversed charge.
    state: &'static str,
    /// Whether you made the request.
    is_own: bool,
    #[schema(required)]
    requested_by_name: Option<String>,
    requested_at: Timestamp,
    #[schema(required)]
    decided_by_name: Option<String>,
    #[schema(required)]
    decided_at: Option<Timestamp>,
    /// Whether one administrator both requested and approved the limit.
    is_by_one: bool,
    /// Whether the request was withdrawn by the administrator who made it.
    is_withdrawn: bool,
    #[schema(required)]
    decline_reason: Option<String>,
    #[schema(required)]
    ended_at: Option<Timestamp>,
    /// Whether the limit ended because a charge of the buyer was reversed.
    is_ended_by_reversal: bool,
    /// Reason why you can't approve the limit; null if you can, and once it is decided.
    #[schema(required)]
    refusal: Option<DecisionRefusal>,
}

impl BuyingLimit {
    fn of(row: RaisedLimitRow, reader: &Reader, today: BusinessDate) -> BuyingLimit {
        let is_over = row.ends_on.is_some_and(|day| day < today);
        let state = match row.is_agreed {
            None => "WAITING",
            Some(false) => "DECLINED",
            Some(true) if row.over_at().is_some() => "ENDED",
            Some(true) if is_over => "OVER",
            Some(true) => "IN_FORCE",
        };
        let ended_at = row.over_at();
        BuyingLimit {
            ended_at,
            is_ended_by_reversal: ended_at.is_some() && ended_at == row.reversed_at,
            refusal: reader.refusal(raised_limits::decision(&row)),
            is_by_one: row.is_agreed == Some(true) && row.is_decided_by_asker(),
            is_withdrawn: row.is_agreed == Some(false) && row.is_decided_by_asker(),
            id: row.id.to_string(),
            buyer_id: row.person_id.to_string(),
            buyer_name: row.buyer_name,
            buyer_email: row.buyer_email,
            amount: row.amount,
            ends_on: row.ends_on,
            reason: row.reason,
            state,
            is_own: reader.is(row.requested_by),
            requested_by_name: row.requested_by_name,
            requested_at: row.requested_at,
            decided_by_name: row.decided_by_name,
            decided_at: row.decided_at,
            decline_reason: row.decline_reason,
        }
    }
}

page_schema! {
    /// A page of raised limits.
    BuyingLimitPage of BuyingLimit
}

/// The limits of a buyer.
#[derive(Serialize, ToSchema)]
struct BuyingLimits {
    /// General ceiling: one administrator alone may raise a limit up to this amount.
    ceiling: Cents,
    /// Limits of the buyer, the newest first.
    limits: Vec<BuyingLimit>,
}

impl BuyingLimits {
    async fn of(
        app: &App,
        rows: Vec<RaisedLimitRow>,
        reader: &Actor,
        page: extract::Page,
    ) -> Result<Json<BuyingLimits>> {
        let today = BusinessDate::today(&app.clock);
        let decisions = rows.iter().filter_map(raised_limits::decision);
        let reader = Reader::of(app, reader, page.language, decisions).await?;
        let limits = rows.into_iter().map(|row| BuyingLimit::of(row, &reader, today));
        Ok(Json(BuyingLimits { ceiling: raised_limits::ceiling(app), limits: limits.collect() }))
    }
}

/// Lists raised limits that wait or are in force.
#[utoipa::path(get, path = "/Helpdesk/buying-limits", tag = "Helpdesk", responses((status = OK, body = BuyingLimitPage)))]
async fn list_buying_limits(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Query(pages): Query<PageRequest>,
) -> Result<Json<Page<BuyingLimit>>> {
    let today = BusinessDate::today(&app.clock);
    let limits = raised_limits::list(&app, pages).await?;
    let decisions = limits.items.iter().filter_map(raised_limits::decision);
    let reader = Reader::of(&app, &who.actor, page.language, decisions).await?;
    Ok(Json(limits.map(|row| BuyingLimit::of(row, &reader, today))))
}

/// Reads a buyer's raised limits, the newest first.
///
/// The audit log records who read them.
#[utoipa::path(get, path = "/Helpdesk/people/{id}/buying-limits", tag = "Helpdesk", responses((status = OK, body = BuyingLimits)))]
async fn get_buying_limits(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PersonId>,
) -> Result<Json<BuyingLimits>> {
    let limits = raised_limits::open(&app, Author::of(&who.actor), id).await?;
    BuyingLimits::of(&app, limits, &who.actor, page).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BuyingLimitForm {
    /// Maximum total of the buyer's orders within a day.
    amount: Option<Cents>,
    /// Last day of the limit, within a year.
    ends_on: Option<String>,
    /// Reason, and how the buyer is known.
    reason: Option<String>,
}

/// Raises a buyer's limit.
///
/// A limit above the general ceiling waits for the approval of another administrator.
#[utoipa::path(post, path = "/Helpdesk/people/{id}/buying-limits", tag = "Helpdesk", responses((status = OK, body = BuyingLimits)))]
async fn raise_buying_limit(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PersonId>,
    once: Once<BuyingLimitForm>,
) -> Result<Json<BuyingLimits>> {
    let (form, call) = once.by(who.actor.person);
    let mut fields = Fields::default();
    let amount = fields.present("amount", "Amount", form.amount);
    if amount.is_some_and(|amount| !amount.is_positive()) {
        fields.add("amount", Message::new("Must be above zero.", "Doit être supérieur à zéro."));
    }
    let ends_on = fields.required::<BusinessDate>("endsOn", "Last day", &form.ends_on);
    let reason = fields.required::<cards::Reason>("reason", "Reason", &form.reason);
    let ((amount, ends_on), reason) = fields.finish(|| amount.zip(ends_on).zip(reason))?;
    let wanted = Wanted { person: id, amount, ends_on, reason: reason.into() };
    let limits = raised_limits::raise(&app, call, &who.actor, wanted).await?;
    BuyingLimits::of(&app, limits, &who.actor, page).await
}

/// Approves a raised limit as a second person.
///
/// A repeated call changes nothing.
#[utoipa::path(put, path = "/Helpdesk/people/{id}/buying-limits/{limitId}/approved", tag = "Helpdesk",
    responses((status = OK, body = BuyingLimits)))]
async fn approve_buying_limit(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    page: extract::Page,
    Path((id, limit)): Path<(PersonId, RaisedLimitId)>,
) -> Result<Json<BuyingLimits>> {
    let limits = raised_limits::approve(&app, &who.actor, id, limit).await?;
    BuyingLimits::of(&app, limits, &who.actor, page).await
}

#[derive(Deserialize, ToSchema)]
struct BuyingLimitReasonForm {
    /// Reason, shown in the audit log and to the administrator who requested the limit.
    reason: Option<String>,
}

/// Declines or withdraws a raised limit awaiting approval.
#[utoipa::path(put, path = "/Helpdesk/people/{id}/buying-limits/{limitId}/declined", tag = "Helpdesk",
    responses((status = OK, body = BuyingLimits)))]
async fn decline_buying_limit(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Path((id, limit)): Path<(PersonId, RaisedLimitId)>,
    extract::Json(form): extract::Json<BuyingLimitReasonForm>,
) -> Result<Json<BuyingLimits>> {
    let reason = required_reason("reason", "Reason", &form.reason)?;
    let limits = raised_limits::decline(&app, &who.actor, id, limit, reason).await?;
    BuyingLimits::of(&app, limits, &who.actor, page).await
}

/// Ends a raised limit.
///
/// Afterwards the general limit applies to the buyer again.
#[utoipa::path(put, path = "/Helpdesk/people/{id}/buying-limits/{limitId}/ended", tag = "Helpdesk",
    responses((status = OK, body = BuyingLimits)))]
async fn end_buying_limit(
    who: Can<HelpCustomers>,
    State(app): AppState,
    page: extract::Page,
    Path((id, limit)): Path<(PersonId, RaisedLimitId)>,
    extract::Json(form): extract::Json<BuyingLimitReasonForm>,
) -> Result<Json<BuyingLimits>> {
    let reason = required_reason("reason", "Reason", &form.reason)?;
    let limits = raised_limits::end(&app, &who.actor, id, limit, reason).await?;
    BuyingLimits::of(&app, limits, &who.actor, page).await
}
