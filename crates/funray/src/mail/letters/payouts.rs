//! Letters to the managers of shops and causes about what they are paid.

use super::{
    Button, Content, Sender,
    phrases::{self, hello, named},
};
use crate::kernel::{dates::BusinessDate, language::Language, payouts::PayoutStep};

/// A payout as the letter describes it.
pub struct Payout<'a> {
    pub organization: &'a str,
    pub step: PayoutStep,
    pub amount: &'a str,
    pub first_day: BusinessDate,
    pub last_day: BusinessDate,
    /// The end of the account's number.
    pub bank_account: Option<&'a str>,
    /// The bank's reference.
    pub reference: Option<&'a str>,
    pub held_back: Option<&'a str>,
    /// What the terms of the hold-back leave with the platform, and from which day all of it is released.
    pub reserve: Option<(&'a str, BusinessDate)>,
    pub link: &'a str,
}

pub fn payout(from: Sender<'_>, lang: Language, first_name: &str, payout: &Payout<'_>) -> Content {
    let (name, organization) = (from.brand.name(), phrases::organization(payout.organization));
    let short = phrases::in_subject(payout.organization);
    let [first, last] = [payout.first_day, payout.last_day].map(|day| day.in_words(lang));
    let amount = payout.amount;
    let period = match lang {
        Language::En => format!("{first} to {last}"),
        Language::Fr => format!("{first} au {last}"),
    };
    let reserve = payout.reserve.map(|(amount, until)| match lang {
        Language::En => format!("{amount}, until {}", until.in_words(lang)),
        Language::Fr => format!("{amount}, jusqu’au {}", until.in_words(lang)),
    });
    let values = [
        Some(period.as_str()),
        payout.held_back,
        reserve.as_deref(),
        payout.bank_account,
        payout.reference,
    ];
    match lang {
        Language::En => {
            let (subject, heading, text) = match payout.step {
                PayoutStep::Approved => (
                    format!("{amount} is on its way to {short}"),
                    "Your payout is approved",
                    format!("{amount} for {organization} is approved and goes to the bank next."),
                ),
                PayoutStep::Paid => (
                    format!("{amount} was paid to {short}"),
                    "You were paid",
                    format!("{amount} for {organization} was paid to the account below."),
                ),
                PayoutStep::Failed => (
                    format!("The payout of {amount} to {short} failed"),
                    "Your payout failed",
                    format!(
                        "{amount} for {organization} did not arrive. You are owed it again, and it comes with a later payout."
                    ),
                ),
            };
            Content {
                subject,
                preview: "The statement shows what it is made of.".to_owned(),
                heading: heading.to_owned(),
                paragraphs: vec![hello(lang, first_name), text],
                facts: named(
                    [
                        "Period",
                        "Held back",
                        "Held back for recent cards",
                        "Bank account",
                        "Reference",
                    ],
                    values,
                ),
                button: Button::new("See the statement", payout.link),
                not_you: Some(
                    "Is this not your bank account? Please write to us at once.".to_owned(),
                ),
                other_way: Button::new("Write to us", &from.contact_page()),
                reason: format!(
                    "You’re receiving this because you manage {organization} at {name}."
                ),
                ..Content::default()
            }
        }
        Language::Fr => {
            let (subject, heading, text) = match payout.step {
                PayoutStep::Approved => (
                    format!("Versement en route pour {short}\u{a0}: {amount}"),
                    "Votre versement est approuvé",
                    format!(
                        "Le versement de {amount} pour {organization} est approuvé et part bientôt à la banque."
                    ),
                ),
                PayoutStep::Paid => (
                    format!("Versement effectué à {short}\u{a0}: {amount}"),
                    "Votre versement est fait",
                    format!(
                        "Le versement de {amount} pour {organization} a été fait au compte ci-dessous."
                    ),
                ),
                PayoutStep::Failed => (
                    format!("Échec du versement à {short}\u{a0}: {amount}"),
                    "Votre versement a échoué",
                    format!(
                        "Le versement de {amount} pour {organization} n’est pas arrivé. La somme vous est due de nouveau et suivra avec un prochain versement."
                    ),
                ),
            };
            Content {
                subject,
                preview: "Le relevé en montre le détail.".to_owned(),
                heading: heading.to_owned(),
                paragraphs: vec![hello(lang, first_name), text],
                facts: named(
                    [
                        "Période",
                        "Retenu",
                        "Retenu pour des cartes récentes",
                        "Compte bancaire",
                        "Référence",
                    ],
                    values,
                ),
                button: Button::new("Voir le relevé", payout.link),
                not_you: Some(
                    "Ce compte bancaire n’est pas le vôtre? Écrivez-nous tout de suite.".to_owned(),
                ),
                other_way: Button::new("Nous écrire", &from.contact_page()),
                reason: format!(
                    "Vous recevez ce courriel parce que vous gérez {organization} chez {name}."
                ),
                ..Content::default()
            }
        }
    }
}
