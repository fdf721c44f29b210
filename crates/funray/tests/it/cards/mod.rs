//! Cards: at the counter, in a wallet, on their way to somebody else.

mod counter;
mod gifts;
mod guessing;
mod holders;
mod interleaved;
mod news;
mod parallel;
mod selling;

use funray::{auth::TenantId, cards::CardId};
use serde_json::{Value, json};

use crate::support::{Call, Person, Reply, TestApp, Visitor, cards::Purchase};

/// A shop with staff, another shop, and somebody who buys.
pub struct Street {
    pub app: TestApp,
    pub shop: TenantId,
    pub other_shop: TenantId,
    pub buyer: Person,
}

impl Street {
    pub async fn new() -> Street {
        let app = TestApp::new().await;
        let shop = app.shop("Maple Leaf Books").await;
        let other_shop = app.shop("Corner Bakery").await;
        let buyer = app.consumer("ann").await;
        Street { app, shop, other_shop, buyer }
    }

    /// A card of so many dollars, its mail delivered.
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
