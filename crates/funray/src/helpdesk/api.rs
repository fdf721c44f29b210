//! `/Helpdesk/…` for administrators.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::Found;
use crate::{
    accounts::users::UserRow,
    app::App,
    auth::{Actor, Can, Permission, Right, Role},
    cards::CardRow,
    error::Result,
    http::{
        AppState,
        extract::{self, Path, Query},
    },
    jobs::{DeadJob, JobId},
    kernel::{
        fields::Fields,
        money::Cents,
        paging::{Page, PageRequest},
        search::Search,
        text::Line,
        timestamp::Timestamp,
    },
    ledger::OrderId,
    orders::{
        OrderRow,
        api::OrderStatus,
        desk::{self, Dossier},
    },
    payments::AttemptRow,
};

type Reason = Line<200>;

/// The right to help customers.
struct HelpCustomers;

impl Right for HelpCustomers {
    const PERMISSION: Permission = Permission::HelpCustomers;
    type Scope = ();

    fn scope(_: &Actor) {}
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(search_everything))
        .routes(routes!(open_order))
        .routes(routes!(cancel_order))
        .routes(routes!(list_dead_letters))
        .routes(routes!(send_again))
}

/// A card that was found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskCard {
    id: String,
    order_id: String,
    card_number: String,
    vendor_id: String,
    vendor_name: String,
    #[schema(value_type = f64)]
    card_value: Cents,
    #[schema(value_type = f64)]
    card_balance: Cents,
    is_active: bool,
    is_gift: bool,
    /// In whose wallet it is, or for whom it is meant.
    #[schema(required)]
    holder_name: Option<String>,
    #[schema(required)]
    holder_email: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

impl From<CardRow> for DeskCard {
    fn from(card: CardRow) -> Self {
        let owner = card.owner_first_name.as_ref().zip(card.owner_last_name.as_ref());
        DeskCard {
            holder_name: owner
                .map(|(first, last)| format!("{first} {last}"))
                .or(card.gift_to.clone()),
            holder_email: card.owner_email.clone().or(card.recipient_email.clone()),
            is_active: card.is_active(),
            id: card.id.to_string(),
            order_id: card.order_id.to_string(),
            card_number: card.number,
            vendor_id: card.vendor_id.to_string(),
            vendor_name: card.vendor_name,
            card_value: card.face,
            card_balance: card.balance,
            is_gift: card.is_gift,
            created_at: card.created_at,
        }
    }
}

/// An order that was found, with its buyer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskOrder {
    id: String,
    order_number: String,
    status: OrderStatus,
    /// What was paid; null until it was.
    #[schema(required, value_type = Option<f64>)]
    total: Option<Cents>,
    card_count: i64,
    #[schema(required)]
    paid_with: Option<String>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    paid_at: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    buyer_id: String,
    buyer_name: String,
    buyer_email: String,
}

impl From<OrderRow> for DeskOrder {
    fn from(row: OrderRow) -> Self {
        DeskOrder {
            status: OrderStatus::of(&row),
            id: row.id.to_string(),
            order_number: row.cart_id.to_string(),
            total: row.total,
            card_count: row.card_count,
            paid_with: row.paid_with,
            paid_at: row.paid_at,
            created_at: row.created_at,
            buyer_id: row.person_id.to_string(),
            buyer_name: format!("{} {}", row.buyer_first_name, row.buyer_last_name),
            buyer_email: row.buyer_email,
        }
    }
}

/// A person that was found, in one of their roles.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskPerson {
    id: String,
    name: String,
    email: String,
    role: Role,
    #[schema(required)]
    tenant_name: Option<String>,
    is_active: bool,
}

impl From<UserRow> for DeskPerson {
    fn from(row: UserRow) -> Self {
        DeskPerson {
            id: row.id.to_string(),
            name: format!("{} {}", row.first_name, row.last_name),
            email: row.email,
            role: row.role,
            tenant_name: row.tenant_name,
            is_active: row.is_active && row.role_is_active,
        }
    }
}

/// The best of what was found, and how much there is of each.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SearchReply {
    cards: Vec<DeskCard>,
    card_count: u64,
    orders: Vec<DeskOrder>,
    order_count: u64,
    people: Vec<DeskPerson>,
    person_count: u64,
}

impl From<Found> for SearchReply {
    fn from(found: Found) -> Self {
        SearchReply {
            card_count: found.cards.total_items,
            cards: found.cards.items.into_iter().map(DeskCard::from).collect(),
            order_count: found.orders.total_items,
            orders: found.orders.items.into_iter().map(DeskOrder::from).collect(),
            person_count: found.people.total_items,
            people: found.people.items.into_iter().map(DeskPerson::from).collect(),
        }
    }
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct SearchQuery {
    /// A card's number or part of it, an order's number, a name, an address. Nothing shows the newest.
    search_text: Option<String>,
}

/// Cards, orders and people from one search box.
#[utoipa::path(get, path = "/Helpdesk/search", tag = "Helpdesk", params(SearchQuery),
    responses((status = OK, body = SearchReply)))]
