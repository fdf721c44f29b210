//! Results of queries: transactions that were sent earlier, batches, and the merchant's account.

use jiff::Timestamp;

use crate::{
    amount::Amount,
    names::TransactionId,
    outcome::{Account, Failure},
    wire::reply,
};

/// Status of a transaction at the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    AuthorizedPendingCapture,
    CapturedPendingSettlement,
    SettledSuccessfully,
    RefundPendingSettlement,
    RefundSettledSuccessfully,
    Voided,
    Declined,
    Expired,
    FailedReview,
    UnderReview,
    ApprovedReview,
    CouldNotVoid,
    CommunicationError,
    GeneralError,
    SettlementError,
    FdsPendingReview,
    FdsAuthorizedPendingReview,
    AuthorizedPendingRelease,
    ReturnedItem,
    Chargeback,
    ChargebackReversal,
    /// Status that the gateway's documentation does not list. A person should look into the
    /// transaction.
    Other(String),
}

impl Status {
    const NAMES: [(Status, &str); 21] = [
        (Status::AuthorizedPendingCapture, "authorizedPendingCapture"),
        (Status::CapturedPendingSettlement, "capturedPendingSettlement"),
        (Status::SettledSuccessfully, "settledSuccessfully"),
        (Status::RefundPendingSettlement, "refundPendingSettlement"),
        (Status::RefundSettledSuccessfully, "refundSettledSuccessfully"),
        (Status::Voided, "voided"),
        (Status::Declined, "declined"),
        (Status::Expired, "expired"),
        (Status::FailedReview, "failedReview"),
        (Status::UnderReview, "underReview"),
        (Status::ApprovedReview, "approvedReview"),
        (Status::CouldNotVoid, "couldNotVoid"),
        (Status::CommunicationError, "communicationError"),
        (Status::GeneralError, "generalError"),
        (Status::SettlementError, "settlementError"),
        (Status::FdsPendingReview, "FDSPendingReview"),
        (Status::FdsAuthorizedPendingReview, "FDSAuthorizedPendingReview"),
        (Status::AuthorizedPendingRelease, "authorizedPendingRelease"),
        (Status::ReturnedItem, "returnedItem"),
        (Status::Chargeback, "chargeback"),
        (Status::ChargebackReversal, "chargebackReversal"),
    ];

    pub fn parse(text: &str) -> Status {
        let known = Self::NAMES.into_iter().find(|(_, name)| *name == text);
        known.map_or_else(|| Status::Other(text.to_owned()), |(status, _)| status)
    }

    /// Returns the gateway's name for the status.
    pub fn as_str(&self) -> &str {
        match self {
            Status::Other(text) => text,
            known => {
                let entry = Self::NAMES.iter().find(|(status, _)| status == known);
                entry.map_or("", |(_, name)| name)
            }
        }
    }

    /// Returns true if the customer's money was received or is on its way.
    pub fn is_paid(&self) -> bool {
        matches!(self, Status::CapturedPendingSettlement | Status::SettledSuccessfully)
    }

    /// Returns true if the transaction is held at the gateway until a reviewer decides.
    pub fn is_held(&self) -> bool {
        matches!(
            self,
            Status::FdsPendingReview | Status::FdsAuthorizedPendingReview | Status::UnderReview
        )
    }
}

/// Details of one transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    pub id: TransactionId,
    /// Our reference, the `refId` with which the transaction was sent.
    pub reference: Option<String>,
    pub invoice_number: Option<String>,
    /// Transaction that was refunded. Set for refunds only.
    pub refunds: Option<TransactionId>,
    pub status: Status,
    pub reason_code: String,
    pub reason: String,
    pub submitted_at: Timestamp,
    pub authorized: Amount,
    pub settles: Amount,
    pub account: Account,
    /// Result of the address check, one letter.
    pub avs: String,
    /// Result of the card code check, one letter.
    pub cvv: String,
}

/// Transaction as shown in the gateway's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub id: TransactionId,
    pub invoice_number: Option<String>,
    pub status: Status,
    pub submitted_at: Timestamp,
    pub amount: Amount,
    pub account: Account,
}

/// Group of transactions that were settled together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub id: String,
    pub settled_at: Timestamp,
    pub state: String,
}

/// Batch with the sums that the gateway reports for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    pub batch: Batch,
    pub charges: Amount,
    pub charge_count: u64,
    pub refunds: Amount,
    pub refund_count: u64,
}

