//! FunRay program inside the benchmark's process, with signed-in buyers.

use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use db::Db;

use crate::{Failure, buyers, inside::Inside, sale};

/// Number of accounts. All buyers use them in turn, because each purchase reads the account's
/// purchases of the day, which limits keep few.
const ACCOUNTS: usize = 400;

pub struct Shop {
    pub inside: Inside,
    /// Access token of each account.
    tokens: Vec<String>,
    /// Number of purchases so far.
    purchases: AtomicUsize,
    vendor: String,
    dollars: u64,
}

impl Shop {
    pub async fn open(db: Db, folder: &Path) -> Result<Shop, Failure> {
        let inside = Inside::open(db, folder).await?;
        let (tokens, vendor) = (Vec::new(), String::new());
        let mut shop = Shop { inside, tokens, purchases: AtomicUsize::new(0), vendor, dollars: 0 };
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
        let emails = self.inside.db.write(|tx| buyers::add(tx, ACCOUNTS)).await?;
        for email in emails {
            self.tokens.push(self.inside.sign_in(&email).await?);
        }
        Ok(())
    }

    /// Returns the access token of an account.
    pub fn token(&self, account: usize) -> &str {
        &self.tokens[account % self.tokens.len()]
    }

    /// Buys one card with the next account, starting with an empty cart. Returns the card's number and
    /// id.
    pub async fn purchase(&self) -> Result<(String, String), Failure> {
        let account = self.purchases.fetch_add(1, Ordering::Relaxed) % self.tokens.len();
        let token = &self.tokens[account];
        let items = sale::items(&self.vendor, self.dollars, 1);
        let cart = self.inside.post("/api/v1/Carts/items", token, &items).await?;
        let gateway = "/sandbox/xml/v1/request.api";
        let card = self.inside.post(gateway, "", &sale::payment_card()).await?;
        let payment = sale::payment(&cart, self.dollars, &card);
        let paid = self.inside.post("/api/v1/Orders/checkout", token, &payment).await?;
        match <[_; 1]>::try_from(sale::cards(&paid)) {
            Ok([card]) => Ok(card),
            Err(_) => Err(format!("no card: {paid}").into()),
        }
    }
}
