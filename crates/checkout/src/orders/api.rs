//! `/Orders/…`: checkout, and the caller's orders.

use std::sync::Arc;

use authorizenet::{
    Token,
    webhook::{self, SIGNATURE_HEADER},
};
use axum::{Json, body::Bytes, extract::State, http::HeaderMap};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::{Actor, Client, SignedIn};
use cards::CardRow;
use kernel::{
    brand::Brand,
    dates::BusinessDate,
    fields::Fields,
    ids::OrderId,
    messages::{self, Message},
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    text::Line,
    timestamp::Timestamp,
};
use ledger::errors::LEDGER_STOPPED;
use market::campaigns::progress::OrderedCampaign;
use platform::{
    app::App,
    error::{
        Error, Result,
        codes::{NOT_FOUND, UNAUTHORIZED},
    },
    secrets::Secrets,
    web::{
        AppState,
        calls::routes,
        extract::{self, Page as CallingPage, Path, Query},
        versions::IfMatch,
    },
};

use super::{Checkout, Listed, LockedOrder, Paid, shop_closings};
use crate::{
    carts::CartId,
    order::{
        OrderRow, OrderedShop,
        errors::{
            CART_EMPTY, OVER_BUYING_LIMIT, PAYMENT_CANCELLED, PAYMENT_PENDING, TOO_MANY_DECLINES,
            TOO_MUCH_FOR_NEW_ACCOUNT,
        },
    },
    payments::{
        self, Payer,
        errors::{PAYMENT_DECLINED, PAYMENT_FAILED, PAYMENTS_OFF, TOO_MANY_PAYMENTS},
    },
};

type CardHolder = Line<64>;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(
            check_out: CART_EMPTY NOT_FOUND PAYMENT_DECLINED PAYMENT_FAILED PAYMENT_CANCELLED
                PAYMENT_PENDING PAYMENTS_OFF TOO_MANY_PAYMENTS TOO_MANY_DECLINES TOO_MUCH_FOR_NEW_ACCOUNT
                OVER_BUYING_LIMIT
                LEDGER_STOPPED
        ))
        .routes(routes!(list_orders))
        .routes(routes!(get_order))
        .routes(routes!(list_order_campaigns))
        .routes(routes!(receive_webhook: UNAUTHORIZED))
        .merge(shop_closings::api::routes())
        .merge(shop_closings::takeovers::api::routes())
}

/// Payment for the cart. A form with any other field is refused, so that no client can send the
/// data of a payment card.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CheckoutForm {
    /// Total that the buyer saw. The call is refused if it differs from the total of the cart.
    amount: Option<Cents>,
    /// Id of the cart.
    order_number: Option<String>,
    card_holder_name: Option<String>,
    /// Token that the gateway's script created from the payment card.
    opaque_data_value: Option<String>,
    opaque_data_descriptor: Option<String>,
    /// Brand of the site, which decides the look of emails.
    app_name: Option<String>,
}

impl CheckoutForm {
    fn check(
        &self,
        app: &App,
        actor: &Actor,
        page: CallingPage,
        client: &Client,
        began: IfMatch,
    ) -> Result<Checkout> {
        let mut fields = Fields::default();
        let amount = fields.present("amount", "Amount", self.amount);
        let number = fields.required::<Line<20>>("orderNumber", "Order Number", &self.order_number);
        let card_holder = fields.required::<CardHolder>(
            "cardHolderName",
            "Cardholder Name",
            &self.card_holder_name,
        );
        if self.opaque_data_descriptor.is_none() {
            fields.add("opaqueDataDescriptor", messages::required("Descriptor"));
        }
        let token = self.token();
        if token.is_none() {
            fields.add(
                "opaqueDataValue",
                Message::new(
                    "The card could not be read. Please enter it again.",
                    "La carte n’a pas pu être lue. Veuillez la saisir de nouveau.",
                ),
            );
        }
        let (amount, number, card_holder, token) = fields
            .finish(|| Some((amount?, number?, card_holder?, token?)))
            .map_err(Error::Invalid)?;
        // A text that isn't a cart id gets the same error as the id of an unknown cart.
        let cart = CartId::parse(&number).ok_or(Error::NotFound)?;
        let payer = Payer {
            card_holder: card_holder.to_string(),
            email: actor.email.clone(),
            address: client.address,
        };
        let brand = page.brand_of(self.app_name.as_deref());
        // Refuses early on a server without a gateway.
        payments::refuse_without_gateway(app)?;
        Ok(Checkout {
            cart,
            amount,
            began,
            token,
            payer,
            client: client.name(&app.secrets).address,
            brand,
            language: page.chosen_language,
        })
    }

