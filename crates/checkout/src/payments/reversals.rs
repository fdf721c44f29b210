//! Lookup of charges at the gateway, to find charges that were reversed after their cards were
//! issued.

use authorizenet::{Status, Transaction, TransactionId};

use super::{
    ReversalCause,
    gateway::{call, client},
};
use kernel::money::Cents;
use platform::{
    app::App,
    error::{Error, Result},
};

/// A charge that was reversed, wholly or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversed {
    /// The gateway's transaction number of the charge.
    pub charge: String,
    /// The gateway's number of the transaction that reversed the charge. It is the charge's own
    /// number, unless the reversal is a refund.
    pub transaction: String,
    pub cause: ReversalCause,
    /// Reference of the refund; `None` if the reversal is not a refund, or if the refund was sent
    /// without a reference.
    pub reference: Option<String>,
    /// Reversed amount; `None` if the gateway reports no amount, which means the whole charge.
    pub amount: Option<Cents>,
}

/// State of a charge at the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeStanding {
    Stands,
    Reversed(Reversed),
    /// The cardholder's bank has reinstated the charge with this transaction number.
    Won(String),
    /// The gateway doesn't know the transaction.
    Missing,
    /// The lookup failed for this reason, so the state of the charge is unknown.
    Unknown(String),
}

/// Looks up the state of a charge at the gateway. `transaction` is the number of the charge or of a
/// refund of it.
pub async fn look_for_reversal(app: &App, transaction: &str) -> Result<ChargeStanding> {
    let id = TransactionId::parse(transaction)
        .ok_or_else(|| Error::Internal(format!("{transaction:?} is no transaction")))?;
    Ok(match call(app, "details", client(app)?.find_transaction(&id)).await {
        Ok(Some(details)) => standing(&details),
        Ok(None) => {
            tracing::warn!(transaction, "the gateway doesn't know a transaction");
            ChargeStanding::Missing
        }
        Err(failure) => ChargeStanding::Unknown(failure.to_string()),
    })
}

fn standing(details: &Transaction) -> ChargeStanding {
    let transaction = details.id.to_string();
    if let Some(charge) = &details.refunds {
        let is_made = matches!(
            details.status,
            Status::RefundPendingSettlement | Status::RefundSettledSuccessfully
        );
        let amount = i64::try_from(details.settles.cents()).ok().map(Cents::new);
        return match is_made {
            true => ChargeStanding::Reversed(Reversed {
                charge: charge.to_string(),
                transaction,
                cause: ReversalCause::Refunded,
                reference: details.invoice_number.clone(),
                amount,
            }),
            false => ChargeStanding::Stands,
        };
    }
    let cause = match &details.status {
        // Without an authorized amount, the card was never charged, so nothing can be reversed.
        Status::Declined if details.authorized.cents() == 0 => return ChargeStanding::Stands,
        Status::Voided => ReversalCause::Voided,
        Status::Declined | Status::Expired | Status::FailedReview => ReversalCause::Declined,
        Status::Chargeback | Status::ReturnedItem => ReversalCause::Disputed,
        Status::ChargebackReversal => return ChargeStanding::Won(transaction),
        status if status.is_paid() => return ChargeStanding::Stands,
        status => {
            tracing::error!(
                transaction,
                status = status.as_str(),
                "a charge has an unexpected state"
            );
            return ChargeStanding::Stands;
        }
    };
    let charge = transaction.clone();
    let reference = None;
    ChargeStanding::Reversed(Reversed { charge, transaction, cause, reference, amount: None })
}

#[cfg(test)]
mod tests {
    use authorizenet::{Account, Amount};

    use super::*;

    #[test]
    fn standing_takes_a_decline_for_a_reversal_only_after_a_charge() {
        let declined = |cents: u64| Transaction {
            id: TransactionId::parse("7").expect("an id"),
            reference: None,
            invoice_number: None,
            refunds: None,
            status: Status::Declined,
            reason_code: "2".to_owned(),
            reason: String::new(),
            submitted_at: jiff::Timestamp::UNIX_EPOCH,
            authorized: Amount::from_cents(cents),
            settles: Amount::from_cents(0),
            account: Account { brand: "Visa".to_owned(), last_four: "1111".to_owned() },
            avs: String::new(),
            cvv: String::new(),
        };
        assert!(matches!(
            standing(&declined(500)),
            ChargeStanding::Reversed(Reversed { cause: ReversalCause::Declined, .. })
        ));
        assert_eq!(standing(&declined(0)), ChargeStanding::Stands);
    }
}
