//! Tests of how administrators add, change and find vendors and charities.

use serde_json::{Value, json};

use super::{Directory, add, get, open, tenant};
use crate::support::TestApp;

#[tokio::test]
async fn add_vendor_returns_the_entered_values() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let id = add(&adam, "Vendors", &directory.vendor("Maple Leaf Books")).await;
    let vendor = get(&adam, "Vendors", &id).await;
    assert_eq!(
        vendor,
        json!({
            "id": id, "legalName": "Maple Leaf Books", "displayName": "Maple Leaf Books",
            "businessNumber": "800000001", "categoryId": directory.category, "regionId": directory.region,
            "website": "https://shop.example", "description": "Paper, ink and stories.",
            "logoPath": directory.vendor_logos[0], "hue": vendor["hue"],
            "institutionNumber": "**3", "transitNumber": "***45", "accountNumber": "****321", "givesBank": false,
            "address": {
                "addressLine1": "1 Main Street", "addressLine2": "Unit 2", "city": "Ottawa",
                "province": "Ontario", "postalCode": "K1P 1J1",
            },
            "primaryContact": {
                "firstName": "Cora", "lastName": "Ner", "email": "cora@shop.example",
                "workPhoneNumber": "6135550100", "phoneNumber": "6135550101",
            },
            "editType": "BY_ADMIN", "charityRate": 8, "sharePercentage": 12,
            "cardAmount": "Amount25,Amount50", "customAmount": null, "phone": null, "openingHours": null,
            "frenchOpeningHours": null, "products": null, "timeZone": null,
            "usualTimeZone": "America/Toronto",
            "photoPath": null, "isActive": true, "state": "ACTIVE", "closedAt": null,
            "rejectionReason": null, "missingFields": [], "question": null,
            "createdAt": "2026-03-10T15:00:00Z", "updatedAt": "2026-03-10T15:00:00Z",
            "version": vendor["version"],
        })
    );
    assert!(vendor["hue"].as_u64().is_some_and(|hue| hue < 360), "the hue of the logo: {vendor}");
    let charity = add(&adam, "Charities", &directory.charity("Riverside Food Bank")).await;
    let charity = get(&adam, "Charities", &charity).await;
    assert_eq!(charity["organizationId"], directory.organization);
    assert_eq!(charity["introduction"], "Nobody goes hungry.");
    for vendors_only in ["categoryId", "charityRate", "sharePercentage", "cardAmount"] {
        assert_eq!(charity[vendors_only], Value::Null, "{vendors_only}");
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn add_tenant_activates_complete_tenants_and_names_missing_fields() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    for (list, form) in
        [("Vendors", directory.vendor("Shop")), ("Charities", directory.charity("Cause"))]
    {
        let added = adam.post(&format!("/api/v1/{list}"), &form).send().await.json();
        assert_eq!((&added["isActive"], &added["missingFields"]), (&json!(true), &json!([])));
        let id = added["id"].as_str().expect("an id");
        assert_eq!(get(&adam, list, id).await["state"], "ACTIVE", "{list}");
    }
    let mut form = directory.vendor("Another Shop");
    form["cardAmount"] = json!("0");
    let added = adam.post("/api/v1/Vendors", &form).send().await.json();
    let missing = json!(["cardAmount"]);
    assert_eq!((&added["isActive"], &added["missingFields"]), (&json!(false), &missing));
    let id = added["id"].as_str().expect("an id");
    let vendor = get(&adam, "Vendors", id).await;
    assert_eq!((&vendor["state"], &vendor["missingFields"]), (&json!("PENDING"), &missing));
    app.run_jobs().await;
    assert_eq!(
        app.mails_to("cora@shop.example").await.len(),
        2,
        "the way in, to both that are active"
    );
}

#[tokio::test]
async fn change_of_bank_rate_or_contact_asks_for_a_fresh_proof() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let directory = Directory::of(&app).await;
    let vendor = directory.vendor("Maple Leaf Books");
    let id = add(&app.sign_in(&adam).await, "Vendors", &vendor).await;
    let (path, adam) = (format!("/api/v1/Vendors/{id}"), app.sign_in_long_ago(&adam).await);
    let before = get(&adam, "Vendors", &id).await;
    for (field, value) in [
        ("/accountNumber", json!("7654322")),
        ("/institutionNumber", json!("004")),
        ("/transitNumber", json!("54321")),
        ("/charityRate", json!(5)),
        ("/sharePercentage", json!(0)),
        ("/primaryContact/email", json!("eve@shop.example")),
        ("/primaryContact/phoneNumber", json!("613 555 0199")),
    ] {
        let mut form = vendor.clone();
        *form.pointer_mut(field).unwrap_or_else(|| panic!("{field}")) = value;
        adam.put(&path, &form).send().await.error(403, "PROOF_REQUIRED");
        assert_eq!(get(&adam, "Vendors", &id).await, before, "{field}: nothing was changed");
    }
    let mut form = vendor.clone();
    form["description"] = json!("Paper and ink.");
    assert_eq!(adam.put(&path, &form).send().await.status, 204, "the rest needs none");
    app.run_jobs().await;
}

