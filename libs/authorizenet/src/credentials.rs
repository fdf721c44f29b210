//! Who the sandbox's merchant is. Nothing here is secret: no money hangs on it.

use serde::Serialize;

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Credentials {
    pub login_id: &'static str,
    pub transaction_key: &'static str,
    /// What the browser shows to have a card turned into a token.
    pub client_key: &'static str,
    /// What webhooks are signed with.
    pub signature_key: &'static str,
}

pub const CREDENTIALS: Credentials = Credentials {
    login_id: "sandbox-login",
    transaction_key: "sandbox-txn-key0",
    client_key: "sandbox-client-key-that-every-browser-may-see-00000000000000000000",
    signature_key: "5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C5A4D0B0C",
};
