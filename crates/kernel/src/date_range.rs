//! Date ranges by which lists and reports are filtered.

use serde::Deserialize;
use utoipa::IntoParams;

use super::clock::Clock;
use super::dates::BusinessDate;
use super::fields::Fields;
use super::messages;
use super::timestamp::Timestamp;

/// Date range of a list or report, both ends inclusive. A missing end is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DateRange {
    start: Option<BusinessDate>,
    end: Option<BusinessDate>,
}

impl DateRange {
    /// Returns all days up to this one, inclusive.
    pub fn until(day: BusinessDate) -> Self {
        DateRange { start: None, end: Some(day) }
    }

    /// Returns the days from `first` to `last`, inclusive.
    pub fn between(first: BusinessDate, last: BusinessDate) -> Self {
        DateRange { start: Some(first), end: Some(last) }
    }

    /// Returns the calendar month of a day.
    pub fn month_of(day: BusinessDate) -> Self {
        DateRange { start: Some(day.first_of_month()), end: Some(day.last_of_month()) }
    }

    /// Returns this range, or the current month if both ends are open.
    pub fn or_this_month(self, clock: &Clock) -> Self {
        if self.is_open() { Self::month_of(BusinessDate::today(clock)) } else { self }
    }

    /// Returns true if neither end was given.
    pub fn is_open(self) -> bool {
        self == DateRange::default()
    }

    /// Returns the first moment (inclusive) and the last (exclusive). Open ends become the earliest
    /// and latest timestamps, so that one SQL statement serves every range.
    pub fn moments(self) -> (Timestamp, Timestamp) {
        (
            self.start.map_or(Timestamp::MIN, BusinessDate::start),
            self.end.map_or(Timestamp::MAX, BusinessDate::end_exclusive),
        )
    }
}

/// `startDate` and `endDate` of a query string, read only through [`DateFilter::range`].
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct DateFilter {
    #[param(inline)]
    start_date: Option<BusinessDate>,
    #[param(inline)]
    end_date: Option<BusinessDate>,
}

impl DateFilter {
    pub fn range(self) -> Result<DateRange, Fields> {
        let DateFilter { start_date: start, end_date: end } = self;
        let mut fields = Fields::default();
        if start.zip(end).is_some_and(|(start, end)| start > end) {
            fields.add("startDate", messages::FILTER_START_AFTER_END);
            fields.add("endDate", messages::FILTER_END_BEFORE_START);
        }
        fields.finish(|| Some(DateRange { start, end }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;
    use crate::query::QueryString;

    fn range(query: &str) -> Result<DateRange, String> {
        let filter = QueryString::parse(query).and_then(|query| query.read::<DateFilter>());
        filter.and_then(DateFilter::range).map_err(|fields| fields.to_string())
    }

    fn moments(range: DateRange) -> (String, String) {
        let (from, until) = range.moments();
        (from.to_string(), until.to_string())
    }

    #[test]
    fn date_range_includes_both_ends() {
        for query in [
            "startDate=2026-03-07&endDate=2026-03-08",
            "StartDate=03/07/2026&EndDate=03%2F08%2F2026",
            "startDate=2026-03-07T00:00:00.000Z&endDate=2026-03-08T23:59:59Z",
            "startDate=2026-03-07T23:59:59-05:00&endDate=2026-03-08T00:00:00%2B00:00",
        ] {
            let expected = ("2026-03-07T05:00:00Z".to_owned(), "2026-03-09T04:00:00Z".to_owned());
            assert_eq!(moments(range(query).unwrap()), expected, "{query}");
        }
        assert!(range("startDate=2026-03-07&endDate=2026-03-07").is_ok(), "a single day");
    }

    #[test]
    fn date_range_may_be_open_at_either_end() {
        let since = range("startDate=2026-03-07&endDate=").unwrap();
        assert_eq!(since.moments().1, Timestamp::MAX);
        assert!(!since.is_open());
        let all = range("").unwrap();
        assert_eq!(all.moments(), (Timestamp::MIN, Timestamp::MAX));
        assert!(all.is_open());
    }

    #[test]
    fn date_filter_reports_the_specified_messages() {
        for (query, problem) in [
            ("startDate=yesterday", "startDate: Wrong date format"),
            ("endDate=2026-02-29", "endDate: Wrong date format"),
            (
                "startDate=2026-03-08&endDate=2026-03-07",
                "endDate: End Date must be greater than Start Date; \
                 startDate: Start Date must be less than End Date",
            ),
        ] {
            assert_eq!(range(query), Err(problem.to_owned()), "{query}");
        }
    }

    #[test]
    fn or_this_month_uses_the_month_in_toronto() {
        let hands = ManualClock::starting_at(Timestamp::parse("2024-03-01T04:59:59Z").unwrap());
        let february = DateRange::default().or_this_month(&hands.clock());
        let expected = ("2024-02-01T05:00:00Z".to_owned(), "2024-03-01T05:00:00Z".to_owned());
        assert_eq!(moments(february), expected);
        assert_eq!(february.or_this_month(&hands.clock()), february);
        let picked = range("endDate=2020-01-01").unwrap();
        assert_eq!(picked.or_this_month(&hands.clock()), picked);
    }
}
