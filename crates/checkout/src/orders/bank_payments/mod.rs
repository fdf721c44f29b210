//! Payments by our bank to buyers whom the gateway can't refund. Each payment is recorded, posted
//! to the ledger and emailed to the buyer in one transaction.

mod form;

use db::Tx;

use access::auth::Actor;
use kernel::{dates::BusinessDate, ids::OrderId, money::Cents, timestamp::Timestamp};
use ledger::{Account, Books, Entries, PostedBy, Transfer, TransferKind};
use mail::{About, Mail};
use platform::{app::App, error::Result};

use crate::{order::letters::Letter, orders::support::Dossier};

pub use form::{BankPaymentForm, RefundPaymentForm};

/// A payment to a buyer that has left our bank account.
pub struct BankPayment {
    pub amount: Cents,
    /// Our bank's reference of the payment.
    pub reference: String,
    /// Day on which it left our bank account; `None` if it is not named.
    pub paid_on: Option<BusinessDate>,
}

/// Purpose of a payment by our bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// Pays the balance of cards. No refund was posted for these cards, so the payment is posted to
    /// the order.
    Cards,
    /// Pays a refund that the gateway refused. The refund is already posted to the order, so the
    /// payment is posted without an order.
    Refund,
}

/// Posts a payment by our bank to the buyer of an order, and emails the buyer. `shop` is the shop's
/// name, if the shop closes.
pub(super) fn record(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    before: &Dossier,
    (of, payment, shop): (Of, &BankPayment, Option<String>),
) -> Result<()> {
    let charged_to = (of == Of::Cards).then_some(before.order.id);
    book(tx, now, by, charged_to, payment)?;
    let order = &before.order;
    let Some(reader) = people::addressee(tx, order.person_id)? else { return Ok(()) };
    let letter = Letter::PaidByBank {
        first_name: reader.first_name,
        number: order.cart_id.to_string(),
        amount: payment.amount.format(reader.language),
        reference: payment.reference.clone(),
        closing_shop: shop,
        link: format!("{}/orders", app.public_url(order.brand)),
    };
    let mail = Mail { to: reader.email, brand: order.brand, lang: reader.language, letter };
    mail::post_about(tx, now, mail, About::of(&[&order.id, &order.person_id]))
}

/// Posts a payment by our bank to the ledger. Our bank account has paid the buyer. The gateway
/// still owes us the money of the charge, because the gateway didn't refund it.
fn book(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Actor,
    order: Option<OrderId>,
    payment: &BankPayment,
) -> Result<()> {
    let transfer = Transfer {
        books: Books::Platform,
        kind: TransferKind::Refund,
        entries: Entries::default().moving(
            payment.amount,
            Account::GatewayClearing,
            Account::Payouts,
        ),
        order,
        card: None,
        reason: Some(payment.reference.clone()),
    };
    ledger::record(tx, now, PostedBy::Person(by.person), &transfer).map(drop)
}
