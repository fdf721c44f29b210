//! Taxes on the commission: which apply to a sale, and how they are computed. Without access to the
//! database.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use kernel::{
    dates::BusinessDate, fields::Checked, messages::Message, money::Cents, months::BusinessMonth,
    provinces::ProvinceCode, sums::Overflow,
};

/// A tax on the commission.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Tax {
    Gst,
    Hst,
    Qst,
}

db::text_enum! {
    Tax {
        Gst = "GST",
        Hst = "HST",
        Qst = "QST",
    }
}

impl Tax {
    pub fn scheme(self) -> Scheme {
        match self {
            Tax::Gst | Tax::Hst => Scheme::GstHst,
            Tax::Qst => Scheme::Qst,
        }
    }
}

/// Taxes that have one registration and one account.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Scheme {
    GstHst,
    Qst,
}

db::text_enum! {
    Scheme {
        GstHst = "GST_HST",
        Qst = "QST",
    }
}

impl Scheme {
    /// Returns whether a text has the form of a registration number: `123456789RT0001` for GST and
    /// HST, `1234567890TQ0001` for QST.
    pub fn is_number(self, text: &str) -> bool {
        let (digits, program) = match self {
            Scheme::GstHst => (9, "RT"),
            Scheme::Qst => (10, "TQ"),
        };
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        text.is_ascii()
            && text.len() == digits + 6
            && is_digits(&text[..digits])
            && &text[digits..digits + 2] == program
            && is_digits(&text[digits + 2..])
    }
}

/// Rate of a tax in thousandths of a percent, so that 9.975 % is exact. In JSON it is a text in
/// percent, such as `"9.975"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String)]
pub struct TaxRate(i64);

impl TaxRate {
    /// 50 %, more than any tax on services.
    const MAX: i64 = 50_000;

    pub const fn new(thousandths: i64) -> TaxRate {
        TaxRate(thousandths)
    }

    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Returns the tax on an amount, with half a cent rounded away from zero. The tax that is
    /// returned for an amount is therefore the tax that was charged for it.
    pub fn of(self, base: Cents) -> Result<Cents, Overflow> {
        let exact = i128::from(base.get().unsigned_abs()) * i128::from(self.0);
        let cents = i64::try_from((exact + 50_000) / 100_000).map_err(|_| Overflow)?;
        Ok(Cents::new(if base.is_negative() { -cents } else { cents }))
    }

    /// Parses a percentage with at most three decimals, such as `9.975` or `9,975`.
    pub fn parse(text: &str) -> Option<TaxRate> {
        let text = text.trim_end_matches(['%', ' ', '\u{a0}']);
        let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let is_plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty()
            || whole.len() > 2
            || decimals.len() > 3
            || !is_plain(whole)
            || !is_plain(decimals)
        {
            return None;
        }
        let thousandths: i64 = format!("{whole}{decimals:0<3}").parse().ok()?;
        (thousandths <= Self::MAX).then_some(TaxRate(thousandths))
    }
}

impl fmt::Display for TaxRate {
    /// Writes the percentage without trailing zeros: `13`, `9.975`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        out.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for TaxRate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Checked for TaxRate {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        Self::parse(text).ok_or(Message::new(
            "Must be a percentage from 0 to 50 with at most three decimals.",
            "Doit être un pourcentage de 0 à 50 avec au plus trois décimales.",
        ))
    }
}

impl db::ToValue for TaxRate {
    fn to_value(&self) -> db::Value<'_> {
        db::Value::Int(self.0)
    }
}

impl db::FromColumn for TaxRate {
    fn from_column(column: db::Column<'_>) -> Result<Self, String> {
        i64::from_column(column).map(TaxRate)
    }
}

/// A rate in a province, from a day on until the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatedRate {
    pub province: ProvinceCode,
    pub tax: Tax,
    pub starts_on: BusinessDate,
    pub rate: TaxRate,
}

/// A registration of the platform, from a day on until the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedRegistration {
    pub scheme: Scheme,
    pub starts_on: BusinessDate,
    /// `None` if the registration ends on this day.
    pub number: Option<String>,
}

/// All rates and registrations. Of several that start on one day, the last in the list counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub rates: Vec<DatedRate>,
    pub registrations: Vec<DatedRegistration>,
}

/// A tax with its rate.
pub type Applied = (Tax, TaxRate);

