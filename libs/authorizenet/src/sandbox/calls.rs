//! API calls that have passed the schema check: their effect on the sandbox's ledger, and their
//! reply.

use jiff::{SignedDuration, Timestamp, civil::DateTime, tz::TimeZone};
use serde::Serialize;

use super::{
    CREDENTIALS, State,
    cards::Card,
    json::Node,
    ledger::{Answer, Order, Transaction},
    replies,
    schema::{self, Call},
    words::error_text,
};
use crate::{amount::Amount, query::Status};

const DEFAULT_DUPLICATE_WINDOW: i64 = 120;
const MAX_DUPLICATE_WINDOW: i64 = 28_800;

/// Well-formed request from the merchant.
pub struct Request {
    call: Call,
    body: Node,
    ref_id: String,
}

impl Request {
    /// Parses a request and checks its credentials. If that fails, returns the reply with the
    /// error.
    pub fn read(text: &str) -> Result<Request, String> {
        let refuse = |code: &str, text: &str, ref_id: &str| Err(replies::error(code, text, ref_id));
        let (name, body) = match Node::parse(text) {
            Some(Node::Object(mut children)) if children.len() == 1 => children.remove(0),
            _ => return refuse("E00003", "Root element is missing.", ""),
        };
        let ref_id = body.text("refId").to_owned();
        let Some(call) = Call::parse(&name) else {
            return refuse("E00004", error_text("E00004"), &ref_id);
        };
        if let Err(problem) = schema::check(call, &body) {
            return refuse("E00003", &problem, &ref_id);
        }
        let (key, expected) = match call {
            Call::Tokenise => ("merchantAuthentication/clientKey", CREDENTIALS.client_key),
            _ => ("merchantAuthentication/transactionKey", CREDENTIALS.transaction_key),
        };
        let is_known = body.text("merchantAuthentication/name") == CREDENTIALS.login_id;
        if !is_known || body.text(key) != expected {
            return refuse("E00007", error_text("E00007"), &ref_id);
        }
        Ok(Request { call, body, ref_id })
    }

    /// Returns the name of the operation. Injected faults are registered under this name.
    pub fn operation(&self) -> &str {
        match self.call {
            Call::CreateTransaction => self.body.text("transactionRequest/transactionType"),
            call => call.name(),
        }
    }

    pub fn refuse(&self, code: &str) -> String {
        replies::error(code, error_text(code), &self.ref_id)
    }

    /// Builds the reply to a refused transaction, without executing the transaction.
    pub fn turn_away(&self, code: &'static str, reason: &'static str) -> String {
        let answer =
            Answer { code, reason, id: 0, refers_to: 0, card: None, auth_code: String::new() };
        replies::transacted(answer, &self.ref_id)
    }

    /// Executes the call and returns its reply. The list of unsettled transactions omits those
    /// younger than `lag`.
    pub fn perform(&self, state: &mut State, now: Timestamp, lag: SignedDuration) -> String {
        match self.call {
            Call::CreateTransaction => self.transact(state, now),
            Call::TransactionDetails => self.details(state, now),
            Call::UnsettledTransactions => self.unsettled(state, now, lag),
            Call::SettledBatches => self.batches(state, now),
            Call::BatchTransactions => self.batch(state),
            Call::BatchStatistics => self.statistics(state),
            Call::UpdateHeld => self.review(state),
            Call::MerchantDetails => merchant(&self.ref_id),
            Call::AuthenticateTest => replies::plain_success(&self.ref_id),
            Call::Tokenise => self.tokenise(state, now),
        }
    }

    fn tokenise(&self, state: &mut State, now: Timestamp) -> String {
        let part = |name: &str| self.body.text(&format!("data/token/{name}"));
        match Card::read(part("cardNumber"), part("expirationDate"), part("cardCode"), part("zip"))
        {
            Ok(card) => replies::tokenised(&state.ledger.tokenise(card, now), &self.ref_id),
            Err((code, text)) => replies::error(code, text, &self.ref_id),
        }
    }

    fn transact(&self, state: &mut State, now: Timestamp) -> String {
        let part = |path: &str| self.body.text(&format!("transactionRequest/{path}"));
        let order = Order {
            amount: Amount::parse(part("amount")),
            currency: part("currencyCode"),
            reference: &self.ref_id,
            invoice: part("order/invoiceNumber"),
            description: part("order/description"),
            first_name: part("billTo/firstName"),
            last_name: part("billTo/lastName"),
            duplicate_window: self.duplicate_window(),
        };
        let target = part("refTransId").parse().unwrap_or_default();
        let answer = match part("transactionType") {
            "voidTransaction" => Ok(state.ledger.void(target)),
            "refundTransaction" => {
                let number = part("payment/creditCard/cardNumber");
                let last_four = number.get(number.len().saturating_sub(4)..).unwrap_or_default();
                Ok(state.ledger.refund(target, last_four, &order, now))
            }
            _ => state.ledger.charge(part("payment/opaqueData/dataValue"), &order, now),
        };
        match answer {
            Ok(answer) => replies::transacted(answer, &self.ref_id),
            Err(code) => self.refuse(code),
        }
    }

