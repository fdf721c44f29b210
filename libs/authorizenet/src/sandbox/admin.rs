//! Control API of the sandbox, for tests. It is unauthenticated, so serve it on a loopback port only.
//!
//! ```text
//! GET  /ledger                               all transactions
//! POST /settle                               settles all transactions that can be settled
//! POST /held/{transId}/{approve|decline}     approves or declines a held transaction
//! POST /charges/{transId}/{void|dispute}     voids or reverses a charge without the merchant
//! POST /charges/{transId}/{lose|expire|double}  imitates an error: a lost, unsettled or repeated charge
//! POST /faults            {"operation": "authCaptureTransaction", "fault": "drop_after_commit"}
//! PUT  /webhooks          {"url": "http://127.0.0.1:8080/…", "hold": true}
//! POST /webhooks/release  {"order": "reversed"}
//! POST /webhooks/mishap   {"mishap": "duplicate"}
//! ```

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    routing::{get, post, put},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Fault, Mishap, Record, ReleaseOrder, Sandbox};
use crate::{names::TransactionId, post::Address};

pub fn router(sandbox: Sandbox) -> Router {
    Router::new()
        .route("/ledger", get(ledger))
        .route("/settle", post(settle))
        .route("/held/{transaction}/{decision}", post(decide))
        .route("/charges/{transaction}/{way}", post(change_charge))
        .route("/faults", post(order_fault))
        .route("/webhooks", put(set_webhooks))
        .route("/webhooks/release", post(release_webhooks))
        .route("/webhooks/mishap", post(spoil_webhook))
        .with_state(sandbox)
}

async fn ledger(State(sandbox): State<Sandbox>) -> Json<Vec<Record>> {
    Json(sandbox.ledger())
}

async fn settle(State(sandbox): State<Sandbox>) -> Json<Value> {
    Json(json!({ "settled": sandbox.settle() }))
}

async fn decide(
    State(sandbox): State<Sandbox>,
    Path((transaction, decision)): Path<(String, String)>,
) -> StatusCode {
    let is_approved = match decision.as_str() {
        "approve" => true,
        "decline" => false,
        _ => return StatusCode::NOT_FOUND,
    };
    match TransactionId::parse(&transaction) {
        Some(id) if sandbox.review(&id, is_approved) => StatusCode::NO_CONTENT,
        _ => StatusCode::NOT_FOUND,
    }
}

async fn change_charge(
    State(sandbox): State<Sandbox>,
    Path((transaction, way)): Path<(String, String)>,
) -> StatusCode {
    let Some(id) = TransactionId::parse(&transaction) else { return StatusCode::NOT_FOUND };
    let is_done = match way.as_str() {
        "void" => sandbox.void(&id),
        "dispute" => sandbox.dispute(&id),
        "lose" => sandbox.lose(&id),
        "expire" => sandbox.expire(&id),
        "double" => sandbox.double(&id).is_some(),
        _ => false,
    };
    if is_done { StatusCode::NO_CONTENT } else { StatusCode::NOT_FOUND }
}

#[derive(Deserialize)]
struct OrderedFault {
    operation: String,
    fault: Fault,
}

async fn order_fault(
    State(sandbox): State<Sandbox>,
    Json(order): Json<OrderedFault>,
) -> StatusCode {
    sandbox.fail(&order.operation, order.fault);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct WebhookSettings {
    url: Option<String>,
    #[serde(default)]
    hold: bool,
}

async fn set_webhooks(
    State(sandbox): State<Sandbox>,
    Json(settings): Json<WebhookSettings>,
) -> StatusCode {
    if let Some(url) = settings.url {
        if Address::parse(&url).is_none() {
            return StatusCode::BAD_REQUEST;
        }
        sandbox.send_webhooks_to(&url);
    }
    if settings.hold {
        sandbox.hold_webhooks();
    }
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct Release {
    #[serde(default)]
    order: ReleaseOrder,
}

async fn release_webhooks(
    State(sandbox): State<Sandbox>,
    Json(release): Json<Release>,
) -> StatusCode {
    sandbox.release_webhooks(release.order);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct Spoiling {
    mishap: Mishap,
}

async fn spoil_webhook(State(sandbox): State<Sandbox>, Json(order): Json<Spoiling>) -> StatusCode {
    sandbox.spoil_next_webhook(order.mishap);
    StatusCode::NO_CONTENT
}
