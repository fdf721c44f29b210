//! Simulates the counter, and the freezing, cancelling and refunding of cards.

use std::time::Duration;

use kernel::dates::BusinessDate;
use serde_json::{Value, json};

use super::{
    model::{Desk, Redemption, Shop, Waiting},
    refunds_by_two,
    world::{Who, World, cents, dollars},
};

/// Maximum number of cards that a manager redeems one after the other in a single move.
const MAX_IN_A_ROW: usize = 8;

pub fn at_desk(shop: Shop, desk: Desk) -> Who {
    match desk {
        Desk::Manager => Who::Manager(shop),
        Desk::Clerk => Who::Clerk(shop),
    }
}

impl World<'_> {
    pub fn any_card(&mut self) -> Option<usize> {
        let cards = self.model.cards.iter().enumerate();
        let kept: Vec<usize> =
            cards.filter(|(_, card)| card.moved_to.is_none()).map(|(place, _)| place).collect();
        (!kept.is_empty()).then(|| *self.dice.pick(&kept))
    }

    /// Picks the manager of this shop, or sometimes of the other shop, for whom the card doesn't
    /// exist. The flag says whether the manager is of the other shop.
    fn clerk_for(&mut self, shop: Shop) -> (Who, bool) {
        self.somebody_at(shop, Desk::Manager)
    }

    fn somebody_at(&mut self, shop: Shop, desk: Desk) -> (Who, bool) {
        let is_foreign = self.dice.one_in(8);
        (at_desk(if is_foreign { 1 - shop } else { shop }, desk), is_foreign)
    }

    pub async fn redeem(&mut self) {
        let Some(place) = self.any_card() else { return };
        let by = if self.dice.one_in(2) { Desk::Clerk } else { Desk::Manager };
        if !self.dice.one_in(4) {
            self.show(place, by).await;
        }
        let is_presented = self.is_presented(place, by);
        let card = &self.model.cards[place];
        let (id, shop, balance, is_active, off) =
            (card.id.clone(), card.shop, card.balance, card.is_active, card.off());
        let value = match self.dice.below(8) {
            0 => balance,
            1 => balance + 1,
            2 => 0,
            3 => (balance - 300).max(1),
            _ => self.dice.between(1, 2_600),
        };
        let (clerk, is_foreign) = self.somebody_at(shop, by);
        let (path, form) = (format!("/Cards/{id}/redeemed"), json!({ "value": dollars(value) }));
        let key = format!("redeem {} {}", self.at(), self.dice.below(1_000_000));
        let call = self.call(clerk, "PUT", &path, Some(&form)).await;
        let reply = call.header("idempotency-key", &key).send().await;
        let what = format!("{value} of {balance} on {id}");
        if value == 0 {
            return self.refused(&what, &reply, "VALIDATION");
        }
        if is_foreign {
            return self.refused(&what, &reply, "NOT_FOUND");
        }
        if !is_active {
            return self.refused(&what, &reply, off);
        }
        if value > balance {
            return self.refused(&what, &reply, "VALIDATION");
        }
        if !is_presented {
            return self.refused(&what, &reply, "CARD_NOT_PRESENTED");
        }
        let now = self.till.app.app.clock.now();
        if by == Desk::Clerk && self.model.is_unusual(place, value, now) {
            self.refused(&what, &reply, "APPROVAL_NEEDED");
            let asked = reply.json()["approval"]["id"].as_str().expect("an id").to_owned();
            return self.wait(place, value, asked);
        }
        let told = self.fine(&what, &reply);
        assert_eq!(cents(&told["balance"]), balance - value, "{}: {what}: {told}", self.at());
        let id = told["transactionId"].as_str().expect("an id").to_owned();
        let day = self.today_at(shop);
        let redemption = self.redemption_of(shop, by, id, value, day);
        self.model.redeem(place, redemption);
        if self.dice.one_in(4) {
            let call = self.call(clerk, "PUT", &path, Some(&form)).await;
            let again = call.header("idempotency-key", &key).send().await;
            assert_eq!(self.fine("the same once more", &again), told, "{}", self.at());
        }
    }

    fn redemption_of(
        &self,
        shop: Shop,
        by: Desk,
        id: String,
        cents: i64,
        day: BusinessDate,
    ) -> Redemption {
        Redemption {
            id,
            cents,
            by,
            clerk: self.model.former_clerks[shop],
            name: self.name_at(shop, by),
            at: self.till.app.app.clock.now(),
            day,
            is_reversed: false,
        }
    }

    /// Redeems one card after the other as a manager. No redemption is refused. The shop's next
    /// payout is held until an administrator has checked this burst of redemptions.
    pub async fn redeem_many(&mut self) {
        let shop = self.dice.below(2);
        let is_full = |place: &usize| {
            let card = &self.model.cards[*place];
            card.shop == shop && card.is_active && card.balance > 0
        };
        let places: Vec<usize> =
            (0..self.model.cards.len()).filter(is_full).take(MAX_IN_A_ROW).collect();
        for place in places {
            self.show(place, Desk::Manager).await;
            let (id, value) = (self.model.cards[place].id.clone(), self.model.cards[place].balance);
            let (path, form) =
                (format!("/Cards/{id}/redeemed"), json!({ "value": dollars(value) }));
            let key = format!("many {} {id}", self.at());
            let call = self.call(Who::Manager(shop), "PUT", &path, Some(&form)).await;
            let reply = call.header("idempotency-key", &key).send().await;
            let told = self.fine("one of many redemptions", &reply);
            let transfer = told["transactionId"].as_str().expect("an id").to_owned();
            let day = self.today_at(shop);
            let redemption = self.redemption_of(shop, Desk::Manager, transfer, value, day);
            self.model.redeem(place, redemption);
        }
    }

    pub async fn reverse(&mut self) {
        let Some(place) = self.any_card() else { return };
        let card = &self.model.cards[place];
        if card.redemptions.is_empty() {
            return;
        }
        let number = self.dice.below(card.redemptions.len());
        let card = &self.model.cards[place];
        let redemption = &card.redemptions[number];
        let path = format!("/Cards/{}/transactions/{}/reversed", card.id, redemption.id);
        let (is_active, off, is_cashed_out) = (card.is_active, card.off(), card.is_cashed_out);
        let is_today = redemption.day == self.today_at(card.shop);
        let (is_reversed, balance) = (redemption.is_reversed, card.balance + redemption.cents);
        let (clerk, is_foreign) = self.clerk_for(card.shop);
        let form = json!({ "reason": "The wrong button" });
        let reply = self.ask(clerk, "PUT", &path, Some(&form)).await;
        let code = match () {
            () if is_foreign => "NOT_FOUND",
            () if !is_active => off,
            () if !is_today => "TOO_LATE_TO_REVERSE",
            () if is_cashed_out => "CASHED_OUT",
            () if is_reversed => "ALREADY_REVERSED",
            () => {
                let told = self.fine("a reversal", &reply);
                assert_eq!(cents(&told["balance"]), balance, "{}: {told}", self.at());
                return self.model.reverse(place, number);
            }
        };
        self.refused("a reversal", &reply, code);
    }

    /// Records in the model that a clerk's redemption waits for the manager's approval. A request
    /// for another amount replaces the clerk's earlier request for this card.
    fn wait(&mut self, place: usize, cents: i64, asked: String) {
        let now = self.till.app.app.clock.now();
        let clerk = self.model.former_clerks[self.model.cards[place].shop];
        let mut of_clerk = self.model.waiting.iter().filter(|open| open.clerk == clerk);
        let open = of_clerk.find(|open| open.card == place && !open.is_over(now));
        if let Some(open) = open.filter(|open| open.cents == cents) {
            return assert_eq!(open.id, asked, "{}: the same request", self.at());
        }
        let number = self.model.cards[place].number.clone();
        self.model.wait(Waiting { id: asked, card: place, cents, clerk, asked_at: now, number });
    }

    /// Reverses a recent redemption as a clerk. Clerks can reverse only their own redemptions, and
    /// only within a minute.
    pub async fn undo(&mut self) {
        let now = self.till.app.app.clock.now();
        let minute = Duration::from_secs(60);
        let lately = |one: &Redemption| now.since(one.at) < minute * 3;
        let cards = self.model.cards.iter().enumerate();
        let found = cards
            .rev()
            .find_map(|(place, card)| Some((place, card.redemptions.iter().rposition(lately)?)));
        let Some((place, number)) = found else { return };
        let card = &self.model.cards[place];
        let redemption = &card.redemptions[number];
        let age = now.since(redemption.at);
        // If the redemption is exactly one minute old, the model can't predict whether the reversal
        // is in time.
        if age == minute {
            return;
        }
        let is_own =
            redemption.by == Desk::Clerk && redemption.clerk == self.model.former_clerks[card.shop];
        let may_undo = is_own && age < minute;
        let path = format!("/Cards/{}/transactions/{}/reversed", card.id, redemption.id);
        let (is_active, is_cancelled, off) = (card.is_active, card.is_cancelled, card.off());
        let (is_cashed_out, is_reversed) = (card.is_cashed_out, redemption.is_reversed);
        let (is_today, balance) =
            (redemption.day == self.today_at(card.shop), card.balance + redemption.cents);
        let (clerk, is_foreign) = self.somebody_at(card.shop, Desk::Clerk);
        let reply = self.ask(clerk, "PUT", &path, None).await;
        let code = match () {
            () if is_foreign => "NOT_FOUND",
            () if is_cancelled => off,
            () if !may_undo => "FOR_MANAGER",
            () if !is_active => off,
            () if !is_today => "TOO_LATE_TO_REVERSE",
            () if is_cashed_out => "CASHED_OUT",
            () if is_reversed => "ALREADY_REVERSED",
            () => {
                let told = self.fine("an undo", &reply);
                assert_eq!(cents(&told["balance"]), balance, "{}: {told}", self.at());
                return self.model.reverse(place, number);
            }
        };
        self.refused("an undo", &reply, code);
    }

    /// Approves or declines a redemption that waits for approval, as a manager.
    pub async fn decide_about_waiting(&mut self) {
        if self.model.waiting.is_empty() {
            return;
        }
        let now = self.till.app.app.clock.now();
        let at = self.dice.below(self.model.waiting.len());
        let waiting = self.model.waiting[at].clone();
        let card = &self.model.cards[waiting.card];
        let (shop, balance, is_active) = (card.shop, card.balance, card.is_active);
        let (is_cancelled, is_other) = (card.is_cancelled, card.number != waiting.number);
        let is_approving = !self.dice.one_in(4);
        let word = if is_approving { "approved" } else { "declined" };
        let path = format!("/Approvals/{}/{word}", waiting.id);
        let (manager, is_foreign) = self.clerk_for(shop);
        let reply = self.ask(manager, "POST", &path, None).await;
        let code = match () {
            () if is_foreign => "NOT_FOUND",
            () if waiting.is_over(now) => "REQUEST_OVER",
            () if !is_approving => {
                self.fine("a declined redemption", &reply);
                self.model.waiting.remove(at);
                return;
            }
            () if waiting.clerk != self.model.former_clerks[shop] => "ASKER_GONE",
            () if is_cancelled => "CARD_CANCELLED",
            () if is_other => "CARD_NOT_PRESENTED",
            () if !is_active => "CARD_DEACTIVATED",
            () if waiting.cents > balance => "VALIDATION",
            () => {
                let told = self.fine("an approved redemption", &reply);
                let again = self.ask(manager, "POST", &path, None).await;
                let again = self.fine("the same once more", &again);
                assert_eq!(again["transactionId"], told["transactionId"], "{}", self.at());
                let id = told["transactionId"].as_str().expect("an id").to_owned();
                let (cents, by, day) = (waiting.cents, Desk::Clerk, self.today_at(shop));
                self.model.waiting.remove(at);
                let redemption = self.redemption_of(shop, by, id, cents, day);
                return self.model.redeem(waiting.card, redemption);
            }
        };
        self.refused("a decision", &reply, code);
    }

    pub async fn cash_out(&mut self) {
        // Small balances are rare, so half of the time pick a card that has one.
        let small = self.model.cards.iter().position(|card| (1..=500).contains(&card.balance));
        let Some(place) = small.filter(|_| self.dice.one_in(2)).or_else(|| self.any_card()) else {
            return;
        };
        if !self.dice.one_in(4) {
            self.show(place, Desk::Manager).await;
        }
        let is_presented = self.is_presented(place, Desk::Manager);
        let card = &self.model.cards[place];
        let (path, shop) = (format!("/Cards/{}/cashed-out", card.id), card.shop);
        let (is_active, off, balance) = (card.is_active, card.off(), card.balance);
        let reply = self.ask(Who::Manager(shop), "PUT", &path, None).await;
        let code = match () {
            () if !is_active => off,
            () if balance == 0 => "VALIDATION",
            () if balance > 500 => "TOO_MUCH_FOR_CASH",
            () if !is_presented => "CARD_NOT_PRESENTED",
            () => {
                let told = self.fine("cash", &reply);
                assert_eq!(
                    (cents(&told["value"]), cents(&told["balance"])),
                    (balance, 0),
                    "{}",
                    self.at()
                );
                return self.model.cash_out(place);
            }
        };
        self.refused("cash", &reply, code);
    }

    pub async fn freeze_or_thaw(&mut self) {
        let Some(place) = self.any_card() else { return };
        // Reactivate cards more often than freezing them. Otherwise all cards would be frozen in
        // the end.
        let is_thawing = self.dice.below(5) < 3;
        let word = if is_thawing { "reactivated" } else { "deactived" };
        let path = format!("/Cards/{}/{word}", self.model.cards[place].id);
        let who = if is_thawing { Who::Second } else { Who::Administrator };
        let reply = self.ask(who, "PUT", &path, None).await;
        let card = &self.model.cards[place];
        if card.is_cancelled {
            return self.refused(word, &reply, card.off());
        }
        let told = self.fine(word, &reply);
        let card = &mut self.model.cards[place];
        card.is_active = is_thawing;
        assert_eq!(cents(&told["cardBalance"]), card.balance, "nothing is lost: {told}");
    }

    fn is_presented(&self, place: usize, to: Desk) -> bool {
        self.model.cards[place].is_presented(to, self.till.app.app.clock.now())
    }

    /// Presents a card at the counter of its shop and returns the reply to the look-up.
    async fn show(&mut self, place: usize, to: Desk) -> Value {
        let card = &self.model.cards[place];
        let (shop, path) = (card.shop, format!("/Cards/codes/{}", card.number));
        let told = self.get(at_desk(shop, to), &path).await;
        self.model.cards[place].shown_at[to as usize] = Some(self.till.app.app.clock.now());
        told
    }

    pub async fn look_up(&mut self) {
        let Some(place) = self.any_card() else { return };
        let told = self.show(place, Desk::Manager).await;
        let card = &self.model.cards[place];
        let masked = format!("•••• {}", &card.number[12..]);
        assert_eq!(told["cardNumber"], masked, "{}: {told}", self.at());
        assert_eq!(told["id"], card.id, "{}", self.at());
        assert_eq!(cents(&told["cardBalance"]), card.balance, "{}: {told}", self.at());
        assert!(card.balance <= card.face, "{}: more than was ever paid for", self.at());
        if let (shop, Some(former)) = (card.shop, card.former.last().cloned()) {
            self.see_nothing_under(shop, &former).await;
        }
    }

    pub async fn see_nothing_under(&mut self, shop: Shop, former: &str) {
        let path = format!("/Cards/codes/{former}");
        let reply = self.ask(Who::Manager(shop), "GET", &path, None).await;
        self.refused("a number of before", &reply, "INVALID_CODE");
    }

    /// Cancels an order as an administrator, which works as long as none of its cards was used.
    pub async fn cancel(&mut self) {
        let buyer = self.dice.below(2);
        if self.model.sold[buyer].is_empty() {
            return;
        }
        let place = self.dice.below(self.model.sold[buyer].len());
        let sold = &self.model.sold[buyer][place];
        // The gateway has lost this charge and can neither void nor refund it.
        if sold.is_lost {
            return;
        }
        let mut cards = sold.cards.iter().map(|card| &self.model.cards[*card]);
        let is_whole = cards.all(|card| card.balance == card.face);
        let (path, was_cancelled, was_reversed) = (
            format!("/Helpdesk/orders/{}/cancelled", sold.id),
            sold.is_cancelled,
            sold.is_reversed || sold.taken_back > 0,
        );
        let form = json!({ "reason": "Bought by mistake" });
        let reply = self.ask(Who::Administrator, "POST", &path, Some(&form)).await;
        // The charge of an order that was cancelled and paid back by the bank may be reversed, too.
        if was_reversed && !was_cancelled {
            return self.refused("an order without a charge", &reply, "CHARGE_REVERSED");
        }
        if !was_cancelled && !is_whole {
            return self.refused("an order that was spent from", &reply, "ORDER_TOUCHED");
        }
        let mut told = self.fine("a cancelled order", &reply);
        if !was_cancelled {
            let Some(decided) = self.decide_about_refund(told).await else { return };
            told = decided;
        }
        if !was_cancelled && self.is_charge_old(buyer, place) {
            assert_eq!(told["status"], "Paid", "{}: {told}", self.at());
            let cards: Vec<usize> = self.model.sold[buyer][place].cards.clone();
            return self.model.refund(buyer, place, &cards);
        }
        assert_eq!(told["status"], "Cancelled", "{}: {told}", self.at());
        if !was_cancelled {
            self.model.cancel(buyer, place);
        }
    }

    /// Approves or declines a refund as a second administrator, in games that require one. Returns
    /// `None` if the refund was declined.
    pub(super) async fn decide_about_refund(&mut self, told: Value) -> Option<Value> {
        if !refunds_by_two(self.seed) {
            return Some(told);
        }
        let order = told["id"].as_str().expect("an order").to_owned();
        let request = told["refundRequests"][0]["id"].as_str().expect("a request").to_owned();
        let path = format!("/Helpdesk/orders/{order}/refund-requests/{request}");
        let approving = format!("{path}/approved");
        let own = self.ask(Who::Administrator, "PUT", &approving, Some(&json!({}))).await;
        self.refused("one's own refund", &own, "SAME_PERSON");
        if self.dice.one_in(4) {
            let form = json!({ "reason": "The buyer did not ask" });
            let path = format!("{path}/declined");
            let declined = self.ask(Who::Second, "PUT", &path, Some(&form)).await;
            self.fine("a declined refund", &declined);
            return None;
        }
        let approved = self.ask(Who::Second, "PUT", &approving, Some(&json!({}))).await;
        Some(self.fine("an approved refund", &approved))
    }

    /// Refunds the balance of all cards of an order, or of one card, as an administrator.
    pub async fn refund(&mut self) {
        let buyer = self.dice.below(2);
        if self.model.sold[buyer].is_empty() {
            return;
        }
        let place = self.dice.below(self.model.sold[buyer].len());
        let sold = self.model.sold[buyer][place].clone();
        if sold.is_lost {
            return;
        }
        let all = sold.cards.clone();
        let left: Vec<usize> =
            all.iter().copied().filter(|card| self.model.cards[*card].balance > 0).collect();
        let cards = match left.as_slice() {
            [] => all.clone(),
            left if self.dice.one_in(2) => left.to_vec(),
            left => vec![*self.dice.pick(left)],
        };
        let each = cards.iter().map(|card| &self.model.cards[*card]);
        let wanted: Vec<Value> = each
            .map(|card| json!({ "cardId": card.id, "amount": dollars(card.balance) }))
            .collect();
        let form = json!({ "reason": "The shop has closed", "cards": wanted });
        let path = format!("/Helpdesk/orders/{}/refunds", sold.id);
        let reply = self.ask(Who::Administrator, "POST", &path, Some(&form)).await;
        if sold.is_cancelled {
            return self.refused("a cancelled order", &reply, "ORDER_NOT_PAID");
        }
        if sold.is_reversed || sold.taken_back > 0 {
            return self.refused("an order without a charge", &reply, "CHARGE_REVERSED");
        }
        if left.is_empty() {
            return self.refused("empty cards", &reply, "VALIDATION");
        }
        let told = self.fine("a refunded order", &reply);
        let Some(told) = self.decide_about_refund(told).await else { return };
        let is_whole = cards == all
            && cards
                .iter()
                .all(|card| self.model.cards[*card].balance == self.model.cards[*card].face);
        if is_whole && !self.is_charge_old(buyer, place) {
            assert_eq!(told["status"], "Cancelled", "{}: {told}", self.at());
            return self.model.cancel(buyer, place);
        }
        assert_eq!(told["status"], "Paid", "{}: {told}", self.at());
        self.model.refund(buyer, place, &cards);
    }
}
