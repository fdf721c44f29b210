//! Tests of the sandbox's webhooks, as received by a merchant, and of its control API.

use std::net::SocketAddr;

use authorizenet::{
    Outcome, Secret, TransactionId,
    sandbox::{CREDENTIALS, Mishap, ReleaseOrder},
    webhook::{self, Event, EventKind},
};
use axum::{Router, body::Bytes, http::HeaderMap, routing::post};
use tokio::sync::mpsc;

use crate::support::{
    plain,
    play::{Play, VISA},
    reference, serve,
};

/// HTTP server that receives webhooks from a sandbox and checks their signatures.
struct Listener {
    notes: mpsc::UnboundedReceiver<(bool, Event)>,
}

impl Listener {
    async fn to(play: &Play) -> Listener {
        let (told, notes) = mpsc::unbounded_channel();
        let listen = post(async move |headers: HeaderMap, body: Bytes| {
            let signature = headers[webhook::SIGNATURE_HEADER].to_str().expect("text");
            let key = Secret::new(CREDENTIALS.signature_key);
            let is_signed = webhook::is_signed(&key, &body, signature);
            told.send((is_signed, webhook::parse(&body).expect("a note"))).expect("a listener");
        });
        let address = serve(Router::new().route("/told", listen)).await;
        play.sandbox.send_webhooks_to(&format!("http://{address}/told"));
        Listener { notes }
    }

    async fn next(&mut self) -> Event {
        let (is_signed, event) = self.notes.recv().await.expect("a note");
        assert!(is_signed, "{event:?}");
        event
    }
}

#[tokio::test]
async fn webhooks_are_sent_for_charges_voids_holds_and_refunds() {
    let play = Play::start().await;
    let mut listener = Listener::to(&play).await;
    let paid = play.paid(reference("PAY0001")).await.transaction;
    let event = listener.next().await;
    assert_eq!((event.kind, event.reference.as_deref()), (EventKind::Charged, Some("PAY0001")));
    assert_eq!((event.transaction.as_ref(), event.at), (Some(&paid), play.now()));

    play.client.void(&reference("VOID1"), &paid).await;
    assert_eq!(listener.next().await.kind, EventKind::Voided);
    let held = play.client.charge(&play.charge_of("4000000000009235").await).await;
    let Outcome::Held(receipt) = held else { panic!("{held:?}") };
    assert_eq!(listener.next().await.kind, EventKind::Held);
    play.sandbox.review(&receipt.transaction, true);
    let approved = listener.next().await;
    assert_eq!(
        (approved.kind, approved.transaction),
        (EventKind::HeldApproved, Some(receipt.transaction))
    );
    // A declined charge sends no webhook.
    play.client.charge(&play.charge_of("4000000000000002").await).await;
    play.paid(reference("PAY0002")).await;
    assert_eq!(listener.next().await.reference.as_deref(), Some("PAY0002"));
}

#[tokio::test]
async fn webhooks_can_be_held_reordered_duplicated_forged_or_lost() {
    let play = Play::start().await;
    let mut listener = Listener::to(&play).await;
    play.sandbox.hold_webhooks();
    play.paid(reference("FIRST")).await;
    play.paid(reference("SECOND")).await;
    play.sandbox.release_webhooks(ReleaseOrder::Reversed);
    assert_eq!(listener.next().await.reference.as_deref(), Some("SECOND"));
    assert_eq!(listener.next().await.reference.as_deref(), Some("FIRST"));

    play.sandbox.spoil_next_webhook(Mishap::Lost);
    play.paid(reference("LOST")).await;
    play.sandbox.spoil_next_webhook(Mishap::Duplicate);
    play.paid(reference("TWICE")).await;
    let (once, again) = (listener.next().await, listener.next().await);
    assert_eq!(once.reference.as_deref(), Some("TWICE"));
    assert_eq!(once, again, "the same note, by its number");

    play.sandbox.spoil_next_webhook(Mishap::BadSignature);
    play.paid(reference("FALSE")).await;
    let (is_signed, _) = listener.notes.recv().await.expect("a note");
    assert!(!is_signed);
}

async fn ask(admin: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    let reply = plain::send(admin, method, path, body).await;
    (reply.status, reply.body)
}

#[tokio::test]
async fn admin_router_controls_webhooks_faults_and_time() {
    let play = Play::start().await;
    let mut listener = Listener::to(&play).await;
    let admin = serve(play.sandbox.admin_router()).await;
    let put = async |path, body| ask(admin, "PUT", path, body).await.0;
    let send = async |path: &str, body| ask(admin, "POST", path, body).await.0;

    assert_eq!(put("/webhooks", r#"{"hold":true}"#).await, 204);
    assert_eq!(put("/webhooks", r#"{"url":"nowhere"}"#).await, 400);
    assert_eq!(send("/webhooks/mishap", r#"{"mishap":"duplicate"}"#).await, 204);
    let fault = r#"{"operation":"authCaptureTransaction","fault":"drop_after_commit"}"#;
    assert_eq!(send("/faults", fault).await, 204);
    let slow = r#"{"operation":"authCaptureTransaction","fault":{"slow":1}}"#;
    assert_eq!(send("/faults", slow).await, 204);
    assert_eq!(send("/faults", r#"{"operation":"x","fault":"nonsense"}"#).await, 422);
    assert!(matches!(play.client.charge(&play.charge_of(VISA).await).await, Outcome::Unknown(_)));
    let (_, ledger) = ask(admin, "GET", "/ledger", "").await;
    assert!(ledger.contains(r#""amount":"25.00","invoiceNumber":"PAY0001""#), "{ledger}");
    assert_eq!(send("/webhooks/release", r#"{"order":"as_happened"}"#).await, 204);
    assert_eq!(listener.next().await, listener.next().await);

    let held = play.client.charge(&play.charge_of("4000000000009235").await).await;
    let Outcome::Held(receipt) = held else { panic!("{held:?}") };
    let decide = |id: &TransactionId, decision: &str| format!("/held/{id}/{decision}");
    assert_eq!(send(&decide(&receipt.transaction, "forget"), "").await, 404);
    assert_eq!(send(&decide(&receipt.transaction, "decline"), "").await, 204);
    assert_eq!(send(&decide(&receipt.transaction, "approve"), "").await, 404);
    assert_eq!(ask(admin, "POST", "/settle", "").await, (200, r#"{"settled":2}"#.to_owned()));
}
