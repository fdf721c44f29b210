//! Tests that managers can change only the information on the public page of their tenant.

use serde_json::{Value, json};

use super::{Directory, get, open, tenant};
use crate::support::TestApp;

/// Returns the fields that only administrators may change, each with a changed value.
fn forbidden(directory: &Directory, list: &str) -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("/displayName", json!("Another name")),
        ("/businessNumber", json!("899999999")),
        ("/regionId", json!(directory.other_region)),
        ("/institutionNumber", json!("004")),
        ("/transitNumber", json!("54321")),
        ("/accountNumber", json!("1234567")),
        ("/primaryContact/firstName", json!("Eve")),
        ("/primaryContact/lastName", json!("Other")),
        ("/primaryContact/email", json!("eve@shop.example")),
        ("/primaryContact/workPhoneNumber", json!("613 555 0199")),
        ("/primaryContact/phoneNumber", json!("613 555 0199")),
        ("/isActive", json!(false)),
    ];
    if list == "Vendors" {
        all.push(("/categoryId", json!(directory.region)));
        all.push(("/sharePercentage", json!(0)));
    } else {
        all.push(("/organizationId", json!(directory.category)));
    }
    all
}

#[tokio::test]
async fn edit_by_a_manager_changes_page_information_only() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    for (list, form) in
        [("Vendors", directory.vendor("Own Shop")), ("Charities", directory.charity("Own Cause"))]
    {
        let id = open(&app, &adam, list, &form).await;
        let mary = app.manager_of(tenant(&id), &format!("mary of {list}").replace(' ', "")).await;
        let mary = app.sign_in(&mary).await;
        let path = format!("/api/v1/{list}/{id}");
        let before = get(&mary, list, &id).await;
        assert_eq!(before["editType"], "BY_MANAGER");

        for (pointer, value) in forbidden(&directory, list) {
            // Send the form as the page does: all values that the page has read, and one of them
            // changed.
            let mut sent = before.clone();
            *sent.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
            sent["description"] = json!("Changed.");
            sent["editType"] = json!("BY_ADMIN");
            let reply = mary.put(&path, &sent).send().await;
            let field = pointer[1..].replace('/', ".");
            let expected = json!({ &field: "Only an administrator can change this." });
            assert_eq!(reply.wrong_fields(), expected);
            assert_eq!(get(&mary, list, &id).await, before, "{pointer}: nothing was changed");
        }

        let mut sent = before.clone();
        sent["legalName"] = json!("New Name Inc.");
        sent["description"] = json!("New text.");
        sent["website"] = json!("http://new.example/");
        let logos =
            if list == "Vendors" { &directory.vendor_logos } else { &directory.charity_logos };
        sent["logoPath"] = json!(logos[1]);
        sent["address"]["city"] = json!("Gatineau");
        sent["cardAmount"] = json!("Amount100");
        if list == "Vendors" {
            sent["customAmount"] = json!("10-200");
        }
        sent["introduction"] = json!("New words.");
        assert_eq!(mary.put(&path, &sent).send().await.status, 204);
        let mut after = get(&mary, list, &id).await;
        let changed: &[&str] = match list {
            "Vendors" => {
                &["legalName", "description", "website", "logoPath", "cardAmount", "customAmount"]
            }
            _ => &["legalName", "description", "website", "logoPath", "introduction"],
        };
        for field in changed {
            assert_eq!(after[field], sent[field], "{field}");
            after[field] = before[field].clone();
        }
        assert_eq!(after["address"]["city"], "Gatineau");
        after["address"] = before["address"].clone();
        after["version"] = before["version"].clone();
        assert_eq!(after, before, "everything else is as it was");
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn edit_by_a_manager_sets_the_charity_rate_and_notifies_administrators() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let id = open(&app, &adam, "Vendors", &directory.vendor("Own Shop")).await;
    let mary = app.manager_of(tenant(&id), "mary").await;
    let path = format!("/api/v1/Vendors/{id}");
    let late = app.sign_in_long_ago(&mary).await;
    let mut sent = get(&late, "Vendors", &id).await;
    assert_eq!(late.put(&path, &sent).send().await.status, 204, "what is as it was needs no proof");
    sent = get(&late, "Vendors", &id).await;
    sent["charityRate"] = json!(6);
    late.put(&path, &sent).send().await.error(403, "PROOF_REQUIRED");

    let mary = app.sign_in(&mary).await;
    for wrong in [json!(4), json!(11), json!("6")] {
        let mut sent = sent.clone();
        sent["charityRate"] = wrong;
        assert!(mary.put(&path, &sent).send().await.wrong_fields()["charityRate"].is_string());
    }
    assert_eq!(mary.put(&path, &sent).send().await.status, 204);
    assert_eq!(get(&mary, "Vendors", &id).await["charityRate"], 6);
    let notices = adam.get("/api/v1/Notices").send().await.json();
    let notice = &notices["items"][0];
    assert_eq!(
        (&notice["kind"], &notice["formerCharityRate"], &notice["charityRate"]),
        (&json!("RATE_CHANGED"), &json!(8), &json!(6)),
        "{notices}"
    );
    let recorded = "SELECT count(*) FROM audit_entry WHERE action = 'RATES_CHANGED'";
    assert_eq!(app.count(recorded).await, 1);
    app.run_jobs().await;
}

