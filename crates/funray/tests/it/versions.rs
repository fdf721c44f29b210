//! Tests of concurrent edits of a record. The second edit is refused, so that nobody overwrites a
//! change unseen.

use kernel::ids::PersonId;
use market::directory::LISTS;
use serde_json::{Value, json};

use crate::{
    support::{
        Call, TestApp, Visitor,
        interleaving::{Open, until_it_waits},
    },
    tenants::{Directory, add},
};

/// A record that can be edited in the portal.
struct Record {
    path: String,
    /// Returns a form of the record in which the field has this value.
    form: Box<dyn Fn(&str) -> Value>,
    /// Name of the edited field in the reply.
    field: &'static str,
    /// SQL statement that sets the edited field to `Theirs`, as a concurrent edit does.
    sql: String,
}

async fn records(app: &TestApp, sue: &Visitor<'_>) -> Vec<Record> {
    let mut records = Vec::new();
    for list in LISTS {
        let created = sue.post(&format!("/api/v1/{}", list.name), &list.form("First")).send().await;
        let id = created.json()["id"].as_str().expect("an id").to_owned();
        records.push(Record {
            path: format!("/api/v1/{}/{id}", list.name),
            form: Box::new(|text| list.form(text)),
            field: list.name_field,
            sql: format!("UPDATE {} SET name = 'Theirs' WHERE id = '{id}'", list.table),
        });
    }
    let directory = Directory::of(app).await;
    for (list, form) in
        [("Vendors", directory.vendor("First")), ("Charities", directory.charity("First"))]
    {
        let id = add(sue, list, &form).await;
        records.push(Record {
            path: format!("/api/v1/{list}/{id}"),
            form: Box::new(move |text| {
                let mut form = form.clone();
                form["legalName"] = json!(text);
                form
            }),
            field: "legalName",
            sql: format!("UPDATE tenant SET legal_name = 'Theirs' WHERE id = '{id}'"),
        });
    }
    let charity = app.charity("Food Bank").await;
    let campaign = move |name: &str| {
        json!({
            "charityId": charity.to_string(), "name": name,
            "startDate": "2026-03-10", "endDate": "2026-05-01",
        })
    };
    let id = add(sue, "Charities/campaigns", &campaign("First")).await;
    records.push(Record {
        path: format!("/api/v1/Charities/campaigns/{id}"),
        form: Box::new(campaign),
        field: "name",
        sql: format!("UPDATE campaign SET name = 'Theirs' WHERE id = '{id}'"),
    });
    let adam = app.administrator("adam").await;
    records.push(Record {
        path: format!("/api/v1/Accounts/{}", adam.id),
        form: Box::new(
            |text| json!({ "firstName": text, "lastName": "Test", "roleId": "ADMINISTRATOR" }),
        ),
        field: "firstName",
        sql: format!("UPDATE person SET first_name = 'Theirs' WHERE id = '{}'", adam.id),
    });
    records
}

fn beginning_with(call: Call, version: &str) -> Call {
    call.header("if-match", &format!("\"{version}\""))
}

async fn version_of(visitor: &Visitor<'_>, path: &str) -> String {
    let reply = visitor.get(path).send().await.json();
    reply["version"].as_str().unwrap_or_else(|| panic!("{path}: {reply}")).to_owned()
}

