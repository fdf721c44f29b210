//! Form that records a payment by the bank.

use serde::Deserialize;
use utoipa::ToSchema;

use super::BankPayment;
use kernel::{dates::BusinessDate, fields::Fields, money::Cents, text::Line};

/// A payment that has left the bank account.
#[derive(Deserialize, ToSchema)]
pub struct BankPaymentForm {
    /// Sum shown on the page, compared with the sum that the server computes.
    amount: Option<Cents>,
    /// The bank's reference of the payment, at most 100 characters. It is shown to the buyer.
    reference: Option<String>,
}

impl BankPaymentForm {
    pub fn check(&self) -> Result<BankPayment, Fields> {
        check(self.amount, &self.reference, &None)
    }
}

/// A payment of a refused refund that has left the bank account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundPaymentForm {
    /// The sum shown on the page, compared with the one that the server computes.
    amount: Option<Cents>,
    /// The bank's reference of the payment, at most 100 characters. It is shown to the buyer.
    reference: Option<String>,
    /// Day on which it left the account. A refund with `payableUntil` needs it: that day, or an earlier one.
    paid_on: Option<String>,
}

impl RefundPaymentForm {
    pub fn check(&self) -> Result<BankPayment, Fields> {
        check(self.amount, &self.reference, &self.paid_on)
    }
}

fn check(
    amount: Option<Cents>,
    reference: &Option<String>,
    paid_on: &Option<String>,
) -> Result<BankPayment, Fields> {
    let mut fields = Fields::default();
    let amount = fields.present("amount", "Amount", amount);
    let reference = fields.required::<Line<100>>("reference", "Reference", reference);
    let paid_on = fields.optional::<BusinessDate>("paidOn", "Day of the payment", paid_on);
    fields.finish(|| {
        Some(BankPayment { amount: amount?, reference: reference?.to_string(), paid_on: paid_on? })
    })
}
