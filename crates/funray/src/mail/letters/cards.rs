//! Letters about a card of one's own: here it is, and it was used.

use super::{
    Button, Content, Picture, Sender,
    phrases::{hello, in_subject, named, organization, support},
};
use crate::{kernel::language::Language, mail::card::Card};

pub struct Bought<'a> {
    pub vendor: &'a str,
    pub number: &'a str,
    pub balance: &'a str,
    pub charity: Option<&'a str>,
    pub hue: Option<u32>,
}

pub fn bought(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    card: &Bought<'_>,
    link: &str,
    qr_png: &[u8],
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(card.vendor));
    let picture = |alt: &str| Some(Picture { alt: alt.to_owned(), png: qr_png.to_vec() });
    let values = [card.number, card.balance];
    let face = Some(Card::new(&shop, card.balance, card.hue));
    let mut paragraphs = vec![hello(lang, first_name)];
    match lang {
        Language::En => {
            paragraphs.push(format!("Here it is: your card for {shop}. Show the code at the counter, on your phone or on paper."));
            paragraphs.extend(support(from.brand, lang, card.charity));
            Content {
                subject: format!("Your card for {}", in_subject(card.vendor)),
                preview: "Show the code at the counter.".to_owned(),
                heading: "Your card is here".to_owned(),
                card: face,
                paragraphs,
                facts: named(["Card number", "Balance"], values),
                picture: picture("The QR code of your card"),
                button: Button::new("Open the card", link),
                small_print: Some("It never expires. Whoever has the code can spend what is on the card, so only show it at the counter.".to_owned()),
                reason: format!("You’re receiving this because you bought a card at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            paragraphs.push(format!("La voici\u{a0}: votre carte pour {shop}. Présentez le code au comptoir, sur votre téléphone ou sur papier."));
            paragraphs.extend(support(from.brand, lang, card.charity));
            Content {
                subject: format!("Votre carte pour {}", in_subject(card.vendor)),
                preview: "Présentez le code au comptoir.".to_owned(),
                heading: "Votre carte est là".to_owned(),
                card: face,
                paragraphs,
                facts: named(["Numéro de carte", "Solde"], values),
                picture: picture("Le code QR de votre carte"),
                button: Button::new("Ouvrir la carte", link),
                small_print: Some("Elle n’expire jamais. Quiconque a le code peut dépenser le solde\u{a0}: ne le montrez qu’au comptoir.".to_owned()),
                reason: format!("Vous recevez ce courriel parce que vous avez acheté une carte chez {brand}."),
                ..Content::default()
            }
        }
    }
}

pub struct Used<'a> {
    pub vendor: &'a str,
    pub number: &'a str,
    pub value: &'a str,
    pub balance: &'a str,
}

pub fn redeemed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    used: &Used<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(used.vendor));
    let values = [used.value, used.balance, used.number];
    match lang {
        Language::En => Content {
            subject: format!("{} used at {}", used.value, in_subject(used.vendor)),
            preview: format!("{} is left on your card.", used.balance),
            heading: "Your card was used".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("{} was taken off your card at {shop}.", used.value),
            ],
            facts: named(["Taken off", "Balance", "Card number"], values),
            button: Button::new("Open the card", link),
            not_you: Some(format!(
                "If that wasn’t you, please ask {shop} the same day: they can put it back."
            )),
            reason: format!(
                "You’re receiving this because you have a {brand} card and the shop let you know."
            ),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Achat de {} chez {}", used.value, in_subject(used.vendor)),
            preview: format!("Il reste {} sur votre carte.", used.balance),
            heading: "Votre carte a servi".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("Un montant de {} a été retiré de votre carte chez {shop}.", used.value),
            ],
            facts: named(["Retiré", "Solde restant", "Numéro de carte"], values),
            button: Button::new("Ouvrir la carte", link),
            not_you: Some(format!(
                "Si ce n’était pas vous, parlez-en le jour même à {shop}\u{a0}: on peut y remettre le montant."
            )),
            reason: format!(
                "Vous recevez ce courriel parce que vous avez une carte de {brand} et que le commerce vous en a avisé."
            ),
            ..Content::default()
        },
    }
}
