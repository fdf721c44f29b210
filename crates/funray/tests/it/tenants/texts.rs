//! Tests that unusual texts are stored unchanged, or refused if they are too long.

use serde_json::{Value, json};

use super::{Directory, add, get};
use crate::support::TestApp;

#[tokio::test]
async fn add_tenant_keeps_any_text_as_entered() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    for text in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "'; DROP TABLE tenant; --",
        "{{7*7}} ${7*7} %s %00 \\u0000",
        "مخبز القمر",
        "מאפיית הירח",
        "月の本屋 — 東京",
        "👩\u{200d}🌾 Ferme 🍁",
        "Z̷a̷l̷g̷o̷",
        "a&amp;b &lt;c&gt;",
        "=1+1",
        "NULL",
        "….",
    ] {
        let mut form = directory.vendor(text);
        form["description"] = json!(format!("{text}\n\n{text}"));
        let id = add(&adam, "Vendors", &form).await;
        let vendor = get(&adam, "Vendors", &id).await;
        assert_eq!(vendor["displayName"], text);
        assert_eq!(vendor["description"], format!("{text}\n\n{text}"));
        let list = adam.get("/api/v1/Vendors?pageSize=100").send().await;
        let is_it = |item: &Value| item["id"] == id && item["legalName"] == text;
        assert!(list.json()["items"].as_array().expect("items").iter().any(is_it), "{text}");
        assert!(list.header("content-type").starts_with("application/json"));
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn add_tenant_refuses_long_texts_and_control_characters() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let long = "é".repeat(10_000);
    for (field, value, message) in [
        ("legalName", long.clone(), "Legal Name has a maximum limit of 200 characters."),
        ("displayName", long.clone(), "Display Name has a maximum limit of 200 characters."),
        ("introduction", long.clone(), "Introduction has a maximum limit of 1000 characters."),
        ("description", long.clone(), "Details has a maximum limit of 5000 characters."),
        ("legalName", "a\nb".to_owned(), "Legal Name has characters that are not allowed."),
        ("description", "a\u{0}b".to_owned(), "Details has characters that are not allowed."),
    ] {
        let mut form = directory.charity("Cause");
        form[field] = json!(value);
        let reply = adam.post("/api/v1/Charities", &form).send().await;
        assert_eq!(reply.wrong_fields(), json!({ field: message }));
    }
    let mut form = directory.charity("Cause");
    form["description"] = json!("word ".repeat(999) + "🎁🎁🎁🎁🎁");
    let id = add(&adam, "Charities", &form).await;
    assert_eq!(get(&adam, "Charities", &id).await["description"], form["description"]);
    app.run_jobs().await;
}

#[tokio::test]
async fn add_vendor_names_fields_of_the_wrong_type() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    for (body, field) in [
        (json!({"legalName": 7}), "legalName"),
        (json!({"address": "1 Main Street"}), "address"),
        (json!({"charityRate": "8"}), "charityRate"),
        (json!({"charityRate": 7.5}), "charityRate"),
        (json!({"isActive": "yes"}), "isActive"),
    ] {
        let reply = adam.post("/api/v1/Vendors", &body).send().await;
        assert!(reply.wrong_fields()[field].is_string(), "{body}");
    }
    let body = json!({ "charityRate": 4, "sharePercentage": "x", "website": "shop" });
    let wrong = adam.post("/api/v1/Vendors", &body).send().await.wrong_fields();
    for field in ["charityRate", "sharePercentage", "website", "legalName", "primaryContact.email"]
    {
        assert!(wrong[field].is_string(), "all at once: {field}");
    }
}
