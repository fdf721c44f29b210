//! The program in this process, and buyers who are signed in.

use std::path::Path;

use authorizenet::sandbox::CREDENTIALS;
use db::{Db, params};
use serde_json::json;

use super::BUYERS;
use crate::{
    Failure,
    inside::{Inside, text},
};

/// A payment card that the sandbox approves.
const APPROVED: &str = "4111111111111111";

pub struct Shop {
    pub inside: Inside,
    /// What each buyer shows with a call.
    tokens: Vec<String>,
    vendor: String,
    dollars: u32,
}

impl Shop {
    pub async fn open(db: Db, folder: &Path) -> Result<Shop, Failure> {
        let inside = Inside::open(db, folder).await?;
        let mut shop = Shop { inside, tokens: Vec::new(), vendor: String::new(), dollars: 0 };
        shop.choose_card().await?;
        shop.sign_in().await?;
        Ok(shop)
    }

    async fn choose_card(&mut self) -> Result<(), Failure> {
        let (vendor, amounts): (String, String) = self
            .inside
            .db
            .read(|tx| {
                tx.one(
                    "SELECT id, card_amounts FROM tenant WHERE kind = 'VENDOR' AND state = 'ACTIVE' AND card_amounts LIKE 'Amount%'
                     ORDER BY id LIMIT 1",
                    &[],
                )
            })
            .await?;
        let first = amounts.split(',').next().unwrap_or_default();
        self.dollars = first.trim_start_matches("Amount").parse()?;
        self.vendor = vendor;
        Ok(())
    }

    async fn sign_in(&mut self) -> Result<(), Failure> {
        let emails: Vec<(String,)> = self
            .inside
            .db
            .read(|tx| {
                tx.rows(
                    "SELECT p.email FROM person p JOIN person_role r ON r.person_id = p.id
                     WHERE r.role = 'CONSUMER' ORDER BY p.id LIMIT $1",
                    params![BUYERS as i64],
                )
            })
            .await?;
        for (email,) in emails {
            self.tokens.push(self.inside.sign_in(&email).await?);
        }
        if self.tokens.len() < BUYERS {
            return Err("the demo has too few buyers".into());
        }
        Ok(())
    }

    /// From an empty cart to a card.
    pub async fn purchase(&self, buyer: usize) -> Result<(), Failure> {
        let token = &self.tokens[buyer];
        let items = json!({ "cartDetails": [{ "vendorId": self.vendor, "price": self.dollars }] });
        let cart = self.inside.post("/api/v1/Carts/items", token, &items.to_string()).await?;
        let payment = json!({
            "amount": self.dollars,
            "orderNumber": text(&cart, "id")?,
            "cardHolderName": "Ann Lee",
            "opaqueDataValue": self.tokenise().await?,
            "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT",
        });
        let paid = self.inside.post("/api/v1/Orders/checkout", token, &payment.to_string()).await?;
        match paid["cards"].as_array() {
            Some(cards) if cards.len() == 1 => Ok(()),
            _ => Err(format!("no card: {paid}").into()),
        }
    }

    /// What the browser has the gateway do. Its elements have an order.
    async fn tokenise(&self) -> Result<String, Failure> {
        let body = format!(
            r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},"data":{{"type":"TOKEN","id":"1","token":{{"cardNumber":"{APPROVED}","expirationDate":"122099","cardCode":"123"}}}}}}}}"#,
            CREDENTIALS.login_id, CREDENTIALS.client_key
        );
        let reply = self.inside.post("/sandbox/xml/v1/request.api", "", &body).await?;
        text(&reply["opaqueData"], "dataValue")
    }
}
