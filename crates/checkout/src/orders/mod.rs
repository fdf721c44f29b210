//! Orders. When a cart is paid for, its cards are issued: either both happen or neither. Each cart
//! has at most one order.

pub mod api;
pub mod bank_payments;
mod closed_shops;
mod jobs;
mod purchase;
pub mod refund_requests;
pub mod refunds;
pub mod refused_refunds;
#[cfg(feature = "demo")]
mod seed;
pub mod shop_closings;
pub mod support;
mod verify;

use std::{sync::Arc, time::Duration};

use authorizenet::Token;
use db::{Ask, Tx, Wake};
use tokio::{
    task::JoinHandle,
    time::{Instant, timeout_at},
};
use tracing::Instrument;

use access::auth::Actor;
use cards::CardRow;
use kernel::{
    brand::Brand,
    dates::BusinessDate,
    fields::Fields,
    ids::{AttemptId, OrderId, PersonId},
    language::Language,
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::MoneyMoves;
use market::campaigns::progress::{self, OrderedCampaign};
use platform::{
    app::App,
    error::{Error, Result},
    fail_points::Point,
    jobs::Job,
    web::versions::IfMatch,
};

use crate::{
    carts::{self, CartId, CartState, ItemRow},
    disputes::reversals::LookIntoCharge,
    fraud::risk,
    order::{
        self,
        errors::{CART_EMPTY, PAYMENT_CANCELLED, PAYMENT_PENDING},
    },
    payments::{self, AttemptRow, NewAttempt, Payer, State},
};

pub use crate::order::{OrderRow, OrderedShop};
pub use closed_shops::ClosedShops;
pub use jobs::add_work;
pub use purchase::LockedOrder;
#[cfg(feature = "demo")]
pub use seed::{Sale, Sold, sell as sell_in_past};
pub use verify::{overdue, rules};

/// Kinds of jobs that a notice from the gateway makes due at once.
pub const KINDS_AFTER_WEBHOOKS: [&str; 4] = [
    payments::FinishPayment::KIND,
    payments::RecheckPayment::KIND,
    payments::FinishRefund::KIND,
    LookIntoCharge::KIND,
];

/// Input of a request to pay for a cart.
pub struct Checkout {
    pub cart: CartId,
    /// Total that the buyer saw. The payment is refused if the cart has another total.
    pub amount: Cents,
    /// Version of the cart that the buyer saw. The payment is refused if the cart has changed
    /// since.
    pub began: IfMatch,
    pub token: Token,
    pub payer: Payer,
    /// Keyed hash of the client's IP address.
    pub client: String,
    pub brand: Brand,
    /// Language of the web page, which becomes the language of the buyer's emails.
    pub language: Option<Language>,
}

/// An order, with its cards if it is paid.
pub struct Paid {
    pub order: OrderRow,
    pub cards: Vec<CardRow>,
    /// Whether the last charge was voided before cards were issued.
    pub is_charge_voided: bool,
}

/// Result of starting a payment attempt.
#[derive(Clone)]
enum Begun {
    /// The order was already paid.
    Paid(OrderId),
    /// An earlier attempt: a payment for the cart is in progress, or the same payment token was
    /// used before.
    Before(AttemptRow),
    /// A new attempt, for which the gateway must be called.
    New(AttemptRow),
}

/// Pays for a cart and returns the order with its cards. A repeated call doesn't charge again, and
/// gets the same reply.
pub async fn check_out(app: &Arc<App>, actor: &Actor, checkout: Checkout) -> Result<Paid> {
    payments::refuse_without_gateway(app)?;
    // Subscribes before the payment starts, so that no outcome is missed.
    let mut news = app.db.subscribe(payments::TOPIC);
    app.fail_points.pass(Point::BeforeBegin).await?;
    let deadline = Instant::now() + app.config.gateway.wait();
    // Runs in its own task, so that the payment continues even if the caller disconnects.
    let starting = start(app.clone(), actor.person, checkout).in_current_span();
    let starting = app.checkouts.spawn(starting);
    let (begun, paying) = starting.await.map_err(|panic| Error::Internal(panic.to_string()))??;
    let attempt = match begun {
        Begun::Paid(order) => return find(app, actor.person, order).await,
        Begun::Before(attempt) | Begun::New(attempt) => attempt,
    };
    if let Some(paying) = paying {
        // An error or timeout is ignored, because the attempt's row holds the current state.
        let _ = timeout_at(deadline, paying).await;
    }
    let outcome = await_outcome(app, actor.person, attempt, deadline, &mut news).await;
    outcome.map_err(|error| match error {
        // The card may have been charged by now. After a "busy" error, the buyer would pay again.
        Error::Database(error) if error.is_passing() => Error::Refused(PAYMENT_PENDING),
        error => error,
    })
}

/// Waits until the outcome of an attempt is known, and returns the order or the error for the
/// buyer. Refuses with `PAYMENT_PENDING` at the deadline.
async fn await_outcome(
    app: &App,
    person: PersonId,
    attempt: AttemptRow,
    deadline: Instant,
    news: &mut db::Subscription,
) -> Result<Paid> {
    let (attempt, order) = (attempt.key(), attempt.order_id);
    loop {
        let row_and_order = move |tx: &mut Tx<'_>| {
            tx.ask((payments::find(attempt), whole(person, order))).map_err(Error::from)
        };
        let (row, order) = app.db.read(row_and_order).await?;
        let row = row.ok_or(Error::NotFound)?;
        if row.state.is_over() {
            app.fail_points.pass(Point::BeforeReply).await?;
            return reply(row, order);
        }
        // An administrator or the gateway has to review the payment, which takes longer than a
        // caller can wait.
        if matches!(row.state, State::Held | State::Review) {
            return Err(Error::Refused(PAYMENT_PENDING));
        }
        // Signals from other nodes may get lost, so the row is read at least once a second.
        let next = (Instant::now() + Duration::from_secs(1)).min(deadline);
        let heard = timeout_at(next, news_of(attempt.id, news)).await;
        if heard.is_err() && Instant::now() >= deadline {
            return Err(Error::Refused(PAYMENT_PENDING));
        }
    }
}