#[tokio::test]
async fn add_tenant_names_every_required_field() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let both = [
        ("/legalName", "Legal Name"),
        ("/displayName", "Display Name"),
        ("/businessNumber", "Business Number"),
        ("/regionId", "Region/Territory"),
        ("/institutionNumber", "Institution Number"),
        ("/transitNumber", "Transit Number"),
        ("/accountNumber", "Account Number"),
        ("/address/addressLine1", "Address Line 1"),
        ("/address/city", "City"),
        ("/address/province", "Province"),
        ("/address/postalCode", "Postal Code"),
        ("/primaryContact/firstName", "First Name"),
        ("/primaryContact/lastName", "Last Name"),
        ("/primaryContact/email", "Email"),
        ("/primaryContact/workPhoneNumber", "Work Phone"),
        ("/primaryContact/phoneNumber", "Mobile Phone"),
    ];
    for (list, form, sorted_by) in [
        ("Vendors", directory.vendor("Shop"), ("/categoryId", "Category")),
        ("Charities", directory.charity("Cause"), ("/organizationId", "Organization Type")),
    ] {
        for (pointer, label) in both.into_iter().chain([sorted_by]) {
            for missing in [json!(" "), json!(null)] {
                let mut form = form.clone();
                *form.pointer_mut(pointer).expect("a field") = missing;
                let reply = adam.post(&format!("/api/v1/{list}"), &form).send().await;
                let path = pointer[1..].replace('/', ".");
                assert_eq!(
                    reply.wrong_fields()[&path],
                    format!("{label} field is required."),
                    "{list}"
                );
            }
        }
        let empty = adam.post(&format!("/api/v1/{list}"), &json!({})).send().await;
        assert_eq!(empty.wrong_fields().as_object().expect("fields").len(), both.len() + 1);
    }
    assert_eq!(app.count("SELECT count(*) FROM tenant").await, 0, "nothing was made");
}

#[tokio::test]
async fn add_tenant_names_each_invalid_field() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    for (path, value, message) in [
        ("website", json!("javascript:alert(1)"), "Invalid URL format."),
        ("website", json!("shop"), "Invalid URL format."),
        ("charityRate", json!(4), "Must be a whole number from 5 to 10."),
        ("charityRate", json!(11), "Must be a whole number from 5 to 10."),
        ("sharePercentage", json!(31), "Must be a whole number from 0 to 30."),
        ("sharePercentage", json!(-1), "Must be a whole number from 0 to 30."),
        (
            "cardAmount",
            json!("Amount30"),
            "Card Amount may be any of Amount25, Amount50, Amount75, Amount100.",
        ),
        (
            "customAmount",
            json!("200-10"),
            "Please enter whole dollars from $5 to $500, the smaller amount first.",
        ),
        ("accountNumber", json!("12a"), "Account Number consists of digits."),
        (
            "institutionNumber",
            json!("123"),
            "No Canadian bank has the number 123. Please check it.",
        ),
        (
            "transitNumber",
            json!("1234"),
            "A transit number has 5 digits. On a cheque it is the first group.",
        ),
        (
            "accountNumber",
            json!("123456"),
            "An account number has 7 to 12 digits. On a cheque it is the last group.",
        ),
        ("accountNumber", json!("****321"), "Please enter the whole Account Number."),
        ("logoPath", json!("../../etc/passwd"), "Please upload the picture again."),
        ("logoPath", json!(directory.charity_logos[0]), "Please upload the picture again."),
        ("categoryId", json!("cat_00000000000000000000000000"), "Please choose one from the list."),
        ("categoryId", json!("nonsense"), "Please choose one from the list."),
        ("regionId", json!("reg_00000000000000000000000000"), "Please choose one from the list."),
    ] {
        let mut form = directory.vendor("Shop");
        form[path] = value;
        let reply = adam.post("/api/v1/Vendors", &form).send().await;
        assert_eq!(reply.wrong_fields(), json!({ path: message }));
    }
    let mut form = directory.vendor("Shop");
    form["address"]["postalCode"] = json!("90210");
    let reply = adam.post("/api/v1/Vendors", &form).send().await;
    let said = "A Canadian postal code looks like K1A 0B1.";
    assert_eq!(reply.wrong_fields(), json!({ "address.postalCode": said }));
    assert_eq!(app.count("SELECT count(*) FROM tenant").await, 0, "nothing was made");
}

