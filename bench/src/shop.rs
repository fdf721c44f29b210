//! Shop at which the benchmarks redeem cards: its staff and its card prices.

use serde_json::Value;

use crate::{
    Failure,
    client::{Call, Client, texts},
};

/// Email addresses of the shop's manager and clerk.
pub const STAFF: [&str; 2] = ["manager@vendor-a.test", "employee@vendor-a.test"];
/// Counter settings that turn pace limits off, because one clerk redeems at many tills at once.
const NO_PACE: &str = r#"{"isPaceLimited":false,"mostRedemptions":25,"mostAmount":1000,"singleAmount":500,"redeemsByName":false}"#;

pub struct UnpacedShop {
    pub vendor: String,
    /// Amounts for which the shop sells cards, in dollars, ascending.
    pub amounts: Vec<u64>,
}

impl UnpacedShop {
    /// Finds the shop and turns the pace limits of its counter off.
    pub async fn open(client: &mut Client) -> Result<UnpacedShop, Failure> {
        let token = &client.sign_in(STAFF[0]).await?;
        let (_, profile) = client.get("/api/v1/OAuth/profile", token).await?;
        let profile: Value = serde_json::from_str(&profile)?;
        let vendor = profile["tenantIds"][0].as_str().ok_or("a clerk without a shop")?.to_owned();
        let (_, shop) = client.get(&format!("/api/v1/Public/vendor/{vendor}"), "").await?;
        let amounts = texts(&shop, "amount").next().unwrap_or_default();
        let amounts = amounts.split(',').map(|amount| amount.trim_start_matches("Amount").parse());
        let amounts = amounts.collect::<Result<_, _>>()?;
        let path = &format!("/api/v1/Vendors/{vendor}/counter-settings");
        client.succeed(Call { method: "PUT", path, token, body: NO_PACE, key: "" }).await?;
        Ok(UnpacedShop { vendor, amounts })
    }
}