/// Waits for a signal that an attempt may have a new state. Skips signals for other attempts
/// without a query, because many callers wait at once.
async fn news_of(attempt: AttemptId, news: &mut db::Subscription) {
    let own = attempt.to_string();
    while let Some(Wake::Signal(other)) = news.next().await {
        if other == own {
            return;
        }
    }
}

/// Records a new attempt and spawns the task that charges the card. The task continues if the
/// caller disconnects.
async fn start(
    app: Arc<App>,
    person: PersonId,
    checkout: Checkout,
) -> Result<(Begun, Option<JoinHandle<()>>)> {
    let begun = begin(&app, person, &checkout).await?;
    let Begun::New(attempt) = begun.clone() else { return Ok((begun, None)) };
    app.fail_points.pass(Point::AfterBegin).await?;
    let checkouts = app.checkouts.clone();
    let paying = payments::pay::<LockedOrder>(app, attempt, checkout.token, checkout.payer);
    Ok((begun, Some(checkouts.spawn(paying.in_current_span()))))
}

fn reply(attempt: AttemptRow, order: Option<Paid>) -> Result<Paid> {
    match attempt.state {
        State::Issued | State::Reversed => order.ok_or(Error::NotFound),
        State::Declined => {
            Err(payments::errors::declined(attempt.reason, &attempt.message.unwrap_or_default()))
        }
        State::Voided => Err(Error::Refused(PAYMENT_CANCELLED)),
        _ => Err(payments::errors::failed(attempt.reason, &attempt.message.unwrap_or_default())),
    }
}

/// Records a new attempt and freezes the cart, before the gateway is called. Returns the earlier
/// attempt or order if the call is a repetition.
async fn begin(app: &Arc<App>, person: PersonId, checkout: &Checkout) -> Result<Begun> {
    let Checkout { cart, amount, brand, language, .. } = *checkout;
    let token_hashes = payments::token_hashes(&app.secrets, checkout.token.value().expose());
    let (client, began) = (checkout.client.clone(), checkout.began.clone());
    app.write(move |tx, app, now| {
        let purchase = risk::Purchase { cart, person, client: &client };
        // Locks the cart first, so that no other call can change the data that the queries
        // after it read.
        let (state, (order, used), items, open_from, known, declines) = tx.ask((
            carts::lock(tx.engine(), person, cart),
            (order::find_of_cart(person, cart), payments::find_by_token(&token_hashes)),
            carts::items(person, cart),
            ledger::books_open_from(),
            risk::known(app, now, purchase),
            risk::declines(purchase),
        ))?;
        let state = state.ok_or(Error::NotFound)?;
        app.fail_points.pass_in_transaction(tx, Point::InBegin)?;
        if let Some(begun) = begun_before(tx, person, state, order, used)? {
            return Ok(begun);
        }
        MoneyMoves::of(open_from)?;
        risk::refuse_after_declines(app, now, purchase, &known, &declines)?;
        refuse_what_can_not_be_sold(now, &items, amount)?;
        began.check(&app.secrets, &carts::agreed(&items))?;
        risk::refuse_too_much(app, now, &known, &items, amount)?;
        let new = NewAttempt {
            buyer: person,
            order: match order {
                Some(order) => order,
                None => order::insert(tx, now, cart, person, brand)?,
            },
            is_first: order.is_none(),
            cart: &cart.to_string(),
            amount,
            token_hash: token_hashes.current().to_owned(),
            client: Some(client.clone()),
        };
        let attempt = payments::begin(tx, now, new)?;
        carts::set_state(tx, person, cart, CartState::Paying, now)?;
        if let Some(language) = language {
            people::set_language(tx, person, language)?;
        }
        Ok(Begun::New(attempt))
    })
    .await
}

