//! Rules for the dates and the goal of a campaign.

use super::{CampaignRow, Change, Draft};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    messages::{self, Message},
    money::Cents,
};

/// Maximum fundraising goal of a campaign.
const MAX_GOAL: Cents = Cents::from_dollars(10_000_000);

/// First and last day of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    pub start: BusinessDate,
    pub end: BusinessDate,
}

impl Days {
    pub fn include(self, day: BusinessDate) -> bool {
        (self.start..=self.end).contains(&day)
    }

    /// Returns the number of days after `today` until the last day; 0 on the last day and afterwards.
    pub fn left(self, today: BusinessDate) -> i64 {
        today.days_until(self.end).max(0)
    }
}

/// Returns the fields of a campaign after a change. If the form is invalid, returns a message for
/// each invalid field.
pub fn drafted(
    change: &Change,
    before: Option<&CampaignRow>,
    today: BusinessDate,
) -> Result<Draft, Fields> {
    let mut fields = change.problems.clone();
    if let Some(days) = change.days {
        check_days(&mut fields, days, before.map(CampaignRow::days), today);
    }
    if before.zip(change.charity).is_some_and(|(before, id)| before.charity_id != id) {
        fields.add(
            "charityId",
            Message::new(
                "A campaign stays with its charity.",
                "Une campagne reste à son organisme.",
            ),
        );
    }
    fields.finish(|| {
        Some(Draft {
            name: change.name.clone()?,
            days: change.days?,
            description: change
                .description
                .over(before.and_then(|before| before.description.clone()))?,
            url: change.url.over(before.and_then(|before| before.url.clone()))?,
            logo: change.logo.over(before.and_then(|before| before.logo_key))?,
            goal: change.goal.over(before.and_then(|before| before.goal))?,
            thanks: change.thanks.over(before.and_then(|before| before.thanks.clone()))?,
        })
    })
}

/// Checks that the last day is after the first day, and after today if the last day was changed.
/// Campaigns that have ended therefore remain editable.
fn check_days(fields: &mut Fields, days: Days, before: Option<Days>, today: BusinessDate) {
    let is_kept = before.is_some_and(|before| before.end == days.end);
    if days.end <= days.start {
        fields.add("endDate", messages::END_NOT_AFTER_START);
    } else if !is_kept && days.end <= today {
        fields.add("endDate", messages::END_NOT_AFTER_TODAY);
    }
}

/// Returns true if today can become a campaign's last day: the campaign began before today and is
/// not over.
pub fn may_end(days: Days, today: BusinessDate) -> bool {
    days.start < today && days.end >= today
}

/// Checks that a goal is between $1 and $10,000,000. Returns `None` and adds a message if it is
/// not.
pub fn check_goal(fields: &mut Fields, goal: Cents) -> Option<Cents> {
    if (Cents::from_dollars(1)..=MAX_GOAL).contains(&goal) {
        return Some(goal);
    }
    let message = Message::new(
        "Enter a goal between $1 and $10,000,000.",
        "Entrez un objectif entre 1\u{a0}$ et 10\u{a0}000\u{a0}000\u{a0}$.",
    );
    fields.add("goal", message);
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_goal_refuses_amounts_out_of_range() {
        for (cents, is_fine) in
            [(100, true), (1_000_000_000, true), (99, false), (1_000_000_001, false), (-100, false)]
        {
            let mut fields = Fields::default();
            assert_eq!(check_goal(&mut fields, Cents::new(cents)).is_some(), is_fine, "{cents}");
        }
    }

    fn days(start: &str, end: &str) -> Days {
        let day = |text| BusinessDate::parse(text).expect("a day");
        Days { start: day(start), end: day(end) }
    }

    #[test]
    fn may_end_allows_campaigns_that_began_before_today_and_are_not_over() {
        let today = BusinessDate::parse("2026-03-10").expect("a day");
        for (days, may) in [
            (days("2026-03-09", "2026-05-01"), true),
            (days("2026-01-01", "2026-03-10"), true),
            (days("2026-03-10", "2026-05-01"), false),
            (days("2026-03-11", "2026-05-01"), false),
            (days("2026-01-01", "2026-03-09"), false),
        ] {
            assert_eq!(may_end(days, today), may, "{days:?}");
        }
    }

    #[test]
    fn check_days_requires_an_end_after_start_and_today() {
        let today = BusinessDate::parse("2026-03-10").expect("a day");
        let order = Some("End Date must be greater than Start Date.");
        let past = Some("End Date must be greater than today");
        let old = days("2026-01-01", "2026-02-01");
        for (given, before, message) in [
            (days("2026-03-10", "2026-03-11"), None, None),
            (days("2026-04-01", "2026-05-01"), None, None),
            (days("2026-03-11", "2026-03-11"), None, order),
            (days("2026-03-12", "2026-03-11"), None, order),
            (days("2026-03-01", "2026-03-10"), None, past),
            (days("2026-01-01", "2026-02-01"), None, past),
            (old, Some(old), None),
            (days("2025-12-01", "2026-02-01"), Some(old), None),
            (days("2026-02-01", "2026-02-01"), Some(old), order),
            (days("2026-01-01", "2026-02-02"), Some(old), past),
            (days("2026-01-01", "2026-03-11"), Some(old), None),
        ] {
            let mut fields = Fields::default();
            check_days(&mut fields, given, before, today);
            let said = fields.iter().next().map(|(_, message)| message.to_owned());
            assert_eq!(said.as_deref(), message, "{given:?} {before:?}");
        }
    }

    #[test]
    fn days_include_the_first_and_the_last_day() {
        let march = days("2026-03-08", "2026-03-10");
        for (day, runs) in [
            ("2026-03-07", false),
            ("2026-03-08", true),
            ("2026-03-10", true),
            ("2026-03-11", false),
        ] {
            assert_eq!(march.include(BusinessDate::parse(day).expect("a day")), runs, "{day}");
        }
    }
}
