//! The accountant's notes about a history, and the sums that follow from them. All amounts are in
//! cents.

/// Shares of cause and platform in the sales of all shops, in percent.
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
    /// Balance in the last reply about this card.
    pub balance: i64,
    /// Whether the card can't be used any more, because it was cancelled, refunded or its charge
    /// disputed.
    pub is_over: bool,
    /// Amount that was refunded or charged back from this card.
    pub given_back: i64,
    pub is_cashed_out: bool,
    /// Ids and amounts of the redemptions that can still be reversed.
    pub redemptions: Vec<(String, i64)>,
}

#[derive(Clone, Debug)]
pub struct Order {
    pub id: String,
    pub number: String,
    pub total: i64,
    /// Whether the order was cancelled, refunded or disputed.
    pub is_touched: bool,
    /// Amount that the bank, not the gateway, has refunded for this order.
    pub paid_by_bank: i64,
}

/// Totals of one shop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shop {
    /// Sales, less refunds and the unspent part of chargebacks.
    pub sold: i64,
    pub redeemed: i64,
    pub cashed_out: i64,
    pub shares: Shares,
    pub paid: i64,
}

/// Shares of cause and platform in sales.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    pub cause: i64,
    pub platform: i64,
    /// Number of shares that were divided by partial refunds. The program's amount of each may
    /// differ by a cent from the one computed here, because the contract doesn't say who bears a
    /// rounding cent.
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
    /// Payments by buyers, less their refunds.
    pub charged: i64,
    /// Loss of the platform from disputed charges.
    pub lost: i64,
    /// Total paid out to the cause.
    pub cause_paid: i64,
    /// Total of the refunds that the bank, not the gateway, paid to buyers.
    pub refunded_by_bank: i64,
    /// Amount of bank refunds whose charge was also disputed, so that the buyer got the money
    /// twice. The platform bears this loss.
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

    /// Records that the balance of a card was refunded or charged back. The shares of cause and
    /// platform shrink in proportion.
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

    /// Records that the bank has paid a refund that the gateway refused. The gateway has kept this
    /// part of the charge, so it counts as charged again.
    pub fn pay_by_bank(&mut self, order: usize, amount: i64) {
        self.orders[order].paid_by_bank = amount;
        self.charged += amount;
        self.refunded_by_bank += amount;
    }

    /// Records a chargeback of an order. The part that was spent is a loss of the platform.
    pub fn dispute(&mut self, order: usize) {
        let twice = std::mem::take(&mut self.orders[order].paid_by_bank);
        self.charged -= twice;
        self.paid_twice += twice;
        for place in 0..self.cards.len() {
            if self.cards[place].order != order {
                continue;
            }
            let card = &self.cards[place];
            // The loss is the whole amount spent from the card, even if the rest of the card was
            // refunded before.
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
