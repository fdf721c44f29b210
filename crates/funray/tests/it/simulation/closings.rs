//! Simulates a shop that stops selling. Two administrators have the balance of its cards refunded
//! or handed over to the other shop. The shop then opens again.

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
        if self.dice.one_in(2) {
            self.refund_all(shop, &format!("{place}/closing")).await;
        } else {
            self.hand_all_over(shop, &format!("{place}/closing")).await;
        }
        let open = "UPDATE tenant SET state = 'ACTIVE', closed_at = NULL WHERE id = $1";
        self.till.app.write(open, self.shops[shop]).await;
        // Closing the shop has signed out its staff.
        self.visitors.remove(&Who::Manager(shop));
        self.visitors.remove(&Who::Clerk(shop));
    }

    fn left_at(&self, shop: Shop) -> i64 {
        let cards = self.model.cards.iter().filter(|card| card.shop == shop);
        cards.map(|card| card.balance).sum()
    }

    /// Requests the closing of a shop as one administrator and approves the request as another.
    /// Returns the id of the closing, or `None` if the shop's cards have no balance.
    async fn approve_closing(&mut self, path: &str, form: &Value) -> Option<String> {
        let reply = self.ask(Who::Administrator, "POST", path, Some(form)).await;
        if form["amount"].as_f64() == Some(0.0) {
            self.refused("a shop with empty cards", &reply, "SHOP_IS_EMPTY");
            return None;
        }
        let told = self.fine("a closing", &reply);
        let id = told["closing"]["id"].as_str().expect("an id").to_owned();
        let approving = format!("{path}/{id}/approved");
        if let Some(successor) = told["closing"]["successor"]["id"].as_str() {
            self.accept(&approving, successor, &id).await;
        }
        let own = self.ask(Who::Administrator, "PUT", &approving, Some(&json!({}))).await;
        self.refused("one's own closing", &own, "SAME_PERSON");
        let approved = self.ask(Who::Second, "PUT", &approving, Some(&json!({}))).await;
        self.fine("an approved closing", &approved);
        self.till.app.run_jobs().await;
        Some(id)
    }

    /// Accepts the cards of the closing shop as the manager of the other shop. Before that, checks
    /// that an administrator can't approve the closing yet.
    async fn accept(&mut self, approving: &str, successor: &str, id: &str) {
        let early = self.ask(Who::Second, "PUT", approving, Some(&json!({}))).await;
        self.refused("cards that wait for the other shop", &early, "SUCCESSOR_UNDECIDED");
        let taker = self.shops.iter().position(|shop| shop.to_string() == successor);
        let manager = Who::Manager(taker.expect("a shop"));
        let path = format!("/Vendors/{successor}/takeovers/{id}/accepted");
        let accepted = self.ask(manager, "PUT", &path, Some(&json!({}))).await;
        self.fine("an accepted takeover", &accepted);
    }

    /// Hands all balances over to the other shop, including frozen cards and cards whose charge was
    /// partly reversed.
    async fn hand_all_over(&mut self, shop: Shop, path: &str) {
        let amount = self.left_at(shop);
        let form = json!({
            "amount": dollars(amount), "reason": "The shop went bankrupt", "successorId": self.shops[1 - shop],
        });
        if self.approve_closing(path, &form).await.is_none() {
            return;
        }
        for buyer in 0..2 {
            for place in 0..self.model.sold[buyer].len() {
                for card in self.model.sold[buyer][place].cards.clone() {
                    let old = &self.model.cards[card];
                    if old.shop != shop || old.balance == 0 {
                        continue;
                    }
                    let seen = format!("/Cards/{}", old.id);
                    let told = self.get(Who::Administrator, &seen).await;
                    let new = told["movedToCardId"].as_str();
                    let new = new.unwrap_or_else(|| panic!("{}: {told}", self.at())).to_owned();
                    self.model.hand_over(buyer, place, card, new);
                }
            }
        }
        let ended = self.get(Who::Second, path).await;
        assert_eq!(cents(&ended["closing"]["refundedAmount"]), amount, "{}: {ended}", self.at());
        assert_eq!(cents(&ended["amount"]), 0, "{}: {ended}", self.at());
    }

    async fn refund_all(&mut self, shop: Shop, path: &str) {
        let amount = self.left_at(shop);
        let form = json!({ "amount": dollars(amount), "reason": "The shop went bankrupt" });
        let Some(id) = self.approve_closing(path, &form).await else { return };
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
        let rest = self.left_at(shop);
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
            .iter()
            .copied()
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