/// Returns the earlier attempt or order if the call is a repetition, otherwise `None`. Refuses a
/// payment token that was used for another order.
fn begun_before(
    tx: &mut Tx<'_>,
    person: PersonId,
    cart: CartState,
    order: Option<OrderId>,
    used: Option<AttemptRow>,
) -> Result<Option<Begun>> {
    if let Some(used) = used {
        if Some(used.order_id) != order {
            let message = Message::new(
                "This card entry was used before. Please enter the card again.",
                "Cette saisie de carte a déjà servi. Veuillez saisir la carte de nouveau.",
            );
            return Err(Error::Invalid(Fields::one("opaqueDataValue", message)));
        }
        // A sold cart is reported as paid, even if the order was cancelled later.
        if cart != CartState::Sold {
            return Ok(Some(Begun::Before(used)));
        }
    }
    let Some(order) = order else { return Ok(None) };
    Ok(match cart {
        CartState::Sold => Some(Begun::Paid(order)),
        CartState::Paying => payments::newest_of(tx, person, order)?.map(Begun::Before),
        CartState::Open => None,
    })
}

/// Refuses an empty cart, items that aren't on sale, and a total other than the total that the
/// buyer saw.
fn refuse_what_can_not_be_sold(now: Timestamp, items: &[ItemRow], amount: Cents) -> Result<()> {
    let today = BusinessDate::of(now);
    if items.is_empty() {
        return Err(Error::Refused(CART_EMPTY));
    }
    let mut fields = Fields::default();
    for (index, item) in items.iter().enumerate() {
        if let Some(off) = item.off_sale(today) {
            let shop = &item.offer.vendor.display_name;
            fields.add(&format!("cartDetails[{index}]"), off.message().about(shop));
        }
    }
    let total = Cents::sum(items.iter().map(carts::ItemRow::total));
    if total != Ok(amount) {
        fields.add(
            "amount",
            Message::new(
                "This is not what the cart costs. Please reload your cart.",
                "Ce n’est pas le prix du panier. Veuillez recharger votre panier.",
            ),
        );
    }
    if fields.is_empty() { Ok(()) } else { Err(Error::Invalid(fields)) }
}

/// Returns an order of the caller with its cards.
pub async fn find(app: &App, person: PersonId, id: OrderId) -> Result<Paid> {
    app.db.read(move |tx| read_whole(tx, person, id)).await
}

/// Lists the campaigns that a paid order of the caller supports.
pub async fn campaigns_of(
    app: &App,
    person: PersonId,
    id: OrderId,
) -> Result<Vec<OrderedCampaign>> {
    app.db
        .read(move |tx| {
            let order = tx.ask(order::find(person, id))?.ok_or(Error::NotFound)?;
            match order.paid_at {
                Some(_) => progress::of_order(tx, person, id),
                None => Ok(Vec::new()),
            }
        })
        .await
}

/// Returns an order of the caller by the number of its cart, whether or not it is paid.
pub async fn find_by_number(app: &App, person: PersonId, cart: CartId) -> Result<Paid> {
    app.db
        .read(move |tx| {
            let order = tx.ask(order::find_of_cart(person, cart))?.ok_or(Error::NotFound)?;
            read_whole(tx, person, order)
        })
        .await
}

fn read_whole(tx: &mut Tx<'_>, person: PersonId, id: OrderId) -> Result<Paid> {
    let mut paid = tx.ask(whole(person, id))?.ok_or(Error::NotFound)?;
    if paid.order.paid_at.is_none() && !paid.order.is_paying {
        let last = payments::newest_of(tx, person, id)?;
        paid.is_charge_voided = last.is_some_and(|attempt| attempt.state == State::Voided);
    }
    Ok(paid)
}

/// Reads an order with its cards. Returns `None` if it doesn't exist or belongs to someone else.
fn whole(person: PersonId, id: OrderId) -> impl Ask<Answer = Option<Paid>> {
    (order::find(person, id), cards::bought_with(id))
        .map(|(order, cards)| order.map(|order| Paid { order, cards, is_charge_voided: false }))
}

/// Lists all orders that a person ever began to pay for, whatever their outcome, oldest first.
pub fn list_begun(tx: &mut Tx<'_>, person: PersonId, page: PageRequest) -> Result<Vec<OrderRow>> {
    order::list_begun(tx, person, page)
}

/// An order in the buyer's list, with the shops of its cards.
pub struct Listed {
    pub order: OrderRow,
    pub shops: Vec<OrderedShop>,
}

/// Lists the caller's pending and paid orders. Pending orders come first, and newer orders before
/// older ones.
pub async fn list(app: &App, person: PersonId, page: PageRequest) -> Result<Page<Listed>> {
    app.db
        .read(move |tx| {
            let rows = order::list(tx, person, page)?;
            let mut shops = order::shops_of(tx, person, &rows)?;
            let listed = rows.into_iter().map(|order| {
                let own = shops.extract_if(.., |shop| shop.order_id == order.id).collect();
                Listed { order, shops: own }
            });
            Page::counted(listed.collect(), page, || order::count(tx, person))
        })
        .await
}
