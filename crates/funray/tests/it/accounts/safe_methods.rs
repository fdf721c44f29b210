//! Tests that calls with GET and HEAD change nothing, because mail scanners, link previews and
//! prefetching browsers follow links.

use std::collections::BTreeMap;

use access::auth::Role;
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor};

/// The only GET call with an effect, which the specification requires. The call needs a solved
/// captcha.
const EXCEPTION: &str = "/api/v1/Accounts/resend-email-confirmation";

/// Tables that a GET call may change: counts of attempts, the log of administrators reading
/// personal data, and records of cards presented at a counter.
const COUNTED: [&str; 8] = [
    "token_bucket",
    "audit_entry",
    "audit_origin",
    "unsealed_audit",
    "card_presentation",
    "list_reading",
    "list_reading_day",
    "list_reading_page",
];

/// Returns the paths of all GET calls in the OpenAPI document.
fn readable() -> Vec<String> {
    let document: Value = serde_json::from_slice(&funray::router::document()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let readable = paths.iter().filter(|(_, item)| item.get("get").is_some());
    readable.map(|(path, _)| path.clone()).collect()
}

/// Returns the tables that the recorded SQL statements change.
fn changed(app: &TestApp) -> Vec<String> {
    let statements = app.app.db.recorded();
    let table = |sql: &str| {
        let words: Vec<&str> = sql.split_whitespace().collect();
        match words.first().map(|word| word.to_ascii_uppercase()).as_deref() {
            Some("INSERT" | "DELETE") => words.get(2).map(|table| (*table).to_owned()),
            Some("UPDATE") => words.get(1).map(|table| (*table).to_owned()),
            _ => None,
        }
    };
    let tables = statements.iter().filter_map(|statement| table(&statement.sql));
    tables.filter(|table| !COUNTED.contains(&table.as_str())).collect()
}

struct World {
    ids: BTreeMap<&'static str, String>,
    code: String,
}

impl World {
    async fn of(app: &TestApp) -> World {
        let shop = app.vendor("Own").await;
        let cause = app.charity("Cause").await;
        let adam = app.administrator("adam").await;
        let visitor = app.sign_in(&adam).await;
        let body = json!({
            "email": "nell@shop.example", "firstName": "Nell", "lastName": "Comer",
            "roleId": "EMPLOYEE", "tenantId": shop.to_string(),
        });
        let invited = visitor.post("/api/v1/Accounts/invited", &body).send().await;
        assert_eq!(invited.status, 200, "{}", invited.text());
        let code = app.mailed_code("nell@shop.example").await;
        let ids = BTreeMap::from([
            ("/api/v1/Accounts/{id}", adam.id.to_string()),
            ("/api/v1/Vendors/{id}", shop.to_string()),
            ("/api/v1/Public/vendor/{id}", shop.to_string()),
            ("/api/v1/Charities/{id}", cause.to_string()),
            ("/api/v1/Public/charities/{id}", cause.to_string()),
            ("/api/v1/Public/charities/{id}/vendors", cause.to_string()),
        ]);
        World { ids, code }
    }

    fn filled(&self, path: &str) -> String {
        let id = self.ids.get(path).map_or("x", String::as_str);
        path.replace("{id}", id)
            .replace("{code}", &self.code)
            .replace("{token}", "x")
            .replace("{type}", "vendor")
            .replace("{key}", "x")
    }
}

#[tokio::test]
async fn get_and_head_change_no_row() {
    let app = TestApp::new().await;
    let world = World::of(&app).await;
    let shop = app.vendor("Shop").await;
    let mut people = Vec::new();
    for role in Role::ALL {
        let tenant = role.has_tenant().then_some(shop);
        people.push(app.person(role.word(), role, tenant).await);
    }
    let mut visitors: Vec<Option<Visitor<'_>>> = vec![None];
    for person in &people {
        visitors.push(Some(app.sign_in(person).await));
    }
    let calls = readable();
    assert!(calls.len() > 40, "all that can be read is tried");
    for path in calls.iter().filter(|path| *path != EXCEPTION) {
        let path = world.filled(path);
        for (visitor, method) in visitors.iter().flat_map(|one| [(one, "GET"), (one, "HEAD")]) {
            let call = match visitor {
                Some(visitor) => visitor.call(method, &path),
                None => app.call(method, &path),
            };
            app.app.db.record();
            let reply = call.send().await;
            assert!(reply.status.as_u16() < 500, "{method} {path}: {}", reply.status);
            let changed = changed(&app);
            assert!(changed.is_empty(), "{method} {path} changes {changed:?}");
        }
    }
    app.app.db.record();
    let head = app.call("HEAD", &format!("{EXCEPTION}?Email=nell@shop.example")).send().await;
    assert_eq!(head.status, 405);
    assert!(changed(&app).is_empty());
    assert_eq!(app.run_jobs().await, 0, "and mails nobody");
}

/// A mail scanner opens the link of an offer before its reader does. The offer must stay open.
#[tokio::test]
async fn open_link_does_not_accept_or_decline_an_offer() {
    let app = TestApp::new().await;
    let world = World::of(&app).await;
    let link = format!("/api/v1/Accounts/links/{}", world.code);
    for method in ["HEAD", "GET", "HEAD", "GET"] {
        assert_eq!(app.call(method, &link).send().await.status, 303);
    }
    assert_eq!(app.count("SELECT count(*) FROM invitation WHERE state = 'OFFERED'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM person WHERE email = 'nell@shop.example'").await, 0);
}
