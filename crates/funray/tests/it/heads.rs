//! Tests of the HTML heads of pages, which search engines and link previews read.

use std::sync::Arc;

use axum::Router;
use funray::{
    demo::Demo,
    router::{WebFiles, router_with},
};
use serde_json::{Value, json};

use crate::{
    support::{Call, Reply, TestApp},
    tenants::{Directory, add, open, set},
};

const SHELL: &str =
    "<!doctype html><html><head><title>Shell</title><script src=\"/a.js\"></script></head></html>";
/// A prerendered page in the form that the web build writes.
const ABOUT: &str =
    "<html><head><title>About</title><meta property=\"og:title\" content=\"About\"></head></html>";
pub const HOSTS: [&str; 2] = ["localhost:8080", "rayzr.localhost:8080"];

/// A program whose web app consists of a single page, for both brands and languages.
pub struct Site {
    pub app: TestApp,
    router: Router,
    pub vendor: String,
    pub charity: String,
    pub campaign: String,
}

impl Site {
    /// Starts the program with a shop and a cause whose descriptions contain these words.
    pub async fn new(words: &str) -> Site {
        let app = TestApp::drawing_itself().await;
        let adam = app.sign_in(&app.administrator("adam").await).await;
        let directory = Directory::of(&app).await;
        let mut shop = directory.vendor("Books & More");
        shop["description"] = json!(words);
        let mut cause = directory.charity("Food Bank");
        cause["introduction"] = json!(words);
        let vendor = open(&app, &adam, "Vendors", &shop).await;
        let charity = open(&app, &adam, "Charities", &cause).await;
        let winter = json!({
            "charityId": charity, "name": "Winter", "startDate": "2026-03-01", "endDate": "2026-05-01",
            "description": words,
        });
        let campaign = add(&adam, "Charities/campaigns", &winter).await;
        drop(adam);
        let pages = ["funray/pages/en", "funray/pages/fr", "rayzr/pages/en", "rayzr/pages/fr"];
        let pages = pages
            .iter()
            .flat_map(|folder| ["_app", "index"].map(|page| format!("{folder}/{page}.html")));
        let pages: Vec<String> = pages.collect();
        let mut pages: Vec<(&str, &str)> =
            pages.iter().map(|path| (path.as_str(), SHELL)).collect();
        pages.push(("funray/pages/en/about.html", ABOUT));
        let router = router_with(
            app.app.clone(),
            Arc::new(WebFiles::of_pages(&pages)),
            &Demo::new(&app.app),
        );
        Site { app, router, vendor, charity, campaign }
    }

    pub fn call(&self, path: &str) -> Call {
        Call::new(self.router.clone(), "GET", path)
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.call(path).send().await
    }
}

/// Returns the content of the meta element with this name or property in a page's head.
pub fn said<'a>(page: &'a Reply, name: &str) -> &'a str {
    let text = page.text();
    let at =
        text.find(&format!("\"{name}\" content=\"")).unwrap_or_else(|| panic!("{name}: {text}"));
    text[at..].split('"').nth(3).expect("a value")
}

