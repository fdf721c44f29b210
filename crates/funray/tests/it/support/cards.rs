//! Cards that were bought, without the way there.

use db::params;
use funray::{
    auth::TenantId,
    campaigns::CampaignId,
    cards::{self, CardId, Cause, Gift, NewCard, OrderId},
    kernel::{
        money::Cents,
        random::random_hex,
        rates::{CharityRate, PlatformRate, Split},
    },
};

use super::{Person, TestApp};

/// What somebody buys.
#[derive(Clone)]
pub struct Purchase {
    pub shop: TenantId,
    pub dollars: u32,
    pub cause: Option<(TenantId, CampaignId)>,
    pub gift_to: Option<&'static str>,
}

impl Purchase {
    pub fn of(shop: TenantId, dollars: u32) -> Purchase {
        Purchase { shop, dollars, cause: None, gift_to: None }
    }

    pub fn given_to(self, email: &'static str) -> Purchase {
        Purchase { gift_to: Some(email), ..self }
    }

    pub fn supporting(self, charity: TenantId, campaign: CampaignId) -> Purchase {
        Purchase { cause: Some((charity, campaign)), ..self }
    }
}

impl TestApp {
    /// A card that was just sold to somebody; its mail waits in the queue.
    pub async fn sell(&self, buyer: &Person, purchase: Purchase) -> CardId {
        let (app, now, person) = (self.app.clone(), self.app.clock.now(), buyer.id);
        let (order, cart) = (OrderId::new(now), random_hex());
        let (price, rate) = (Cents::from_dollars(purchase.dollars), CharityRate::default());
        let share_percentage = PlatformRate::default();
        let charity_rate = purchase.cause.map(|_| rate);
        let card = NewCard {
            order,
            buyer: person,
            buyer_name: buyer.email.split('@').next().unwrap_or_default().to_owned() + " Test",
            vendor: purchase.shop,
            cause: purchase.cause.map(|(charity, campaign)| Cause { charity, campaign, rate }),
            price,
            share_percentage,
            split: Split::of(price, charity_rate, share_percentage).expect("a split"),
            gift: purchase.gift_to.map(|recipient| Gift {
                to: "Bob".to_owned(),
                recipient: recipient.to_owned(),
                from: "Ann".to_owned(),
                message: Some("Read <on>!\nYours".to_owned()),
            }),
            place: 0,
        };
        self.app
            .db
            .write(move |tx| {
                tx.execute(
                    "INSERT INTO cart (id, person_id, state, created_at, updated_at) VALUES ($1, $2, 'SOLD', 0, 0)",
                    params![cart, person],
                )?;
                tx.execute(
                    "INSERT INTO orders (id, cart_id, person_id, brand, total, paid_at, created_at)
                     VALUES ($1, $2, $3, 'funray', $4, 0, 0)",
                    params![order, cart, person, price],
                )?;
                tx.execute(
                    "INSERT INTO payment_attempt (id, order_id, number, reference, amount, state, token_hash, transaction_id,
                                                  failures, sent_at)
                     VALUES ($1, $1, 1, $2, $3, 'ISSUED', $2, $2, 0, 0)",
                    params![order, cart, price],
                )?;
                cards::issue(tx, &app.secrets, now, &card)
            })
            .await
            .expect("the card is sold")
    }
}
