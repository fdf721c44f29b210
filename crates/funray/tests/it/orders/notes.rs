//! What the gateway tells by itself: believed only when it is signed, and never taken for a proof.

use authorizenet::{Secret, TransactionId, sandbox::CREDENTIALS, webhook};
use serde_json::json;

use crate::support::{
    Reply,
    till::{APPROVED, DECLINED, HELD, Till, pay},
};

const PATH: &str = "/api/v1/Payments/notifications";

fn note(kind: &str, transaction: &str) -> String {
    json!({ "notificationId": "n1", "eventType": format!("net.authorize.payment.{kind}"),
            "eventDate": "2026-03-10T15:00:00Z", "webhookId": "w1",
            "payload": { "entityName": "transaction", "id": transaction } })
    .to_string()
}

async fn tell(till: &Till, key: &str, body: &str) -> Reply {
    let signature = webhook::sign(&Secret::new(key), body.as_bytes());
    till.app.post(PATH).header("x-anet-signature", &signature).json(body.to_owned()).send().await
}

#[tokio::test]
async fn cards_come_as_soon_as_the_gateway_tells_of_its_approval() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, HELD).await.error(503, "PAYMENT_PENDING");
    let transaction = till.sandbox.ledger()[0].trans_id.clone();
    let approved = note("fraud.approved", &transaction);

    // What is told is looked up: a note that is ahead of the truth, or a lie, brings no cards.
    assert_eq!(tell(&till, CREDENTIALS.signature_key, &approved).await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 0);

    assert!(till.sandbox.review(&TransactionId::parse(&transaction).expect("a number"), true));
    for wrong in ["", "nobody's"] {
        tell(&till, wrong, &approved).await.error(401, "UNAUTHORIZED");
    }
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 0, "nobody else is listened to");
    for _ in 0..3 {
        assert_eq!(tell(&till, CREDENTIALS.signature_key, &approved).await.status, 200);
    }
    till.app.run_jobs().await;
    assert_eq!(till.cards().await, 3, "without waiting for the next look");
    super::settle_and_check(&till, &ann, &cart).await;
}

#[tokio::test]
async fn notes_about_what_is_known_or_of_nobody_change_nothing() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, DECLINED).await.error(400, "PAYMENT_DECLINED");
    let declined = till.sandbox.ledger()[0].trans_id.clone();
    pay(&till, &ann, &cart, APPROVED).await;
    let paid = till.sandbox.ledger()[1].trans_id.clone();
    for (kind, transaction) in [
        ("authcapture.created", &declined),
        ("authcapture.created", &paid),
        ("fraud.declined", &paid),
        ("void.created", &"12345".to_owned()),
    ] {
        let body = note(kind, transaction);
        assert_eq!(tell(&till, CREDENTIALS.signature_key, &body).await.status, 200, "{kind}");
    }
    tell(&till, CREDENTIALS.signature_key, "{}").await.error(400, "BAD_REQUEST");
    super::settle_and_check(&till, &ann, &cart).await;
}
