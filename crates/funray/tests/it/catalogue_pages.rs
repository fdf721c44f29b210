//! Tests of caching catalogue pages in browsers, in proxies and in the program. A change
//! invalidates all of them.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Reply, TestApp};

const SHOPS: &str = "/api/v1/Public/Vendors";

fn names(reply: &Reply) -> Vec<String> {
    let page = reply.json();
    let items = page["items"].as_array().expect("a page");
    items.iter().map(|shop| shop["displayName"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn catalogue_calls_are_described_with_their_tag() {
    let text = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json"));
    let document: Value =
        serde_json::from_slice(&text.expect("the description")).expect("valid JSON");
    for path in [SHOPS, "/api/v1/Public/vendor/{id}", "/api/v1/Public/Regions"] {
        let call = &document["paths"][path]["get"];
        assert!(call["responses"]["304"].is_object(), "{path}");
        let parameters = call["parameters"].as_array().expect("parameters");
        assert!(parameters.iter().any(|one| one["name"] == "If-None-Match"), "{path}");
    }
}

#[tokio::test]
async fn catalogue_pages_may_be_kept_and_are_revalidated_by_their_tag() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let cause = app.charity("Food Bank").await;
    for path in [
        SHOPS.to_owned(),
        "/api/v1/Public/vendors/all".to_owned(),
        format!("/api/v1/Public/vendor/{shop}"),
        "/api/v1/Public/Charities".to_owned(),
        format!("/api/v1/Public/charities/{cause}"),
        format!("/api/v1/Public/charities/{cause}/vendors"),
        "/api/v1/Public/charities/campaigns".to_owned(),
        "/api/v1/Public/Categories".to_owned(),
        "/api/v1/Public/Categories/popular".to_owned(),
        "/api/v1/Public/Regions".to_owned(),
        "/api/v1/Public/Organizations".to_owned(),
    ] {
        let first = app.get(&path).send().await;
        assert_eq!(
            first.header("cache-control"),
            "public, max-age=30, stale-while-revalidate=60",
            "{path}"
        );
        let tag = first.header("etag");
        let again = app.get(&path).header("if-none-match", tag).send().await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
        assert_eq!(
            (again.header("etag"), again.header("cache-control")),
            (tag, first.header("cache-control"))
        );
        for encoding in ["gzip", "br"] {
            let packed = app.get(&path).header("accept-encoding", encoding).send().await;
            assert_eq!(packed.header("content-encoding"), encoding, "{path}");
            assert_eq!(packed.header("etag"), tag, "{path}");
            assert!(packed.header("vary").contains("accept-encoding"), "{path}");
        }
    }
    let missing = app.get("/api/v1/Public/vendor/ten_01").send().await;
    assert_eq!((missing.status.as_u16(), missing.header("cache-control")), (404, "no-store"));
    let own = app.sign_in(&app.consumer("ann").await).await.get("/api/v1/Cards").send().await;
    assert_eq!(own.header("cache-control"), "no-store", "what is somebody's own");
}

#[tokio::test]
async fn catalogue_pages_are_made_once_and_read_again_after_a_change() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let first = app.get(SHOPS).send().await;
    assert_eq!(names(&first), ["Maple Leaf Books"]);

    let (again, statements) = app.recorded(app.get(SHOPS)).await;
    assert_eq!((again.body.clone(), statements.len()), (first.body.clone(), 0));

    let status = format!("/api/v1/Vendors/{shop}/status/deactivate");
    let closed = sue.call("PUT", &status).send().await;
    assert_eq!(closed.status, 204, "{}", closed.text());
    let tag = first.header("etag");
    let now = app.get(SHOPS).header("if-none-match", tag).send().await;
    assert_eq!((now.status.as_u16(), names(&now).len()), (200, 0));
}

#[tokio::test]
async fn catalogue_pages_at_hand_are_sent_as_they_were_first() {
    let app = TestApp::with("http.cors_origins = [\"https://other.example\"]").await;
    app.shop("Maple Leaf Books").await;
    let path = format!("{SHOPS}?pageSize=12");
    let ask = || app.get(&path).header("origin", "https://other.example");
    let told = |mut reply: Reply| {
        assert!(reply.headers.remove("x-trace-id").is_some(), "each has an id of its own");
        (reply.status, reply.headers, reply.body)
    };
    let first = told(ask().send().await);
    assert!(app.app.pages.at_hand("/Public/Vendors?pageSize=12").is_some());
    assert_eq!(told(ask().send().await), first);
    let too_long = ask().header("x-long", &"x".repeat(40_000)).send().await;
    assert_eq!(too_long.status, 431);
    let post = app.call("POST", &path).send().await;
    assert_eq!(post.status, 405);
}

#[tokio::test]
async fn catalogue_pages_show_changes_of_another_node_within_a_second() {
    let app = TestApp::new().await;
    app.shop("Maple Leaf Books").await;
    assert_eq!(names(&app.get(SHOPS).send().await), ["Maple Leaf Books"]);
    // Change the name by SQL, as if another node had changed it and its signal had been lost.
    app.app
        .db
        .write(|tx| {
            tx.execute("UPDATE tenant SET display_name = 'Birch Books'", &[])?;
            tx.execute("UPDATE catalogue_version SET version = version + 1", &[])
        })
        .await
        .expect("written");
    app.hands.advance(Duration::from_millis(999));
    assert_eq!(names(&app.get(SHOPS).send().await), ["Maple Leaf Books"]);
    app.hands.advance(Duration::from_millis(1));
    assert_eq!(names(&app.get(SHOPS).send().await), ["Birch Books"]);
}

#[tokio::test]
async fn catalogue_pages_show_a_changed_directory_at_once() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let categories = async || app.get("/api/v1/Public/Categories").send().await.json();
    assert_eq!(categories().await, json!([]));
    let form = json!({ "text": "Books", "isPopular": true });
    let made = sue.post("/api/v1/Categories", &form).send().await;
    assert_eq!(made.status, 200, "{}", made.text());
    assert_eq!(categories().await.as_array().map(Vec::len), Some(1));
}
