//! Simulates mistakes of the gateway: lost, duplicated and invented charges, and wrong amounts. The
//! daily comparison must list exactly these mistakes, and an administrator resolves each.

use std::{collections::BTreeSet, time::Duration};

use authorizenet::{Amount, TransactionId, sandbox::Record};
use checkout::disputes::reconciliation;
use kernel::timestamp::Timestamp;
use serde_json::{Value, json};

use super::{
    model::Buyer,
    world::{CART, Who, World, cents},
};
use crate::orders::reversals::tell;

/// Maximum age of a charge that gets a mistake. Older charges may be missing from the gateway's
/// lists.
const LISTED_FOR: Duration = Duration::from_secs(6 * 24 * 3600);

#[derive(Clone, Copy, Debug)]
enum Mistake {
    /// The gateway has no record of the charge.
    Lost,
    /// The charge expired at the gateway before it was settled.
    Expired,
    Doubled,
    Invented,
    OtherAmount,
}

/// A difference between the gateway and the program that the daily comparison must list.
#[derive(Clone, Debug)]
struct Expected {
    mistake: Mistake,
    transaction: TransactionId,
    kind: &'static str,
    /// Buyer and index of the affected order. `None` for a charge that the gateway invented.
    sold: Option<(Buyer, usize)>,
    ours: Option<i64>,
    theirs: Option<i64>,
}