async fn search_everything(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(search): Query<Search>,
) -> Result<Json<SearchReply>> {
    Ok(Json(super::search(&app, search).await?.into()))
}

/// An attempt to pay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentAttempt {
    id: String,
    /// What the gateway knows it by.
    reference: String,
    /// `SENDING`, `UNKNOWN`, `HELD`, `APPROVED`, `ISSUED`, `DECLINED`, `NOT_CHARGED`, `VOID_PENDING` or `VOIDED`.
    state: &'static str,
    #[schema(value_type = f64)]
    amount: Cents,
    /// The gateway's own number of it.
    #[schema(required)]
    transaction_id: Option<String>,
    #[schema(required)]
    paid_with: Option<String>,
    /// What the gateway said.
    #[schema(required)]
    message: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    sent_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    ended_at: Option<Timestamp>,
}

impl From<AttemptRow> for PaymentAttempt {
    fn from(row: AttemptRow) -> Self {
        PaymentAttempt {
            id: row.id.to_string(),
            reference: row.reference,
            state: row.state.word(),
            amount: row.amount,
            transaction_id: row.transaction_id,
            paid_with: row.paid_with,
            message: row.message,
            sent_at: row.sent_at,
            ended_at: row.ended_at,
        }
    }
}

/// Everything about an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderDossier {
    #[serde(flatten)]
    order: DeskOrder,
    cards: Vec<DeskCard>,
    /// The oldest first.
    attempts: Vec<PaymentAttempt>,
    /// It was paid for, and nothing was spent from its cards.
    can_be_cancelled: bool,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    cancelled_at: Option<Timestamp>,
    #[schema(required)]
    cancel_reason: Option<String>,
}

impl From<Dossier> for OrderDossier {
    fn from(dossier: Dossier) -> Self {
        OrderDossier {
            can_be_cancelled: dossier.can_be_cancelled(),
            cancelled_at: dossier.order.cancelled_at,
            cancel_reason: dossier.order.cancel_reason.clone(),
            order: dossier.order.into(),
            cards: dossier.cards.into_iter().map(DeskCard::from).collect(),
            attempts: dossier.attempts.into_iter().map(PaymentAttempt::from).collect(),
        }
    }
}

/// An order, its cards, and every attempt to pay for it.
#[utoipa::path(get, path = "/Helpdesk/orders/{id}", tag = "Helpdesk", params(("id" = String, Path)),
    responses((status = OK, body = OrderDossier)))]
async fn open_order(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderDossier>> {
    Ok(Json(desk::open(&app, id).await?.into()))
}

#[derive(Deserialize, ToSchema)]
struct CancelForm {
    /// Why, for the books and for the cards' history.
    reason: Option<String>,
}

/// Takes an order back of which nothing was spent: its cards are emptied, the buyer gets their money and a mail.
#[utoipa::path(post, path = "/Helpdesk/orders/{id}/cancelled", tag = "Helpdesk", params(("id" = String, Path)),
    request_body = CancelForm, responses((status = OK, body = OrderDossier)))]
async fn cancel_order(
    who: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<OrderId>,
    extract::Json(form): extract::Json<CancelForm>,
) -> Result<Json<OrderDossier>> {
    let mut fields = Fields::default();
    let reason = fields.required::<Reason>("reason", "Reason", &form.reason);
    let reason = fields.finish(|| reason)?.to_string();
    Ok(Json(desk::cancel(&app, who.actor.person, id, reason).await?.into()))
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
    #[schema(value_type = String, format = DateTime)]
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
            about: ["card", "order", "attempt"].into_iter().find_map(text),
            kind: job.kind,
            attempts: job.attempts,
            last_error: job.last_error,
            created_at: job.created_at,
        }
    }
}

/// A page of what was given up.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "describes Page<DeadLetter> in the document")]
struct DeadLetterPage {
    items: Vec<DeadLetter>,
    page_index: u32,
    page_size: u32,
    total_pages: u64,
    total_items: u64,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct PageQuery {
    page_index: Option<u32>,
    page_size: Option<u32>,
}

/// Mails and other work that was given up after many tries, the newest first.
#[utoipa::path(get, path = "/Helpdesk/dead-letters", tag = "Helpdesk", params(PageQuery),
    responses((status = OK, body = DeadLetterPage)))]
async fn list_dead_letters(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<DeadLetter>>> {
    Ok(Json(super::list_dead(&app, page).await?.map(DeadLetter::from)))
}

/// Has one of them tried anew.
#[utoipa::path(post, path = "/Helpdesk/dead-letters/{id}/sent-again", tag = "Helpdesk",
    params(("id" = String, Path)), responses((status = NO_CONTENT)))]
async fn send_again(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<JobId>,
) -> Result<StatusCode> {
    super::revive(&app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
