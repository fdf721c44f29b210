//! Model of what the program must record, as plain sums in memory without a database.

use std::{collections::HashSet, time::Duration};

use kernel::{dates::BusinessDate, timestamp::Timestamp};
use serde_json::Value;

// Indexes of the two shops and of the two buyers in a game.
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
    /// Day on which the gift is sent; `None` for at once.
    pub send_on: Option<BusinessDate>,
    /// Whether the gift is of a list.
    pub is_listed: bool,
}

impl Line {
    pub fn total(&self) -> i64 {
        self.dollars * self.quantity
    }
}

/// Reason why a payment is unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// The card was charged, but the gateway's reply was lost. The program finds the charge later.
    Lost,
    /// The request never reached the gateway, so nothing was charged.
    Unheard,
    /// The gateway holds the payment for a review.
    Held,
}

#[derive(Default)]
pub struct Cart {
    /// Id of the cart, or `None` while the cart is empty.
    pub number: Option<String>,
    pub lines: Vec<Line>,
    pub pending: Option<Pending>,
    /// Times of payment attempts within the last hour.
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
    /// Reply to the payment request, or `None` if it was lost.
    pub reply: Option<Value>,
    pub is_cancelled: bool,
    /// Whether the whole charge was voided or refunded at the gateway.
    pub is_reversed: bool,
    /// Whether the gateway has lost the charge, so that it can't be refunded.
    pub is_lost: bool,
    /// Whether a dispute was won after partial reversals. The restored amount is then unknown.
    pub is_undecided: bool,
    /// Total of partial refunds, in cents.
    pub refunded: i64,
    /// Amount of refunds that the bank paid instead of the gateway, in cents.
    pub paid_by_bank: i64,
    /// Total of partial refunds made at the gateway outside the program, in cents.
    pub taken_back: i64,
    /// Indexes of the order's cards. Cards that replaced others at a takeover come last.
    pub cards: Vec<usize>,
}

impl Sold {
    /// Returns whether the charge is still valid, at least in part.
    pub fn stands(&self) -> bool {
        !self.is_cancelled && !self.is_reversed && !self.is_lost
    }

    pub fn left(&self) -> i64 {
        self.dollars * 100 - self.refunded - self.taken_back
    }

    /// Returns whether the order was cancelled but the gateway kept its charge, because the bank
    /// paid the refund.
    pub fn is_kept(&self) -> bool {
        self.is_cancelled && self.paid_by_bank > 0 && !self.is_reversed
    }

    /// Returns the amount of the charge that the gateway still holds, in cents.
    pub fn kept(&self) -> i64 {
        let left = if self.stands() { self.left() } else { 0 };
        left + self.paid_by_bank
    }
}

/// Role of a staff member at a shop's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Desk {
    Manager,
    Clerk,
}

pub struct Redemption {
    pub id: String,
    pub cents: i64,
    pub by: Desk,
    /// Number of the clerk who worked at the shop at the time of the redemption, counted from 0.
    pub clerk: usize,
    /// First name of the person who redeemed, as it was at that time.
    pub name: String,
    pub at: Timestamp,
    pub day: BusinessDate,
    pub is_reversed: bool,
}

// Limits of a clerk without approval: cents on one card, cents within an hour, and redemptions
// within an hour.
pub const MAX_AT_ONCE: i64 = 2_000;
pub const MAX_IN_AN_HOUR: i64 = 6_000;
pub const MAX_REDEMPTIONS: i64 = 4;

/// A clerk's redemption that waits for the manager's approval.
#[derive(Clone)]
pub struct Waiting {
    pub id: String,
    pub card: usize,
    pub cents: i64,
    /// Number of the clerk who requested the redemption.
    pub clerk: usize,
    pub asked_at: Timestamp,
    /// Number of the card when the redemption was requested.
    pub number: String,
}

impl Waiting {
    pub fn is_over(&self, now: Timestamp) -> bool {
        now.since(self.asked_at) >= Duration::from_secs(15 * 60)
    }
}

