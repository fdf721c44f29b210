//! Tests against card testing. A person who tries many payment cards is refused before the gateway
//! is called, and other people behind the same IP address can still pay.

use std::time::Duration;

use serde_json::json;

use crate::support::{
    Reply, Visitor,
    till::{APPROVED, DECLINED, Till, pay_call, payment},
};

async fn fill_cart(till: &Till, visitor: &Visitor<'_>) -> String {
    let items = json!({ "cartDetails": [{ "vendorId": till.shop, "price": 25 }] });
    let there = visitor.post("/api/v1/Carts/items", &items).send().await.json();
    there["id"].as_str().expect("an id").to_owned()
}

/// Pays 25 dollars from this IP address.
async fn pay_from(
    till: &Till,
    visitor: &Visitor<'_>,
    cart: &str,
    card: &str,
    address: &str,
) -> Reply {
    let mut form = payment(cart, &till.token(card).await);
    form["amount"] = json!(25);
    pay_call(visitor, &form).from(address).send().await
}

const HOME: &str = "198.51.100.7";

#[tokio::test]
async fn checkout_refuses_after_five_declines_without_a_charge() {
    let till = Till::wary().await;
    let ann = till.visitor().await;
    let cart = fill_cart(&till, &ann).await;
    for _ in 0..5 {
        let reply = pay_from(&till, &ann, &cart, DECLINED, HOME).await;
        reply.error(400, "PAYMENT_DECLINED");
    }
    for card in [DECLINED, APPROVED].into_iter().cycle().take(24) {
        let body = pay_from(&till, &ann, &cart, card, HOME).await.error(429, "TOO_MANY_DECLINES");
        let told = "Too many payment cards were declined. You can try again in 12 minutes.";
        assert_eq!(body["errorMessage"], told);
    }
    assert_eq!(till.sandbox.ledger().len(), 5, "the gateway was not asked again");

    // After twelve minutes, one more attempt is allowed, and a valid card succeeds.
    till.app.hands.advance(Duration::from_secs(12 * 60));
    let ann = till.visitor().await;
    let reply = pay_from(&till, &ann, &cart, APPROVED, HOME).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    till.app.run_jobs().await;
}

#[tokio::test]
async fn checkout_allows_known_buyers_more_declines() {
    let till = Till::wary().await;
    let ann = till.visitor().await;
    let first = fill_cart(&till, &ann).await;
    assert_eq!(pay_from(&till, &ann, &first, APPROVED, HOME).await.status, 200);
    till.app.run_jobs().await;
    till.app.hands.advance(Duration::from_secs(8 * 24 * 3600));
    let ann = till.visitor().await;
    let cart = fill_cart(&till, &ann).await;
    for number in 0..15 {
        let address = format!("203.0.113.{number}");
        let reply = pay_from(&till, &ann, &cart, DECLINED, &address).await;
        reply.error(400, "PAYMENT_DECLINED");
    }
    pay_from(&till, &ann, &cart, APPROVED, HOME).await.error(429, "TOO_MANY_DECLINES");
}

#[tokio::test]
async fn checkout_allows_a_new_account_no_more_declines_after_one_purchase() {
    let till = Till::wary().await;
    let ann = till.visitor().await;
    let first = fill_cart(&till, &ann).await;
    assert_eq!(pay_from(&till, &ann, &first, APPROVED, HOME).await.status, 200);
    till.app.run_jobs().await;
    let cart = fill_cart(&till, &ann).await;
    for number in 0..5 {
        let address = format!("203.0.113.{number}");
        let reply = pay_from(&till, &ann, &cart, DECLINED, &address).await;
        reply.error(400, "PAYMENT_DECLINED");
    }
    pay_from(&till, &ann, &cart, APPROVED, HOME).await.error(429, "TOO_MANY_DECLINES");
}

