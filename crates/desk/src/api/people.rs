//! Call with which the support desk reads a person's roles, orders and cards.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{
    HelpCustomers,
    search::{DeskCard, DeskOrder},
};
use access::auth::{Can, Role};
use accounts::users::{FactsRow, UserRow};
use kernel::{ids::PersonId, language::Language, money::Cents, timestamp::Timestamp};
use platform::{
    app::App,
    error::Result,
    web::{AppState, calls::routes, extract::Path},
};

use crate::PersonCase;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(open_person))
}

/// A role of a person, with its vendor or charity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HeldRole {
    role: Role,
    is_active: bool,
    #[schema(required)]
    tenant_id: Option<String>,
    #[schema(required)]
    tenant_name: Option<String>,
}

impl From<&UserRow> for HeldRole {
    fn from(row: &UserRow) -> Self {
        HeldRole {
            role: row.role,
            is_active: row.role_is_active,
            tenant_id: row.tenant_id.map(|id| id.to_string()),
            tenant_name: row.tenant_name.clone(),
        }
    }
}

/// A person with their newest orders and cards, and how many there are of each.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PersonDossier {
    id: String,
    name: String,
    email: String,
    /// Whether the person can sign in.
    is_active: bool,
    /// Whether the person has closed the account.
    is_closed: bool,
    /// Phone number; null if there is none. For colleagues who rank above you, the phone number, address, language and both
    /// times are null.
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    city: Option<String>,
    #[schema(required)]
    province: Option<String>,
    #[schema(required, value_type = Option<String>, example = "en")]
    language: Option<Language>,
    #[schema(required)]
    created_at: Option<Timestamp>,
    /// Time of the person's last signed-in call; null if there was none.
    #[schema(required)]
    last_seen_at: Option<Timestamp>,
    /// Sum of the person's paid orders minus refunds.
    spent: Cents,
    /// Roles of the person, the highest first.
    roles: Vec<HeldRole>,
    orders: Vec<DeskOrder>,
    order_count: u64,
    /// Cards that the person bought, gave or received.
    cards: Vec<DeskCard>,
    card_count: u64,
}

impl From<PersonCase> for PersonDossier {
    fn from(case: PersonCase) -> Self {
        let facts = case.facts.as_ref();
        PersonDossier {
            phone: facts.and_then(|facts| facts.phone.clone()),
            city: facts.and_then(|facts| facts.city.clone()),
            province: facts.and_then(|facts| facts.province.clone()),
            language: facts.map(|facts| facts.language),
            created_at: facts.map(|facts| facts.created_at),
            last_seen_at: facts.and_then(FactsRow::last_seen_at),
            spent: case.spent,
            id: case.id.to_string(),
            name: case.name,
            email: case.email,
            is_active: case.roles.iter().any(|row| row.is_active),
            is_closed: case.roles.iter().any(|row| row.closed_at.is_some()),
            roles: case.roles.iter().map(HeldRole::from).collect(),
            order_count: case.orders.total_items,
            orders: case.orders.items.into_iter().map(DeskOrder::from).collect(),
            card_count: case.cards.total_items,
            cards: case.cards.items.into_iter().map(DeskCard::from).collect(),
        }
    }
}

/// Reads a person with roles, orders and cards.
#[utoipa::path(get, path = "/Helpdesk/people/{id}", tag = "Helpdesk",
    responses((status = OK, body = PersonDossier)))]
async fn open_person(
    who: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<PersonId>,
) -> Result<Json<PersonDossier>> {
    Ok(Json(crate::open_person(&app, &who.actor, id).await?.into()))
}
