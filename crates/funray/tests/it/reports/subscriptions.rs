//! Tests of email reports. Each period is sent exactly once, and only to people who may still see
//! the report.

use finance::reports::subscriptions;
use platform::app::App;
use serde_json::{Value, json};
use std::sync::Arc;

use super::Town;
use crate::support::Visitor;

const SUBSCRIPTIONS: &str = "/api/v1/Report/subscriptions";

async fn mail_due(app: &Arc<App>) {
    subscriptions::mail_due(app.clone()).await.expect("looked for");
}

async fn add(who: &Visitor<'_>, form: Value) -> Value {
    let reply = who.post(SUBSCRIPTIONS, &form).send().await;
    assert_eq!(reply.status, 200, "{form}: {}", reply.text());
    reply.json()
}

async fn list(who: &Visitor<'_>) -> Value {
    who.get(SUBSCRIPTIONS).send().await.json()
}

/// Returns the texts of the emails to an address, newest first.
async fn reports_to(town: &Town, address: &str) -> Vec<String> {
    town.app.run_jobs().await;
    let mails = town.app.mails_to(address).await;
    let text = |mail: &Value| {
        format!(
            "{}\n{}",
            mail["subject"].as_str().expect("one"),
            mail["text"].as_str().expect("one")
        )
    };
    mails.iter().map(text).filter(|text| text.contains("2026-0")).collect()
}

#[tokio::test]
async fn mail_due_sends_the_week_before_once_however_many_nodes_there_are() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let manager = town.app.sign_in(&mary).await;
    let campaign = town.causes[0].1;
    let weekly =
        json!({ "report": "VENDOR", "cadence": "WEEKLY", "cardType": 1, "campaignId": campaign });
    let added = add(&manager, weekly).await;
    assert_eq!(added["nextDay"], "2026-03-16");
    assert_eq!(added["tenantName"], "Maple Leaf Books");
    town.sell(0, 100, Some(0)).await;
    town.sell(0, 75, None).await;
    town.sell(1, 40, Some(0)).await;
    // In Toronto it is already Monday, so this sale belongs to the next week's report.
    town.at("2026-03-16T04:30:00Z");
    town.sell(0, 50, Some(0)).await;
    town.at("2026-03-16T10:59:59Z");
    mail_due(&town.app.app).await;
    assert_eq!(reports_to(&town, &mary.email).await, [""; 0], "it is not due yet");
    town.at("2026-03-16T11:00:00Z");
    let other = town.app.another_node();
    tokio::join!(mail_due(&town.app.app), mail_due(&other));
    mail_due(&other).await;
    let reports = reports_to(&town, &mary.email).await;
    assert_eq!(reports.len(), 1, "{reports:?}");
    for said in [
        "Report of Maple Leaf Books, March 9, 2026 to March 15, 2026",
        "$100.00",
        "$10.00",
        "Warm Meals",
        "/admin/vendor/reporting?startDate=2026-03-09&endDate=2026-03-15&cardType=1&campaignId=",
        "&byMail=1",
    ] {
        assert!(reports[0].contains(said), "{said} is missing in {}", reports[0]);
    }
    assert!(!reports[0].contains("$50.00"), "of the next week: {}", reports[0]);
    let manager = town.app.sign_in(&mary).await;
    assert_eq!(list(&manager).await[0]["nextDay"], "2026-03-23");
    // After three weeks without jobs, only the latest report is sent, not each one that was missed.
    town.at("2026-04-08T15:00:00Z");
    mail_due(&town.app.app).await;
    let reports = reports_to(&town, &mary.email).await;
    assert_eq!(reports.len(), 2);
    assert!(reports[0].contains("March 30, 2026 to April 5, 2026"), "{}", reports[0]);
    let manager = town.app.sign_in(&mary).await;
    assert_eq!(list(&manager).await[0]["nextDay"], "2026-04-13");
    town.close().await;
}

#[tokio::test]
async fn mail_due_writes_in_the_language_of_the_reader_on_the_first_of_a_month() {
    let town = Town::new().await;
    let adam = town.app.administrator("adam").await;
    town.app.write("UPDATE person SET language = 'fr' WHERE id = $1", adam.id).await;
    let administrator = town.app.sign_in(&adam).await;
    add(&administrator, json!({ "report": "CHARITIES", "cadence": "MONTHLY" })).await;
    let vendor = json!({ "report": "VENDOR", "cadence": "MONTHLY", "tenantId": town.shops[1] });
    add(&administrator, vendor).await;
    town.sell(0, 100, Some(0)).await;
    town.at("2026-04-01T11:00:00Z");
    mail_due(&town.app.app).await;
    let reports = reports_to(&town, &adam.email).await.join("\n");
    for said in [
        "Rapport des organismes, du 1er\u{a0}mars 2026 au 31\u{a0}mars 2026",
        "10,00",
        "/admin/charity-report?startDate=2026-03-01&endDate=2026-03-31",
        &format!("/admin/vendors/view/{}/reporting?", town.shops[1]),
    ] {
        assert!(reports.contains(said), "{said} is missing in {reports}");
    }
    town.close().await;
}

