//! Tests with more strangers than fit into the queues for password hashes and pictures. People
//! known to the program are still served, and strangers can sign in with a captcha.

use art::PictureCache;
use axum::body::Bytes;
use db::params;
use platform::turns::Rank;
use serde_json::json;

use crate::{
    heads::{HOSTS, Site, said},
    support::{PASSWORD, TestApp, captcha, cards::Purchase, crowd::Crowd},
};

const HOME: &str = "198.51.100.7";

fn form(email: &str, token: &str) -> String {
    json!({ "email": email, "password": PASSWORD, "reCaptchaToken": token }).to_string()
}

#[tokio::test]
async fn sign_in_asks_strangers_for_a_captcha_when_half_of_their_places_are_taken() {
    let app = TestApp::new().await;
    let (ann, bob) = (app.consumer("ann").await, app.consumer("bob").await);
    let browser = app.browser_of(&ann).await;
    let token = captcha::solve(&app, "sign-in").await;
    let crowd = Crowd::of(app.app.passwords.line(), Rank::Stranger).await;
    let sign_in = |email: &str, token: &str, cookie: &str| {
        let call = app.post("/api/v1/OAuth/login").from(HOME).header("cookie", cookie);
        call.json(form(email, token)).send()
    };

    let tries = "SELECT count(*) FROM token_bucket WHERE used_up > 0";
    let before = app.count(tries).await;
    for _ in 0..60 {
        // A made-up cookie, or the cookie of another person's browser, doesn't make a browser
        // known.
        for cookie in ["", "__Host-browser=0123456789abcdef0123456789abcdef", browser.as_str()] {
            sign_in(&bob.email, "", cookie).await.error(400, "CAPTCHA_REQUIRED");
        }
    }
    assert_eq!(app.count(tries).await, before, "none of these was a try");
    let wrong = sign_in(&bob.email, "rubbish", "").await.wrong_fields();
    assert!(wrong["reCaptchaToken"].is_string(), "{wrong}");

    let known = sign_in(&ann.email, "", &browser).await;
    assert_eq!(known.status, 200, "{}", known.text());
    let (paid, ()) = tokio::join!(sign_in(&bob.email, &token, ""), async {
        crowd.wait_for(1).await;
        crowd.disperse().await;
    });
    assert_eq!(paid.status, 200, "{}", paid.text());
    let again = sign_in(&bob.email, &token, "").await.wrong_fields();
    assert!(again["reCaptchaToken"].is_string(), "a captcha is good for one try");
    assert_eq!(sign_in(&bob.email, "", "").await.status, 200, "and later none is needed");
}

#[tokio::test]
async fn sign_in_serves_known_browsers_and_signed_in_people_when_strangers_have_taken_all_places() {
    let app = TestApp::new().await;
    let (ann, bob) = (app.consumer("ann").await, app.consumer("bob").await);
    let browser = app.browser_of(&ann).await;
    let visitor = app.sign_in(&ann).await;
    let token = captcha::solve(&app, "sign-in").await;
    let crowd = Crowd::of(app.app.passwords.line(), Rank::Vouched).await;
    let login = app.post("/api/v1/OAuth/login").from(HOME);
    login.json(form(&bob.email, &token)).send().await.error(503, "BUSY");

    let body = json!({ "currentPassword": PASSWORD, "password": "another fine one" });
    let known = app.try_sign_in_with(&browser, &ann.email, PASSWORD, HOME).await;
    assert_eq!(known.status, 200, "{}", known.text());
    let changed = visitor.put("/api/v1/Accounts/me/password", &body).send().await;
    assert_eq!(changed.status, 204, "{}", changed.text());
    crowd.disperse().await;
    app.run_jobs().await;
}

/// Returns the path of the preview picture for a shop's page.
async fn preview_of(site: &Site) -> String {
    let path = format!("/shop-vendors/detail/{}", site.vendor);
    let page = site.call(&path).header("host", HOSTS[0]).send().await;
    let picture = said(&page, "og:image").to_owned();
    picture.strip_prefix(&format!("http://{}", HOSTS[0])).expect("on the site itself").to_owned()
}

