//! Tests of a shop's posters. Only its managers and administrators can download them. Posters show
//! the configured address and the texts of the brand.

use crate::support::TestApp;

const FORMATS: [(&str, &[u8]); 6] = [
    ("png", b"\x89PNG"),
    ("preview", b"\x89PNG"),
    ("a4", b"%PDF-"),
    ("letter", b"%PDF-"),
    ("tent", b"%PDF-"),
    ("stickers", b"%PDF-"),
];

#[tokio::test]
async fn poster_is_drawn_in_every_format_for_managers_and_administrators() {
    let app = TestApp::new().await;
    let (shop, other) = (app.vendor("Maple Leaf Books").await, app.vendor("Other").await);
    let ann = app.manager_of(shop, "ann").await;
    let (adam, eve) = (app.administrator("adam").await, app.manager_of(other, "eve").await);
    let (ann, adam, eve) =
        (app.sign_in(&ann).await, app.sign_in(&adam).await, app.sign_in(&eve).await);
    for (format, start) in FORMATS {
        let path = format!("/api/v1/Vendors/{shop}/poster?format={format}&language=fr");
        let poster = ann.get(&path).send().await;
        assert_eq!(poster.status, 200, "{format}: {}", poster.text());
        assert!(poster.body.starts_with(start), "{format}");
        assert_eq!(poster.header("cache-control"), "private, no-store");
    }
    let path = format!("/api/v1/Vendors/{shop}/poster");
    let saved = adam.get(&path).send().await;
    assert_eq!(saved.header("content-disposition"), "attachment; filename=\"poster.png\"");
    eve.get(&path).send().await.error(404, "NOT_FOUND");
    app.get(&path).send().await.error(401, "UNAUTHORIZED");
    assert_eq!(ann.get(&format!("{path}?format=a3")).send().await.status, 400);
    assert_eq!(ann.get(&format!("{path}?language=de")).send().await.status, 400);
}

#[tokio::test]
async fn settings_name_the_configured_address_of_each_brand() {
    let app = TestApp::with("brands.rayzr.public_url = \"https://rayzr.example/\"").await;
    let inside = app.get("/api/v1/Public/settings").header("host", "10.0.0.7");
    let sites = inside.send().await.json()["sites"].clone();
    assert_eq!(sites["rayzr"], "https://rayzr.example");
    assert_eq!(sites["funray"], app.app.public_url(kernel::brand::Brand::DEFAULT));
}
