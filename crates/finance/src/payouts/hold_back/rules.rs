//! Calculations of the amount held back from payouts, without access to the database.

use serde::Serialize;

use kernel::{dates::BusinessDate, money::Cents, sums::Overflow};

pub const MAX_DAYS: i64 = 365;
pub const MAX_PERCENT: i64 = 100;

/// Terms of the hold-back: numbers of days, and percentages of sales. If all are zero, nothing is
/// held back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Terms {
    /// Number of days after the sale of a card during which its charge may still be disputed.
    pub card_days: i64,
    pub card_percent: i64,
    /// Number of days after a payee joined during which all its cards count as recently sold.
    pub young_days: i64,
    pub young_percent: i64,
}

/// Terms of the hold-back as applied to one payee on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    pub percent: i64,
    /// First day whose sales count: cards sold on this day or later may still be disputed.
    pub since: BusinessDate,
    /// Day from which the next payout releases all of the amount that a payout drafted today holds
    /// back.
    pub until: BusinessDate,
}

impl Terms {
    /// Applies the terms to a payee that joined on `joined_on` and to a payout of all amounts
    /// payable until the end of `last_day`. Returns `None` if nothing is held back.
    pub fn applied(
        self,
        joined_on: BusinessDate,
        last_day: BusinessDate,
        today: BusinessDate,
    ) -> Option<Applied> {
        let grown_on = plus(joined_on, self.young_days);
        let aged_on = plus(last_day, self.card_days + 1);
        let by_age = if self.card_days > 0 { self.card_percent } else { 0 };
        if today < grown_on && self.young_percent > 0 {
            let percent = self.young_percent.max(by_age);
            let until = if by_age > 0 { grown_on.max(aged_on) } else { grown_on };
            return Some(Applied { percent, since: joined_on, until });
        }
        let since = plus(today, -self.card_days);
        (by_age > 0).then_some(Applied { percent: by_age, since, until: aged_on })
    }

    /// Returns whether these terms may hold back less than the terms in `other` from at least one
    /// payout, because one of their day counts or percentages is smaller.
    pub fn is_looser_than(self, other: Terms) -> bool {
        let parts = |terms: Terms| {
            let young = if terms.young_percent > 0 { terms.young_days } else { 0 };
            let aged = if terms.card_percent > 0 { terms.card_days } else { 0 };
            let of = |percent, days| if days > 0 { percent } else { 0 };
            [aged, of(terms.card_percent, aged), young, of(terms.young_percent, young)]
        };
        parts(self).into_iter().zip(parts(other)).any(|(own, other)| own < other)
    }
}

fn plus(day: BusinessDate, days: i64) -> BusinessDate {
    day.plus_days(i32::try_from(days).unwrap_or(i32::MAX))
}

