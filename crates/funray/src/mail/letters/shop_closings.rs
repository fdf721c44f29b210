//! Letters to administrators about a shop that closes with money on its cards.

use serde::{Deserialize, Serialize};

use super::{
    Button, Content, Sender,
    phrases::{hello, in_subject, named, organization},
};
use crate::kernel::language::Language;

/// How far the closing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ShopClosingStep {
    /// It waits for a second administrator.
    Waits,
    /// Everything was looked at, and the shop is still open.
    Ended,
    /// Nothing was left, and the shop is closed.
    Closed,
}

impl ShopClosingStep {
    #[cfg(test)]
    pub const ALL: [ShopClosingStep; 3] =
        [ShopClosingStep::Waits, ShopClosingStep::Ended, ShopClosingStep::Closed];
}

/// A closing as the letter names it.
pub struct ShopClosing<'a> {
    pub step: ShopClosingStep,
    pub shop: &'a str,
    pub by: Option<&'a str>,
    pub cards: &'a str,
    pub amount: &'a str,
    pub left: Option<&'a str>,
    pub reason: &'a str,
}

pub fn closing(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    closing: &ShopClosing<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(closing.shop));
    let words = match lang {
        Language::En => english(closing, &shop),
        Language::Fr => french(closing, &shop),
    };
    let names = match lang {
        Language::En => ["Cards", "Amount", "Left on cards", "Reason"],
        Language::Fr => ["Cartes", "Montant", "Reste sur les cartes", "Motif"],
    };
    let facts = [Some(closing.cards), Some(closing.amount), closing.left, Some(closing.reason)];
    Content {
        subject: words.subject,
        preview: words.preview.to_owned(),
        heading: words.heading.to_owned(),
        paragraphs: vec![hello(lang, first_name), words.text],
        facts: named(names, facts),
        button: Button::new(words.button, link),
        reason: match lang {
            Language::En => {
                format!("You’re receiving this because you are an administrator of {brand}.")
            }
            Language::Fr => format!(
                "Vous recevez ce courriel parce que vous faites partie de l’administration de {brand}."
            ),
        },
        ..Content::default()
    }
}

struct Words {
    subject: String,
    preview: &'static str,
    heading: &'static str,
    text: String,
    button: &'static str,
}

fn english(closing: &ShopClosing<'_>, shop: &str) -> Words {
    let (subject, by) = (in_subject(closing.shop), closing.by.unwrap_or_default());
    match closing.step {
        ShopClosingStep::Waits => Words {
            subject: format!("Closing {subject}: approval needed"),
            preview: "Nothing is refunded before another administrator has approved it.",
            heading: "A closing waits for a second person",
            text: format!(
                "{by} has asked to refund everything that is left on the cards of {shop}, and to close the shop. Another administrator approves or declines it. Until then nothing is refunded, and the cards stay usable."
            ),
            button: "Decide about it",
        },
        ShopClosingStep::Ended => Words {
            subject: format!("{subject}: not closed yet, money is left"),
            preview: "See what could not be refunded, and what to do next.",
            heading: "Something is left",
            text: format!(
                "The cards of {shop} were refunded as far as possible. The shop’s page lists what could not be refunded, with the next step for each."
            ),
            button: "See what is left",
        },
        ShopClosingStep::Closed => Words {
            subject: format!("{subject} is closed"),
            preview: "Everything on its cards was refunded.",
            heading: "The shop is closed",
            text: format!(
                "Everything on the cards of {shop} was refunded, and the shop is closed. The gateway pays the refunds once each charge is settled."
            ),
            button: "See the shop",
        },
    }
}

fn french(closing: &ShopClosing<'_>, shop: &str) -> Words {
    let (subject, by) = (in_subject(closing.shop), closing.by.unwrap_or_default());
    match closing.step {
        ShopClosingStep::Waits => Words {
            subject: format!("Fermeture de {subject}\u{a0}: à approuver"),
            preview: "Rien n’est remboursé avant l’accord d’une autre personne de l’administration.",
            heading: "Une fermeture attend une deuxième personne",
            text: format!(
                "{by} a demandé de rembourser tout ce qui reste sur les cartes de {shop}, puis de fermer le commerce. Une autre personne de l’administration l’approuve ou le refuse. D’ici là, rien n’est remboursé et les cartes restent utilisables."
            ),
            button: "Trancher",
        },
        ShopClosingStep::Ended => Words {
            subject: format!("Fermeture de {subject}\u{a0}: il reste des soldes"),
            preview: "Voyez ce qui n’a pas pu être remboursé, et que faire ensuite.",
            heading: "Il reste quelque chose",
            text: format!(
                "Les cartes de {shop} ont été remboursées autant que possible. La page du commerce indique ce qui n’a pas pu l’être, avec la prochaine étape pour chaque commande."
            ),
            button: "Voir ce qui reste",
        },
        ShopClosingStep::Closed => Words {
            subject: format!("{subject} est fermé"),
            preview: "Tout ce qui restait sur ses cartes a été remboursé.",
            heading: "Le commerce est fermé",
            text: format!(
                "Tout ce qui restait sur les cartes de {shop} a été remboursé, et le commerce est fermé. La passerelle verse chaque remboursement une fois le paiement réglé."
            ),
            button: "Voir le commerce",
        },
    }
}
