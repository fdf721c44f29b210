//! A shop stops selling, two administrators have the balance of its cards refunded, and the shop opens again.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    model::{Buyer, Shop},
    world::{Who, World, cents, dollars},
};

impl World<'_> {
    pub async fn close_shop(&mut self) {
        self.end_payments().await;
        let shop = self.dice.below(2);
        let place = format!("/Vendors/{}", self.shops[shop]);
        let off = format!("{place}/status/deactivate");
        let reply = self.ask(Who::Administrator, "PUT", &off, None).await;
        assert_eq!(reply.status, 204, "{}: {}", self.at(), reply.text());
        self.refund_all(shop, &format!("{place}/closing")).await;
        let open = "UPDATE tenant SET state = 'ACTIVE', closed_at = NULL WHERE id = $1";
        self.till.app.write(open, self.shops[shop]).await;
        // Closing it has signed its staff out.
        self.visitors.remove(&Who::Manager(shop));
        self.visitors.remove(&Who::Clerk(shop));
    }

    async fn refund_all(&mut self, shop: Shop, path: &str) {
        let cards = self.model.cards.iter().filter(|card| card.shop == shop);
        let amount: i64 = cards.map(|card| card.balance).sum();
        let form = json!({ "amount": dollars(amount), "reason": "The shop went bankrupt" });
        let reply = self.ask(Who::Administrator, "POST", path, Some(&form)).await;
        if amount == 0 {
            return self.refused("a shop with empty cards", &reply, "SHOP_IS_EMPTY");
        }
        let told = self.fine("a closing", &reply);
        let id = told["closing"]["id"].as_str().expect("an id").to_owned();
        let approving = format!("{path}/{id}/approved");
        let own = self.ask(Who::Administrator, "PUT", &approving, Some(&json!({}))).await;
        self.refused("one's own closing", &own, "SAME_PERSON");
        let approved = self.ask(Who::Second, "PUT", &approving, Some(&json!({}))).await;
        self.fine("an approved closing", &approved);
        self.till.app.run_jobs().await;
        let left = self.get(Who::Second, &format!("{path}/{id}/left?pageSize=500")).await;
        let left: BTreeMap<String, Value> = left["items"]
            .as_array()
            .expect("orders")
            .iter()
            .map(|row| (row["orderId"].as_str().expect("an id").to_owned(), row.clone()))
            .collect();
        for buyer in 0..2 {
            for sold in 0..self.model.sold[buyer].len() {
                self.refund_order_of(shop, (buyer, sold), &left);
            }
        }
        let ended = self.get(Who::Second, path).await;
        let on_cards = self.model.cards.iter().filter(|card| card.shop == shop);
        let rest: i64 = on_cards.map(|card| card.balance).sum();
        assert_eq!(cents(&ended["amount"]), rest, "{}: {ended}", self.at());
        let refunded = cents(&ended["closing"]["refundedAmount"]);
        assert_eq!(refunded, amount - rest, "{}: {ended}", self.at());
    }

    fn refund_order_of(
        &mut self,
        shop: Shop,
        (buyer, place): (Buyer, usize),
        left: &BTreeMap<String, Value>,
    ) {
        let sold = self.model.sold[buyer][place].clone();
        let cards: Vec<usize> = sold
            .cards
            .clone()
            .filter(|card| {
                let card = &self.model.cards[*card];
                card.shop == shop && card.balance > 0
            })
            .collect();
        if cards.is_empty() {
            return;
        }
        let is_reversed = sold.is_reversed || sold.taken_back > 0;
        match left.get(&sold.id).map(|row| &row["cause"]) {
            Some(cause) if is_reversed => assert_eq!(cause, "CHARGE_REVERSED", "{}", self.at()),
            Some(cause) => assert_eq!(cause, "CHARGE_TOO_OLD", "{}", self.at()),
            None => {
                assert!(!is_reversed, "{}: a reversed charge was refunded", self.at());
                self.model.refund(buyer, place, &cards);
            }
        }
    }
}