#[tokio::test]
async fn bank_numbers_are_encrypted_and_kept_when_sent_masked() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let id = add(&adam, "Vendors", &directory.vendor("Shop")).await;
    let readable = "SELECT count(*) FROM tenant WHERE sealed_bank LIKE '%7654321%'";
    assert_eq!(app.count(readable).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM tenant WHERE sealed_bank IS NOT NULL").await, 1);

    let mut form = directory.vendor("Shop");
    form["accountNumber"] = json!("****321");
    form["transitNumber"] = json!(null);
    form["institutionNumber"] = json!("004");
    assert_eq!(adam.put(&format!("/api/v1/Vendors/{id}"), &form).send().await.status, 204);
    let (shared, id) = (app.app.clone(), tenant(&id));
    let vendor = market::tenants::admin::find(
        &shared,
        market::tenants::TenantScope::All,
        access::auth::TenantKind::Vendor,
        id,
    );
    let bank = vendor.await.expect("the vendor").profile.bank.expect("numbers");
    assert_eq!(
        (bank.institution.as_str(), bank.transit.as_str(), bank.account.as_str()),
        ("004", "12345", "7654321")
    );
    app.run_jobs().await;
}

#[tokio::test]
async fn change_vendor_keeps_absent_fields_and_clears_empty_ones() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let id = add(&adam, "Vendors", &directory.vendor("Shop")).await;
    let path = format!("/api/v1/Vendors/{id}");
    let mut form = directory.vendor("Shop & Daughters");
    for optional in
        ["website", "description", "logoPath", "charityRate", "sharePercentage", "cardAmount"]
    {
        form.as_object_mut().expect("a form").remove(optional);
    }
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    let vendor = get(&adam, "Vendors", &id).await;
    assert_eq!(vendor["displayName"], "Shop & Daughters");
    assert_eq!(vendor["website"], "https://shop.example");
    assert_eq!(vendor["logoPath"], directory.vendor_logos[0]);
    assert_eq!(
        (&vendor["charityRate"], &vendor["cardAmount"]),
        (&json!(8), &json!("Amount25,Amount50"))
    );
    form["website"] = json!("");
    form["description"] = json!(" ");
    form["cardAmount"] = json!("0");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    let vendor = get(&adam, "Vendors", &id).await;
    assert_eq!((&vendor["website"], &vendor["description"]), (&Value::Null, &Value::Null));
    assert_eq!(vendor["cardAmount"], "0");
    assert_eq!(vendor["missingFields"], json!(["cardAmount"]));
    app.run_jobs().await;
}

