//! The accountant's notes, and the sums that follow from them. All amounts are cents.

/// Shares of sales in percent, as agreed with the shops of these histories.
pub const CAUSE_PERCENT: i64 = 10;
pub const PLATFORM_PERCENT: i64 = 5;

#[derive(Clone, Debug)]
pub struct Card {
    pub id: String,
    pub number: String,
    pub shop: usize,
    pub order: usize,
    pub has_cause: bool,
    pub face: i64,
    /// Balance in the last reply about the card.
    pub balance: i64,
    /// Whether the card is cancelled or refunded, or its charge was disputed.
    pub is_over: bool,
    /// What its buyer got back.
    pub given_back: i64,
    pub is_cashed_out: bool,
    /// Redemptions that can be reversed, with their amounts.
    pub redemptions: Vec<(String, i64)>,
}

#[derive(Clone, Debug)]
pub struct Order {
    pub id: String,
    pub number: String,
    pub total: i64,
    /// Whether the order was cancelled, refunded or disputed.
    pub is_touched: bool,
    /// What the bank has refunded of it.
    pub paid_by_bank: i64,
}

/// Sums of one shop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shop {
    /// Sales, less refunds and the unspent part of chargebacks.
    pub sold: i64,
    pub redeemed: i64,
    pub cashed_out: i64,
    pub shares: Shares,
    pub paid: i64,
}

/// Shares of sales.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    pub cause: i64,
    pub platform: i64,
    /// Number of divided shares. Each may be a cent off, because the contract doesn't say who bears a rounding cent.
    pub doubt: i64,
}

impl Shares {
    pub fn of(amount: i64, has_cause: bool) -> Shares {
        let percent = |rate: i64| (amount * rate + 50) / 100;
        let cause = if has_cause { percent(CAUSE_PERCENT) } else { 0 };
        Shares { cause, platform: percent(PLATFORM_PERCENT), doubt: 0 }
    }
}

#[derive(Debug, Default)]
pub struct Notes {
    pub shops: [Shop; 2],
    pub cards: Vec<Card>,
    pub orders: Vec<Order>,
    /// Payments of buyers, less refunds.
    pub charged: i64,
    /// The platform's loss by disputed charges.
    pub lost: i64,
    /// Payouts to the cause.
    pub cause_paid: i64,
    /// What the bank account paid to buyers.
    pub refunded_by_bank: i64,
    /// What disputes took of it: the platform bears it.
    pub paid_twice: i64,
}

impl Notes {
    pub fn sell(&mut self, card: Card) {
        let shop = &mut self.shops[card.shop];
        let shares = Shares::of(card.face, card.has_cause);
        shop.sold += card.face;
        shop.shares.cause += shares.cause;
        shop.shares.platform += shares.platform;
        self.charged += card.face;
        self.cards.push(card);
    }

    /// Notes that the rest of a card was refunded or charged back, with the same portion of each share.
    pub fn give_back(&mut self, card: usize) {
        let card = &mut self.cards[card];
        let rest = std::mem::take(&mut card.balance);
        card.is_over = true;
        card.given_back += rest;
        let shop = &mut self.shops[card.shop];
        let shares = Shares::of(rest, card.has_cause);
        shop.sold -= rest;
        shop.shares.cause -= shares.cause;
        shop.shares.platform -= shares.platform;
        shop.shares.doubt += i64::from(rest != 0 && rest != card.face);
        self.charged -= rest;
    }

    /// The gateway refused what a buyer was to get back, and the bank account paid it: the gateway still has it.
    pub fn pay_by_bank(&mut self, order: usize, amount: i64) {
        self.orders[order].paid_by_bank = amount;
        self.charged += amount;
        self.refunded_by_bank += amount;
    }

    /// Notes a chargeback. The part that was spent is the platform's loss.
    pub fn dispute(&mut self, order: usize) {
        let twice = std::mem::take(&mut self.orders[order].paid_by_bank);
        self.charged -= twice;
        self.paid_twice += twice;
        for place in 0..self.cards.len() {
            if self.cards[place].order != order {
                continue;
            }
            let card = &self.cards[place];
            // A card that was refunded has nothing left, and its spent part is lost as well.
            let spent = card.face - card.balance - card.given_back;
            self.give_back(place);
            self.charged -= spent;
            self.lost += spent;
        }
    }

    pub fn on_cards(&self, shop: usize) -> i64 {
        self.cards.iter().filter(|card| card.shop == shop).map(|card| card.balance).sum()
    }
}
