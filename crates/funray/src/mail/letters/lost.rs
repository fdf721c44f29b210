//! Letters to the holder of a card that others changed: it was reported lost, deactivated or reactivated.

use super::{
    Button, Content, Sender,
    phrases::{hello, in_subject, named, organization},
};
use crate::kernel::language::Language;

/// A card that has another code.
pub struct Replaced<'a> {
    pub vendor: &'a str,
    /// Its new number, masked.
    pub number: &'a str,
    pub is_by_holder: bool,
}

pub fn replaced(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    card: &Replaced<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(card.vendor));
    let subject = in_subject(card.vendor);
    match lang {
        Language::En => {
            let why = if card.is_by_holder {
                format!("You reported your card of {shop} lost.")
            } else {
                format!("Your card of {shop} was reported lost, by the shop or by our support.")
            };
            Content {
                subject: format!("Your card of {subject} has a new code"),
                preview: "The old code and number are worth nothing now.".to_owned(),
                heading: "Your card has a new code".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{why} It has a new code and a new number now. The old ones are worth nothing, also on paper. All that was on the card is still there."
                    ),
                ],
                facts: named(["New card number"], [card.number]),
                button: Button::new("See the new code", link),
                not_you: Some(
                    "Didn’t you ask for this? Your money is safe; please write to us.".to_owned(),
                ),
                reason: format!("You’re receiving this because you have a card at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let why = if card.is_by_holder {
                format!("Vous avez déclaré perdue votre carte de {shop}.")
            } else {
                format!("Le commerce ou notre soutien a déclaré perdue votre carte de {shop}.")
            };
            Content {
                subject: format!("Votre carte de {subject} a un nouveau code"),
                preview: "L’ancien code et l’ancien numéro ne valent plus rien.".to_owned(),
                heading: "Votre carte a un nouveau code".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{why} Elle a maintenant un nouveau code et un nouveau numéro. Les anciens ne valent plus rien, même sur papier. Tout ce qui était sur la carte y est encore."
                    ),
                ],
                facts: named(["Nouveau numéro de carte"], [card.number]),
                button: Button::new("Voir le nouveau code", link),
                not_you: Some(
                    "Vous n’avez rien demandé? Votre argent est en sécurité; écrivez-nous."
                        .to_owned(),
                ),
                reason: format!(
                    "Vous recevez ce courriel parce que vous avez une carte chez {brand}."
                ),
                ..Content::default()
            }
        }
    }
}

/// A card that was deactivated, or can be used again.
pub struct Status<'a> {
    pub vendor: &'a str,
    /// Its number, masked.
    pub number: &'a str,
    pub balance: &'a str,
    pub is_active: bool,
}

pub fn status(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    card: &Status<'_>,
    link: &str,
) -> Content {
    let (brand, balance) = (from.brand.name(), card.balance);
    let (shop, subject) = (organization(card.vendor), in_subject(card.vendor));
    let values = [balance, card.number];
    match lang {
        Language::En => {
            let (subject, heading, sentence) = if card.is_active {
                (
                    format!("Your card for {subject} works again"),
                    "Your card works again",
                    format!(
                        "Your card for {shop} can be used again, with everything that is on it."
                    ),
                )
            } else {
                (
                    format!("Your card for {subject} is deactivated"),
                    "Your card is deactivated",
                    format!(
                        "Your card for {shop} can’t be used for now. The {balance} on it stays yours, and we will tell you when the card works again."
                    ),
                )
            };
            Content {
                subject,
                preview: format!("{balance} is on it."),
                heading: heading.to_owned(),
                paragraphs: vec![hello(lang, first_name), sentence],
                facts: named(["Balance", "Card number"], values),
                button: Button::new("See the card", link),
                other_way: Button::new("Any questions? Write to us", &from.contact_page()),
                reason: format!("You’re receiving this because you have a card at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let (subject, heading, sentence) = if card.is_active {
                (
                    format!("Votre carte pour {subject} fonctionne de nouveau"),
                    "Votre carte fonctionne de nouveau",
                    format!("Votre carte pour {shop} peut servir de nouveau, avec tout son solde."),
                )
            } else {
                (
                    format!("Votre carte pour {subject} est désactivée"),
                    "Votre carte est désactivée",
                    format!(
                        "Votre carte pour {shop} ne peut pas servir pour le moment. Son solde de {balance} reste à vous, et nous vous écrirons quand la carte fonctionnera de nouveau."
                    ),
                )
            };
            Content {
                subject,
                preview: format!("Son solde est de {balance}."),
                heading: heading.to_owned(),
                paragraphs: vec![hello(lang, first_name), sentence],
                facts: named(["Solde", "Numéro de carte"], values),
                button: Button::new("Voir la carte", link),
                other_way: Button::new("Des questions? Écrivez-nous", &from.contact_page()),
                reason: format!(
                    "Vous recevez ce courriel parce que vous avez une carte chez {brand}."
                ),
                ..Content::default()
            }
        }
    }
}
