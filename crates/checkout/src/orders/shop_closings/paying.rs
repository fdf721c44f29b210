//! Payments by our bank for balances that the gateway no longer refunds when a shop closes.
//! Recording a payment empties the cards and posts the payment to the ledger.

use std::sync::Arc;

use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use kernel::{
    ids::{OrderId, ShopClosingId, TenantId},
    money::Cents,
};
use market::tenants::{self, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
};

use super::{Overview, lock, read, store};
use crate::{
    order::{
        actions,
        errors::{NOT_PAYABLE_BY_HAND, OWN_ORDER},
    },
    orders::{
        bank_payments::{self, BankPayment, Of},
        shop_closings::run::left_of,
        support,
    },
};

/// A payment by our bank for the balance of an order's cards.
pub struct HandPayment {
    pub shop: TenantId,
    pub closing: ShopClosingId,
    pub order: OrderId,
    /// Payment as made by the bank. The amount must equal the balance of the cards.
    pub paid: BankPayment,
}

/// Records that our bank paid the balance of an order's cards to the buyer. Recording the same
/// payment again changes nothing.
pub async fn pay_by_hand(
    app: &Arc<App>,
    by: &Actor,
    scope: TenantScope,
    payment: HandPayment,
) -> Result<Overview> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let BankPayment { amount: paid, reference, .. } = &payment.paid;
        let row = lock(tx, &scope, payment.shop, payment.closing)?;
        let left = store::find_left(tx, row.vendor_id, row.id, payment.order)?;
        let left = left.ok_or(Error::NotFound)?;
        if left.payment_reference.as_ref() == Some(reference) {
            return read(tx, row.vendor_id);
        }
        if left.person_id == by.person {
            return Err(Error::Refused(OWN_ORDER));
        }
        let before = support::lock(tx, left.person_id, left.order_id)?;
        let cards = left_of(&before, row.vendor_id);
        let amount = Cents::sum(cards.iter().map(|card| card.amount));
        let is_payable = left.cause.is_paid_by_hand()
            && left.paid_at.is_none()
            && !before.is_charge_reversed()
            && !cards.is_empty()
            && amount == Ok(*paid);
        if !is_payable {
            return Err(Error::Refused(NOT_PAYABLE_BY_HAND));
        }
        cards::refund_cards(tx, now, by.person, payment.order, &cards, reference)?;
        let shop = tenants::name_of(tx, row.vendor_id)?;
        bank_payments::record(tx, app, now, &by, &before, (Of::Cards, &payment.paid, shop))?;
        let paid_and_reference = (*paid, reference.as_str());
        store::set_left_paid(tx, now, &row, payment.order, by.person, paid_and_reference)?;
        let entry = Entry::new(actions::SHOP_CLOSING_PAID, Subject::order(payment.order))
            .tenant(row.vendor_id)
            .after(json!({ "amount": paid, "reference": reference }));
        audit::record(tx, now, &Author::of(&by), entry)?;
        read(tx, row.vendor_id)
    })
    .await
}
