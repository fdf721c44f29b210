//! Tests of approving and refusing registrations of shops and causes.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Directory, add, get, open, set, tenant};
use crate::support::{Call, TestApp, Visitor};

async fn registration(app: &TestApp, path: &str, directory: &Directory) -> Call {
    let body = registration_body(app, path, directory).await;
    app.post(&format!("/api/v1/Accounts/{path}")).json(body.to_string())
}

async fn registration_body(app: &TestApp, path: &str, directory: &Directory) -> Value {
    json!({
        "businessInfo": {
            "legalName": "Corner Shop Inc.", "businessNumber": "123456789",
            "categoryId": directory.category, "organizationType": directory.organization,
            "address": {"addressLine1": "1 Main Street", "city": "Ottawa", "province": "Ontario", "postalCode": "K1P1J1"},
        },
        "primaryContact": {
            "firstName": "Cora", "lastName": "Ner", "email": "cora@shop.example",
            "workPhoneNumber": "613 555 0100", "phoneNumber": "613 555 0101", "appName": "rayzr",
        },
        "reCaptchaToken": crate::support::captcha::solve(app, path).await,
    })
}

async fn register(app: &TestApp, path: &str, directory: &Directory) {
    let reply = registration(app, path, directory).await.send().await;
    assert_eq!(reply.status, 204, "{}", reply.text());
}

