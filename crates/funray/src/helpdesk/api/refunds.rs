//! Refunding an order: what is left on its cards goes back to its buyer.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, full_name, orders::OrderDossier, required_reason};
use crate::{
    app::App,
    audit::Author,
    auth::{Can, FreshProof},
    cards::CardRefund,
    error::{Error, Result},
    idempotency::Key,
    kernel::{
        fields::Fields,
        ids::{CardId, Id, OrderId},
        messages::Message,
        money::Cents,
        timestamp::Timestamp,
    },
    orders::refunds::{self, Refund},
    payments::RefundRow,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

/// More cards than any order has.
const MOST_CARDS: usize = 1000;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(
        refund_order: OrderNotPaid ChargeReversed OwnOrder TooManyRefunds LedgerStopped
    ))
}

/// What was given back of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRefund {
    id: String,
    amount: Cents,
    /// `PENDING` until the gateway has done it, which it does once the charge is settled; `MADE`; or `COVERED`, when somebody
    /// reversed the whole charge before.
    state: &'static str,
    reason: String,
    /// What the gateway said when it refused.
    #[schema(required)]
    message: Option<String>,
    requested_by_name: String,
    requested_at: Timestamp,
    #[schema(required)]
    ended_at: Option<Timestamp>,
}

impl From<RefundRow> for OrderRefund {
    fn from(row: RefundRow) -> Self {
        OrderRefund {
            id: row.id.to_string(),
            amount: row.amount,
            state: row.state.word(),
            reason: row.reason,
            message: row.message,
            requested_by_name: full_name(&row.by_first_name, &row.by_last_name),
            requested_at: row.created_at,
            ended_at: row.ended_at,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CardRefundForm {
    card_id: Option<String>,
    /// What the page shows to be on the card: only compared.
    amount: Option<Cents>,
}

#[derive(Deserialize, ToSchema)]
struct RefundForm {
    /// Why, for the books and for the cards' history.
    reason: Option<String>,
    /// The cards whose rest is to go back.
    cards: Option<Vec<CardRefundForm>>,
}

impl RefundForm {
    fn check(&self, order: OrderId) -> Result<Refund> {
        let reason = required_reason("reason", "Reason", &self.reason)?;
        let cards = self.cards.as_deref().unwrap_or_default();
        let mut fields = Fields::default();
        if cards.is_empty() || cards.len() > MOST_CARDS {
            let message = Message::new("Please choose a card.", "Veuillez choisir une carte.");
            fields.add("cards", message);
        }
        let mut wanted = Vec::new();
        for (index, card) in cards.iter().enumerate() {
            let id =
                fields.present(&format!("cards[{index}].cardId"), "Card", card.card_id.as_deref());
            let amount = fields.present(&format!("cards[{index}].amount"), "Amount", card.amount);
            if let Some((id, amount)) = id.zip(amount) {
                // What is no id is the id of no card.
                wanted.push(CardRefund { card: CardId::from_outside(id), amount });
            }
        }
        if !fields.is_empty() {
            return Err(Error::Invalid(fields));
        }
        Ok(Refund { order, cards: wanted, reason })
    }
}

/// Refunds cards of an order: what is on them goes back to the payment card, with the shares of charity and platform in
/// proportion, and the buyer gets a mail. They stay empty. When nothing of the order was spent and all its cards are named,
/// the whole order is cancelled. With an `Idempotency-Key`, the same call again does nothing and has the same reply.
#[utoipa::path(post, path = "/Helpdesk/orders/{id}/refunds", tag = "Helpdesk", responses((status = OK, body = OrderDossier)))]
async fn refund_order(
    who: Can<HelpCustomers>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<OrderId>,
    key: Key,
    extract::Json(form): extract::Json<RefundForm>,
) -> Result<Json<OrderDossier>> {
    let refund = form.check(id)?;
    Ok(Json(refunds::refund(&app, Author::of(&who.actor), key, refund).await?.into()))
}
