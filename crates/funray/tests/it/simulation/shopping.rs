//! Simulates buyers: filling and changing a cart, paying, and repeating a payment.

use std::time::Duration;

use authorizenet::{TransactionId, sandbox::Fault};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

use super::{
    model::{Buyer, Line, Pending, Sold},
    world::{Who, World},
};
use crate::support::till::{APPROVED, DECLINED, HELD};

/// Intended outcome of a payment.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    Approved,
    Declined,
    Pending(Pending),
}

impl World<'_> {
    fn item(&self, line: &Line) -> Value {
        let mut item = json!({ "vendorId": self.shops[line.shop], "price": line.dollars, "quantity": line.quantity });
        if line.has_cause {
            item["campaignId"] = json!(self.till.campaign);
        }
        if let Some(recipient) = &line.gift_to {
            for (name, text) in [
                ("to", "Bob"),
                ("from", "Ann"),
                ("recipientEmail", recipient),
                ("confirmEmail", recipient),
            ] {
                item[name] = json!(text);
            }
            item["isGift"] = json!(true);
            // A changed item whose day has come is sent at once.
            item["sendOn"] = json!(line.send_on.filter(|day| *day > self.today()));
        }
        if !line.id.is_empty() {
            item["id"] = json!(line.id);
        }
        item
    }

    pub async fn put_into_cart(&mut self, buyer: Buyer) {
        let (is_held, singles) = (self.model.held[buyer].is_some(), self.model.single_lines(buyer));
        if is_held && singles >= 50 {
            return;
        }
        let gift_to = self.dice.one_in(5).then(|| format!("bob{}@shop.example", self.step));
        let is_planned = gift_to.is_some() && self.dice.one_in(2);
        let send_on = is_planned.then(|| self.today().plus_days(*self.dice.pick(&[1, 2, 3])));
        let line = Line {
            send_on,
            id: String::new(),
            shop: self.dice.below(2),
            dollars: *self.dice.pick(&[25, 25, 50, 50, 75, 100, 30, 0]),
            quantity: *self.dice.pick(&[1, 1, 1, 2, 2, 3, 0, 21]),
            has_cause: self.dice.one_in(2),
            gift_to,
            is_listed: false,
        };
        let form = json!({ "cartDetails": [self.item(&line)] });
        let reply = self.ask(Who::Buyer(buyer), "POST", "/Carts/items", Some(&form)).await;
        let is_sold = [25, 50, 75, 100].contains(&line.dollars);
        if line.dollars == 0 || !(1..=20).contains(&line.quantity) {
            return self.refused("a strange item", &reply, "VALIDATION");
        }
        if self.model.carts[buyer].pending.is_some() {
            return self.refused("into a frozen cart", &reply, "CART_FROZEN");
        }
        if !is_sold || singles >= 50 {
            return self.refused("what nobody sells", &reply, "VALIDATION");
        }
        let told = self.fine("into the cart", &reply);
        let items = told["cartDetails"].as_array().expect("items");
        let id = items.last().and_then(|item| item["id"].as_str()).expect("an id").to_owned();
        let number = told["id"].as_str().expect("a number").to_owned();
        let cart = &mut self.model.carts[buyer];
        cart.lines.push(Line { id, ..line });
        let before = cart.number.replace(number.clone());
        assert!(before.is_none_or(|before| before == number), "one cart, one number: {told}");
        self.see_cart(buyer, &told);
    }

    /// Adds a list of gifts of one shop.
    pub async fn put_list_into_cart(&mut self, buyer: Buyer) {
        let (shop, has_cause) = (self.dice.below(2), self.dice.one_in(2));
        let mut lines = Vec::new();
        for row in 0..self.dice.between(2, 4) {
            let is_planned = self.dice.one_in(2);
            lines.push(Line {
                id: String::new(),
                shop,
                dollars: *self.dice.pick(&[25, 50, 75]),
                quantity: 1,
                has_cause,
                gift_to: Some(format!("bob{}-{row}@shop.example", self.step)),
                send_on: is_planned.then(|| self.today().plus_days(*self.dice.pick(&[1, 2, 3]))),
                is_listed: true,
            });
        }
        let mut table = "day,amount,email,name\n".to_owned();
        for Line { send_on, dollars, gift_to, .. } in &lines {
            let day = send_on.map(|day| day.to_string()).unwrap_or_default();
            let email = gift_to.as_deref().unwrap_or_default();
            table += &format!("{day},{dollars},{email},Bob\n");
        }
        let campaign = has_cause.then_some(self.till.campaign);
        let form = json!({ "vendorId": self.shops[shop], "campaignId": campaign, "from": "Ann",
            "table": BASE64_STANDARD.encode(table) });
        let reply = self.ask(Who::Buyer(buyer), "POST", "/Carts/lists", Some(&form)).await;
        if self.model.carts[buyer].pending.is_some() {
            return self.refused("a list into a frozen cart", &reply, "CART_FROZEN");
        }
        let list = self.fine("a list", &reply);
        let told = self.get(Who::Buyer(buyer), "/Carts/me").await;
        let items = told["cartDetails"].as_array().expect("items").iter();
        let added = items.filter(|item| item["listId"] == list["id"]);
        let ids = added.map(|item| item["id"].as_str().expect("an id").to_owned());
        let cart = &mut self.model.carts[buyer];
        cart.lines.extend(lines.into_iter().zip(ids).map(|(line, id)| Line { id, ..line }));
        cart.number = told["id"].as_str().map(str::to_owned);
        self.see_cart(buyer, &told);
    }

    pub async fn change_quantity(&mut self, buyer: Buyer) {
        let Some(place) = self.any_line(buyer) else { return };
        let line = &self.model.carts[buyer].lines[place];
        let line = Line { quantity: self.dice.between(1, 4), ..line.clone() };
        let form = json!({ "cartDetails": [self.item(&line)] });
        let reply = self.ask(Who::Buyer(buyer), "PUT", "/Carts/items", Some(&form)).await;
        if self.model.carts[buyer].pending.is_some() {
            return self.refused("a frozen quantity", &reply, "CART_FROZEN");
        }
        let told = self.fine("a quantity", &reply);
        self.model.carts[buyer].lines[place] = line;
        self.see_cart(buyer, &told);
    }

    pub async fn take_out_of_cart(&mut self, buyer: Buyer) {
        let Some(place) = self.any_line(buyer) else { return };
        let path = format!("/Carts/items/{}", self.model.carts[buyer].lines[place].id);
        let reply = self.ask(Who::Buyer(buyer), "DELETE", &path, None).await;
        if self.model.carts[buyer].pending.is_some() {
            return self.refused("out of a frozen cart", &reply, "CART_FROZEN");
        }
        let told = self.fine("out of the cart", &reply);
        self.model.carts[buyer].lines.remove(place);
        self.see_cart(buyer, &told);
    }

    fn any_line(&mut self, buyer: Buyer) -> Option<usize> {
        let count = self.model.carts[buyer].lines.len();
        (count > 0).then(|| self.dice.below(count))
    }

    fn see_cart(&self, buyer: Buyer, told: &Value) {
        let cart = &self.model.carts[buyer];
        assert_eq!(told["total"], cart.total(), "{}: {told}", self.at());
        let items = told["cartDetails"].as_array().expect("items");
        let told: Vec<_> = items.iter().map(|item| (&item["price"], &item["quantity"])).collect();
        let expected: Vec<_> =
            cart.lines.iter().map(|line| (json!(line.dollars), json!(line.quantity))).collect();
        assert!(
            told.iter().copied().eq(expected.iter().map(|(price, quantity)| (price, quantity))),
            "{}: {told:?} is not {expected:?}",
            self.at()
        );
    }

    fn payment(number: &str, dollars: i64, token: &str) -> Value {
        let mut form = crate::support::till::payment(number, token);
        form["amount"] = json!(dollars);
        form
    }

    pub async fn pay(&mut self, buyer: Buyer) {
        let cart = &self.model.carts[buyer];
        let Some(number) = cart.number.clone() else { return };
        let (total, is_empty) = (cart.total(), cart.lines.is_empty());
        if self.model.open_payments(buyer) > 0 {
            // A request now would wait for the open payment instead of charging again, so skip this
            // move.
            return;
        }
        let is_cheating = self.dice.one_in(8);
        let (outcome, fault, card) = self.throw_outcome();
        let token = self.till.token(card).await;
        let amount = if is_cheating { total - 25 } else { total };
        let form = Self::payment(&number, amount, &token);
        if is_empty || is_cheating {
            let reply = self.ask(Who::Buyer(buyer), "POST", "/Orders/checkout", Some(&form)).await;
            let code = if is_empty { "CART_EMPTY" } else { "VALIDATION" };
            return self.refused("a cart that can't be paid for", &reply, code);
        }
        let now = self.till.app.app.clock.now();
        let attempts = &mut self.model.carts[buyer].attempts;
        attempts.retain(|sent| *sent > now.minus(Duration::from_secs(3600)));
        if attempts.len() == 30 {
            let reply = self.ask(Who::Buyer(buyer), "POST", "/Orders/checkout", Some(&form)).await;
            return self.refused("one try too many", &reply, "TOO_MANY_PAYMENTS");
        }
        self.model.carts[buyer].attempts.push(now);
        match outcome {
            Outcome::Approved => {
                let reply =
                    self.ask(Who::Buyer(buyer), "POST", "/Orders/checkout", Some(&form)).await;
                let told = self.fine("a payment", &reply);
                assert_eq!(told["total"], total, "{}: {told}", self.at());
                let cards = told["cards"].as_array().expect("cards").clone();
                self.model.sell(buyer, &told["orderId"].clone(), &cards, Some(told));
            }
            Outcome::Declined => {
                let reply =
                    self.ask(Who::Buyer(buyer), "POST", "/Orders/checkout", Some(&form)).await;
                self.refused("a declined card", &reply, "PAYMENT_DECLINED");
            }
            Outcome::Pending(pending) => {
                if let Some(fault) = fault {
                    self.till.fail(fault);
                }
                self.walk_away_from(buyer, &form).await;
                self.model.carts[buyer].pending = Some(pending);
                if pending == Pending::Held {
                    self.model.hold(buyer);
                }
                let order = self.get(Who::Buyer(buyer), &format!("/Orders/{number}")).await;
                assert_eq!(order["status"], "Pending", "{}: {order}", self.at());
            }
        }
    }

    fn throw_outcome(&mut self) -> (Outcome, Option<Fault>, &'static str) {
        match self.dice.below(12) {
            0 | 1 => (Outcome::Declined, None, DECLINED),
            2 => (Outcome::Pending(Pending::Held), None, HELD),
            3 => {
                let faults = [
                    Fault::DropAfterCommit,
                    Fault::FailAfterCommit,
                    Fault::Truncate,
                    Fault::Garbage,
                ];
                let fault = self.dice.pick(&faults).clone();
                (Outcome::Pending(Pending::Lost), Some(fault), APPROVED)
            }
            4 => {
                let faults = [Fault::DropBeforeCommit, Fault::FailBeforeCommit];
                let fault = self.dice.pick(&faults).clone();
                (Outcome::Pending(Pending::Unheard), Some(fault), APPROVED)
            }
            _ => (Outcome::Approved, None, APPROVED),
        }
    }

    /// Sends a payment and closes the page before the reply, as soon as the payment is recorded as
    /// unknown or held.
    async fn walk_away_from(&mut self, buyer: Buyer, form: &Value) {
        let db = self.till.app.app.db.clone();
        let mut news = db.subscribe(checkout::payments::TOPIC);
        let call = self.call(Who::Buyer(buyer), "POST", "/Orders/checkout", Some(form)).await;
        let page = tokio::spawn(call.send());
        let sql = "SELECT count(*) FROM payment_attempt WHERE state IN ('UNKNOWN', 'HELD')";
        let before: usize = (0..2).map(|buyer| self.model.open_payments(buyer)).sum();
        while self.till.app.count(sql).await <= i64::try_from(before).expect("two at most") {
            news.next().await;
        }
        page.abort();
    }

    /// Repeats the request of a finished payment, as from a page that was left open. Checks that
    /// the repetition charges nothing.
    pub async fn pay_again(&mut self, buyer: Buyer) {
        let sold = &self.model.sold[buyer];
        if sold.is_empty() {
            return;
        }
        let Sold { number, dollars, reply: before, .. } = self.dice.pick(sold).clone();
        let token = self.till.token(APPROVED).await;
        let form = Self::payment(&number, dollars, &token);
        let other = self.ask(Who::Buyer(1 - buyer), "POST", "/Orders/checkout", Some(&form)).await;
        self.refused("somebody else's order", &other, "NOT_FOUND");
        let again = self.ask(Who::Buyer(buyer), "POST", "/Orders/checkout", Some(&form)).await;
        let told = self.fine("the same order again", &again);
        if let Some(mut before) = before {
            let seen = told["cards"].as_array().expect("cards").clone();
            let cards = before["cards"].as_array_mut().expect("cards");
            for (card, seen) in cards.iter_mut().zip(seen) {
                // A reply names the day of a gift until it is sent.
                if seen["sendAt"].is_null() {
                    for field in ["sendAt", "sendZone", "sendOn", "sendHour"] {
                        card[field] = json!(null);
                    }
                }
                let known = self.model.cards.iter().find(|known| card["id"] == known.id);
                let known = known.expect("a card");
                card["cardNumber"] = json!(known.number_for(buyer));
                let names = ["Maple Leaf Books", "Bean & Gull"];
                card["movedTo"] = json!(known.moved_to.map(|shop| names[shop]));
            }
            assert_eq!(told, before, "{}", self.at());
        }
    }

    /// Approves or declines a buyer's held payment at the gateway.
    pub async fn decide(&mut self, buyer: Buyer) {
        let Some(held) = self.model.held[buyer].as_mut() else { return };
        if held.pending != Some(Pending::Held) {
            return;
        }
        let number = held.number.clone().expect("a number");
        let ledger = self.till.sandbox.ledger();
        let mut held = ledger.iter().filter(|record| record.invoice_number.starts_with(&number));
        let newest = held.next_back().or_else(|| held.next()).expect("a held payment");
        let transaction = TransactionId::parse(&newest.trans_id).expect("a transaction");
        let is_fine = self.dice.one_in(2);
        assert!(self.till.sandbox.review(&transaction, is_fine), "{}", self.at());
        let pending = if is_fine { Pending::Lost } else { Pending::Unheard };
        self.model.held[buyer].as_mut().expect("a held cart").pending = Some(pending);
    }

    /// Checks payments that were open an hour ago. If the card was charged, the cards must be
    /// issued; if the gateway never got the request, the cart must be open again. Held payments
    /// stay pending.
    pub async fn see_what_became_of(&mut self, buyer: Buyer) {
        if let Some(pending) = self.model.carts[buyer].pending {
            let number = self.model.carts[buyer].number.clone();
            let order = self.order_of(buyer, number, pending).await;
            match pending {
                Pending::Lost => {
                    let cards = order["cards"].as_array().expect("cards").clone();
                    self.model.sell(buyer, &order["id"], &cards, None);
                }
                Pending::Unheard => self.model.carts[buyer].pending = None,
                Pending::Held => unreachable!("it was set aside"),
            }
        }
        let Some(held) = self.model.held[buyer].as_ref() else { return };
        let (number, pending) = (held.number.clone(), held.pending.expect("a payment"));
        let order = self.order_of(buyer, number, pending).await;
        match pending {
            Pending::Lost => {
                let cards = order["cards"].as_array().expect("cards").clone();
                let cart = self.model.held[buyer].take().expect("a held cart");
                self.model.sell_cart(buyer, cart, (&order["id"], &cards), None);
            }
            Pending::Unheard => {
                self.model.bring_back(buyer);
                let cart = self.get(Who::Buyer(buyer), "/Carts/me").await;
                self.see_cart(buyer, &cart);
            }
            Pending::Held => {}
        }
    }

    /// Reads the order of an earlier open payment and checks that its status is the expected one.
    async fn order_of(&mut self, buyer: Buyer, number: Option<String>, pending: Pending) -> Value {
        let number = number.expect("a number");
        let order = self.get(Who::Buyer(buyer), &format!("/Orders/{number}")).await;
        let status = match pending {
            Pending::Lost => "Paid",
            Pending::Unheard => "Open",
            Pending::Held => "Pending",
        };
        assert_eq!(order["status"], status, "{}: {pending:?}: {order}", self.at());
        order
    }
}
