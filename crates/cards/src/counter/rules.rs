//! Rules for redeeming, cashing out and reversing at the counter, as pure functions.

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use kernel::pace::PaceLimit;
use kernel::{money::Cents, time_zones::Zone, timestamp::Timestamp};

/// Maximum card balance that is paid out in cash.
pub const MAX_CASH: Cents = Cents::from_dollars(5);

/// Time after a look-up within which the same person may redeem the card.
pub const PRESENTED_FOR: Duration = Duration::from_secs(10 * 60);

/// Time within which an equal redemption counts as the same call sent twice, unless the idempotency
/// keys differ.
pub const REPEATED_WITHIN: Duration = Duration::from_secs(2 * 60);

/// Time within which a clerk may reverse their own redemption.
pub const UNDONE_WITHIN: Duration = Duration::from_secs(60);

/// Period over which the limits for clerks are counted.
pub const PACE_HOUR: Duration = Duration::from_secs(3600);

/// Highest limit of redemptions per hour that a shop can set.
pub const MAX_REDEMPTIONS: i64 = 1000;

/// Minimum number of different cards in a burst.
pub const MIN_CARDS_OF_BURST: i64 = 5;

/// Limits for a clerk. Redemptions beyond them are reported, or wait for a manager if the shop
/// requires approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Maximum redemptions and cash-outs within an hour.
    pub most_redemptions: i64,
    /// Maximum sum of redemptions and cash-outs within an hour.
    pub most_amount: Cents,
    /// Maximum amount taken off one card within an hour.
    pub single_amount: Cents,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            most_redemptions: 60,
            most_amount: Cents::from_dollars(2500),
            single_amount: Cents::from_dollars(500),
        }
    }
}

/// A person's redemptions and cash-outs at a shop within the last hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hour {
    pub count: i64,
    pub amount: Cents,
}

impl Hour {
    /// Returns the totals after one more redemption of this amount.
    pub fn with(self, value: Cents) -> Hour {
        let amount = self.amount.get().saturating_add(value.get());
        Hour { count: self.count + 1, amount: Cents::new(amount) }
    }
}

/// Remaining part of a clerk's hourly limits, beyond which a manager has to approve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaceLeft {
    pub redemptions: i64,
    pub amount: Cents,
}

/// Number of remaining redemptions at which a clerk is first warned.
const WARNED_FROM: i64 = 5;

/// Returns what is left of a clerk's hourly limits, once only five redemptions or a tenth of the
/// amount are left. Returns `None` before that.
pub fn nearly_used(pace: Pace, hour: Hour) -> Option<PaceLeft> {
    let redemptions = (pace.most_redemptions - hour.count).max(0);
    let amount = (pace.most_amount.get() - hour.amount.get()).max(0);
    let is_little = redemptions <= WARNED_FROM || amount <= pace.most_amount.get() / 10;
    is_little.then_some(PaceLeft { redemptions, amount: Cents::new(amount) })
}

/// Highest totals within an hour at a shop: of one clerk, and of one card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Busiest {
    pub redemptions: i64,
    pub amount: Cents,
    pub of_card: Cents,
}

/// Proposes limits 50 % above the shop's busiest hour, but never below the defaults.
pub fn proposed(busiest: Busiest) -> Pace {
    let usual = Pace::default();
    let half_more = |value: i64, step: i64| {
        let more = value.saturating_add(value / 2);
        more.saturating_add(step - 1) / step * step
    };
    let redemptions = half_more(busiest.redemptions, 10).min(MAX_REDEMPTIONS);
    let amount = Cents::new(half_more(busiest.amount.get(), 10_000));
    Pace {
        most_redemptions: redemptions.max(usual.most_redemptions),
        most_amount: amount.max(usual.most_amount),
        // At least the price of the most expensive card may be spent from one card within an hour.
        single_amount: busiest.of_card.max(MAX_CARD),
    }
}

/// Price of the most expensive card.
const MAX_CARD: Cents = Cents::from_dollars(100);

/// Whether a redemption may be part of a burst: its clerk has redeemed enough different cards
/// within the last minutes, counting this one.
pub fn may_be_burst(other_cards: i64) -> bool {
    other_cards + 1 >= MIN_CARDS_OF_BURST
}

