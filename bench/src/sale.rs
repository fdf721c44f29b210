//! Request bodies of a purchase: cart items, payment card, payment.

use authorizenet::sandbox::CREDENTIALS;
use serde_json::{Value, json};

/// Settings without fraud limits, because these buyers buy unusually often.
pub const UNSUSPECTED: [(&str, &str); 3] = [
    ("FUNRAY_FRAUD__REVIEW_SCORE", "0"),
    ("FUNRAY_FRAUD__YOUNG_ACCOUNT_DOLLARS", "1000000"),
    ("FUNRAY_FRAUD__YOUNG_ACCOUNT_CARDS", "10000"),
];

/// Payment card that the sandbox approves.
const APPROVED: &str = "4111111111111111";

/// Returns cart items with cards of one shop.
pub fn items(vendor: &str, dollars: u64, quantity: usize) -> String {
    let item = json!({ "vendorId": vendor, "price": dollars, "quantity": quantity });
    json!({ "cartDetails": [item] }).to_string()
}

/// Returns the browser's request for a payment token. The order of its elements matters.
pub fn payment_card() -> String {
    format!(
        r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},"data":{{"type":"TOKEN","id":"1","token":{{"cardNumber":"{APPROVED}","expirationDate":"122099","cardCode":"123"}}}}}}}}"#,
        CREDENTIALS.login_id, CREDENTIALS.client_key
    )
}

/// Returns the payment for a cart with the gateway's token.
pub fn payment(cart: &Value, dollars: u64, token: &Value) -> String {
    let payment = json!({
        "amount": dollars,
        "orderNumber": cart["id"],
        "cardHolderName": "Ann Lee",
        "opaqueDataValue": token["opaqueData"]["dataValue"],
        "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT",
    });
    payment.to_string()
}

/// Returns number and id of each purchased card.
pub fn cards(paid: &Value) -> Vec<(String, String)> {
    let cards = paid["cards"].as_array().into_iter().flatten();
    let known = |card: &Value| {
        let number = card["cardNumber"].as_str()?.replace(' ', "");
        Some((number, card["id"].as_str()?.to_owned()))
    };
    cards.filter_map(known).collect()
}
