//! Tests of limits on how much a clerk redeems. A redemption above the shop's limits waits for a
//! manager's approval.

use std::time::Duration;

use serde_json::{Value, json};

use super::{
    Street, approval_of, card_of, counter_settings, redeem, save_counter, set_counter, undo,
};
use crate::support::Visitor;

const HELD: &str = "SELECT count(*) FROM audit_entry WHERE action = 'REDEMPTION_HELD'";
const TURNS: &str = "SELECT count(*) FROM counter_pace";
const UNUSUAL: &str = "SELECT count(*) FROM audit_entry WHERE action = 'REDEMPTION_UNUSUAL'";

async fn subjects(street: &Street, to: &str) -> Vec<String> {
    street.app.run_jobs().await;
    let mails = street.app.mails_to(to).await;
    mails.iter().map(|mail| mail["subject"].as_str().expect("text").to_owned()).collect()
}

#[tokio::test]
async fn redeem_needs_approval_above_each_limit_of_the_shop() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let card = street.card(100).await;
    clerk.sees(card).await;
    set_counter(&manager, street.shop, json!({ "singleAmount": 20 })).await;
    assert_eq!(redeem(&clerk, card, json!(20)).send().await.status, 200);
    assert_eq!(approval_of(&clerk, redeem(&clerk, card, json!(20.01))).await["cause"], "SINGLE");
    set_counter(&manager, street.shop, json!({ "mostAmount": 30 })).await;
    assert_eq!(redeem(&clerk, card, json!(10)).send().await.status, 200);
    assert_eq!(approval_of(&clerk, redeem(&clerk, card, json!(0.01))).await["cause"], "AMOUNT");
    set_counter(&manager, street.shop, json!({ "mostRedemptions": 3 })).await;
    assert_eq!(redeem(&clerk, card, json!(5)).send().await.status, 200);
    assert_eq!(approval_of(&clerk, redeem(&clerk, card, json!(1))).await["cause"], "COUNT");
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 65, "what waits is on the card");
    street.app.hands.advance(Duration::from_secs(3601));
    let emil = street.app.refreshed(&clerk).await;
    emil.sees(card).await;
    assert_eq!(redeem(&emil, card, json!(2)).send().await.status, 200, "another hour");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_counts_limits_per_clerk_without_reversed_redemptions() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let elsa = street.app.employee_of(street.shop, "elsa").await;
    let elsa = street.app.sign_in(&elsa).await;
    let card = street.card(100).await;
    for visitor in [&clerk, &elsa] {
        visitor.sees(card).await;
    }
    set_counter(&manager, street.shop, json!({ "mostRedemptions": 1 })).await;
    let first = redeem(&clerk, card, json!(3)).send().await.json();
    assert_eq!(redeem(&elsa, card, json!(3)).send().await.status, 200);
    approval_of(&clerk, redeem(&clerk, card, json!(4))).await;
    assert_eq!(undo(&clerk, card, &first).send().await.status, 200);
    assert_eq!(redeem(&clerk, card, json!(4)).send().await.status, 200);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn cash_out_needs_approval_above_the_limits_of_the_shop() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let card = street.card(25).await;
    clerk.sees(card).await;
    set_counter(&manager, street.shop, json!({ "mostRedemptions": 1 })).await;
    assert_eq!(redeem(&clerk, card, json!(21)).send().await.status, 200);
    let cash = clerk.call("PUT", &format!("/api/v1/Cards/{card}/cashed-out"));
    let asked = approval_of(&clerk, cash).await;
    assert_eq!(asked["transactionType"], "Debit");
    let id = asked["id"].as_str().expect("an id");
    let approved = manager.post(&format!("/api/v1/Approvals/{id}/approved"), &json!({}));
    assert_eq!(approved.send().await.json()["state"], "APPROVED");
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 0);
    street.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn redeem_enforces_limits_under_concurrency() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    set_counter(&manager, street.shop, json!({ "mostRedemptions": 5 })).await;
    let mut cards = Vec::new();
    for _ in 0..20 {
        let card = street.card(25).await;
        clerk.sees(card).await;
        cards.push(card);
    }
    let mut running = tokio::task::JoinSet::new();
    for card in cards {
        running.spawn(redeem(&clerk, card, json!(25)).send());
    }
    let replies = running.join_all().await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 5);
    for held in replies.iter().filter(|reply| reply.status != 200) {
        held.error(409, "APPROVAL_NEEDED");
    }
    street.app.hands.advance(Duration::from_secs(3));
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_needs_no_approval_for_administrators_or_with_limits_off() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let card = street.card(100).await;
    let least = json!({ "mostRedemptions": 1, "mostAmount": 1, "singleAmount": 1 });
    set_counter(&manager, street.shop, least).await;
    let adam = street.app.administrator("adam").await;
    let adam = street.app.sign_in(&adam).await;
    adam.sees(card).await;
    let form = json!({ "value": 50, "reason": "The till was broken" });
    let path = format!("/api/v1/Cards/{card}/redeemed");
    assert_eq!(adam.put(&path, &form).send().await.status, 200);
    set_counter(&manager, street.shop, json!({ "isPaceLimited": false })).await;
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(20)).send().await.status, 200);
    assert_eq!(redeem(&clerk, card, json!(30)).send().await.status, 200);
    assert_eq!(street.app.count(HELD).await, 0);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_by_managers_needs_no_approval_and_notifies_the_others() {
    let street = Street::new().await;
    let manager = street.manager().await;
    street.app.manager_of(street.shop, "nina").await;
    let card = street.card(100).await;
    manager.sees(card).await;
    set_counter(&manager, street.shop, json!({ "singleAmount": 10 })).await;
    assert_eq!(redeem(&manager, card, json!(11)).send().await.status, 200);
    assert_eq!(redeem(&manager, card, json!(12)).send().await.status, 200);
    assert_eq!(street.app.count(UNUSUAL).await, 2);
    let told = subjects(&street, "nina@shop.example").await;
    let pace = "Unusual pace at the counter of Maple Leaf Books";
    assert_eq!(told.iter().filter(|subject| *subject == pace).count(), 1, "{told:?}");
    assert!(!subjects(&street, "mona@shop.example").await.contains(&pace.to_owned()));
}

