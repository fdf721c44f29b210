//! Merchant credentials that the sandbox accepts. These credentials are public, because the sandbox
//! moves no real money.

use serde::Serialize;

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Credentials {
    pub login_id: &'static str,
    pub transaction_key: &'static str,
    /// Key with which the browser requests a token for a payment card.
    pub client_key: &'static str,
    /// Key that signs webhooks from the sandbox.
    pub signature_key: &'static str,
}

pub const CREDENTIALS: Credentials = Credentials {
    login_id: "sandbox-login",
    transaction_key: "sandbox-txn-key0",
    client_key: "sandbox-client-key-that-every-browser-may-see-00000000000000000000",
    signature_key: "5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C",
};
