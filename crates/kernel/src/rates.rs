//! Percentages, and how a card's price is split between charity, platform and vendor.

use db::{Column, FromColumn, ToValue, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::messages::Message;
use super::money::Cents;

/// Whole percentage from `MIN` to `MAX`, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate<const MIN: u8, const MAX: u8>(u8);

/// Percentage of the price that a vendor donates to the charity chosen by the buyer.
pub type CharityRate = Rate<5, 10>;

/// Percentage of the price that the platform keeps (`sharePercentage`).
pub type PlatformRate = Rate<0, 30>;

impl Default for CharityRate {
    fn default() -> Self {
        Rate(10)
    }
}

impl Default for PlatformRate {
    fn default() -> Self {
        Rate(5)
    }
}

impl<const MIN: u8, const MAX: u8> Rate<MIN, MAX> {
    pub fn new(percent: i64) -> Option<Self> {
        const { assert!(MIN <= MAX && MAX <= 100) };
        let percent = u8::try_from(percent).ok()?;
        (MIN..=MAX).contains(&percent).then_some(Rate(percent))
    }

    pub fn percent(self) -> u8 {
        self.0
    }

    /// Returns this percentage of an amount, rounded half up to the cent.
    pub fn share_of(self, amount: Cents) -> Cents {
        // Calculates dollars and cents separately, so that no product overflows.
        let (dollars, cents) = (amount.get() / 100, amount.get() % 100);
        let percent = i64::from(self.0);
        Cents::new(dollars * percent + (cents * percent + 50).div_euclid(100))
    }

    fn problem() -> Message {
        Message::of(
            format!("Must be a whole number from {MIN} to {MAX}."),
            format!("Doit être un nombre entier de {MIN} à {MAX}."),
        )
    }
}

impl<const MIN: u8, const MAX: u8> Serialize for Rate<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, const MIN: u8, const MAX: u8> Deserialize<'de> for Rate<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let percent = i64::deserialize(deserializer)?;
        Self::new(percent).ok_or_else(|| de::Error::custom(Self::problem().carried()))
    }
}

impl<const MIN: u8, const MAX: u8> ToValue for Rate<MIN, MAX> {
    fn to_value(&self) -> Value<'_> {
        Value::Int(i64::from(self.0))
    }
}

impl<const MIN: u8, const MAX: u8> FromColumn for Rate<MIN, MAX> {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let problem = || Self::problem().english().to_owned();
        Self::new(i64::from_column(column)?).ok_or_else(problem)
    }
}

/// Amounts that charity, platform and vendor receive from a sale. Their sum always equals the
/// price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    pub charity: Cents,
    pub platform: Cents,
    pub vendor: Cents,
}

impl Split {
    /// Splits a price. `charity` is `None` for a card without a charity. Rounds the shares of
    /// charity and platform; the vendor receives the rest. Returns `None` if the price is negative.
    pub fn of(price: Cents, charity: Option<CharityRate>, platform: PlatformRate) -> Option<Split> {
        if price.is_negative() {
            return None;
        }
        let charity = charity.map_or(Cents::ZERO, |rate| rate.share_of(price));
        let platform = platform.share_of(price);
        let vendor = price.checked_sub(charity).and_then(|rest| rest.checked_sub(platform)).ok()?;
        Some(Split { charity, platform, vendor })
    }

