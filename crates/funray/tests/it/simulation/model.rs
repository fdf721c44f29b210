//! What the books must say, kept by hand: a few sums, and no database.

use std::{collections::HashSet, time::Duration};

use kernel::{dates::BusinessDate, timestamp::Timestamp};
use serde_json::Value;

/// Of the two shops and the two buyers.
pub type Shop = usize;
pub type Buyer = usize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub id: String,
    pub shop: Shop,
    pub dollars: i64,
    pub quantity: i64,
    pub has_cause: bool,
    pub gift_to: Option<String>,
}

impl Line {
    pub fn total(&self) -> i64 {
        self.dollars * self.quantity
    }
}

/// A payment whose end is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Charged, but the answer was lost: it will be found.
    Lost,
    /// The gateway never heard of it.
    Unheard,
    /// Somebody at the gateway has to decide.
    Held,
}

#[derive(Default)]
pub struct Cart {
    /// What it is paid for under; none before the first thing is put into it.
    pub number: Option<String>,
    pub lines: Vec<Line>,
    pub pending: Option<Pending>,
    /// When it was tried to pay for it, within the last hour.
    pub attempts: Vec<Timestamp>,
}

impl Cart {
    pub fn total(&self) -> i64 {
        self.lines.iter().map(Line::total).sum()
    }
}

#[derive(Clone)]
pub struct Sold {
    pub id: String,
    pub number: String,
    pub dollars: i64,
    /// How the program answered, if somebody heard it.
    pub reply: Option<Value>,
    pub is_cancelled: bool,
    /// The whole charge was voided or refunded at the gateway.
    pub is_reversed: bool,
    /// The gateway has lost its charge: nothing can be given back of it there.
    pub is_lost: bool,
    /// The bank gave it back, but it had been taken back in parts before: nobody guesses how much of it stands again.
    pub is_undecided: bool,
    /// What was given back of it in parts, in cents.
    pub refunded: i64,
    /// What the gateway kept of that, since the bank has paid it.
    pub paid_by_bank: i64,
    /// What somebody else gave back of it in parts at the gateway.
    pub taken_back: i64,
    /// Places of its cards among all; those that took others over come behind.
    pub cards: Vec<usize>,
}

impl Sold {
    /// Its charge is with us, or a part of it.
    pub fn stands(&self) -> bool {
        !self.is_cancelled && !self.is_reversed && !self.is_lost
    }

    pub fn left(&self) -> i64 {
        self.dollars * 100 - self.refunded - self.taken_back
    }
}

/// Who stands at a shop's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Desk {
    Manager,
    Clerk,
}

pub struct Redemption {
    pub id: String,
    pub cents: i64,
    pub by: Desk,
    /// Number of the shop's clerk at that time, counted from 0.
    pub clerk: usize,
    /// First name at that time of the person who redeemed.
    pub name: String,
    pub at: Timestamp,
    pub day: BusinessDate,
    pub is_reversed: bool,
}

/// What a clerk of these shops may redeem by themselves: at once, within an hour, and how often.
pub const MOST_AT_ONCE: i64 = 2_000;
pub const MOST_IN_AN_HOUR: i64 = 6_000;
pub const MOST_REDEMPTIONS: i64 = 4;

/// A redemption that waits for the manager.
#[derive(Clone)]
pub struct Waiting {
    pub id: String,
    pub card: usize,
    pub cents: i64,
    /// The clerk who asked.
    pub clerk: usize,
    pub asked_at: Timestamp,
    /// What the card was known by then.
    pub number: String,
}

impl Waiting {
    pub fn is_over(&self, now: Timestamp) -> bool {
        now.since(self.asked_at) >= Duration::from_secs(15 * 60)
    }
}

/// A card on its way to somebody.
pub struct Gift {
    pub recipient: String,
    /// What stands in its link, once that was mailed.
    pub token: Option<String>,
    /// Whose wallet it is in.
    pub owner: Option<Buyer>,
    pub is_opened: bool,
    /// How many recipients before have opened it.
    pub opened_before: usize,
    /// How often it was sent again, and on which day last.
    pub resent: (i64, Option<BusinessDate>),
}

