//! Simulates payouts to the shops and to the charity.

use std::time::Duration;

use serde_json::{Value, json};

use super::world::{Who, World, cents, dollars};
use crate::{books::recomputed::Books, payouts::give_bank_account};

/// Number of payees: two shops and one charity.
pub const PAYEES: usize = 3;

impl World<'_> {
    pub async fn open_bank_accounts(&self) {
        for payee in 0..PAYEES {
            give_bank_account(&self.till.app, self.payee(payee)).await;
        }
    }

    pub fn payee(&self, payee: usize) -> kernel::ids::TenantId {
        self.shops.get(payee).copied().unwrap_or(self.till.charity)
    }

    /// Returns the account of the ledger with the amount payable to a payee.
    pub fn account_of(&self, payee: usize) -> String {
        let kind = if payee < self.shops.len() { "vendor" } else { "charity" };
        format!("{kind}_payable:{}", self.payee(payee))
    }

    /// Pays out the balance of every payee, at the end of a day without further activity.
    pub async fn pay_out(&mut self) {
        self.settle().await;
        let last_day = self.today();
        self.till.app.hands.advance(Duration::from_secs(25 * 3600));
        self.visitors.clear();
        let mut sums = self.model.sums.clone();
        let owed: Vec<i64> = (0..PAYEES).map(|payee| *sums.owed_to(payee)).collect();
        let taxes = self.expected_taxes(last_day).await;
        let due =
            |(payee, owed): (usize, &i64)| owed - taxes.get(payee).copied().unwrap_or_default();
        let due: Vec<i64> = owed.iter().enumerate().map(due).collect();
        let form = json!({ "lastDay": last_day });
        if self.dice.one_in(2) {
            return self.pay_out_as_run(form, taxes, (&owed, &due)).await;
        }
        let drafts = due.iter().filter(|cents| **cents > 0).count();
        for drafted in [drafts, 0] {
            let reply = self.ask(Who::Administrator, "POST", "/Payouts", Some(&form)).await;
            assert_eq!(self.fine("drafts", &reply)["drafted"], drafted, "{}", self.at());
        }
        self.note_taxes(taxes).await;
        for (payee, due) in due.into_iter().enumerate().filter(|(_, due)| *due > 0) {
            self.decide_about_payout(payee, owed[payee], due).await;
        }
    }

    /// Decides about a draft. `owed` is the closing balance of its statement, `due` the balance less
    /// the tax that was charged after the period.
    async fn decide_about_payout(&mut self, payee: usize, owed: i64, due: i64) {
        let path = format!("/Payouts?state=DRAFT&tenantId={}", self.payee(payee));
        let told = self.get(Who::Administrator, &path).await;
        assert_eq!(told["totalItems"], 1, "{}: {told}", self.at());
        let id = told["items"][0]["id"].as_str().expect("an id").to_owned();
        let reason = json!({ "reason": "Asked for" });
        if self.dice.one_in(5) {
            return drop(self.change_payout(&id, "discarded", &reason).await);
        }
        let mut amount = due;
        if due > 1 && self.dice.one_in(3) {
            let held = 1 + i64::try_from(self.dice.below(100)).expect("small").min(due - 2);
            amount -= held;
            let form = json!({ "amount": dollars(held), "reason": "A dispute is open" });
            self.change_payout(&id, "held-back", &form).await;
        }
        self.look_into_burst(payee, &id).await;
        let path = format!("/Payouts/{id}/approved");
        let reply = self.ask(Who::Administrator, "PUT", &path, Some(&json!({}))).await;
        self.refused("one's own draft", &reply, "SAME_PERSON");
        let approved = self.change_as(Who::Second, &id, "approved", &json!({})).await;
        self.check_statement(payee, [owed, due, amount], &approved);
        let books = Books::of(&self.till.app).await;
        books.check_statement(&approved, &self.account_of(payee), &self.at());
        let is_in_file = self.dice.one_in(2);
        if is_in_file {
            self.make_bank_file(amount).await;
        }
        if self.dice.one_in(4) {
            return self.send_back(&id, is_in_file).await;
        }
        self.change_payout(&id, "paid", &json!({ "reference": "R1" })).await;
        if self.dice.one_in(8) {
            return self.send_back(&id, true).await;
        }
        self.model.pay_out(payee, owed, amount);
    }

    /// Creates the bank file as one administrator and releases it as another. Checks that one
    /// person can't do both.
    async fn make_bank_file(&mut self, amount: i64) {
        let second = Who::Second;
        let reply = self.ask(second, "POST", "/Payouts/exports", None).await;
        self.refused("a file of what one approved", &reply, "SAME_PERSON");
        let reply = self.ask(Who::Administrator, "POST", "/Payouts/exports", None).await;
        let made = self.fine("a bank file", &reply);
        assert_eq!(cents(&made["total"]), amount, "{}", self.at());
        let path = format!("/Payouts/exports/{}/released", made["id"].as_str().expect("an id"));
        let form = json!({ "total": made["total"] });
        let reply = self.ask(Who::Administrator, "PUT", &path, Some(&form)).await;
        self.refused("one's own file", &reply, "SAME_PERSON");
        let reply = self.ask(second, "PUT", &path, Some(&form)).await;
        self.fine("a released file", &reply);
    }

    /// Marks a payout as failed. If the money may have left the bank already, a second
    /// administrator confirms the failure.
    async fn send_back(&mut self, id: &str, may_have_gone: bool) {
        let reason = json!({ "reason": "Sent back" });
        if !may_have_gone {
            return drop(self.change_payout(id, "failed", &reason).await);
        }
        let form = json!({ "reason": "Sent back", "reference": "RET 0417" });
        self.change_payout(id, "failed", &form).await;
        let path = format!("/Payouts/{id}/failed/confirmed");
        let reply = self.ask(Who::Administrator, "PUT", &path, Some(&json!({}))).await;
        self.refused("one's own report", &reply, "SAME_PERSON");
        let second = Who::Second;
        self.change_as(second, id, "failed/confirmed", &json!({})).await;
    }

    /// Closes the open burst of redemptions that holds a shop's payout. Does nothing if the shop
    /// has none.
    pub async fn look_into_burst(&mut self, payee: usize, payout: &str) {
        let told = self.get(Who::Second, "/Helpdesk/bursts?isOpen=true").await;
        let vendor = self.payee(payee).to_string();
        let bursts = told["items"].as_array().expect("a list").iter();
        let Some(burst) = bursts.into_iter().find(|burst| burst["vendorId"] == vendor) else {
            return;
        };
        let path = format!("/Payouts/{payout}/approved");
        let held = self.ask(Who::Second, "PUT", &path, Some(&json!({}))).await;
        self.refused("a payout after a burst", &held, "BURST_OPEN");
        let path = format!("/Helpdesk/bursts/{}/closed", burst["id"].as_str().expect("an id"));
        let note = json!({ "note": "A busy day" });
        let closed = self.ask(Who::Second, "PUT", &path, Some(&note)).await;
        self.fine("a burst that was looked into", &closed);
    }

    async fn change_payout(&mut self, id: &str, what: &str, form: &Value) -> Value {
        self.change_as(Who::Administrator, id, what, form).await
    }

    pub async fn change_as(&mut self, who: Who, id: &str, what: &str, form: &Value) -> Value {
        let path = format!("/Payouts/{id}/{what}");
        let reply = self.ask(who, "PUT", &path, Some(form)).await;
        self.fine(what, &reply)
    }

    /// Checks that a payout's statement opens with the closing balance of the previous one, and
    /// that its lines explain the change.
    pub fn check_statement(&self, payee: usize, [owed, due, amount]: [i64; 3], told: &Value) {
        let payout = &told["payout"];
        let opening = self.model.statements[payee];
        let lines = told["lines"].as_array().expect("lines").iter();
        let changes: i64 = lines.map(|line| cents(&line["amount"])).sum();
        let figures =
            [&payout["opening"], &payout["closing"], &payout["amount"], &told["since"]].map(cents);
        assert_eq!(figures, [opening, owed, amount, due - owed], "{}: {told}", self.at());
        assert_eq!(opening + changes, owed, "{}: {told}", self.at());
        let terms = told["terms"].as_array().expect("terms").iter();
        let sum: i64 = terms.map(|term| cents(&term["amount"])).sum();
        assert_eq!(sum, amount, "{}: {told}", self.at());
    }
}
