//! Tests of the demo: its accounts, shops, causes and sample orders.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::TestApp;

async fn items(app: &TestApp, path: &str) -> Vec<Value> {
    let reply = app.get(&format!("/api/v1/Public/{path}")).send().await.json();
    let items = reply.get("items").unwrap_or(&reply);
    items.as_array().unwrap_or_else(|| panic!("{path}: {reply}")).clone()
}

#[tokio::test]
async fn demo_load_fills_an_empty_database_once() {
    let app = TestApp::patient().await;
    assert!(funray::demo::load(&app.app).await.expect("the demo"));
    assert!(!funray::demo::load(&app.app).await.expect("the demo"));
    for (path, count) in [
        ("Regions", 8),
        ("Categories", 8),
        ("Categories/popular", 6),
        ("Organizations", 4),
        ("Vendors?pageSize=1000", 40),
        ("Charities?pageSize=1000", 16),
        ("charities/campaigns?pageSize=1000", 27),
    ] {
        assert_eq!(items(&app, path).await.len(), count, "{path}");
    }
    let ottawa = &items(&app, "Regions").await[5];
    assert_eq!((&ottawa["text"], &ottawa["province"]), (&json!("Ottawa"), &json!("Ontario")));

    assert_eq!(app.count("SELECT count(*) FROM campaign").await, 40, "some over, some to come");
    let consumers = "SELECT count(*) FROM person_role WHERE role = 'CONSUMER'";
    assert_eq!(app.count(consumers).await, 25);

    let again = TestApp::patient().await;
    funray::demo::load(&again.app).await.expect("the demo");
    let names = async |app: &TestApp| -> Vec<Value> {
        let vendors = items(app, "Vendors?pageSize=1000").await;
        vendors.into_iter().map(|vendor| vendor["displayName"].clone()).collect()
    };
    assert_eq!(names(&app).await, names(&again).await);
}

#[tokio::test]
async fn demo_load_gives_every_item_its_own_picture() {
    let app = TestApp::patient().await;
    funray::demo::load(&app.app).await.expect("the demo");
    let mut seen = BTreeSet::new();
    for (path, kind) in [
        ("Vendors?pageSize=1000", "vendor"),
        ("Charities?pageSize=1000", "charity"),
        ("charities/campaigns?pageSize=1000", "campaign"),
        ("Categories", "category"),
    ] {
        for item in items(&app, path).await {
            let key = item["logoPath"].as_str().unwrap_or_else(|| panic!("no picture: {item}"));
            let picture = app.get(&format!("/files/{kind}/{key}?w=192")).send().await;
            assert_eq!(picture.status, 200, "{item}");
            assert!(seen.insert(picture.body), "somebody has that one already: {item}");
        }
    }
    assert_eq!(app.count("SELECT count(*) FROM file WHERE is_used = FALSE").await, 0);
}

#[tokio::test]
async fn demo_load_adds_orders_gifts_and_redemptions() {
    let app = TestApp::patient().await;
    funray::demo::load(&app.app).await.expect("the demo");
    let count = async |app: &TestApp, sql: &'static str| app.count(sql).await;
    let cards = count(&app, "SELECT count(*) FROM card").await;
    assert!(cards >= 120, "{cards} cards");
    for (what, sql) in [
        ("charity cards", "SELECT count(*) FROM card WHERE campaign_id IS NOT NULL"),
        ("local cards", "SELECT count(*) FROM card WHERE campaign_id IS NULL"),
        ("unopened gifts", "SELECT count(*) FROM card WHERE is_gift AND opened_at IS NULL"),
        ("opened gifts", "SELECT count(*) FROM card WHERE is_gift AND opened_at IS NOT NULL"),
        ("claimed gifts", "SELECT count(*) FROM card WHERE is_gift AND owner_id IS NOT NULL"),
        ("used cards", "SELECT count(*) FROM card WHERE balance < face"),
        ("days of sales", "SELECT count(DISTINCT paid_at / 86400000000) - 60 FROM orders"),
        (
            "days of redemptions",
            "SELECT count(DISTINCT created_at / 86400000000) - 40 FROM transfer WHERE kind = 'REDEMPTION'",
        ),
        (
            "cards of the buyer",
            "SELECT count(*) - 5 FROM card k JOIN person p ON p.id = k.owner_id WHERE p.email = 'buyer@demo.test'",
        ),
        (
            "cards of the first shop",
            "SELECT count(*) - 20 FROM card k JOIN person_role r ON r.tenant_id = k.vendor_id
             JOIN person p ON p.id = r.person_id WHERE p.email = 'employee@vendor-a.test'",
        ),
    ] {
        assert!(count(&app, sql).await > 0, "{what}");
    }
    assert_eq!(
        count(
            &app,
            "SELECT count(DISTINCT mail_id) FROM sent_mail WHERE bounce_status IS NOT NULL"
        )
        .await,
        1,
        "the help desk has something to look into"
    );
    assert_eq!(count(&app, "SELECT count(*) FROM case_note").await, 1);
    let receipts = "SELECT count(DISTINCT mail_id) FROM sent_mail WHERE letter = 'receipt'";
    assert_eq!(count(&app, receipts).await, count(&app, "SELECT count(*) FROM orders").await);
    let newcomer = "SELECT count(*) FROM card k JOIN person p ON p.id IN (k.owner_id, k.buyer_id)
                    WHERE p.email = 'buyer2@demo.test'";
    assert_eq!(count(&app, newcomer).await, 0);
    assert_eq!(app.run_jobs().await, 0, "nobody is written to about what is past");

    let again = TestApp::patient().await;
    funray::demo::load(&again.app).await.expect("the demo");
    for sql in [
        "SELECT CAST(SUM(face) AS BIGINT) FROM card",
        "SELECT CAST(SUM(balance) AS BIGINT) FROM card",
        "SELECT count(*) FROM transfer",
    ] {
        assert_eq!(count(&app, sql).await, count(&again, sql).await, "{sql}");
    }
}