async fn only_one(who: &Visitor<'_>, list: &str) -> String {
    let page = who.get(&format!("/api/v1/{list}?state=pending")).send().await.json();
    assert_eq!(page["totalItems"], 1, "{page}");
    page["items"][0]["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn register_mails_administrators_without_locks() {
    let app = TestApp::new().await;
    let directory = Directory::of(&app).await;
    for name in ["adam", "alma", "anton"] {
        app.administrator(name).await;
    }
    let (reply, statements) = app.recorded(registration(&app, "vendor", &directory).await).await;
    assert_eq!(reply.status, 204, "{}", reply.text());
    let of_people = |sql: &&str| sql.contains("FROM person");
    let reading: Vec<&str> =
        statements.iter().map(|statement| statement.sql.as_str()).filter(of_people).collect();
    assert_eq!(reading.len(), 1, "{reading:?}");
    assert!(!reading[0].contains("FOR UPDATE"), "{reading:?}");
    assert_eq!(app.run_jobs().await, 4, "the administrators and the contact");
    let mails = app.mails_to("cora@shop.example").await;
    assert_eq!(mails[0]["subject"], "Your registration at RayZR has arrived");
}

#[tokio::test]
async fn register_mails_administrators_the_way_to_the_registration() {
    let app = TestApp::new().await;
    let directory = Directory::of(&app).await;
    let adam = app.administrator("adam").await;
    register(&app, "vendor", &directory).await;
    app.run_jobs().await;
    let mails = app.mails_to(&adam.email).await;
    let id = only_one(&app.sign_in(&adam).await, "Vendors").await;
    let text = mails[0]["text"].as_str().expect("text");
    assert!(text.contains(&format!("/admin/vendors/{id}")), "{text}");
}

#[tokio::test]
async fn activate_completes_a_registration_and_invites_its_contact() {
    let app = TestApp::new().await;
    let directory = Directory::of(&app).await;
    register(&app, "vendor", &directory).await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let id = only_one(&adam, "Vendors").await;
    let activate = adam.call("PUT", &format!("/api/v1/Vendors/{id}/status/activate"));
    let lacks = json!({
        "regionId": "Region/Territory field is required.",
        "cardAmount": "Card Amount field is required.",
    });
    assert_eq!(activate.send().await.wrong_fields(), lacks);
    assert_eq!(app.get("/api/v1/Public/Vendors").send().await.json()["totalItems"], 0);

    let form = directory.vendor("Corner Shop");
    assert_eq!(adam.put(&format!("/api/v1/Vendors/{id}"), &form).send().await.status, 204);
    app.run_jobs().await;
    assert_eq!(app.mails_to("cora@shop.example").await.len(), 1, "editing mails nobody");
    app.hands.advance(Duration::from_secs(1));
    set(&adam, "Vendors", &id, "Activate").await;
    set(&adam, "Vendors", &id, "activate").await;
    let shown = app.get("/api/v1/Public/Vendors").send().await.json();
    assert_eq!(shown["items"][0]["id"], id);

    let link = app.mailed_link("cora@shop.example").await;
    let mails = app.mails_to("cora@shop.example").await;
    assert_eq!(mails.len(), 2, "one mail, however often it is activated");
    assert!(mails[0]["subject"].as_str().expect("text").contains("RayZR"), "{}", mails[0]);
    let page = app.get(&link).send().await.header("location").to_owned();
    assert!(page.contains("/admin/setup-password?code="), "{page}");
    assert!(page.contains("purpose=Approval"), "{page}");
    let code = page.split("code=").nth(1).and_then(|rest| rest.split('&').next()).expect("a code");
    let chosen = json!({
        "email": "cora@shop.example", "password": "a fine password", "setPasswordPurpose": "Approval",
    });
    let path = format!("/api/v1/Accounts/passworded?code={code}");
    assert_eq!(app.post(&path).json(chosen.to_string()).send().await.status, 204);
    let reply = app.try_sign_in("cora@shop.example", "a fine password", "198.51.100.7").await;
    assert_eq!(reply.status, 200, "{}", reply.text());

    set(&adam, "Vendors", &id, "deactivate").await;
    set(&adam, "Vendors", &id, "activate").await;
    app.run_jobs().await;
    let mails = app.mails_to("cora@shop.example").await;
    let ways_in =
        mails.iter().filter(|mail| mail["text"].as_str().is_some_and(|text| text.contains(&link)));
    assert_eq!((mails.len(), ways_in.count()), (4, 1), "the way in once, and each switch");
}

#[tokio::test]
async fn registration_names_all_fields_that_are_missing() {
    let app = TestApp::new().await;
    for (list, sorted_by) in [("vendor", "categoryId"), ("charity", "organizationType")] {
        let reply = app.post(&format!("/api/v1/Accounts/{list}")).json("{}").send().await;
        let wrong = reply.wrong_fields();
        for field in [
            "businessInfo.legalName",
            "businessInfo.businessNumber",
            &format!("businessInfo.{sorted_by}"),
            "businessInfo.address.city",
            "primaryContact.firstName",
            "primaryContact.email",
            "primaryContact.phoneNumber",
        ] {
            assert!(wrong[field].is_string(), "{field}: {wrong}");
        }
    }
}

#[tokio::test]
async fn reject_mails_the_reason_to_the_contact() {
    let app = TestApp::new().await;
    let directory = Directory::of(&app).await;
    register(&app, "charity", &directory).await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let id = only_one(&adam, "Charities").await;
    let reject = |reason: &str| {
        adam.put(&format!("/api/v1/Charities/{id}/rejected"), &json!({ "reason": reason }))
    };
    assert!(reject(&"x".repeat(1001)).send().await.wrong_fields()["reason"].is_string());
    for _ in 0..2 {
        assert_eq!(reject("The number is another's.").send().await.status, 204);
    }
    app.run_jobs().await;
    let mails = app.mails_to("cora@shop.example").await;
    assert_eq!(mails.len(), 2);
    let tells = |mail: &Value| {
        mail["text"].as_str().is_some_and(|text| text.contains("The number is another's."))
    };
    assert!(mails.iter().any(tells));
    let charity = get(&adam, "Charities", &id).await;
    assert_eq!((&charity["state"], &charity["isActive"]), (&json!("REJECTED"), &json!(false)));
    assert_eq!(charity["rejectionReason"], "The number is another's.");

    let form = directory.charity("Corner Help");
    assert_eq!(adam.put(&format!("/api/v1/Charities/{id}"), &form).send().await.status, 204);
    set(&adam, "Charities", &id, "activate").await;
    app.run_jobs().await;
    assert_eq!(app.mails_to("cora@shop.example").await.len(), 3, "let in after all");
    assert_eq!(get(&adam, "Charities", &id).await["rejectionReason"], Value::Null);
    reject("Too late.").send().await.error(400, "NOT_PENDING");
    assert_eq!(get(&adam, "Charities", &id).await["state"], "ACTIVE");
}

#[tokio::test]
async fn set_active_is_idempotent() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let mut form = directory.vendor("Shop");
    form["cardAmount"] = json!("0");
    let id = add(&adam, "Vendors", &form).await;
    set(&adam, "Vendors", &id, "DEACTIVATE").await;
    assert_eq!(get(&adam, "Vendors", &id).await["state"], "PENDING", "it waits still");
    form["cardAmount"] = json!("Amount25");
    assert_eq!(adam.put(&format!("/api/v1/Vendors/{id}"), &form).send().await.status, 204);
    set(&adam, "Vendors", &id, "activate").await;
    for _ in 0..2 {
        set(&adam, "Vendors", &id, "deactivate").await;
        assert_eq!(get(&adam, "Vendors", &id).await["state"], "INACTIVE");
    }
    let odd = adam.call("PUT", &format!("/api/v1/Vendors/{id}/status/toggle")).send().await;
    assert_eq!(odd.wrong_fields()["status"], "Must be activate or deactivate.");
    let charity = adam.call("PUT", &format!("/api/v1/Charities/{id}/status/activate"));
    charity.send().await.error(404, "NOT_FOUND");
    app.run_jobs().await;
}

