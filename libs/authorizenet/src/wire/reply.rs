//! Replies from the gateway. The gateway varies the case of names, sends numbers as texts, and
//! replaces a list of one item by that item. This module accepts all of these forms.

use std::fmt;

use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

use crate::amount::Amount;

/// Text that the gateway may also send as a number or as null.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Box::<RawValue>::deserialize(deserializer)?;
        match written.get() {
            "null" => Ok(Text::default()),
            text if text.starts_with('"') => {
                serde_json::from_str(text).map(Text).map_err(de::Error::custom)
            }
            text if text.starts_with(['{', '[']) => Err(de::Error::custom("a text was expected")),
            bare => Ok(Text(bare.to_owned())),
        }
    }
}

impl Text {
    pub fn as_option(&self) -> Option<&str> {
        Some(self.0.as_str()).filter(|text| !text.is_empty())
    }
}

/// Reads a list. Accepts null as an empty list and a single item as a list of one item.
fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(source: D) -> Result<Vec<T>, D::Error> {
    struct Visitor<T>(std::marker::PhantomData<T>);

    impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Visitor<T> {
        type Value = Vec<T>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("a list or one of its items")
        }

        fn visit_unit<E>(self) -> Result<Vec<T>, E> {
            Ok(Vec::new())
        }

        fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(item) = items.next_element()? {
                list.push(item);
            }
            Ok(list)
        }

        fn visit_map<A: de::MapAccess<'de>>(self, item: A) -> Result<Vec<T>, A::Error> {
            T::deserialize(de::value::MapAccessDeserializer::new(item)).map(|item| vec![item])
        }
    }

    source.deserialize_any(Visitor(std::marker::PhantomData))
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Messages {
    pub result_code: String,
    #[serde(deserialize_with = "list")]
    pub message: Vec<Message>,
}

impl Messages {
    pub fn is_ok(&self) -> bool {
        self.result_code.eq_ignore_ascii_case("Ok")
    }
}

/// Message from the gateway: its code and text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Message {
    #[serde(alias = "errorCode")]
    pub code: String,
    #[serde(alias = "errorText", alias = "description", default)]
    pub text: String,
}

/// Result messages that every reply has.
pub trait Reply {
    fn messages(&self) -> &Messages;
}

macro_rules! replies {
    ($($name:ident),+) => {
        $(impl Reply for $name {
            fn messages(&self) -> &Messages {
                &self.messages
            }
        })+
    };
}

replies!(Plain, CreateTransaction, TransactionDetails, TransactionList, BatchList, MerchantDetails);

