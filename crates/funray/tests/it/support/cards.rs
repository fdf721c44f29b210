//! Sells cards to test buyers directly in the database, without a checkout.

use cards::{Cause, Gift, NewCard, SendTime, secret_uses::CARD_NUMBER};
use checkout::carts::CartId;
use db::{Tx, params};
use kernel::{
    ids::{CampaignId, CardId, Id, OrderId, PersonId, TenantId},
    money::Cents,
    rates::{CharityRate, PlatformRate, Split},
};
use ledger::MoneyMoves;
use platform::error::Error;

use super::{Person, TestApp};

/// A card for a test to sell: its shop, price, cause and gift details.
#[derive(Clone)]
pub struct Purchase {
    pub shop: TenantId,
    pub dollars: u32,
    pub cause: Option<(TenantId, CampaignId)>,
    pub gift_to: Option<&'static str>,
    /// Time at which the gift is sent; `None` for at once.
    pub sent_at: Option<SendTime>,
}

impl Purchase {
    pub fn of(shop: TenantId, dollars: u32) -> Purchase {
        Purchase { shop, dollars, cause: None, gift_to: None, sent_at: None }
    }

    pub fn given_to(self, email: &'static str) -> Purchase {
        Purchase { gift_to: Some(email), ..self }
    }

    pub fn sent_at(self, time: SendTime) -> Purchase {
        Purchase { sent_at: Some(time), ..self }
    }

    pub fn supporting(self, charity: TenantId, campaign: CampaignId) -> Purchase {
        Purchase { cause: Some((charity, campaign)), ..self }
    }
}

impl TestApp {
    /// Returns the token of the gift link in the newest email to an address.
    pub async fn gift_token(&self, to: &str) -> String {
        self.run_jobs().await;
        let mails = self.mails_to(to).await;
        let text = mails.first().unwrap_or_else(|| panic!("no mail to {to}"))["text"].clone();
        let text = text.as_str().expect("text");
        let (_, rest) = text.split_once("/gift/").unwrap_or_else(|| panic!("no link in {text}"));
        rest.split_whitespace().next().expect("a token").to_owned()
    }

    /// Returns the full number of a card, which only its holder sees.
    pub async fn number_of(&self, card: impl ToString) -> String {
        let (sql, card) = ("SELECT sealed_number FROM card WHERE id = $1", card.to_string());
        let id = card.clone();
        let read = self.app.db.read(move |tx| tx.one::<(String,)>(sql, params![id]));
        let (sealed,) = read.await.expect("a card");
        let number = self.app.secrets.open(CARD_NUMBER, &card, &sealed);
        number.expect("a number")
    }

    /// Sells a card in its own order. The email with the card stays in the queue.
    pub async fn sell(&self, buyer: &Person, purchase: Purchase) -> CardId {
        self.sell_all(buyer, vec![purchase]).await[0]
    }

    /// Sells many cards, each in its own order.
    pub async fn sell_all(&self, buyer: &Person, purchases: Vec<Purchase>) -> Vec<CardId> {
        let mut sold = Vec::new();
        // Small chunks keep each transaction short.
        for some in purchases.chunks(50) {
            sold.extend(self.sell_at_once(buyer, some).await);
        }
        sold
    }

    async fn sell_at_once(&self, buyer: &Person, purchases: &[Purchase]) -> Vec<CardId> {
        let (app, now) = (self.app.clone(), self.app.clock.now());
        let new: Vec<NewCard> =
            purchases.iter().map(|purchase| new_card(buyer, purchase, OrderId::new(now))).collect();
        self.app
            .db
            .write(move |tx| {
                let each = new.iter().map(|card| {
                    let cart = CartId::random().to_string();
                    record_paid_order(tx, card.order, &cart, card.buyer, card.price)?;
                    let moves = MoneyMoves::ask(tx)?;
                    let numbers = cards::free_numbers(tx, &app.secrets, 1)?;
                    cards::issue(tx, &app.secrets, now, card, &numbers[0], moves)
                });
                each.collect::<Result<Vec<_>, Error>>()
            })
            .await
            .expect("the cards are sold")
    }
}

fn new_card(buyer: &Person, purchase: &Purchase, order: OrderId) -> NewCard {
    let (price, rate) = (Cents::from_dollars(purchase.dollars), CharityRate::default());
    let share_percentage = PlatformRate::default();
    let charity_rate = purchase.cause.map(|_| rate);
    NewCard {
        order,
        buyer: buyer.id,
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
            send: purchase.sent_at,
        }),
        place: 0,
    }
}

/// Inserts the rows of a paid order, to which the sold cards refer.
pub fn record_paid_order(
    tx: &mut Tx<'_>,
    order: OrderId,
    cart: &str,
    buyer: PersonId,
    price: Cents,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO cart (id, person_id, state, created_at, updated_at) VALUES ($1, $2, 'SOLD', 0, 0)",
        params![cart, buyer],
    )?;
    tx.execute(
        "INSERT INTO orders (id, cart_id, person_id, brand, total, paid_at, created_at)
         VALUES ($1, $2, $3, 'funray', $4, 0, 0)",
        params![order, cart, buyer, price],
    )?;
    tx.execute(
        "INSERT INTO payment_attempt (person_id, id, order_id, number, reference, amount, state, token_hash, transaction_id,
                                      failures, sent_at)
         VALUES ($5, $4, $1, 1, $2, $3, 'ISSUED', $2, $2, 0, $6)",
        params![
            order,
            cart,
            price,
            order.to_string().replace("ord_", "pay_"),
            buyer,
            order.made_at()
        ],
    )?;
    tx.execute(
        "INSERT INTO payment_lookup (key, person_id, attempt_id)
         VALUES ('token:' || $1, $2, $3), ('reference:' || $1, $2, $3), ('transaction:' || $1, $2, $3)",
        params![cart, buyer, order.to_string().replace("ord_", "pay_")],
    )?;
    Ok(())
}