    fn duplicate_window(&self) -> SignedDuration {
        let settings = self.body.child("transactionRequest").and_then(|request| {
            request.child("transactionSettings")?.child("setting").map(Node::items)
        });
        let window = settings
            .into_iter()
            .flatten()
            .find(|setting| setting.text("settingName") == "duplicateWindow")
            .and_then(|setting| setting.text("settingValue").parse().ok())
            .unwrap_or(DEFAULT_DUPLICATE_WINDOW);
        SignedDuration::from_secs(window.clamp(0, MAX_DUPLICATE_WINDOW))
    }

    fn review(&self, state: &mut State) -> String {
        let id = self.body.text("heldTransactionRequest/refTransId").parse().unwrap_or_default();
        let is_approved = self.body.text("heldTransactionRequest/action") == "approve";
        replies::transacted(state.ledger.review(id, is_approved), &self.ref_id)
    }

    fn details(&self, state: &State, now: Timestamp) -> String {
        let id: u64 = self.body.text("transId").parse().unwrap_or_default();
        let disowned = state.ledger.disowned(id, now);
        let Some(transaction) = state.ledger.transactions.get(&id).or(disowned.as_ref()) else {
            return self.refuse("E00040");
        };
        let batch = transaction.batch.and_then(|id| Some((id, state.ledger.batches.get(&id)?)));
        replies::details(transaction, batch, &self.ref_id)
    }

    fn unsettled(&self, state: &State, now: Timestamp, lag: SignedDuration) -> String {
        let only_held = self.body.text("status") == "pendingApproval";
        self.list(state.ledger.transactions.values().filter(|transaction| {
            transaction.batch.is_none()
                && (!only_held || transaction.status == Status::FdsPendingReview)
                && now.duration_since(transaction.submitted_at) >= lag
        }))
    }

    fn batch(&self, state: &State) -> String {
        let batch: Option<u64> = self.body.text("batchId").parse().ok();
        let transactions = &state.ledger.transactions;
        self.list(
            transactions
                .values()
                .filter(|transaction| transaction.batch.is_some() && transaction.batch == batch),
        )
    }

    /// Sorts the transactions and returns the requested page as a reply.
    fn list<'a>(&self, transactions: impl Iterator<Item = &'a Transaction>) -> String {
        let mut transactions: Vec<&Transaction> = transactions.collect();
        if self.body.text("sorting/orderBy") == "submitTimeUTC" {
            transactions.sort_by_key(|transaction| (transaction.submitted_at, transaction.id));
        }
        if matches!(self.body.text("sorting/orderDescending"), "true" | "1") {
            transactions.reverse();
        }
        let limit = self.body.text("paging/limit").parse().unwrap_or(1000);
        let page: usize = self.body.text("paging/offset").parse().unwrap_or(1);
        let page: Vec<&Transaction> =
            transactions.into_iter().skip((page - 1) * limit).take(limit).collect();
        replies::list(&page, &self.ref_id)
    }

    fn batches(&self, state: &State, now: Timestamp) -> String {
        let a_day_ago = now - SignedDuration::from_hours(24);
        let first = moment(self.body.text("firstSettlementDate")).unwrap_or(a_day_ago);
        let last = moment(self.body.text("lastSettlementDate")).unwrap_or(now);
        // Times in requests have no fractions of a second, but settlement times do. Settlements
        // within the last requested second must be included.
        let last = last + SignedDuration::from_secs(1);
        let has_sums = matches!(self.body.text("includeStatistics"), "true" | "1");
        let batches = state.ledger.batches.iter();
        let details = batches
            .filter(|(_, batch)| (first..last).contains(&batch.settled_at))
            .map(|(id, batch)| replies::BatchDetails::new(*id, batch, has_sums))
            .collect();
        replies::batches(details, &self.ref_id)
    }

    fn statistics(&self, state: &State) -> String {
        let id: u64 = self.body.text("batchId").parse().unwrap_or_default();
        match state.ledger.batches.get(&id) {
            Some(batch) => {
                replies::batch(replies::BatchDetails::new(id, batch, true), &self.ref_id)
            }
            None => self.refuse("E00040"),
        }
    }
}

/// Parses a date and time. A text without a time zone is read as UTC.
fn moment(text: &str) -> Option<Timestamp> {
    let without_zone = || {
        let civil: DateTime = text.parse().ok()?;
        civil.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
    };
    text.parse().ok().or_else(without_zone)
}

fn merchant(ref_id: &str) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Body {
        is_test_mode: bool,
        merchant_name: &'static str,
        gateway_id: &'static str,
        market_types: [&'static str; 1],
        product_codes: [&'static str; 1],
        currencies: [&'static str; 1],
        public_client_key: &'static str,
        merchant_time_zone: &'static str,
    }
    let merchant = Body {
        is_test_mode: true,
        merchant_name: "Sandbox Merchant",
        gateway_id: "100001",
        market_types: ["eCommerce"],
        product_codes: ["CNP"],
        currencies: ["CAD"],
        public_client_key: CREDENTIALS.client_key,
        merchant_time_zone: "Etc/UTC",
    };
    replies::success(merchant, ref_id)
}
