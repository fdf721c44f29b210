//! Tests of carts: prices come from the shop, a repeated request adds an item only once, and carts
//! are private.

mod idempotency;
mod items;
pub mod lists;

use kernel::ids::{CampaignId, TenantId};
use serde_json::{Value, json};

use crate::support::{Reply, TestApp, Visitor};

/// A running program with a shop, a campaign, and a buyer.
pub struct Market {
    pub app: TestApp,
    pub shop: TenantId,
    pub charity: TenantId,
    pub campaign: CampaignId,
}

impl Market {
    pub async fn new() -> Market {
        let app = TestApp::new().await;
        let shop = app.shop("Maple Leaf Books").await;
        let charity = app.charity("Food for All").await;
        let campaign = app.campaign_of(charity, "Warm Meals").await;
        Market { app, shop, charity, campaign }
    }

    pub async fn buyer(&self, name: &str) -> Visitor<'_> {
        let person = self.app.consumer(name).await;
        self.app.sign_in(&person).await
    }

    /// Returns a cart item for a card of 25 dollars, in the form that a browser sends.
    pub fn plain(&self) -> Value {
        json!({ "vendorId": self.shop, "price": 25, "quantity": 1 })
    }

    pub fn for_a_cause(&self) -> Value {
        json!({ "vendorId": self.shop, "campaignId": self.campaign, "price": 50, "quantity": 2, "type": 1 })
    }

    pub fn gift(&self) -> Value {
        json!({ "vendorId": self.shop, "price": 100, "quantity": 1, "isGift": true, "to": "Bob", "from": "Ann",
                "recipientEmail": "bob@shop.example", "confirmEmail": "Bob@shop.example",
                "giftMessage": "Read on!" })
    }
}

pub async fn add(visitor: &Visitor<'_>, items: &[Value]) -> Reply {
    visitor.post("/api/v1/Carts/items", &json!({ "cartDetails": items })).send().await
}

pub async fn cart(visitor: &Visitor<'_>) -> Value {
    let reply = visitor.get("/api/v1/Carts/me").send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

pub fn count(cart: &Value) -> usize {
    cart["cartDetails"].as_array().expect("a list").len()
}
