//! Replies of the sandbox, in the same form as the real gateway's: lists without a wrapping
//! element, and amounts as numbers in reports.

use jiff::Timestamp;
use serde::{Serialize, Serializer, ser};
use serde_json::value::RawValue;

use super::{
    ledger::{Answer, Batch, Sums, Transaction},
    words::reason,
};
use crate::amount::Amount;

/// Amount that is written as a JSON number.
struct Number(Amount);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = RawValue::from_string(self.0.to_string()).map_err(ser::Error::custom)?;
        number.serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Messages {
    result_code: &'static str,
    message: [Message; 1],
}

#[derive(Serialize)]
struct Message {
    code: String,
    text: String,
}

fn messages(result_code: &'static str, code: &str, text: &str) -> Messages {
    let message = Message { code: code.to_owned(), text: text.to_owned() };
    Messages { result_code, message: [message] }
}

/// Reply of the sandbox: its body, the `refId` of the request, and the result messages.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reply<'a, T> {
    #[serde(flatten)]
    body: T,
    #[serde(skip_serializing_if = "str::is_empty")]
    ref_id: &'a str,
    messages: Messages,
}

fn write<T: Serialize>(body: T, ref_id: &str, messages: Messages) -> String {
    serde_json::to_string(&Reply { body, ref_id, messages }).unwrap_or_default()
}

#[derive(Serialize)]
struct Nothing {}

/// Writes the reply to a request that was refused before it was processed.
pub fn error(code: &str, text: &str, ref_id: &str) -> String {
    write(Nothing {}, ref_id, messages("Error", code, text))
}

pub fn success<T: Serialize>(body: T, ref_id: &str) -> String {
    write(body, ref_id, messages("Ok", "I00001", "Successful."))
}

pub fn plain_success(ref_id: &str) -> String {
    success(Nothing {}, ref_id)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Transacted {
    transaction_response: TransactionResponse,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TransactionResponse {
    response_code: &'static str,
    auth_code: String,
    avs_result_code: &'static str,
    cvv_result_code: &'static str,
    cavv_result_code: &'static str,
    trans_id: String,
    #[serde(rename = "refTransID")]
    ref_trans_id: String,
    trans_hash: &'static str,
    test_request: &'static str,
    account_number: String,
    account_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    messages: Option<[Description; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<[ErrorText; 1]>,
    trans_hash_sha2: &'static str,
}

#[derive(Serialize)]
struct Description {
    code: &'static str,
    description: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ErrorText {
    error_code: &'static str,
    error_text: &'static str,
}

pub fn transacted(answer: Answer, ref_id: &str) -> String {
    let went_well = matches!(answer.code, "1" | "4");
    let text = reason(answer.reason);
    let description = Description { code: answer.reason, description: text };
    let error = ErrorText { error_code: answer.reason, error_text: text };
    let card = answer.card.as_ref();
    let number = |id: u64| if id == 0 { String::new() } else { id.to_string() };
    let response = TransactionResponse {
        response_code: answer.code,
        auth_code: answer.auth_code,
        avs_result_code: card.map_or("", |card| card.avs),
        cvv_result_code: card.map_or("", |card| card.cvv),
        cavv_result_code: "",
        trans_id: answer.id.to_string(),
        ref_trans_id: number(answer.refers_to),
        trans_hash: "",
        test_request: "0",
        account_number: card.map_or_else(String::new, |card| format!("XXXX{}", card.last_four)),
        account_type: card.map_or("", |card| card.brand),
        messages: went_well.then_some([description]),
        errors: (!went_well).then_some([error]),
        trans_hash_sha2: "",
    };
    let messages = if went_well {
        messages("Ok", "I00001", "Successful.")
    } else {
        messages("Error", "E00027", "The transaction was unsuccessful.")
    };
    write(Transacted { transaction_response: response }, ref_id, messages)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OpaqueData<'a> {
    data_descriptor: &'static str,
    data_value: &'a str,
}

pub fn tokenised(value: &str, ref_id: &str) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Body<'a> {
        opaque_data: OpaqueData<'a>,
    }
    let data_descriptor = crate::charge::Token::DESCRIPTOR;
    success(Body { opaque_data: OpaqueData { data_descriptor, data_value: value } }, ref_id)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details<'a> {
    trans_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ref_trans_id: Option<String>,
    #[serde(rename = "submitTimeUTC")]
    submit_time_utc: String,
    submit_time_local: String,
    transaction_type: &'static str,
    transaction_status: &'a str,
    response_code: u8,
    response_reason_code: u16,
    response_reason_description: &'static str,
    auth_code: &'a str,
    #[serde(rename = "AVSResponse")]
    avs_response: &'static str,
    card_code_response: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<BatchDetails>,
    order: Order<'a>,
    auth_amount: Number,
    settle_amount: Number,
    tax_exempt: bool,
    payment: Payment<'a>,
    bill_to: BillTo<'a>,
    recurring_billing: bool,
    product: &'static str,
    market_type: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Order<'a> {
    invoice_number: &'a str,
    description: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Payment<'a> {
    credit_card: CreditCard<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CreditCard<'a> {
    card_number: String,
    expiration_date: &'static str,
    card_type: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BillTo<'a> {
    first_name: &'a str,
    last_name: &'a str,
}

/// Writes the details of a transaction. `batch` is its batch, with the number.
pub fn details(transaction: &Transaction, batch: Option<(u64, &Batch)>, ref_id: &str) -> String {
    #[derive(Serialize)]
    struct Body<'a> {
        transaction: Details<'a>,
        #[serde(rename = "transrefId")]
        reference: &'a str,
    }
    let batch = batch.map(|(id, batch)| BatchDetails::new(id, batch, false));
    let card = &transaction.card;
    let details = Details {
        trans_id: transaction.id.to_string(),
        ref_trans_id: transaction.refunds.map(|id| id.to_string()),
        submit_time_utc: transaction.submitted_at.to_string(),
        submit_time_local: local(transaction.submitted_at),
        transaction_type: if transaction.is_refund {
            "refundTransaction"
        } else {
            "authCaptureTransaction"
        },
        transaction_status: transaction.status.as_str(),
        response_code: transaction.code.parse().unwrap_or_default(),
        response_reason_code: transaction.reason.parse().unwrap_or_default(),
        response_reason_description: reason(transaction.reason),
        auth_code: &transaction.auth_code,
        avs_response: card.avs,
        card_code_response: card.cvv,
        batch,
        order: Order {
            invoice_number: &transaction.invoice,
            description: &transaction.description,
        },
        auth_amount: Number(transaction.amount),
        settle_amount: Number(transaction.amount),
        tax_exempt: false,
        payment: Payment {
            credit_card: CreditCard {
                card_number: format!("XXXX{}", card.last_four),
                expiration_date: "XXXX",
                card_type: card.brand,
            },
        },
        bill_to: BillTo { first_name: &transaction.first_name, last_name: &transaction.last_name },
        recurring_billing: false,
        product: "Card Not Present",
        market_type: "eCommerce",
    };
    success(Body { transaction: details, reference: &transaction.reference }, ref_id)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary<'a> {
    trans_id: String,
    #[serde(rename = "submitTimeUTC")]
    submit_time_utc: String,
    submit_time_local: String,
    transaction_status: &'a str,
    invoice_number: &'a str,
    first_name: &'a str,
    last_name: &'a str,
    account_type: &'static str,
    account_number: String,
    settle_amount: Number,
    market_type: &'static str,
    product: &'static str,
}

impl Summary<'_> {
    fn of(transaction: &Transaction) -> Summary<'_> {
        Summary {
            trans_id: transaction.id.to_string(),
            submit_time_utc: transaction.submitted_at.to_string(),
            submit_time_local: local(transaction.submitted_at),
            transaction_status: transaction.status.as_str(),
            invoice_number: &transaction.invoice,
            first_name: &transaction.first_name,
            last_name: &transaction.last_name,
            account_type: transaction.card.brand,
            account_number: format!("XXXX{}", transaction.card.last_four),
            settle_amount: Number(transaction.amount),
            market_type: "eCommerce",
            product: "Card Not Present",
        }
    }
}

