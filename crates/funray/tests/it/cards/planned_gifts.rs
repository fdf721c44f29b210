//! Tests of gifts that are sent on a day: sent once, changed and stopped by their givers, and what a
//! frozen, cancelled or taken-over card does to them.

use std::time::Duration;

use cards::SendTime;
use kernel::{dates::BusinessDate, ids::CardId, time_zones::Zone};
use serde_json::{Value, json};

use super::{Street, card_of};
use crate::support::{Visitor, cards::Purchase};

const BOB: &str = "bob@shop.example";
const HOUR: Duration = Duration::from_secs(3600);

/// Returns 9:00 in Toronto, this many days from now.
fn in_days(street: &Street, days: i32) -> SendTime {
    let day = BusinessDate::of(street.app.app.clock.now()).plus_days(days);
    SendTime { day, hour: 9, zone: Zone::TORONTO }
}

/// Sells a gift that is sent to Bob at this time.
async fn plan(street: &Street, time: SendTime) -> CardId {
    let purchase = Purchase::of(street.shop, 50).given_to(BOB).sent_at(time);
    street.app.sell(&street.buyer, purchase).await
}

/// Sets the clock to this time and runs all jobs that are due.
async fn at(street: &Street, time: SendTime) {
    let wait = time.moment().since(street.app.app.clock.now());
    street.app.hands.advance(wait);
    street.app.run_jobs().await;
}

async fn gifts_sent(street: &Street) -> usize {
    let mails = street.app.mails_to(BOB).await;
    mails.iter().filter(|mail| mail["subject"] == "A gift for you from Ann").count()
}

/// Counts the emails to the giver about a gift that was sent on its day.
async fn mails_of_sending(street: &Street) -> usize {
    let mails = street.app.mails_to(&street.buyer.email).await;
    mails.iter().filter(|mail| mail["subject"] == "Your gift for Bob is on its way").count()
}

fn change(visitor: &Visitor<'_>, card: CardId, body: &Value) -> crate::support::Call {
    visitor.put(&format!("/api/v1/Cards/{card}/sending"), body)
}

fn stop(visitor: &Visitor<'_>, card: CardId) -> crate::support::Call {
    visitor.call("DELETE", &format!("/api/v1/Cards/{card}/sending"))
}

fn form(time: SendTime) -> Value {
    json!({ "sendOn": time.day, "sendHour": time.hour, "sendZone": time.zone.name() })
}

#[tokio::test]
async fn gift_is_emailed_once_on_its_day() {
    let street = Street::new().await;
    let time = in_days(&street, 3);
    let card = plan(&street, time).await;
    let owner = street.owner().await;
    assert_eq!(street.app.run_jobs().await, 0, "nothing is due");
    let seen = card_of(&owner, card).await;
    assert_eq!(seen["sendAt"], json!(time.moment()));
    assert_eq!((&seen["sendZone"], &seen["mailedAt"]), (&json!("America/Toronto"), &json!(null)));

    let early = time.moment().minus(Duration::from_secs(1));
    street.app.hands.advance(early.since(street.app.app.clock.now()));
    street.app.run_jobs().await;
    assert_eq!(gifts_sent(&street).await, 0);
    at(&street, time).await;
    assert_eq!(gifts_sent(&street).await, 1);
    let seen = card_of(&street.owner().await, card).await;
    for field in ["sendAt", "sendZone", "sendOn", "sendHour"] {
        assert_eq!(seen[field], json!(null), "{field}");
    }
    assert!(seen["mailedAt"].is_string(), "{seen}");
    assert_eq!(mails_of_sending(&street).await, 1);
    street.app.hands.advance(400 * 24 * HOUR);
    street.app.run_jobs().await;
    assert_eq!(gifts_sent(&street).await, 1, "once");
}

#[tokio::test]
async fn gift_whose_day_passed_while_the_server_was_down_is_emailed_after_the_start() {
    let mut street = Street::new().await;
    let time = in_days(&street, 3);
    plan(&street, time).await;
    street.app.hands.advance(10 * 24 * HOUR);
    street.app.restart("");
    street.app.run_jobs().await;
    assert_eq!(gifts_sent(&street).await, 1);
}