    fn token(&self) -> Option<Token> {
        Token::parse(self.opaque_data_descriptor.as_deref()?, self.opaque_data_value.as_deref()?)
    }
}

/// A paid order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CheckoutReply {
    order_id: String,
    order_number: String,
    total: Cents,
    cards: Vec<OrderCard>,
}

/// A card of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderCard {
    id: String,
    vendor_id: String,
    vendor_name: String,
    card_number: String,
    card_value: Cents,
    /// Part of the price that went to the charity.
    charity_share: Cents,
    card_type: i64,
    is_gift: bool,
    #[schema(required)]
    to: Option<String>,
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
    #[schema(required)]
    charity_name: Option<String>,
    #[schema(required)]
    charity_logo_path: Option<String>,
    /// Name of the shop that took the card over from a shop that closed.
    #[schema(required)]
    moved_to: Option<String>,
}

impl OrderCard {
    fn new(card: CardRow, secrets: &Secrets) -> Result<OrderCard> {
        Ok(OrderCard {
            id: card.id.to_string(),
            send_at: card.planned_for().map(|(at, _)| at),
            send_zone: card.planned_for().map(|(_, zone)| zone.name()),
            send_on: card.planned_locally().map(|(day, _)| day),
            send_hour: card.planned_locally().map(|(_, hour)| hour),
            is_sending_stopped: card.send_stopped_at.is_some(),
            card_type: card.card_type(),
            card_number: cards::number_for(secrets, &card, card.buyer_id)?,
            vendor_id: card.vendor_id.to_string(),
            vendor_name: card.vendor_name,
            card_value: card.face,
            charity_share: card.charity_share,
            is_gift: card.is_gift,
            to: card.gift_to,
            charity_name: card.charity_name,
            charity_logo_path: card.charity_logo_key,
            moved_to: card.moved_to_name,
        })
    }

    fn all(cards: Vec<CardRow>, secrets: &Secrets) -> Result<Vec<OrderCard>> {
        cards.into_iter().map(|card| OrderCard::new(card, secrets)).collect()
    }
}

impl CheckoutReply {
    fn new(paid: Paid, secrets: &Secrets) -> Result<CheckoutReply> {
        Ok(CheckoutReply {
            order_id: paid.order.id.to_string(),
            order_number: paid.order.cart_id.to_string(),
            total: paid.order.total.unwrap_or_default(),
            cards: OrderCard::all(paid.cards, secrets)?,
        })
    }
}

/// Pays for the cart.
///
/// Send the `version` of the cart as `If-Match`: the call is refused if the cart has changed since. A repeated call charges
/// nothing and gets the same reply. `PAYMENT_PENDING` means that the outcome is not known yet: the order finishes by itself;
/// follow it with `GET /Orders/{orderNumber}`.
#[utoipa::path(post, path = "/Orders/checkout", tag = "Orders",
    responses((status = OK, body = CheckoutReply)))]
async fn check_out(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    page: CallingPage,
    client: Client,
    began: IfMatch,
    extract::Json(form): extract::Json<CheckoutForm>,
) -> Result<Json<CheckoutReply>> {
    let checkout = form.check(&app, &actor, page, &client, began)?;
    let paid = super::check_out(&app, &actor, checkout).await?;
    Ok(Json(CheckoutReply::new(paid, &app.secrets)?))
}

#[derive(Serialize, ToSchema)]
pub enum OrderStatus {
    /// Not paid; can be paid for.
    Open,
    /// A payment is being confirmed.
    Pending,
    Paid,
    /// Cancelled: the cards are empty, and the buyer is being refunded.
    Cancelled,
    /// Reversed at the gateway, by the bank or by hand: the cards can't be used.
    Reversed,
}

