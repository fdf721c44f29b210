//! Letters with reports that a person subscribed to.

mod examples;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use kernel::{
    dates::BusinessDate,
    fields::Checked,
    messages::{self, Message},
};
use mail::{Texts, Writing};

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// Email to a subscriber: the sums of a report for the last week or month.
    Report {
        first_name: String,
        report: MailedReport,
        cadence: Cadence,
        owner: Option<String>,
        first_day: BusinessDate,
        last_day: BusinessDate,
        campaign: Option<String>,
        has_cause: Option<bool>,
        figures: Vec<(ReportFigure, String)>,
        position: Option<String>,
        link: String,
        manage: String,
    },
}

/// Kind of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MailedReport {
    /// Events on a vendor's cards.
    Vendor,
    /// Sums raised for a charity.
    Charity,
    /// Sales of all vendors.
    Vendors,
    /// Sums raised for all charities.
    Charities,
}

db::text_enum! {
    MailedReport {
        Vendor = "VENDOR",
        Charity = "CHARITY",
        Vendors = "VENDORS",
        Charities = "CHARITIES",
    }
}

/// Interval of an emailed report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Cadence {
    Weekly,
    Monthly,
}

db::text_enum! {
    Cadence {
        Weekly = "WEEKLY",
        Monthly = "MONTHLY",
    }
}

/// A sum of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReportFigure {
    CardsSold,
    /// Sales before refunds.
    GrossSold,
    Refunds,
    /// Sales less refunds.
    Sold,
    Redeemed,
    Raised,
    Platform,
    Revenue,
    OnCards,
}

impl Checked for MailedReport {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        let words = MailedReport::ALL.map(MailedReport::word);
        MailedReport::from_word(text).ok_or_else(|| messages::one_of(&words.join(", ")))
    }
}

impl Checked for Cadence {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        let [one, other] = Cadence::ALL.map(Cadence::word);
        Cadence::from_word(text).ok_or_else(|| messages::one_of_two(one, other))
    }
}

impl mail::Letter for Letter {
    fn texts() -> &'static Texts {
        &TEXTS
    }

    fn complete(&self, writing: &mut Writing<'_>) {
        let Letter::Report { figures, .. } = self;
        for (figure, sum) in figures {
            let label = json!(figure).as_str().and_then(|key| writing.text(key));
            writing.content.facts.extend(label.map(|label| (label, sum.clone())));
        }
    }
}
