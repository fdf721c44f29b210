//! Tests of the pictures for link previews.

use std::time::Duration;

use kernel::ids::TenantId;

use crate::{
    heads::{HOSTS, Site, said},
    support::{Reply, cards::Purchase},
};

/// Returns the path of a page's preview picture, as named in the page's head.
async fn address(site: &Site, host: &str, lang: &str, path: &str) -> String {
    let page = site.call(path).header("host", host).header("accept-language", lang).send().await;
    assert_eq!(page.status, 200, "{path}");
    assert_eq!((said(&page, "og:image:width"), said(&page, "og:image:height")), ("1200", "630"));
    assert_eq!(
        (said(&page, "og:image:type"), said(&page, "twitter:card")),
        ("image/png", "summary_large_image")
    );
    assert!(!said(&page, "og:image:alt").is_empty());
    let picture = said(&page, "og:image");
    picture.strip_prefix(&format!("http://{host}")).expect("on the site itself").to_owned()
}

/// Returns the width and height from the header of a PNG picture.
fn size(png: &Reply) -> (u32, u32) {
    let number =
        |at: usize| u32::from_be_bytes(png.body[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(&png.body[1..4], b"PNG");
    (number(16), number(20))
}

#[tokio::test]
async fn preview_of_every_page_is_a_picture_that_caches_may_keep() {
    let site = Site::new("Words.").await;
    let pages = [
        (HOSTS[0], "/".to_owned()),
        (HOSTS[0], format!("/shop-vendors/detail/{}", site.vendor)),
        (HOSTS[0], format!("/charities/{}", site.charity)),
        (HOSTS[0], format!("/charities/{}/{}", site.charity, site.campaign)),
        (HOSTS[0], format!("/shop-vendors/funray-card/{}/{}", site.vendor, site.campaign)),
        (HOSTS[0], format!("/shop-vendors/rayzr-card/{}/25", site.vendor)),
        (HOSTS[0], "/gift/s3cr3t".to_owned()),
        (HOSTS[1], "/".to_owned()),
        (HOSTS[1], format!("/shop-vendors/detail/{}", site.vendor)),
    ];
    for (host, path) in &pages {
        let english = address(&site, host, "en", path).await;
        assert_ne!(english, address(&site, host, "fr", path).await, "{path}");
        let picture = site.get(&english).await;
        assert_eq!(picture.status, 200, "{english}");
        assert_eq!(size(&picture), (1200, 630), "{english}");
        assert_eq!(picture.header("content-type"), "image/png");
        assert_eq!(picture.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(picture.header("cross-origin-resource-policy"), "cross-origin");
        let known =
            site.call(&english).header("if-none-match", picture.header("etag")).send().await;
        assert_eq!((known.status.as_u16(), known.body.len()), (304, 0));
    }
}

#[tokio::test]
async fn preview_of_the_front_page_keeps_the_page_and_its_encodings() {
    let site = Site::new("Words.").await;
    let page = site.get("/").await;
    assert!(page.text().contains("<title>Shell</title>"), "{}", page.text());
    assert_eq!(said(&page, "og:url"), "http://localhost:8080/");
    let packed = site.call("/").header("accept-encoding", "br").send().await;
    assert_eq!(packed.header("content-encoding"), "br");
}

#[tokio::test]
async fn preview_of_a_hidden_subject_is_404() {
    let site = Site::new("Words.").await;
    let (vendor, charity, campaign) = (&site.vendor, &site.charity, &site.campaign);
    let path = |rest: String| format!("/previews/{rest}/0.png");
    for wrong in [
        format!("funray/en/vendor/{charity}"),
        format!("funray/en/charity/{vendor}"),
        format!("funray/en/campaign/{charity}"),
        "funray/en/gift/ten_00000000000000000000000000".to_owned(),
        format!("rayzr/en/charity/{charity}"),
        format!("rayzr/en/campaign/{campaign}"),
        format!("funray/de/vendor/{vendor}"),
        format!("other/en/vendor/{vendor}"),
        format!("funray/en/person/{vendor}"),
        "funray/en/elsewhere".to_owned(),
    ] {
        site.get(&path(wrong)).await.error(404, "NOT_FOUND");
    }
    let shop = address(&site, HOSTS[0], "en", &format!("/shop-vendors/detail/{vendor}")).await;
    let adam = site.app.sign_in(&site.app.administrator("alan").await).await;
    crate::tenants::set(&adam, "Vendors", vendor, "deactivate").await;
    site.get(&shop).await.error(404, "NOT_FOUND");
}

#[tokio::test]
async fn preview_of_another_version_leads_to_the_newest() {
    let site = Site::new("Words.").await;
    let newest =
        address(&site, HOSTS[0], "en", &format!("/shop-vendors/detail/{}", site.vendor)).await;
    for version in ["0.png", "x", "..%2F..%2Fetc"] {
        let old = format!("/previews/funray/en/vendor/{}/{version}", site.vendor);
        let reply = site.get(&old).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (307, newest.as_str()));
        assert_eq!(reply.header("cache-control"), "no-cache");
    }
}

/// Uses up the rate limits for drawing pictures.
async fn fill_buckets(site: &Site) {
    let sql = "UPDATE token_bucket SET used_up = 120000000 WHERE bucket LIKE 'drawing %'";
    let filled = site.app.app.db.write(move |tx| tx.execute(sql, &[])).await;
    assert_eq!(filled.expect("a statement"), 1);
}

#[tokio::test]
async fn preview_drawings_are_counted_by_sender_and_kept_ones_are_not() {
    let site = Site::new("Words.").await;
    let home = address(&site, HOSTS[0], "en", "/").await;
    let gift = address(&site, HOSTS[0], "en", "/gift/s3cr3t").await;
    assert_eq!(site.get(&home).await.status, 200);
    fill_buckets(&site).await;
    assert_eq!(site.get(&home).await.status, 200, "it is kept");
    site.get(&gift).await.error(429, "TOO_MANY_TRIES");
    site.app.hands.advance(Duration::from_secs(1));
    assert_eq!(site.get(&gift).await.status, 200);
}

/// All gifts of a shop have the same preview picture, which must not show the recipient or the
/// amount.
#[tokio::test]
async fn preview_of_a_gift_shows_its_shop_and_nothing_else_of_it() {
    let site = Site::new("Words.").await;
    let shop = TenantId::parse(&site.vendor).expect("an id");
    let buyer = site.app.consumer("ann").await;
    let mut addresses = Vec::new();
    for (dollars, email) in [(25, "bob@shop.example"), (100, "cyd@shop.example")] {
        site.app.sell(&buyer, Purchase::of(shop, dollars).given_to(email)).await;
        let token = site.app.gift_token(email).await;
        let path = format!("/gift/{token}");
        let page = site.get(&path).await;
        assert!(said(&page, "og:image:alt").contains("Books &amp; More"), "{}", page.text());
        for secret in [token.as_str(), "Bob", "$25", "$100"] {
            assert!(!page.text().contains(secret), "{secret}: {}", page.text());
        }
        addresses.push(address(&site, HOSTS[0], "en", &path).await);
    }
    assert_eq!(addresses[0], addresses[1]);
    let gift = format!("/previews/funray/en/gift/{}/", site.vendor);
    assert!(addresses[0].starts_with(&gift), "{addresses:?}");
}
