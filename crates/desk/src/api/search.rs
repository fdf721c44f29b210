//! Search for cards, orders and people from one search box.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::HelpCustomers;
use access::auth::{Can, Role, errors::TOO_MUCH_READ};
use accounts::users::UserRow;
use cards::CardRow;
use checkout::{order::OrderRow, orders::api::OrderStatus};
use kernel::{dates::BusinessDate, money::Cents, timestamp::Timestamp};
use platform::{
    app::App,
    error::Result,
    lists::SearchIn,
    web::{AppState, calls::routes, extract::Query},
};

use crate::{DeskSearch, Found};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(search_everything: TOO_MUCH_READ))
}

/// A card in a search result.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCard {
    id: String,
    order_id: String,
    card_number: String,
    vendor_id: String,
    vendor_name: String,
    card_value: Cents,
    card_balance: Cents,
    is_active: bool,
    /// Whether the order was cancelled. The card then stays empty.
    is_cancelled: bool,
    /// Whether the balance was refunded to the buyer while the order remains.
    is_refunded: bool,
    /// The shop that took the card over.
    #[schema(required)]
    moved_to: Option<String>,
    is_gift: bool,
    /// Name of the cardholder or recipient; null if there is none.
    #[schema(required)]
    holder_name: Option<String>,
    #[schema(required)]
    holder_email: Option<String>,
    /// Time at which the gift is to be emailed; null once it was.
    #[schema(required)]
    send_at: Option<Timestamp>,
    /// IANA time zone in which the giver chose that time.
    #[schema(required)]
    send_zone: Option<&'static str>,
    /// Local day of that time.
    #[schema(required)]
    send_on: Option<BusinessDate>,
    /// Local hour of that time, 0 to 23.
    #[schema(required)]
    send_hour: Option<u8>,
    /// Whether the giver stopped a gift that was to be sent on a day.
    is_sending_stopped: bool,
    created_at: Timestamp,
}

impl From<CardRow> for DeskCard {
    fn from(card: CardRow) -> Self {
        let owner = card.owner_first_name.as_ref().zip(card.owner_last_name.as_ref());
        let (planned_for, planned_locally) = (card.planned_for(), card.planned_locally());
        DeskCard {
            send_at: planned_for.map(|(at, _)| at),
            send_zone: planned_for.map(|(_, zone)| zone.name()),
            send_on: planned_locally.map(|(day, _)| day),
            send_hour: planned_locally.map(|(_, hour)| hour),
            is_sending_stopped: card.send_stopped_at.is_some(),
            holder_name: owner
                .map(|(first, last)| format!("{first} {last}"))
                .or(card.gift_to.clone()),
            holder_email: card.owner_email.clone().or(card.recipient_email.clone()),
            is_active: card.is_active(),
            is_cancelled: card.cancelled_at.is_some(),
            is_refunded: card.is_refunded_alone(),
            moved_to: card.moved_to_name.clone(),
            id: card.id.to_string(),
            order_id: card.order_id.to_string(),
            card_number: card.masked_number(),
            vendor_id: card.vendor_id.to_string(),
            vendor_name: card.vendor_name,
            card_value: card.face,
            card_balance: card.balance,
            is_gift: card.is_gift,
            created_at: card.created_at,
        }
    }
}

/// An order in a search result, with its buyer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskOrder {
    id: String,
    order_number: String,
    status: OrderStatus,
    /// Total of the order; null until it is paid.
    #[schema(required)]
    total: Option<Cents>,
    card_count: i64,
    #[schema(required)]
    paid_with: Option<String>,
    #[schema(required)]
    paid_at: Option<Timestamp>,
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

/// A person in a search result, in one of their roles.
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

/// The best matches and the total number of each kind.
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

/// Finds cards, orders and people.
///
/// The search text is a card's whole number or last four digits, an order number, a name or an email address. Without a
/// search text, the call returns the newest.
#[utoipa::path(get, path = "/Helpdesk/search", tag = "Helpdesk",
    responses((status = OK, body = SearchReply)))]
async fn search_everything(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(search): Query<SearchIn<DeskSearch>>,
) -> Result<Json<SearchReply>> {
    Ok(Json(crate::search(&app, search.into_search()?).await?.into()))
}