/// Removes all pictures from the cache, as after a restart or on another node.
fn forget_pictures(site: &Site) {
    let fills_it_alone = Bytes::from(vec![0; 32 << 20]);
    let filler = format!("filler {}", rand());
    let pictures = site.app.app.shared.get::<PictureCache>();
    pictures.insert(filler.clone(), fills_it_alone);
    assert_eq!(pictures.count_of(&filler), 1);
}

fn rand() -> String {
    kernel::random::random_hex()
}

#[tokio::test]
async fn preview_is_drawn_once_and_then_served_from_the_store() {
    let site = Site::new("Words.").await;
    let address = preview_of(&site).await;
    let drawn = site.get(&address).await;
    assert_eq!(drawn.status, 200, "{}", drawn.status);
    forget_pictures(&site);
    // The queue for drawing pictures is full, so the program must serve the picture from the file
    // store.
    let crowd = Crowd::of(site.app.app.files.line(), Rank::Stranger).await;
    let stored = site.get(&address).await;
    assert_eq!((stored.status.as_u16(), &stored.body), (200, &drawn.body));
    crowd.disperse().await;
    assert_eq!(
        site.app.count("SELECT count(*) FROM token_bucket WHERE bucket LIKE 'drawing %'").await,
        1
    );
}

#[tokio::test]
async fn preview_is_kept_while_it_is_requested_every_month() {
    let site = Site::new("Words.").await;
    let address = preview_of(&site).await;
    assert_eq!(site.get(&address).await.status, 200);
    let files = || async { site.app.stored_files() };
    let with_it = files().await;
    let month = std::time::Duration::from_secs(31 * 24 * 3600);
    let forget = || market::previews::forget_old(site.app.app.clone());

    site.app.hands.advance(month);
    forget().await.expect("forgotten");
    assert_eq!(files().await, with_it, "last month's are kept");
    forget_pictures(&site);
    assert_eq!(site.get(&address).await.status, 200);
    assert_eq!(files().await, with_it + 1, "it is this month's, too");

    site.app.hands.advance(month);
    forget().await.expect("forgotten");
    assert_eq!(files().await, with_it, "of the month before the last one nothing is left");
    site.app.hands.advance(month);
    site.app.hands.advance(month);
    forget().await.expect("forgotten");
    assert_eq!(files().await, with_it - 1, "nobody has asked for it");
}

#[tokio::test]
async fn preview_that_ends_in_busy_is_counted() {
    let site = Site::new("Words.").await;
    let address = preview_of(&site).await;
    let crowd = Crowd::of(site.app.app.files.line(), Rank::Stranger).await;
    site.get(&address).await.error(503, "BUSY");
    let counted = site.app.app.db.read(|tx| {
        tx.first::<(i64,)>(
            "SELECT used_up FROM token_bucket WHERE bucket LIKE 'drawing %'",
            params![],
        )
    });
    assert_eq!(counted.await.expect("a statement"), Some((1_000_000,)));
    crowd.disperse().await;
    assert_eq!(site.get(&address).await.status, 200);
}

#[tokio::test]
async fn keepsake_of_an_own_card_is_drawn_though_strangers_fill_the_queue() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let ann = app.consumer("ann").await;
    let card = app.sell(&ann, Purchase::of(shop, 25)).await;
    let visitor = app.sign_in(&ann).await;
    let crowd = Crowd::of(app.app.files.line(), Rank::Vouched).await;
    let path = format!("/api/v1/Cards/{card}/picture");
    let (picture, ()) = tokio::join!(visitor.get(&path).send(), async {
        crowd.wait_for(1).await;
        crowd.disperse().await;
    });
    assert_eq!(picture.status, 200);
    app.run_jobs().await;
}