#[tokio::test]
async fn change_sending_moves_the_day_there_and_back() {
    let street = Street::new().await;
    let (first, later) = (in_days(&street, 3), in_days(&street, 5));
    let card = plan(&street, first).await;
    let owner = street.owner().await;
    for time in [later, in_days(&street, 4), later, first, later] {
        let reply = change(&owner, card, &form(time)).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.json()["sendAt"], json!(time.moment()));
    }
    at(&street, first).await;
    at(&street, in_days(&street, 1)).await;
    assert_eq!(gifts_sent(&street).await, 0, "the days that it was moved away from");
    at(&street, later).await;
    assert_eq!(gifts_sent(&street).await, 1);
    let owner = street.owner().await;
    change(&owner, card, &form(in_days(&street, 9))).send().await.error(409, "GIFT_SENT");
    stop(&owner, card).send().await.error(409, "GIFT_SENT");
}

#[tokio::test]
async fn change_sending_uses_the_recipients_time_zone_or_the_shops() {
    let mut street = Street::new().await;
    street.app.expect_leftover_jobs();
    let card = plan(&street, in_days(&street, 3)).await;
    let owner = street.owner().await;
    let day = in_days(&street, 7).day;
    for (zone, expected) in [
        (json!("America/St_Johns"), Zone::NEWFOUNDLAND),
        (json!("America/Vancouver"), Zone::PACIFIC),
        (json!(null), Zone::TORONTO),
    ] {
        let body = json!({ "sendOn": day, "sendHour": 7, "sendZone": zone });
        let seen = change(&owner, card, &body).send().await.json();
        let time = SendTime { day, hour: 7, zone: expected };
        assert_eq!(seen["sendAt"], json!(time.moment()));
        assert_eq!(seen["sendZone"], expected.name());
        assert_eq!((&seen["sendOn"], &seen["sendHour"]), (&json!(day), &json!(7)));
    }
    let now = street.app.app.clock.now();
    let yesterday = BusinessDate::of(now).plus_days(-1);
    for (body, field) in [
        (json!({ "sendOn": yesterday }), "sendOn"),
        (json!({ "sendOn": BusinessDate::of(now).plus_days(400) }), "sendOn"),
        (json!({ "sendOn": day, "sendHour": 24 }), "sendHour"),
        (json!({ "sendOn": day, "sendZone": "Mars/Base" }), "sendZone"),
        (json!({ "sendOn": day, "recipientEmail": "bob" }), "recipientEmail"),
    ] {
        let refused = change(&owner, card, &body).send().await.error(400, "VALIDATION");
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
}

#[tokio::test]
async fn change_sending_sends_to_another_address_and_records_the_change() {
    let street = Street::new().await;
    let time = in_days(&street, 3);
    let card = plan(&street, time).await;
    let owner = street.owner().await;
    let mut body = form(time);
    body["recipientEmail"] = json!("rob@shop.example");
    assert_eq!(change(&owner, card, &body).send().await.status, 200);
    at(&street, time).await;
    assert_eq!(gifts_sent(&street).await, 0);
    assert_eq!(street.app.mails_to("rob@shop.example").await.len(), 1);
    let changes = "SELECT count(*) FROM gift_address WHERE new_email = 'rob@shop.example'";
    assert_eq!(street.app.count(changes).await, 1);
}

#[tokio::test]
async fn stop_sending_keeps_the_gift_until_it_gets_another_day_or_is_sent() {
    let street = Street::new().await;
    let time = in_days(&street, 3);
    let card = plan(&street, time).await;
    let owner = street.owner().await;
    let stopped = stop(&owner, card).send().await.json();
    assert_eq!((&stopped["sendAt"], &stopped["isSendingStopped"]), (&json!(null), &json!(true)));
    at(&street, time).await;
    assert_eq!(gifts_sent(&street).await, 0);

    let (again, owner) = (in_days(&street, 2), street.owner().await);
    let planned = change(&owner, card, &form(again)).send().await.json();
    assert_eq!(
        (&planned["sendAt"], &planned["isSendingStopped"]),
        (&json!(again.moment()), &json!(false))
    );
    assert_eq!(stop(&owner, card).send().await.status, 200);
    let sent = change(&owner, card, &json!({})).send().await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    street.app.run_jobs().await;
    assert_eq!(gifts_sent(&street).await, 1);
    assert_eq!(mails_of_sending(&street).await, 0, "the giver has sent it");
    at(&street, again).await;
    assert_eq!(gifts_sent(&street).await, 1, "the day that was stopped");
}

#[tokio::test]
async fn only_the_giver_sends_a_gift_before_its_day() {
    let street = Street::new().await;
    let time = in_days(&street, 3);
    let card = plan(&street, time).await;
    let (manager, owner) = (street.manager().await, street.owner().await);
    let stranger = street.app.consumer("carl").await;
    let stranger = street.app.sign_in(&stranger).await;
    let resend = |visitor: &Visitor<'_>| {
        let path = format!("/api/v1/Cards/{card}/resend-gift-card");
        visitor.post(&path, &json!({ "recipientEmail": BOB }))
    };
    resend(&manager).send().await.error(409, "GIFT_WAITS");
    change(&manager, card, &form(in_days(&street, 4))).send().await.error(403, "PERMISSION");
    stop(&manager, card).send().await.error(403, "PERMISSION");
    stop(&stranger, card).send().await.error(404, "NOT_FOUND");
    assert_eq!(resend(&owner).send().await.status, 204);
    street.app.run_jobs().await;
    assert_eq!(gifts_sent(&street).await, 1);
    at(&street, time).await;
    assert_eq!(gifts_sent(&street).await, 1, "not again on its day");
}