#[tokio::test]
async fn list_vendors_is_filtered_searched_and_ordered() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    for (name, number, region) in [
        ("Zephyr Kites", "300", &directory.region),
        ("Café Émilie", "100", &directory.other_region),
        ("Maple Leaf Books", "200", &directory.region),
    ] {
        let mut form = directory.vendor(name);
        form["displayName"] = json!(format!("The {name}"));
        form["businessNumber"] = json!(number);
        form["regionId"] = json!(region);
        if number != "200" {
            form["cardAmount"] = json!("0");
        }
        app.hands.advance(std::time::Duration::from_secs(1));
        add(&adam, "Vendors", &form).await;
    }
    app.run_jobs().await;
    let names = async |query: &str| {
        let reply = adam.get(&format!("/api/v1/Vendors?{query}")).send().await;
        assert_eq!(reply.status, 200, "{query}: {}", reply.text());
        let page = reply.json();
        let items = page["items"].as_array().expect("items");
        let name = |item: &Value| {
            item["legalName"].as_str().expect("a name").chars().take(4).collect::<String>()
        };
        (items.iter().map(name).collect::<Vec<_>>().join(" "), page["totalItems"].as_u64())
    };
    let region = &directory.region;
    for (query, expected, total) in [
        ("", "Café Mapl Zeph", 3),
        ("direction=Desc", "Zeph Mapl Café", 3),
        ("orderBy=businessNumber&direction=Desc", "Zeph Mapl Café", 3),
        ("orderBy=createdAt", "Zeph Café Mapl", 3),
        ("orderBy=displayName&pageSize=2", "Café Mapl", 3),
        ("orderBy=displayName&pageSize=2&pageIndex=2", "Zeph", 3),
        ("pageIndex=5", "", 3),
        ("isActive=true", "Mapl", 1),
        ("isActive=false", "Café Zeph", 2),
        ("state=ACTIVE", "Mapl", 1),
        ("state=rejected", "", 0),
        ("startDate=2026-03-10&endDate=2026-03-10", "Café Mapl Zeph", 3),
        ("startDate=2026-03-11", "", 0),
        ("endDate=2026-03-09", "", 0),
        ("sharePercentage=12", "Café Mapl Zeph", 3),
        ("sharePercentage=5", "", 0),
        ("charityRate=8&state=ACTIVE", "Mapl", 1),
        ("charityRate=10", "", 0),
        ("hasBalance=false", "Café Mapl Zeph", 3),
        ("hasBalance=true", "", 0),
        (&format!("regionId={region}"), "Mapl Zeph", 2),
        (&format!("categoryId={}&isActive=true", directory.category), "Mapl", 1),
        ("categoryId=nonsense", "", 0),
        ("searchText=emilie", "Café", 1),
        ("searchText=the+LEAF", "Mapl", 1),
        ("searchText=300", "Zeph", 1),
        ("searchText=300&searchFields=name", "", 0),
        ("searchText=100&searchFields=businessNumber", "Café", 1),
        ("searchText=cora&searchFields=businessNumber", "", 0),
        ("searchText=cora&searchFields=primaryContact&pageSize=2", "Café Mapl", 3),
        ("searchText=ottawa&searchFields=city", "Café Mapl Zeph", 3),
        ("searchText=ottawa&searchFields=description,legalName", "", 0),
        ("searchText=cora%40shop", "Café Mapl Zeph", 3),
        ("searchText=nobody", "", 0),
    ] {
        assert_eq!(names(query).await, (expected.to_owned(), Some(total)), "{query}");
    }
    for (query, field) in [
        ("orderBy=bank", "orderBy"),
        ("direction=up", "direction"),
        ("pageSize=0", "pageSize"),
        ("state=gone", "state"),
        ("charityRate=4", "charityRate"),
        ("sharePercentage=31", "sharePercentage"),
        ("startDate=2026-03-11&endDate=2026-03-10", "startDate"),
        ("searchFields=bank", "searchFields"),
    ] {
        let reply = adam.get(&format!("/api/v1/Vendors?{query}")).send().await;
        assert!(reply.wrong_fields()[field].is_string(), "{query}");
    }
}

#[tokio::test]
async fn vendor_summary_is_zero_without_sales() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let [own, foreign] = [
        open(&app, &adam, "Vendors", &directory.vendor("Own")).await,
        open(&app, &adam, "Vendors", &directory.vendor("Foreign")).await,
    ];
    let mary = app.manager_of(tenant(&own), "mary").await;
    let mary = app.sign_in(&mary).await;
    let path = "/api/v1/Vendors/summary";
    let days = "startDate=2026-03-01&endDate=03/31/2026&cardType=1";
    for (who, query) in [
        (&adam, String::new()),
        (&adam, format!("?tenantId={own}&{days}")),
        (&mary, String::new()),
        (&mary, format!("?TenantId={own}")),
    ] {
        let told = who.get(&format!("{path}{query}")).send().await.json();
        let figures = told.as_object().expect("figures");
        assert_eq!(figures.len(), 11, "{told}");
        assert!(figures.values().all(|figure| figure == &json!(0)), "{query}: {told}");
    }
    mary.get(&format!("{path}?tenantId={foreign}")).send().await.error(404, "NOT_FOUND");
    adam.get(&format!("{path}?tenantId=nonsense")).send().await.error(404, "NOT_FOUND");
    let reply = mary.get(&format!("{path}?cardType=3")).send().await;
    assert_eq!(reply.wrong_fields()["cardType"], "Must be 0, 1 or 2.");
    let reply = mary.get(&format!("{path}?startDate=2026-03-02&endDate=2026-03-01")).send().await;
    assert_eq!(reply.wrong_fields()["startDate"], "Start Date must be less than End Date");
}
