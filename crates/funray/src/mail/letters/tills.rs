//! The letter to a shop's managers about a till that works on another device.

use super::{
    Button, Content, Sender,
    phrases::{hello, in_subject, named, organization},
};
use crate::kernel::language::Language;

/// A till's secret that another device has shown.
pub struct Elsewhere<'a> {
    pub vendor: &'a str,
    pub till: &'a str,
    /// The other device's browser and system.
    pub device: &'a str,
}

pub fn elsewhere(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    seen: &Elsewhere<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(seen.vendor));
    let (subject, till) = (in_subject(seen.vendor), seen.till);
    match lang {
        Language::En => Content {
            subject: format!("A till of {subject} is used on another device"),
            preview: "If it wasn’t you, remove the till.".to_owned(),
            heading: "A till on another device".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Another browser, in another network, works as the till “{till}” of {shop}. If you moved the till, make a new link for it on the device where it is now. If you didn’t, remove the till: nobody can sign in there then."
                ),
            ],
            facts: named(["Till", "Other device"], [till, seen.device]),
            button: Button::new("Open the tills", link),
            reason: format!("You’re receiving this because you look after {shop} at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Une caisse de {subject} sert sur un autre appareil"),
            preview: "Si ce n’est pas vous, retirez la caisse.".to_owned(),
            heading: "Une caisse sur un autre appareil".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Un autre navigateur, sur un autre réseau, sert de caisse «\u{a0}{till}\u{a0}» de {shop}. Si vous avez déplacé la caisse, créez un nouveau lien sur l’appareil où elle se trouve. Sinon, retirez-la\u{a0}: personne ne pourra plus s’y connecter."
                ),
            ],
            facts: named(["Caisse", "Autre appareil"], [till, seen.device]),
            button: Button::new("Ouvrir les caisses", link),
            reason: format!("Vous recevez ce courriel parce que vous suivez {shop} chez {brand}."),
            ..Content::default()
        },
    }
}