impl World<'_> {
    /// Returns the charges at the gateway that the program requested, and their refunds.
    pub fn own_records(&self) -> Vec<Record> {
        let mut records = self.till.sandbox.ledger();
        records.retain(|record| !self.model.strangers.contains(&record.trans_id));
        records
    }

    /// Makes some mistakes at the gateway. A day later the daily comparison lists them, and an
    /// administrator corrects them.
    pub async fn find_mistakes(&mut self) {
        self.settle().await;
        let mut expected: Vec<Expected> = Vec::new();
        for _ in 0..self.dice.between(1, 3) {
            let made = self.make_mistake(&expected);
            expected.extend(made);
        }
        if self.dice.one_in(2) {
            self.till.sandbox.settle();
        }
        self.till.app.hands.advance(Duration::from_secs(25 * 3600));
        // Comparing twice checks that the second comparison adds no difference.
        for _ in 0..2 {
            self.reconcile().await;
            self.compare_differences(&expected).await;
        }
        self.compare_books().await;
        for one in &expected {
            self.mend(one).await;
        }
        self.reconcile().await;
        self.compare_differences(&[]).await;
    }

    pub async fn reconcile(&mut self) {
        let app = self.till.app.app.clone();
        reconciliation::reconcile(app).await.expect("compared");
        self.till.app.run_jobs().await;
        self.visitors.clear();
    }

    /// Picks an unchanged charge that has no difference yet. Returns the charge, the buyer and the
    /// index of the order.
    fn any_charge(&mut self, but: &[Expected]) -> Option<(Record, Buyer, usize)> {
        let now = self.till.app.app.clock.now();
        let is_young = |record: &Record| {
            let submitted_at = record.submitted_at.to_string();
            now.since(Timestamp::parse(&submitted_at).expect("a moment")) < LISTED_FOR
        };
        let mut found = Vec::new();
        for record in self.own_records() {
            let is_named = but.iter().any(|one| one.transaction.as_str() == record.trans_id);
            if record.is_refund || is_named || !is_young(&record) {
                continue;
            }
            if !["capturedPendingSettlement", "settledSuccessfully"].contains(&&*record.status) {
                continue;
            }
            for buyer in 0..2 {
                let place = self.model.sold[buyer].iter().position(|sold| {
                    let is_its = record.invoice_number.get(..CART) == Some(&sold.number);
                    is_its && sold.stands() && sold.left() == sold.dollars * 100
                });
                found.extend(place.map(|place| (record.clone(), buyer, place)));
            }
        }
        (!found.is_empty()).then(|| self.dice.pick(&found).clone())
    }

    fn make_mistake(&mut self, before: &[Expected]) -> Option<Expected> {
        use Mistake::{Doubled, Expired, Invented, Lost, OtherAmount};
        let mistake = *self.dice.pick(&[Lost, Expired, Doubled, Invented, OtherAmount]);
        let sandbox = &self.till.sandbox;
        if let Invented = mistake {
            let amount = *self.dice.pick(&[1_u64, 2_599, 1_000_000]);
            let transaction = sandbox.invent("LOST-AND-FOUND", Amount::from_cents(amount))?;
            self.model.strangers.insert(transaction.to_string());
            let theirs = i64::try_from(amount).ok();
            let kind = "MISSING_HERE";
            return Some(Expected { mistake, transaction, kind, sold: None, ours: None, theirs });
        }
        let (record, buyer, place) = self.any_charge(before)?;
        let charge = TransactionId::parse(&record.trans_id).expect("a transaction");
        let cents = record.amount.cents();
        let amount = i64::try_from(cents).ok();
        let sold = Some((buyer, place));
        let listed = |kind, transaction, ours, theirs| {
            Some(Expected { mistake, transaction, kind, sold, ours, theirs })
        };
        match mistake {
            Lost => {
                assert!(sandbox.lose(&charge), "{}", self.at());
                self.model.sold[buyer][place].is_lost = true;
                listed("MISSING_THERE", charge, amount, None)
            }
            Expired => {
                assert!(sandbox.expire(&charge), "{}", self.at());
                listed("OTHER_STATE", charge, amount, amount)
            }
            Doubled => {
                let second = sandbox.double(&charge).expect("a second charge");
                self.model.strangers.insert(second.to_string());
                listed("MISSING_HERE", second, None, amount)
            }
            Invented | OtherAmount => {
                // Make each wrong amount unique: a resolved difference is listed again only if the
                // amount changes.
                let other = cents + 1 + self.step as u64;
                assert!(sandbox.alter(&charge, Amount::from_cents(other)), "{}", self.at());
                listed("OTHER_AMOUNT", charge, amount, i64::try_from(other).ok())
            }
        }
    }

    /// Checks that the list of open differences has exactly the expected ones.
    async fn compare_differences(&mut self, expected: &[Expected]) {
        let path = "/Helpdesk/differences?isOpen=true&pageSize=100";
        let told = self.get(Who::Administrator, path).await;
        let rows = told["items"].as_array().expect("differences").iter();
        let amount = |amount: &Value| (!amount.is_null()).then(|| cents(amount));
        let told: BTreeSet<_> = rows
            .map(|row| {
                let text = |name: &str| row[name].as_str();
                let amounts = (amount(&row["ourAmount"]), amount(&row["theirAmount"]));
                (text("kind"), text("transactionId"), text("orderId"), amounts)
            })
            .collect();
        let expected: BTreeSet<_> = expected
            .iter()
            .map(|one| {
                let order = one.sold.map(|(buyer, place)| &*self.model.sold[buyer][place].id);
                let amounts = (one.ours, one.theirs);
                (Some(one.kind), Some(one.transaction.as_str()), order, amounts)
            })
            .collect();
        assert_eq!(told, expected, "{}", self.at());
        let count = expected.len();
        let open = self.get(Who::Administrator, "/Helpdesk/open").await;
        assert_eq!(open["differences"], count, "{}: {open}", self.at());
    }

    /// Corrects a mistake at the gateway or in the order, and closes the difference.
    async fn mend(&mut self, one: &Expected) {
        match one.mistake {
            // The money of a lost charge never arrives. Administrators decide about its cards, so
            // nothing is corrected here.
            Mistake::Lost => {}
            Mistake::Expired => self.take_back_expired(one).await,
            Mistake::Doubled | Mistake::Invented => self.give_back_at_gateway(one).await,
            Mistake::OtherAmount => {
                let right = one.ours.and_then(|cents| u64::try_from(cents).ok());
                let right = Amount::from_cents(right.expect("an amount"));
                assert!(self.till.sandbox.alter(&one.transaction, right), "{}", self.at());
            }
        }
        self.close_difference(one.transaction.as_str()).await;
        self.model.differences.insert((one.transaction.to_string(), one.kind));
    }

    /// Closes the open difference of a transaction. A second closing must keep the first note.
    pub async fn close_difference(&mut self, transaction: &str) {
        let path = "/Helpdesk/differences?isOpen=true&pageSize=100";
        let told = self.get(Who::Administrator, path).await;
        let mut rows = told["items"].as_array().expect("differences").iter();
        let row = rows.find(|row| row["transactionId"] == transaction);
        let id = row.and_then(|row| row["id"].as_str()).expect("a difference").to_owned();
        let path = format!("/Helpdesk/differences/{id}/closed");
        for note in ["Asked the gateway", "Asked once more"] {
            let form = json!({ "note": note });
            let reply = self.ask(Who::Administrator, "PUT", &path, Some(&form)).await;
            let closed = self.fine("a difference that was looked into", &reply);
            assert_eq!(closed["note"], "Asked the gateway", "{}: {closed}", self.at());
        }
    }

    /// Has the program check an order's charge at the gateway. The charge has expired there, so the
    /// program reverses it.
    async fn take_back_expired(&mut self, one: &Expected) {
        let (buyer, place) = one.sold.expect("an order");
        let path = format!("/Helpdesk/orders/{}/checked", self.model.sold[buyer][place].id);
        let reply = self.ask(Who::Administrator, "POST", &path, Some(&json!({}))).await;
        assert_eq!(reply.status, 204, "{}: {}", self.at(), reply.text());
        self.till.app.run_jobs().await;
        self.read_gift_mails().await;
        self.model.reverse_charge(buyer, place);
    }

    /// Voids or refunds a duplicated or invented charge at the gateway, sometimes with a webhook.
    async fn give_back_at_gateway(&mut self, one: &Expected) {
        let sandbox = &self.till.sandbox;
        let (what, by) = if sandbox.void(&one.transaction) {
            ("void.created", one.transaction.clone())
        } else {
            let cents = one.theirs.and_then(|cents| u64::try_from(cents).ok());
            let amount = Amount::from_cents(cents.expect("an amount"));
            let refund = sandbox.refund(&one.transaction, amount).expect("a refund");
            self.model.strangers.insert(refund.to_string());
            ("refund.created", refund)
        };
        if self.dice.one_in(2) {
            tell(self.till, what, by.as_str()).await;
            self.till.app.run_jobs().await;
        }
    }
}