pub struct Card {
    pub id: String,
    pub number: String,
    /// What it was known by before; nobody knows it by that any more.
    pub former: Vec<String>,
    pub gift: Option<Gift>,
    pub shop: Shop,
    pub buyer: Buyer,
    pub face: i64,
    pub balance: i64,
    /// What was given back of it.
    pub refunded: i64,
    pub is_active: bool,
    pub is_cancelled: bool,
    pub is_cashed_out: bool,
    pub has_cause: bool,
    /// Shares of the charity, the platform and the shop in its price.
    pub shares: [i64; 3],
    /// The shop that took it over: what was on it is on another card.
    pub moved_to: Option<Shop>,
    pub redemptions: Vec<Redemption>,
    /// When its shop's manager and its clerk last looked it up, with the code that it has.
    pub shown_at: [Option<Timestamp>; 2],
}

impl Card {
    /// Parts of the charity's, the platform's and the shop's share that belong to a part of the price.
    fn shares_of(&self, part: i64) -> [i64; 3] {
        let shares = self.shares;
        // Whole cents first; each cent that is left goes to the share that lost most by rounding down.
        let mut parts = shares.map(|share| share * part / self.face);
        while parts.iter().sum::<i64>() < part {
            let owed = |place: &usize| shares[*place] * part - parts[*place] * self.face;
            // Of several equal ones the first.
            let most = (0..3).rev().max_by_key(owed).expect("three shares");
            parts[most] += 1;
        }
        parts
    }

    /// Who may spend it, unless it is a gift that nobody has claimed.
    pub fn owner(&self) -> Option<Buyer> {
        match &self.gift {
            Some(gift) => gift.owner,
            None => Some(self.buyer),
        }
    }

    pub fn is_in_wallet_of(&self, buyer: Buyer) -> bool {
        self.moved_to.is_none() && (self.buyer == buyer || self.owner() == Some(buyer))
    }

    /// Its number as somebody sees it in whose wallet it is.
    pub fn number_for(&self, buyer: Buyer) -> String {
        match self.owner() {
            _ if self.moved_to.is_some() => format!("•••• {}", &self.number[12..]),
            Some(owner) if owner != buyer => format!("•••• {}", &self.number[12..]),
            _ => self.number.clone(),
        }
    }

    pub fn renumber(&mut self, number: String) {
        assert_ne!(number, self.number, "a new one");
        self.former.push(std::mem::replace(&mut self.number, number));
        self.shown_at = [None; 2];
    }

    /// Whether somebody at the shop has seen it within ten minutes.
    pub fn is_presented(&self, to: Desk, now: Timestamp) -> bool {
        let shown_at = self.shown_at[to as usize];
        shown_at.is_some_and(|then| now.since(then) <= Duration::from_secs(600))
    }

    /// Why it can't be used while it is not active.
    pub fn off(&self) -> &'static str {
        if self.is_cancelled { "CARD_CANCELLED" } else { "CARD_DEACTIVATED" }
    }
}

/// What the accounts must hold, in cents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub vendors: [i64; 2],
    pub charity: i64,
    pub platform: i64,
    pub charged: i64,
    pub lost: i64,
    /// What was given back in parts by somebody else, who didn't say for which cards.
    pub refunds: i64,
    pub paid_out: i64,
}

impl Sums {
    /// What the shops are owed, and behind them the cause.
    pub fn owed_to(&mut self, payee: usize) -> &mut i64 {
        self.vendors.get_mut(payee).unwrap_or(&mut self.charity)
    }
}

#[derive(Default)]
pub struct Model {
    pub carts: [Cart; 2],
    /// The cart whose payment somebody at the gateway has to decide about; its buyer fills another one.
    pub held: [Option<Cart>; 2],
    pub sold: [Vec<Sold>; 2],
    pub cards: Vec<Card>,
    pub sums: Sums,
    pub waiting: Vec<Waiting>,
    /// Clerks who have left, of each shop.
    pub former_clerks: [usize; 2],
    /// With what the last statement of each payee ended.
    pub statements: [i64; 3],
    /// Transactions that the gateway made up, and what gave them back.
    pub strangers: HashSet<String>,
    /// What the gateway was found to say differently: of which transactions, and in which way.
    pub differences: HashSet<(String, &'static str)>,
}

impl Model {
    /// How many payments of a buyer are open.
    pub fn open_payments(&self, buyer: Buyer) -> usize {
        usize::from(self.carts[buyer].pending.is_some()) + usize::from(self.held[buyer].is_some())
    }