pub fn list(transactions: &[&Transaction], ref_id: &str) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Body<'a> {
        transactions: Vec<Summary<'a>>,
        total_num_in_result_set: usize,
    }
    if transactions.is_empty() {
        return write(Nothing {}, ref_id, messages("Ok", "I00004", "No records found."));
    }
    let total_num_in_result_set = transactions.len();
    success(
        Body {
            transactions: transactions.iter().copied().map(Summary::of).collect(),
            total_num_in_result_set,
        },
        ref_id,
    )
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BatchDetails {
    batch_id: String,
    #[serde(rename = "settlementTimeUTC")]
    settlement_time_utc: String,
    settlement_time_local: String,
    settlement_state: &'static str,
    payment_method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Vec<Statistic>>,
}

/// Sums of a batch for one brand of payment cards.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Statistic {
    account_type: &'static str,
    charge_amount: Number,
    charge_count: u32,
    refund_amount: Number,
    refund_count: u32,
    void_count: u32,
    decline_count: u32,
    error_count: u32,
}

impl Statistic {
    fn of((account_type, sums): (&&'static str, &Sums)) -> Statistic {
        Statistic {
            account_type,
            charge_amount: Number(Amount::from_cents(sums.charges)),
            charge_count: sums.charge_count,
            refund_amount: Number(Amount::from_cents(sums.refunds)),
            refund_count: sums.refund_count,
            void_count: sums.void_count,
            decline_count: sums.decline_count,
            error_count: sums.error_count,
        }
    }
}

impl BatchDetails {
    pub fn new(id: u64, batch: &Batch, has_sums: bool) -> BatchDetails {
        BatchDetails {
            batch_id: id.to_string(),
            settlement_time_utc: batch.settled_at.to_string(),
            settlement_time_local: local(batch.settled_at),
            settlement_state: if batch.is_failed {
                "settlementError"
            } else {
                "settledSuccessfully"
            },
            payment_method: "creditCard",
            statistics: has_sums.then(|| batch.sums.iter().map(Statistic::of).collect()),
        }
    }
}

/// Writes one batch with its sums.
pub fn batch(batch: BatchDetails, ref_id: &str) -> String {
    #[derive(Serialize)]
    struct Body {
        batch: BatchDetails,
    }
    success(Body { batch }, ref_id)
}

pub fn batches(batch_list: Vec<BatchDetails>, ref_id: &str) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Body {
        batch_list: Vec<BatchDetails>,
    }
    if batch_list.is_empty() {
        return write(Nothing {}, ref_id, messages("Ok", "I00004", "No records found."));
    }
    success(Body { batch_list }, ref_id)
}

/// Formats a time without its time zone. The sandbox reports the merchant's local time as UTC.
fn local(moment: Timestamp) -> String {
    moment.to_string().trim_end_matches('Z').to_owned()
}
