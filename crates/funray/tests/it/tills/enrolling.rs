//! Tests of enrolling: a device becomes a till through a manager's link and stays one until the
//! till is revoked.

use std::time::Duration;

use serde_json::json;

use super::{Counter, current, enrol, make_till, show_token, told};
use crate::cards::Street;

#[tokio::test]
async fn enrol_accepts_a_link_once() {
    let street = Street::new().await;
    let (app, manager) = (&street.app, street.manager().await);
    let made = make_till(&manager, street.shop, "Front").await;
    let listed = format!("/api/v1/Tills?tenantId={}", street.shop);
    let till = manager.get(&listed).send().await.json()[0].clone();
    assert_eq!(
        (&till["name"], &till["createdBy"], &till["enrolledAt"], &till["linkExpiresAt"]),
        (&json!("Front"), &json!("mona Test"), &json!(null), &made["expiresAt"])
    );
    let enrolled = show_token(app, &made["token"]).await.json();
    assert_eq!(enrolled["vendorName"], "Maple Leaf Books");
    let secret = enrolled["secret"].as_str().expect("a secret");
    let shown = current(app, secret).await.json();
    assert_eq!((&shown["name"], &shown["idleMinutes"]), (&json!("Front"), &json!(10)));
    let said = show_token(app, &made["token"]).await.error(400, "DEAD_LINK");
    assert!(said["errorMessage"].as_str().is_some_and(|text| text.contains("ask for a new one")));
    let till = manager.get(&listed).send().await.json()[0].clone();
    assert!(till["enrolledAt"].is_string() && till["lastSeenAt"].is_string(), "{till}");
    assert_eq!(till["linkExpiresAt"], json!(null));
    let rows = told(app, "TILL_ENROLLED").await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].1, Some(street.shop.to_string()));
}

#[tokio::test]
async fn enrol_refuses_an_expired_link_and_accepts_a_renewed_one() {
    let street = Street::new().await;
    let (app, mona) = (&street.app, street.app.manager_of(street.shop, "mona").await);
    let made = make_till(&app.sign_in(&mona).await, street.shop, "Front").await;
    app.hands.advance(Duration::from_secs(15 * 60));
    show_token(app, &made["token"]).await.error(400, "DEAD_LINK");
    let path = format!("/api/v1/Tills/{}/link", made["id"].as_str().expect("an id"));
    let manager = app.sign_in(&mona).await;
    let again = manager.post(&path, &json!({})).send().await.json();
    show_token(app, &made["token"]).await.error(400, "DEAD_LINK");
    assert_eq!(show_token(app, &again["token"]).await.status, 200);
}

#[tokio::test]
async fn enrol_again_replaces_the_device_and_ends_its_session() {
    let counter = Counter::new().await;
    let (app, manager) = (counter.app(), counter.manager().await);
    let clerk = counter.sign_in(&counter.emil).await;
    let path = format!("/api/v1/Tills/{}/link", counter.id_of("Front").await);
    let link = manager.post(&path, &json!({})).send().await.json();
    assert_eq!(current(app, &counter.secret).await.status, 200, "not before the link is used");
    let moved = show_token(app, &link["token"]).await.json();
    current(app, &counter.secret).await.error(403, "TILL_UNKNOWN");
    assert_eq!(current(app, moved["secret"].as_str().expect("text")).await.status, 200);
    assert!(!clerk.is_signed_in().await);
}

#[tokio::test]
async fn till_secrets_are_stored_as_keyed_hashes() {
    let counter = Counter::new().await;
    let app = counter.app();
    let row: (String, String) = app
        .app
        .db
        .read(|tx| tx.one("SELECT secret_hash, link_hash FROM till", &[]))
        .await
        .expect("a till");
    assert!(row.0 != counter.secret && row.0.len() == 64 && row.1.len() == 64, "{row:?}");
    for wrong in ["", "x", &"x".repeat(65), &row.0] {
        current(app, wrong).await.error(403, "TILL_UNKNOWN");
    }
    app.get("/api/v1/Tills/current").send().await.error(403, "TILL_UNKNOWN");
}

#[tokio::test]
async fn revoke_till_ends_the_till_and_its_session_at_once() {
    let counter = Counter::new().await;
    let app = counter.app();
    let clerk = counter.sign_in(&counter.emil).await;
    let other_till = enrol(app, &counter.manager().await, counter.street.shop, "Back").await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let revoked = adam.call("DELETE", &format!("/api/v1/Tills/{}", counter.id_of("Front").await));
    assert_eq!(revoked.send().await.status, 204);
    clerk.get("/api/v1/Cards").send().await.error(401, "UNAUTHORIZED");
    let renewed = app.post(&format!("/api/v1/OAuth/silent-login/{}", clerk.refresh));
    renewed.send().await.error(401, "UNAUTHORIZED");
    current(app, &counter.secret).await.error(403, "TILL_UNKNOWN");
    counter.type_pin(&counter.emil, super::PIN).send().await.error(403, "TILL_UNKNOWN");
    assert_eq!(current(app, &other_till).await.status, 200);
    assert_eq!(told(app, "TILL_REVOKED").await.len(), 1);
}

#[tokio::test]
async fn create_till_refuses_more_than_fifty() {
    let street = Street::new().await;
    let manager = street.manager().await;
    for number in 0..50 {
        make_till(&manager, street.shop, &format!("Till {number}")).await;
    }
    let form = json!({ "tenantId": street.shop.to_string(), "name": "One more" });
    manager.post("/api/v1/Tills", &form).send().await.error(400, "TOO_MANY_TILLS");
}

#[tokio::test]
async fn create_till_refuses_charities_and_identify_closed_shops() {
    let counter = Counter::new().await;
    let app = counter.app();
    let cause = app.charity("Food Bank").await;
    let fay = app.sign_in(&app.manager_of(cause, "fay").await).await;
    let form = json!({ "tenantId": cause.to_string(), "name": "Desk" });
    fay.post("/api/v1/Tills", &form).send().await.error(404, "NOT_FOUND");
    app.write(
        "UPDATE tenant SET state = 'INACTIVE', closed_at = 1 WHERE id = $1",
        counter.street.shop,
    )
    .await;
    current(app, &counter.secret).await.error(403, "TILL_UNKNOWN");
}