    /// Somebody has to decide about the payment: its cart is set aside.
    pub fn hold(&mut self, buyer: Buyer) {
        let held = Cart { pending: Some(Pending::Held), ..std::mem::take(&mut self.carts[buyer]) };
        self.held[buyer] = Some(held);
    }

    /// A held payment came to nothing: what it was for joins what its buyer has chosen meanwhile.
    pub fn bring_back(&mut self, buyer: Buyer) {
        let mut held = self.held[buyer].take().expect("a held cart");
        held.pending = None;
        let fresh = &mut self.carts[buyer];
        if fresh.number.is_none() {
            *fresh = held;
        } else {
            held.lines.append(&mut fresh.lines);
            fresh.lines = held.lines;
        }
    }

    /// The cart was paid for: its cards exist from now on.
    pub fn sell(&mut self, buyer: Buyer, id: &Value, cards: &[Value], reply: Option<Value>) {
        let cart = std::mem::take(&mut self.carts[buyer]);
        self.sell_cart(buyer, cart, (id, cards), reply);
    }

    /// The cards of a cart exist from now on.
    pub fn sell_cart(
        &mut self,
        buyer: Buyer,
        cart: Cart,
        (id, cards): (&Value, &[Value]),
        reply: Option<Value>,
    ) {
        let first = self.cards.len();
        let dollars = cart.total();
        let mut told = cards.iter();
        for line in &cart.lines {
            for _ in 0..line.quantity {
                let card = told.next().unwrap_or_else(|| panic!("too few cards: {cards:?}"));
                assert_eq!(card["cardValue"], line.dollars, "{card}");
                assert_eq!(card["cardType"], if line.has_cause { 1 } else { 2 }, "{card}");
                assert_eq!(card["isGift"], line.gift_to.is_some(), "{card}");
                self.issue(buyer, line, card);
            }
        }
        assert_eq!(told.next(), None, "more cards than were paid for");
        let number = cart.number.expect("what was paid for has a number");
        let id = id.as_str().expect("an order's id").to_owned();
        let cards = (first..self.cards.len()).collect();
        self.sold[buyer].push(Sold {
            id,
            number,
            dollars,
            reply,
            is_cancelled: false,
            is_reversed: false,
            is_lost: false,
            is_undecided: false,
            refunded: 0,
            paid_by_bank: 0,
            taken_back: 0,
            cards,
        });
    }

    fn issue(&mut self, buyer: Buyer, line: &Line, card: &Value) {
        let text = |name: &str| card[name].as_str().unwrap_or_else(|| panic!("{card}")).to_owned();
        let face = line.dollars * 100;
        let (charity, platform) = (if line.has_cause { face / 10 } else { 0 }, face / 20);
        self.count_sale(line.shop, face, line.has_cause, 1);
        self.cards.push(Card {
            id: text("id"),
            number: text("cardNumber"),
            former: Vec::new(),
            gift: line.gift_to.clone().map(|recipient| Gift {
                recipient,
                token: None,
                owner: None,
                is_opened: false,
                opened_before: 0,
                resent: (0, None),
            }),
            shop: line.shop,
            buyer,
            face,
            balance: face,
            refunded: 0,
            is_active: true,
            is_cancelled: false,
            is_cashed_out: false,
            has_cause: line.has_cause,
            shares: [charity, platform, face - charity - platform],
            moved_to: None,
            redemptions: Vec::new(),
            shown_at: [None; 2],
        });
    }