    /// Splits a part of the price in proportion to these shares. Rounds each share down and adds
    /// the remaining cents to the shares with the largest remainders. Returns `None` if `part` is
    /// negative or exceeds the price.
    pub fn part(self, part: Cents) -> Option<Split> {
        let shares = [self.charity, self.platform, self.vendor];
        let whole = i128::from(Cents::sum(shares).ok()?.get());
        let part = i128::from(part.get());
        if whole == 0 || !(0..=whole).contains(&part) {
            return (whole == 0 && part == 0).then_some(self);
        }
        let products = shares.map(|share| i128::from(share.get()) * part);
        let mut parts = products.map(|product| product / whole);
        let mut places = [0, 1, 2];
        places.sort_by_key(|place| std::cmp::Reverse(products[*place] % whole));
        let left = usize::try_from(part - parts.iter().sum::<i128>()).ok()?;
        for place in &places[..left] {
            parts[*place] += 1;
        }
        let [charity, platform, vendor] =
            parts.map(|part| i64::try_from(part).ok().map(Cents::new));
        Some(Split { charity: charity?, platform: platform?, vendor: vendor? })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(cents: i64, charity: Option<i64>, platform: i64) -> Option<(i64, i64, i64)> {
        let charity = charity.map(|percent| CharityRate::new(percent).unwrap());
        let split = Split::of(Cents::new(cents), charity, PlatformRate::new(platform).unwrap())?;
        Some((split.charity.get(), split.platform.get(), split.vendor.get()))
    }

    #[test]
    fn split_of_matches_known_amounts() {
        assert_eq!(split(2500, Some(10), 5), Some((250, 125, 2125)));
        assert_eq!(split(2500, None, 5), Some((0, 125, 2375)));
        assert_eq!(split(5, Some(10), 30), Some((1, 2, 2)), "both halves go up");
        assert_eq!(split(1, Some(10), 30), Some((0, 0, 1)));
        assert_eq!(split(0, Some(5), 0), Some((0, 0, 0)));
        assert_eq!(split(-1, None, 0), None);
    }

    #[test]
    fn rate_refuses_values_out_of_range() {
        assert_eq!((CharityRate::default().percent(), PlatformRate::default().percent()), (10, 5));
        for percent in [i64::MIN, -1, 4, 11, 266, i64::MAX] {
            assert_eq!(CharityRate::new(percent), None, "{percent}");
            assert!(CharityRate::from_column(Column::Int(percent)).is_err());
            assert!(serde_json::from_str::<CharityRate>(&percent.to_string()).is_err());
        }
        for json in ["7.5", "\"7\"", "null", "1e1"] {
            assert!(serde_json::from_str::<CharityRate>(json).is_err(), "{json}");
        }
        let problem = serde_json::from_str::<PlatformRate>("31").unwrap_err().to_string();
        assert!(problem.contains("Must be a whole number from 0 to 30."), "{problem}");
    }

    #[test]
    fn split_part_gives_the_last_cents_to_the_largest_remainders() {
        let of = |price, part| {
            let (charity, platform) = (CharityRate::new(10), PlatformRate::new(5).unwrap());
            let whole = Split::of(Cents::new(price), charity, platform)?;
            let part = whole.part(Cents::new(part))?;
            Some((part.charity.get(), part.platform.get(), part.vendor.get()))
        };
        assert_eq!(of(2500, 2500), Some((250, 125, 2125)), "the whole is the whole");
        assert_eq!(of(2500, 7), Some((1, 0, 6)), "0.70, 0.35 and 5.95");
        assert_eq!(of(2500, 1), Some((0, 0, 1)));
        assert_eq!(of(2500, 0), Some((0, 0, 0)));
        assert_eq!((of(2500, 2501), of(2500, -1)), (None, None));
    }

    proptest! {
        #[test]
        fn split_part_adds_up_and_is_off_by_less_than_a_cent(
            price in 1..=1_000_000_i64, charity in 5..=10_i64, platform in 0..=30_i64, share in 0.0..=1.0_f64,
        ) {
            #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "any part will do")]
            let part = (price as f64 * share) as i64;
            let whole = Split::of(Cents::new(price), CharityRate::new(charity), PlatformRate::new(platform).unwrap());
            let (whole, given) = (whole.unwrap(), whole.unwrap().part(Cents::new(part)).unwrap());
            prop_assert_eq!(given.charity.get() + given.platform.get() + given.vendor.get(), part);
            for (of, is) in [(whole.charity, given.charity), (whole.platform, given.platform), (whole.vendor, given.vendor)] {
                prop_assert!((of.get() * part - is.get() * price).abs() < price, "{} of {}", is, of);
                prop_assert!((0..=of.get()).contains(&is.get()));
            }
        }

        #[test]
        fn split_adds_up_to_the_price_without_negative_shares(
            price in 0..=i64::MAX, charity in 5..=10_i64, platform in 0..=30_i64,
            is_for_a_cause: bool,
        ) {
            let (to_charity, to_platform, to_vendor) =
                split(price, is_for_a_cause.then_some(charity), platform).unwrap();
            prop_assert_eq!(to_charity + to_platform + to_vendor, price);
            prop_assert!(to_charity >= 0 && to_platform >= 0 && to_vendor >= 0);
            prop_assert!(is_for_a_cause || to_charity == 0);
        }

        #[test]
        fn share_of_rounds_half_up(amount: i64, percent in 0..=100_i64) {
            let share = Rate::<0, 100>::new(percent).unwrap().share_of(Cents::new(amount)).get();
            // Half up: the exact share is at least the rounded share minus 1/2 cent, and less than
            // the rounded share plus 1/2 cent. The error is in hundredths of a cent.
            let error = i128::from(amount) * i128::from(percent) - i128::from(share) * 100;
            prop_assert!((-50..50).contains(&error), "{} off", error);
        }

        #[test]
        fn rate_round_trips_through_json_and_column(percent in 0..=30_i64) {
            let rate = PlatformRate::new(percent).unwrap();
            let json = serde_json::to_string(&rate).unwrap();
            prop_assert_eq!(&json, &percent.to_string());
            prop_assert_eq!(serde_json::from_str::<PlatformRate>(&json).unwrap(), rate);
            prop_assert_eq!(PlatformRate::from_column(Column::Int(percent)), Ok(rate));
        }
    }
}
