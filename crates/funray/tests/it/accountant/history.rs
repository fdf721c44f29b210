//! Plays a history: a random sequence of API calls by shops, buyers and administrators.

use std::{collections::HashMap, time::Duration};

use authorizenet::{TransactionId, sandbox::Fault};
use kernel::{dates::BusinessDate, ids::TenantId};
use serde_json::{Value, json};

use super::notes::{Card, Notes, Order};
use crate::{
    payouts::give_bank_account,
    simulation::dice::Dice,
    support::{
        Person, Reply, Visitor,
        till::{APPROVED, Till},
    },
    taxes::recomputed::Rates,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    Buyer,
    Manager(usize),
    /// The administrator who prepares payouts.
    Adam,
    /// The administrator who approves payouts.
    Bea,
}

pub struct History<'a> {
    pub(super) till: &'a Till,
    pub(super) dice: Dice,
    pub notes: Notes,
    pub shops: [TenantId; 2],
    people: HashMap<Who, Person>,
    signed_in: HashMap<Who, Visitor<'a>>,
    pub(super) seed: u64,
    step: usize,
    /// Rates of taxes; `None` on a platform that charges none.
    pub(super) rates: Option<Rates>,
    /// Last days of the payouts that were drafted.
    pub(super) drafted: Vec<BusinessDate>,
}

/// Converts an amount in dollars, as in JSON replies, to cents.
pub fn cents(value: &Value) -> i64 {
    let text = value.to_string();
    let (dollars, rest) = text.split_once('.').unwrap_or((&text, ""));
    let number = |text: &str| text.parse::<i64>().unwrap_or_else(|_| panic!("an amount: {value}"));
    let sign = if dollars.starts_with('-') { -1 } else { 1 };
    number(dollars) * 100 + sign * number(&format!("{rest:0<2}")[..2])
}

fn dollars(cents: i64) -> Value {
    let text = format!("{}.{:02}", cents / 100, cents % 100);
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text: {value}")).to_owned()
}

