//! Classifies the gateway's replies to charges, voids and refunds into five outcomes. Anything
//! uncertain is [`Outcome::Unknown`]. The order of the checks matters: the transaction's own
//! response code decides, not the reply's `resultCode`.

use crate::{
    names::{Reference, TransactionId},
    post::Trouble,
    wire::reply::{CreateTransaction, Message, TransactionResponse},
};

const APPROVED: &str = "1";
const DECLINED: &str = "2";
const ERROR: &str = "3";
const HELD: &str = "4";

const DUPLICATE: &str = "11";
const ALREADY_VOIDED: &str = "310";

/// Error codes for an invalid request or invalid credentials. The gateway did not process the
/// request.
const TURNED_AWAY: [&str; 2] = ["E00003", "E00007"];
/// Error codes for a card token that is used up or expired.
const TOKEN_REFUSED: [&str; 2] = ["E00114", "E00115"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Approved(Receipt),
    /// The customer's bank declined the transaction.
    Declined(Refusal),
    /// The gateway holds the transaction for a manual review. No money moved yet, but it may move later.
    Held(Receipt),
    /// Failed with certainty: no money moved, and none will.
    Failed(Failure),
    /// Uncertain: the money may have moved. Query the transaction; never send the request again.
    Unknown(Doubt),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    pub transaction: TransactionId,
    pub auth_code: String,
    pub account: Account,
    /// Result of the address check, one letter.
    pub avs: String,
    /// Result of the card code check, one letter.
    pub cvv: String,
}

/// Data of a payment card that may be displayed: brand and last four digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Card brand: `Visa`, `MasterCard`, …
    pub brand: String,
    pub last_four: String,
}

impl Account {
    /// Builds the data from a card brand and a masked card number such as `XXXX1111`.
    pub(crate) fn masked(brand: &str, number: &str) -> Account {
        let last_four = number.trim_start_matches(['X', 'x', '*']).to_owned();
        Account { brand: brand.to_owned(), last_four }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub transaction: Option<TransactionId>,
    pub account: Account,
    /// Result of the address check, one letter.
    pub avs: String,
    /// Result of the card code check, one letter.
    pub cvv: String,
    pub errors: Vec<Message>,
}

impl Refusal {
    /// Returns the gateway's message to show to the customer.
    pub fn text(&self) -> &str {
        self.errors.first().map_or("This transaction has been declined.", |error| &error.text)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No connection was made, so nothing was sent.
    Unreachable(String),
    /// The gateway refused the request for these reasons.
    Refused(Vec<Message>),
    /// The reply could not be parsed.
    Unreadable(String),
}

impl Failure {
    pub fn has_code(&self, code: &str) -> bool {
        matches!(self, Failure::Refused(messages) if has_code(messages, &[code]))
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Unreachable(why) => write!(out, "the gateway can't be reached: {why}"),
            Failure::Refused(messages) => write!(out, "the gateway refused: {}", spoken(messages)),
            Failure::Unreadable(why) => write!(out, "the gateway gave no usable answer: {why}"),
        }
    }
}

impl std::error::Error for Failure {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub why: String,
}

/// Facts about the sent request that are needed to classify the gateway's reply.
#[derive(Clone, Copy)]
pub(crate) struct Sent<'a> {
    pub reference: &'a Reference,
    /// True if the card token was sent before. If the gateway refuses the token, the earlier charge
    /// may have succeeded.
    pub is_token_used: bool,
}

pub(crate) fn classify(sent: Sent, reply: Result<CreateTransaction, NoReply>) -> Outcome {
    let reply = match reply {
        Ok(reply) => reply,
        Err(NoReply::Trouble(Trouble::NotSent(why))) => {
            return Outcome::Failed(Failure::Unreachable(why));
        }
        Err(NoReply::Trouble(Trouble::NoAnswer(why)) | NoReply::Unreadable(why)) => {
            return doubt(why);
        }
    };
    if reply.ref_id.as_option().is_some_and(|echo| echo != sent.reference.as_str()) {
        return doubt("the answer belongs to another request".to_owned());
    }
    match reply.transaction_response {
        Some(response) if !response.response_code.0.is_empty() => of_transaction(response),
        _ => of_messages(sent, reply.messages.message),
    }
}

/// Reason why there is no reply that could be classified.
pub(crate) enum NoReply {
    Trouble(Trouble),
    Unreadable(String),
}

fn of_transaction(response: TransactionResponse) -> Outcome {
    let transaction = TransactionId::parse(&response.trans_id.0);
    match (response.response_code.0.as_str(), transaction) {
        (APPROVED, Some(id)) => Outcome::Approved(receipt(id, response)),
        (HELD, Some(id)) => Outcome::Held(receipt(id, response)),
        (DECLINED, transaction) => {
            let account = Account::masked(&response.account_type.0, &response.account_number.0);
            Outcome::Declined(Refusal {
                transaction,
                account,
                avs: response.avs_result_code.0,
                cvv: response.cvv_result_code.0,
                errors: response.errors,
            })
        }
        (ERROR, _) if has_code(&response.errors, &[DUPLICATE]) => {
            doubt(format!("taken for a duplicate: {}", spoken(&response.errors)))
        }
        (ERROR, _) => Outcome::Failed(Failure::Refused(response.errors)),
        (APPROVED | HELD, None) => doubt("an answer without a transaction".to_owned()),
        (code, _) => doubt(format!("an unknown response code {code:?}")),
    }
}

fn of_messages(sent: Sent, messages: Vec<Message>) -> Outcome {
    let is_refused_token = has_code(&messages, &TOKEN_REFUSED);
    if has_code(&messages, &TURNED_AWAY) || (is_refused_token && !sent.is_token_used) {
        return Outcome::Failed(Failure::Refused(messages));
    }
    doubt(spoken(&messages))
}

/// Classifies the outcome of a void. A transaction that was voided before counts as approved, so
/// that a void can be repeated.
pub(crate) fn of_void(transaction: &TransactionId, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Failed(failure) if failure.has_code(ALREADY_VOIDED) => {
            Outcome::Approved(Receipt {
                transaction: transaction.clone(),
                auth_code: String::new(),
                account: Account::default(),
                avs: String::new(),
                cvv: String::new(),
            })
        }
        outcome => outcome,
    }
}

fn receipt(transaction: TransactionId, response: TransactionResponse) -> Receipt {
    Receipt {
        transaction,
        auth_code: response.auth_code.0,
        account: Account::masked(&response.account_type.0, &response.account_number.0),
        avs: response.avs_result_code.0,
        cvv: response.cvv_result_code.0,
    }
}

fn doubt(why: String) -> Outcome {
    Outcome::Unknown(Doubt { why })
}

fn has_code(messages: &[Message], codes: &[&str]) -> bool {
    messages.iter().any(|message| codes.contains(&message.code.as_str()))
}

fn spoken(messages: &[Message]) -> String {
    let each: Vec<String> =
        messages.iter().map(|Message { code, text }| format!("{code} {text}")).collect();
    if each.is_empty() { "no reason given".to_owned() } else { each.join(", ") }
}