#[derive(Debug, Deserialize)]
pub struct Plain {
    pub messages: Messages,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTransaction {
    pub transaction_response: Option<TransactionResponse>,
    #[serde(default)]
    pub ref_id: Text,
    pub messages: Messages,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TransactionResponse {
    pub response_code: Text,
    pub auth_code: Text,
    pub avs_result_code: Text,
    pub cvv_result_code: Text,
    pub trans_id: Text,
    pub account_number: Text,
    pub account_type: Text,
    #[serde(deserialize_with = "list")]
    pub messages: Vec<Message>,
    #[serde(deserialize_with = "list")]
    pub errors: Vec<Message>,
}

#[derive(Debug, Deserialize)]
pub struct TransactionDetails {
    pub transaction: Option<Details>,
    /// `refId` with which the transaction was sent. The reply also has a field `refId`, which
    /// belongs to this query.
    #[serde(default, rename = "transrefId", alias = "transRefId")]
    pub reference: Text,
    pub messages: Messages,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Details {
    pub trans_id: Text,
    #[serde(default)]
    pub ref_trans_id: Text,
    #[serde(rename = "submitTimeUTC")]
    pub submit_time: jiff::Timestamp,
    pub transaction_status: Text,
    #[serde(default)]
    pub response_reason_code: Text,
    #[serde(default)]
    pub response_reason_description: Text,
    #[serde(default)]
    pub order: Order,
    #[serde(default, rename = "AVSResponse")]
    pub avs_response: Text,
    #[serde(default)]
    pub card_code_response: Text,
    pub auth_amount: Amount,
    pub settle_amount: Amount,
    #[serde(default)]
    pub payment: Payment,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Order {
    pub invoice_number: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Payment {
    pub credit_card: CreditCard,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CreditCard {
    pub card_number: Text,
    pub card_type: Text,
}

#[derive(Debug, Deserialize)]
pub struct TransactionList {
    #[serde(default, deserialize_with = "list")]
    pub transactions: Vec<Summary>,
    pub messages: Messages,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    pub trans_id: Text,
    #[serde(rename = "submitTimeUTC")]
    pub submit_time: jiff::Timestamp,
    pub transaction_status: Text,
    #[serde(default)]
    pub invoice_number: Text,
    #[serde(default)]
    pub account_type: Text,
    #[serde(default)]
    pub account_number: Text,
    pub settle_amount: Amount,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BatchList {
    #[serde(default, deserialize_with = "list")]
    pub batch_list: Vec<Batch>,
    pub messages: Messages,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    pub batch_id: Text,
    #[serde(rename = "settlementTimeUTC")]
    pub settlement_time: jiff::Timestamp,
    #[serde(default)]
    pub settlement_state: Text,
    #[serde(default, deserialize_with = "list")]
    pub statistics: Vec<Statistic>,
}

/// Sums of a batch for one brand of payment cards.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Statistic {
    pub charge_amount: Amount,
    pub charge_count: u32,
    pub refund_amount: Amount,
    pub refund_count: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MerchantDetails {
    #[serde(default)]
    pub is_test_mode: bool,
    #[serde(default)]
    pub merchant_name: Text,
    #[serde(default)]
    pub currencies: Vec<String>,
    #[serde(default)]
    pub public_client_key: Text,
    pub messages: Messages,
}

/// Parses a reply. The gateway starts each reply with a byte order mark, which JSON does not allow.
pub fn read<T: for<'de> Deserialize<'de>>(body: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(body.strip_prefix('\u{feff}').unwrap_or(body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transaction(json: &str) -> TransactionResponse {
        let body = format!(
            r#"{{"transactionResponse":{json},"messages":{{"resultCode":"Ok","message":[]}}}}"#
        );
        read::<CreateTransaction>(&body).expect("a reply").transaction_response.expect("a response")
    }

    #[test]
    fn read_ignores_a_byte_order_mark() {
        let plain = r#"{"messages":{"resultCode":"Ok","message":[{"code":"I00001","text":"Successful."}]}}"#;
        for body in [plain.to_owned(), format!("\u{feff}{plain}")] {
            assert!(read::<Plain>(&body).expect("a reply").messages.is_ok());
        }
    }

    #[test]
    fn list_accepts_a_single_item_without_brackets() {
        for errors in
            [r#"[{"errorCode":"2","errorText":"No."}]"#, r#"{"errorCode":"2","errorText":"No."}"#]
        {
            let response = transaction(&format!(r#"{{"errors":{errors}}}"#));
            let expected = Message { code: "2".to_owned(), text: "No.".to_owned() };
            assert_eq!(response.errors, [expected], "{errors}");
        }
        assert!(transaction(r#"{"errors":null}"#).errors.is_empty());
    }

    #[test]
    fn read_survives_fuzzing() {
        let examples = [
            r#"{"transactionResponse":{"responseCode":"1","authCode":"A1","avsResultCode":"Y","transId":"42","errors":[{"errorCode":"2","errorText":"No."}]},"refId":"c1","messages":{"resultCode":"Ok","message":[{"code":"I00001","text":"Successful."}]}}"#,
            r#"{"transactions":[{"transId":"1","submitTimeUTC":"2026-03-10T15:00:00Z","transactionStatus":"settledSuccessfully","invoiceNumber":"c1","settleAmount":25.00}],"totalNumInResultSet":1,"messages":{"resultCode":"Ok","message":[]}}"#,
            r#"{"batchList":[{"batchId":"7","settlementTimeUTC":"2026-03-10T15:00:00Z","settlementState":"settledSuccessfully"}],"messages":{"resultCode":"Error","message":{"code":"E1","text":"No."}}}"#,
        ];
        fuzzing::run(&fuzzing::mutated_text(&examples), |body| {
            let _ = read::<Plain>(&body);
            let _ = read::<CreateTransaction>(&body);
            let _ = read::<TransactionList>(&body);
            let _ = read::<BatchList>(&body);
        });
    }

    #[test]
    fn text_deserializes_from_strings_numbers_and_null() {
        for code in ["1", "\"1\""] {
            assert_eq!(transaction(&format!(r#"{{"responseCode":{code}}}"#)).response_code.0, "1");
        }
        assert_eq!(transaction(r#"{"transId":null}"#).trans_id.as_option(), None);
    }
}
