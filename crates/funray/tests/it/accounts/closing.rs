//! Tests of closing an account: which personal data is erased or kept, and how the person can still
//! use their cards.

use std::time::Duration;

use access::auth::{Actor, Client, SessionKey, sessions};
use accounts::upkeep;
use authorizenet::TransactionId;
use cards::gifts;
use checkout::carts::{self, NewItem};
use kernel::{
    ids::{SessionId, TenantId},
    money::Cents,
};
use platform::error::Error;
use serde_json::{Value, json};

use crate::support::{
    Call, PASSWORD, Person, TestApp, Visitor,
    cards::Purchase,
    till::{APPROVED, HELD, Till, pay},
};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Returns the code in the link of the newest email to an address. With this code, the cards of a
/// closed account can still be used.
pub async fn closed_cards_code(app: &TestApp, email: &str) -> String {
    app.run_jobs().await;
    let mails = app.mails_to(email).await;
    let text = mails[0]["text"].as_str().expect("text");
    let code = text.split("/closed-cards#code=").nth(1).expect("a link");
    code.chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn open_cards(app: &TestApp, code: &str, query: &str) -> Call {
    let path = format!("/api/v1/Accounts/closed-cards{query}");
    app.post(&path).json(json!({ "code": code }).to_string())
}

#[tokio::test]
async fn close_account_keeps_cards_valid_and_mails_a_link_to_them() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    assert_eq!(pay(&till, &ann, &cart, APPROVED).await.status, 200);
    let closing = ann.get("/api/v1/Accounts/me/closing").send().await.json();
    assert_eq!(
        (&closing["cards"], &closing["balance"], &closing["unclaimedGifts"]),
        (&json!(3), &json!(125), &json!(0))
    );
    assert_eq!(
        (&closing["hasPassword"], &closing["needsColleague"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        till.app.count("SELECT count(*) FROM audit_entry WHERE action = 'PERSON_EXPORTED'").await,
        0,
        "asking is no export"
    );
    let printed = ann.get("/api/v1/Accounts/me/cards?pageSize=2").send().await;
    assert_eq!(printed.header("cache-control"), "no-store");
    let printed = printed.json();
    assert_eq!((&printed["totalItems"], &printed["totalPages"]), (&json!(3), &json!(2)));

    let body = close_call(&ann, false).send().await.error(400, "VALIDATION");
    let told = "Please confirm that you know how to use your cards from now on.";
    assert_eq!(body["fields"]["acceptCardsByCode"], told);
    assert!(ann.is_signed_in().await, "nothing was closed");
    assert_eq!(close_call(&ann, true).send().await.status, 204);

    let app = &till.app;
    let code = closed_cards_code(app, "ann@shop.example").await;
    let mail = &app.mails_to("ann@shop.example").await[0];
    for (card, text) in [("cardNumber", "text"), ("qrCode", "html"), ("qrCode", "text")] {
        let secret = printed["items"][0][card].as_str().expect("a secret");
        assert!(!mail[text].as_str().expect("a mail").contains(secret), "no {card} in the mail");
    }
    let opened = open_cards(app, &code, "?pageSize=2").send().await;
    assert_eq!((opened.status.as_u16(), opened.header("cache-control")), (200, "no-store"));
    assert_eq!(opened.json()["cards"], printed, "the same numbers and codes");
}

#[tokio::test]
async fn open_closed_cards_works_for_a_month_or_a_day_after_first_opening() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let (ann, bob) = (app.consumer("ann").await, app.consumer("bob").await);
    for person in [&ann, &bob] {
        app.sell(person, Purchase::of(shop, 25)).await;
        let visitor = app.sign_in(person).await;
        assert_eq!(close_call(&visitor, true).send().await.status, 204);
    }
    let code = closed_cards_code(&app, &ann.email).await;
    let unopened = closed_cards_code(&app, &bob.email).await;
    open_cards(&app, "x", "").send().await.error(400, "DEAD_LINK");
    app.hands.advance(29 * DAY);
    let (first, again) =
        (open_cards(&app, &code, "").send().await, open_cards(&app, &code, "").send().await);
    assert_eq!(first.json(), again.json(), "a printer may jam");
    let opened = "SELECT count(*) FROM audit_entry WHERE action = 'CLOSED_CARDS_OPENED'";
    assert_eq!(app.count(opened).await, 1, "the first time is written down");
    app.hands.advance(DAY);
    open_cards(&app, &code, "").send().await.error(400, "DEAD_LINK");
    app.hands.advance(DAY);
    open_cards(&app, &unopened, "").send().await.error(400, "DEAD_LINK");
}

#[tokio::test]
async fn open_closed_cards_shows_remaining_balances_without_spent_cards() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let ann = app.consumer("ann").await;
    let cards = [25, 50].map(|dollars| Purchase::of(shop, dollars));
    let cards = app.sell_all(&ann, cards.into()).await;
    let numbers = [app.number_of(cards[0]).await, app.number_of(cards[1]).await];
    let visitor = app.sign_in(&ann).await;
    assert_eq!(close_call(&visitor, true).send().await.status, 204);
    let clerk = app.sign_in(&app.employee_of(shop, "nell").await).await;
    for (card, number, value) in [(cards[0], &numbers[0], 25), (cards[1], &numbers[1], 20)] {
        clerk.get(&format!("/api/v1/Cards/codes/{number}")).send().await;
        let path = format!("/api/v1/Cards/{card}/redeemed");
        assert_eq!(clerk.put(&path, &json!({ "value": value })).send().await.status, 200);
    }
    let code = closed_cards_code(&app, &ann.email).await;
    let shown = open_cards(&app, &code, "").send().await.json();
    let items = shown["cards"]["items"].as_array().expect("cards");
    let shown: Vec<(&Value, &Value)> =
        items.iter().map(|card| (&card["cardNumber"], &card["cardBalance"])).collect();
    assert_eq!(shown, [(&json!(numbers[1]), &json!(30))]);
}

