//! Letters about a card of one's own: here it is, and money was moved on it.

use super::{
    Button, Content, Movement, Picture, Sender,
    phrases::{hello, in_subject, named, organization, support},
};
use crate::{kernel::language::Language, mail::card::Card};

pub struct Bought<'a> {
    pub vendor: &'a str,
    pub number: &'a str,
    pub balance: &'a str,
    pub charity: Option<&'a str>,
    pub hue: Option<u32>,
    pub card_png: &'a [u8],
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
    let face = Card::new(&shop, card.balance, card.hue, card.card_png);
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

pub struct Moved<'a> {
    pub vendor: &'a str,
    pub number: &'a str,
    pub movement: Movement,
    pub value: &'a str,
    pub balance: &'a str,
    /// The card was not shown.
    pub is_by_name: bool,
}

/// That nobody showed the card, where it was so.
fn by_name(lang: Language, moved: &Moved<'_>) -> Option<String> {
    let text = match lang {
        Language::En => "The card wasn’t shown for it: the shop found it by your name.",
        Language::Fr => {
            "La carte n’a pas été présentée\u{a0}: le commerce l’a trouvée par votre nom."
        }
    };
    moved.is_by_name.then(|| text.to_owned())
}

/// What a movement is called in the mail about it.
struct Words {
    subject: String,
    heading: &'static str,
    sentence: String,
    value: &'static str,
}

fn words_en(moved: &Moved<'_>) -> Words {
    let (value, shop, subject) =
        (moved.value, organization(moved.vendor), in_subject(moved.vendor));
    match moved.movement {
        Movement::Redeemed => Words {
            subject: format!("{value} used at {subject}"),
            heading: "Your card was used",
            sentence: format!("{value} was taken off your card at {shop}."),
            value: "Taken off",
        },
        Movement::CashedOut => Words {
            subject: format!("{value} paid out at {subject}"),
            heading: "Your card was paid out",
            sentence: format!("The last {value} on your card was paid out in cash at {shop}."),
            value: "Paid out",
        },
        Movement::Reversed => Words {
            subject: format!("{value} is back on your card for {subject}"),
            heading: "Money is back on your card",
            sentence: format!("{shop} reversed a redemption: {value} is back on your card."),
            value: "Put back",
        },
    }
}

fn words_fr(moved: &Moved<'_>) -> Words {
    let (value, shop, subject) =
        (moved.value, organization(moved.vendor), in_subject(moved.vendor));
    match moved.movement {
        Movement::Redeemed => Words {
            subject: format!("Achat de {value} chez {subject}"),
            heading: "Votre carte a servi",
            sentence: format!("Un montant de {value} a été retiré de votre carte chez {shop}."),
            value: "Retiré",
        },
        Movement::CashedOut => Words {
            subject: format!("{value} remis en argent chez {subject}"),
            heading: "Le solde de votre carte vous a été remis",
            sentence: format!(
                "Le solde de {value} de votre carte a été remis en argent comptant chez {shop}."
            ),
            value: "Remis",
        },
        Movement::Reversed => Words {
            subject: format!("{value} de retour sur votre carte pour {subject}"),
            heading: "De l’argent est revenu sur votre carte",
            sentence: format!(
                "{shop} a annulé un achat\u{a0}: {value} sont de retour sur votre carte."
            ),
            value: "Remis sur la carte",
        },
    }
}

pub fn moved(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    moved: &Moved<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(moved.vendor));
    let values = [moved.value, moved.balance, moved.number];
    match lang {
        Language::En => {
            let words = words_en(moved);
            Content {
                subject: words.subject,
                preview: format!("{} is left on your card.", moved.balance),
                heading: words.heading.to_owned(),
                paragraphs: [hello(lang, first_name), words.sentence]
                    .into_iter()
                    .chain(by_name(lang, moved))
                    .collect(),
                facts: named([words.value, "Balance", "Card number"], values),
                button: Button::new("Open the card", link),
                not_you: Some(format!(
                    "If that wasn’t you, please ask {shop} the same day: they can put it right."
                )),
                reason: format!(
                    "You’re receiving this because you have a {brand} card. In your account you can choose to see this in your wallet only."
                ),
                ..Content::default()
            }
        }
        Language::Fr => {
            let words = words_fr(moved);
            Content {
                subject: words.subject,
                preview: format!("Il reste {} sur votre carte.", moved.balance),
                heading: words.heading.to_owned(),
                paragraphs: [hello(lang, first_name), words.sentence]
                    .into_iter()
                    .chain(by_name(lang, moved))
                    .collect(),
                facts: named([words.value, "Solde", "Numéro de carte"], values),
                button: Button::new("Ouvrir la carte", link),
                not_you: Some(format!(
                    "Si ce n’était pas vous, parlez-en le jour même à {shop}\u{a0}: on peut corriger l’erreur."
                )),
                reason: format!(
                    "Vous recevez ce courriel parce que vous avez une carte de {brand}. Dans votre compte, vous pouvez choisir de ne voir ces avis que dans votre portefeuille."
                ),
                ..Content::default()
            }
        }
    }
}