    /// What a sale of this much means, or its opposite.
    fn count_sale(&mut self, shop: Shop, face: i64, has_cause: bool, times: i64) {
        // Ten and five percent; whole dollars leave no half cents.
        let charity = if has_cause { face / 10 } else { 0 };
        let platform = face / 20;
        self.sums.charged += times * face;
        self.sums.charity += times * charity;
        self.sums.platform += times * platform;
        self.sums.vendors[shop] -= times * (charity + platform);
    }

    /// The order never was: its cards are empty, everybody has their money back.
    pub fn cancel(&mut self, buyer: Buyer, place: usize) {
        let sold = &mut self.sold[buyer][place];
        sold.is_cancelled = true;
        for number in sold.cards.clone() {
            let card = &mut self.cards[number];
            card.balance = 0;
            card.is_active = false;
            card.is_cancelled = true;
            let (shop, face, has_cause) = (card.shop, card.face, card.has_cause);
            self.count_sale(shop, face, has_cause, -1);
        }
    }

    /// The charge is gone: the cards are empty, and what was spent from them is lost. The shop keeps what it gave goods
    /// for, without the shares of it.
    pub fn reverse_charge(&mut self, buyer: Buyer, place: usize) {
        let sold = &mut self.sold[buyer][place];
        sold.is_reversed = true;
        // The parts are one with the rest from now on.
        self.sums.charged += sold.taken_back;
        self.sums.refunds -= sold.taken_back;
        for number in sold.cards.clone() {
            let card = &mut self.cards[number];
            let unspent = std::mem::take(&mut card.balance);
            card.is_active = false;
            card.is_cancelled = true;
            let [charity, platform, _] = card.shares_of(unspent);
            let charged = card.face - card.refunded;
            self.sums.charged -= charged;
            self.sums.lost += charged - unspent;
            self.sums.charity -= charity;
            self.sums.platform -= platform;
            self.sums.vendors[card.shop] += charity + platform;
        }
    }

    /// A part of the charge is gone, nobody knows for which card: they keep what is on them, frozen.
    pub fn take_back_part(&mut self, buyer: Buyer, place: usize, cents: i64) {
        let sold = &mut self.sold[buyer][place];
        sold.taken_back += cents;
        self.sums.charged -= cents;
        self.sums.refunds += cents;
        for number in sold.cards.clone() {
            self.cards[number].is_active = false;
        }
    }

    /// What a reversal of the charge changes: sums, and of each card what is on it and whether it can be used.
    pub fn before_reversal(&self, buyer: Buyer, place: usize) -> (Sums, Vec<(i64, bool, bool)>) {
        let each = |number: &usize| {
            let card = &self.cards[*number];
            (card.balance, card.is_active, card.is_cancelled)
        };
        (self.sums.clone(), self.sold[buyer][place].cards.iter().map(each).collect())
    }

    /// The dispute was won.
    pub fn undo_reversal(
        &mut self,
        buyer: Buyer,
        place: usize,
        (sums, before): (Sums, Vec<(i64, bool, bool)>),
    ) {
        let sold = &mut self.sold[buyer][place];
        sold.is_reversed = false;
        for (number, was) in sold.cards.clone().into_iter().zip(before) {
            let card = &mut self.cards[number];
            (card.balance, card.is_active, card.is_cancelled) = was;
        }
        self.sums = sums;
    }

    /// What is left on these cards goes back to the buyer, and of each share what belongs to it.
    pub fn refund(&mut self, buyer: Buyer, place: usize, cards: &[usize]) {
        for number in cards {
            let card = &mut self.cards[*number];
            let rest = std::mem::take(&mut card.balance);
            card.refunded = rest;
            card.is_active = false;
            card.is_cancelled = true;
            let parts = card.shares_of(rest);
            self.sums.charged -= rest;
            self.sums.charity -= parts[0];
            self.sums.platform -= parts[1];
            self.sums.vendors[card.shop] += parts[0] + parts[1];
            self.sold[buyer][place].refunded += rest;
        }
    }

    /// The gateway keeps what was refunded of a card, and the bank has paid it.
    pub fn pay_refund_by_bank(&mut self, buyer: Buyer, place: usize, card: usize) {
        let paid = self.cards[card].refunded;
        self.sums.charged += paid;
        self.sums.paid_out += paid;
        self.sold[buyer][place].paid_by_bank += paid;
    }

