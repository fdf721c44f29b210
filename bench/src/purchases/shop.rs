//! FunRay program inside the benchmark's process, with signed-in buyers.

use std::path::Path;

use db::{Db, params};

use super::BUYERS;
use crate::{Failure, inside::Inside, sale};

pub struct Shop {
    pub inside: Inside,
    /// Access token of each buyer.
    tokens: Vec<String>,
    vendor: String,
    dollars: u64,
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

    /// Buys one card as this buyer, starting with an empty cart.
    pub async fn purchase(&self, buyer: usize) -> Result<(), Failure> {
        let token = &self.tokens[buyer];
        let items = sale::items(&self.vendor, self.dollars, 1);
        let cart = self.inside.post("/api/v1/Carts/items", token, &items).await?;
        let gateway = "/sandbox/xml/v1/request.api";
        let card = self.inside.post(gateway, "", &sale::payment_card()).await?;
        let payment = sale::payment(&cart, self.dollars, &card);
        let paid = self.inside.post("/api/v1/Orders/checkout", token, &payment).await?;
        match sale::cards(&paid).len() {
            1 => Ok(()),
            _ => Err(format!("no card: {paid}").into()),
        }
    }
}
