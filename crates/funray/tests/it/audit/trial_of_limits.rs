//! Audited decisions of two administrators, made for the tests in `operations`: large refunds, bank
//! payments, raised buying limits, and closings of shops.

use std::collections::BTreeSet;

use authorizenet::sandbox::Fault;
use kernel::ids::{Id, OrderId};
use serde_json::json;

use super::trial::Trial;
use crate::support::till::{APPROVED, Till, pay};

pub async fn try_limits() -> BTreeSet<String> {
    let till = Till::wary_with("refunds.alone_up_to_dollars = 0\n").await;
    let mut trial = Trial::of(&till.app);
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let bea = till.app.sign_in(&till.app.administrator("bea").await).await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    let order = paid["orderId"].as_str().expect("an id");
    let reason = json!({ "reason": "Bought by mistake" });
    for what in ["declined", "approved"] {
        let path = format!("/api/v1/Helpdesk/orders/{order}/cancelled");
        let asked = adam.post(&path, &reason).send().await.json();
        let request = asked["refundRequests"][0]["id"].as_str().expect("an id").to_owned();
        let call =
            format!("PUT /api/v1/Helpdesk/orders/{{id}}/refund-requests/{{requestId}}/{what}");
        trial.call(&bea, &call, &[order, &request], reason.clone()).await;
    }

    let buyer = till.ann.id.to_string();
    let form = json!({ "amount": 20_000, "endsOn": "2026-06-30", "reason": "Known to Adam" });
    let raise = "POST /api/v1/Helpdesk/people/{id}/buying-limits";
    for (what, decider) in [("declined", &bea), ("approved", &bea)] {
        let asked = trial.call(&adam, raise, &[&buyer], form.clone()).await.json();
        let limit = asked["limits"][0]["id"].as_str().expect("an id").to_owned();
        let call = format!("PUT /api/v1/Helpdesk/people/{{id}}/buying-limits/{{limitId}}/{what}");
        trial.call(decider, &call, &[&buyer, &limit], reason.clone()).await;
        if what == "approved" {
            let end = "PUT /api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/ended";
            trial.call(&bea, end, &[&buyer, &limit], reason.clone()).await;
        }
    }
    trial.tried
}

/// Makes the calls that close a shop, and returns the calls. The gateway can't refund the shop's
/// charges, which are half a year old.
pub async fn try_closing() -> BTreeSet<String> {
    let till = Till::new().await;
    let mut trial = Trial::of(&till.app);
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let bea = till.app.sign_in(&till.app.administrator("bea").await).await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    let order = paid["orderId"].as_str().expect("an id");
    let old = "UPDATE payment_attempt SET sent_at = 0 WHERE order_id = $1";
    till.app.write(old, OrderId::from_outside(order)).await;
    let shop = till.shop.to_string();
    let status = format!("/api/v1/Vendors/{shop}/status/deactivate");
    assert_eq!(adam.call("PUT", &status).send().await.status, 204);
    let form = json!({ "amount": 125, "reason": "It went bankrupt" });
    let mut closing = String::new();
    let ask = "POST /api/v1/Vendors/{id}/closing";
    let successor = till.app.shop("Bean & Gull").await;
    let mona = till.app.sign_in(&till.app.manager_of(successor, "mona").await).await;
    let offer = json!({ "amount": 125, "reason": "It went bankrupt", "successorId": successor });
    let offered = trial.call(&adam, ask, &[&shop], offer).await.json();
    let (taker, id) = (successor.to_string(), offered["closing"]["id"].as_str().expect("an id"));
    for what in ["accepted", "declined"] {
        let call = format!("PUT /api/v1/Vendors/{{id}}/takeovers/{{closingId}}/{what}");
        trial.call(&mona, &call, &[&taker, id], form.clone()).await;
    }
    for what in ["declined", "approved"] {
        let asked = trial.call(&adam, ask, &[&shop], form.clone()).await.json();
        closing = asked["closing"]["id"].as_str().expect("an id").to_owned();
        let call = format!("PUT /api/v1/Vendors/{{id}}/closing/{{closingId}}/{what}");
        trial.call(&bea, &call, &[&shop, &closing], form.clone()).await;
    }
    let call = "PUT /api/v1/Vendors/{id}/closing/{closingId}/left/{orderId}/paid";
    let payment = json!({ "amount": 125, "reference": "e-transfer 417" });
    trial.call(&adam, call, &[&shop, &closing, order], payment).await;
    trial.tried
}

/// Makes the calls about a bank payment, after the gateway has refused a refund for good. Returns
/// the calls.
pub async fn try_bank_payment() -> BTreeSet<String> {
    let till = Till::new().await;
    let mut trial = Trial::of(&till.app);
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let bea = till.app.sign_in(&till.app.administrator("bea").await).await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    till.sandbox.settle();
    let order = paid["orderId"].as_str().expect("an id");
    let opened = format!("/api/v1/Helpdesk/orders/{order}");
    let card = adam.get(&opened).send().await.json()["cards"][0].clone();
    let cards = json!([{ "cardId": card["id"], "amount": card["cardBalance"] }]);
    let form = json!({ "reason": "One too many", "cards": cards });
    for _ in 0..2 {
        till.sandbox.fail("refundTransaction", Fault::NotRefundable);
    }
    let refunded = adam.post(&format!("{opened}/refunds"), &form).send().await.json();
    let refund = refunded["refunds"][0]["id"].as_str().expect("an id").to_owned();
    till.app.run_jobs().await;
    let again = "POST /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/tried-again";
    trial.call(&adam, again, &[order, &refund], json!({})).await;
    till.app.run_jobs().await;
    let payment = json!({ "amount": card["cardBalance"], "reference": "e-transfer 417" });
    let pay = "PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid";
    for what in ["declined", "approved"] {
        trial.call(&adam, pay, &[order, &refund], payment.clone()).await;
        let reason = json!({ "reason": "The bank has no such payment" });
        trial.call(&bea, &format!("{pay}/{what}"), &[order, &refund], reason).await;
    }
    trial.tried
}
