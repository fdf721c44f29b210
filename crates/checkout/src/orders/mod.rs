//! Orders: a cart is paid for, and cards exist; never one without the other. One order for each cart, for ever.

pub mod actions;
pub mod api;
pub mod bank_payments;
mod closed_shops;
pub mod errors;
mod jobs;
pub mod letters;
mod purchase;
pub mod raised_limits;
pub mod reconciliation;
pub mod refund_requests;
pub mod refunds;
pub mod refused_refunds;
pub mod reversals;
pub mod review;
mod risk;
pub mod secret_uses;
#[cfg(feature = "demo")]
mod seed;
pub mod shop_closings;
mod store;
pub mod support;
mod verify;
pub mod watch;

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
use platform::{
    app::App,
    error::{Error, Result},
    fail_points::Point,
    web::versions::IfMatch,
};

use crate::{
    carts::{self, CartId, CartState, ItemRow},
    orders::errors::{CART_EMPTY, PAYMENT_CANCELLED, PAYMENT_PENDING},
    payments::{self, AttemptRow, NewAttempt, Payer, State},
};

pub use jobs::add_work;
pub use purchase::LockedOrder;
pub use reversals::look_into_charge;
pub use risk::forget_totals;
#[cfg(feature = "demo")]
pub use seed::{Sale, Sold, sell as sell_in_past};
pub use store::{OrderRow, OrderedShop};
pub use verify::{overdue, rules};

/// What somebody sends to pay.
pub struct Checkout {
    pub cart: CartId,
    /// What they believe to pay: only compared.
    pub amount: Cents,
    /// The cart that they saw.
    pub began: IfMatch,
    pub token: Token,
    pub payer: Payer,
    /// The keyed hash of the client address.
    pub client: String,
    pub brand: Brand,
    /// What was chosen on the page: from now on they are written to in it.
    pub language: Option<Language>,
}

/// An order with its cards, once it is paid.
pub struct Paid {
    pub order: OrderRow,
    pub cards: Vec<CardRow>,
    /// The last charge for it was voided before there were cards.
    pub is_charge_voided: bool,
}

/// How things stand when somebody wants to pay.
#[derive(Clone)]
enum Begun {
    /// This very order was paid for before.
    Paid(OrderId),
    /// A payment for it is on its way, or was made with this very token.
    Before(AttemptRow),
    /// The gateway is to be asked.
    New(AttemptRow),
}

/// Pays for a cart. However often it is sent, it is paid for once, and the reply is the same.
pub async fn check_out(app: &Arc<App>, actor: &Actor, checkout: Checkout) -> Result<Paid> {
    payments::refuse_without_gateway(app)?;
    // Before anything begins, so that no news is missed.
    let mut news = app.db.subscribe(payments::TOPIC);
    app.fail_points.pass(Point::BeforeBegin).await?;
    let deadline = Instant::now() + app.config.gateway.wait();
    // A task of its own: whoever hangs up half-way gets their cards all the same.
    let starting = start(app.clone(), actor.person, checkout).in_current_span();
    let starting = app.checkouts.spawn(starting);
    let (begun, paying) = starting.await.map_err(|panic| Error::Internal(panic.to_string()))??;
    let attempt = match begun {
        Begun::Paid(order) => return find(app, actor.person, order).await,
        Begun::Before(attempt) | Begun::New(attempt) => attempt,
    };
    if let Some(paying) = paying {
        // However it ends, or if it takes too long, the attempt's row says how things stand.
        let _ = timeout_at(deadline, paying).await;
    }
    let outcome = await_outcome(app, actor.person, attempt, deadline, &mut news).await;
    outcome.map_err(|error| match error {
        // From here on it may be charged: whoever hears that we are busy would pay again.
        Error::Database(error) if error.is_passing() => Error::Refused(PAYMENT_PENDING),
        error => error,
    })
}

/// Waits for what becomes of an attempt, as long as its caller would.
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
        // A person decides about it, and nobody waits for that before a page that says "don't close me".
        if matches!(row.state, State::Held | State::Review) {
            return Err(Error::Refused(PAYMENT_PENDING));
        }
        // Other nodes' news may get lost: look again after a second in any case.
        let next = (Instant::now() + Duration::from_secs(1)).min(deadline);
        let heard = timeout_at(next, news_of(attempt.id, news)).await;
        if heard.is_err() && Instant::now() >= deadline {
            return Err(Error::Refused(PAYMENT_PENDING));
        }
    }
}