/// A person who was entered as the contact by mistake and then replaced must not become the
/// manager.
#[tokio::test]
async fn activate_invites_only_the_current_primary_contact() {
    let app = TestApp::new().await;
    let (adam, eve) = (app.administrator("adam").await, app.consumer("eve").await);
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let mut form = directory.vendor("Shop");
    form["primaryContact"]["email"] = json!(eve.email);
    form["cardAmount"] = json!("0");
    let id = add(&adam, "Vendors", &form).await;
    let path = format!("/api/v1/Vendors/{id}");
    let eve = app.sign_in(&eve).await;
    eve.get(&path).send().await.error(403, "PERMISSION");
    form["primaryContact"]["email"] = json!("cora@shop.example");
    form["cardAmount"] = json!("Amount25");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    set(&adam, "Vendors", &id, "activate").await;
    app.run_jobs().await;
    eve.get(&path).send().await.error(403, "PERMISSION");
    assert_eq!(app.mails_to("eve@shop.example").await.len(), 0);
    assert_eq!(app.mails_to("cora@shop.example").await.len(), 1);
}

#[tokio::test]
async fn register_takes_amounts_and_the_share_of_causes_from_the_shop() {
    let app = TestApp::new().await;
    let directory = Directory::of(&app).await;
    let mut body = registration_body(&app, "vendor", &directory).await;
    body["businessInfo"]["cardAmount"] = json!("Amount25,Amount30");
    let path = "/api/v1/Accounts/vendor";
    let refused = app.post(path).json(body.to_string()).send().await;
    assert!(refused.wrong_fields()["businessInfo.cardAmount"].is_string());
    body["businessInfo"]["cardAmount"] = json!("Amount50,Amount25");
    body["businessInfo"]["charityRate"] = json!(7);
    assert_eq!(app.post(path).json(body.to_string()).send().await.status, 204);
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let shop = get(&adam, "Vendors", &only_one(&adam, "Vendors").await).await;
    assert_eq!(
        (&shop["cardAmount"], &shop["charityRate"], &shop["givesBank"]),
        (&json!("Amount25,Amount50"), &json!(7), &json!(true))
    );
    assert_eq!(shop["missingFields"], json!(["regionId"]));
    app.run_jobs().await;
}

#[tokio::test]
async fn managers_give_the_bank_numbers_of_a_registered_shop_once_with_a_fresh_proof() {
    let app = TestApp::new().await;
    let directory = Directory::of(&app).await;
    register(&app, "vendor", &directory).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let id = only_one(&adam, "Vendors").await;
    let mut form = directory.vendor("Corner Shop");
    for number in ["institutionNumber", "transitNumber", "accountNumber"] {
        form[number] = json!(null);
    }
    assert_eq!(adam.put(&format!("/api/v1/Vendors/{id}"), &form).send().await.status, 204);
    set(&adam, "Vendors", &id, "activate").await;
    app.run_jobs().await;

    let mary = app.sign_in(&app.manager_of(tenant(&id), "mary").await).await;
    let mut sent = get(&mary, "Vendors", &id).await;
    assert_eq!((&sent["givesBank"], &sent["accountNumber"]), (&json!(true), &json!(null)));
    sent["institutionNumber"] = json!("003");
    let path = format!("/api/v1/Vendors/{id}");
    let part = mary.put(&path, &sent).send().await;
    assert_eq!(part.wrong_fields()["transitNumber"], "Transit Number field is required.");
    (sent["transitNumber"], sent["accountNumber"]) = (json!("12345"), json!("7654321"));
    app.hands.advance(Duration::from_secs(3600));
    let mary = app.refreshed(&mary).await;
    mary.put(&path, &sent).send().await.error(403, "PROOF_REQUIRED");
    let proof = json!({ "password": crate::support::PASSWORD });
    assert!(mary.post("/api/v1/Accounts/me/proof", &proof).send().await.status.is_success());
    assert_eq!(mary.put(&path, &sent).send().await.status, 204);
    let given = get(&mary, "Vendors", &id).await;
    assert_eq!((&given["givesBank"], &given["accountNumber"]), (&json!(false), &json!("****321")));
    // A manager can enter the bank account only once. Later, only administrators can change it.
    let mut other = given.clone();
    other["accountNumber"] = json!("1234567");
    let refused = mary.put(&path, &other).send().await;
    assert_eq!(refused.wrong_fields()["accountNumber"], "Only an administrator can change this.");
    assert_eq!(
        app.count("SELECT count(*) FROM audit_entry WHERE action = 'BANK_ACCOUNT_CHANGED'").await,
        1
    );
    app.run_jobs().await;
}

#[tokio::test]
async fn deactivate_and_activate_mail_the_managers() {
    let app = TestApp::new().await;
    let directory = Directory::of(&app).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let id = open(&app, &adam, "Vendors", &directory.vendor("Corner Shop")).await;
    app.manager_of(tenant(&id), "mary").await;
    for status in ["deactivate", "deactivate", "activate"] {
        set(&adam, "Vendors", &id, status).await;
    }
    app.run_jobs().await;
    let mails = app.mails_to("mary@shop.example").await;
    let subjects: Vec<_> = mails.iter().map(|mail| mail["subject"].clone()).collect();
    for told in ["Corner Shop: not on sale any more", "Corner Shop: on sale again"] {
        assert_eq!(subjects.iter().filter(|subject| *subject == told).count(), 1, "{subjects:?}");
    }
}
