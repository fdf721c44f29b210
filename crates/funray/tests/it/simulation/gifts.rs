//! Simulates gifts: opening, claiming and sending again, and reporting cards lost.

use std::time::Duration;

use serde_json::{Value, json};

use super::{
    model::{Card, Gift},
    world::{Who, World, cents},
};

/// Maximum number of times that a gift can be sent again on one day.
const MAX_RESENDS: i64 = 5;

impl World<'_> {
    fn any_gift(&mut self) -> Option<usize> {
        let cards = self.model.cards.iter().enumerate();
        let gifts: Vec<usize> =
            cards.filter(|(_, card)| card.gift.is_some()).map(|(place, _)| place).collect();
        (!gifts.is_empty()).then(|| *self.dice.pick(&gifts))
    }

    fn any_mailed_gift(&mut self) -> Option<(usize, String)> {
        let place = self.any_gift()?;
        let token = self.gift(place).1.token.clone()?;
        Some((place, token))
    }

    fn gift(&self, place: usize) -> (&Card, &Gift) {
        let card = &self.model.cards[place];
        (card, card.gift.as_ref().expect("a gift"))
    }

    /// Reads the gift links in the sent emails, and assigns each to its card in the model.
    pub async fn read_gift_mails(&mut self) {
        for place in 0..self.model.cards.len() {
            let card = &self.model.cards[place];
            let Some(Gift { recipient, token: None, .. }) = &card.gift else { continue };
            // The recipient may have several gifts, so find the link that shows this card.
            for token in self.till.app.mails_to(recipient).await.iter().filter_map(token_in) {
                let seen = self.till.app.get(&format!("/api/v1/Gifts/{token}")).send().await;
                if seen.status == 200 && seen.json()["cardNumber"] == card.number {
                    self.model.cards[place].gift.as_mut().expect("a gift").token = Some(token);
                    break;
                }
            }
        }
    }

    /// Opens the link of a gift as its recipient.
    pub async fn open_gift(&mut self) {
        let Some((place, token)) = self.any_mailed_gift() else { return };
        let reply = self.till.app.post(&format!("/api/v1/Gifts/{token}/opened")).send().await;
        let told = self.fine("an opened gift", &reply);
        let card = &mut self.model.cards[place];
        let gift = card.gift.as_mut().expect("a gift");
        // The program doesn't record the opening of a cancelled gift.
        gift.is_opened |= !card.is_cancelled;
        let (card, gift) = self.gift(place);
        assert_eq!(told["openedAt"].is_string(), gift.is_opened, "{}: {told}", self.at());
        let is_claimed = gift.owner.is_some();
        assert_eq!(told["isClaimed"], is_claimed, "{}: {told}", self.at());
        for spent in ["qrCode", "cardBalance", "giftMessage"] {
            assert!(!is_claimed || told[spent].is_null(), "{}: {spent}: {told}", self.at());
        }
        if !is_claimed {
            assert_eq!(cents(&told["cardBalance"]), card.balance, "{}: {told}", self.at());
        }
    }

    /// Claims a gift for a buyer. The first claim succeeds and gives the card a new code. The
    /// former code is then invalid for everyone, including the giver.
    pub async fn claim_gift(&mut self) {
        let Some((place, token)) = self.any_mailed_gift() else { return };
        let claimant = self.dice.below(2);
        let path = format!("/Gifts/{token}/claimed");
        let reply = self.ask(Who::Buyer(claimant), "POST", &path, None).await;
        let before = self.gift(place).1.owner;
        if before.is_some_and(|owner| owner != claimant) {
            return self.refused("somebody else's gift", &reply, "GIFT_CLAIMED");
        }
        if before.is_none() && self.model.cards[place].is_cancelled {
            return self.refused("what was taken back", &reply, "CARD_CANCELLED");
        }
        let told = self.fine("a claimed gift", &reply);
        let card = &mut self.model.cards[place];
        assert_eq!((&told["isMine"], &told["cardId"]), (&json!(true), &json!(card.id)), "{told}");
        let gift = card.gift.as_mut().expect("a gift");
        (gift.owner, gift.is_opened) = (Some(claimant), true);
        if before.is_none() {
            card.renumber(text(&told["cardNumber"]));
            let (shop, former) = (card.shop, card.former.last().cloned().expect("a number"));
            self.see_nothing_under(shop, &former).await;
        }
        self.see_as_giver(place).await;
    }

    /// Sends a gift again. The same recipient gets the same link; a new recipient gets a new link,
    /// code and number.
    pub async fn send_again(&mut self) {
        let Some(place) = self.any_gift() else { return };
        let is_moving = self.dice.one_in(2);
        let by_shop = self.dice.one_in(3);
        let (card, gift) = self.gift(place);
        let who = if by_shop { Who::Manager(card.shop) } else { Who::Buyer(card.buyer) };
        let to = match is_moving {
            true => format!("carl{}@shop.example", self.step),
            false => gift.recipient.clone(),
        };
        let (path, giver) = (format!("/Cards/{}", card.id), Who::Buyer(card.buyer));
        let waits = self.get(giver, &path).await["sendAt"].is_string();
        let path = format!("{path}/resend-gift-card");
        let reply = self.ask(who, "POST", &path, Some(&json!({ "recipientEmail": to }))).await;
        let today = self.today();
        let (card, gift) = self.gift(place);
        let count = if gift.resent.1 == Some(today) { gift.resent.0 } else { 0 };
        let code = match () {
            () if !card.is_active => card.off(),
            () if gift.owner.is_some() => "GIFT_CLAIMED",
            () if waits && by_shop => "GIFT_WAITS",
            () if is_moving && by_shop => "VALIDATION",
            () if count >= MAX_RESENDS => "TOO_MANY_TRIES",
            () => {
                assert_eq!(reply.status, 204, "{}: {}", self.at(), reply.text());
                let gift = self.model.cards[place].gift.as_mut().expect("a gift");
                gift.resent = (count + 1, Some(today));
                if is_moving {
                    self.move_gift(place, to).await;
                }
                return;
            }
        };
        self.refused("a gift sent again", &reply, code);
    }

    /// Lets all chosen days pass, and checks that every gift was sent unless its card is frozen.
    pub async fn see_planned_gifts_sent(&mut self) {
        self.till.app.hands.advance(Duration::from_secs(4 * 24 * 3600));
        self.till.app.run_jobs().await;
        self.visitors.clear();
        for place in 0..self.model.cards.len() {
            let card = &self.model.cards[place];
            if card.gift.is_none() || !card.is_active || card.moved_to.is_some() {
                continue;
            }
            let (path, giver) = (format!("/Cards/{}", card.id), Who::Buyer(card.buyer));
            let told = self.get(giver, &path).await;
            assert_eq!(told["sendAt"], json!(null), "{}: {told}", self.at());
            assert!(told["mailedAt"].is_string(), "{}: {told}", self.at());
        }
        // A gift that was sent again has several emails.
        let twice = "SELECT count(*) FROM (SELECT s.subject_id FROM sent_mail s JOIN card k ON k.id = s.subject_id
             WHERE s.letter = 'gift' AND k.resent_count = 0 AND k.moved_from_id IS NULL
             GROUP BY s.subject_id HAVING count(*) > 1) t";
        assert_eq!(self.till.app.count(twice).await, 0, "{}: sent once", self.at());
    }

    async fn move_gift(&mut self, place: usize, to: String) {
        let card = &mut self.model.cards[place];
        let (path, buyer, shop) = (format!("/Cards/{}", card.id), card.buyer, card.shop);
        let gift = card.gift.as_mut().expect("a gift");
        gift.recipient = to;
        gift.opened_before += usize::from(std::mem::take(&mut gift.is_opened));
        if let Some(dead) = gift.token.take() {
            let gone = self.till.app.get(&format!("/api/v1/Gifts/{dead}")).send().await;
            self.refused("a link to nowhere", &gone, "NOT_FOUND");
        }
        let told = self.get(Who::Buyer(buyer), &path).await;
        let card = &mut self.model.cards[place];
        card.renumber(text(&told["cardNumber"]));
        let former = card.former.last().cloned().expect("a number");
        self.see_nothing_under(shop, &former).await;
    }

    /// Reports a card lost, as its holder or its shop. The former code is then invalid.
    pub async fn report_lost(&mut self) {
        let Some(place) = self.any_card() else { return };
        let by_shop = self.dice.one_in(3);
        let card = &self.model.cards[place];
        let (shop, holder) = (card.shop, card.owner().unwrap_or(card.buyer));
        let path = format!("/Cards/{}", card.id);
        let who = if by_shop { Who::Manager(shop) } else { Who::Buyer(holder) };
        let form = json!({ "reason": "It was left on a bus" });
        let reply = self.ask(who, "POST", &format!("{path}/lost"), Some(&form)).await;
        let card = &self.model.cards[place];
        if card.is_cancelled {
            return self.refused("a lost card", &reply, card.off());
        }
        let told = self.fine("a lost card", &reply);
        assert_eq!(cents(&told["cardBalance"]), card.balance, "{}: {told}", self.at());
        let told = self.get(Who::Buyer(holder), &path).await;
        let card = &mut self.model.cards[place];
        card.renumber(text(&told["cardNumber"]));
        let former = card.former.last().cloned().expect("a number");
        let unclaimed = card.gift.as_mut().filter(|gift| gift.owner.is_none());
        if let Some(dead) = unclaimed.and_then(|gift| gift.token.take()) {
            let gone = self.till.app.get(&format!("/api/v1/Gifts/{dead}")).send().await;
            self.refused("a link to nowhere", &gone, "NOT_FOUND");
        }
        self.see_nothing_under(shop, &former).await;
    }

    /// Checks what the giver sees of a gift: the code and balance until someone else claims the
    /// gift, and only the purchased amount afterwards.
    async fn see_as_giver(&mut self, place: usize) {
        let card = &self.model.cards[place];
        let (path, buyer) = (format!("/Cards/{}", card.id), card.buyer);
        let told = self.get(Who::Buyer(buyer), &path).await;
        let card = &self.model.cards[place];
        let may_spend = card.owner().is_none_or(|owner| owner == buyer);
        assert_eq!(told["cardNumber"], card.number_for(buyer), "{}: {told}", self.at());
        assert_eq!(told["qrCode"].is_string(), may_spend, "{}: {told}", self.at());
        let seen = if may_spend { card.balance } else { card.face };
        assert_eq!(cents(&told["cardBalance"]), seen, "{}: {told}", self.at());
    }
}

fn token_in(mail: &Value) -> Option<String> {
    let words = text(&mail["text"]);
    let at = words.find("/gift/")?;
    words[at + 6..].split_whitespace().next().map(str::to_owned)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}
