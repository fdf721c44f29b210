//! One's own account.

use authorizenet::TransactionId;
use funray::{
    auth::{Actor, SessionId, sessions},
    cards::gifts,
    carts::{self, NewItem},
    error::Error,
    kernel::money::Cents,
};
use serde_json::json;

use crate::support::{
    Call, PASSWORD, Person, TestApp, Visitor,
    cards::Purchase,
    till::{APPROVED, HELD, Till, pay},
};

#[tokio::test]
async fn a_person_reads_and_changes_their_profile() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let change = json!({ "firstName": "Anne", "lastName": "Lée", "city": "Gatineau", "language": "fr", "email": "x@y.zz" });
    assert_eq!(visitor.put("/api/v1/Accounts/me", &change).send().await.status, 204);
    let me = visitor.get("/api/v1/Accounts/me").send().await.json();
    assert_eq!(
        (&me["firstName"], &me["city"], &me["language"]),
        (&json!("Anne"), &json!("Gatineau"), &json!("fr"))
    );
    assert_eq!(me["email"], "ann@shop.example", "an address is not changed like a name");
    let empty =
        visitor.put("/api/v1/Accounts/me", &json!({})).send().await.error(400, "VALIDATION");
    assert_eq!(empty["fields"]["lastName"], "Last Name field is required.");
    let export = visitor.get("/api/v1/Accounts/me/export").send().await.json();
    assert_eq!(export["account"]["firstName"], "Anne");
    assert_eq!(export["sessions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_new_password_takes_the_old_one_and_ends_the_other_sessions() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let (here, there) = (app.sign_in(&ann).await, app.sign_in(&ann).await);
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "password": new });
    let path = "/api/v1/Accounts/me/password";
    let wrong =
        here.put(path, &change("wrong", "a new password")).send().await.error(400, "VALIDATION");
    assert_eq!(wrong["fields"]["currentPassword"], "This is not your password.");
    let short = here.put(path, &change(PASSWORD, "short")).send().await.error(400, "VALIDATION");
    assert_eq!(
        short["fields"]["password"],
        "The New Password must be at least 6 and at max 100 characters long."
    );
    assert_eq!(here.put(path, &change(PASSWORD, "a new password")).send().await.status, 204);
    assert!(here.is_signed_in().await && !there.is_signed_in().await);
    assert_eq!(app.try_sign_in(&ann.email, "a new password", "198.51.100.7").await.status, 200);
    app.run_jobs().await;
    assert_eq!(app.mails_to(&ann.email).await.len(), 1);
}

#[tokio::test]
async fn an_open_browser_is_no_place_to_guess_the_password() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let guess = json!({ "currentPassword": "wrong", "password": "a new password" });
    for _ in 0..5 {
        visitor.put("/api/v1/Accounts/me/password", &guess).send().await.error(400, "VALIDATION");
    }
    visitor.put("/api/v1/Accounts/me/password", &guess).send().await.error(429, "TOO_MANY_TRIES");
}

#[tokio::test]
async fn a_closed_account_keeps_nothing_personal() {
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
    // The address is free again.
    app.consumer("ann").await;
}

fn close_call<'a>(visitor: &Visitor<'a>, accept_loss: bool) -> Call {
    let form = json!({ "password": PASSWORD, "acceptLoss": accept_loss });
    visitor.call("DELETE", "/api/v1/Accounts/me").json(form.to_string())
}

#[tokio::test]
async fn whoever_has_money_on_cards_is_told_before_it_is_lost() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    assert_eq!(pay(&till, &ann, &cart, APPROVED).await.status, 200);
    let export = ann.get("/api/v1/Accounts/me/export").send().await.json();
    assert_eq!(export["giftCards"], json!({ "count": 3, "balance": 125 }));
    let body = close_call(&ann, false).send().await.error(400, "VALIDATION");
    assert_eq!(body["fields"]["acceptLoss"], "Please confirm that you give it up.");
    assert!(ann.is_signed_in().await, "nothing was closed");
    assert_eq!(close_call(&ann, true).send().await.status, 204);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn an_account_stays_open_while_a_payment_is_being_confirmed() {
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
async fn a_closed_account_leaves_no_recipient_of_a_gift() {
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

    // What was asked for before it was closed, and comes to its turn only now.
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

/// Somebody as a call knows them that was let in just now.
async fn actor(app: &TestApp, person: &Person) -> Actor {
    let id = person.id.to_string();
    let find = move |tx: &mut db::Tx<'_>| {
        let session = tx.one("SELECT id FROM session WHERE person_id = $1", db::params![id])?;
        let (session,): (SessionId,) = session;
        sessions::identify(tx, session)
    };
    app.app.db.read(find).await.expect("signed in")
}

#[tokio::test]
async fn a_gift_does_not_come_to_somebody_who_has_just_closed_their_account() {
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
async fn a_closed_account_leaves_nothing_on_the_gifts_it_claimed() {
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
async fn the_last_super_administrator_can_not_leave() {
    let app = TestApp::new().await;
    let sue = app.super_administrator("sue").await;
    let visitor = app.sign_in(&sue).await;
    let body = json!({ "password": PASSWORD }).to_string();
    let close = || visitor.call("DELETE", "/api/v1/Accounts/me").json(body.clone());
    close().send().await.error(400, "LAST_SUPER_ADMINISTRATOR");
    app.super_administrator("sam").await;
    assert_eq!(close().send().await.status, 204);
    app.run_jobs().await;
}