#[tokio::test]
async fn gift_of_a_shop_that_stopped_selling_is_emailed_on_its_day() {
    let street = Street::new().await;
    let time = in_days(&street, 3);
    plan(&street, time).await;
    street.app.write("UPDATE tenant SET state = 'INACTIVE' WHERE id = $1", street.shop).await;
    at(&street, time).await;
    assert_eq!((gifts_sent(&street).await, mails_of_sending(&street).await), (1, 1));
}

#[tokio::test]
async fn frozen_gift_is_emailed_once_it_can_be_used_again() {
    let street = Street::new().await;
    let time = in_days(&street, 3);
    let card = plan(&street, time).await;
    let sue = street.super_administrator().await;
    let reason = json!({ "reason": "A question" });
    let frozen = sue.put(&format!("/api/v1/Cards/{card}/deactived"), &reason);
    assert!(frozen.send().await.status.is_success());
    at(&street, time).await;
    assert_eq!(gifts_sent(&street).await, 0);
    let una = street.app.super_administrator("una").await;
    let una = street.app.sign_in(&una).await;
    let thawed = una.put(&format!("/api/v1/Cards/{card}/reactivated"), &reason).send().await;
    assert!(thawed.status.is_success(), "{}", thawed.text());
    street.app.run_jobs().await;
    assert_eq!(gifts_sent(&street).await, 1);
}

#[tokio::test]
async fn recipient_of_an_unsent_gift_hears_nothing_of_it() {
    let mut street = Street::new().await;
    street.app.expect_leftover_jobs();
    let card = plan(&street, in_days(&street, 3)).await;
    let owner = street.owner().await;
    let lost = owner.post(&format!("/api/v1/Cards/{card}/lost"), &json!({}));
    assert_eq!(lost.send().await.status, 200);
    street.app.run_jobs().await;
    assert!(street.app.mails_to(BOB).await.is_empty());
    let told = street.app.mails_to(&street.buyer.email).await;
    assert_eq!(told[0]["subject"], "Your card of Maple Leaf Books has a new code");
}