#[tokio::test]
async fn approval_requests_go_to_administrators_of_a_shop_without_managers() {
    let street = Street::new().await;
    let adam = street.app.administrator("adam").await;
    let adam = street.app.sign_in(&adam).await;
    let (card, clerk) = (street.card(100).await, street.employee().await);
    set_counter(&adam, street.shop, json!({ "singleAmount": 10 })).await;
    clerk.sees(card).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(40))).await;
    let told = subjects(&street, "adam@shop.example").await;
    assert!(told.contains(&"$40.00 at Maple Leaf Books waits for you".to_owned()), "{told:?}");
    let path = format!("/api/v1/Approvals/{}/approved", asked["id"].as_str().expect("an id"));
    assert_eq!(adam.post(&path, &json!({})).send().await.json()["state"], "APPROVED");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_beyond_the_pace_is_reported_once_an_hour_and_still_works() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    street.app.administrator("adam").await;
    let card = street.card(100).await;
    clerk.sees(card).await;
    let informing = json!({ "isPaceLimited": false, "mostRedemptions": 1 });
    set_counter(&manager, street.shop, informing).await;
    for cents in [1.01, 1.02, 1.03, 1.04] {
        assert_eq!(redeem(&clerk, card, json!(cents)).send().await.status, 200);
    }
    assert_eq!(street.app.count(HELD).await, 0);
    assert_eq!(street.app.count(UNUSUAL).await, 1, "one row of a fast hour");
    let pace = "Unusual pace at the counter of Maple Leaf Books";
    let told = async |to: &str| {
        let all = subjects(&street, to).await;
        all.iter().filter(|subject| *subject == pace).count()
    };
    for to in ["mona@shop.example", "adam@shop.example"] {
        assert_eq!(told(to).await, 1, "{to}");
    }
    street.app.hands.advance(Duration::from_secs(3601));
    let emil = street.app.refreshed(&clerk).await;
    emil.sees(card).await;
    for cents in [2.01, 2.02] {
        assert_eq!(redeem(&emil, card, json!(cents)).send().await.status, 200);
    }
    assert_eq!(told("adam@shop.example").await, 2, "another hour");
}