/// A card bought as a gift, before and after someone claims it.
pub struct Gift {
    pub recipient: String,
    /// Token in the emailed link, or `None` until the model has read the email.
    pub token: Option<String>,
    /// Buyer who has claimed the gift.
    pub owner: Option<Buyer>,
    pub is_opened: bool,
    /// Number of earlier recipients who opened the gift before it was sent to someone else.
    pub opened_before: usize,
    /// Number of times that the gift was sent again on the last such day, and that day.
    pub resent: (i64, Option<BusinessDate>),
}

pub struct Card {
    pub id: String,
    pub number: String,
    /// Former numbers of the card, which are no longer valid.
    pub former: Vec<String>,
    pub gift: Option<Gift>,
    pub shop: Shop,
    pub buyer: Buyer,
    pub face: i64,
    pub balance: i64,
    /// Amount that was refunded from this card, in cents.
    pub refunded: i64,
    pub is_active: bool,
    pub is_cancelled: bool,
    pub is_cashed_out: bool,
    pub has_cause: bool,
    /// Shares of the charity, the platform and the shop in the price of the card, in cents.
    pub shares: [i64; 3],
    /// Shop that took the card over. The balance is then on a new card of that shop.
    pub moved_to: Option<Shop>,
    pub redemptions: Vec<Redemption>,
    /// Times at which the shop's manager and its clerk last looked up the current code of the card.
    pub shown_at: [Option<Timestamp>; 2],
}

impl Card {
    /// Divides a part of the card's price into the shares of charity, platform and shop.
    fn shares_of(&self, part: i64) -> [i64; 3] {
        let shares = self.shares;
        // Round down first. Each remaining cent goes to the share that lost most by rounding.
        let mut parts = shares.map(|share| share * part / self.face);
        while parts.iter().sum::<i64>() < part {
            let owed = |place: &usize| shares[*place] * part - parts[*place] * self.face;
            // If several shares lost equally, take the first.
            let most = (0..3).rev().max_by_key(owed).expect("three shares");
            parts[most] += 1;
        }
        parts
    }

    /// Returns the buyer who may spend the card, or `None` for an unclaimed gift.
    pub fn owner(&self) -> Option<Buyer> {
        match &self.gift {
            Some(gift) => gift.owner,
            None => Some(self.buyer),
        }
    }

    pub fn is_in_wallet_of(&self, buyer: Buyer) -> bool {
        self.moved_to.is_none() && (self.buyer == buyer || self.owner() == Some(buyer))
    }

    /// Returns the card's number as a buyer sees it. It is masked if someone else owns the card or
    /// another shop took it over.
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

    /// Returns whether the card was looked up at this desk within the last ten minutes.
    pub fn is_presented(&self, to: Desk, now: Timestamp) -> bool {
        let shown_at = self.shown_at[to as usize];
        shown_at.is_some_and(|then| now.since(then) <= Duration::from_secs(600))
    }

    /// Returns the error code for using a cancelled or frozen card.
    pub fn off(&self) -> &'static str {
        if self.is_cancelled { "CARD_CANCELLED" } else { "CARD_DEACTIVATED" }
    }
}

/// Expected balances of the ledger accounts, in cents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub vendors: [i64; 2],
    pub charity: i64,
    pub platform: i64,
    pub charged: i64,
    pub lost: i64,
    /// Partial refunds made at the gateway outside the program, which name no cards.
    pub refunds: i64,
    pub paid_out: i64,
    /// Charges lost to a dispute after the bank had already refunded the buyer.
    pub paid_twice: i64,
    /// Tax on the commission of the shops.
    pub gst_hst: i64,
    /// Refunds that the bank, not the gateway, has paid to buyers.
    pub refunded_by_bank: i64,
    pub bank: BankSums,
}