#[tokio::test]
async fn change_refuses_another_version_than_todays() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    for Record { path, form, field, .. } in records(&app, &sue).await {
        let began = version_of(&sue, &path).await;
        let save =
            |text: &str, version: &str| beginning_with(sue.put(&path, &form(text)), version).send();
        assert_eq!(save("Second", &began).await.status, 204, "{path}");
        save("Third", &began).await.error(409, "CHANGED_MEANWHILE");
        let kept = sue.get(&path).send().await.json();
        assert_eq!(kept[field], "Second", "{path}: nothing was written over");
        let now = kept["version"].as_str().expect("a version");
        assert_ne!(now, began, "{path}");
        assert_eq!(save("Third", now).await.status, 204, "{path}");
        assert_eq!(sue.put(&path, &form("Fourth")).send().await.status, 204, "{path}: without one");
        let unread = sue.put(&path, &form("Fifth")).header("if-match", "no tag").send().await;
        assert!(unread.wrong_fields()["If-Match"].is_string(), "{path}");
    }
    app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn change_sees_a_concurrent_write() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    for Record { path, form, field, sql } in records(&app, &sue).await {
        let began = version_of(&sue, &path).await;
        let theirs = Open::after(&app, move |tx| {
            tx.execute(&sql, &[])?;
            Ok(())
        });
        let theirs = theirs.await;
        let mine = tokio::spawn(beginning_with(sue.put(&path, &form("Mine")), &began).send());
        until_it_waits(&app, &mine).await;
        theirs.commit().await;
        mine.await.expect("an answer").error(409, "CHANGED_MEANWHILE");
        assert_eq!(sue.get(&path).send().await.json()[field], "Theirs", "{path}");
        if let Some(person) = path.strip_prefix("/api/v1/Accounts/").and_then(PersonId::parse) {
            app.record_identity(person).await;
        }
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn version_stays_while_only_the_status_changes() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    for Record { path, .. } in records(&app, &sue).await {
        if path.contains("/Accounts/") {
            continue;
        }
        let began = version_of(&sue, &path).await;
        for status in ["activate", "deactivate"] {
            let reply = sue.call("PUT", &format!("{path}/status/{status}")).send().await;
            assert_eq!(reply.status, 204, "{path}: {}", reply.text());
        }
        assert_eq!(version_of(&sue, &path).await, began, "{path}");
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn version_covers_all_fields_of_the_editor() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let shop = app.vendor("Shop").await;
    let directory = Directory::of(&app).await;
    let path = format!("/api/v1/Vendors/{shop}");
    let form = |field: &str, value: Value| {
        let mut form = directory.vendor("Shop");
        *form.pointer_mut(field).expect("a field") = value;
        form
    };
    assert_eq!(sue.put(&path, &directory.vendor("Shop")).send().await.status, 204);
    let mary = app.sign_in(&app.manager_of(shop, "mary").await).await;
    let (sues, marys) = (version_of(&sue, &path).await, version_of(&mary, &path).await);

    // The two account numbers look the same when masked, because their last three digits are equal.
    let hidden = form("/accountNumber", json!("9954321"));
    assert_eq!(sue.put(&path, &hidden).send().await.status, 204);
    assert_ne!(version_of(&sue, &path).await, sues, "what is masked counts, too");
    assert_eq!(version_of(&mary, &path).await, marys, "a manager's form has no bank numbers");
    assert_eq!(sue.put(&path, &form("/description", json!("Ink."))).send().await.status, 204);
    assert_ne!(version_of(&mary, &path).await, marys);
    app.run_jobs().await;
}

#[tokio::test]
async fn counter_settings_have_a_version() {
    let app = TestApp::new().await;
    let shop = app.vendor("Shop").await;
    let mary = app.sign_in(&app.manager_of(shop, "mary").await).await;
    let path = format!("/api/v1/Vendors/{shop}/counter-settings");
    let settings = |most: u32| {
        json!({
            "isPaceLimited": true, "mostRedemptions": most, "mostAmount": 1000, "singleAmount": 500,
            "redeemsByName": false,
        })
    };
    let began = version_of(&mary, &path).await;
    let saved = beginning_with(mary.put(&path, &settings(7)), &began).send().await;
    assert_eq!(saved.status, 200);
    beginning_with(mary.put(&path, &settings(8)), &began)
        .send()
        .await
        .error(409, "CHANGED_MEANWHILE");
    let now = saved.json()["version"].as_str().expect("a version").to_owned();
    assert_eq!(beginning_with(mary.put(&path, &settings(8)), &now).send().await.status, 200);
}