impl<'a> History<'a> {
    pub async fn begin(till: &'a Till, seed: u64) -> History<'a> {
        let app = &till.app;
        let shops = [till.shop, app.shop("Bean & Gull").await];
        let people = HashMap::from([
            (Who::Buyer, till.ann.clone()),
            (Who::Manager(0), app.manager_of(shops[0], "mary").await),
            (Who::Manager(1), app.manager_of(shops[1], "nora").await),
            (Who::Adam, app.super_administrator("adam").await),
            (Who::Bea, app.super_administrator("bea").await),
        ]);
        app.write("UPDATE campaign SET end_day = '2099-12-31' WHERE id = $1", till.campaign).await;
        for payee in [shops[0], shops[1], till.charity] {
            give_bank_account(app, payee).await;
        }
        let (dice, notes, signed_in) = (Dice::new(seed), Notes::default(), HashMap::new());
        let mut history = History {
            till,
            dice,
            notes,
            shops,
            people,
            signed_in,
            seed,
            step: 0,
            rates: None,
            drafted: Vec::new(),
        };
        history.hold_back().await;
        history.register_for_taxes().await;
        history
    }

    /// Configures the platform to hold back a part of payouts, in half of the histories.
    async fn hold_back(&mut self) {
        if self.seed % 4 < 2 {
            return;
        }
        let today = BusinessDate::today(&self.till.app.app.clock);
        let form = json!({
            "startsOn": today, "cardDays": 3, "cardPercent": 15, "youngDays": 4, "youngPercent": 35,
            "reason": "Disputes come after weeks",
        });
        self.fine(Who::Adam, "POST", "/Payouts/hold-back", form).await;
    }

    pub fn at(&self) -> String {
        format!("HISTORIES={0}-{0} step {1}", self.seed, self.step)
    }

    pub fn charity(&self) -> TenantId {
        self.till.charity
    }

    async fn ask(&mut self, who: Who, method: &str, path: &str, body: Value) -> Reply {
        if !self.signed_in.contains_key(&who) {
            let visitor = self.till.app.sign_in(&self.people[&who]).await;
            self.signed_in.insert(who, visitor);
        }
        let call = self.signed_in[&who].call(method, &format!("/api/v1{path}"));
        let call = if body.is_null() { call } else { call.json(body.to_string()) };
        call.send().await
    }

    /// Makes a call that the contract with the shops allows, so that it must succeed. Returns its
    /// reply.
    pub(super) async fn fine(&mut self, who: Who, method: &str, path: &str, body: Value) -> Value {
        let reply = self.ask(who, method, path, body).await;
        assert!(reply.status.is_success(), "{}: {path}: {}", self.at(), reply.text());
        if reply.text().is_empty() { Value::Null } else { reply.json() }
    }

    pub async fn get(&mut self, who: Who, path: &str) -> Value {
        self.fine(who, "GET", path, Value::Null).await
    }

    /// Discards all sessions, because access tokens last only ten minutes.
    pub(super) fn sign_out(&mut self) {
        self.signed_in.clear();
    }

    pub async fn go_on(&mut self, step: usize) {
        self.step = step;
        self.till.app.hands.advance(Duration::from_secs(30));
        // Sign everyone in again, because access tokens last only ten minutes.
        if step.is_multiple_of(10) {
            self.signed_in.clear();
        }
        match self.dice.below(20) {
            0..6 => self.buy().await,
            6..10 => self.redeem().await,
            10..13 => self.cash_out().await,
            13 => self.reverse().await,
            14 => self.refund().await,
            15 => self.cancel().await,
            16 => self.dispute().await,
            17 => self.pay_out().await,
            18 if self.dice.one_in(2) => self.change_rate().await,
            _ => self.end_day().await,
        }
        self.till.app.run_jobs().await;
    }

    /// Runs the jobs, settles the charges at the gateway, and advances the clock to the next day.
    pub(super) async fn end_day(&mut self) {
        self.till.app.run_jobs().await;
        self.till.sandbox.settle();
        self.till.app.hands.advance(Duration::from_secs(25 * 3600));
        self.till.app.run_jobs().await;
        self.signed_in.clear();
    }

    async fn buy(&mut self) {
        let mut items = Vec::new();
        for _ in 0..self.dice.between(1, 3) {
            let shop = self.dice.below(2);
            let mut item = json!({
                "vendorId": self.shops[shop],
                "price": self.dice.pick(&[25, 50, 75, 100]),
                "quantity": self.dice.between(1, 2),
            });
            if self.dice.one_in(2) {
                item["campaignId"] = json!(self.till.campaign);
            }
            items.push(item);
        }
        let form = json!({ "cartDetails": items });
        let cart = self.fine(Who::Buyer, "POST", "/Carts/items", form).await;
        let number = text(&cart["id"]);
        let token = self.till.token(APPROVED).await;
        let form = json!({
            "amount": cart["total"], "orderNumber": number, "cardHolderName": "Ann Lee", "opaqueDataValue": token,
            "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT", "appName": "funray",
        });
        let sold = self.fine(Who::Buyer, "POST", "/Orders/checkout", form).await;
        self.till.finish_checkouts().await;
        let order = self.notes.orders.len();
        let (id, total) = (text(&sold["orderId"]), cents(&sold["total"]));
        self.notes.orders.push(Order { id, number, total, is_touched: false, paid_by_bank: 0 });
        let mut sum = 0;
        for card in sold["cards"].as_array().expect("cards") {
            let vendor = text(&card["vendorId"]);
            let shop = self.shops.iter().position(|shop| shop.to_string() == vendor);
            let face = cents(&card["cardValue"]);
            sum += face;
            self.notes.sell(Card {
                id: text(&card["id"]),
                number: text(&card["cardNumber"]),
                shop: shop.expect("one of the two shops"),
                order,
                has_cause: card["cardType"] == 1,
                face,
                balance: face,
                is_over: false,
                given_back: 0,
                is_cashed_out: false,
                redemptions: Vec::new(),
            });
        }
        assert_eq!(sum, total, "{}: what was paid is on the cards: {sold}", self.at());
    }

    /// Picks a card that meets a condition. Returns its index, or `None` if there is no such card.
    fn card_with(&mut self, holds: impl Fn(&Card) -> bool) -> Option<usize> {
        let places: Vec<usize> =
            (0..self.notes.cards.len()).filter(|place| holds(&self.notes.cards[*place])).collect();
        (!places.is_empty()).then(|| *self.dice.pick(&places))
    }

    /// Looks up a card at its shop's counter and makes one call with it, such as a redemption.
    /// Returns the reply.
    async fn at_counter(&mut self, place: usize, what: &str, form: Value) -> Value {
        let card = self.notes.cards[place].clone();
        let manager = Who::Manager(card.shop);
        self.get(manager, &format!("/Cards/codes/{}", card.number)).await;
        // Each call has its own idempotency key, as in the browser, so that two equal redemptions
        // in a row both count.
        let key = format!("{}-{}-{what}", self.step, card.id);
        let path = format!("/api/v1/Cards/{}/{what}", card.id);
        let call = self.signed_in[&manager].call("PUT", &path).json(form.to_string());
        let reply = call.header("idempotency-key", &key).send().await;
        assert_eq!(reply.status, 200, "{}: {path}: {}", self.at(), reply.text());
        let told = reply.json();
        self.notes.cards[place].balance = cents(&told["balance"]);
        told
    }

    async fn redeem(&mut self) {
        let Some(place) = self.card_with(|card| card.balance > 0) else { return };
        let balance = self.notes.cards[place].balance;
        // Often leave a small balance on the card, which can then be cashed out.
        let value = match self.dice.below(3) {
            0 => balance,
            1 if balance > 500 => balance - self.dice.between(1, 500),
            _ => self.dice.between(1, balance),
        };
        let told = self.at_counter(place, "redeemed", json!({ "value": dollars(value) })).await;
        let card = &mut self.notes.cards[place];
        card.redemptions.push((text(&told["transactionId"]), value));
        let (shop, left) = (card.shop, card.balance);
        assert_eq!(left, balance - value, "{}: {told}", self.at());
        self.notes.shops[shop].redeemed += value;
    }

    async fn cash_out(&mut self) {
        let Some(place) = self.card_with(|card| (1..=500).contains(&card.balance)) else { return };
        let balance = self.notes.cards[place].balance;
        let told = self.at_counter(place, "cashed-out", json!({})).await;
        assert_eq!(cents(&told["value"]), balance, "{}: {told}", self.at());
        let card = &mut self.notes.cards[place];
        card.is_cashed_out = true;
        let (shop, left) = (card.shop, card.balance);
        assert_eq!(left, 0, "{}: {told}", self.at());
        self.notes.shops[shop].cashed_out += balance;
    }

    async fn reverse(&mut self) {
        let is_reversible =
            |card: &Card| !card.is_over && !card.is_cashed_out && !card.redemptions.is_empty();
        let Some(place) = self.card_with(is_reversible) else { return };
        let card = &self.notes.cards[place];
        let number = self.dice.below(card.redemptions.len());
        let card = &self.notes.cards[place];
        let (id, value) = card.redemptions[number].clone();
        let path = format!("/Cards/{}/transactions/{id}/reversed", card.id);
        let (manager, form) = (Who::Manager(card.shop), json!({ "reason": "The wrong button" }));
        let reply = self.ask(manager, "PUT", &path, form).await;
        if reply.json()["errorCode"] == "TOO_LATE_TO_REVERSE" {
            return;
        }
        assert_eq!(reply.status, 200, "{}: {}", self.at(), reply.text());
        let card = &mut self.notes.cards[place];
        card.redemptions.remove(number);
        card.balance += value;
        let (shop, balance) = (card.shop, card.balance);
        assert_eq!(cents(&reply.json()["balance"]), balance, "{}", self.at());
        self.notes.shops[shop].redeemed -= value;
    }

    /// Picks an order that was not refunded, cancelled or disputed. Returns its index, or `None` if
    /// there is no such order.
    fn whole_order(&mut self) -> Option<usize> {
        let places: Vec<usize> = (0..self.notes.orders.len())
            .filter(|place| !self.notes.orders[*place].is_touched)
            .collect();
        (!places.is_empty()).then(|| *self.dice.pick(&places))
    }

    fn cards_of(&self, order: usize) -> Vec<usize> {
        let cards = 0..self.notes.cards.len();
        cards.filter(|place| self.notes.cards[*place].order == order).collect()
    }

    /// Refunds the balances of an order's cards to the buyer.
    async fn refund(&mut self) {
        let Some(order) = self.whole_order() else { return };
        let mut cards = self.cards_of(order);
        cards.retain(|place| self.notes.cards[*place].balance > 0);
        if cards.is_empty() {
            return;
        }
        let each = cards.iter().map(|place| &self.notes.cards[*place]);
        let wanted: Vec<Value> = each
            .map(|card| json!({ "cardId": card.id, "amount": dollars(card.balance) }))
            .collect();
        let path = format!("/Helpdesk/orders/{}/refunds", self.notes.orders[order].id);
        let form = json!({ "reason": "The shop has closed", "cards": wanted });
        let is_refused = self.dice.one_in(2);
        if is_refused {
            self.end_day().await;
            self.till.sandbox.fail("refundTransaction", Fault::NotRefundable);
        }
        let told = self.fine(Who::Adam, "POST", &path, form).await;
        self.notes.orders[order].is_touched = true;
        let rest: i64 = cards.iter().map(|place| self.notes.cards[*place].balance).sum();
        cards.into_iter().for_each(|place| self.notes.give_back(place));
        if is_refused {
            self.pay_by_bank(order, rest).await;
            assert_eq!(told["id"], self.notes.orders[order].id, "{}", self.at());
        }
    }

    /// Records that the bank has paid a refund that the gateway refused: one administrator reports
    /// the payment, and another approves it.
    async fn pay_by_bank(&mut self, order: usize, amount: i64) {
        self.till.app.run_jobs().await;
        let path = format!("/Helpdesk/orders/{}", self.notes.orders[order].id);
        let told = self.get(Who::Bea, &path).await;
        let refund = &told["refunds"][0];
        assert_eq!(refund["state"], "REFUSED", "{}: {told}", self.at());
        let paid = format!("{path}/refunds/{}/paid", text(&refund["id"]));
        let form = json!({ "amount": dollars(amount), "reference": "e-transfer 417" });
        self.fine(Who::Adam, "PUT", &paid, form).await;
        self.fine(Who::Bea, "PUT", &format!("{paid}/approved"), json!({})).await;
        self.notes.pay_by_bank(order, amount);
    }

    async fn cancel(&mut self) {
        let Some(order) = self.whole_order() else { return };
        let cards = self.cards_of(order);
        let is_whole = cards.iter().all(|place| {
            let card = &self.notes.cards[*place];
            card.balance == card.face
        });
        let path = format!("/Helpdesk/orders/{}/cancelled", self.notes.orders[order].id);
        let form = json!({ "reason": "Bought by mistake" });
        let reply = self.ask(Who::Adam, "POST", &path, form).await;
        if !is_whole {
            return drop(reply.error(400, "ORDER_TOUCHED"));
        }
        assert_eq!(reply.status, 200, "{}: {}", self.at(), reply.text());
        self.notes.orders[order].is_touched = true;
        cards.into_iter().for_each(|place| self.notes.give_back(place));
    }

    /// Disputes an order's charge as its buyer, and has an administrator check the order.
    async fn dispute(&mut self) {
        let by_bank = self.notes.orders.iter().position(|order| order.paid_by_bank > 0);
        let by_bank = by_bank.filter(|_| self.dice.one_in(2));
        let Some(order) = by_bank.or_else(|| self.whole_order()) else { return };
        let Order { id, number, total, .. } = self.notes.orders[order].clone();
        let records = self.till.sandbox.ledger();
        let charge = records.iter().find(|record| record.invoice_number.starts_with(&number));
        let charge = charge.expect("what was sold was charged");
        assert_eq!(i64::try_from(charge.amount.cents()), Ok(total), "{}", self.at());
        let charge = TransactionId::parse(&charge.trans_id).expect("a transaction");
        if !self.till.sandbox.dispute(&charge) {
            return;
        }
        self.fine(Who::Adam, "POST", &format!("/Helpdesk/orders/{id}/checked"), json!({})).await;
        self.till.app.run_jobs().await;
        self.notes.orders[order].is_touched = true;
        self.notes.dispute(order);
    }

    async fn pay_out(&mut self) {
        self.end_day().await;
        let yesterday = BusinessDate::today(&self.till.app.app.clock).plus_days(-1);
        self.fine(Who::Adam, "POST", "/Payouts", json!({ "lastDay": yesterday })).await;
        self.drafted.push(yesterday);
        self.look_into_bursts().await;
        let drafts = self.get(Who::Adam, "/Payouts?state=DRAFT&pageSize=100").await;
        for draft in drafts["items"].as_array().expect("drafts").clone() {
            self.decide_about(&draft).await;
        }
    }

    /// Closes the open bursts of redemptions, because a shop's payout is held until its bursts are
    /// closed.
    async fn look_into_bursts(&mut self) {
        let open = self.get(Who::Bea, "/Helpdesk/bursts?isOpen=true&pageSize=100").await;
        for burst in open["items"].as_array().expect("bursts").clone() {
            let path = format!("/Helpdesk/bursts/{}/closed", text(&burst["id"]));
            self.fine(Who::Bea, "PUT", &path, json!({ "note": "A busy day" })).await;
        }
    }

    async fn decide_about(&mut self, draft: &Value) {
        let path = format!("/Payouts/{}", text(&draft["id"]));
        let reason = json!({ "reason": "Asked for" });
        if self.dice.one_in(6) {
            return drop(self.fine(Who::Adam, "PUT", &format!("{path}/discarded"), reason).await);
        }
        let form = json!({});
        let statement = self.fine(Who::Bea, "PUT", &format!("{path}/approved"), form).await;
        self.check_statement(&statement);
        let is_in_file = self.dice.one_in(2);
        if is_in_file {
            let file = self.fine(Who::Adam, "POST", "/Payouts/exports", Value::Null).await;
            let path = format!("/Payouts/exports/{}/released", text(&file["id"]));
            let form = json!({ "total": file["total"] });
            self.fine(Who::Bea, "PUT", &path, form).await;
        }
        if self.dice.one_in(5) {
            let form = json!({ "reason": "Sent back", "reference": "RET 0417" });
            self.fine(Who::Adam, "PUT", &format!("{path}/failed"), form).await;
            if is_in_file {
                let confirmed = format!("{path}/failed/confirmed");
                self.fine(Who::Bea, "PUT", &confirmed, json!({})).await;
            }
            return;
        }
        let form = json!({ "reference": "R1" });
        self.fine(Who::Adam, "PUT", &format!("{path}/paid"), form).await;
        let (payee, amount) = (text(&draft["tenantId"]), cents(&statement["payout"]["amount"]));
        match self.shops.iter().position(|shop| shop.to_string() == payee) {
            Some(shop) => self.notes.shops[shop].paid += amount,
            None => self.notes.cause_paid += amount,
        }
    }

    /// Checks the sums of a statement. The opening balance plus the movements is the closing
    /// balance. The payout is the closing balance less the part held back.
    fn check_statement(&self, statement: &Value) {
        let payout = &statement["payout"];
        let [opening, closing, held_back, reserve, amount] =
            ["opening", "closing", "heldBack", "reserve", "amount"]
                .map(|name| cents(&payout[name]));
        let lines = statement["lines"].as_array().expect("lines").iter();
        let changes: i64 = lines.map(|line| cents(&line["amount"])).sum();
        assert_eq!(opening + changes, closing, "{}: {statement}", self.at());
        let since = cents(&statement["since"]);
        assert_eq!(closing + since - held_back - reserve, amount, "{}: {statement}", self.at());
    }
}