/// Sums of the bank side. Amounts are positive if the bank account receives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BankSums {
    /// Net amount of the batches that the program has read.
    pub settled: i64,
    /// Net amount of the batches that have arrived, with the fees that were deducted from them.
    pub arrived: i64,
    /// Balance of the bank account.
    pub balance: i64,
    pub fees: i64,
    /// Payouts and refunds that have left the bank account, less returned ones.
    pub left: i64,
    /// Amounts that the gateway took outside its settlements.
    pub taken: i64,
    pub interest: i64,
    /// Part of the bank's refunds that has left the bank account.
    pub refunded: i64,
}

impl Sums {
    /// Returns the balance of the gateway's account: charges that were not settled.
    pub fn at_gateway(&self) -> i64 {
        self.bank.settled - self.charged - self.bank.taken
    }

    /// Returns the balance payable to a payee: a shop, or the charity if the index is not a shop's.
    pub fn owed_to(&mut self, payee: usize) -> &mut i64 {
        self.vendors.get_mut(payee).unwrap_or(&mut self.charity)
    }
}

#[derive(Default)]
pub struct Model {
    pub carts: [Cart; 2],
    /// Carts whose payment the gateway holds for review. Their buyers fill another cart meanwhile.
    pub held: [Option<Cart>; 2],
    pub sold: [Vec<Sold>; 2],
    pub cards: Vec<Card>,
    pub sums: Sums,
    pub waiting: Vec<Waiting>,
    /// Number of clerks who have left each shop.
    pub former_clerks: [usize; 2],
    /// Closing balance in the last statement of each payee, in cents.
    pub statements: [i64; 3],
    /// Ids of charges that the gateway invented, and of their refunds.
    pub strangers: HashSet<String>,
    /// Differences from the gateway that were already listed, as transaction and kind of
    /// difference.
    pub differences: HashSet<(String, &'static str)>,
}

impl Model {
    /// Returns the number of a buyer's payments that have no final outcome yet.
    pub fn open_payments(&self, buyer: Buyer) -> usize {
        usize::from(self.carts[buyer].pending.is_some()) + usize::from(self.held[buyer].is_some())
    }

    /// Sets aside a buyer's cart whose payment the gateway holds, so that the buyer can fill
    /// another.
    pub fn hold(&mut self, buyer: Buyer) {
        let held = Cart { pending: Some(Pending::Held), ..std::mem::take(&mut self.carts[buyer]) };
        self.held[buyer] = Some(held);
    }

    /// Moves the lines of a cart back to the buyer's current cart, after its held payment failed.
    /// Counts the lines outside lists in the current and the held cart of a buyer. The held cart's
    /// lines return to the current cart if the payment fails.
    pub fn single_lines(&self, buyer: Buyer) -> usize {
        let held = self.held[buyer].iter().flat_map(|cart| &cart.lines);
        self.carts[buyer].lines.iter().chain(held).filter(|line| !line.is_listed).count()
    }

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

    /// Turns a buyer's current cart into an order with these cards.
    pub fn sell(&mut self, buyer: Buyer, id: &Value, cards: &[Value], reply: Option<Value>) {
        let cart = std::mem::take(&mut self.carts[buyer]);
        self.sell_cart(buyer, cart, (id, cards), reply);
    }

    /// Turns a paid cart into an order with these cards.
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

    /// Adds a sale to the sums, or subtracts it if `times` is -1.
    fn count_sale(&mut self, shop: Shop, face: i64, has_cause: bool, times: i64) {
        // The charity gets ten percent and the platform five. Prices are whole dollars, so there
        // are no half cents.
        let charity = if has_cause { face / 10 } else { 0 };
        let platform = face / 20;
        self.sums.charged += times * face;
        self.sums.charity += times * charity;
        self.sums.platform += times * platform;
        self.sums.vendors[shop] -= times * (charity + platform);
    }

    /// Cancels an order: its cards have no balance, and the buyer gets the money back.
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

