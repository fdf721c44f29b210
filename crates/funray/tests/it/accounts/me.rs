//! Tests of the calls with which people read and change their own account.

use serde_json::json;

use crate::support::{
    PASSWORD, TestApp,
    till::{APPROVED, Till, pay},
};

#[tokio::test]
async fn change_me_saves_the_profile_but_not_the_email() {
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
async fn change_password_replaces_the_old_one_and_ends_other_sessions() {
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
async fn change_password_limits_wrong_current_passwords() {
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
async fn export_contains_orders_cards_roles_and_history() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    assert_eq!(pay(&till, &ann, &cart, APPROVED).await.status, 200);
    let export = ann.get("/api/v1/Accounts/me/export").send().await.json();
    assert_eq!(export["giftCards"], json!({ "count": 3, "balance": 125 }));
    let cards = export["cards"].as_array().expect("cards");
    assert_eq!((cards.len(), &cards[0]["vendorName"]), (3, &json!("Maple Leaf Books")));
    assert_eq!(export["orders"].as_array().map(Vec::len), Some(1));
    assert_eq!(export["roles"][0]["role"], "CONSUMER");
    let history = export["history"].as_array().expect("a history");
    let has =
        |action: &str| history.iter().any(|row| row["action"] == action && row["isOwn"] == true);
    assert!(has("SIGNED_IN") && has("PERSON_EXPORTED"), "{history:?}");
    till.app.run_jobs().await;
}
