//! Letters with reports that somebody asked for by mail.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Button, Content, Sender,
    phrases::{hello, in_subject, organization},
};
use crate::kernel::{
    dates::BusinessDate,
    fields::Checked,
    language::Language,
    messages::{self, Message},
};

/// Which report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MailedReport {
    /// What happened on a vendor's cards.
    Vendor,
    /// What was raised for a charity.
    Charity,
    /// What all vendors have sold.
    Vendors,
    /// What was raised for all charities.
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

/// How often it comes.
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

impl Checked for MailedReport {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        match text {
            "VENDOR" => Ok(MailedReport::Vendor),
            "CHARITY" => Ok(MailedReport::Charity),
            "VENDORS" => Ok(MailedReport::Vendors),
            "CHARITIES" => Ok(MailedReport::Charities),
            _ => Err(messages::one_of("VENDOR, CHARITY, VENDORS, CHARITIES")),
        }
    }
}

impl Checked for Cadence {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        match text {
            "WEEKLY" => Ok(Cadence::Weekly),
            "MONTHLY" => Ok(Cadence::Monthly),
            _ => Err(messages::one_of_two("WEEKLY", "MONTHLY")),
        }
    }
}

/// What a sum of a report is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReportFigure {
    CardsSold,
    Sold,
    Redeemed,
    Raised,
    Platform,
    Revenue,
    OnCards,
}

impl ReportFigure {
    fn label(self, lang: Language) -> &'static str {
        let (english, french) = match self {
            ReportFigure::CardsSold => ("Cards sold", "Cartes vendues"),
            ReportFigure::Sold => ("Sold", "Ventes"),
            ReportFigure::Redeemed => ("Redeemed", "Utilisé"),
            ReportFigure::Raised => ("For causes", "Pour les causes"),
            ReportFigure::Platform => ("For the platform", "Pour la plateforme"),
            ReportFigure::Revenue => ("Vendors’ revenue", "Revenu des commerces"),
            ReportFigure::OnCards => ("On cards at the end", "Sur les cartes à la fin"),
        };
        match lang {
            Language::En => english,
            Language::Fr => french,
        }
    }
}

/// A report as its mail tells it.
pub struct Told<'a> {
    pub report: MailedReport,
    pub cadence: Cadence,
    /// Whose it is, if it is not of all.
    pub owner: Option<&'a str>,
    pub first_day: BusinessDate,
    pub last_day: BusinessDate,
    /// Only cards that support this campaign.
    pub campaign: Option<&'a str>,
    /// Only cards that support a cause, or only those that don't.
    pub has_cause: Option<bool>,
    pub figures: &'a [(ReportFigure, String)],
    /// The newest transfer among it.
    pub position: Option<&'a str>,
    pub link: &'a str,
    /// Where these mails are ended.
    pub manage: &'a str,
}

impl Told<'_> {
    fn title(&self, lang: Language) -> String {
        let owner = self.owner.map(in_subject);
        match (lang, self.report) {
            (Language::En, MailedReport::Vendors) => "Vendor report".to_owned(),
            (Language::En, MailedReport::Charities) => "Charity report".to_owned(),
            (Language::En, _) => format!("Report of {}", owner.unwrap_or_default()),
            (Language::Fr, MailedReport::Vendors) => "Rapport des commerces".to_owned(),
            (Language::Fr, MailedReport::Charities) => "Rapport des organismes".to_owned(),
            (Language::Fr, _) => format!("Rapport\u{a0}: {}", owner.unwrap_or_default()),
        }
    }

    /// What it is narrowed to, and up to which transfer it is, each under its name.
    fn facts(&self, lang: Language) -> Vec<(String, String)> {
        let sums = self.figures.iter().map(|(figure, sum)| (figure.label(lang), sum.clone()));
        let names = match lang {
            Language::En => ["Campaign", "Cards", "Ledger up to transfer"],
            Language::Fr => ["Campagne", "Cartes", "Grand livre jusqu’à l’opération"],
        };
        // Not by their brand: a mail names its own alone.
        let cards = self.has_cause.map(|has_cause| match (lang, has_cause) {
            (Language::En, true) => "Those that support a cause",
            (Language::En, false) => "Those without a cause",
            (Language::Fr, true) => "Celles qui soutiennent une cause",
            (Language::Fr, false) => "Celles sans cause",
        });
        let rest = names.into_iter().zip([self.campaign, cards, self.position]);
        let rest = rest.filter_map(|(name, value)| Some((name, organization(value?))));
        sums.chain(rest).map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

pub fn report(from: Sender<'_>, lang: Language, first_name: &str, told: &Told<'_>) -> Content {
    let (brand, title) = (from.brand.name(), told.title(lang));
    let (first, last) = (told.first_day.in_words(lang), told.last_day.in_words(lang));
    let is_weekly = told.cadence == Cadence::Weekly;
    match lang {
        Language::En => Content {
            subject: format!("{title}, {first} to {last}"),
            preview: if is_weekly { "The sums of last week." } else { "The sums of last month." }
                .to_owned(),
            heading: title,
            paragraphs: vec![
                hello(lang, first_name),
                format!("These are the sums from {first} to {last}; both days count."),
            ],
            facts: told.facts(lang),
            button: Button::new("Open the report", told.link),
            other_way: Button::new("Change or end these mails", told.manage),
            small_print: Some("Each sale, redemption and cancellation counts on its own day in Toronto. A cancelled sale is taken off on the day it was cancelled. All amounts are in Canadian dollars.".to_owned()),
            reason: format!("You’re receiving this because you asked {brand} for this report by mail."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("{title}, du {first} au {last}"),
            preview: if is_weekly { "Les totaux de la semaine dernière." } else { "Les totaux du mois dernier." }
                .to_owned(),
            heading: title,
            paragraphs: vec![
                hello(lang, first_name),
                format!("Voici les totaux du {first} au {last}; les deux jours comptent."),
            ],
            facts: told.facts(lang),
            button: Button::new("Ouvrir le rapport", told.link),
            other_way: Button::new("Modifier ou arrêter ces envois", told.manage),
            small_print: Some("Chaque vente, utilisation et annulation compte le jour où elle a lieu à Toronto. Une vente annulée est retirée le jour de son annulation. Tous les montants sont en dollars canadiens.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que vous avez demandé ce rapport par courriel à {brand}."),
            ..Content::default()
        },
    }
}
