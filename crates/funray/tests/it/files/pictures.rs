//! Tests of permissions to upload pictures, and of their delivery.

use std::time::Duration;

use kernel::ids::FileKey;
use market::files::{self, FileKind, Picture};
use platform::error::Error;

use crate::support::{TestApp, Visitor, pictures::png};

async fn upload(visitor: &Visitor<'_>, kind: &str, bytes: &[u8]) -> String {
    let path = format!("/api/v1/File/bucket/{kind}");
    let reply = visitor.call("POST", &path).file("logo.png", bytes).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["key"].as_str().expect("a key").to_owned()
}

#[tokio::test]
async fn upload_allows_managers_the_kinds_of_their_tenant() {
    let app = TestApp::new().await;
    let (shop, cause) = (app.vendor("Shop").await, app.charity("Cause").await);
    let small = png(8, 8, [200, 30, 30]);
    for (person, allowed) in [
        (app.super_administrator("sue").await, vec!["vendor", "charity", "campaign", "category"]),
        (app.administrator("adam").await, vec!["vendor", "charity", "campaign", "category"]),
        (app.manager_of(shop, "mary").await, vec!["vendor"]),
        (app.manager_of(cause, "carl").await, vec!["charity", "campaign"]),
    ] {
        let visitor = app.sign_in(&person).await;
        for kind in ["vendor", "charity", "campaign", "category"] {
            let path = format!("/api/v1/File/bucket/{kind}");
            let reply = visitor.call("POST", &path).file("logo.png", &small).send().await;
            if allowed.contains(&kind) {
                assert_eq!(reply.status, 200, "{} {kind}: {}", person.email, reply.text());
            } else {
                reply.error(403, "PERMISSION");
            }
        }
    }
    let admin = app.sign_in(&app.administrator("alan").await).await;
    for kind in ["person", "..%2Fvendor", "vendor%00"] {
        let path = format!("/api/v1/File/bucket/{kind}");
        let reply = admin.call("POST", &path).file("logo.png", &small).send().await;
        reply.error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn upload_is_rate_limited_per_user() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let other = app.sign_in(&app.administrator("alan").await).await;
    let try_it =
        |visitor: &Visitor<'_>| visitor.call("POST", "/api/v1/File/bucket/vendor").file("x", b"");
    for _ in 0..60 {
        try_it(&admin).send().await.error(400, "VALIDATION");
    }
    let refused = try_it(&admin).send().await;
    refused.error(429, "TOO_MANY_TRIES");
    assert!(!refused.header("retry-after").is_empty());
    try_it(&other).send().await.error(400, "VALIDATION");
    app.hands.advance(Duration::from_secs(60));
    try_it(&admin).send().await.error(400, "VALIDATION");
}

#[tokio::test]
async fn rendition_follows_requested_width_and_accept() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let key = upload(&admin, "charity", &png(500, 250, [200, 30, 30])).await;
    for (query, accept, width, kind) in [
        ("", "image/png", 500, "image/png"),
        ("", "image/avif,image/webp,*/*;q=0.8", 500, "image/webp"),
        ("?w=96", "image/webp", 96, "image/webp"),
        ("?w=192", "*/*", 192, "image/png"),
        ("?w=384", "image/webp;q=0, */*", 384, "image/png"),
        ("?W=768", "*/*", 500, "image/png"),
    ] {
        let path = format!("/files/charity/{key}{query}");
        let shown = app.get(&path).header("accept", accept).send().await;
        assert_eq!(shown.status, 200, "{query}");
        assert_eq!(shown.header("content-type"), kind, "{query} {accept}");
        let picture = image::load_from_memory(&shown.body).expect("a picture");
        assert_eq!((picture.width(), picture.height()), (width, width / 2), "{query}");
    }
    for width in ["0", "97", "100000", "-1", "x"] {
        let refused = app.get(&format!("/files/charity/{key}?w={width}")).send().await;
        assert!(refused.wrong_fields()["w"].is_string(), "{width}");
    }
}