const RECIPIENTS: &str = "SELECT count(*) FROM card WHERE recipient_email <> ''";

/// Sells a gift from Ann to Bob and closes Ann's account. Returns the shop and the token of Bob's
/// gift link.
async fn gift_of_closed_account(app: &TestApp) -> (TenantId, String) {
    let shop = app.shop("Maple Leaf Books").await;
    let ann = app.consumer("ann").await;
    let card = app.sell(&ann, Purchase::of(shop, 25).given_to("bob@shop.example")).await;
    let visitor = app.sign_in(&ann).await;
    let path = format!("/api/v1/Cards/{card}/resend-gift-card");
    let elsewhere = json!({ "recipientEmail": "bob@home.example" });
    assert_eq!(visitor.post(&path, &elsewhere).send().await.status, 204);
    let closing = visitor.get("/api/v1/Accounts/me/closing").send().await.json();
    assert_eq!((&closing["cards"], &closing["unclaimedGifts"]), (&json!(0), &json!(1)));
    assert_eq!(close_call(&visitor, false).send().await.status, 204);
    (shop, app.gift_token("bob@home.example").await)
}

#[tokio::test]
async fn claim_gift_of_a_closed_account_keeps_message_and_deletes_address() {
    let app = TestApp::new().await;
    let (_, token) = gift_of_closed_account(&app).await;
    assert_eq!(app.count(RECIPIENTS).await, 1, "it still has to be reached");
    let bob = app.sign_in(&app.consumer("bob").await).await;
    let claim = format!("/api/v1/Gifts/{token}/claimed");
    let claimed = bob.call("POST", &claim).send().await.json();
    assert_eq!((&claimed["from"], &claimed["to"]), (&json!("Ann"), &json!("Bob")));
    assert_eq!(claimed["giftMessage"], "Read <on>!\nYours");
    assert_eq!(app.count(RECIPIENTS).await, 0);
    let sent = "SELECT count(*) FROM gift_address WHERE old_email IS NOT NULL OR new_email <> ''";
    assert_eq!(app.count(sent).await, 0);
    // When both accounts are closed, no card contains a person's name any more.
    assert_eq!(close_call(&bob, true).send().await.status, 204);
    let named = "SELECT count(*) FROM card WHERE gift_to <> '' OR gift_from <> '' OR gift_message IS NOT NULL";
    assert_eq!(app.count(named).await, 0);
    app.run_jobs().await;
}