#[tokio::test]
async fn mail_about_a_clerk_who_was_reported_already_has_the_totals_of_the_hour() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let card = street.card(100).await;
    let informing = json!({ "isPaceLimited": false, "mostRedemptions": 1, "singleAmount": 10 });
    set_counter(&manager, street.shop, informing).await;
    // The shop is mailed about the first report only. The second one renews the clerk's report, so
    // that it is still valid when the shop may be mailed again.
    for (minutes, amounts) in [(0, [2, 3].as_slice()), (50, &[11]), (15, &[12])] {
        street.app.hands.advance(Duration::from_secs(minutes * 60));
        let clerk = street.app.refreshed(&clerk).await;
        clerk.sees(card).await;
        for dollars in amounts {
            assert_eq!(redeem(&clerk, card, json!(dollars)).send().await.status, 200);
        }
        street.app.run_jobs().await;
    }
    assert_eq!(street.app.count(UNUSUAL).await, 3);
    let mails = street.app.mails_to("mona@shop.example").await;
    let texts = mails.iter().map(|mail| mail["text"].as_str().expect("text"));
    let told: Vec<&str> = texts.filter(|text| text.contains("Unusual pace")).collect();
    let totals = ["In this hour: 2\nTogether: $23.00", "In this hour: 2\nTogether: $5.00"];
    assert_eq!(told.len(), totals.len(), "{told:?}");
    for (text, total) in told.iter().zip(totals) {
        assert!(text.contains(total), "{text}");
    }
}

#[tokio::test]
async fn redeem_beyond_the_pace_by_the_only_manager_is_reported_to_administrators() {
    let street = Street::new().await;
    let manager = street.manager().await;
    street.app.administrator("adam").await;
    let card = street.card(100).await;
    manager.sees(card).await;
    set_counter(&manager, street.shop, json!({ "singleAmount": 10 })).await;
    assert_eq!(redeem(&manager, card, json!(11)).send().await.status, 200);
    let told = subjects(&street, "adam@shop.example").await;
    assert!(told.iter().any(|subject| subject.starts_with("Unusual pace")), "{told:?}");
}

#[tokio::test]
async fn redeem_adds_up_the_redemptions_of_one_card_within_an_hour() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let elsa = street.app.employee_of(street.shop, "elsa").await;
    let elsa = street.app.sign_in(&elsa).await;
    let (card, other) = (street.card(100).await, street.card(100).await);
    for visitor in [&clerk, &elsa] {
        visitor.sees(card).await;
        visitor.sees(other).await;
    }
    set_counter(&manager, street.shop, json!({ "singleAmount": 50 })).await;
    assert_eq!(redeem(&clerk, card, json!(49)).send().await.status, 200);
    assert_eq!(approval_of(&elsa, redeem(&elsa, card, json!(48))).await["cause"], "SINGLE");
    assert_eq!(redeem(&elsa, card, json!(1)).send().await.status, 200);
    assert_eq!(redeem(&elsa, other, json!(50)).send().await.status, 200, "another card");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn counter_settings_changes_are_audited_and_mailed_to_managers() {
    let street = Street::new().await;
    let manager = street.manager().await;
    street.app.manager_of(street.shop, "nina").await;
    let defaults = json!({
        "isPaceLimited": false, "mostRedemptions": 60, "mostAmount": 2500, "singleAmount": 500,
        "redeemsByName": false, "mailsClosedDays": true, "next": null,
    });
    let mut before = counter_settings(&manager, street.shop).await;
    assert!(before["version"].take().is_string(), "{before}");
    before.as_object_mut().expect("an object").remove("version");
    assert_eq!(before, defaults);
    let stricter = save_counter(&manager, street.shop, json!({})).await;
    save_counter(&manager, street.shop, json!({})).await;
    assert_eq!((&stricter["mostRedemptions"], &stricter["next"]), (&json!(25), &json!(null)));
    let recorded = "SELECT count(*) FROM audit_entry WHERE action = 'COUNTER_SETTINGS_CHANGED'";
    assert_eq!(street.app.count(recorded).await, 1, "what is as it was is no change");
    let told = "The counter of Maple Leaf Books has new settings".to_owned();
    assert_eq!(subjects(&street, "nina@shop.example").await, [told]);
    assert!(subjects(&street, "mona@shop.example").await.is_empty());
}