fn data(page: &Reply) -> Value {
    let text = page.text();
    let start = "<script type=\"application/ld+json\">";
    let from = text.find(start).unwrap_or_else(|| panic!("{text}")) + start.len();
    let to = from + text[from..].find("</script>").expect("an end");
    serde_json::from_str(&text[from..to]).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[tokio::test]
async fn head_of_a_vendor_page_follows_brand_and_language() {
    let site = Site::new("Paper, ink and stories.").await;
    let path = format!("/shop-vendors/detail/{}", site.vendor);
    for (host, lang, title, words) in [
        (
            HOSTS[0],
            "en",
            "Books &amp; More · FunRay",
            "Choose a local cause, and it gets 8% of the card.",
        ),
        (HOSTS[0], "fr", "Books &amp; More · FunRay", "Choisissez une cause locale"),
        (HOSTS[1], "en", "Books &amp; More · RayZR", "sent in a minute."),
        (HOSTS[1], "fr", "Books &amp; More · RayZR", "envoyées en une minute."),
    ] {
        let page =
            site.call(&path).header("host", host).header("accept-language", lang).send().await;
        assert_eq!(page.status, 200, "{host} {lang}");
        assert!(page.text().contains(&format!("<title>{title}</title>")), "{}", page.text());
        assert!(!page.text().contains("Shell"), "{}", page.text());
        assert!(page.text().contains("<script src=\"/a.js\">"), "the web app still starts");
        let description = said(&page, "description");
        assert!(description.contains(words) && description.contains("Ottawa"), "{description}");
        assert_eq!(said(&page, "og:locale"), format!("{lang}_CA"));
        let url = format!("http://{host}{path}");
        assert_eq!(said(&page, "og:url"), url);
        assert!(page.text().contains(&format!("<link rel=\"canonical\" href=\"{url}\">")));
        let picture = said(&page, "og:image").to_owned();
        let shown = picture.strip_prefix(&format!("http://{host}")).expect("on the site itself");
        assert_eq!(site.get(shown).await.header("content-type"), "image/png");
        let data = data(&page);
        assert_eq!((&data["@type"], &data["name"]), (&json!("Store"), &json!("Books & More")));
        assert_eq!(data["address"]["addressLocality"], "Ottawa");
        assert_eq!(data["url"], url);
    }
}

#[tokio::test]
async fn head_of_a_gift_shows_its_shop_and_no_names() {
    let site = Site::new("Paper, ink and stories.").await;
    for (host, brand) in [(HOSTS[0], "FunRay"), (HOSTS[1], "RayZR")] {
        for (lang, title) in [("en", "A gift for you"), ("fr", "Un cadeau pour vous")] {
            let call = site.call("/gift/s3cr3t").header("host", host);
            let page = call.header("accept-language", lang).send().await;
            assert_eq!((page.status.as_u16(), said(&page, "og:title")), (200, title));
            assert_eq!(said(&page, "og:site_name"), brand);
            assert_eq!(said(&page, "og:url"), format!("http://{host}/"));
            assert!(!page.text().contains("s3cr3t"), "the link is a secret");
            assert_eq!(page.text().matches("<title>").count(), 1);
        }
    }
}

#[tokio::test]
async fn heads_of_charities_campaigns_and_cards_follow_the_brand() {
    let site = Site::new("Nobody goes hungry.").await;
    let (vendor, charity, campaign) = (&site.vendor, &site.charity, &site.campaign);
    for (path, title, canonical) in [
        (format!("/charities/{charity}"), "Food Bank", format!("/charities/{charity}")),
        (format!("/charities/{charity}/campaignId"), "Food Bank", format!("/charities/{charity}")),
        (
            format!("/charities/{charity}/{campaign}"),
            "Winter · Food Bank",
            format!("/charities/{charity}/{campaign}"),
        ),
        (
            format!("/shop-vendors/funray-card/{vendor}/{campaign}"),
            "Books &amp; More · Winter",
            format!("/shop-vendors/funray-card/{vendor}/{campaign}"),
        ),
        (
            format!("/shop-vendors/rayzr-card/{vendor}/25"),
            "Books &amp; More",
            format!("/shop-vendors/detail/{vendor}"),
        ),
    ] {
        let page = site.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(said(&page, "og:title"), title, "{path}");
        assert_eq!(said(&page, "og:url"), format!("http://localhost:8080{canonical}"), "{path}");
        assert!(data(&page)["@type"].is_string(), "{path}");
    }
    let plain = site.get(&format!("/shop-vendors/rayzr-card/{vendor}/25")).await;
    let promised = format!("{} {}", said(&plain, "description"), said(&plain, "og:image:alt"));
    assert!(!promised.contains('%'), "no cause gets anything of it: {promised}");
    let elsewhere =
        site.call(&format!("/charities/{charity}")).header("host", HOSTS[1]).send().await;
    assert!(elsewhere.text().contains("<title>Shell</title>"), "RayZR knows no charities");
}

#[tokio::test]
async fn heads_of_lists_and_built_pages_name_themselves_and_have_a_picture() {
    let site = Site::new("Words.").await;
    for (host, path, title) in [
        (HOSTS[0], "/shop-vendors/", "Shop local eGift cards"),
        (HOSTS[1], "/shop-vendors/list", "Shop local eGift cards"),
        (HOSTS[0], "/charities", "Local causes"),
        (HOSTS[1], "/faq", "Frequently asked questions"),
        (HOSTS[0], "/balance", "Card balance"),
        (HOSTS[0], "/about", "About"),
    ] {
        let page = site.call(path).header("host", host).send().await;
        assert_eq!((page.status.as_u16(), said(&page, "og:title")), (200, title), "{path}");
        let address = format!("http://{host}{}", path.trim_end_matches('/'));
        assert_eq!(said(&page, "og:url"), address);
        let picture = said(&page, "og:image").to_owned();
        let picture = picture.strip_prefix(&format!("http://{host}")).expect("on the site itself");
        assert_eq!(site.call(picture).header("host", host).send().await.status, 200, "{path}");
    }
    let none = site.call("/charities").header("host", HOSTS[1]).send().await;
    assert!(!none.text().contains("og:title"), "RayZR knows no causes: {}", none.text());
}

#[tokio::test]
async fn page_status_is_404_for_unknown_or_inactive_subjects() {
    let site = Site::new("Words.").await;
    let adam = site.app.sign_in(&site.app.administrator("alan").await).await;
    set(&adam, "Vendors", &site.vendor, "deactivate").await;
    let (vendor, charity, campaign) = (&site.vendor, &site.charity, &site.campaign);
    for path in [
        format!("/shop-vendors/detail/{vendor}"),
        format!("/shop-vendors/detail/{charity}"),
        "/shop-vendors/detail/nonsense".to_owned(),
        "/shop-vendors/detail/%3Cscript%3E".to_owned(),
        format!("/shop-vendors/rayzr-card/{vendor}/25"),
        format!("/shop-vendors/funray-card/{vendor}/{campaign}"),
        "/charities/ten_00000000000000000000000000".to_owned(),
        format!("/charities/{charity}/cam_00000000000000000000000000"),
        format!("/charities/{vendor}/{campaign}"),
    ] {
        let page = site.call(&path).header("if-none-match", "*").send().await;
        assert_eq!(page.status, 404, "{path}");
        let (before, _) = SHELL.split_once("</head>").expect("a head");
        assert!(page.text().starts_with(before), "{path}: {}", page.text());
        assert_eq!(page.header("etag"), "");
    }
    assert_eq!(site.get("/shop-vendors/list").await.status, 200, "other pages are as they were");
}

#[tokio::test]
async fn head_escapes_texts_of_people() {
    let words = "</script></title><script>alert(1)</script>\" onload='alert(1)";
    let site = Site::new(words).await;
    for path in [
        format!("/shop-vendors/detail/{}", site.vendor),
        format!("/charities/{}", site.charity),
        format!("/charities/{}/{}", site.charity, site.campaign),
    ] {
        let page = site.get(&path).await;
        // Three scripts are expected: the page's own, the structured data, and the company details.
        assert_eq!(page.text().matches("<script").count(), 3, "{}", page.text());
        let markup = page.text().split("<script type=").next().unwrap_or_default();
        assert!(!markup.contains("onload='"), "{markup}");
        let description = data(&page)["description"].as_str().expect("text").to_owned();
        assert!(description.contains("alert(1)"), "it is kept, as text: {description}");
    }
}

#[tokio::test]
async fn page_is_304_for_a_known_etag() {
    let site = Site::new("Words.").await;
    let path = format!("/shop-vendors/detail/{}", site.vendor);
    let page = site.get(&path).await;
    assert_eq!(page.header("cache-control"), "no-cache");
    let tag = page.header("etag").to_owned();
    let again = site.call(&path).header("if-none-match", &tag).send().await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let french = site.call(&path).header("if-none-match", &tag).header("accept-language", "fr");
    assert_eq!(french.send().await.status, 200, "another language is another page");
    let packed = site.call(&path).header("accept-encoding", "br").send().await;
    assert_eq!(packed.header("content-encoding"), "br");
}

#[tokio::test]
async fn robots_and_sitemap_list_the_public_pages() {
    let site = Site::new("Words.").await;
    let [vendor, charity] =
        [format!("/shop-vendors/detail/{}", site.vendor), format!("/charities/{}", site.charity)];
    for (host, has_charities) in [(HOSTS[0], true), (HOSTS[1], false)] {
        let robots = site.call("/robots.txt").header("host", host).send().await;
        assert!(robots.header("content-type").starts_with("text/plain"));
        assert!(robots.text().contains("Disallow: /admin\n"), "{}", robots.text());
        assert!(robots.text().contains(&format!("Sitemap: http://{host}/sitemap.xml\n")));
        let map = site.call("/sitemap.xml").header("host", host).send().await;
        assert_eq!(map.header("content-type"), "application/xml");
        let lists = |path: &str| map.text().contains(&format!("<loc>http://{host}{path}</loc>"));
        assert!(
            lists("/") && lists("/about") && lists("/balance") && lists(&vendor),
            "{}",
            map.text()
        );
        assert_eq!(lists(&charity), has_charities, "{}", map.text());
        assert_eq!(lists("/charities"), has_charities, "{}", map.text());
    }
}
