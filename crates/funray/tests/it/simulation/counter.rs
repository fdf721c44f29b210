//! What happens to cards at the counter, and to those that are frozen.

use serde_json::json;

use super::{
    model::Shop,
    world::{Who, World, cents, dollars},
};

impl World<'_> {
    fn any_card(&mut self) -> Option<usize> {
        let count = self.model.cards.len();
        (count > 0).then(|| self.dice.below(count))
    }

    /// Mostly who works there; now and then the neighbour, to whom the card does not exist.
    fn clerk_for(&mut self, shop: Shop) -> (Who, bool) {
        let is_foreign = self.dice.one_in(8);
        (Who::Manager(if is_foreign { 1 - shop } else { shop }), is_foreign)
    }

    pub async fn redeem(&mut self) {
        let Some(place) = self.any_card() else { return };
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
        let (clerk, is_foreign) = self.clerk_for(shop);
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
        let told = self.fine(&what, &reply);
        assert_eq!(cents(&told["balance"]), balance - value, "{}: {what}: {told}", self.at());
        let transaction = told["transactionId"].as_str().expect("an id").to_owned();
        let today = self.today();
        self.model.redeem(place, value, transaction, today);
        if self.dice.one_in(4) {
            let call = self.call(clerk, "PUT", &path, Some(&form)).await;
            let again = call.header("idempotency-key", &key).send().await;
            assert_eq!(self.fine("the same once more", &again), told, "{}", self.at());
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
        let (is_active, off) = (card.is_active, card.off());
        let is_today = redemption.day == self.today();
        let (is_reversed, balance) = (redemption.is_reversed, card.balance + redemption.cents);
        let (clerk, is_foreign) = self.clerk_for(card.shop);
        let form = json!({ "reason": "The wrong button" });
        let reply = self.ask(clerk, "PUT", &path, Some(&form)).await;
        let code = match () {
            () if is_foreign => "NOT_FOUND",
            () if !is_active => off,
            () if !is_today => "TOO_LATE_TO_REVERSE",
            () if is_reversed => "ALREADY_REVERSED",
            () => {
                let told = self.fine("a reversal", &reply);
                assert_eq!(cents(&told["balance"]), balance, "{}: {told}", self.at());
                return self.model.reverse(place, number);
            }
        };
        self.refused("a reversal", &reply, code);
    }

    pub async fn cash_out(&mut self) {
        // Few cards have little on them by chance: look for one of those first.
        let small = self.model.cards.iter().position(|card| (1..=500).contains(&card.balance));
        let Some(place) = small.filter(|_| self.dice.one_in(2)).or_else(|| self.any_card()) else {
            return;
        };
        let card = &self.model.cards[place];
        let (path, shop) = (format!("/Cards/{}/cashed-out", card.id), card.shop);
        let (is_active, off, balance) = (card.is_active, card.off(), card.balance);
        let reply = self.ask(Who::Manager(shop), "PUT", &path, None).await;
        let code = match () {
            () if !is_active => off,
            () if balance == 0 => "VALIDATION",
            () if balance > 500 => "TOO_MUCH_FOR_CASH",
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
        // More often the way back, or in the end everything is frozen.
        let is_thawing = self.dice.below(5) < 3;
        let word = if is_thawing { "reactivated" } else { "deactived" };
        let path = format!("/Cards/{}/{word}", self.model.cards[place].id);
        let reply = self.ask(Who::Administrator, "PUT", &path, None).await;
        let card = &self.model.cards[place];
        if card.is_cancelled {
            return self.refused(word, &reply, card.off());
        }
        let told = self.fine(word, &reply);
        let card = &mut self.model.cards[place];
        card.is_active = is_thawing;
        assert_eq!(cents(&told["cardBalance"]), card.balance, "nothing is lost: {told}");
    }

    pub async fn look_up(&mut self) {
        let Some(place) = self.any_card() else { return };
        let card = &self.model.cards[place];
        let (shop, path) = (card.shop, format!("/Cards/codes/{}", card.number));
        let told = self.get(Who::Manager(shop), &path).await;
        let card = &self.model.cards[place];
        assert_eq!(told["id"], card.id, "{}", self.at());
        assert_eq!(cents(&told["cardBalance"]), card.balance, "{}: {told}", self.at());
        assert!(card.balance <= card.face, "{}: more than was ever paid for", self.at());
        if let Some(former) = card.former.last().cloned() {
            self.see_nothing_under(shop, &former).await;
        }
    }

    pub async fn see_nothing_under(&mut self, shop: Shop, former: &str) {
        let path = format!("/Cards/codes/{former}");
        let reply = self.ask(Who::Manager(shop), "GET", &path, None).await;
        self.refused("a number of before", &reply, "INVALID_CODE");
    }

    /// An administrator takes a whole order back, which goes as long as nothing is missing from its cards.
    pub async fn cancel(&mut self) {
        let buyer = self.dice.below(2);
        if self.model.sold[buyer].is_empty() {
            return;
        }
        let place = self.dice.below(self.model.sold[buyer].len());
        let sold = &self.model.sold[buyer][place];
        let is_whole =
            self.model.cards[sold.cards.clone()].iter().all(|card| card.balance == card.face);
        let (path, was_cancelled) =
            (format!("/Helpdesk/orders/{}/cancelled", sold.id), sold.is_cancelled);
        let form = json!({ "reason": "Bought by mistake" });
        let reply = self.ask(Who::Administrator, "POST", &path, Some(&form)).await;
        if !was_cancelled && !is_whole {
            return self.refused("an order that was spent from", &reply, "ORDER_TOUCHED");
        }
        let told = self.fine("a cancelled order", &reply);
        assert_eq!(told["status"], "Cancelled", "{}: {told}", self.at());
        if !was_cancelled {
            self.model.cancel(buyer, place);
        }
    }
}
