//! Tests of saved list views. They are private to a person, available on all devices, limited in
//! number, and deleted with the account.

use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp, Visitor};

const VIEWS: &str = "/api/v1/Accounts/me/views";

async fn save(who: &Visitor<'_>, view: &Value) -> String {
    let reply = who.post(VIEWS, view).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["id"].as_str().expect("an id").to_owned()
}

/// Returns the names of the views that a person has saved for a list. A star marks the default
/// view.
async fn names(who: &Visitor<'_>, list: &str) -> String {
    let reply = who.get(&format!("{VIEWS}?list={list}")).send().await.json();
    let views = reply.as_array().unwrap_or_else(|| panic!("{reply}"));
    let name = |view: &Value| {
        let star = if view["isDefault"] == true { "*" } else { "" };
        format!("{}{star}", view["name"].as_str().expect("a name"))
    };
    views.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn saved_views_are_kept_changed_and_deleted() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (here, there) = (app.sign_in(&adam).await, app.sign_in(&adam).await);
    let pending = json!({
        "list": "vendors", "name": " Pending ", "query": "state=PENDING&orderBy=name",
        "hiddenColumns": ["city", "createdAt"], "isDense": true, "isDefault": true,
    });
    let id = save(&here, &pending).await;
    save(&here, &json!({ "list": "vendors", "name": "All" })).await;
    save(&here, &json!({ "list": "charities", "name": "Causes", "isDefault": true })).await;
    assert_eq!(names(&there, "vendors").await, "All, Pending*");
    let seen = there.get(&format!("{VIEWS}?list=vendors")).send().await.json();
    let expected = json!({
        "id": id, "list": "vendors", "name": "Pending", "query": "state=PENDING&orderBy=name",
        "hiddenColumns": ["city", "createdAt"], "isDense": true, "isDefault": true,
    });
    assert_eq!(seen[1], expected);

    let path = format!("{VIEWS}/{id}");
    let renamed = json!({ "name": "Waiting", "query": "state=PENDING" });
    assert_eq!(there.put(&path, &renamed).send().await.status, 204);
    assert_eq!(names(&here, "vendors").await, "All, Waiting");
    assert_eq!(here.call("DELETE", &path).send().await.status, 204);
    here.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
    assert_eq!(names(&there, "vendors").await, "All");
}

#[tokio::test]
async fn a_list_has_one_default_view() {
    let app = TestApp::new().await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let view = |name: &str| json!({ "list": "vendors", "name": name, "isDefault": true });
    let first = save(&adam, &view("First")).await;
    save(&adam, &view("Second")).await;
    save(&adam, &json!({ "list": "users", "name": "Other", "isDefault": true })).await;
    assert_eq!(names(&adam, "vendors").await, "First, Second*");
    let again = json!({ "name": "First", "isDefault": true });
    assert_eq!(adam.put(&format!("{VIEWS}/{first}"), &again).send().await.status, 204);
    assert_eq!(names(&adam, "vendors").await, "First*, Second");
    assert_eq!(names(&adam, "users").await, "Other*", "another list has its own");
}

#[tokio::test]
async fn save_view_names_each_invalid_field() {
    let app = TestApp::new().await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let id = save(&adam, &json!({ "list": "vendors", "name": "Été" })).await;
    for (field, value) in [
        ("list", json!("")),
        ("list", json!("no list")),
        ("list", json!("x".repeat(61))),
        ("name", json!(" ")),
        ("name", json!("x".repeat(61))),
        ("name", json!("ETE")),
        ("query", json!("x".repeat(2001))),
        ("hiddenColumns", json!(["a,b"])),
        ("hiddenColumns", json!(vec!["a"; 51])),
    ] {
        let mut form = json!({ "list": "vendors", "name": "New" });
        form[field] = value;
        let wrong = adam.post(VIEWS, &form).send().await.wrong_fields();
        assert_eq!(wrong.as_object().expect("fields").keys().collect::<Vec<_>>(), [field]);
    }
    let other = save(&adam, &json!({ "list": "vendors", "name": "Winter" })).await;
    let taken = adam.put(&format!("{VIEWS}/{other}"), &json!({ "name": "été" })).send().await;
    assert!(taken.wrong_fields()["name"].is_string());
    let same = adam.put(&format!("{VIEWS}/{id}"), &json!({ "name": "Ete" })).send().await;
    assert_eq!(same.status, 204, "its own name in another spelling");
    for name in ["< 30 $", "> 30 $"] {
        save(&adam, &json!({ "list": "cards", "name": name })).await;
    }
    adam.get(VIEWS).send().await.error(400, "VALIDATION");
    assert_eq!(names(&adam, "vendors").await, "Ete, Winter");
}

#[tokio::test]
async fn saved_views_are_bounded_per_list() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let visitor = app.sign_in(&adam).await;
    for number in 0..50 {
        save(&visitor, &json!({ "list": "vendors", "name": format!("View {number}") })).await;
    }
    let more = json!({ "list": "vendors", "name": "One more" });
    visitor.post(VIEWS, &more).send().await.error(400, "TOO_MANY_VIEWS");
    save(&visitor, &json!({ "list": "users", "name": "Another list" })).await;
    let bob = app.sign_in(&app.administrator("bob").await).await;
    save(&bob, &more).await;
}

#[tokio::test]
async fn saved_views_are_exported_and_go_with_the_account() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    save(&visitor, &json!({ "list": "vendors", "name": "Mine", "query": "searchText=smith" }))
        .await;
    let export = visitor.get("/api/v1/Accounts/me/export").send().await.json();
    assert_eq!(export["views"][0]["query"], "searchText=smith");
    let close = json!({ "password": PASSWORD });
    let closing = visitor.call("DELETE", "/api/v1/Accounts/me").json(close.to_string());
    assert_eq!(closing.send().await.status, 204);
    assert_eq!(app.count("SELECT count(*) FROM saved_view").await, 0);
    app.run_jobs().await;
}
