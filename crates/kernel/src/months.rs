//! Calendar months of America/Toronto.

use std::fmt;

use db::{Column, FromColumn, ToValue, Value};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{
    dates::BusinessDate,
    fields::Checked,
    messages::{self, Message},
    timestamp::Timestamp,
};

/// Calendar month, written `YYYY-MM` in the API and the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String)]
pub struct BusinessMonth(BusinessDate);

impl BusinessMonth {
    pub fn parse(text: &str) -> Option<Self> {
        let is_month = text.len() == "2026-03".len();
        let first = is_month.then(|| BusinessDate::parse(&format!("{text}-01")));
        first.flatten().map(BusinessMonth)
    }

    /// Returns the month of a moment.
    pub fn of(moment: Timestamp) -> Self {
        BusinessMonth(BusinessDate::of(moment).first_of_month())
    }

    #[must_use]
    pub fn next(self) -> Self {
        BusinessMonth(self.0.last_of_month().tomorrow())
    }

    pub fn first_day(self) -> BusinessDate {
        self.0
    }

    pub fn last_day(self) -> BusinessDate {
        self.0.last_of_month()
    }

    /// Returns the first moment of the month.
    pub fn start(self) -> Timestamp {
        self.0.start()
    }

    /// Returns the first moment after the month.
    pub fn end_exclusive(self) -> Timestamp {
        self.last_day().end_exclusive()
    }
}

impl fmt::Display for BusinessMonth {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.to_string()[.."2026-03".len()])
    }
}

impl Serialize for BusinessMonth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Checked for BusinessMonth {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        Self::parse(text).ok_or(messages::FORM_DATE)
    }
}

impl ToValue for BusinessMonth {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.to_string().into())
    }
}

impl FromColumn for BusinessMonth {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        Self::parse(&String::from_column(column)?).ok_or_else(|| "not a month".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> BusinessMonth {
        BusinessMonth::parse(text).unwrap()
    }

    #[test]
    fn month_parse_accepts_only_its_own_format() {
        assert_eq!(month("2028-02").to_string(), "2028-02");
        for wrong in ["", "2028", "2028-13", "2028-2", "2028-02-01", "02/2028", "20a8-02"] {
            assert_eq!(BusinessMonth::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn month_lies_between_midnights_in_toronto() {
        for (text, start, end) in [
            ("2028-02", "2028-02-01T05:00:00Z", "2028-03-01T05:00:00Z"),
            ("2026-03", "2026-03-01T05:00:00Z", "2026-04-01T04:00:00Z"),
            ("2026-11", "2026-11-01T04:00:00Z", "2026-12-01T05:00:00Z"),
        ] {
            let found = month(text);
            assert_eq!(
                (found.start().to_string(), found.end_exclusive().to_string()),
                (start.to_owned(), end.to_owned())
            );
        }
        let last = Timestamp::parse("2028-03-01T04:59:59Z").unwrap();
        assert_eq!(BusinessMonth::of(last), month("2028-02"));
        assert_eq!(month("2027-12").next(), month("2028-01"));
    }
}