impl Batch {
    /// Returns true if the batch is paid. The settlement of a batch can also fail, or be pending.
    pub fn is_settled(&self) -> bool {
        self.state.eq_ignore_ascii_case("settledSuccessfully")
    }
}

/// Page of a list of transactions, newest first. Page numbers start at 1.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub number: u32,
    pub size: usize,
}

impl Page {
    pub const MAX: usize = 1000;
    pub const FIRST: Page = Page { number: 1, size: Self::MAX };

    pub fn next(self) -> Page {
        Page { number: self.number + 1, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merchant {
    pub name: String,
    /// True if the merchant's account is in test mode, so that no money moves.
    pub is_test_mode: bool,
    pub currencies: Vec<String>,
    pub public_client_key: String,
}

fn id(text: &reply::Text) -> Result<TransactionId, Failure> {
    TransactionId::parse(&text.0)
        .ok_or_else(|| Failure::Unreadable("a transaction without a number".to_owned()))
}

impl Transaction {
    pub(crate) fn read(reply: reply::TransactionDetails) -> Result<Transaction, Failure> {
        let details = reply
            .transaction
            .ok_or_else(|| Failure::Unreadable("details without a transaction".to_owned()))?;
        let card = details.payment.credit_card;
        Ok(Transaction {
            id: id(&details.trans_id)?,
            reference: reply.reference.as_option().map(str::to_owned),
            invoice_number: details.order.invoice_number.as_option().map(str::to_owned),
            refunds: TransactionId::parse(&details.ref_trans_id.0),
            status: Status::parse(&details.transaction_status.0),
            reason_code: details.response_reason_code.0,
            reason: details.response_reason_description.0,
            submitted_at: details.submit_time,
            authorized: details.auth_amount,
            settles: details.settle_amount,
            account: Account::masked(&card.card_type.0, &card.card_number.0),
            avs: details.avs_response.0,
            cvv: details.card_code_response.0,
        })
    }
}

impl Batch {
    pub(crate) fn read(batch: &reply::Batch) -> Batch {
        Batch {
            id: batch.batch_id.0.clone(),
            settled_at: batch.settlement_time,
            state: batch.settlement_state.0.clone(),
        }
    }
}

impl Settlement {
    pub(crate) fn read(batch: &reply::Batch) -> Result<Settlement, Failure> {
        let sum = |of: fn(&reply::Statistic) -> Amount| {
            let mut cents = batch.statistics.iter().map(|one| of(one).cents());
            let sum = cents.try_fold(0_u64, u64::checked_add);
            sum.map(Amount::from_cents)
                .ok_or_else(|| Failure::Unreadable("sums of a batch that are too large".to_owned()))
        };
        let all = &batch.statistics;
        Ok(Settlement {
            batch: Batch::read(batch),
            charges: sum(|one| one.charge_amount)?,
            charge_count: all.iter().map(|one| u64::from(one.charge_count)).sum(),
            refunds: sum(|one| one.refund_amount)?,
            refund_count: all.iter().map(|one| u64::from(one.refund_count)).sum(),
        })
    }
}

impl Summary {
    pub(crate) fn read(item: reply::Summary) -> Result<Summary, Failure> {
        Ok(Summary {
            id: id(&item.trans_id)?,
            invoice_number: item.invoice_number.as_option().map(str::to_owned),
            status: Status::parse(&item.transaction_status.0),
            submitted_at: item.submit_time,
            amount: item.settle_amount,
            account: Account::masked(&item.account_type.0, &item.account_number.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_paid_and_is_held_match_only_their_statuses() {
        let is = |text: &str| (Status::parse(text).is_paid(), Status::parse(text).is_held());
        assert_eq!(is("capturedPendingSettlement"), (true, false));
        assert_eq!(is("settledSuccessfully"), (true, false));
        for held in ["FDSPendingReview", "FDSAuthorizedPendingReview", "underReview"] {
            assert_eq!(is(held), (false, true), "{held}");
        }
        for other in ["authorizedPendingCapture", "voided", "declined", "chargeback", "news", ""] {
            assert_eq!(is(other), (false, false), "{other}");
        }
        assert_eq!(Status::parse("news"), Status::Other("news".to_owned()));
    }

    #[test]
    fn status_names_round_trip() {
        for (status, name) in Status::NAMES {
            assert_eq!((Status::parse(name), status.as_str()), (status.clone(), name));
        }
        assert_eq!(Status::parse("news").as_str(), "news");
    }
}