/// Resolves when something may have become of an attempt. What became of others is not looked into: many wait at once.
async fn news_of(attempt: AttemptId, news: &mut db::Subscription) {
    let own = attempt.to_string();
    while let Some(Wake::Signal(other)) = news.next().await {
        if other == own {
            return;
        }
    }
}

/// Begins, and has the gateway asked by a task that outlives its caller.
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

/// Writes down that the gateway is about to be asked, and freezes the cart; or finds that this was done before.
async fn begin(app: &Arc<App>, person: PersonId, checkout: &Checkout) -> Result<Begun> {
    let (now, shared) = (app.clock.now(), app.clone());
    let Checkout { cart, amount, brand, language, .. } = *checkout;
    let token_hashes = payments::token_hashes(&app.secrets, checkout.token.value().expose());
    let (client, began) = (checkout.client.clone(), checkout.began.clone());
    app.db
        .write(move |tx| {
            let purchase = risk::Purchase { cart, person, client: &client };
            // The lock comes first: all else is read under it.
            let (state, (order, used), items, open_from, known, declines) = tx.ask((
                carts::lock(tx.engine(), person, cart),
                (store::find_of_cart(person, cart), payments::find_by_token(&token_hashes)),
                carts::items(person, cart),
                ledger::books_open_from(),
                risk::known(&shared, now, purchase),
                risk::declines(purchase),
            ))?;
            let state = state.ok_or(Error::NotFound)?;
            shared.fail_points.pass_in_transaction(tx, Point::InBegin)?;
            if let Some(begun) = begun_before(tx, person, state, order, used)? {
                return Ok(begun);
            }
            MoneyMoves::of(open_from)?;
            risk::refuse_after_declines(&shared, now, purchase, &known, &declines)?;
            refuse_what_can_not_be_sold(now, &items, amount)?;
            began.check(&shared.secrets, &carts::agreed(&items))?;
            risk::refuse_too_much(&shared, now, &known, &items, amount)?;
            let new = NewAttempt {
                buyer: person,
                order: match order {
                    Some(order) => order,
                    None => store::insert(tx, now, cart, person, brand)?,
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

/// What a repetition is to be answered with, if this is one.
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
        // What is sold stays so, even when it was cancelled afterwards.
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

/// Everything in the cart must be for sale, and cost what its buyer believes.
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
    let total = Cents::checked_sum(items.iter().map(carts::ItemRow::total));
    if total != Some(amount) {
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

/// One's own paid order.
pub async fn find(app: &App, person: PersonId, id: OrderId) -> Result<Paid> {
    app.db.read(move |tx| read_whole(tx, person, id)).await
}

/// One's own order by the number it is paid under, whether it is paid or not.
pub async fn find_by_number(app: &App, person: PersonId, cart: CartId) -> Result<Paid> {
    app.db
        .read(move |tx| {
            let order = tx.ask(store::find_of_cart(person, cart))?.ok_or(Error::NotFound)?;
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

/// An order that is paid, or not known to be taken back.
fn whole(person: PersonId, id: OrderId) -> impl Ask<Answer = Option<Paid>> {
    (store::find(person, id), cards::bought_with(id))
        .map(|(order, cards)| order.map(|order| Paid { order, cards, is_charge_voided: false }))
}

/// All that somebody ever began to pay for, the oldest first.
pub fn list_begun(tx: &mut Tx<'_>, person: PersonId, page: PageRequest) -> Result<Vec<OrderRow>> {
    store::list_begun(tx, person, page)
}

/// An order with the shops whose cards it is for.
pub struct Listed {
    pub order: OrderRow,
    pub shops: Vec<OrderedShop>,
}

/// One's own orders: those whose payment is being confirmed, then the paid ones, the newest of each first.
pub async fn list(app: &App, person: PersonId, page: PageRequest) -> Result<Page<Listed>> {
    app.db
        .read(move |tx| {
            let rows = store::list(tx, person, page)?;
            let mut shops = store::shops_of(tx, person, &rows)?;
            let listed = rows.into_iter().map(|order| {
                let own = shops.extract_if(.., |shop| shop.order_id == order.id).collect();
                Listed { order, shops: own }
            });
            Page::counted(listed.collect(), page, || store::count(tx, person))
        })
        .await
}
