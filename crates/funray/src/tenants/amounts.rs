//! The amounts that a vendor sells cards of: any of four, written `Amount25,Amount50`, or `0` for none.

use std::{collections::BTreeSet, fmt};

use db::{Column, FromColumn, ToValue, Value};
use serde::{Serialize, Serializer};

use crate::kernel::{fields::Checked, messages::Message, money::Cents};

/// In dollars.
pub const OFFERED: [u32; 4] = [25, 50, 75, 100];

const NONE: &str = "0";
const LABEL: &str = "Amount";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardAmounts(BTreeSet<u32>);

/// All labels, each twice and with spaces between.
const LONGEST: usize = 200;

impl CardAmounts {
    pub fn all() -> CardAmounts {
        CardAmounts(OFFERED.into())
    }

    /// Whether cards of this price are sold.
    pub fn has(&self, price: Cents) -> bool {
        self.0.iter().any(|dollars| Cents::from_dollars(*dollars) == price)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads labels with commas between them, in any order and case; the number alone will do.
    pub fn parse(text: &str) -> Option<CardAmounts> {
        if text.len() > LONGEST {
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
        amounts.collect::<Option<BTreeSet<u32>>>().map(CardAmounts)
    }
}

impl fmt::Display for CardAmounts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return out.write_str(NONE);
        }
        let labels: Vec<String> = self.0.iter().map(|amount| format!("{LABEL}{amount}")).collect();
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
        CardAmounts::parse(&text).ok_or_else(|| format!("{text:?} are no card amounts"))
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
    fn card_amounts_parse_refuses_other_texts() {
        for text in ["Amount", "Amount30", "25.00", "-25", "Amount25;Amount50", "Ämount25", "all"]
        {
            assert_eq!(CardAmounts::parse(text), None, "{text}");
        }
    }
}
