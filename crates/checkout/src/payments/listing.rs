//! Transactions of a period, from the gateway's list and from our own records, for the daily
//! comparison of the two.

use authorizenet::{Failure, Status, Summary};
use db::Tx;

use super::{
    State,
    gateway::{call, client},
    store,
};
use kernel::{ids::OrderId, money::Cents, timestamp::Timestamp};
use platform::{app::App, error::Result};

/// State of a transaction in the gateway's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Charged, settled or not.
    Charged,
    Refund,
    /// Voided, or reversed by the cardholder's bank.
    Gone,
    /// Reversed by the cardholder's bank, and reinstated after the dispute was won.
    Won,
    /// Nothing was charged, for example because the payment was declined.
    Nothing,
    /// Outcome not decided yet.
    Open,
}

/// The gateway's status of a charge whose dispute was won.
pub const DISPUTE_WON: &str = "chargebackReversal";

/// A transaction in the gateway's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTransaction {
    pub transaction: String,
    pub reference: Option<String>,
    pub standing: Listed,
    /// Status of the transaction, in the gateway's words.
    pub status: String,
    pub amount: Cents,
    pub submitted_at: Timestamp,
}

impl ListedTransaction {
    pub fn is_refund(&self) -> bool {
        self.standing == Listed::Refund
    }
}

/// Lists all transactions from `from` until `now` at the gateway. The inner error is returned if
/// the list can't be read.
pub async fn list_at_gateway(
    app: &App,
    from: Timestamp,
    now: Timestamp,
) -> Result<Result<Vec<ListedTransaction>, Failure>> {
    let list = client(app)?.list_all(from.as_jiff(), now.as_jiff());
    Ok(call(app, "list", list).await.map(|all| all.into_iter().map(listed).collect()))
}

fn listed(item: Summary) -> ListedTransaction {
    let standing = match &item.status {
        status if status.is_paid() => Listed::Charged,
        Status::RefundPendingSettlement | Status::RefundSettledSuccessfully => Listed::Refund,
        Status::Voided | Status::Chargeback | Status::ReturnedItem => Listed::Gone,
        Status::ChargebackReversal => Listed::Won,
        Status::Declined
        | Status::Expired
        | Status::FailedReview
        | Status::GeneralError
        | Status::CommunicationError
        | Status::SettlementError => Listed::Nothing,
        _ => Listed::Open,
    };
    ListedTransaction {
        transaction: item.id.to_string(),
        reference: item.invoice_number,
        standing,
        status: item.status.as_str().to_owned(),
        amount: Cents::new(i64::try_from(item.amount.cents()).unwrap_or(i64::MAX)),
        submitted_at: Timestamp::from_micros(item.submitted_at.as_microsecond()),
    }
}

db::row! {
    /// A charge from our records that has a transaction number of the gateway.
    #[derive(Clone, Debug)]
    pub struct KnownCharge {
        pub transaction_id: String,
        pub reference: String,
        pub state: State,
        pub order_id: OrderId,
        pub amount: Cents,
        /// Sum of the refunds of this charge that have their own records.
        pub refunded: Cents,
        pub sent_at: Timestamp,
    }
}

db::row! {
    /// A partial refund from our records that has a transaction number of the gateway.
    #[derive(Clone, Debug)]
    pub struct KnownRefund {
        pub transaction_id: String,
        pub order_id: OrderId,
        pub amount: Cents,
        pub sent_at: Timestamp,
    }
}

pub fn list_known(
    tx: &mut Tx<'_>,
    from: Timestamp,
) -> Result<(Vec<KnownCharge>, Vec<KnownRefund>)> {
    Ok((store::list_known(tx, from)?, super::refunds::list_known(tx, from)?))
}

/// Returns the reference with which a refund of a whole charge is sent. `charge` is the reference
/// of the charge.
pub fn whole_refund_reference(charge: &str) -> String {
    let (cart, number) = charge.split_once('-').unwrap_or((charge, "1"));
    format!("{cart}-r{number}")
}

/// Whether this program requested the refund with this reference.
pub fn is_wanted_refund(tx: &mut Tx<'_>, reference: &str) -> Result<bool> {
    if store::is_known(tx, store::Name::Refund(reference))? {
        return Ok(true);
    }
    let Some((cart, number)) = reference.split_once("-r") else { return Ok(false) };
    let charge = if number == "1" { cart.to_owned() } else { format!("{cart}-{number}") };
    let charge = store::find_by_reference(tx, &charge)?;
    Ok(charge.is_some_and(|charge| matches!(charge.state, State::VoidPending | State::Voided)))
}
