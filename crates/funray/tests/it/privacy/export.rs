//! Tests of exporting a person's data.

use http_body_util::BodyExt;
use platform::error::Error;
use serde_json::{Value, json};

use crate::support::{TestApp, cards::Purchase};

const EXPORT: &str = "/api/v1/Accounts/me/export";

#[tokio::test(flavor = "multi_thread")]
async fn export_streams_a_thousand_orders_in_small_chunks() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let id = ann.id.to_string();
    let add = move |tx: &mut db::Tx<'_>| {
        for number in 0..1000 {
            let name = format!("{number:016}");
            tx.execute(
                "INSERT INTO cart (id, person_id, state, created_at, updated_at) VALUES ($1, $2, 'SOLD', 0, 0)",
                db::params![name, id],
            )?;
            tx.execute(
                "INSERT INTO orders (id, cart_id, person_id, brand, created_at) VALUES ($1, $2, $3, 'funray', $4)",
                db::params![format!("ord_{number:025}0"), name, id, i64::from(number)],
            )?;
        }
        Ok::<_, Error>(())
    };
    app.app.db.write(add).await.expect("orders");
    let visitor = app.sign_in(&ann).await;
    let mut body = visitor.get(EXPORT).open().await.into_body();
    let (mut whole, mut largest) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let piece = frame.expect("a piece").into_data().expect("bytes");
        largest = largest.max(piece.len());
        whole.extend_from_slice(&piece);
    }
    let export: Value = serde_json::from_slice(&whole).expect("JSON");
    let orders = export["orders"].as_array().expect("orders");
    let mut numbers: Vec<&str> =
        orders.iter().filter_map(|order| order["orderNumber"].as_str()).collect();
    numbers.dedup();
    assert_eq!((orders.len(), numbers.len()), (1000, 1000), "each once");
    assert!(largest < 100_000, "one piece has {largest} bytes of {}", whole.len());
    // Delete the orders, because they have no payments and the ledger check at the end of the test
    // would fail.
    let clear = |tx: &mut db::Tx<'_>| {
        tx.execute("DELETE FROM orders", &[])?;
        tx.execute("DELETE FROM cart", &[])
    };
    app.app.db.write(clear).await.expect("cleared");
}

#[tokio::test]
async fn export_contains_gifts_devices_invitations_and_transactions() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let card = app.sell(&ann, Purchase::of(shop, 25)).await;
    let gift = app.sell(&ann, Purchase::of(shop, 50).given_to("bob@shop.example")).await;
    let path = format!("/api/v1/Cards/{gift}/resend-gift-card");
    let elsewhere = json!({ "recipientEmail": "bob@home.example" });
    assert_eq!(visitor.post(&path, &elsewhere).send().await.status, 204);
    let manager = app.sign_in(&app.manager_of(shop, "mo").await).await;
    let offered = json!({
        "email": ann.email, "firstName": "Ann", "lastName": "Test", "roleId": "EMPLOYEE", "tenantId": shop.to_string(),
    });
    assert_eq!(manager.post("/api/v1/Accounts/invited", &offered).send().await.status, 200);
    app.run_jobs().await;

    let export = visitor.get(EXPORT).send().await.json();
    let cards = export["cards"].as_array().expect("cards");
    let find = |id: String| cards.iter().find(|card| card["id"] == id).expect("the card");
    let (card, gift) = (find(card.to_string()), find(gift.to_string()));
    assert_eq!(card["transactions"][0]["transactionType"], "Purchased");
    assert_eq!(card["cardNumber"].as_str().map(str::len), Some(16), "the whole number");
    assert_eq!(gift["recipientEmail"], "bob@home.example");
    assert_eq!(gift["earlierRecipients"], json!(["bob@shop.example"]));
    let invitation = &export["invitations"][0];
    assert_eq!(
        (&invitation["isReceived"], &invitation["state"]),
        (&json!(true), &json!("OFFERED"))
    );
    assert_eq!(invitation["organization"], "Maple Leaf Books");
    assert_eq!(export["devices"].as_array().map(Vec::len), Some(1));
    assert_eq!(export["secondFactors"]["recoveryCodesLeft"], 0);
    let given = manager.get(EXPORT).send().await.json();
    assert_eq!(given["invitations"][0]["isReceived"], false, "what they have offered");
}

#[tokio::test]
async fn export_is_rate_limited_after_five() {
    let app = TestApp::new().await;
    let ann = app.sign_in(&app.consumer("ann").await).await;
    for _ in 0..5 {
        assert_eq!(ann.get(EXPORT).send().await.status, 200);
    }
    ann.get(EXPORT).send().await.error(429, "TOO_MANY_TRIES");
}
