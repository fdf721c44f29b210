//! Tests of the seals on audit rows, which reveal any later change of a row.

use std::net::IpAddr;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Client,
};
use db::Engine;
use finance::verify;
use market::tenants;
use serde_json::json;

use crate::{
    ledger::{breaches, found_after},
    support::TestApp,
};

fn client(app: &TestApp) -> Client {
    let address: IpAddr = "203.0.113.9".parse().expect("an address");
    Client::new(Some(address), "Firefox on a phone".to_owned(), &app.app.secrets)
}

async fn record(app: &TestApp, author: Author, entry: Entry) {
    let now = app.app.clock.now();
    app.hands.advance(std::time::Duration::from_secs(1));
    app.app
        .db
        .write(move |tx| audit::record(tx, now, &author, entry.clone()))
        .await
        .expect("a row");
}

/// Writes three audit rows about shops. Returns the ids of the rows.
async fn three_rows(app: &TestApp) -> [String; 3] {
    for (shop, share) in [("ten_1", 5), ("ten_2", 6), ("ten_3", 7)] {
        let entry = Entry::new(tenants::actions::RATES_CHANGED, Subject::tenant(shop))
            .before(json!({ "share": 1, "name": "Maple" }))
            .after(json!({ "share": share, "name": "Maple" }));
        record(app, Author::stranger(&client(app)), entry).await;
    }
    let all = "SELECT id FROM audit_entry ORDER BY created_at, id";
    let rows = app.app.db.read(move |tx| tx.rows::<(String,)>(all, &[])).await.expect("rows");
    let ids: Vec<String> = rows.into_iter().map(|(id,)| id).collect();
    ids.try_into().expect("three")
}

#[tokio::test]
async fn record_stores_only_changed_fields_and_the_client_address() {
    let app = TestApp::new().await;
    three_rows(&app).await;
    let told =
        "SELECT before, after, actor, address FROM audit_entry JOIN audit_origin ON entry_id = id
                WHERE subject_id = 'ten_2'";
    let row: (String, String, String, String) =
        app.app.db.read(move |tx| tx.one(told, &[])).await.expect("a row");
    let text = |text: &str| text.to_owned();
    let expected =
        (text(r#"{"share":1}"#), text(r#"{"share":6}"#), text("stranger"), text("203.0.113.9"));
    assert_eq!(row, expected);
}

#[tokio::test]
async fn record_change_writes_nothing_when_nothing_changed() {
    let app = TestApp::new().await;
    let entry = Entry::new(tenants::actions::RATES_CHANGED, Subject::tenant("ten_1"))
        .before(json!({ "share": 1 }))
        .after(json!({ "share": 1 }));
    let now = app.app.clock.now();
    app.app
        .db
        .write(move |tx| audit::record_change(tx, now, &Author::system("test"), entry.clone()))
        .await
        .expect("looked at");
    assert_eq!(app.count("SELECT count(*) FROM audit_entry").await, 0);
}

#[tokio::test]
async fn verify_names_an_audit_row_that_was_changed() {
    let app = TestApp::new().await;
    let [_, second, third] = three_rows(&app).await;
    assert_eq!(breaches(&app).await, Vec::<String>::new(), "they wait to be sealed");
    verify::seal(app.app.clone()).await.expect("sealed");
    for change in [
        "created_at = created_at + 1",
        "action = 'CARD_FROZEN'",
        "subject_kind = 'CARD'",
        "subject_id = 'ten_9'",
        "tenant_id = 'ten_9'",
        "actor = 'per_1'",
        "session_id = 'ses_1'",
        "role = 'MANAGER'",
        "before = '{}'",
        "after = '{}'",
        "reason = 'none'",
        "origin_hash = 'x'",
    ] {
        let theft = format!("UPDATE audit_entry SET {change} WHERE id IN ('{second}', '{third}')");
        let found = found_after(&app, &[&theft]).await;
        let named =
            format!("seals hold {second}: it was changed after it was sealed as number 2\n");
        assert!(found.contains(&named), "{change}: {found}");
    }
}

#[tokio::test]
async fn verify_names_an_audit_row_that_was_deleted() {
    let app = TestApp::new().await;
    let [_, second, _] = three_rows(&app).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    let free = match app.app.db.engine() {
        Engine::Sqlite => "PRAGMA defer_foreign_keys = ON",
        Engine::Postgres => "ALTER TABLE audit_seal DROP CONSTRAINT audit_seal_entry_id_fkey",
    };
    let origin = format!("DELETE FROM audit_origin WHERE entry_id = '{second}'");
    let theft = format!("DELETE FROM audit_entry WHERE id = '{second}'");
    let found = found_after(&app, &[free, &origin, &theft]).await;
    assert_eq!(found, format!("seals hold {second}: it is gone; it was sealed as number 2\n"));
}

#[tokio::test]
async fn verify_names_an_audit_row_that_was_never_sealed() {
    let app = TestApp::new().await;
    three_rows(&app).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    let slipped =
        "INSERT INTO audit_entry (id, created_at, action, subject_kind, subject_id, actor)
                   VALUES ('aud_slipped', 1, 'CARD_FROZEN', 'CARD', 'crd_1', 'program:x')";
    let found = found_after(&app, &[slipped]).await;
    let rule = "every audit row is sealed or about to be";
    assert_eq!(found, format!("{rule} aud_slipped: no seal knows it\n"));
}

#[tokio::test]
async fn verify_accepts_audit_rows_whose_origins_were_erased() {
    let app = TestApp::new().await;
    three_rows(&app).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(found_after(&app, &["DELETE FROM audit_origin"]).await, "");
}

#[tokio::test]
async fn verify_names_an_audit_row_whose_client_address_or_browser_was_changed() {
    let app = TestApp::new().await;
    let [_, second, _] = three_rows(&app).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    for change in ["address = '198.51.100.1'", "user_agent = 'Chrome'"] {
        let theft = format!("UPDATE audit_origin SET {change} WHERE entry_id = '{second}'");
        let problem = "its address or browser is another one than that of its row";
        let rule = "addresses of the log are those that were sealed";
        assert_eq!(found_after(&app, &[&theft]).await, format!("{rule} {second}: {problem}\n"));
    }
}

#[tokio::test]
async fn hourly_check_stops_money_for_a_changed_address_of_the_log() {
    let app = TestApp::new().await;
    three_rows(&app).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    let stops = "SELECT count(*) FROM ledger_stop";
    verify::check(app.app.clone()).await.expect("checked");
    assert_eq!(app.count(stops).await, 0);
    let change = |sql: &'static str| app.app.db.write(move |tx| tx.execute(sql, &[]));
    change("UPDATE audit_origin SET user_agent = user_agent || '!'").await.expect("changed");
    verify::check(app.app.clone()).await.expect("checked");
    assert!(app.count(stops).await > 0);
    change("UPDATE audit_origin SET user_agent = 'Firefox on a phone'").await.expect("put right");
    assert!(app.report().await.expect("a report").is_resumed);
}