#[tokio::test]
async fn picture_reply_is_immutable_and_sandboxed() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let key = upload(&admin, "campaign", &png(200, 200, [30, 30, 200])).await;
    let path = format!("/files/campaign/{key}?w=96");
    let first = app.get(&path).send().await;
    assert_eq!(first.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(first.header("vary"), "accept");
    assert_eq!(first.header("x-content-type-options"), "nosniff");
    assert_eq!(first.header("content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(first.header("cross-origin-resource-policy"), "cross-origin");
    let tag = first.header("etag").to_owned();
    let again = app.get(&path).header("if-none-match", &tag).send().await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), tag);
    let larger = app.get(&format!("/files/campaign/{key}")).header("if-none-match", &tag);
    assert_eq!(larger.send().await.status, 200, "another size is another picture");
    let head = app.call("HEAD", &path).send().await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
}

#[tokio::test]
async fn picture_is_404_for_unknown_or_malformed_keys() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let key = upload(&admin, "vendor", &png(20, 20, [30, 30, 200])).await;
    for path in [
        format!("/files/charity/{key}"),
        format!("/files/person/{key}"),
        format!("/files/vendor/{}", key.to_uppercase()),
        format!("/files/vendor/{key}0"),
        format!("/files/vendor/{key}%00"),
        format!("/files/vendor/..%2Fvendor%2F{key}"),
        format!("/files/vendor/{key}%2F20.png"),
        format!("/files/..%2F..%2Fvendor/{key}"),
        "/files/vendor/img_00000000000000000000000000".to_owned(),
        "/files/vendor/..%2f..%2ffunray.db".to_owned(),
        "/files/vendor/%2e%2e".to_owned(),
        "/files/vendor/%ff".to_owned(),
    ] {
        app.get(&path).send().await.error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn unused_uploads_are_deleted_after_a_day() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let small = png(20, 20, [200, 30, 30]);
    let shown = upload(&admin, "vendor", &small).await;
    let forgotten = upload(&admin, "vendor", &small).await;
    let key = FileKey::parse(&shown).expect("a key");
    let hue = app.app.db.write(move |tx| files::attach(tx, FileKind::Vendor, key)).await;
    assert!(hue.expect("attached").is_some_and(|hue| (20..40).contains(&hue)), "it is a red one");

    let is_there = async |key: &str| app.get(&format!("/files/vendor/{key}")).send().await.status;
    app.hands.advance(Duration::from_secs(23 * 3600));
    let admin = app.sign_in(&app.administrator("alan").await).await;
    upload(&admin, "vendor", &small).await;
    assert_eq!(app.run_jobs().await, 0);
    assert_eq!(is_there(&forgotten).await, 200);

    app.hands.advance(Duration::from_secs(2 * 3600));
    let stored = app.stored_files();
    let admin = app.sign_in(&app.administrator("anna").await).await;
    upload(&admin, "vendor", &small).await;
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(is_there(&forgotten).await, 404);
    assert_eq!(is_there(&shown).await, 200);
    assert_eq!(app.stored_files(), stored, "one came, one went");
}

#[tokio::test]
async fn store_picture_leaves_no_files_when_the_row_is_never_written() {
    let app = TestApp::new().await;
    let picture = || Picture::read(&png(500, 250, [200, 30, 30])).expect("a picture");
    let lost = files::store_picture(&app.app, FileKind::Vendor, picture()).await;
    lost.expect("it is stored, and then the program ends");
    let now = app.app.clock.now();
    let kept = files::store_picture(&app.app, FileKind::Vendor, picture()).await.expect("stored");
    app.app.db.write(move |tx| files::record(tx, now, None, &kept)).await.expect("it has its row");
    let both = app.stored_files();
    app.hands.advance(Duration::from_secs(2 * 3600));
    assert_eq!(app.run_jobs().await, 1, "the files of the lost one are thrown away");
    assert_eq!(app.stored_files() * 2, both);
}

#[tokio::test]
async fn attach_refuses_unknown_keys_and_other_kinds() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let key = upload(&admin, "vendor", &png(20, 20, [200, 30, 30])).await;
    let key = FileKey::parse(&key).expect("a key");
    let unknown = FileKey::new(app.app.clock.now());
    for (kind, key) in [(FileKind::Charity, key), (FileKind::Vendor, unknown)] {
        let refused = app.app.db.write(move |tx| files::attach(tx, kind, key)).await;
        match refused {
            Err(Error::Invalid(fields)) => assert!(fields.paths().eq(["logoPath"]), "{fields}"),
            other => panic!("{kind:?}: {other:?}"),
        }
    }
}