    /// Another shop takes over what is left on a card: the shares of it stay with charity and platform, and the shops settle them.
    pub fn hand_over(&mut self, buyer: Buyer, place: usize, card: usize, new_id: String) {
        let new = self.cards.len();
        let old = &mut self.cards[card];
        let (rest, to) = (std::mem::take(&mut old.balance), 1 - old.shop);
        let shares = old.shares_of(rest);
        let was_active = std::mem::replace(&mut old.is_active, false);
        (old.refunded, old.is_cancelled, old.moved_to) = (rest, true, Some(to));
        self.sums.vendors[old.shop] += shares[0] + shares[1];
        self.sums.vendors[to] -= shares[0] + shares[1];
        let card = Card {
            id: new_id,
            number: old.number.clone(),
            former: old.former.clone(),
            gift: old.gift.take(),
            shop: to,
            buyer: old.buyer,
            face: rest,
            balance: rest,
            refunded: 0,
            is_active: was_active,
            is_cancelled: false,
            is_cashed_out: false,
            has_cause: old.has_cause,
            shares,
            moved_to: None,
            redemptions: Vec::new(),
            shown_at: [None; 2],
        };
        self.cards.push(card);
        self.sold[buyer][place].cards.push(new);
    }

    pub fn redeem(&mut self, card: usize, redemption: Redemption) {
        let card = &mut self.cards[card];
        card.balance -= redemption.cents;
        self.sums.vendors[card.shop] += redemption.cents;
        card.redemptions.push(redemption);
    }

    /// Whether a shop's clerk has to wait for the manager with so much.
    pub fn is_unusual(&self, card: usize, cents: i64, now: Timestamp) -> bool {
        let hour = Duration::from_secs(3600);
        let shop = self.cards[card].shop;
        let of_card = self.cards[card].redemptions.iter();
        let of_card = of_card.filter(|one| !one.is_reversed && now.since(one.at) < hour);
        let of_card: i64 = of_card.map(|one| one.cents).sum();
        let lately = self
            .cards
            .iter()
            .filter(|card| card.shop == shop)
            .flat_map(|card| &card.redemptions)
            .filter(|one| one.by == Desk::Clerk && one.clerk == self.former_clerks[shop])
            .filter(|one| !one.is_reversed && now.since(one.at) < hour);
        let (count, sum) = lately.fold((0, 0), |(count, sum), one| (count + 1, sum + one.cents));
        of_card + cents > MOST_AT_ONCE
            || count + 1 > MOST_REDEMPTIONS
            || sum + cents > MOST_IN_AN_HOUR
    }

    /// A clerk waits for one thing on a card at a time: what was asked for before is taken back, unless it is the same.
    pub fn wait(&mut self, waiting: Waiting) {
        self.waiting.retain(|other| other.card != waiting.card || other.clerk != waiting.clerk);
        self.waiting.push(waiting);
    }

    pub fn reverse(&mut self, card: usize, redemption: usize) {
        let card = &mut self.cards[card];
        let redemption = &mut card.redemptions[redemption];
        redemption.is_reversed = true;
        card.balance += redemption.cents;
        self.sums.vendors[card.shop] -= redemption.cents;
    }

    /// A payee was paid this much of what it was owed.
    pub fn pay_out(&mut self, payee: usize, owed: i64, amount: i64) {
        *self.sums.owed_to(payee) -= amount;
        self.sums.paid_out += amount;
        self.statements[payee] = owed;
    }

    /// A shop's clerk has left, and another one stands there, whom nobody has shown a card yet.
    pub fn change_clerk(&mut self, shop: Shop) {
        self.former_clerks[shop] += 1;
        for card in self.cards.iter_mut().filter(|card| card.shop == shop) {
            card.shown_at[Desk::Clerk as usize] = None;
        }
    }

    /// The shop has paid the customer from its till: it is owed the amount, as for goods.
    pub fn cash_out(&mut self, card: usize) {
        let card = &mut self.cards[card];
        self.sums.vendors[card.shop] += card.balance;
        card.balance = 0;
        card.is_cashed_out = true;
    }
}