/// An order with its total and state.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Order {
    id: String,
    order_number: String,
    status: OrderStatus,
    total: Cents,
    card_count: i64,
    /// Brand and last digits of the payment card.
    #[schema(required)]
    paid_with: Option<String>,
    #[schema(required)]
    paid_at: Option<Timestamp>,
    /// Sum refunded to the buyer.
    refunded_amount: Cents,
    /// Time of the last partial refund.
    #[schema(required)]
    refunded_at: Option<Timestamp>,
}

/// An order in the list of your orders.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderItem {
    #[serde(flatten)]
    order: Order,
    /// Shops of the cards.
    shops: Vec<OrderShop>,
}

/// A shop as a list of orders shows it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderShop {
    name: String,
    #[schema(required)]
    logo_path: Option<String>,
    /// Hue of the logo in degrees, used as the colour of the shop's cards.
    #[schema(required)]
    hue: Option<u32>,
}

impl From<OrderedShop> for OrderShop {
    fn from(shop: OrderedShop) -> Self {
        OrderShop { name: shop.name, logo_path: shop.logo_key, hue: shop.hue }
    }
}

impl From<Listed> for OrderItem {
    fn from(Listed { order, shops }: Listed) -> Self {
        OrderItem { order: order.into(), shops: shops.into_iter().map(OrderShop::from).collect() }
    }
}

impl OrderStatus {
    pub fn of(row: &OrderRow) -> OrderStatus {
        match (row.cancelled_at.is_some(), row.reversed_at.is_some(), row.paid_at.is_some()) {
            (true, ..) => OrderStatus::Cancelled,
            (false, true, _) => OrderStatus::Reversed,
            (false, false, true) => OrderStatus::Paid,
            (false, false, false) if row.is_paying => OrderStatus::Pending,
            (false, false, false) => OrderStatus::Open,
        }
    }
}

impl From<OrderRow> for Order {
    fn from(row: OrderRow) -> Self {
        let (status, (refunded_amount, refunded_at)) = (OrderStatus::of(&row), row.refunded());
        Order {
            id: row.id.to_string(),
            order_number: row.cart_id.to_string(),
            status,
            total: row.total.unwrap_or_default(),
            card_count: row.card_count,
            paid_with: row.paid_with,
            paid_at: row.paid_at,
            refunded_amount,
            refunded_at,
        }
    }
}

page_schema! {
    /// A page of orders.
    OrderPage of OrderItem
}

/// Lists your orders, pending ones first.
///
/// Within each group the newest comes first.
#[utoipa::path(get, path = "/Orders/me", tag = "Orders",
    responses((status = OK, body = OrderPage)))]
async fn list_orders(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<OrderItem>>> {
    Ok(Json(super::list(&app, actor.person, page).await?.map(OrderItem::from)))
}

/// A card on a receipt, with what was refunded of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReceiptCard {
    #[serde(flatten)]
    card: OrderCard,
    /// Amount refunded of this card.
    refunded_amount: Cents,
    /// Part of the price that the charity keeps after refunds and reversals.
    charity_share_kept: Cents,
    #[schema(required)]
    recipient_email: Option<String>,
    /// Time at which the gift was emailed; null until then.
    #[schema(required)]
    mailed_at: Option<Timestamp>,
    #[schema(required)]
    opened_at: Option<Timestamp>,
    #[schema(required)]
    claimed_at: Option<Timestamp>,
}

impl ReceiptCard {
    fn new(card: CardRow, secrets: &Secrets) -> Result<ReceiptCard> {
        let (refunded_amount, charity_share_kept) = (card.refunded(), card.charity_share_kept()?);
        Ok(ReceiptCard {
            refunded_amount,
            charity_share_kept,
            recipient_email: card.recipient_email.clone(),
            mailed_at: card.mailed_at,
            opened_at: card.opened_at,
            claimed_at: card.claimed_at,
            card: OrderCard::new(card, secrets)?,
        })
    }
}

