//! Tests of cards at the counter, in wallets, and as gifts.

mod approvals;
mod balance;
mod bursts;
mod closed_shops;
mod counter;
mod counter_day;
mod gifts;
mod holders;
mod interleaved;
mod keepsakes;
mod lookup;
mod lost;
mod notifications;
mod pace;
mod parallel;
mod planned_gifts;
mod presenting;
mod redeem_by_name;
mod reminders;
mod reverse_redemption;
mod selling;
mod test_cards;
mod thanks;
mod unknown_outcome;

use kernel::ids::{CardId, TenantId};
use serde_json::{Value, json};

use crate::support::{Call, Person, Reply, TestApp, Visitor, cards::Purchase};

/// A running program with two shops that sell cards and a buyer. The first shop also gets staff on
/// demand.
pub struct Street {
    pub app: TestApp,
    pub shop: TenantId,
    pub other_shop: TenantId,
    pub buyer: Person,
}

impl Street {
    pub async fn new() -> Street {
        Street::with("").await
    }

    /// Starts the program with additional settings and adds the shops and the buyer.
    pub async fn with(settings: &str) -> Street {
        Street::on(TestApp::with(settings).await).await
    }

    pub async fn on(app: TestApp) -> Street {
        let shop = app.shop("Maple Leaf Books").await;
        let other_shop = app.shop("Corner Bakery").await;
        let buyer = app.consumer("ann").await;
        Street { app, shop, other_shop, buyer }
    }

    /// Sells a card to the buyer and sends the email with the card.
    pub async fn card(&self, dollars: u32) -> CardId {
        let card = self.app.sell(&self.buyer, Purchase::of(self.shop, dollars)).await;
        self.app.run_jobs().await;
        card
    }

    pub async fn employee(&self) -> Visitor<'_> {
        let person = self.app.employee_of(self.shop, "emil").await;
        self.app.sign_in(&person).await
    }

    pub async fn manager(&self) -> Visitor<'_> {
        let person = self.app.manager_of(self.shop, "mona").await;
        self.app.sign_in(&person).await
    }

    pub async fn super_administrator(&self) -> Visitor<'_> {
        let person = self.app.super_administrator("sue").await;
        self.app.sign_in(&person).await
    }

    pub async fn owner(&self) -> Visitor<'_> {
        self.app.sign_in(&self.buyer).await
    }
}

pub fn redeem(visitor: &Visitor<'_>, card: CardId, value: Value) -> Call {
    visitor.put(&format!("/api/v1/Cards/{card}/redeemed"), &json!({ "value": value }))
}

/// Returns the call that reverses a redemption without giving a reason.
pub fn undo(visitor: &Visitor<'_>, card: CardId, redeemed: &Value) -> Call {
    let transfer = redeemed["transactionId"].as_str().unwrap_or_else(|| panic!("{redeemed}"));
    visitor.call("PUT", &format!("/api/v1/Cards/{card}/transactions/{transfer}/reversed"))
}

/// Returns a shop's counter settings.
pub async fn counter_settings(visitor: &Visitor<'_>, shop: TenantId) -> Value {
    let reply = visitor.get(&format!("/api/v1/Vendors/{shop}/counter-settings")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Changes some of the counter settings and puts them in force at once. Looser limits normally
/// begin a day later.
pub async fn set_counter(visitor: &Visitor<'_>, shop: TenantId, part: Value) {
    save_counter(visitor, shop, part).await;
    let sql = "UPDATE counter_settings SET next_from = CASE WHEN next_from IS NULL THEN NULL ELSE 0 END WHERE vendor_id = $1";
    visitor.app.write(sql, shop).await;
}

/// Saves these counter settings, and fixed values for all others.
pub async fn save_counter(visitor: &Visitor<'_>, shop: TenantId, part: Value) -> Value {
    let mut settings = json!({
        "isPaceLimited": true, "mostRedemptions": 25, "mostAmount": 1000, "singleAmount": 500,
        "redeemsByName": false,
    });
    for (name, value) in part.as_object().expect("settings") {
        settings[name] = value.clone();
    }
    let path = format!("/api/v1/Vendors/{shop}/counter-settings");
    let reply = visitor.put(&path, &settings).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Sends a redemption that needs a manager's approval, and returns the approval request that the
/// program created.
pub async fn approval_of(clerk: &Visitor<'_>, call: Call) -> Value {
    let body = call.send().await.error(409, "APPROVAL_NEEDED");
    let id = body["approval"]["id"].as_str().unwrap_or_else(|| panic!("{body}"));
    clerk.get(&format!("/api/v1/Approvals/{id}")).send().await.json()
}

pub async fn card_of(visitor: &Visitor<'_>, card: CardId) -> Value {
    let reply = visitor.get(&format!("/api/v1/Cards/{card}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("cache-control"), "no-store");
    reply.json()
}

pub async fn history(visitor: &Visitor<'_>, card: CardId) -> Vec<Value> {
    let reply = visitor.get(&format!("/api/v1/Cards/{card}/transactions")).send().await;
    reply.json()["items"].as_array().expect("a list").clone()
}

pub fn look_up_call(visitor: &Visitor<'_>, text: &str) -> Call {
    visitor.get(&format!("/api/v1/Cards/codes/{}", text.replace(' ', "%20")))
}

pub async fn look_up(visitor: &Visitor<'_>, text: &str) -> Reply {
    look_up_call(visitor, text).send().await
}