/// Returns the limit that a redemption exceeds, based on the last hour of its clerk and of its
/// card. Returns `None` if no limit is exceeded.
pub fn unusual(pace: Pace, before: Hour, of_card: Cents, value: Cents) -> Option<PaceLimit> {
    let hour = before.with(value);
    if of_card.get().saturating_add(value.get()) > pace.single_amount.get() {
        Some(PaceLimit::Single)
    } else if hour.count > pace.most_redemptions {
        Some(PaceLimit::Count)
    } else if hour.amount > pace.most_amount {
        Some(PaceLimit::Amount)
    } else {
        None
    }
}

/// Reason why a redemption, cash-out or reversal is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Deactivated,
    /// The balance is zero or too small.
    TooLittle,
    /// The balance is too large for a cash-out.
    TooMuchForCash,
    /// The redemption was made on another day.
    NotToday,
    /// The rest of the card's balance was paid out in cash, so no redemption can be reversed any
    /// more.
    CashedOut,
    /// Only a manager may reverse the redemption, because another person made it or it is older
    /// than a minute.
    ForManager,
    /// The reason is missing.
    NoReason,
}

/// A person who wants to reverse a redemption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reverser {
    /// Whether the person manages the card's shop, or all shops.
    pub is_manager: bool,
    /// Whether the person made the redemption themselves.
    pub is_own: bool,
    pub says_why: bool,
}

/// Returns the time left in which the clerk may reverse their own redemption made at `then`.
pub fn undo_left(then: Timestamp, now: Timestamp) -> Duration {
    UNDONE_WITHIN.saturating_sub(now.since(then))
}

/// Decides whether a person may reverse a redemption. The clerk may reverse it for a minute without
/// a reason, a manager for longer with a reason.
pub fn may_ask_to_reverse(who: Reverser, then: Timestamp, now: Timestamp) -> Result<(), Refusal> {
    let is_undo = who.is_own && !undo_left(then, now).is_zero();
    match (is_undo, who.is_manager) {
        (true, _) => Ok(()),
        (false, true) if !who.says_why => Err(Refusal::NoReason),
        (false, true) => Ok(()),
        (false, false) => Err(Refusal::ForManager),
    }
}

pub fn may_redeem(is_active: bool, balance: Cents, value: Cents) -> Result<(), Refusal> {
    match (is_active, value <= balance) {
        (false, _) => Err(Refusal::Deactivated),
        (true, false) => Err(Refusal::TooLittle),
        (true, true) => Ok(()),
    }
}

pub fn may_cash_out(is_active: bool, balance: Cents) -> Result<(), Refusal> {
    if !is_active {
        Err(Refusal::Deactivated)
    } else if !balance.is_positive() {
        Err(Refusal::TooLittle)
    } else if balance > MAX_CASH {
        Err(Refusal::TooMuchForCash)
    } else {
        Ok(())
    }
}

