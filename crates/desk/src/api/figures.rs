//! Figures of the dashboard beside sums of money: gifts by status, failed payments, refunds, and system health.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{HelpCustomers, full_name};
use access::auth::{
    Can,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
};
use cards::given::{GiftCounts, GiftFilter, GiftStep, GivenRow};
use checkout::payments::{
    Reason as PaymentReason, State as PaymentState,
    figures::{GivenBackRow, PaymentEnd, PaymentFilter, PaymentRow},
};
use finance::reports::CardType;
use kernel::{
    date_range::DateFilter,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    config::Guard,
    error::Result,
    web::{AppState, calls::routes, extract::Query},
};

use crate::figures::{self, Figures, Health};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_figures))
        .routes(routes!(list_gifts: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(list_payments: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(list_given_back: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(get_health))
}

/// Counts of the gifts bought in these days, by status. Each count includes the statuses after it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GiftFigures {
    sent: i64,
    delivered: i64,
    opened: i64,
    used: i64,
}

impl From<GiftCounts> for GiftFigures {
    fn from(GiftCounts { sent, delivered, opened, used }: GiftCounts) -> Self {
        GiftFigures { sent, delivered, opened, used }
    }
}

/// Reason of failed payments, with their number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentFailure {
    #[schema(required)]
    reason: Option<PaymentReason>,
    /// Message of the gateway in English, if the reason is not known; empty if there is no message.
    message: String,
    count: i64,
}

/// Counts of attempts to pay by outcome.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentFigures {
    paid: i64,
    failed: i64,
    /// Number of payments with an unknown outcome.
    open: i64,
    /// The five most frequent reasons of failed payments.
    reasons: Vec<PaymentFailure>,
}

/// Refunds to buyers, whole or partial.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GivenBackFigures {
    count: i64,
    amount: Cents,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HelpdeskFigures {
    gifts: GiftFigures,
    payments: PaymentFigures,
    given_back: GivenBackFigures,
}