#[tokio::test]
async fn mail_due_ends_subscriptions_without_permission() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let carla = town.app.manager_of(town.causes[0].0, "carla").await;
    let adam = town.app.administrator("adam").await;
    let [manager, charity, administrator] = [
        town.app.sign_in(&mary).await,
        town.app.sign_in(&carla).await,
        town.app.sign_in(&adam).await,
    ];
    add(&manager, json!({ "report": "VENDOR", "cadence": "WEEKLY" })).await;
    add(&charity, json!({ "report": "CHARITY", "cadence": "WEEKLY" })).await;
    add(&administrator, json!({ "report": "VENDORS", "cadence": "WEEKLY" })).await;
    town.app.write("UPDATE person_role SET is_active = FALSE WHERE person_id = $1", mary.id).await;
    town.app.write("UPDATE person SET is_active = FALSE WHERE id = $1", carla.id).await;
    let role = "UPDATE person_role SET role = 'CONSUMER' WHERE person_id = $1";
    town.app.write(role, adam.id).await;
    town.at("2026-03-16T11:00:00Z");
    mail_due(&town.app.app).await;
    for person in [&mary, &carla, &adam] {
        assert_eq!(reports_to(&town, &person.email).await, [""; 0], "{}", person.email);
    }
    assert_eq!(town.app.count("SELECT count(*) FROM report_subscription").await, 0);
    town.close().await;
}

#[tokio::test]
async fn report_subscriptions_are_private() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let bob = town.app.manager_of(town.shops[0], "bob").await;
    let [manager, other] = [town.app.sign_in(&mary).await, town.app.sign_in(&bob).await];
    let monthly = json!({ "report": "VENDOR", "cadence": "MONTHLY" });
    let added = add(&manager, monthly.clone()).await;
    assert_eq!(add(&manager, monthly).await["id"], added["id"], "it is there already");
    let one = format!("{SUBSCRIPTIONS}/{}", added["id"].as_str().expect("an id"));
    assert_eq!(list(&other).await, json!([]));
    other.call("DELETE", &one).send().await.error(404, "NOT_FOUND");
    assert_eq!(list(&manager).await, json!([added]));
    let export = manager.get("/api/v1/Accounts/me/export").send().await.json();
    assert_eq!(export["reportMails"], json!([added]));
    assert_eq!(manager.call("DELETE", &one).send().await.status, 204);
    manager.call("DELETE", &one).send().await.error(404, "NOT_FOUND");
    add(&other, json!({ "report": "VENDOR", "cadence": "WEEKLY" })).await;
    town.app.close_staff_account(&other).await;
    assert_eq!(town.app.count("SELECT count(*) FROM report_subscription").await, 0);
    town.close().await;
}

#[tokio::test]
async fn add_report_subscription_refuses_invalid_foreign_and_too_many_ones() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let adam = town.app.administrator("adam").await;
    let [manager, administrator] = [town.app.sign_in(&mary).await, town.app.sign_in(&adam).await];
    for (field, wrong) in [
        ("report", json!({ "report": "BOOKS", "cadence": "WEEKLY" })),
        ("cadence", json!({ "report": "VENDOR", "cadence": "DAILY" })),
        ("cardType", json!({ "report": "VENDOR", "cadence": "WEEKLY", "cardType": 3 })),
        (
            "campaignId",
            json!({ "report": "VENDOR", "cadence": "WEEKLY", "campaignId": "cam_none" }),
        ),
    ] {
        let reply = manager.post(SUBSCRIPTIONS, &wrong).send().await;
        assert_eq!(reply.status, 400, "{wrong}");
        assert!(reply.wrong_fields()[field].is_string(), "{field}: {}", reply.text());
    }
    let of_all = json!({ "report": "VENDORS", "cadence": "WEEKLY" });
    manager.post(SUBSCRIPTIONS, &of_all).send().await.error(403, "PERMISSION");
    let foreign = json!({ "report": "VENDOR", "cadence": "WEEKLY", "tenantId": town.shops[1] });
    manager.post(SUBSCRIPTIONS, &foreign).send().await.error(404, "NOT_FOUND");
    assert_eq!(list(&manager).await, json!([]));
    let each = |shop: usize, cadence: &str, card_type: i64, campaign: usize| {
        json!({ "report": "VENDOR", "cadence": cadence, "tenantId": town.shops[shop],
                "cardType": card_type, "campaignId": town.causes[campaign].1 })
    };
    for card_type in 0..3 {
        for cadence in ["WEEKLY", "MONTHLY"] {
            for campaign in 0..2 {
                add(&administrator, each(0, cadence, card_type, campaign)).await;
            }
        }
    }
    for card_type in 0..2 {
        for cadence in ["WEEKLY", "MONTHLY"] {
            for campaign in 0..2 {
                add(&administrator, each(1, cadence, card_type, campaign)).await;
            }
        }
    }
    let more = administrator.post(SUBSCRIPTIONS, &each(1, "WEEKLY", 2, 0)).send().await;
    more.error(400, "TOO_MANY_REPORT_MAILS");
    add(&administrator, each(1, "WEEKLY", 1, 0)).await;
    town.close().await;
}
