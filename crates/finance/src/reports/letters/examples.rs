//! Example emails with reports, for tests that render every letter of the program.

use super::{Cadence, Letter, MailedReport, ReportFigure};
use kernel::dates::BusinessDate;

/// Returns examples of reports by email, with and without a filter, about a single tenant or about
/// all tenants.
pub fn examples() -> Vec<Letter> {
    let day = |text: &str| BusinessDate::parse(text).expect("a day");
    let report = |report, cadence, owner: Option<&str>, has_cause| Letter::Report {
        first_name: "Ann".to_owned(),
        report,
        cadence,
        owner: owner.map(str::to_owned),
        first_day: day("2026-03-02"),
        last_day: day("2026-03-08"),
        campaign: owner.map(|_| "Warm Meals".to_owned()),
        has_cause,
        figures: vec![
            (ReportFigure::CardsSold, "2".to_owned()),
            (ReportFigure::GrossSold, "135".to_owned()),
            (ReportFigure::Refunds, "25".to_owned()),
            (ReportFigure::Sold, "110".to_owned()),
        ],
        position: owner.map(|_| "B4QHK2W8".to_owned()),
        link: "https://shop.example/admin/vendor/reporting?startDate=2026-03-02".to_owned(),
        manage: "https://shop.example/admin/vendor/reporting?byMail=1".to_owned(),
    };
    vec![
        report(MailedReport::Vendor, Cadence::Weekly, Some("Maple Leaf Books"), Some(true)),
        report(MailedReport::Charity, Cadence::Weekly, Some("Bon Repas"), Some(false)),
        report(MailedReport::Vendors, Cadence::Monthly, None, None),
        report(MailedReport::Charities, Cadence::Monthly, None, None),
    ]
}
