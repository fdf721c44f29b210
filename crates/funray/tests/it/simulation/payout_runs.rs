//! Simulates payouts that are drafted and decided about as one run.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    payouts::PAYEES,
    world::{Who, World, cents, dollars},
};
use crate::books::recomputed::Books;

/// Draft of a run: its id and its amount in cents.
struct Draft {
    id: String,
    cents: i64,
}

impl World<'_> {
    /// Pays out the balances of all payees as one run, except for those below a minimum. `owed` are the
    /// closing balances, `due` the balances less the tax that is charged after the period.
    pub async fn pay_out_as_run(
        &mut self,
        mut form: Value,
        taxes: [i64; 2],
        (owed, due): (&[i64], &[i64]),
    ) {
        let minimum = if self.dice.one_in(2) { 0 } else { 500 };
        form["minimum"] = json!(dollars(minimum));
        let is_drafted = |cents: i64| cents > 0 && cents >= minimum;
        let made = self.ask(Who::Administrator, "POST", "/Payouts/runs", Some(&form)).await;
        self.note_taxes(taxes).await;
        if !due.iter().any(|cents| is_drafted(*cents)) {
            return self.refused("a run without payouts", &made, "NOTHING_PAYABLE");
        }
        let run = self.fine("a run", &made);
        self.check_run(&run, due, minimum);
        let again = self.ask(Who::Administrator, "POST", "/Payouts/runs", Some(&form)).await;
        self.refused("the same run again", &again, "NOTHING_PAYABLE");
        let run = run["id"].as_str().expect("an id").to_owned();
        let mut drafts = self.drafts_of(&run).await;
        for (payee, draft) in &drafts {
            assert_eq!(draft.cents, due[*payee], "{}: {payee}", self.at());
        }
        self.exclude_some(&run, &mut drafts).await;
        self.hold_back_some(&mut drafts).await;
        for (payee, draft) in &drafts {
            self.look_into_burst(*payee, &draft.id).await;
        }
        if drafts.is_empty() {
            return;
        }
        self.approve_run(&run, (owed, due), &drafts).await;
        let returned = self.pay_file(&run, &drafts).await;
        for (payee, draft) in drafts {
            if returned == Some(payee) {
                let second = Who::Second;
                self.change_as(second, &draft.id, "failed/confirmed", &json!({})).await;
            } else {
                self.model.pay_out(payee, owed[payee], draft.cents);
            }
        }
    }

    /// Checks that a run has a draft for each payee to whom enough is payable, and names the others.
    fn check_run(&self, run: &Value, due: &[i64], minimum: i64) {
        let part = |name: &str| {
            (run[name]["count"].as_u64().expect("a count"), cents(&run[name]["amount"]))
        };
        let sum = |is_one: &dyn Fn(i64) -> bool| {
            let some: Vec<i64> = due.iter().copied().filter(|cents| is_one(*cents)).collect();
            (some.len() as u64, some.iter().sum::<i64>())
        };
        let drafted = sum(&|cents| cents > 0 && cents >= minimum);
        let expected =
            [drafted, sum(&|cents| cents < 0), sum(&|cents| cents > 0 && cents < minimum)];
        let found = ["drafted", "carriedForward", "belowMinimum"].map(part);
        assert_eq!(found, expected, "{}: {run}", self.at());
    }

    /// Returns the drafts of a run by payee.
    async fn drafts_of(&mut self, run: &str) -> BTreeMap<usize, Draft> {
        let listed =
            self.get(Who::Second, &format!("/Payouts/runs/{run}/payouts?state=DRAFT")).await;
        let items = listed["items"].as_array().expect("items").iter();
        let draft = |item: &Value| {
            let payee =
                (0..PAYEES).find(|payee| self.payee(*payee).to_string() == item["tenantId"]);
            let id = item["id"].as_str().expect("an id").to_owned();
            (payee.expect("a payee"), Draft { id, cents: cents(&item["amount"]) })
        };
        items.map(draft).collect()
    }

    async fn exclude_some(&mut self, run: &str, drafts: &mut BTreeMap<usize, Draft>) {
        for payee in 0..PAYEES {
            if !self.dice.one_in(5) {
                continue;
            }
            let Some(draft) = drafts.remove(&payee) else { continue };
            let form = json!({ "payoutIds": [draft.id], "reason": "Asked for" });
            let path = format!("/Payouts/runs/{run}/excluded");
            let reply = self.ask(Who::Administrator, "PUT", &path, Some(&form)).await;
            assert_eq!(self.fine("an exclusion", &reply)["changed"], 1, "{}", self.at());
        }
    }

    async fn hold_back_some(&mut self, drafts: &mut BTreeMap<usize, Draft>) {
        for draft in drafts.values_mut() {
            if draft.cents > 1 && self.dice.one_in(3) {
                let held =
                    (1 + i64::try_from(self.dice.below(100)).expect("small")).min(draft.cents - 1);
                draft.cents -= held;
                let form = json!({ "amount": dollars(held), "reason": "A dispute is open" });
                self.change_as(Who::Administrator, &draft.id, "held-back", &form).await;
            }
        }
    }

    /// Approves the drafts as the second person. Checks that their drafter can't, and that the total
    /// must be right.
    async fn approve_run(
        &mut self,
        run: &str,
        (owed, due): (&[i64], &[i64]),
        drafts: &BTreeMap<usize, Draft>,
    ) {
        let path = format!("/Payouts/runs/{run}/approved");
        let ids: Vec<&str> = drafts.values().map(|draft| draft.id.as_str()).collect();
        let total: i64 = drafts.values().map(|draft| draft.cents).sum();
        let wrong = json!({ "payoutIds": ids, "total": dollars(total + 1) });
        let reply = self.ask(Who::Second, "PUT", &path, Some(&wrong)).await;
        self.refused("another total", &reply, "VALIDATION");
        let form = json!({ "payoutIds": ids, "total": dollars(total) });
        let reply = self.ask(Who::Administrator, "PUT", &path, Some(&form)).await;
        let own = self.fine("one's own drafts", &reply);
        assert_eq!(own["changed"], 0, "{}: {own}", self.at());
        let reply = self.ask(Who::Second, "PUT", &path, Some(&form)).await;
        let approved = self.fine("an approved run", &reply);
        let told = (approved["changed"].as_u64(), cents(&approved["amount"]));
        assert_eq!(told, (Some(ids.len() as u64), total), "{}: {approved}", self.at());
        let books = Books::of(&self.till.app).await;
        for (payee, draft) in drafts {
            let statement = self.get(Who::Second, &format!("/Payouts/{}", draft.id)).await;
            let figures = [owed[*payee], due[*payee], draft.cents];
            self.check_statement(*payee, figures, &statement);
            books.check_statement(&statement, &self.account_of(*payee), &self.at());
        }
    }

    /// Sends the run's payouts to the bank in one file, which is paid, perhaps except for one payment.
    /// Returns the payee whose payment the bank returned.
    async fn pay_file(&mut self, run: &str, drafts: &BTreeMap<usize, Draft>) -> Option<usize> {
        let path = format!("/Payouts/runs/{run}/exports");
        let reply = self.ask(Who::Second, "POST", &path, None).await;
        self.refused("a file of what one approved", &reply, "SAME_PERSON");
        let reply = self.ask(Who::Administrator, "POST", &path, None).await;
        let made = self.fine("a bank file of a run", &reply);
        let total: i64 = drafts.values().map(|draft| draft.cents).sum();
        assert_eq!(cents(&made["total"]), total, "{}: {made}", self.at());
        let file = made["id"].as_str().expect("an id");
        let form = json!({ "total": made["total"] });
        let path = format!("/Payouts/exports/{file}/released");
        let reply = self.ask(Who::Second, "PUT", &path, Some(&form)).await;
        self.fine("a released file", &reply);
        let returned = if self.dice.one_in(3) { drafts.first_key_value() } else { None };
        let forms: Vec<Value> = returned
            .iter()
            .map(|(_, draft)| json!({ "payoutId": draft.id, "reason": "Sent back", "reference": "RET 0417" }))
            .collect();
        let form = json!({ "reference": "BATCH 1", "returned": forms });
        let path = format!("/Payouts/exports/{file}/paid");
        for _ in 0..2 {
            let reply = self.ask(Who::Administrator, "PUT", &path, Some(&form)).await;
            assert_eq!(self.fine("a paid file", &reply)["open"], 0, "{}", self.at());
        }
        returned.map(|(payee, _)| *payee)
    }
}
