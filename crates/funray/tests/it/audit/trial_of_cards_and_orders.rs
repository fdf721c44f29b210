//! Audited calls about cards, orders and charges, made for the tests in `operations`.

use std::collections::BTreeSet;

use serde_json::json;

use super::trial::Trial;
use crate::{
    cards::{Street, approval_of, redeem},
    orders::{reversals, review},
    support::{
        cards::Purchase,
        till::{APPROVED, Till, pay},
    },
};

pub async fn try_cards() -> BTreeSet<String> {
    let street = Street::new().await;
    let mut trial = Trial::of(&street.app);
    let (sue, mona) = (street.super_administrator().await, street.manager().await);
    let card = street.card(25).await;
    mona.sees(card).await;
    let redeemed = redeem(&mona, card, json!(5)).send().await.json();
    let transfer = redeemed["transactionId"].as_str().expect("an id");
    let reversed = "PUT /api/v1/Cards/{id}/transactions/{transactionId}/reversed";
    let reason = json!({ "reason": "the wrong card" });
    trial.call(&mona, reversed, &[&card.to_string(), transfer], reason).await;

    let card = card.to_string();
    trial
        .call(&sue, "PUT /api/v1/Cards/{id}/deactived", &[&card], json!({ "reason": "lost" }))
        .await;
    let una = street.app.super_administrator("una").await;
    let una = street.app.sign_in(&una).await;
    trial.call(&una, "PUT /api/v1/Cards/{id}/reactivated", &[&card], json!({})).await;
    let reason = json!({ "reason": "Its holder called" });
    trial.call(&mona, "POST /api/v1/Cards/{id}/lost", &[&card], reason).await;
    let purchase = Purchase::of(street.shop, 25).given_to("bob@shop.example");
    let gift = street.app.sell(&street.buyer, purchase).await.to_string();
    street.app.run_jobs().await;
    let owner = street.owner().await;
    let to = json!({ "recipientEmail": "rob@shop.example" });
    trial.call(&owner, "POST /api/v1/Cards/{id}/resend-gift-card", &[&gift], to).await;
    trial.tried
}

/// Makes the calls about redemptions that wait for a manager. Returns the calls.
pub async fn try_approvals() -> BTreeSet<String> {
    let street = Street::new().await;
    let mut trial = Trial::of(&street.app);
    let nina = street.app.manager_of(street.shop, "nina").await;
    let (manager, clerk) = (street.app.sign_in(&nina).await, street.employee().await);
    let settings = json!({
        "isPaceLimited": true, "mostRedemptions": 25, "mostAmount": 1000, "singleAmount": 10,
        "redeemsByName": false,
    });
    let set = "PUT /api/v1/Vendors/{id}/counter-settings";
    trial.call(&manager, set, &[&street.shop.to_string()], settings).await;
    for call in ["POST /api/v1/Approvals/{id}/approved", "POST /api/v1/Approvals/{id}/declined"] {
        let card = street.card(50).await;
        clerk.sees(card).await;
        let waiting = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
        let id = waiting["id"].as_str().expect("an id");
        trial.call(&manager, call, &[id], json!({})).await;
    }
    trial.tried
}

pub async fn try_orders() -> BTreeSet<String> {
    let till = Till::new().await;
    let mut trial = Trial::of(&till.app);
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    let order = paid["orderId"].as_str().expect("an id");
    till.sandbox.settle();
    let card = paid["cards"][0]["id"].as_str().expect("an id");
    let refund = json!({ "reason": "Not wanted", "cards": [{ "cardId": card, "amount": 25 }] });
    trial.call(&adam, "POST /api/v1/Helpdesk/orders/{id}/refunds", &[order], refund).await;
    let cart = till.fill_cart(&ann).await;
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    let order = paid["orderId"].as_str().expect("an id");
    let reason = json!({ "reason": "Bought by mistake" });
    let cancel = "POST /api/v1/Helpdesk/orders/{id}/cancelled";
    trial.call(&adam, cancel, &[order], reason).await;
    trial.tried
}

/// Makes the administrators' calls about a charge under review. Returns the calls.
pub async fn try_reviews() -> BTreeSet<String> {
    let mut tried = BTreeSet::new();
    for (call, decision) in [
        ("POST /api/v1/Helpdesk/orders/{id}/released", "released"),
        ("POST /api/v1/Helpdesk/orders/{id}/voided", "voided"),
    ] {
        let till = Till::wary().await;
        let mut trial = Trial::of(&till.app);
        let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
        let (order, _) = review::held(&till, &adam).await;
        till.app.run_jobs().await;
        trial.call(&adam, call, &[&order], json!({ "reason": decision })).await;
        tried.extend(trial.tried);
    }

    let till = Till::new().await;
    let mut trial = Trial::of(&till.app);
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let (paid, charge) = reversals::paid(&till, &till.visitor().await).await;
    till.sandbox.settle();
    assert!(till.sandbox.dispute(&charge));
    let order = paid["orderId"].as_str().expect("an id");
    trial.call(&adam, "POST /api/v1/Helpdesk/orders/{id}/checked", &[order], json!({})).await;
    let list = adam.get("/api/v1/Helpdesk/reversals").send().await.json();
    let id = list["items"][0]["id"].as_str().expect("an id").to_owned();
    let note = json!({ "note": "The bank was right" });
    trial.call(&adam, "PUT /api/v1/Helpdesk/reversals/{id}/closed", &[&id], note).await;
    let row = "INSERT INTO gateway_difference (id, kind, transaction_id, order_id, created_at)
        SELECT 'gdf_00000000000000000000000000', 'MISSING_THERE', '7', id, 0 FROM orders";
    till.app.app.db.write(move |tx| tx.execute(row, &[])).await.expect("a difference");
    let note = json!({ "note": "Asked the gateway" });
    let id = "gdf_00000000000000000000000000";
    trial.call(&adam, "PUT /api/v1/Helpdesk/differences/{id}/closed", &[id], note).await;
    let row = "INSERT INTO burst (vendor_id, id, began_at, last_at, cards, amount, outstanding, found_at)
        SELECT id, 'bst_00000000000000000000000000', 0, 0, 5, 500, 500, 0 FROM tenant WHERE kind = 'VENDOR' LIMIT 1";
    till.app.app.db.write(move |tx| tx.execute(row, &[])).await.expect("a burst");
    let (note, id) = (json!({ "note": "A school class" }), "bst_00000000000000000000000000");
    trial.call(&adam, "PUT /api/v1/Helpdesk/bursts/{id}/closed", &[id], note).await;
    tried.extend(trial.tried);
    tried
}
