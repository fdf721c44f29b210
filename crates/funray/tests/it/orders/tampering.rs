//! Tests of tampered payment requests. The reply names each wrong field, and nothing is charged.

use serde_json::{Value, json};

use crate::support::till::{APPROVED, Till, pay, pay_call, payment};

#[tokio::test]
async fn checkout_refuses_tampered_forms_without_a_charge() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let token = till.token(APPROVED).await;
    let with = |field: &str, value: Value| {
        let mut form = payment(&cart, &token);
        form[field] = value;
        form
    };
    for (form, path) in [
        (with("amount", json!(124)), "amount"),
        (with("amount", json!(125.01)), "amount"),
        (with("amount", json!(-125)), "amount"),
        (with("amount", json!(0)), "amount"),
        (with("amount", json!("125")), "amount"),
        (with("amount", json!(null)), "amount"),
        (with("orderNumber", json!(null)), "orderNumber"),
        (with("orderNumber", json!("x".repeat(21))), "orderNumber"),
        (with("cardHolderName", json!(" ")), "cardHolderName"),
        (with("cardHolderName", json!("x".repeat(65))), "cardHolderName"),
        (with("cardHolderName", json!("4111 1111 1111 1111")), "cardHolderName"),
        (with("appName", json!("4111111111111111")), "appName"),
        (with("opaqueDataValue", json!("")), "opaqueDataValue"),
        (with("opaqueDataValue", json!("4111-1111-1111-1111")), "opaqueDataValue"),
        (with("opaqueDataValue", json!("a b")), "opaqueDataValue"),
        (with("opaqueDataDescriptor", json!("COMMON.APPLE.INAPP.PAYMENT")), "opaqueDataValue"),
        (with("opaqueDataDescriptor", json!("378282246310005")), "opaqueDataDescriptor"),
        (with("opaqueDataDescriptor", json!(null)), "opaqueDataDescriptor"),
    ] {
        let body = pay_call(&ann, &form).send().await.error(400, "VALIDATION");
        assert!(body["fields"][path].is_string(), "{form}: {body}");
        assert!(!says_card_number(&body), "{body}");
    }
    for field in ["cardNumber", "cardCode", "total", "price", "cards"] {
        let reply = pay_call(&ann, &with(field, json!("4111111111111111"))).send().await;
        let body = reply.error(400, "VALIDATION");
        assert!(body.to_string().contains(field) && !says_card_number(&body), "{body}");
    }
    for number in ["x", "0000000000000000", "ord_00000000000000000000000000"] {
        let form = with("orderNumber", json!(&number[..number.len().min(20)]));
        pay_call(&ann, &form).send().await.error(404, "NOT_FOUND");
    }
    let bob = till.app.consumer("bob").await;
    let bob = till.app.sign_in(&bob).await;
    pay_call(&bob, &payment(&cart, &token)).send().await.error(404, "NOT_FOUND");

    assert!(till.sandbox.ledger().is_empty(), "the gateway was never asked");
    assert_eq!(till.app.count("SELECT count(*) FROM payment_attempt").await, 0);
    super::settle_and_check(&till, &ann, &cart).await;
}

/// Returns whether a reply contains a card number. Looks for eight of its digits, because a request
/// id can contain four by chance.
fn says_card_number(body: &Value) -> bool {
    body.to_string()
        .chars()
        .filter(|c| !matches!(c, ' ' | '-'))
        .collect::<String>()
        .contains("41111111")
}

#[tokio::test]
async fn checkout_refuses_items_no_longer_sold() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    till.app.write("UPDATE tenant SET state = 'INACTIVE' WHERE id = $1", till.charity).await;
    let body = pay(&till, &ann, &cart, APPROVED).await.error(400, "VALIDATION");
    assert_eq!(
        body["fields"]["cartDetails[1]"],
        "Maple Leaf Books: This campaign isn't running at the moment."
    );
    till.app.write("UPDATE tenant SET card_amounts = 'Amount50' WHERE id = $1", till.shop).await;
    let body = pay(&till, &ann, &cart, APPROVED).await.error(400, "VALIDATION");
    assert!(body["fields"]["cartDetails[0]"].is_string(), "{body}");
    assert!(till.sandbox.ledger().is_empty());

    let there = ann.get("/api/v1/Carts/me").send().await.json();
    for item in there["cartDetails"].as_array().expect("items") {
        let path = format!("/api/v1/Carts/items/{}", item["id"].as_str().expect("an id"));
        ann.call("DELETE", &path).send().await;
    }
    pay(&till, &ann, &cart, APPROVED).await.error(400, "CART_EMPTY");
}

#[tokio::test]
async fn checkout_is_refused_while_the_ledger_is_stopped() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let stop = "INSERT INTO ledger_stop (id, reason, created_at) VALUES ('x', 'a thief', 0)";
    till.app.app.db.write(move |tx| tx.execute(stop, &[])).await.expect("stopped");
    pay(&till, &ann, &cart, APPROVED).await.error(503, "LEDGER_STOPPED");
    assert!(till.sandbox.ledger().is_empty());
    till.app.report().await.expect("all is right");
    super::settle_and_check(&till, &ann, &cart).await;
}