impl From<Figures> for HelpdeskFigures {
    fn from(Figures { gifts, payments, reasons, given_back }: Figures) -> Self {
        let reasons = reasons.into_iter();
        HelpdeskFigures {
            gifts: gifts.into(),
            payments: PaymentFigures {
                paid: payments.paid,
                failed: payments.failed,
                open: payments.open,
                reasons: reasons
                    .map(|row| PaymentFailure {
                        reason: row.reason,
                        message: row.message,
                        count: row.count,
                    })
                    .collect(),
            },
            given_back: GivenBackFigures { count: given_back.count, amount: given_back.amount },
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct CardTypeQuery {
    /// Kind of the gifts: 0 for all, 1 with a cause, 2 without one. Payments and refunds are not
    /// filtered, because they may be of both brands.
    card_type: Option<i64>,
}

impl CardTypeQuery {
    fn gifts(&self, days: DateFilter) -> Result<GiftFilter> {
        let has_cause = CardType::of_query(self.card_type)?.has_cause();
        Ok(GiftFilter { days: days.range()?, has_cause })
    }
}

/// Reads figures of gifts, payments and refunds.
#[utoipa::path(get, path = "/Helpdesk/figures", tag = "Helpdesk", responses((status = OK, body = HelpdeskFigures)))]
async fn get_figures(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(cards): Query<CardTypeQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<HelpdeskFigures>> {
    let found = figures::figures(&app, cards.gifts(days)?).await?;
    Ok(Json(found.into()))
}

/// A gift and its status.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskGift {
    id: String,
    card_number: String,
    vendor_id: String,
    vendor_name: String,
    card_value: Cents,
    #[schema(required)]
    gift_to: Option<String>,
    #[schema(required)]
    recipient_email: Option<String>,
    /// Latest status that the gift has reached.
    step: GiftStep,
    created_at: Timestamp,
    #[schema(required)]
    opened_at: Option<Timestamp>,
}

impl From<GivenRow> for DeskGift {
    fn from(row: GivenRow) -> Self {
        let step = match row {
            _ if row.is_used => GiftStep::Used,
            _ if row.opened_at.is_some() => GiftStep::Opened,
            _ if row.is_delivered => GiftStep::Delivered,
            _ => GiftStep::Sent,
        };
        DeskGift {
            id: row.id.to_string(),
            card_number: cards::masked_number(&row.last_four),
            vendor_id: row.vendor_id.to_string(),
            vendor_name: row.vendor_name,
            card_value: row.value,
            gift_to: row.gift_to,
            recipient_email: row.recipient_email,
            step,
            created_at: row.bought_at,
            opened_at: row.opened_at,
        }
    }
}

page_schema! {
    /// A page of gifts.
    DeskGiftPage of DeskGift
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct GiftStepQuery {
    /// Only gifts with this status or a later one.
    #[param(inline)]
    step: Option<GiftStep>,
}

/// Lists gifts, the newest first.
#[utoipa::path(get, path = "/Helpdesk/gifts", tag = "Helpdesk", responses((status = OK, body = DeskGiftPage)))]
async fn list_gifts(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(cards): Query<CardTypeQuery>,
    Query(query): Query<GiftStepQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<DeskGift>>> {
    let (filter, step) = (cards.gifts(days)?, query.step.unwrap_or_default());
    Ok(Json(figures::list_gifts(&app, filter, step, page).await?.map(DeskGift::from)))
}

/// An attempt to pay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskPayment {
    id: String,
    order_id: String,
    order_number: String,
    buyer_name: String,
    buyer_email: String,
    amount: Cents,
    /// State of the attempt, such as `ISSUED` or `DECLINED`.
    state: &'static str,
    /// Message of the gateway, in English; null if there is none.
    #[schema(required)]
    message: Option<String>,
    /// Reason why the payment failed.
    #[schema(required)]
    reason: Option<PaymentReason>,
    #[schema(required)]
    paid_with: Option<String>,
    sent_at: Timestamp,
}

impl From<PaymentRow> for DeskPayment {
    fn from(row: PaymentRow) -> Self {
        DeskPayment {
            id: row.id.to_string(),
            order_id: row.order_id.to_string(),
            order_number: row.cart_id.to_string(),
            buyer_name: full_name(&row.buyer_first_name, &row.buyer_last_name),
            buyer_email: row.buyer_email,
            amount: row.amount,
            state: row.state.word(),
            message: row.message,
            reason: row.reason,
            paid_with: row.paid_with,
            sent_at: row.sent_at,
        }
    }
}

page_schema! {
    /// A page of attempts to pay.
    DeskPaymentPage of DeskPayment
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PaymentQuery {
    #[param(inline)]
    end: Option<PaymentEnd>,
    /// Only payments in this state; `HELD` if the gateway holds them.
    #[param(inline)]
    state: Option<PaymentState>,
    /// Only failed payments with this reason.
    #[param(inline)]
    reason: Option<PaymentReason>,
    /// Only failed payments with this message of the gateway.
    message: Option<String>,
}

/// Lists attempts to pay, the newest first.
#[utoipa::path(get, path = "/Helpdesk/payments", tag = "Helpdesk", responses((status = OK, body = DeskPaymentPage)))]
async fn list_payments(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(query): Query<PaymentQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<DeskPayment>>> {
    let PaymentQuery { end, state, reason, message } = query;
    let filter = PaymentFilter { days: days.range()?, end, state, reason, message };
    Ok(Json(figures::list_payments(&app, filter, page).await?.map(DeskPayment::from)))
}

/// A refund of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskRefund {
    id: String,
    order_id: String,
    order_number: String,
    buyer_name: String,
    buyer_email: String,
    amount: Cents,
    /// Whether the whole order was refunded.
    is_whole: bool,
    #[schema(required)]
    reason: Option<String>,
    created_at: Timestamp,
}

impl From<GivenBackRow> for DeskRefund {
    fn from(row: GivenBackRow) -> Self {
        DeskRefund {
            id: row.id,
            order_id: row.order_id.to_string(),
            order_number: row.cart_id.to_string(),
            buyer_name: full_name(&row.buyer_first_name, &row.buyer_last_name),
            buyer_email: row.buyer_email,
            amount: row.amount,
            is_whole: row.is_whole,
            reason: row.reason,
            created_at: row.given_back_at,
        }
    }
}

page_schema! {
    /// A page of refunds.
    DeskRefundPage of DeskRefund
}

/// Lists refunds, the newest first.
///
/// The list contains refunds of whole orders and partial refunds.
#[utoipa::path(get, path = "/Helpdesk/refunds", tag = "Helpdesk", responses((status = OK, body = DeskRefundPage)))]
async fn list_given_back(
    _: Can<HelpCustomers>,
    State(app): AppState,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<DeskRefund>>> {
    let days = days.range()?;
    Ok(Json(figures::list_given_back(&app, days, page).await?.map(DeskRefund::from)))
}

/// Health of email, payments and ledger.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HealthReply {
    /// Number of emails that should have been sent by now.
    mails_due: u64,
    /// Time since when the first of these emails waits; null if none waits.
    #[schema(required)]
    mails_due_since: Option<Timestamp>,
    /// Whether a card gateway is set up.
    can_be_paid: bool,
    /// Number of payments with an unknown outcome.
    payments_open: u64,
    #[schema(required)]
    last_paid_at: Option<Timestamp>,
    /// Time since when the oldest overdue check of a charge with the gateway waits; null if none is overdue.
    #[schema(required)]
    charges_due_since: Option<Timestamp>,
    /// Moment until which the checks of the ledger have found no error.
    #[schema(required)]
    books_checked_until: Option<Timestamp>,
    /// Whether the ledger is stopped. No money moves until the error is corrected.
    is_stopped: bool,
    /// Guards against fraud and insiders that the server's settings switch off.
    guards_off: Vec<Guard>,
}

impl From<Health> for HealthReply {
    fn from(health: Health) -> Self {
        HealthReply {
            mails_due: health.mails_due,
            mails_due_since: health.mails_due_since,
            can_be_paid: health.can_be_paid,
            payments_open: health.payments_open,
            last_paid_at: health.last_paid_at,
            charges_due_since: health.charges_due_since,
            books_checked_until: health.books_checked_until,
            is_stopped: health.is_stopped,
            guards_off: health.guards_off,
        }
    }
}

/// Reads the health of email, payments and ledger.
#[utoipa::path(get, path = "/Helpdesk/health", tag = "Helpdesk", responses((status = OK, body = HealthReply)))]
async fn get_health(_: Can<HelpCustomers>, State(app): AppState) -> Result<Json<HealthReply>> {
    Ok(Json(figures::health(&app).await?.into()))
}
