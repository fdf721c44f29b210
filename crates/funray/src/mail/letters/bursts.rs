//! The letter to administrators about many redemptions within minutes.

use super::{
    Button, Content, Sender,
    phrases::{hello, in_subject, named, organization},
};
use crate::kernel::language::Language;

/// A burst at a shop.
pub struct Burst<'a> {
    pub vendor: &'a str,
    pub cards: i64,
    pub amount: &'a str,
    /// On the shop's cards, before.
    pub outstanding: &'a str,
}

pub fn found(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    burst: &Burst<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(burst.vendor));
    let (subject, cards) = (in_subject(burst.vendor), burst.cards.to_string());
    let facts = [cards.as_str(), burst.amount, burst.outstanding];
    match lang {
        Language::En => Content {
            subject: format!("Many cards of {subject} were redeemed within minutes"),
            preview: "The shop’s next payout waits until you have looked.".to_owned(),
            heading: "Many redemptions within minutes".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{cards} cards of {shop} were redeemed within a few minutes. Nobody at the counter was stopped. The shop’s next payout waits until an administrator has looked and written down the outcome."
                ),
            ],
            facts: named(["Cards", "Redeemed", "On its cards before"], facts),
            button: Button::new("Look at it", link),
            reason: format!("You’re receiving this because you are an administrator of {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Beaucoup de cartes de {subject} encaissées en quelques minutes"),
            preview: "Le prochain versement du commerce attend votre examen.".to_owned(),
            heading: "Beaucoup d’encaissements en quelques minutes".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{cards} cartes de {shop} ont été encaissées en quelques minutes. Personne n’a été arrêté au comptoir. Le prochain versement du commerce attend qu’une personne de l’administration ait examiné le cas et noté la conclusion."
                ),
            ],
            facts: named(["Cartes", "Encaissé", "Sur ses cartes avant"], facts),
            button: Button::new("Examiner", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous faites partie de l’administration de {brand}."
            ),
            ..Content::default()
        },
    }
}
