//! Tests of reversing redemptions: clerks can reverse their own redemptions within a minute.

use std::time::Duration;

use kernel::timestamp::Timestamp;
use serde_json::json;

use super::{Street, card_of, history, redeem, undo};

#[tokio::test]
async fn reverse_redemption_by_its_clerk_needs_no_reason_for_a_minute() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
    assert_eq!(redeemed["undoSeconds"], 60);
    street.app.hands.advance(Duration::from_secs(59));
    assert_eq!(history(&clerk, card).await[0]["undoSeconds"], 1);
    let undone = undo(&clerk, card, &redeemed).header("idempotency-key", "u-1");
    let undone = undone.send().await.json();
    assert_eq!((&undone["value"], &undone["balance"]), (&json!(20), &json!(25)));
    let again = undo(&clerk, card, &redeemed).header("idempotency-key", "u-1").send().await;
    assert_eq!(again.json()["transactionId"], undone["transactionId"], "sent twice, done once");
    undo(&clerk, card, &redeemed).send().await.error(400, "ALREADY_REVERSED");
    let happened = history(&clerk, card).await;
    assert_eq!(happened[0]["transactionType"], "Credit");
    assert_eq!(happened[0]["reason"], json!(null));
    assert!(happened.iter().all(|line| line["undoSeconds"] == 0), "{happened:?}");
    street.app.run_jobs().await;
    let reversals = "SELECT count(*) FROM audit_entry WHERE action = 'CARD_REVERSED'";
    assert_eq!(street.app.count(reversals).await, 1);
    let told = street.app.mails_to("ann@shop.example").await;
    assert_eq!(told.len(), 3, "of the card, of what was redeemed, of what came back");
}

#[tokio::test]
async fn reverse_redemption_after_a_minute_needs_a_manager() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
    street.app.hands.advance(Duration::from_secs(61));
    assert_eq!(history(&clerk, card).await[0]["undoSeconds"], 0);
    undo(&clerk, card, &redeemed).send().await.error(400, "FOR_MANAGER");
    let reason = json!({ "reason": "the wrong card" }).to_string();
    let with_reason = undo(&clerk, card, &redeemed).json(reason.clone());
    with_reason.send().await.error(400, "FOR_MANAGER");
    let manager = street.manager().await;
    let fields = undo(&manager, card, &redeemed).send().await.wrong_fields();
    assert_eq!(fields["reason"], "Reason field is required.");
    assert_eq!(undo(&manager, card, &redeemed).json(reason).send().await.status, 200);
    assert_eq!(card_of(&manager, card).await["cardBalance"], 25);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn reverse_redemption_refuses_other_clerks_and_shops() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    let colleague = street.app.employee_of(street.shop, "elsa").await;
    let neighbour = street.app.employee_of(street.other_shop, "otis").await;
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
    let colleague = street.app.sign_in(&colleague).await;
    assert_eq!(history(&colleague, card).await[0]["undoSeconds"], 0);
    undo(&colleague, card, &redeemed).send().await.error(400, "FOR_MANAGER");
    let neighbour = street.app.sign_in(&neighbour).await;
    undo(&neighbour, card, &redeemed).send().await.error(404, "NOT_FOUND");
    undo(&street.owner().await, card, &redeemed).send().await.error(403, "PERMISSION");
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 5);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn reverse_redemption_by_its_clerk_is_refused_after_a_cash_out() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
    let cash = clerk.call("PUT", &format!("/api/v1/Cards/{card}/cashed-out"));
    let cash = cash.send().await.json();
    assert_eq!((&cash["value"], &cash["undoSeconds"]), (&json!(5), &json!(0)));
    undo(&clerk, card, &redeemed).send().await.error(400, "CASHED_OUT");
    undo(&clerk, card, &cash).send().await.error(404, "NOT_FOUND");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn reverse_redemption_by_an_administrator_needs_a_reason() {
    let street = Street::new().await;
    let (card, adam) = (street.card(25).await, street.app.administrator("adam").await);
    let adam = street.app.sign_in(&adam).await;
    adam.sees(card).await;
    let form = json!({ "value": 5, "reason": "The till was broken" });
    let redeemed = adam.put(&format!("/api/v1/Cards/{card}/redeemed"), &form).send().await.json();
    let fields = undo(&adam, card, &redeemed).send().await.wrong_fields();
    assert_eq!(fields["reason"], "Reason field is required.");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn reverse_redemption_ends_with_the_day_of_the_shops_own_clocks() {
    let street = Street::new().await;
    let moved = "UPDATE tenant SET province = 'British Columbia', city = 'Vancouver', postal_code = 'V5K 0A1' WHERE id = $1";
    street.app.write(moved, street.shop).await;
    let moment = |text| Timestamp::parse(text).expect("a moment");
    // It is 20:58 in Vancouver, where the shop is, but 23:58 in Toronto. Four minutes later, the
    // day has ended in Toronto only.
    street.app.hands.set(moment("2027-01-11T04:58:00Z"));
    let (card, clerk) = (street.card(50).await, street.employee().await);
    clerk.sees(card).await;
    let first = redeem(&clerk, card, json!(10)).send().await.json();
    let second = redeem(&clerk, card, json!(20)).send().await.json();
    let reason = json!({ "reason": "the wrong card" }).to_string();
    street.app.hands.set(moment("2027-01-11T05:02:00Z"));
    let manager = street.manager().await;
    assert_eq!(undo(&manager, card, &first).json(reason.clone()).send().await.status, 200);
    let path = format!("/api/v1/Vendors/{}/counter-day", street.shop);
    let day = manager.get(&path).send().await.json();
    assert_eq!(
        (&day["day"], &day["total"]["redeemed"]),
        (&json!("2027-01-10"), &json!(30)),
        "{day}"
    );
    street.app.hands.set(moment("2027-01-11T08:00:00Z"));
    let manager = street.app.sign_in(&street.app.manager_of(street.shop, "maud").await).await;
    undo(&manager, card, &second).json(reason).send().await.error(400, "TOO_LATE_TO_REVERSE");
    let day = manager.get(&path).send().await.json();
    assert_eq!(
        (&day["day"], &day["total"]["redeemed"]),
        (&json!("2027-01-11"), &json!(0)),
        "{day}"
    );
    street.app.run_jobs().await;
}
