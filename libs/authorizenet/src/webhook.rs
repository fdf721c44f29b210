//! Webhooks: signed events from the gateway. An event is a hint and not a proof, so query the
//! transaction's details before acting on an event.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use serde::Deserialize;
use sha2::Sha512;
use subtle::ConstantTimeEq;

use crate::{names::TransactionId, secret::Secret, wire::reply::Text};

/// Name of the HTTP header that contains the webhook's signature.
pub const SIGNATURE_HEADER: &str = "x-anet-signature";

const SCHEME: &str = "sha512=";

/// Computes the signature header of a webhook body. Uses the characters of the key as bytes,
/// without decoding them from hexadecimal.
pub fn sign(key: &Secret, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha512>::new_from_slice(key.expose().as_bytes())
        .unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
    mac.update(body);
    let digest = mac.finalize().into_bytes();
    let hex: String = digest.iter().map(|byte| format!("{byte:02X}")).collect();
    format!("{SCHEME}{hex}")
}

/// Returns whether the header is a valid signature of exactly these bytes. Compares in constant
/// time.
pub fn is_signed(key: &Secret, body: &[u8], header: &str) -> bool {
    let Some(given) = header.trim().strip_prefix(SCHEME) else { return false };
    let given = given.to_ascii_uppercase();
    let expected = sign(key, body);
    !key.expose().is_empty() && expected.as_bytes()[SCHEME.len()..].ct_eq(given.as_bytes()).into()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Id of the event, the same in each delivery of that event.
    pub notification_id: String,
    pub kind: EventKind,
    pub at: Timestamp,
    /// Transaction that the event is about, if any.
    pub transaction: Option<TransactionId>,
    /// Our reference of the transaction. The gateway may omit it.
    pub reference: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    Charged,
    Refunded,
    Voided,
    Held,
    HeldApproved,
    HeldDeclined,
    Other(String),
}

impl EventKind {
    fn parse(text: &str) -> EventKind {
        match text {
            "net.authorize.payment.authcapture.created" => EventKind::Charged,
            "net.authorize.payment.refund.created" => EventKind::Refunded,
            "net.authorize.payment.void.created" => EventKind::Voided,
            "net.authorize.payment.fraud.held" => EventKind::Held,
            "net.authorize.payment.fraud.approved" => EventKind::HeldApproved,
            "net.authorize.payment.fraud.declined" => EventKind::HeldDeclined,
            other => EventKind::Other(other.to_owned()),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    notification_id: String,
    event_type: String,
    event_date: Timestamp,
    #[serde(default)]
    payload: Payload,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Payload {
    entity_name: Text,
    id: Text,
    merchant_reference_id: Text,
    invoice_number: Text,
}

/// Parses the body of a webhook. Verify the signature with [`is_signed`] first.
pub fn parse(body: &[u8]) -> Option<Event> {
    let body: Body = serde_json::from_slice(body).ok()?;
    let payload = body.payload;
    let is_transaction = payload.entity_name.0 == "transaction";
    let reference =
        payload.merchant_reference_id.as_option().or_else(|| payload.invoice_number.as_option());
    Some(Event {
        notification_id: body.notification_id,
        kind: EventKind::parse(&body.event_type),
        at: body.event_date,
        transaction: TransactionId::parse(&payload.id.0).filter(|_| is_transaction),
        reference: reference.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &str = "sha512=CA49B0AD99340C1919339436FDAE776FECEA4B5AE16794D85D9B4B2C4BE326F7CFD43077DA192C7C3AB7665B23A1A1E58A34792779F7F6DB2D22836B0E85FBB2";
    const BODY: &str = r#"{"notificationId":"d0e8e7fe-c3e7-4add-a480-27bc5ce28a18","eventType":"net.authorize.payment.authcapture.created","eventDate":"2017-03-29T20:48:02.0080095Z","webhookId":"63d6fea2-aa13-4b1d-a204-f5fbc15942b7","payload":{"responseCode":1,"merchantReferenceId":"PAY0001","authCode":"LZ6I19","avsResponse":"Y","authAmount":45.00,"entityName":"transaction","id":"60020981676"}}"#;

    fn key() -> Secret {
        Secret::new("0123456789ABCDEF".repeat(8))
    }

    #[test]
    fn sign_matches_a_known_hmac_sha512() {
        // Expected value computed with: `printf %s text | openssl dgst -sha512 -hmac KEY`.
        let signature = sign(&Secret::new("AB12"), b"{}");
        assert_eq!(signature, KNOWN);
        assert!(is_signed(&Secret::new("AB12"), b"{}", &signature.replace(['A'], "a")));
    }

    #[test]
    fn is_signed_refuses_wrong_keys_changed_bodies_and_bad_headers() {
        let good = sign(&key(), BODY.as_bytes());
        assert!(is_signed(&key(), BODY.as_bytes(), &good));
        assert!(!is_signed(&key(), BODY.replace("45.00", "46.00").as_bytes(), &good));
        assert!(!is_signed(&Secret::new("another"), BODY.as_bytes(), &good));
        let unsigned = sign(&Secret::new(""), BODY.as_bytes());
        assert!(
            !is_signed(&Secret::new(""), BODY.as_bytes(), &unsigned),
            "an empty key verifies nothing"
        );
        let bare = good.trim_start_matches(SCHEME);
        for wrong in ["", SCHEME, bare, &good[..20], &format!("{good}00"), "sha256=00", "sha512=é"]
        {
            assert!(!is_signed(&key(), BODY.as_bytes(), wrong), "{wrong}");
        }
    }

    #[test]
    fn parse_reads_an_event_and_refuses_other_bodies() {
        let event = parse(BODY.as_bytes()).expect("a note");
        assert_eq!(event.kind, EventKind::Charged);
        assert_eq!(event.transaction, TransactionId::parse("60020981676"));
        assert_eq!(event.reference.as_deref(), Some("PAY0001"));
        let profile = BODY.replace("\"transaction\"", "\"customerProfile\"");
        assert_eq!(parse(profile.as_bytes()).expect("a note").transaction, None);
        let invoice = BODY.replace("merchantReferenceId", "invoiceNumber");
        assert_eq!(parse(invoice.as_bytes()).expect("a note").reference, event.reference);
        assert_eq!(parse(b"{}"), None);
        assert_eq!(parse(b"\xff"), None);
    }
}