#[tokio::test]
async fn demo_load_adds_deposits_and_bank_statements() {
    let app = TestApp::patient().await;
    funray::demo::load(&app.app).await.expect("the demo");
    for (what, sql) in [
        ("deposits", "SELECT count(*) - 40 FROM gateway_deposit WHERE booked_at IS NOT NULL"),
        ("statements", "SELECT count(*) - 2 FROM bank_statement"),
        ("fees", "SELECT count(*) - 1 FROM bank_line WHERE resolution = 'FEE'"),
        ("matched deposits", "SELECT count(*) - 30 FROM bank_line WHERE resolution = 'DEPOSITS'"),
        ("automatic matches", "SELECT count(*) FROM bank_line WHERE is_automatic = TRUE"),
        ("a deposit on its way", "SELECT count(*) FROM gateway_deposit WHERE line_id IS NULL"),
    ] {
        assert!(app.count(sql).await > 0, "{what}");
    }
    let open = "SELECT count(*) FROM bank_line WHERE resolution IS NULL";
    assert_eq!(app.count(open).await, 1);
    let differing = "SELECT count(*) FROM gateway_deposit WHERE booked_at IS NULL";
    assert_eq!(app.count(differing).await, 0);
}

#[tokio::test]
async fn demo_accounts_sign_in_with_their_roles() {
    let app = TestApp::patient().await;
    funray::demo::load(&app.app).await.expect("the demo");
    for (email, role, tenant) in [
        ("super@demo.test", "SUPER_ADMINISTRATOR", None),
        ("super2@demo.test", "SUPER_ADMINISTRATOR", None),
        ("admin@demo.test", "ADMINISTRATOR", None),
        ("manager@vendor-a.test", "MANAGER", Some("Maple Leaf Books")),
        ("employee@vendor-a.test", "EMPLOYEE", Some("Maple Leaf Books")),
        ("manager@vendor-b.test", "MANAGER", Some("Boulangerie du Canal")),
        ("employee@vendor-b.test", "EMPLOYEE", Some("Boulangerie du Canal")),
        ("manager@charity-a.test", "MANAGER", Some("Riverside Food Bank")),
        ("manager@charity-b.test", "MANAGER", Some("Northern Paws Rescue")),
        ("buyer@demo.test", "CONSUMER", None),
        ("buyer2@demo.test", "CONSUMER", None),
    ] {
        let reply = app.try_sign_in(email, funray::demo::PASSWORD, "198.51.100.7").await;
        assert_eq!(reply.status, 200, "{email}: {}", reply.text());
        let token = reply.json()["accessToken"].as_str().expect("a token").to_owned();
        let profile =
            app.get("/api/v1/OAuth/profile").header("authorization", &format!("Bearer {token}"));
        let profile = profile.send().await.json();
        assert!(profile["roles"].to_string().contains(role), "{email}: {profile}");
        let sql = "SELECT t.display_name FROM person p JOIN person_role r ON r.person_id = p.id
                   JOIN tenant t ON t.id = r.tenant_id WHERE p.email = $1";
        let work: Option<(String,)> =
            app.app.db.read(move |tx| tx.first(sql, db::params![email])).await.expect("a look");
        assert_eq!(work.as_ref().map(|(name,)| name.as_str()), tenant, "{email}");
    }
}