impl Settings {
    /// Returns the first day on which the platform is registered for any tax.
    pub fn first_day(&self) -> Option<BusinessDate> {
        let registered = self.registrations.iter().filter(|one| one.number.is_some());
        registered.map(|one| one.starts_on).min()
    }

    /// Returns the platform's registration number on a day.
    pub fn number_on(&self, scheme: Scheme, day: BusinessDate) -> Option<&str> {
        let begun =
            self.registrations.iter().filter(|one| one.scheme == scheme && one.starts_on <= day);
        begun.max_by_key(|one| one.starts_on)?.number.as_deref()
    }

    /// Returns the taxes on the commission of a sale on a day, with the shop in this province.
    pub fn taxes_on(&self, province: Option<ProvinceCode>, day: BusinessDate) -> Vec<Applied> {
        let rate = |tax: Tax| {
            let begun = self.rates.iter().filter(|one| {
                Some(one.province) == province && one.tax == tax && one.starts_on <= day
            });
            let rate = begun.max_by_key(|one| one.starts_on)?.rate;
            let is_charged = !rate.is_zero() && self.number_on(tax.scheme(), day).is_some();
            is_charged.then_some((tax, rate))
        };
        Tax::ALL.into_iter().filter_map(rate).collect()
    }

    /// Returns the last day of the period that begins on `first_day`: at most `last_day`, within one
    /// month, and without a change of rates or registrations.
    pub fn period_from(
        &self,
        province: Option<ProvinceCode>,
        first_day: BusinessDate,
        last_day: BusinessDate,
    ) -> BusinessDate {
        let rates = self.rates.iter().filter(|one| Some(one.province) == province);
        let starts = rates.map(|one| one.starts_on);
        let starts = starts.chain(self.registrations.iter().map(|one| one.starts_on));
        let change = starts.filter(|day| *day > first_day).min();
        let unchanged = change.map_or(last_day, |day| day.plus_days(-1));
        BusinessMonth::of(first_day.start()).last_day().min(last_day).min(unchanged)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> BusinessDate {
        BusinessDate::parse(text).expect("a day")
    }

    fn province(code: &str) -> ProvinceCode {
        ProvinceCode::parse(code).expect("a province")
    }

    fn rate(code: &str, tax: Tax, starts_on: &str, thousandths: i64) -> DatedRate {
        let (province, starts_on) = (province(code), day(starts_on));
        DatedRate { province, tax, starts_on, rate: TaxRate(thousandths) }
    }

    fn registration(scheme: Scheme, starts_on: &str, number: Option<&str>) -> DatedRegistration {
        DatedRegistration { scheme, starts_on: day(starts_on), number: number.map(str::to_owned) }
    }

    fn settings() -> Settings {
        Settings {
            rates: vec![
                rate("NS", Tax::Hst, "2010-07-01", 15_000),
                rate("NS", Tax::Hst, "2025-04-01", 14_000),
                rate("QC", Tax::Gst, "2008-01-01", 5_000),
                rate("QC", Tax::Qst, "2013-01-01", 9_975),
            ],
            registrations: vec![
                registration(Scheme::GstHst, "2024-01-15", Some("123456789RT0001")),
                registration(Scheme::Qst, "2025-01-01", Some("1234567890TQ0001")),
                registration(Scheme::Qst, "2026-01-01", None),
            ],
        }
    }

    #[test]
    fn rate_of_rounds_half_a_cent_away_from_zero() {
        for (thousandths, base, expected) in [
            (13_000, 1000, 130),
            (13_000, 50, 7),
            (5_000, 10, 1),
            (5_000, 9, 0),
            (9_975, 20_000, 1995),
            (9_975, 125, 12),
            (5_000, -10, -1),
            (9_975, -20_000, -1995),
            (15_000, 0, 0),
        ] {
            let found = TaxRate(thousandths).of(Cents::new(base));
            assert_eq!(found, Ok(Cents::new(expected)), "{thousandths} of {base}");
        }
    }

    #[test]
    fn rate_is_written_in_percent_without_trailing_zeros() {
        for (text, thousandths, written) in [
            ("13", 13_000, "13"),
            ("9,975 %", 9_975, "9.975"),
            ("14.50", 14_500, "14.5"),
            ("0", 0, "0"),
            ("50", 50_000, "50"),
        ] {
            let parsed = TaxRate::parse(text);
            assert_eq!(parsed, Some(TaxRate(thousandths)), "{text}");
            assert_eq!(parsed.map(|rate| rate.to_string()).as_deref(), Some(written));
        }
        for wrong in ["", "-1", "50.001", "100", "9.9755", "five", "1.5.2", "+5"] {
            assert_eq!(TaxRate::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn number_has_the_form_of_its_scheme() {
        assert!(Scheme::GstHst.is_number("123456789RT0001"));
        assert!(Scheme::Qst.is_number("1234567890TQ0001"));
        for wrong in [
            "",
            "123456789",
            "123456789RC0001",
            "12345678RT00012",
            "123456789rt0001",
            "123456789RT000é",
        ] {
            assert!(!Scheme::GstHst.is_number(wrong), "{wrong}");
            assert!(!Scheme::Qst.is_number(wrong), "{wrong}");
        }
    }

    #[test]
    fn taxes_on_follow_province_day_and_registration() {
        let settings = settings();
        let taxes = |code: &str, on: &str| settings.taxes_on(Some(province(code)), day(on));
        assert_eq!(taxes("NS", "2024-01-14"), [], "before the registration");
        assert_eq!(taxes("NS", "2024-01-15"), [(Tax::Hst, TaxRate(15_000))]);
        assert_eq!(taxes("NS", "2025-03-31"), [(Tax::Hst, TaxRate(15_000))]);
        assert_eq!(taxes("NS", "2025-04-01"), [(Tax::Hst, TaxRate(14_000))]);
        assert_eq!(taxes("QC", "2024-12-31"), [(Tax::Gst, TaxRate(5_000))]);
        let both = [(Tax::Gst, TaxRate(5_000)), (Tax::Qst, TaxRate(9_975))];
        assert_eq!(taxes("QC", "2025-12-31"), both);
        assert_eq!(taxes("QC", "2026-01-01"), both[..1], "after the end of a registration");
        assert_eq!(taxes("AB", "2026-01-01"), [], "without a rate");
        assert_eq!(settings.taxes_on(None, day("2026-01-01")), [], "outside Canada");
        assert_eq!(settings.first_day(), Some(day("2024-01-15")));
        assert_eq!(settings.number_on(Scheme::Qst, day("2025-06-01")), Some("1234567890TQ0001"));
        assert_eq!(settings.number_on(Scheme::Qst, day("2026-06-01")), None);
    }

    #[test]
    fn taxes_on_a_day_with_two_rates_have_the_one_that_was_set_last() {
        let mut settings = settings();
        settings.rates.push(rate("NS", Tax::Hst, "2025-04-01", 14_500));
        let taxes = settings.taxes_on(Some(province("NS")), day("2025-04-01"));
        assert_eq!(taxes, [(Tax::Hst, TaxRate(14_500))]);
    }

    #[test]
    fn period_ends_with_the_month_or_before_a_change() {
        let settings = settings();
        let period = |code: &str, from: &str, until: &str| {
            settings.period_from(Some(province(code)), day(from), day(until)).to_string()
        };
        assert_eq!(period("NS", "2025-03-10", "2025-04-20"), "2025-03-31");
        assert_eq!(period("NS", "2025-04-01", "2025-04-20"), "2025-04-20");
        assert_eq!(period("QC", "2025-12-30", "2026-02-01"), "2025-12-31");
        assert_eq!(period("NS", "2024-01-02", "2024-01-31"), "2024-01-14", "a registration begins");
    }

    proptest! {
        #[test]
        fn rate_of_returns_what_it_charged(base in -10_000_000_i64..10_000_000, thousandths in 0_i64..=50_000) {
            let rate = TaxRate(thousandths);
            let (tax, returned) = (rate.of(Cents::new(base)).unwrap(), rate.of(Cents::new(-base)).unwrap());
            prop_assert_eq!(tax.get(), -returned.get());
            let twice = i128::from(tax.get()) * 200_000 - i128::from(base) * i128::from(thousandths) * 2;
            prop_assert!(twice.abs() <= 100_000, "within half a cent");
        }

        #[test]
        fn rate_is_parsed_as_it_was_written(thousandths in 0_i64..=50_000) {
            let rate = TaxRate(thousandths);
            prop_assert_eq!(TaxRate::parse(&rate.to_string()), Some(rate));
        }
    }
}
