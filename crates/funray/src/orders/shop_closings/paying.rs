//! What the gateway refunds no more is paid to the buyer in another way, and written down here: the cards are emptied, and the books
//! say that the money left from the bank.

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use super::{Overview, lock, read, run::left_of, store};
use crate::{
    app::App,
    audit::{self, Author, Entry, Subject},
    auth::Actor,
    cards,
    error::{Error, Result},
    kernel::{
        ids::{OrderId, ShopClosingId, TenantId},
        money::Cents,
        timestamp::Timestamp,
    },
    ledger::{self, Account, Books, Entries, PostedBy, Transfer, TransferKind},
    orders::{
        actions,
        errors::{NOT_PAYABLE_BY_HAND, OWN_ORDER},
        support,
    },
    tenants::TenantScope,
};

/// A payment outside the gateway.
pub struct HandPayment {
    pub shop: TenantId,
    pub closing: ShopClosingId,
    pub order: OrderId,
    /// The sum that was paid: it has to be what is on the cards.
    pub amount: Cents,
    /// The bank's reference of the payment.
    pub reference: String,
}

/// Writes down that what is left of an order was paid in another way. Written down again, it stays as it is.
pub async fn pay_by_hand(
    app: &Arc<App>,
    by: &Actor,
    scope: TenantScope,
    payment: HandPayment,
) -> Result<Overview> {
    let (now, by) = (app.clock.now(), by.clone());
    app.db
        .write(move |tx| {
            let row = lock(tx, &scope, payment.shop, payment.closing)?;
            let left = store::find_left(tx, row.vendor_id, row.id, payment.order)?;
            let left = left.ok_or(Error::NotFound)?;
            if left.payment_reference.as_ref() == Some(&payment.reference) {
                return read(tx, row.vendor_id);
            }
            if left.person_id == by.person {
                return Err(Error::Refused(OWN_ORDER));
            }
            let before = support::lock(tx, left.person_id, left.order_id)?;
            let cards = left_of(&before, row.vendor_id);
            let amount = Cents::checked_sum(cards.iter().map(|card| card.amount));
            let is_payable = left.cause.is_paid_by_hand()
                && left.paid_at.is_none()
                && !before.is_charge_reversed()
                && !cards.is_empty()
                && amount == Some(payment.amount);
            if !is_payable {
                return Err(Error::Refused(NOT_PAYABLE_BY_HAND));
            }
            let reason = &payment.reference;
            cards::refund_cards(tx, now, by.person, payment.order, &cards, reason)?;
            book_payment(tx, now, &by, &payment)?;
            let paid = (payment.amount, payment.reference.as_str());
            store::set_left_paid(tx, now, &row, payment.order, by.person, paid)?;
            let entry = Entry::new(actions::SHOP_CLOSING_PAID, Subject::order(payment.order))
                .tenant(row.vendor_id)
                .after(json!({ "amount": payment.amount, "reference": payment.reference }));
            audit::record(tx, now, &Author::of(&by), entry)?;
            read(tx, row.vendor_id)
        })
        .await
}

/// The gateway still owes what it took for the cards, and the bank account has paid the buyer.
fn book_payment(tx: &mut Tx<'_>, now: Timestamp, by: &Actor, payment: &HandPayment) -> Result<()> {
    let transfer = Transfer {
        books: Books::Platform,
        kind: TransferKind::Refund,
        entries: Entries::default().moving(
            payment.amount,
            Account::GatewayClearing,
            Account::Payouts,
        ),
        order: Some(payment.order),
        card: None,
        reason: Some(payment.reference.clone()),
    };
    ledger::record(tx, now, PostedBy::Person(by.person), &transfer).map(drop)
}
