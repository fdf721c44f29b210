//! Form that records a payment by the bank.

use serde::Deserialize;
use utoipa::ToSchema;

use super::BankPayment;
use kernel::{fields::Fields, money::Cents, text::Line};

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
        let mut fields = Fields::default();
        let amount = fields.present("amount", "Amount", self.amount);
        let reference = fields.required::<Line<100>>("reference", "Reference", &self.reference);
        let (amount, reference) = fields.finish(|| amount.zip(reference))?;
        Ok(BankPayment { amount, reference: reference.to_string() })
    }
}