#[tokio::test]
async fn checkout_limits_declines_per_address_over_all_buyers() {
    let till = Till::wary().await;
    for name in ["bob", "carl"] {
        let person = till.app.consumer(name).await;
        let visitor = till.app.sign_in(&person).await;
        let cart = fill_cart(&till, &visitor).await;
        for _ in 0..5 {
            let reply = pay_from(&till, &visitor, &cart, DECLINED, "2001:db8::1").await;
            reply.error(400, "PAYMENT_DECLINED");
        }
    }
    let ann = till.visitor().await;
    let cart = fill_cart(&till, &ann).await;
    let neighbour = pay_from(&till, &ann, &cart, APPROVED, "2001:db8::2").await;
    neighbour.error(429, "TOO_MANY_DECLINES");
    assert_eq!(till.sandbox.ledger().len(), 10);
    assert_eq!(pay_from(&till, &ann, &cart, APPROVED, HOME).await.status, 200);
    till.app.run_jobs().await;
}

/// A stranger tests cards from an IP address shared with an office, a campus or a carrier's
/// customers. Buyers with a history can still pay.
#[tokio::test]
async fn checkout_lets_neighbours_with_a_history_pay_though_a_stranger_burns_their_address() {
    let till = Till::wary().await;
    let (ann, carl) = (till.visitor().await, till.app.consumer("carl").await);
    let first = fill_cart(&till, &ann).await;
    assert_eq!(pay_from(&till, &ann, &first, APPROVED, HOME).await.status, 200);
    till.app.run_jobs().await;
    till.app.hands.advance(Duration::from_secs(8 * 24 * 3600));
    for name in ["bob", "eve"] {
        let person = till.app.consumer(name).await;
        let stranger = till.app.sign_in(&person).await;
        let cart = fill_cart(&till, &stranger).await;
        for _ in 0..5 {
            let reply = pay_from(&till, &stranger, &cart, DECLINED, HOME).await;
            reply.error(400, "PAYMENT_DECLINED");
        }
    }
    let newcomer = till.app.consumer("nell").await;
    let newcomer = till.app.sign_in(&newcomer).await;
    let cart = fill_cart(&till, &newcomer).await;
    pay_from(&till, &newcomer, &cart, APPROVED, HOME).await.error(429, "TOO_MANY_DECLINES");
    // Ann has paid before. Carl hasn't, but his account is a week old.
    for neighbour in [till.visitor().await, till.app.sign_in(&carl).await] {
        let cart = fill_cart(&till, &neighbour).await;
        let reply = pay_from(&till, &neighbour, &cart, APPROVED, HOME).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    till.app.run_jobs().await;
}

#[tokio::test]
async fn checkout_counts_no_approved_charges_against_an_address() {
    let till = Till::wary().await;
    for number in 0..12 {
        let person = till.app.consumer(&format!("guest{number}")).await;
        let visitor = till.app.sign_in(&person).await;
        let cart = fill_cart(&till, &visitor).await;
        let reply = pay_from(&till, &visitor, &cart, APPROVED, HOME).await;
        let is_fine = reply.status == 200 || reply.json()["errorCode"] == "PAYMENT_PENDING";
        assert!(is_fine, "{}", reply.text());
    }
    till.app.run_jobs().await;
    assert_eq!(
        till.app.count("SELECT count(*) FROM payment_attempt WHERE state = 'ISSUED'").await,
        12
    );
}

#[tokio::test]
async fn payment_attempts_keep_avs_and_cvv_results() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = fill_cart(&till, &ann).await;
    pay_from(&till, &ann, &cart, DECLINED, HOME).await.error(400, "PAYMENT_DECLINED");
    pay_from(&till, &ann, &cart, APPROVED, HOME).await;
    till.app.run_jobs().await;
    let adam = till.app.administrator("adam").await;
    let adam = till.app.sign_in(&adam).await;
    let search =
        adam.get(&format!("/api/v1/Helpdesk/search?searchText={cart}")).send().await.json();
    let path =
        format!("/api/v1/Helpdesk/orders/{}", search["orders"][0]["id"].as_str().expect("an id"));
    let attempts = adam.get(&path).send().await.json()["attempts"].clone();
    for (place, card) in ["Visa 0002", "Visa 1111"].iter().enumerate() {
        let attempt = &attempts[place];
        assert_eq!(
            (&attempt["paidWith"], &attempt["avs"], &attempt["cvv"]),
            (&json!(card), &json!("P"), &json!("M"))
        );
    }
}
