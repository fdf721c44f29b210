//! Simulates refunds that the gateway refuses for good, so that the bank pays the buyer instead.

use std::time::Duration;

use authorizenet::{TransactionId, sandbox::Fault};
use kernel::timestamp::Timestamp;
use serde_json::json;

use super::{
    model::Buyer,
    world::{CART, TAKEN, Who, World, dollars},
};

/// Maximum age of a charge for which the gateway still accepts refunds.
const REFUNDED_FOR: Duration = Duration::from_secs(180 * 24 * 3600);

impl World<'_> {
    /// Returns whether the charge of an order is too old for a refund by the gateway. A declined
    /// attempt before it doesn't count.
    pub(super) fn is_charge_old(&self, buyer: Buyer, place: usize) -> bool {
        let number = &self.model.sold[buyer][place].number;
        let now = self.till.app.app.clock.now();
        self.own_records().iter().any(|record| {
            let sent_at = Timestamp::parse(&record.submitted_at.to_string()).expect("a moment");
            !record.is_refund
                && TAKEN.contains(&record.status.as_str())
                && record.invoice_number.get(..CART) == Some(number)
                && now.since(sent_at) > REFUNDED_FOR
        })
    }

    /// Refunds a card. The gateway refuses the refund, and two administrators record that the bank
    /// has paid the buyer.
    pub async fn refund_by_bank(&mut self) {
        self.end_payments().await;
        self.till.sandbox.settle();
        // Earlier refunds finish first, so that the gateway refuses only the next one.
        self.settle().await;
        let Some((buyer, place, card)) = self.any_refundable_card() else { return };
        let (order, of) = (self.model.sold[buyer][place].id.clone(), &self.model.cards[card]);
        let cards = json!([{ "cardId": of.id, "amount": dollars(of.balance) }]);
        let form = json!({ "reason": "The card account is closed", "cards": cards });
        let path = format!("/Helpdesk/orders/{order}/refunds");
        let reply = self.ask(Who::Administrator, "POST", &path, Some(&form)).await;
        let told = self.fine("a refund", &reply);
        if self.decide_about_refund(told).await.is_none() {
            return;
        }
        self.till.sandbox.fail("refundTransaction", Fault::NotRefundable);
        self.till.app.run_jobs().await;
        self.model.refund(buyer, place, &[card]);
        self.compare_books().await;

        let has_left = self.model.sold[buyer][place].left() > 0;
        let is_late =
            has_left && self.dice.one_in(2) && self.dispute_unrecorded(buyer, place).await;
        self.pay_refused(&order, is_late).await;
        // The books don't depend on when the payment was recorded.
        self.model.pay_refund_by_bank(buyer, place, card);
        if is_late {
            self.model.reverse_charge(buyer, place);
        }
    }

    /// Disputes the charge of an order whose refund the bank has paid, before the payment is
    /// recorded. Returns false if the gateway doesn't take the dispute.
    async fn dispute_unrecorded(&mut self, buyer: Buyer, place: usize) -> bool {
        let number = &self.model.sold[buyer][place].number;
        let records = self.own_records();
        let charge = records.iter().find(|record| {
            let is_its = record.invoice_number.get(..CART) == Some(number);
            is_its && !record.is_refund && record.status == "settledSuccessfully"
        });
        let Some(charge) = charge.and_then(|charge| TransactionId::parse(&charge.trans_id)) else {
            return false;
        };
        assert!(self.till.sandbox.dispute(&charge), "{}", self.at());
        let path = format!("/Helpdesk/orders/{}/checked", self.model.sold[buyer][place].id);
        let reply = self.ask(Who::Administrator, "POST", &path, Some(&json!({}))).await;
        assert_eq!(reply.status, 204, "{}: {}", self.at(), reply.text());
        self.till.app.run_jobs().await;
        self.read_gift_mails().await;
        true
    }

    /// Cancels an order. The gateway refuses the refund, and two administrators record that the
    /// bank has paid the buyer.
    pub async fn cancel_by_bank(&mut self) {
        self.end_payments().await;
        self.till.sandbox.settle();
        self.settle().await;
        let Some((buyer, place)) = self.any_whole_order() else { return };
        let order = self.model.sold[buyer][place].id.clone();
        let (path, form) =
            (format!("/Helpdesk/orders/{order}/cancelled"), json!({ "reason": "A mistake" }));
        let reply = self.ask(Who::Administrator, "POST", &path, Some(&form)).await;
        let told = self.fine("a cancelled order", &reply);
        if self.decide_about_refund(told).await.is_none() {
            return;
        }
        self.till.sandbox.fail("refundTransaction", Fault::NotRefundable);
        self.till.app.run_jobs().await;
        self.model.cancel(buyer, place);
        self.compare_books().await;
        let is_late = self.dice.one_in(2) && self.dispute_unrecorded(buyer, place).await;
        self.pay_refused(&order, is_late).await;
        self.model.pay_cancelled_by_bank(buyer, place);
        if is_late {
            self.model.take_twice(buyer, place);
        }
    }

    /// Picks an order of which nothing was spent, refunded or reversed, and whose charge is recent
    /// enough for a refund. Returns the buyer and the index of the order, or `None`.
    fn any_whole_order(&mut self) -> Option<(Buyer, usize)> {
        let mut found = Vec::new();
        for buyer in 0..2 {
            for (place, sold) in self.model.sold[buyer].iter().enumerate() {
                let mut cards = sold.cards.iter().map(|&card| &self.model.cards[card]);
                let is_whole = cards.all(|card| card.balance == card.face);
                let is_touched = sold.taken_back > 0 || sold.refunded > 0 || sold.is_undecided;
                if sold.stands() && is_whole && !is_touched && !self.is_charge_old(buyer, place) {
                    found.push((buyer, place));
                }
            }
        }
        (!found.is_empty()).then(|| *self.dice.pick(&found))
    }

    /// Records that the bank has paid the refused refund of an order: one administrator reports the
    /// payment, another approves it. If `is_late`, the charge was disputed before the report, which
    /// must then contain the day of the payment.
    async fn pay_refused(&mut self, order: &str, is_late: bool) {
        let path = format!("/Helpdesk/orders/{order}/refunds");
        let told = self.get(Who::Second, &format!("/Helpdesk/orders/{order}")).await;
        let mut refunds = told["refunds"].as_array().expect("refunds").iter();
        let state = if is_late { "COVERED" } else { "REFUSED" };
        let refused = refunds.find(|refund| {
            refund["state"] == state && refund["payableUntil"].is_string() == is_late
        });
        let refused = refused.unwrap_or_else(|| panic!("{}: {told}", self.at())).clone();
        let paid = format!("{path}/{}/paid", refused["id"].as_str().expect("an id"));
        let mut form = json!({ "amount": refused["amount"], "reference": "e-transfer 417" });
        if is_late {
            let reply = self.ask(Who::Administrator, "PUT", &paid, Some(&form)).await;
            self.refused("a late payment without a day", &reply, "VALIDATION");
            form["paidOn"] = refused["payableUntil"].clone();
        }
        let reply = self.ask(Who::Administrator, "PUT", &paid, Some(&form)).await;
        self.fine("a payment by the bank", &reply);
        let approving = format!("{paid}/approved");
        let own = self.ask(Who::Administrator, "PUT", &approving, Some(&json!({}))).await;
        self.refused("one's own payment by the bank", &own, "SAME_PERSON");
        for _ in 0..2 {
            let approved = self.ask(Who::Second, "PUT", &approving, Some(&json!({}))).await;
            self.fine("an approved payment by the bank", &approved);
        }
    }

    /// Picks a card with a balance whose refund is less than its order's charge. Returns the buyer
    /// and the indexes of order and card, or `None`.
    fn any_refundable_card(&mut self) -> Option<(Buyer, usize, usize)> {
        let mut found = Vec::new();
        for buyer in 0..2 {
            for (place, sold) in self.model.sold[buyer].iter().enumerate() {
                if !sold.stands() || sold.taken_back > 0 {
                    continue;
                }
                let is_one = sold.cards.len() == 1;
                for card in sold.cards.clone() {
                    let of = &self.model.cards[card];
                    let is_whole = is_one && of.balance == of.face;
                    if of.balance > 0 && !is_whole {
                        found.push((buyer, place, card));
                    }
                }
            }
        }
        (!found.is_empty()).then(|| *self.dice.pick(&found))
    }
}