/// Returns a percentage of the amount that may still be disputed, with half a cent rounded up.
/// Never returns more than the payable amount.
pub fn reserve(at_risk: Cents, percent: i64, payable: Cents) -> Result<Cents, Overflow> {
    let hundredths = at_risk.get().max(0).checked_mul(percent).ok_or(Overflow)?;
    let share = hundredths.checked_add(50).ok_or(Overflow)? / 100;
    Ok(Cents::new(share).min(payable).max(Cents::ZERO))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> BusinessDate {
        BusinessDate::parse(text).expect("a day")
    }

    const TERMS: Terms =
        Terms { card_days: 60, card_percent: 10, young_days: 90, young_percent: 40 };

    #[test]
    fn applied_holds_back_more_of_a_young_payee_and_for_all_its_cards() {
        let (last_day, today) = (day("2026-03-31"), day("2026-04-01"));
        let young = TERMS.applied(day("2026-03-01"), last_day, today).expect("terms");
        let until = day("2026-05-31");
        assert_eq!(young, Applied { percent: 40, since: day("2026-03-01"), until });
        let old = TERMS.applied(day("2025-03-01"), last_day, today).expect("terms");
        assert_eq!(old, Applied { percent: 10, since: day("2026-01-31"), until });
        let grown = TERMS.applied(day("2026-01-01"), last_day, today).expect("terms");
        assert_eq!(grown.percent, 10, "it joined exactly 90 days ago");
        assert_eq!(Terms::default().applied(day("2026-03-01"), last_day, today), None);
    }

    #[test]
    fn applied_needs_days_and_a_percentage() {
        let (joined_on, today) = (day("2026-03-20"), day("2026-04-01"));
        let none = Terms::default();
        for terms in [
            Terms { card_percent: 10, ..none },
            Terms { card_days: 60, ..none },
            Terms { young_percent: 40, ..none },
            Terms { young_days: 90, ..none },
        ] {
            assert_eq!(terms.applied(joined_on, day("2026-03-31"), today), None, "{terms:?}");
        }
    }

    #[test]
    fn applied_releases_a_young_payee_without_terms_for_cards_when_it_has_grown() {
        let terms = Terms { card_percent: 0, ..TERMS };
        let applied = terms.applied(day("2026-03-31"), day("2026-05-31"), day("2026-06-01"));
        assert_eq!(applied.map(|applied| applied.until), Some(day("2026-06-29")));
    }

    #[test]
    fn reserve_rounds_half_a_cent_up() {
        let reserve = |at_risk, percent, payable| {
            reserve(Cents::new(at_risk), percent, Cents::new(payable)).expect("small sums").get()
        };
        assert_eq!([4, 5, 14, 15].map(|at_risk| reserve(at_risk, 10, 99)), [0, 1, 1, 2]);
        assert_eq!((reserve(5000, 40, 2000), reserve(5000, 40, 1999)), (2000, 1999));
        assert_eq!((reserve(5000, 40, -1), reserve(-5000, 40, 99)), (0, 0));
    }

    #[test]
    fn is_looser_than_compares_each_part_that_has_an_effect() {
        let other = |change: fn(&mut Terms)| {
            let mut terms = TERMS;
            change(&mut terms);
            terms
        };
        assert!(!TERMS.is_looser_than(TERMS));
        assert!(!TERMS.is_looser_than(Terms::default()));
        assert!(Terms::default().is_looser_than(TERMS));
        for looser in [
            other(|terms| terms.card_days = 59),
            other(|terms| terms.card_percent = 9),
            other(|terms| terms.young_days = 89),
            other(|terms| terms.young_percent = 39),
            other(|terms| *terms = Terms { card_days: 365, card_percent: 0, ..*terms }),
        ] {
            assert!(looser.is_looser_than(TERMS), "{looser:?}");
        }
        let none = Terms::default();
        for no_effect in [
            Terms { card_days: 30, young_days: 30, ..none },
            Terms { card_percent: 10, young_percent: 40, ..none },
        ] {
            assert!(!none.is_looser_than(no_effect), "{no_effect:?}");
        }
    }

    proptest! {
        #[test]
        fn reserve_is_never_negative_nor_more_than_is_at_risk_or_can_be_paid(
            at_risk in -1_000_000_i64..100_000_000, percent in 0_i64..=100, payable in 0_i64..100_000_000,
        ) {
            let held = reserve(Cents::new(at_risk), percent, Cents::new(payable)).expect("small sums");
            prop_assert!(held.get() >= 0);
            prop_assert!(held.get() <= at_risk.max(0));
            prop_assert!(held.get() <= payable);
            let more = reserve(Cents::new(at_risk), percent.min(99) + 1, Cents::new(payable));
            prop_assert!(more.is_ok_and(|more| more >= held));
        }

        #[test]
        fn applied_holds_nothing_back_from_its_last_day_on(
            card_days in 0_i64..=365, card_percent in 0_i64..=100, young_days in 0_i64..=365, young_percent in 0_i64..=100,
            age in 0_i32..800, gap in 1_i32..40,
        ) {
            let terms = Terms { card_days, card_percent, young_days, young_percent };
            let today = day("2026-04-01");
            let (joined_on, last_day) = (today.plus_days(-age), today.plus_days(-gap));
            if let Some(applied) = terms.applied(joined_on, last_day, today) {
                // Drafts another payout on the day of release, or today if that day is past. The
                // new payout must hold back nothing for cards sold in the period of the first
                // payout.
                let then = applied.until.max(today);
                let later = terms.applied(joined_on, then.plus_days(-1), then);
                prop_assert!(later.is_none_or(|later| later.since > last_day));
            }
        }
    }
}
