//! What may be done with a card, decided on plain values.

use crate::kernel::{dates::BusinessDate, money::Cents, timestamp::Timestamp};

/// What is paid out in cash on request, at most.
pub const MOST_CASH: Cents = Cents::from_dollars(5);
/// So often a day may a gift be sent again.
pub const MOST_RESENDS: i64 = 5;

/// Why money can't be moved on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Deactivated,
    /// Nothing is on it, or less than that.
    TooLittle,
    /// More is on it than is paid out in cash.
    TooMuchForCash,
    /// It happened on another day.
    NotToday,
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
    } else if balance > MOST_CASH {
        Err(Refusal::TooMuchForCash)
    } else {
        Ok(())
    }
}

/// A redemption can be taken back on the business day on which it happened.
pub fn may_reverse(is_active: bool, then: Timestamp, now: Timestamp) -> Result<(), Refusal> {
    if !is_active {
        Err(Refusal::Deactivated)
    } else if BusinessDate::of(then) != BusinessDate::of(now) {
        Err(Refusal::NotToday)
    } else {
        Ok(())
    }
}

/// How often a gift has been sent again today once it is sent now; `None` when that would be too often.
pub fn resends(last: Option<BusinessDate>, count: i64, today: BusinessDate) -> Option<i64> {
    let before = if last == Some(today) { count } else { 0 };
    (before < MOST_RESENDS).then_some(before + 1)
}

/// An address as somebody may see it who only has to recognise it: `a***@shop.example`.
pub fn masked(email: &str) -> String {
    match email.split_once('@') {
        Some((name, host)) => {
            let first: String = name.chars().take(1).collect();
            format!("{first}***@{host}")
        }
        None => String::new(),
    }
}

/// What is left of a card's number for who only has to tell it from others: `•••• 1234`.
pub fn last_four(number: &str) -> String {
    let hidden = number.chars().count().saturating_sub(4);
    format!("•••• {}", number.chars().skip(hidden).collect::<String>())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_on_a_card_can_be_redeemed_to_the_last_cent_and_no_further() {
        let cents = Cents::new;
        assert_eq!(may_redeem(true, cents(2500), cents(2500)), Ok(()));
        assert_eq!(may_redeem(true, cents(7), cents(7)), Ok(()));
        assert_eq!(may_redeem(true, cents(7), cents(8)), Err(Refusal::TooLittle));
        assert_eq!(may_redeem(false, cents(7), cents(1)), Err(Refusal::Deactivated));
    }

    #[test]
    fn cash_is_paid_for_what_is_left_of_five_dollars_or_less() {
        let cents = Cents::new;
        assert_eq!(may_cash_out(true, cents(500)), Ok(()));
        assert_eq!(may_cash_out(true, cents(501)), Err(Refusal::TooMuchForCash));
        assert_eq!(may_cash_out(true, cents(0)), Err(Refusal::TooLittle));
        assert_eq!(may_cash_out(false, cents(500)), Err(Refusal::Deactivated));
    }

    #[test]
    fn a_redemption_is_taken_back_on_its_own_business_day() {
        let noon = Timestamp::parse("2026-03-10T16:00:00Z").expect("a moment");
        let late = Timestamp::parse("2026-03-11T03:59:00Z").expect("a moment");
        assert_eq!(may_reverse(true, noon, late), Ok(()), "still the tenth in Toronto");
        let next = late.plus(Duration::from_secs(60));
        assert_eq!(may_reverse(true, noon, next), Err(Refusal::NotToday));
        assert_eq!(may_reverse(false, noon, late), Err(Refusal::Deactivated));
    }

    #[test]
    fn five_times_a_day_is_enough() {
        let day = |day| BusinessDate::new(2026, 3, day).expect("a day");
        assert_eq!(resends(None, 0, day(1)), Some(1));
        assert_eq!(resends(Some(day(1)), 4, day(1)), Some(5));
        assert_eq!(resends(Some(day(1)), 5, day(1)), None);
        assert_eq!(resends(Some(day(1)), 5, day(2)), Some(1));
    }

    #[test]
    fn a_masked_address_shows_who_but_not_what() {
        assert_eq!(masked("ann.lee@shop.example"), "a***@shop.example");
        assert_eq!(masked(""), "");
    }

    #[test]
    fn four_digits_tell_cards_apart() {
        assert_eq!(last_four("4001234567890010"), "•••• 0010");
        assert_eq!(last_four(""), "•••• ");
    }
}