/// An order with its cards, and its buyer as the receipt names them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderDetail {
    #[serde(flatten)]
    order: Order,
    /// Brand that sold the cards.
    brand: Brand,
    first_name: String,
    last_name: String,
    email: String,
    cards: Vec<ReceiptCard>,
    /// Whether the charge was voided or refunded because its cards could not be issued.
    is_charge_voided: bool,
}

/// Reads your order by its id or number.
#[utoipa::path(get, path = "/Orders/{id}", tag = "Orders",
    responses((status = OK, body = OrderDetail)))]
async fn get_order(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<String>,
) -> Result<Json<OrderDetail>> {
    let paid = match (OrderId::parse(&id), CartId::parse(&id)) {
        (Some(id), _) => super::find(&app, actor.person, id).await?,
        (None, Some(number)) => super::find_by_number(&app, actor.person, number).await?,
        (None, None) => return Err(Error::NotFound),
    };
    let cards = paid.cards.into_iter().map(|card| ReceiptCard::new(card, &app.secrets));
    Ok(Json(OrderDetail {
        brand: paid.order.brand,
        order: paid.order.into(),
        first_name: actor.first_name,
        last_name: actor.last_name,
        email: actor.email,
        cards: cards.collect::<Result<_>>()?,
        is_charge_voided: paid.is_charge_voided,
    }))
}

/// Campaign that an order supports.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderCampaign {
    id: String,
    charity_id: String,
    name: String,
    charity_name: String,
    /// Sum raised so far, including your order.
    raised: Cents,
    #[schema(required)]
    goal: Option<Cents>,
    /// Thanks of the charity; null if it has written none.
    #[schema(required)]
    thanks: Option<String>,
    /// Number of other buyers whose cards support the campaign.
    other_supporters: i64,
    days_left: i64,
}

impl OrderCampaign {
    fn new(found: OrderedCampaign, today: BusinessDate) -> OrderCampaign {
        let OrderedCampaign { campaign, others } = found;
        let days_left = campaign.days().left(today);
        OrderCampaign {
            days_left,
            id: campaign.id.to_string(),
            charity_id: campaign.charity_id.to_string(),
            name: campaign.name,
            charity_name: campaign.charity_name,
            raised: campaign.raised,
            goal: campaign.goal,
            thanks: campaign.thanks,
            other_supporters: others,
        }
    }
}

/// Lists the campaigns that your order supports.
#[utoipa::path(get, path = "/Orders/{id}/campaigns", tag = "Orders",
    responses((status = OK, body = Vec<OrderCampaign>)))]
async fn list_order_campaigns(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<OrderId>,
) -> Result<Json<Vec<OrderCampaign>>> {
    let today = BusinessDate::today(&app.clock);
    let found = super::campaigns_of(&app, actor.person, id).await?;
    Ok(Json(found.into_iter().map(|one| OrderCampaign::new(one, today)).collect()))
}

/// Receives a signed event of the card gateway.
///
/// For the gateway only.
#[utoipa::path(post, path = "/Payments/notifications", tag = "Orders", request_body = serde_json::Value,
    responses((status = OK)))]
async fn receive_webhook(State(app): AppState, headers: HeaderMap, body: Bytes) -> Result<()> {
    let handled = handle_webhook(&app, &headers, &body).await;
    app.metrics.money.webhook_received(match &handled {
        Ok(()) => "handled",
        Err(Error::Unauthorized | Error::Malformed(_) | Error::NotFound) => "refused",
        Err(_) => "failed",
    });
    handled
}

async fn handle_webhook(app: &Arc<App>, headers: &HeaderMap, body: &Bytes) -> Result<()> {
    let gateway = app.gateway.as_ref().ok_or(Error::NotFound)?;
    let signature = headers.get(SIGNATURE_HEADER).and_then(|value| value.to_str().ok());
    if !webhook::is_signed(&gateway.signature_key, body, signature.unwrap_or_default()) {
        return Err(Error::Unauthorized);
    }
    let event = webhook::parse(body)
        .ok_or_else(|| Error::Malformed("The note can't be read.".to_owned()))?;
    payments::handle_webhook::<LockedOrder>(app, event).await
}
