//! Tests of the bell, which lists notifications in the portal. Managers of a shop or cause get one
//! for each event that they subscribe to.

use std::time::Duration;

use funray::work;
use kernel::{
    ids::{CardId, Id, JobId, TenantId},
    money::Cents,
};
use market::bell::{self, Redeemed};
use serde_json::{Value, json};

use crate::{
    cards::{Street, redeem},
    support::{
        TestApp, Visitor,
        live::{next_push, open_stream},
    },
    tenants::{Directory, open},
};

const NOTICES: &str = "/api/v1/Notices";

async fn notices(who: &Visitor<'_>) -> Value {
    let reply = who.get(NOTICES).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

async fn kinds(who: &Visitor<'_>) -> Vec<String> {
    let told = notices(who).await;
    let items = told["items"].as_array().expect("a list").iter();
    items.map(|item| item["kind"].as_str().expect("a kind").to_owned()).collect()
}

fn settings_of(feed: impl ToString) -> String {
    format!("{NOTICES}/settings/{}", feed.to_string())
}

async fn set(who: &Visitor<'_>, feed: impl ToString, form: Value) -> Value {
    let reply = who.put(&settings_of(feed), &form).send().await;
    assert_eq!(reply.status, 200, "{form}: {}", reply.text());
    reply.json()
}

async fn notify_of(app: &TestApp, job: JobId, vendor: TenantId, dollars: u32) {
    let (card, number) = (CardId::from_outside("none"), "•••• 0010".to_owned());
    let redeemed = Redeemed { vendor, card, number, value: Cents::from_dollars(dollars) };
    bell::notify_of_redemption(&app.app, job, redeemed).await.expect("told");
}

async fn freeze(sue: &Visitor<'_>, card: CardId, state: &str) {
    let form = json!({ "reason": "It was reported lost." });
    let reply = sue.put(&format!("/api/v1/Cards/{card}/{state}"), &form).send().await;
    assert!(reply.status.is_success(), "{}", reply.text());
}

#[tokio::test]
async fn bell_tells_managers_of_a_large_redemption_by_itself() {
    let street = Street::new().await;
    let (card, manager) = (street.card(500).await, street.manager().await);
    let baker = street.app.manager_of(street.other_shop, "bella").await;
    let baker = street.app.sign_in(&baker).await;
    let clerk = street.employee().await;
    clerk.get(NOTICES).send().await.error(403, "PERMISSION");
    clerk.sees(card).await;
    let mut stream = open_stream(&manager).await;
    for value in [json!(199.99), json!(200)] {
        let reply = redeem(&clerk, card, value).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    street.app.run_jobs().await;
    assert_eq!(next_push(&mut stream, "onChangeNotices").await, json!([]));
    let told = notices(&manager).await;
    assert_eq!((&told["unread"], &told["totalItems"]), (&json!(1), &json!(1)));
    let item = &told["items"][0];
    for (field, expected) in [
        ("kind", json!("LARGE_REDEMPTION")),
        ("value", json!(200)),
        ("cardId", json!(card.to_string())),
        ("feed", json!(street.shop.to_string())),
        ("tenantName", json!("Maple Leaf Books")),
        ("isRead", json!(false)),
        ("isFrozen", json!(null)),
    ] {
        assert_eq!(item[field], expected, "{field}");
    }
    assert!(item["cardNumber"].as_str().expect("digits").starts_with("•••• "), "{item}");
    assert_eq!(notices(&baker).await["totalItems"], 0, "of another shop");
    let read = format!("{NOTICES}/{}/read", item["id"].as_str().expect("an id"));
    baker.call("PUT", &read).send().await.error(404, "NOT_FOUND");
    assert_eq!(notices(&manager).await["unread"], 1);
}

#[tokio::test]
async fn notify_of_redemption_is_heard_once_when_its_job_runs_twice() {
    let street = Street::new().await;
    let manager = street.manager().await;
    let job = JobId::new(street.app.app.clock.now());
    for _ in 0..2 {
        notify_of(&street.app, job, street.shop, 200).await;
    }
    assert_eq!(kinds(&manager).await, ["LARGE_REDEMPTION"]);
    notify_of(&street.app, JobId::new(street.app.app.clock.now()), street.shop, 200).await;
    assert_eq!(notices(&manager).await["unread"], 2, "another one");
}

#[tokio::test]
async fn bell_tells_managers_and_administrators_of_a_frozen_card() {
    let street = Street::new().await;
    let (card, manager) = (street.card(50).await, street.manager().await);
    let (sue, adam) = (street.super_administrator().await, street.app.administrator("adam").await);
    let adam = street.app.sign_in(&adam).await;
    let una = street.app.super_administrator("una").await;
    let una = street.app.sign_in(&una).await;
    for (who, state) in [(&sue, "deactived"), (&sue, "deactived"), (&una, "reactivated")] {
        freeze(who, card, state).await;
        street.app.hands.advance(Duration::from_secs(1));
    }
    for (who, feed) in [(&manager, street.shop.to_string()), (&adam, "platform".to_owned())] {
        let told = notices(who).await;
        assert_eq!(told["totalItems"], 2, "{told}");
        assert_eq!(told["items"][0]["isFrozen"], false, "the newest first");
        assert_eq!(told["items"][1]["isFrozen"], true);
        assert_eq!(told["items"][1]["feed"], json!(feed));
        assert_eq!(told["items"][1]["cardId"], json!(card.to_string()));
    }
    assert_eq!(kinds(&sue).await, ["FREEZE", "FREEZE"]);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn notify_of_freeze_costs_as_much_for_many_cards_as_for_one() {
    let street = Street::new().await;
    let (manager, app) = (street.manager().await, &street.app.app);
    street.app.administrator("adam").await;
    let mut costs = Vec::new();
    for cards in [1, 300] {
        street.app.hands.advance(Duration::from_secs(1));
        let (now, shop) = (app.clock.now(), street.shop);
        let frozen = (0..cards).map(|_| bell::Switched {
            vendor: shop,
            card: CardId::new(now),
            number: "•••• 0010".to_owned(),
        });
        let frozen: Vec<_> = frozen.collect();
        app.db.record();
        let told = app.db.write(move |tx| bell::notify_of_freeze(tx, now, &frozen, true)).await;
        told.expect("told");
        // Count only the statements about notifications, because the program runs others as well.
        let recorded = app.db.recorded();
        costs.push(recorded.iter().filter(|statement| statement.sql.contains("notice")).count());
    }
    assert!(costs[0] > 0);
    assert_eq!(costs[0], costs[1]);
    let told = notices(&manager).await;
    assert_eq!(told["totalItems"], 2, "{told}");
    let (many, one) = (&told["items"][0], &told["items"][1]);
    assert_eq!((&many["cards"], &many["cardId"]), (&json!(300), &json!(null)), "{many}");
    assert_eq!((&one["cards"], &one["cardNumber"]), (&json!(null), &json!("•••• 0010")), "{one}");
}

#[tokio::test]
async fn bell_tells_of_other_bank_details_only() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let mut form = directory.charity("Riverside Food Bank");
    let id = open(&app, &adam, "Charities", &form).await;
    let carla = app.manager_of(crate::tenants::tenant(&id), "carla").await;
    let carla = app.sign_in(&carla).await;
    let path = format!("/api/v1/Charities/{id}");
    form["introduction"] = json!("Nobody is hungry.");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    assert_eq!(notices(&carla).await["totalItems"], 0, "that is no news");
    form["accountNumber"] = json!("7654322");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    for who in [&carla, &adam] {
        let told = notices(who).await;
        assert_eq!(kinds(who).await, ["BANK_CHANGED"]);
        assert_eq!(told["items"][0]["tenantKind"], "CHARITY");
        assert!(!told.to_string().contains("4322"), "no number of an account: {told}");
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn notice_settings_choose_kinds_of_notices_by_person() {
    let street = Street::new().await;
    let (card, manager) = (street.card(50).await, street.manager().await);
    let sue = street.super_administrator().await;
    let other = street.app.manager_of(street.shop, "bob").await;
    let other = street.app.sign_in(&other).await;
    let shop = street.shop;
    let defaults = json!({ "dailySales": true, "largeRedemption": true, "largeAmount": 200,
                           "freeze": true, "bankChanged": true, "payout": true });
    assert_eq!(manager.get(&settings_of(shop)).send().await.json(), defaults);
    let platform = json!({ "dailySales": null, "largeRedemption": null, "largeAmount": null,
                           "freeze": true, "bankChanged": true, "payout": null });
    assert_eq!(sue.get(&settings_of("platform")).send().await.json(), platform);
    let form = json!({ "largeRedemption": true, "largeAmount": 50, "freeze": false });
    let kept = json!({ "dailySales": true, "largeRedemption": true, "largeAmount": 50,
                       "freeze": false, "bankChanged": true, "payout": true });
    assert_eq!(set(&manager, shop, form).await, kept);
    assert_eq!(manager.get(&settings_of(shop)).send().await.json(), kept);
    freeze(&sue, card, "deactived").await;
    let now = street.app.app.clock.now();
    notify_of(&street.app, JobId::new(now), shop, 50).await;
    assert_eq!(kinds(&manager).await, ["LARGE_REDEMPTION"]);
    assert_eq!(kinds(&other).await, ["FREEZE"]);
    set(&manager, shop, json!({ "largeRedemption": false, "largeAmount": 50 })).await;
    notify_of(&street.app, JobId::new(now), shop, 500).await;
    assert_eq!(notices(&manager).await["totalItems"], 1);
    assert_eq!(notices(&other).await["totalItems"], 2);
    for feed in [street.other_shop.to_string(), "platform".to_owned(), "nobody".to_owned()] {
        manager.get(&settings_of(&feed)).send().await.error(404, "NOT_FOUND");
        let form = json!({ "freeze": false });
        manager.put(&settings_of(&feed), &form).send().await.error(404, "NOT_FOUND");
    }
    street.app.run_jobs().await;
}

#[tokio::test]
async fn change_notice_settings_names_an_amount_that_is_wrong() {
    let street = Street::new().await;
    let manager = street.manager().await;
    for wrong in [json!(null), json!(19.99), json!(10_000.01), json!("much")] {
        let form = json!({ "largeRedemption": true, "largeAmount": wrong });
        let reply = manager.put(&settings_of(street.shop), &form).send().await;
        assert_eq!(reply.status, 400, "{form}");
        assert!(reply.wrong_fields()["largeAmount"].is_string(), "{}", reply.text());
    }
    for right in [json!(20), json!(10_000)] {
        set(&manager, street.shop, json!({ "largeRedemption": true, "largeAmount": right })).await;
    }
}

#[tokio::test]
async fn notices_are_read_one_by_one_or_all_at_once() {
    let street = Street::new().await;
    let manager = street.manager().await;
    let now = street.app.app.clock.now();
    for _ in 0..12 {
        notify_of(&street.app, JobId::new(now), street.shop, 300).await;
    }
    let told = notices(&manager).await;
    assert_eq!(told["items"].as_array().expect("a page").len(), 10);
    assert_eq!((&told["unread"], &told["totalItems"]), (&json!(12), &json!(12)));
    let read = format!("{NOTICES}/{}/read", told["items"][3]["id"].as_str().expect("an id"));
    for _ in 0..2 {
        assert_eq!(manager.call("PUT", &read).send().await.status, 204);
    }
    let told = notices(&manager).await;
    assert_eq!((&told["unread"], &told["items"][3]["isRead"]), (&json!(11), &json!(true)));
    assert_eq!(manager.call("POST", &format!("{NOTICES}/read")).send().await.status, 204);
    assert_eq!(notices(&manager).await["unread"], 0);
}

#[tokio::test]
async fn notices_of_a_place_are_hidden_from_former_staff() {
    let street = Street::new().await;
    let mona = street.app.manager_of(street.shop, "mona").await;
    street.app.grant(mona.id, access::auth::Role::Manager, Some(street.other_shop)).await;
    let manager = street.app.sign_in(&mona).await;
    notify_of(&street.app, JobId::new(street.app.app.clock.now()), street.shop, 300).await;
    let one = notices(&manager).await["items"][0]["id"].as_str().expect("an id").to_owned();
    let sql = "UPDATE person_role SET is_active = FALSE WHERE tenant_id = $1";
    street.app.write(sql, street.shop).await;
    let told = notices(&manager).await;
    assert_eq!((&told["unread"], &told["totalItems"]), (&json!(0), &json!(0)));
    manager.call("PUT", &format!("{NOTICES}/{one}/read")).send().await.error(404, "NOT_FOUND");
    notify_of(&street.app, JobId::new(street.app.app.clock.now()), street.shop, 300).await;
    assert_eq!(street.app.count("SELECT count(*) FROM notice").await, 1, "nobody is told");
}

#[tokio::test]
async fn forget_old_deletes_notices_after_ninety_days() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let mut street = Street::new().await;
    street.app.expect_leftover_jobs();
    let _ = street.manager().await;
    let now = || street.app.app.clock.now();
    notify_of(&street.app, JobId::new(now()), street.shop, 300).await;
    street.app.hands.advance(2 * DAY);
    notify_of(&street.app, JobId::new(now()), street.shop, 300).await;
    street.app.hands.advance(89 * DAY);
    work::scheduled_tasks().run_due(&street.app.app).await.expect("the tasks");
    assert_eq!(street.app.count("SELECT count(*) FROM notice").await, 1, "the young one stays");
}

#[tokio::test]
async fn notices_are_exported_and_go_with_the_account() {
    let street = Street::new().await;
    let manager = street.manager().await;
    notify_of(&street.app, JobId::new(street.app.app.clock.now()), street.shop, 300).await;
    set(&manager, street.shop, json!({ "freeze": false })).await;
    let export = manager.get("/api/v1/Accounts/me/export").send().await.json();
    assert_eq!(export["notices"], notices(&manager).await["items"]);
    let setting = json!([{ "feed": street.shop, "kind": "FREEZE", "isOn": false, "amount": null }]);
    assert_eq!(export["noticeSettings"], setting);
    street.app.close_staff_account(&manager).await;
    for left in ["SELECT count(*) FROM notice", "SELECT count(*) FROM notice_setting"] {
        assert_eq!(street.app.count(left).await, 0, "{left}");
    }
    street.app.run_jobs().await;
}