#[tokio::test]
async fn edit_by_a_manager_keeps_absent_fields() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let id = open(&app, &adam, "Vendors", &directory.vendor("Own Shop")).await;
    let mary = app.manager_of(tenant(&id), "mary").await;
    let mary = app.sign_in(&mary).await;
    let before = get(&mary, "Vendors", &id).await;
    let sent = json!({
        "legalName": before["legalName"], "address": before["address"], "description": "Few words.",
        "displayName": "", "accountNumber": "****321", "transitNumber": "***45",
    });
    assert_eq!(mary.put(&format!("/api/v1/Vendors/{id}"), &sent).send().await.status, 204);
    let mut after = get(&mary, "Vendors", &id).await;
    assert_eq!(after["description"], "Few words.");
    after["description"] = before["description"].clone();
    after["version"] = before["version"].clone();
    assert_eq!(after, before);
}

#[tokio::test]
async fn edit_by_a_manager_answers_the_same_to_right_and_wrong_bank_numbers() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let id = open(&app, &adam, "Vendors", &directory.vendor("Own Shop")).await;
    let mary = app.manager_of(tenant(&id), "mary").await;
    let mary = app.sign_in(&mary).await;
    let before = get(&mary, "Vendors", &id).await;
    for (field, right, wrong) in [
        ("institutionNumber", "003", "004"),
        ("transitNumber", "12345", "12346"),
        ("accountNumber", "7654321", "7654322"),
    ] {
        for guess in [right, wrong] {
            let mut sent = before.clone();
            sent[field] = json!(guess);
            let refused = mary.put(&format!("/api/v1/Vendors/{id}"), &sent).send().await;
            let expected = json!({ field: "Only an administrator can change this." });
            assert_eq!(refused.wrong_fields(), expected, "{guess}");
        }
    }
}

#[tokio::test]
async fn edit_by_a_manager_names_required_fields() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    for (list, form, own) in [
        ("Vendors", directory.vendor("Own Shop"), ("/cardAmount", "Card Amount")),
        ("Charities", directory.charity("Own Cause"), ("/introduction", "Introduction")),
    ] {
        let id = open(&app, &adam, list, &form).await;
        let mary = app.manager_of(tenant(&id), &format!("mary-{list}")).await;
        let mary = app.sign_in(&mary).await;
        for (pointer, label) in [
            ("/legalName", "Legal Name"),
            ("/address/addressLine1", "Address Line 1"),
            ("/address/city", "City"),
            ("/address/province", "Province"),
            ("/address/postalCode", "Postal Code"),
            ("/logoPath", "Logo"),
            own,
        ] {
            let mut sent = get(&mary, list, &id).await;
            *sent.pointer_mut(pointer).expect("a field") = json!("");
            let reply = mary.put(&format!("/api/v1/{list}/{id}"), &sent).send().await;
            let field = pointer[1..].replace('/', ".");
            let expected = json!({ field: format!("{label} field is required.") });
            assert_eq!(reply.wrong_fields(), expected);
        }
    }
}

#[tokio::test]
async fn tenants_of_others_are_not_found_by_a_manager() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let own = open(&app, &adam, "Vendors", &directory.vendor("Own")).await;
    let foreign = open(&app, &adam, "Vendors", &directory.vendor("Foreign")).await;
    let charity = open(&app, &adam, "Charities", &directory.charity("Cause")).await;
    let mary = app.manager_of(tenant(&own), "mary").await;
    let mary = app.sign_in(&mary).await;
    let nobody = "ten_00000000000000000000000000";
    for path in [
        format!("Vendors/{foreign}"),
        format!("Vendors/{charity}"),
        format!("Vendors/{nobody}"),
        format!("Charities/{charity}"),
        format!("Charities/{own}"),
        "Vendors/nonsense".to_owned(),
    ] {
        let path = format!("/api/v1/{path}");
        mary.get(&path).send().await.error(404, "NOT_FOUND");
        mary.put(&path, &json!({})).send().await.error(404, "NOT_FOUND");
    }
    for (method, path) in [
        ("GET", "Vendors".to_owned()),
        ("POST", "Vendors".to_owned()),
        ("PUT", format!("Vendors/{own}/status/deactivate")),
        ("PUT", format!("Vendors/{own}/rejected")),
        ("GET", "Charities".to_owned()),
        ("PUT", format!("Charities/{charity}/status/deactivate")),
    ] {
        let call = mary.call(method, &format!("/api/v1/{path}")).json("{}");
        call.send().await.error(403, "PERMISSION");
    }
    assert_eq!(get(&adam, "Vendors", &foreign).await["displayName"], "Foreign");
    assert_eq!(get(&adam, "Vendors", &own).await["isActive"], true);
}
