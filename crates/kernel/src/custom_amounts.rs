//! Limits for a vendor's cards with a custom amount. Buyers may choose any whole dollar amount
//! between the limits, which are written `10-200`.

use std::fmt;

use db::{Column, FromColumn, ToValue, Value};

use crate::{fields::Checked, messages::Message, money::Cents};

/// Lowest and highest limit that a vendor may set, in dollars.
pub const MIN_CUSTOM: u32 = 5;
pub const MAX_CUSTOM: u32 = 500;

/// Smallest and largest custom amount in dollars, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomAmounts {
    from: u32,
    to: u32,
}

impl CustomAmounts {
    /// Parses two whole numbers separated by a hyphen. Returns `None` if the text or the limits are
    /// invalid.
    pub fn parse(text: &str) -> Option<CustomAmounts> {
        let number = |text: &str| {
            let digits = text.trim();
            let is_plain = digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_plain)
        };
        let (from, to) = text.split_once('-')?;
        let (from, to) = (number(from)?, number(to)?);
        (MIN_CUSTOM <= from && from <= to && to <= MAX_CUSTOM).then_some(CustomAmounts { from, to })
    }

    pub fn covers(self, price: Cents) -> bool {
        let is_whole = price.get() % 100 == 0;
        is_whole && Cents::from_dollars(self.from) <= price && price <= Cents::from_dollars(self.to)
    }

    /// Returns the error message for a buyer whose amount is outside the limits.
    pub fn sentence(self) -> Message {
        let CustomAmounts { from, to } = self;
        Message::of(
            format!(
                "This shop sells cards of any whole amount from ${from} to ${to}. Please choose one."
            ),
            format!(
                "Ce commerce vend des cartes de tout montant entier de {from}\u{a0}$ à {to}\u{a0}$. Veuillez en choisir un."
            ),
        )
    }
}

impl fmt::Display for CustomAmounts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.from, self.to)
    }
}

impl Checked for CustomAmounts {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        CustomAmounts::parse(text).ok_or_else(|| {
            Message::of(
                format!("Please enter whole dollars from ${MIN_CUSTOM} to ${MAX_CUSTOM}, the smaller amount first."),
                format!(
                    "Veuillez saisir des montants entiers de {MIN_CUSTOM}\u{a0}$ à {MAX_CUSTOM}\u{a0}$, le plus petit en premier."
                ),
            )
        })
    }
}

impl ToValue for CustomAmounts {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.to_string().into())
    }
}

impl FromColumn for CustomAmounts {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        CustomAmounts::parse(&text).ok_or_else(|| format!("{text:?} are no limits of amounts"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_amounts_parse_reads_ascending_limits_only() {
        for (text, written) in [("10-200", "10-200"), (" 5 - 500 ", "5-500"), ("20-20", "20-20")] {
            assert_eq!(
                CustomAmounts::parse(text).map(|it| it.to_string()).as_deref(),
                Some(written)
            );
        }
        for wrong in [
            "", "10", "4-20", "20-10", "10-501", "10-", "a-b", "10-20-30", "-5-10", "+5-10",
            "5-1e2", "10.5-20",
        ] {
            assert_eq!(CustomAmounts::parse(wrong), None, "{wrong}");
        }
    }
}