#[tokio::test]
async fn counter_settings_loosen_a_day_later_and_are_reported_to_administrators() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let adam = street.app.administrator("adam").await;
    let card = street.card(100).await;
    let saved = save_counter(&manager, street.shop, json!({ "redeemsByName": true })).await;
    assert_eq!(saved["redeemsByName"], false);
    assert_eq!(saved["next"]["redeemsByName"], true);
    let day = Duration::from_secs(24 * 3600);
    let from = street.app.app.clock.now().plus(day);
    assert_eq!(saved["next"]["from"], json!(from));
    let told = "The counter of Maple Leaf Books has new settings".to_owned();
    assert_eq!(subjects(&street, "adam@shop.example").await, [told]);
    let adam = street.app.sign_in(&adam).await;
    let notices = adam.get("/api/v1/Notices").send().await.json();
    assert_eq!(notices["items"][0]["kind"], "COUNTER_LOOSENED", "{notices}");
    redeem(&clerk, card, json!(1)).send().await.error(409, "CARD_NOT_PRESENTED");
    street.app.hands.advance(day);
    let emil = street.app.employee_of(street.shop, "erna").await;
    let emil = street.app.sign_in(&emil).await;
    assert_eq!(redeem(&emil, card, json!(1)).send().await.status, 200);
    let mona = street.app.manager_of(street.shop, "maud").await;
    let mona = street.app.sign_in(&mona).await;
    let now = counter_settings(&mona, street.shop).await;
    assert_eq!((&now["redeemsByName"], &now["next"]), (&json!(true), &json!(null)));
    street.app.run_jobs().await;
}

#[tokio::test]
async fn counter_settings_refuse_invalid_limits_and_other_tenants() {
    let street = Street::new().await;
    let manager = street.manager().await;
    let path = format!("/api/v1/Vendors/{}/counter-settings", street.shop);
    let fields = manager.put(&path, &json!({})).send().await.wrong_fields();
    for field in ["isPaceLimited", "mostRedemptions", "mostAmount", "singleAmount", "redeemsByName"]
    {
        assert!(fields[field].is_string(), "{field}: {fields}");
    }
    let mut wrong: Value = counter_settings(&manager, street.shop).await;
    for count in [0, 1001] {
        wrong["mostRedemptions"] = json!(count);
        let fields = manager.put(&path, &wrong).send().await.wrong_fields();
        assert_eq!(fields["mostRedemptions"], "Must be from 1 to 1000.");
    }
    let read = async |visitor: &Visitor<'_>, tenant: String| {
        visitor.get(&format!("/api/v1/Vendors/{tenant}/counter-settings")).send().await
    };
    read(&manager, street.other_shop.to_string()).await.error(404, "NOT_FOUND");
    let charity = street.app.charity("Food Bank").await.to_string();
    let adam = street.app.administrator("adam").await;
    let adam = street.app.sign_in(&adam).await;
    read(&adam, charity).await.error(404, "NOT_FOUND");
    read(&street.employee().await, street.shop.to_string()).await.error(403, "PERMISSION");
}

