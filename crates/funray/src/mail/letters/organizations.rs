//! Letters to the contact persons of shops and causes that are open.

use super::{
    Button, Content, Sender,
    phrases::{self, hello},
};
use crate::kernel::language::Language;

/// What was changed, each as it is now.
pub struct Changed<'a> {
    pub organization: &'a str,
    pub bank_account: Option<&'a str>,
    pub contact: Option<&'a str>,
    pub address: Option<&'a str>,
}

pub fn changed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    changed: &Changed<'_>,
) -> Content {
    let (name, organization) = (from.brand.name(), phrases::organization(changed.organization));
    let hello = hello(lang, first_name);
    let [bank, contact, address] = match lang {
        Language::En => ["Bank account", "Contact person", "Address"],
        Language::Fr => ["Compte bancaire", "Personne-ressource", "Adresse"],
    };
    let contact_name = changed.contact.and_then(phrases::name);
    let facts = [
        (bank, changed.bank_account),
        (contact, contact_name.as_deref()),
        (address, changed.address),
    ];
    let facts: Vec<(String, String)> = facts
        .into_iter()
        .filter_map(|(label, text)| Some((label.to_owned(), text?.to_owned())))
        .collect();
    match lang {
        Language::En => Content {
            subject: format!("The details of {organization} were changed"),
            preview: "This is what they are now.".to_owned(),
            heading: "Your details were changed".to_owned(),
            paragraphs: vec![
                hello,
                format!("The details of {organization} at {name} were changed. This is what is new:"),
            ],
            facts,
            button: Button::new("Write to us", &from.contact_page()),
            not_you: Some("Didn’t you ask for this? Please write to us at once: payments go to the bank account on file.".to_owned()),
            reason: format!("You’re receiving this because you are, or were until now, the contact person of {organization} at {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Les coordonnées de {organization} ont changé"),
            preview: "Voici ce qu’elles sont maintenant.".to_owned(),
            heading: "Vos coordonnées ont changé".to_owned(),
            paragraphs: vec![
                hello,
                format!("Les coordonnées de {organization} chez {name} ont été modifiées. Voici ce qui est nouveau\u{a0}:"),
            ],
            facts,
            button: Button::new("Nous écrire", &from.contact_page()),
            not_you: Some("Vous n’avez rien demandé de tel? Écrivez-nous tout de suite\u{a0}: les versements vont au compte bancaire au dossier.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que vous êtes, ou étiez jusqu’ici, la personne-ressource de {organization} chez {name}."),
            ..Content::default()
        },
    }
}
