//! Simulates voids, refunds and disputes of charges that are made at the gateway, outside the
//! program.

use authorizenet::{Amount, TransactionId};

use serde_json::json;

use super::world::{CART, TAKEN, Who, World};
use crate::orders::reversals::tell;

impl World<'_> {
    /// Reverses all or a part of what is left of an order's charge, at the gateway. This happens
    /// even if cards of the order were spent.
    pub async fn take_charge_back(&mut self) {
        // Running the jobs below would end open payments earlier than the model expects.
        if (0..2).any(|buyer| self.model.open_payments(buyer) > 0) {
            return;
        }
        let buyer = self.dice.below(2);
        if self.model.sold[buyer].is_empty() {
            return;
        }
        let place = self.dice.below(self.model.sold[buyer].len());
        let sold = &self.model.sold[buyer][place];
        // A charge that was fully refunded can't be reversed.
        if !sold.stands() || sold.left() == 0 {
            return;
        }
        let (left, had_parts) = (sold.left(), sold.taken_back > 0);
        let is_charge = |number: &str| number.get(..CART) == Some(&sold.number);
        let ledger = self.own_records();
        let charge = ledger.iter().find(|record| {
            is_charge(&record.invoice_number) && TAKEN.contains(&record.status.as_str())
        });
        let charge = charge.expect("what was sold was charged");
        let id = TransactionId::parse(&charge.trans_id).expect("a transaction");
        if charge.status == "capturedPendingSettlement" {
            assert!(self.till.sandbox.void(&id), "{}", self.at());
            tell(self.till, "void.created", id.as_str()).await;
        } else if left > 1 && self.dice.one_in(4) {
            let part = self.dice.between(1, left - 1);
            let amount = Amount::from_cents(part.unsigned_abs());
            let refund = self.till.sandbox.refund(&id, amount).expect("a refund");
            tell(self.till, "refund.created", refund.as_str()).await;
            self.till.app.run_jobs().await;
            self.read_gift_mails().await;
            return self.model.take_back_part(buyer, place, part);
        } else if self.dice.one_in(2) {
            let refunds = ledger.iter().filter(|record| record.is_refund);
            let refunds = refunds.filter(|record| is_charge(&record.invoice_number));
            let given_back: u64 = refunds.map(|record| record.amount.cents()).sum();
            let amount = Amount::from_cents(charge.amount.cents() - given_back);
            let refund = self.till.sandbox.refund(&id, amount).expect("a refund");
            tell(self.till, "refund.created", refund.as_str()).await;
        } else {
            assert!(self.till.sandbox.dispute(&id), "{}", self.at());
            tell(self.till, "dispute.opened", id.as_str()).await;
        }
        self.till.app.run_jobs().await;
        self.read_gift_mails().await;
        let before = self.model.before_reversal(buyer, place);
        self.model.reverse_charge(buyer, place);
        // Sometimes the dispute is won, which restores the state before the reversal.
        if self.dice.one_in(2) && self.till.sandbox.win(&id) {
            let path = format!("/Helpdesk/orders/{}/checked", self.model.sold[buyer][place].id);
            let reply = self.ask(Who::Administrator, "POST", &path, Some(&json!({}))).await;
            assert_eq!(reply.status, 204, "{}: {}", self.at(), reply.text());
            self.till.app.run_jobs().await;
            if had_parts {
                self.model.sold[buyer][place].is_undecided = true;
                self.model.differences.insert((id.to_string(), "OTHER_STATE"));
                return self.close_difference(id.as_str()).await;
            }
            self.model.undo_reversal(buyer, place, before);
        }
    }
}
