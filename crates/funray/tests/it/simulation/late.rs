//! Simulates disputes without a webhook. Only the program's regular queries about charges find
//! them, up to half a year after the sale.

use std::time::Duration;

use authorizenet::TransactionId;
use checkout::disputes::watch::ask_about_charges;
use kernel::timestamp::Timestamp;

use super::{
    model::Buyer,
    world::{CART, Who, World},
};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Maximum age of a charge that a buyer disputes. The program queries each charge until it is 180
/// days old, old charges once a week.
const DISPUTED_UNTIL: Duration = Duration::from_secs(170 * 24 * 3600);
/// Number of days within which the program queries each charge again.
const FOUND_WITHIN: u32 = 8;

impl World<'_> {
    /// Ends every open payment, including those held for review at the gateway.
    pub(super) async fn end_payments(&mut self) {
        for buyer in 0..2 {
            self.decide(buyer).await;
        }
        self.settle().await;
    }

    /// Advances the clock day by day, and runs the queries about charges on each day.
    async fn let_days_pass(&mut self, days: u32) {
        for _ in 0..days {
            self.till.app.hands.advance(DAY);
            ask_about_charges(self.till.app.app.clone()).await.expect("asked");
            self.till.app.run_jobs().await;
        }
        self.read_gift_mails().await;
        self.visitors.clear();
    }

    /// Disputes a charge as its buyer, weeks after the sale, and checks that the program finds the
    /// dispute.
    pub async fn dispute_late(&mut self) {
        self.end_payments().await;
        self.till.sandbox.settle();
        let days = *self.dice.pick(&[9, 30, 80, 150]);
        self.let_days_pass(days).await;
        let Some((charge, buyer, place)) = self.any_old_charge() else { return };
        assert!(self.till.sandbox.dispute(&charge), "{}", self.at());
        self.let_days_pass(FOUND_WITHIN).await;
        if self.model.sold[buyer][place].is_cancelled {
            self.model.take_twice(buyer, place);
        } else {
            self.model.reverse_charge(buyer, place);
        }
        let open =
            self.get(Who::Administrator, "/Helpdesk/reversals?isOpen=true&pageSize=100").await;
        let order = &self.model.sold[buyer][place].id;
        let mut rows = open["items"].as_array().expect("reversals").iter();
        let found = rows.find(|row| row["orderId"] == **order && row["cause"] == "DISPUTED");
        assert!(found.is_some(), "{}: {open}", self.at());
    }

    fn any_old_charge(&mut self) -> Option<(TransactionId, Buyer, usize)> {
        let now = self.till.app.app.clock.now();
        let mut found = Vec::new();
        for record in self.own_records() {
            let sent_at = Timestamp::parse(&record.submitted_at.to_string()).expect("a moment");
            let is_watched = now.since(sent_at) < DISPUTED_UNTIL;
            if record.is_refund || record.status != "settledSuccessfully" || !is_watched {
                continue;
            }
            for buyer in 0..2 {
                let place = self.model.sold[buyer].iter().position(|sold| {
                    let is_its = record.invoice_number.get(..CART) == Some(&sold.number);
                    is_its && (sold.stands() && sold.left() > 0 || sold.is_kept())
                });
                let charge = TransactionId::parse(&record.trans_id).expect("a transaction");
                found.extend(place.map(|place| (charge, buyer, place)));
            }
        }
        (!found.is_empty()).then(|| self.dice.pick(&found).clone())
    }
}
