//! Requests to the gateway.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::reply;
use crate::amount::Amount;

/// Request body with the name of its root element and the type of its reply.
pub trait Call: Serialize {
    const NAME: &'static str;
    type Reply: for<'de> serde::Deserialize<'de>;
}

/// Merchant credentials, sent with each request. Has no `Debug` implementation, because it contains
/// the secret key.
#[derive(Clone, Copy, Serialize)]
pub struct MerchantAuthentication<'a> {
    pub name: &'a str,
    #[serde(rename = "transactionKey")]
    pub transaction_key: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Signed<'a, C> {
    merchant_authentication: MerchantAuthentication<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ref_id: Option<&'a str>,
    #[serde(flatten)]
    call: &'a C,
}

/// Whole request as sent: the call inside its root element, with the credentials.
pub struct Envelope<'a, C> {
    pub authentication: MerchantAuthentication<'a>,
    pub ref_id: Option<&'a str>,
    pub call: &'a C,
}

impl<C: Call> Serialize for Envelope<'_, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let signed = Signed {
            merchant_authentication: self.authentication,
            ref_id: self.ref_id,
            call: self.call,
        };
        let mut root = serializer.serialize_map(Some(1))?;
        root.serialize_entry(C::NAME, &signed)?;
        root.end()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTransaction<'a> {
    pub transaction_request: TransactionRequest<'a>,
}

impl Call for CreateTransaction<'_> {
    const NAME: &'static str = "createTransactionRequest";
    type Reply = reply::CreateTransaction;
}

#[derive(Clone, Copy, Default, Serialize)]
pub enum TransactionType {
    #[default]
    #[serde(rename = "authCaptureTransaction")]
    AuthCapture,
    #[serde(rename = "voidTransaction")]
    Void,
    #[serde(rename = "refundTransaction")]
    Refund,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TransactionRequest<'a> {
    pub transaction_type: TransactionType,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ref_trans_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<Customer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bill_to: Option<BillTo>,
    #[serde(rename = "customerIP", skip_serializing_if = "Option::is_none")]
    pub customer_ip: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_settings: Option<TransactionSettings>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Payment<'a> {
    #[serde(rename_all = "camelCase")]
    CreditCard { card_number: &'a str, expiration_date: &'a str },
    #[serde(rename_all = "camelCase")]
    OpaqueData { data_descriptor: &'a str, data_value: &'a str },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order<'a> {
    pub invoice_number: &'a str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
}

#[derive(Serialize)]
pub struct Customer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BillTo {
    pub first_name: String,
    pub last_name: String,
}

/// Settings of a transaction. Requests wrap a list in an element of its own, unlike replies.
#[derive(Serialize)]
pub struct TransactionSettings {
    pub setting: [Setting; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Setting {
    pub setting_name: &'static str,
    pub setting_value: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTransactionDetails<'a> {
    pub trans_id: &'a str,
}

impl Call for GetTransactionDetails<'_> {
    const NAME: &'static str = "getTransactionDetailsRequest";
    type Reply = reply::TransactionDetails;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sorting {
    order_by: &'static str,
    order_descending: bool,
}

impl Sorting {
    pub const NEWEST_FIRST: Sorting = Sorting { order_by: "submitTimeUTC", order_descending: true };
}

#[derive(Serialize)]
pub struct Paging {
    pub limit: usize,
    /// Page number, starting at 1.
    pub offset: u32,
}

#[derive(Serialize)]
pub struct GetUnsettledTransactionList {
    pub sorting: Sorting,
    pub paging: Paging,
}

impl Call for GetUnsettledTransactionList {
    const NAME: &'static str = "getUnsettledTransactionListRequest";
    type Reply = reply::TransactionList;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetSettledBatchList {
    pub include_statistics: bool,
    pub first_settlement_date: String,
    pub last_settlement_date: String,
}

impl Call for GetSettledBatchList {
    const NAME: &'static str = "getSettledBatchListRequest";
    type Reply = reply::BatchList;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTransactionList<'a> {
    pub batch_id: &'a str,
    pub sorting: Sorting,
    pub paging: Paging,
}

impl Call for GetTransactionList<'_> {
    const NAME: &'static str = "getTransactionListRequest";
    type Reply = reply::TransactionList;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateHeldTransaction<'a> {
    pub held_transaction_request: HeldTransactionRequest<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldTransactionRequest<'a> {
    pub action: &'static str,
    pub ref_trans_id: &'a str,
}

impl Call for UpdateHeldTransaction<'_> {
    const NAME: &'static str = "updateHeldTransactionRequest";
    type Reply = reply::CreateTransaction;
}

#[derive(Serialize)]
pub struct GetMerchantDetails {}

impl Call for GetMerchantDetails {
    const NAME: &'static str = "getMerchantDetailsRequest";
    type Reply = reply::MerchantDetails;
}

#[derive(Serialize)]
pub struct AuthenticateTest {}

impl Call for AuthenticateTest {
    const NAME: &'static str = "authenticateTestRequest";
    type Reply = reply::Plain;
}
