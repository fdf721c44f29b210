//! The last letter to whoever has closed their account: what was erased, and the way to the cards that they still have.

use serde::{Deserialize, Serialize};

use super::{
    Button, Content, Sender,
    phrases::{hello, span},
};
use crate::{brand::Brand, kernel::language::Language, mail::lifetimes};

/// The cards that somebody has whose account is closed. The letter carries the link to them and not their codes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClosedCards {
    pub count: i64,
    pub balance: String,
    pub link: String,
}

pub fn closed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    cards: Option<&ClosedCards>,
) -> Content {
    let mut content = farewell(from, lang, first_name);
    match cards {
        None => content.button = to_contact(from, lang),
        Some(cards) => {
            add_cards(&mut content, lang, cards);
            content.other_way = to_contact(from, lang);
        }
    }
    content
}

fn to_contact(from: Sender<'_>, lang: Language) -> Option<Button> {
    let label = match lang {
        Language::En => "Write to us",
        Language::Fr => "Nous écrire",
    };
    Button::new(label, &from.contact_page())
}

fn farewell(from: Sender<'_>, lang: Language, first_name: &str) -> Content {
    let name = from.brand.name();
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            subject: "Your account is closed".to_owned(),
            preview: "Your personal data is erased.".to_owned(),
            heading: "Your account is closed".to_owned(),
            paragraphs: vec![
                hello,
                format!("As you asked, we have closed your {name} account and erased your personal data. Payment records, which the law requires us to keep, no longer carry your name."),
                match from.brand {
                    Brand::FunRay => "Thank you for every card you gave, and for the good it did. You’re welcome back any day.",
                    Brand::RayZr => "Thanks for the ride. The door stays open.",
                }
                .to_owned(),
            ],
            not_you: Some("Didn’t close it yourself? Write to us right away.".to_owned()),
            reason: format!("You’re receiving this, one last time, because you had an account at {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Votre compte est fermé".to_owned(),
            preview: "Vos données personnelles sont effacées.".to_owned(),
            heading: "Votre compte est fermé".to_owned(),
            paragraphs: vec![
                hello,
                format!("Comme vous l’avez demandé, nous avons fermé votre compte {name} et effacé vos données personnelles. Les traces de vos paiements, que la loi nous oblige à garder, ne portent plus votre nom."),
                match from.brand {
                    Brand::FunRay => "Merci pour chaque carte offerte et pour le bien qu’elle a fait. Notre porte vous reste ouverte.",
                    Brand::RayZr => "Merci pour le bout de chemin. La porte reste ouverte.",
                }
                .to_owned(),
            ],
            not_you: Some("Ce n’est pas vous qui l’avez fermé? Écrivez-nous tout de suite.".to_owned()),
            reason: format!("Vous recevez ce courriel, le dernier, parce que vous aviez un compte chez {name}."),
            ..Content::default()
        },
    }
}

fn add_cards(content: &mut Content, lang: Language, cards: &ClosedCards) {
    let ClosedCards { count, balance, link } = cards;
    let lasts = span(lang, lifetimes::CLOSED_CARDS);
    let (sentence, label, small_print) = match lang {
        Language::En => (
            match count {
                1 => format!(
                    "Your gift card is still yours: the {balance} on it can be spent with its number and code. Print it, or save it on your phone."
                ),
                _ => format!(
                    "Your {count} gift cards are still yours: the {balance} on them can be spent with their numbers and codes. Print them, or save them on your phone."
                ),
            },
            if *count == 1 { "Print my card" } else { "Print my cards" },
            format!(
                "The link works for {lasts}, and for one day once you have opened it. Whoever has it can spend your money, so don’t pass it on. When it is over, nobody can show you the codes again."
            ),
        ),
        Language::Fr => (
            match count {
                1 => format!(
                    "Votre carte-cadeau reste à vous\u{a0}: il vous suffit de son numéro et de son code pour dépenser les {balance} qu’elle contient. Imprimez-la ou gardez-la dans votre téléphone."
                ),
                _ => format!(
                    "Vos {count} cartes-cadeaux restent à vous\u{a0}: il vous suffit de leurs numéros et de leurs codes pour dépenser les {balance} qu’elles contiennent. Imprimez-les ou gardez-les dans votre téléphone."
                ),
            },
            if *count == 1 { "Imprimer ma carte" } else { "Imprimer mes cartes" },
            format!(
                "Le lien est valable {lasts}, puis une seule journée dès que vous l’avez ouvert. Qui l’a peut dépenser votre argent\u{a0}: ne le transmettez à personne. Passé ce délai, personne ne pourra plus vous montrer les codes."
            ),
        ),
    };
    content.paragraphs.insert(2, sentence);
    content.button = Button::new(label, link);
    content.small_print = Some(small_print);
}