/// Decides whether a redemption can be reversed: only on the same day in the shop's time zone, and
/// only before the card is cashed out. The amount of a reversal after a cash-out could otherwise be
/// paid out in cash too.
pub fn may_reverse(
    is_active: bool,
    is_cashed_out: bool,
    zone: Zone,
    then: Timestamp,
    now: Timestamp,
) -> Result<(), Refusal> {
    if !is_active {
        Err(Refusal::Deactivated)
    } else if zone.day_of(then) != zone.day_of(now) {
        Err(Refusal::NotToday)
    } else if is_cashed_out {
        Err(Refusal::CashedOut)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nearly_used_warns_before_either_limit() {
        let pace = Pace { most_redemptions: 25, ..Pace::default() };
        let left = |count, dollars| {
            let hour = Hour { count, amount: Cents::from_dollars(dollars) };
            nearly_used(pace, hour).map(|left| (left.redemptions, left.amount.get() / 100))
        };
        assert_eq!(left(19, 100), None);
        assert_eq!(left(20, 100), Some((5, 2400)));
        assert_eq!(left(2, 2249), None);
        assert_eq!(left(2, 2300), Some((23, 200)));
        assert_eq!(left(30, 9000), Some((0, 0)));
    }

    #[test]
    fn may_be_burst_counts_from_the_fifth_card() {
        assert!(!may_be_burst(3));
        assert!(may_be_burst(4));
    }

    #[test]
    fn proposed_leaves_room_above_the_busiest_hour() {
        let dollars = Cents::from_dollars;
        let quiet = proposed(Busiest::default());
        assert_eq!((quiet.most_redemptions, quiet.most_amount), (60, dollars(2500)));
        let busy = Busiest { redemptions: 75, amount: dollars(3333), of_card: dollars(100) };
        let busy = proposed(busy);
        assert_eq!((busy.most_redemptions, busy.most_amount), (120, dollars(5000)));
        assert_eq!(busy.single_amount, dollars(100));
        let round = Busiest { redemptions: 80, amount: dollars(4000), ..Busiest::default() };
        let round = proposed(round);
        assert_eq!((round.most_redemptions, round.most_amount), (120, dollars(6000)));
        let wild = Busiest { redemptions: 5000, ..Busiest::default() };
        assert_eq!(proposed(wild).most_redemptions, MAX_REDEMPTIONS);
    }

    #[test]
    fn may_redeem_allows_up_to_the_balance_of_an_active_card() {
        let cents = Cents::new;
        assert_eq!(may_redeem(true, cents(2500), cents(2500)), Ok(()));
        assert_eq!(may_redeem(true, cents(7), cents(7)), Ok(()));
        assert_eq!(may_redeem(true, cents(7), cents(8)), Err(Refusal::TooLittle));
        assert_eq!(may_redeem(false, cents(7), cents(1)), Err(Refusal::Deactivated));
    }

    #[test]
    fn may_cash_out_allows_balances_up_to_five_dollars() {
        let cents = Cents::new;
        assert_eq!(may_cash_out(true, cents(500)), Ok(()));
        assert_eq!(may_cash_out(true, cents(501)), Err(Refusal::TooMuchForCash));
        assert_eq!(may_cash_out(true, cents(0)), Err(Refusal::TooLittle));
        assert_eq!(may_cash_out(false, cents(500)), Err(Refusal::Deactivated));
    }

    #[test]
    fn may_reverse_allows_the_same_day_of_the_shop_only() {
        for (zone, noon, last) in [
            (Zone::TORONTO, "2026-03-10T16:00:00Z", "2026-03-11T03:59:59Z"),
            (Zone::PACIFIC, "2026-01-11T04:58:00Z", "2026-01-11T05:02:00Z"),
            (Zone::PACIFIC, "2026-01-11T04:58:00Z", "2026-01-11T07:59:59Z"),
            (Zone::NEWFOUNDLAND, "2026-01-10T16:00:00Z", "2026-01-11T03:29:59Z"),
            // Days on which the clocks change are 23 or 25 hours long.
            (Zone::ATLANTIC, "2026-03-08T04:00:00Z", "2026-03-09T02:59:59Z"),
            (Zone::ATLANTIC, "2026-11-01T03:00:00Z", "2026-11-02T03:59:59Z"),
        ] {
            let [noon, last] = [noon, last].map(|text| Timestamp::parse(text).expect("a moment"));
            assert_eq!(may_reverse(true, false, zone, noon, last), Ok(()), "{}", zone.name());
            let frozen = may_reverse(false, false, zone, noon, last);
            assert_eq!(frozen, Err(Refusal::Deactivated));
        }
        for (zone, then, next) in [
            (Zone::TORONTO, "2026-03-10T16:00:00Z", "2026-03-11T04:00:00Z"),
            (Zone::PACIFIC, "2026-01-11T04:58:00Z", "2026-01-11T08:00:00Z"),
            (Zone::NEWFOUNDLAND, "2026-01-10T16:00:00Z", "2026-01-11T03:30:00Z"),
        ] {
            let [then, next] = [then, next].map(|text| Timestamp::parse(text).expect("a moment"));
            let refused = may_reverse(true, false, zone, then, next);
            assert_eq!(refused, Err(Refusal::NotToday), "{}", zone.name());
        }
    }

    #[test]
    fn unusual_reports_the_limit_that_is_exceeded() {
        let dollars = Cents::from_dollars;
        let pace =
            Pace { most_redemptions: 3, most_amount: dollars(100), single_amount: dollars(50) };
        let hour = |count, amount| Hour { count, amount: dollars(amount) };
        let unusual = |pace, hour, value| super::unusual(pace, hour, Cents::ZERO, value);
        assert_eq!(unusual(pace, hour(2, 50), dollars(50)), None);
        assert_eq!(unusual(pace, hour(0, 0), Cents::new(5001)), Some(PaceLimit::Single));
        assert_eq!(unusual(pace, hour(3, 3), dollars(1)), Some(PaceLimit::Count));
        assert_eq!(unusual(pace, hour(2, 60), Cents::new(4001)), Some(PaceLimit::Amount));
    }

    #[test]
    fn unusual_sums_the_redemptions_of_one_card_within_an_hour() {
        let dollars = Cents::from_dollars;
        let pace = Pace { single_amount: dollars(50), ..Pace::default() };
        let hour = Hour { count: 2, amount: dollars(98) };
        assert_eq!(unusual(pace, hour, dollars(48), dollars(2)), None);
        assert_eq!(unusual(pace, hour, dollars(49), dollars(49)), Some(PaceLimit::Single));
    }

    #[test]
    fn may_ask_to_reverse_allows_the_own_redemption_for_a_minute() {
        let then = Timestamp::parse("2026-03-10T16:00:00Z").expect("a moment");
        let [soon, late] = [59, 60].map(|seconds| then.plus(Duration::from_secs(seconds)));
        let own = Reverser { is_manager: false, is_own: true, says_why: false };
        assert_eq!(may_ask_to_reverse(own, then, soon), Ok(()));
        assert_eq!(may_ask_to_reverse(own, then, late), Err(Refusal::ForManager));
        let anothers = Reverser { is_own: false, says_why: true, ..own };
        assert_eq!(may_ask_to_reverse(anothers, then, soon), Err(Refusal::ForManager));
    }

    #[test]
    fn may_ask_to_reverse_requires_a_reason_of_managers() {
        let then = Timestamp::parse("2026-03-10T16:00:00Z").expect("a moment");
        let late = then.plus(Duration::from_secs(3600));
        let silent = Reverser { is_manager: true, is_own: true, says_why: false };
        assert_eq!(may_ask_to_reverse(silent, then, then), Ok(()));
        assert_eq!(may_ask_to_reverse(silent, then, late), Err(Refusal::NoReason));
        let anothers = Reverser { is_own: false, ..silent };
        assert_eq!(may_ask_to_reverse(anothers, then, then), Err(Refusal::NoReason));
        let speaking = Reverser { says_why: true, ..anothers };
        assert_eq!(may_ask_to_reverse(speaking, then, late), Ok(()));
    }

    #[test]
    fn may_reverse_refuses_after_a_cash_out() {
        let noon = Timestamp::parse("2026-03-10T16:00:00Z").expect("a moment");
        assert_eq!(may_reverse(true, true, Zone::TORONTO, noon, noon), Err(Refusal::CashedOut));
    }

    /// A card in a simulation of the counter's rules.
    struct Played {
        balance: i64,
        /// Amounts of the redemptions that were not reversed.
        redeemed: Vec<i64>,
        cash: Vec<i64>,
    }

    impl Played {
        fn play(&mut self, step: u8, cents: i64) {
            let (now, balance) = (Timestamp::UNIX_EPOCH, Cents::new(self.balance));
            match step {
                0 => {
                    if may_redeem(true, balance, Cents::new(cents)).is_ok() {
                        self.balance -= cents;
                        self.redeemed.push(cents);
                    }
                }
                // Redeems all but the maximum cash-out, like a person who wants as much as possible
                // in cash.
                1 if self.balance > MAX_CASH.get() => {
                    self.redeemed.push(self.balance - MAX_CASH.get());
                    self.balance = MAX_CASH.get();
                }
                2 => {
                    if may_cash_out(true, balance).is_ok() {
                        self.cash.push(std::mem::take(&mut self.balance));
                    }
                }
                _ => {
                    let may =
                        may_reverse(true, !self.cash.is_empty(), Zone::TORONTO, now, now).is_ok();
                    if let Some(back) = self.redeemed.pop().filter(|_| may) {
                        self.balance += back;
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn cash_out_happens_at_most_once_for_a_small_balance(
            face in 1_i64..20_000,
            steps in prop::collection::vec((0_u8..4, 1_i64..6_000), 0..60),
        ) {
            let mut card = Played { balance: face, redeemed: Vec::new(), cash: Vec::new() };
            for (step, cents) in steps {
                card.play(step, cents);
                prop_assert!(card.cash.len() <= 1);
                prop_assert!(card.cash.iter().sum::<i64>() <= MAX_CASH.get());
                prop_assert!((0..=face).contains(&card.balance));
            }
        }
    }
}
