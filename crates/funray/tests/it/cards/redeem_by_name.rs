//! Tests of redeeming a card that was found by name instead of presented, in shops that allow this.

use std::time::Duration;

use serde_json::json;

use super::{Street, approval_of, card_of, history, redeem, set_counter};

#[tokio::test]
async fn redeem_by_name_needs_the_shops_setting_and_is_marked() {
    let street = Street::new().await;
    let (card, manager, clerk) =
        (street.card(50).await, street.manager().await, street.employee().await);
    redeem(&clerk, card, json!(5)).send().await.error(409, "CARD_NOT_PRESENTED");
    assert_eq!(card_of(&clerk, card).await["mayRedeemUnseen"], false);
    set_counter(&manager, street.shop, json!({ "redeemsByName": true })).await;
    assert_eq!(card_of(&clerk, card).await["mayRedeemUnseen"], true);
    assert_eq!(redeem(&clerk, card, json!(5)).send().await.status, 200);
    clerk.sees(card).await;
    assert_eq!(card_of(&clerk, card).await["mayRedeemUnseen"], false);
    assert_eq!(redeem(&clerk, card, json!(6)).send().await.status, 200);
    let happened = history(&street.owner().await, card).await;
    let marks: Vec<_> = happened.iter().map(|line| line["isByName"].clone()).collect();
    assert_eq!(marks, [json!(false), json!(true), json!(false)]);
    let recorded = "SELECT count(*) FROM audit_entry WHERE action = 'CARD_REDEEMED_BY_NAME'";
    assert_eq!(street.app.count(recorded).await, 1);
    street.app.run_jobs().await;
    let told = street.app.mails_to("ann@shop.example").await;
    let says = |text: &str| text.contains("the shop found it by your name");
    let texts: Vec<_> = told.iter().filter_map(|mail| mail["text"].as_str()).collect();
    assert_eq!(texts.iter().filter(|text| says(text)).count(), 1, "{texts:?}");
}

#[tokio::test]
async fn redeem_by_name_is_for_the_shops_own_staff() {
    let street = Street::new().await;
    let (card, manager) = (street.card(50).await, street.manager().await);
    set_counter(&manager, street.shop, json!({ "redeemsByName": true })).await;
    let adam = street.app.administrator("adam").await;
    let adam = street.app.sign_in(&adam).await;
    let form = json!({ "value": 5, "reason": "The till was broken" });
    let path = format!("/api/v1/Cards/{card}/redeemed");
    adam.put(&path, &form).send().await.error(409, "CARD_NOT_PRESENTED");
    assert_eq!(card_of(&adam, card).await["mayRedeemUnseen"], false);
    let otis = street.app.employee_of(street.other_shop, "otis").await;
    let otis = street.app.sign_in(&otis).await;
    redeem(&otis, card, json!(5)).send().await.error(404, "NOT_FOUND");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_by_name_above_a_limit_needs_approval_and_stays_marked() {
    let street = Street::new().await;
    let (card, manager, clerk) =
        (street.card(50).await, street.manager().await, street.employee().await);
    let set = json!({ "redeemsByName": true, "singleAmount": 10 });
    set_counter(&manager, street.shop, set).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    assert_eq!(asked["isByName"], true);
    let path = format!("/api/v1/Approvals/{}/approved", asked["id"].as_str().expect("an id"));
    assert_eq!(manager.post(&path, &json!({})).send().await.status, 200);
    assert_eq!(history(&clerk, card).await[0]["isByName"], true);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_by_name_has_a_limit_that_no_manager_lifts() {
    let street = Street::with("[counter]\nby_name_per_hour = 2\nby_name_per_day = 3").await;
    let (card, manager, clerk) =
        (street.card(50).await, street.manager().await, street.employee().await);
    set_counter(&manager, street.shop, json!({ "redeemsByName": true })).await;
    for (visitor, value) in [(&clerk, 1), (&manager, 2)] {
        assert_eq!(redeem(visitor, card, json!(value)).send().await.status, 200);
    }
    for visitor in [&clerk, &manager] {
        redeem(visitor, card, json!(3)).send().await.error(409, "BY_NAME_LIMIT");
    }
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(3)).send().await.status, 200, "it was shown");
    let hour = Duration::from_secs(3600);
    street.app.hands.advance(hour);
    let manager = street.app.refreshed(&manager).await;
    assert_eq!(redeem(&manager, card, json!(4)).send().await.status, 200);
    redeem(&manager, card, json!(5)).send().await.error(409, "BY_NAME_LIMIT");
    street.app.run_jobs().await;
}
