//! Card amounts of a vendor: any of four fixed amounts, written `Amount25,Amount50`, or `0` for
//! none. A vendor may also sell other whole amounts within limits that it sets.

use std::{collections::BTreeSet, fmt};

use db::{Column, FromColumn, ToValue, Value};
use serde::{Serialize, Serializer};

use super::CustomAmounts;
use kernel::{fields::Checked, messages::Message, money::Cents};

/// Fixed card amounts that a vendor can offer, in dollars.
pub const OFFERED: [u32; 4] = [25, 50, 75, 100];

const NONE: &str = "0";
const LABEL: &str = "Amount";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardAmounts {
    fixed: BTreeSet<u32>,
    custom: Option<CustomAmounts>,
}

/// Maximum length of a text with card amounts: enough for all labels twice, with spaces between
/// them.
const MAX_LENGTH: usize = 200;

impl CardAmounts {
    pub fn all() -> CardAmounts {
        CardAmounts { fixed: OFFERED.into(), custom: None }
    }

    /// Sets the limits for card amounts other than the fixed ones.
    pub fn with_custom(self, custom: Option<CustomAmounts>) -> CardAmounts {
        CardAmounts { custom, ..self }
    }

    /// Returns the limits for card amounts other than the fixed ones; `None` if only fixed amounts
    /// are sold.
    pub fn custom(&self) -> Option<CustomAmounts> {
        self.custom.filter(|_| !self.is_empty())
    }

    /// Returns the configured limits for other amounts, even if no fixed amount is offered.
    pub fn custom_setting(&self) -> Option<CustomAmounts> {
        self.custom
    }

    /// Returns true if the vendor sells cards of this price.
    pub fn has(&self, price: Cents) -> bool {
        let is_fixed = self.fixed.iter().any(|dollars| Cents::from_dollars(*dollars) == price);
        is_fixed || self.custom().is_some_and(|custom| custom.covers(price))
    }

    /// Returns true if no fixed amount is offered. Other amounts are only sold in addition to fixed
    /// ones.
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty()
    }

    /// Parses fixed amounts followed by the limits for other amounts, the form in which SQL queries
    /// join them.
    fn parse_joined(text: &str) -> Option<CardAmounts> {
        match text.rsplit_once(',') {
            Some((fixed, custom)) if custom.contains('-') => {
                let custom = CustomAmounts::parse(custom)?;
                Some(CardAmounts::parse(fixed)?.with_custom(Some(custom)))
            }
            _ => CardAmounts::parse(text),
        }
    }

    /// Parses labels separated by commas, in any order and case. Numbers without a label are
    /// accepted too. Returns `None` if a label is invalid.
    pub fn parse(text: &str) -> Option<CardAmounts> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let labels = text.split(',').map(str::trim).filter(|label| !label.is_empty());
        let numbers = labels.map(|label| match label.split_at_checked(LABEL.len()) {
            Some((word, number)) if word.eq_ignore_ascii_case(LABEL) => number,
            _ => label,
        });
        let amounts = numbers
            .filter(|number| *number != NONE)
            .map(|number| number.parse().ok().filter(|amount| OFFERED.contains(amount)));
        let fixed = amounts.collect::<Option<BTreeSet<u32>>>()?;
        Some(CardAmounts { fixed, custom: None })
    }
}

impl fmt::Display for CardAmounts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return out.write_str(NONE);
        }
        let labels: Vec<String> =
            self.fixed.iter().map(|amount| format!("{LABEL}{amount}")).collect();
        out.write_str(&labels.join(","))
    }
}

impl Checked for CardAmounts {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        CardAmounts::parse(text).ok_or_else(|| {
            let any = "Amount25, Amount50, Amount75, Amount100";
            Message::of(format!("{label} may be any of {any}."), format!("Parmi\u{a0}: {any}."))
        })
    }
}

impl Serialize for CardAmounts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl ToValue for CardAmounts {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.to_string().into())
    }
}

impl FromColumn for CardAmounts {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        CardAmounts::parse_joined(&text).ok_or_else(|| format!("{text:?} are no card amounts"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_amounts_parse_reads_labels_in_any_order() {
        for (text, written) in [
            ("Amount50,Amount25", "Amount25,Amount50"),
            ("100", "Amount100"),
            (" amount25 , Amount25,, 75", "Amount25,Amount75"),
            ("0", "0"),
            ("", "0"),
            ("Amount100,Amount75,Amount50,Amount25", "Amount25,Amount50,Amount75,Amount100"),
        ] {
            let amounts = CardAmounts::parse(text).expect(text);
            assert_eq!(amounts.to_string(), written, "{text}");
            assert_eq!(CardAmounts::from_column(Column::Text(written)), Ok(amounts));
        }
    }

    #[test]
    fn card_amounts_has_only_listed_whole_amounts() {
        let amounts = CardAmounts::parse("25,100").expect("amounts");
        assert!(amounts.has(Cents::new(2500)) && amounts.has(Cents::new(10_000)));
        assert!(![0, 25, 2501, 5000, -2500].iter().any(|cents| amounts.has(Cents::new(*cents))));
    }

    #[test]
    fn card_amounts_has_whole_custom_amounts_beside_fixed_ones() {
        let read = |text| CardAmounts::from_column(Column::Text(text)).expect("amounts");
        let amounts = read("Amount25,10-200");
        for (cents, is_sold) in
            [(999, false), (1000, true), (1050, false), (20_000, true), (20_100, false)]
        {
            assert_eq!(amounts.has(Cents::new(cents)), is_sold, "{cents}");
        }
        assert_eq!(amounts.to_string(), "Amount25", "only the fixed ones");
        let custom_alone = read("0,10-200");
        assert!(custom_alone.is_empty() && !custom_alone.has(Cents::new(1000)));
        assert_eq!(custom_alone.custom_setting(), amounts.custom());
    }

    #[test]
    fn card_amounts_parse_refuses_other_texts() {
        for text in [
            "Amount",
            "Amount30",
            "25.00",
            "-25",
            "Amount25;Amount50",
            "Ämount25",
            "all",
            "Amount25,10-200",
        ] {
            assert_eq!(CardAmounts::parse(text), None, "{text}");
        }
    }
}
