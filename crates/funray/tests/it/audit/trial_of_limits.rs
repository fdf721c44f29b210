//! What two administrators decide: refunds above the limit for one person, and raised buying limits.

use std::collections::BTreeSet;

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