#[tokio::test]
async fn forget_old_erases_recipients_of_spent_gifts_of_closed_accounts() {
    let app = TestApp::new().await;
    let (shop, token) = gift_of_closed_account(&app).await;
    let gift = app.get(&format!("/api/v1/Gifts/{token}")).send().await.json();
    let clerk = app.sign_in(&app.employee_of(shop, "nell").await).await;
    let code = gift["qrCode"].as_str().expect("a code");
    let card = clerk.get(&format!("/api/v1/Cards/codes/{code}")).send().await.json();
    let path = format!("/api/v1/Cards/{}/redeemed", card["id"].as_str().expect("an id"));
    assert_eq!(clerk.put(&path, &json!({ "value": 25 })).send().await.status, 200);
    app.run_jobs().await;
    upkeep::forget_old(app.app.clone()).await.expect("the task");
    assert_eq!(app.count(RECIPIENTS).await, 1, "a redemption may still be reversed");
    app.hands.advance(31 * DAY);
    upkeep::forget_old(app.app.clone()).await.expect("the task");
    let named =
        "SELECT count(*) FROM card WHERE recipient_email <> '' OR gift_to <> '' OR gift_from <> ''
                 OR gift_message IS NOT NULL";
    assert_eq!(app.count(named).await, 0);
}

#[tokio::test]
async fn close_account_is_refused_while_a_payment_is_pending() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    close_call(&ann, true).send().await.error(400, "PAYMENT_UNDERWAY");
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    let transaction = TransactionId::parse(&transaction).expect("a transaction");
    assert!(till.sandbox.review(&transaction, false));
    till.app.hands.advance(std::time::Duration::from_secs(20 * 60));
    till.app.run_jobs().await;
    assert_eq!(close_call(&till.visitor().await, false).send().await.status, 204);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn close_account_deletes_gift_recipients_from_the_cart() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let gift = json!({ "vendorId": till.shop, "price": 25, "isGift": true, "to": "Bob", "from": "Ann",
        "recipientEmail": "bob@shop.example", "confirmEmail": "bob@shop.example", "giftMessage": "Enjoy" });
    let form = json!({ "cartDetails": [gift] });
    assert_eq!(ann.post("/api/v1/Carts/items", &form).send().await.status, 200);
    let named = "SELECT count(*) FROM cart_item WHERE recipient_email <> '' OR gift_to <> '' OR gift_message IS NOT NULL";
    assert_eq!(till.app.count(named).await, 1);
    let actor = actor(&till.app, &till.ann).await;
    assert_eq!(close_call(&ann, false).send().await.status, 204);
    assert_eq!(till.app.count(named).await, 0);

    // A request that was authenticated before the account was closed, but runs afterwards, must not
    // add an item to the cart.
    let item = NewItem {
        vendor: till.shop,
        campaign: None,
        price: Cents::from_dollars(25),
        quantity: 1,
        gift: None,
        source: None,
    };
    let added = carts::add(&till.app.app, &actor, vec![item]).await;
    assert!(matches!(added, Err(Error::Unauthorized)), "nobody is there");
    assert_eq!(
        till.app.count("SELECT count(*) FROM cart_item").await,
        0,
        "nothing can be paid for"
    );
    till.app.run_jobs().await;
}

#[tokio::test]
async fn claim_gift_refuses_a_closed_account() {
    let app = TestApp::new().await;
    let (shop, bob) = (app.shop("Maple Leaf Books").await, app.consumer("bob").await);
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&bob).await;
    app.sell(&ann, Purchase::of(shop, 25).given_to("bob@shop.example")).await;
    let token = app.gift_token("bob@shop.example").await;
    let actor = actor(&app, &bob).await;
    assert_eq!(close_call(&visitor, false).send().await.status, 204);
    let claimed = gifts::claim(&app.app, &actor, &token).await;
    assert!(matches!(claimed, Err(Error::Unauthorized)), "{claimed:?}");
    assert_eq!(app.count("SELECT count(*) FROM card WHERE claimed_at IS NOT NULL").await, 0);
    app.run_jobs().await;
}

