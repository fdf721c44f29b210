//! What a purchase sends: the things for the cart, the payment card to the gateway, the payment.

use authorizenet::sandbox::CREDENTIALS;
use serde_json::{Value, json};

/// Nobody buys as often as these buyers, and that is not what is measured.
pub const UNSUSPECTED: [(&str, &str); 3] = [
    ("FUNRAY_FRAUD__REVIEW_SCORE", "0"),
    ("FUNRAY_FRAUD__YOUNG_ACCOUNT_DOLLARS", "1000000"),
    ("FUNRAY_FRAUD__YOUNG_ACCOUNT_CARDS", "10000"),
];

/// A payment card that the sandbox approves.
const APPROVED: &str = "4111111111111111";

/// Cards of one shop, for the cart.
pub fn items(vendor: &str, dollars: u64, quantity: usize) -> String {
    let item = json!({ "vendorId": vendor, "price": dollars, "quantity": quantity });
    json!({ "cartDetails": [item] }).to_string()
}

/// What the browser asks the gateway to make a token of. Its elements have an order.
pub fn payment_card() -> String {
    format!(
        r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},"data":{{"type":"TOKEN","id":"1","token":{{"cardNumber":"{APPROVED}","expirationDate":"122099","cardCode":"123"}}}}}}}}"#,
        CREDENTIALS.login_id, CREDENTIALS.client_key
    )
}

/// Pays for a cart with the gateway's token.
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

/// The number and id of each card that was bought.
pub fn cards(paid: &Value) -> Vec<(String, String)> {
    let cards = paid["cards"].as_array().into_iter().flatten();
    let known = |card: &Value| {
        let number = card["cardNumber"].as_str()?.replace(' ', "");
        Some((number, card["id"].as_str()?.to_owned()))
    };
    cards.filter_map(known).collect()
}
