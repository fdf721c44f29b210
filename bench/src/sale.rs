//! Request bodies for a purchase: cart items, payment card and payment.

use authorizenet::sandbox::CREDENTIALS;
use serde_json::{Value, json};

/// Settings that turn fraud limits off, because the buyers of a benchmark buy unusually often.
pub const UNSUSPECTED: [(&str, &str); 3] = [
    ("FUNRAY_FRAUD__REVIEW_SCORE", "0"),
    ("FUNRAY_FRAUD__YOUNG_ACCOUNT_DOLLARS", "1000000"),
    ("FUNRAY_FRAUD__YOUNG_ACCOUNT_CARDS", "10000"),
];

/// Number of a payment card that the sandbox gateway approves.
const APPROVED: &str = "4111111111111111";

/// Returns a request body that puts cards of one shop into a cart.
pub fn items(vendor: &str, dollars: u64, quantity: usize) -> String {
    let item = json!({ "vendorId": vendor, "price": dollars, "quantity": quantity });
    json!({ "cartDetails": [item] }).to_string()
}

/// Returns the request body with which a browser exchanges a payment card for a token. The order of
/// the JSON keys matters.
pub fn payment_card() -> String {
    format!(
        r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},"data":{{"type":"TOKEN","id":"1","token":{{"cardNumber":"{APPROVED}","expirationDate":"122099","cardCode":"123"}}}}}}}}"#,
        CREDENTIALS.login_id, CREDENTIALS.client_key
    )
}

/// Returns the request body that pays for a cart with a token from the gateway.
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

/// Returns the number and the id of each purchased card.
pub fn cards(paid: &Value) -> Vec<(String, String)> {
    let cards = paid["cards"].as_array().into_iter().flatten();
    let known = |card: &Value| {
        let number = card["cardNumber"].as_str()?.replace(' ', "");
        Some((number, card["id"].as_str()?.to_owned()))
    };
    cards.filter_map(known).collect()
}