#[tokio::test]
async fn close_account_erases_addresses_of_claimed_gifts() {
    let app = TestApp::new().await;
    let (shop, bob) = (app.shop("Maple Leaf Books").await, app.consumer("bob").await);
    let ann = app.consumer("ann").await;
    let purchase = Purchase::of(shop, 25).given_to("bob@shop.example");
    let card = app.sell(&ann, purchase).await;
    let (bob, ann) = (app.sign_in(&bob).await, app.sign_in(&ann).await);
    let again = format!("/api/v1/Cards/{card}/resend-gift-card");
    let elsewhere = json!({ "recipientEmail": "bob@home.example" });
    assert_eq!(ann.post(&again, &elsewhere).send().await.status, 204);
    let path = format!("/api/v1/Gifts/{}/claimed", app.gift_token("bob@home.example").await);
    assert_eq!(bob.call("POST", &path).send().await.status, 200);
    let sent = "SELECT count(*) FROM gift_address WHERE old_email IS NOT NULL OR new_email <> ''";
    assert_eq!(app.count(sent).await, 1);
    assert_eq!(close_call(&bob, true).send().await.status, 204);
    assert_eq!(app.count(sent).await, 0);
    let named = "SELECT count(*) FROM card WHERE recipient_email <> '' OR gift_to <> '' OR gift_message IS NOT NULL";
    assert_eq!(app.count(named).await, 0);
    app.run_jobs().await;
}

#[tokio::test]
async fn close_account_refuses_the_last_super_administrator() {
    let app = TestApp::new().await;
    let sue = app.super_administrator("sue").await;
    let visitor = app.sign_in(&sue).await;
    let body = json!({ "password": PASSWORD }).to_string();
    let close = || visitor.call("DELETE", "/api/v1/Accounts/me").json(body.clone());
    close().send().await.error(400, "LAST_SUPER_ADMINISTRATOR");
    app.super_administrator("sam").await;
    assert_eq!(close().send().await.status, 202, "now a colleague can close it");
    app.run_jobs().await;
}

#[tokio::test]
async fn close_account_erases_personal_data_and_frees_the_address() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let close = async |password: &str| {
        visitor
            .call("DELETE", "/api/v1/Accounts/me")
            .json(json!({ "password": password }).to_string())
            .send()
            .await
    };
    close("wrong").await.error(400, "VALIDATION");
    assert_eq!(close(PASSWORD).await.status, 204);
    assert!(!visitor.is_signed_in().await);
    app.try_sign_in(&ann.email, PASSWORD, "198.51.100.7").await.error(400, "WRONG_CREDENTIALS");
    app.run_jobs().await;
    assert_eq!(app.mails_to(&ann.email).await.len(), 1, "a last mail says so");
    let personal = "SELECT count(*) FROM person WHERE email LIKE 'ann%' OR first_name <> '' OR password_hash IS NOT NULL";
    assert_eq!(app.count(personal).await, 0);
    // The email address can be used for a new account.
    app.consumer("ann").await;
}

fn close_call<'a>(visitor: &Visitor<'a>, accepts: bool) -> Call {
    let form = json!({ "password": PASSWORD, "acceptCardsByCode": accepts });
    visitor.call("DELETE", "/api/v1/Accounts/me").json(form.to_string())
}

/// Returns the authenticated caller of a request (`Actor`) for a person who has just signed in.
async fn actor(app: &TestApp, person: &Person) -> Actor {
    let id = person.id;
    let client = Client::new(None, String::new(), &app.app.secrets);
    let (settings, now) = (app.app.config.sessions, app.app.clock.now());
    let find = move |tx: &mut db::Tx<'_>| {
        let session = tx.one("SELECT id FROM session WHERE person_id = $1", db::params![id])?;
        let (session,): (SessionId,) = session;
        let key = SessionKey { person: id, id: session };
        tx.ask(sessions::identify(settings, now, key, &client))?
    };
    app.app.db.read(find).await.expect("signed in")
}