#[tokio::test]
async fn redeem_waits_for_no_other_of_the_same_person_where_nothing_is_limited() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let ada = street.app.administrator("ada").await;
    let administrator = street.app.sign_in(&ada).await;
    let card = street.card(100).await;
    for visitor in [&clerk, &administrator] {
        visitor.sees(card).await;
    }
    let of_administrator = json!({ "value": 1, "reason": "The till is down." });
    let path = format!("/api/v1/Cards/{card}/redeemed");
    assert_eq!(administrator.put(&path, &of_administrator).send().await.status, 200);
    set_counter(&manager, street.shop, json!({ "isPaceLimited": false })).await;
    assert_eq!(redeem(&clerk, card, json!(1)).send().await.status, 200);
    assert_eq!(street.app.count(TURNS).await, 0);
    set_counter(&manager, street.shop, json!({ "isPaceLimited": true })).await;
    assert_eq!(redeem(&clerk, card, json!(2)).send().await.status, 200);
    assert_eq!(street.app.count(TURNS).await, 1);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approve_for_an_hour_lets_the_clerk_redeem_up_to_the_limit_of_one_card() {
    let street = Street::new().await;
    let clerk = street.employee().await;
    let nina = street.app.manager_of(street.shop, "nina").await;
    let manager = street.app.sign_in(&nina).await;
    let limits = json!({ "mostRedemptions": 1, "singleAmount": 30 });
    set_counter(&manager, street.shop, limits).await;
    let card = street.card(100).await;
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(1)).send().await.status, 200);
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(2))).await;
    let path = format!("/api/v1/Approvals/{}/approved", asked["id"].as_str().expect("an id"));
    let approved = manager.post(&path, &json!({ "forAnHour": true })).send().await;
    assert_eq!(approved.json()["state"], "APPROVED");
    let next = redeem(&clerk, card, json!(3)).send().await.json();
    assert_eq!((&next["value"], &next["redemptionsLeft"]), (&json!(3), &json!(null)));
    let beyond = approval_of(&clerk, redeem(&clerk, card, json!(40))).await;
    assert_eq!(beyond["cause"], "SINGLE");
    street.app.hands.advance(Duration::from_secs(3601));
    let clerk = street.app.refreshed(&clerk).await;
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(4)).send().await.status, 200, "another hour");
    assert_eq!(approval_of(&clerk, redeem(&clerk, card, json!(5))).await["cause"], "COUNT");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_warns_before_the_limit_where_a_manager_has_to_approve() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let card = street.card(100).await;
    clerk.sees(card).await;
    set_counter(&manager, street.shop, json!({ "mostRedemptions": 7 })).await;
    let left = |reply: Value| (reply["redemptionsLeft"].clone(), reply["amountLeft"].clone());
    let none = (json!(null), json!(null));
    assert_eq!(left(redeem(&clerk, card, json!(1)).send().await.json()), none);
    let second = redeem(&clerk, card, json!(2)).send().await.json();
    assert_eq!(left(second), (json!(5), json!(997)));
    set_counter(&manager, street.shop, json!({ "isPaceLimited": false })).await;
    assert_eq!(left(redeem(&clerk, card, json!(3)).send().await.json()), none);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn propose_counter_settings_leaves_room_above_the_busiest_hour() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let path = format!("/api/v1/Vendors/{}/counter-settings/proposed", street.shop);
    let quiet = manager.get(&path).send().await.json();
    assert_eq!((&quiet["busiestRedemptions"], &quiet["mostRedemptions"]), (&json!(0), &json!(60)));
    for _ in 0..2 {
        let card = street.card(100).await;
        clerk.sees(card).await;
        assert_eq!(redeem(&clerk, card, json!(90)).send().await.status, 200);
    }
    let busy = manager.get(&path).send().await.json();
    assert_eq!((&busy["busiestRedemptions"], &busy["busiestAmount"]), (&json!(2), &json!(180)));
    assert_eq!((&busy["mostAmount"], &busy["singleAmount"]), (&json!(2500), &json!(100)));
    street.app.run_jobs().await;
}