    /// Reverses a charge. Unspent balances are removed from the cards, and the spent part is a loss
    /// for the platform. The shop stays paid for what was spent, less the shares of charity and
    /// platform.
    pub fn reverse_charge(&mut self, buyer: Buyer, place: usize) {
        self.take_twice(buyer, place);
        let sold = &mut self.sold[buyer][place];
        // The reversal includes earlier partial refunds made at the gateway.
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

    /// Records that a dispute reverses a charge whose refund the bank has already paid. The
    /// platform bears the loss.
    pub fn take_twice(&mut self, buyer: Buyer, place: usize) {
        let sold = &mut self.sold[buyer][place];
        sold.is_reversed = true;
        self.sums.charged -= sold.paid_by_bank;
        self.sums.paid_twice += sold.paid_by_bank;
    }

    /// Records a partial refund made at the gateway, which names no cards. All cards of the order
    /// keep their balance and are frozen.
    pub fn take_back_part(&mut self, buyer: Buyer, place: usize, cents: i64) {
        let sold = &mut self.sold[buyer][place];
        sold.taken_back += cents;
        self.sums.charged -= cents;
        self.sums.refunds += cents;
        for number in sold.cards.clone() {
            self.cards[number].is_active = false;
        }
    }

    /// Returns the state that a reversal of an order's charge would change: the sums, and the
    /// balance and flags of each card.
    pub fn before_reversal(&self, buyer: Buyer, place: usize) -> (Sums, Vec<(i64, bool, bool)>) {
        let each = |number: &usize| {
            let card = &self.cards[*number];
            (card.balance, card.is_active, card.is_cancelled)
        };
        (self.sums.clone(), self.sold[buyer][place].cards.iter().map(each).collect())
    }

    /// Restores the state before a reversal, after the dispute was won.
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

    /// Refunds the balances of these cards to the buyer. The shares of charity, platform and shop
    /// shrink in proportion.
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

    /// Records that the bank, not the gateway, has paid the refund of a card. The gateway therefore
    /// still holds the money.
    pub fn pay_refund_by_bank(&mut self, buyer: Buyer, place: usize, card: usize) {
        let paid = self.cards[card].refunded;
        self.sums.charged += paid;
        self.sums.paid_out += paid;
        self.sums.refunded_by_bank += paid;
        self.sold[buyer][place].paid_by_bank += paid;
    }

    /// Records that the bank, not the gateway, has refunded a cancelled order. The gateway
    /// therefore still holds its charge.
    pub fn pay_cancelled_by_bank(&mut self, buyer: Buyer, place: usize) {
        let sold = &mut self.sold[buyer][place];
        let paid = sold.dollars * 100;
        sold.paid_by_bank = paid;
        self.sums.charged += paid;
        self.sums.paid_out += paid;
        self.sums.refunded_by_bank += paid;
    }

    /// Moves the balance of a card to a new card of the other shop. Charity and platform keep their
    /// shares of the balance. The new shop bears these shares, and the old shop no longer does.
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

    /// Returns whether a clerk's redemption of this amount needs approval.
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
        of_card + cents > MAX_AT_ONCE || count + 1 > MAX_REDEMPTIONS || sum + cents > MAX_IN_AN_HOUR
    }

    /// Records a redemption that waits for approval. It replaces the same clerk's earlier request
    /// for the same card.
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

    /// Records a payout to a payee. `owed` is the closing balance of its statement, `amount` the
    /// part that is paid.
    pub fn pay_out(&mut self, payee: usize, owed: i64, amount: i64) {
        *self.sums.owed_to(payee) -= amount;
        self.sums.paid_out += amount;
        self.statements[payee] = owed;
    }

    /// Replaces a shop's clerk. Cards must be presented again, because nobody has shown one to the
    /// new clerk.
    pub fn change_clerk(&mut self, shop: Shop) {
        self.former_clerks[shop] += 1;
        for card in self.cards.iter_mut().filter(|card| card.shop == shop) {
            card.shown_at[Desk::Clerk as usize] = None;
        }
    }

    /// Records a cash-out: the rest of the card becomes payable to the shop, as if spent on goods.
    pub fn cash_out(&mut self, card: usize) {
        let card = &mut self.cards[card];
        self.sums.vendors[card.shop] += card.balance;
        card.balance = 0;
        card.is_cashed_out = true;
    }
}
