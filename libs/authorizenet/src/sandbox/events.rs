//! Webhooks of the sandbox: signed events, delivered in order. Tests can have events held back,
//! lost, duplicated, reordered or wrongly signed, to imitate network failures and forgeries.

use std::collections::VecDeque;

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{CREDENTIALS, ledger::Transaction};
use crate::{amount::Amount, secret::Secret, webhook};

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Charged,
    Refunded,
    Voided,
    Held,
    HeldApproved,
    HeldDeclined,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Charged => "net.authorize.payment.authcapture.created",
            Kind::Refunded => "net.authorize.payment.refund.created",
            Kind::Voided => "net.authorize.payment.void.created",
            Kind::Held => "net.authorize.payment.fraud.held",
            Kind::HeldApproved => "net.authorize.payment.fraud.approved",
            Kind::HeldDeclined => "net.authorize.payment.fraud.declined",
        }
    }
}

/// Event about a transaction, to be sent to the merchant.
pub struct Note {
    kind: Kind,
    response_code: u8,
    reference: String,
    auth_code: String,
    avs: &'static str,
    amount: Amount,
    id: u64,
}

impl Note {
    pub fn of(kind: Kind, transaction: &Transaction) -> Note {
        Note {
            kind,
            response_code: transaction.code.parse().unwrap_or_default(),
            reference: transaction.reference.clone(),
            auth_code: transaction.auth_code.clone(),
            avs: transaction.card.avs,
            amount: transaction.amount,
            id: transaction.id,
        }
    }

    pub fn write(&self, notification_id: String, now: Timestamp) -> Delivery {
        let body = Body {
            notification_id,
            event_type: self.kind.name(),
            event_date: now,
            webhook_id: "63d6fea2-aa13-4b1d-a204-f5fbc15942b7",
            payload: Payload {
                response_code: self.response_code,
                merchant_reference_id: &self.reference,
                auth_code: &self.auth_code,
                avs_response: self.avs,
                auth_amount: self.amount,
                entity_name: "transaction",
                id: self.id.to_string(),
            },
        };
        let body = serde_json::to_string(&body).unwrap_or_default();
        let signature = webhook::sign(&Secret::new(CREDENTIALS.signature_key), body.as_bytes());
        Delivery { body, signature }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    notification_id: String,
    event_type: &'static str,
    event_date: Timestamp,
    webhook_id: &'static str,
    payload: Payload<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload<'a> {
    response_code: u8,
    #[serde(skip_serializing_if = "str::is_empty")]
    merchant_reference_id: &'a str,
    auth_code: &'a str,
    avs_response: &'static str,
    #[serde(serialize_with = "as_number")]
    auth_amount: Amount,
    entity_name: &'static str,
    id: String,
}

fn as_number<S: Serializer>(amount: &Amount, serializer: S) -> Result<S::Ok, S::Error> {
    let number = RawValue::from_string(amount.to_string()).map_err(serde::ser::Error::custom)?;
    number.serialize(serializer)
}

/// Webhook as it is sent: the body and its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub body: String,
    pub signature: String,
}

/// Fault to apply to the next webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mishap {
    Duplicate,
    BadSignature,
    Lost,
}

/// Order in which held webhooks are released.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReleaseOrder {
    #[default]
    AsHappened,
    Reversed,
}

/// Webhook URL and the webhooks that wait for delivery.
#[derive(Default)]
pub struct Webhooks {
    pub url: Option<String>,
    pub is_holding: bool,
    pub is_delivering: bool,
    mishap: Option<Mishap>,
    held: Vec<Delivery>,
    outgoing: VecDeque<Delivery>,
}

impl Webhooks {
    pub fn to(url: Option<String>) -> Webhooks {
        Webhooks { url, ..Webhooks::default() }
    }

    pub fn order(&mut self, mishap: Mishap) {
        self.mishap = Some(mishap);
    }

    pub fn add(&mut self, mut delivery: Delivery) {
        let count = match self.mishap.take() {
            Some(Mishap::Lost) => 0,
            Some(Mishap::Duplicate) => 2,
            Some(Mishap::BadSignature) => {
                delivery.signature =
                    webhook::sign(&Secret::new("nobody's"), delivery.body.as_bytes());
                1
            }
            None => 1,
        };
        for delivery in std::iter::repeat_n(delivery, count) {
            if self.is_holding {
                self.held.push(delivery);
            } else {
                self.outgoing.push_back(delivery);
            }
        }
    }

    pub fn release(&mut self, order: ReleaseOrder) {
        self.is_holding = false;
        if order == ReleaseOrder::Reversed {
            self.held.reverse();
        }
        self.outgoing.extend(self.held.drain(..));
    }

    pub fn has_next(&self) -> bool {
        !self.outgoing.is_empty()
    }

    pub fn next(&mut self) -> Option<Delivery> {
        self.outgoing.pop_front()
    }
}
