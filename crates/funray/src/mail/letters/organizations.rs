//! Letters to the contact persons of shops and causes that are open.

use super::{
    Button, Content, Sender,
    phrases::{self, hello},
};
use crate::{auth::TenantKind, kernel::language::Language};

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

/// A shop or a cause was taken off sale, or is on sale again.
pub fn switched(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    organization: &str,
    (kind, is_on): (TenantKind, bool),
    link: &str,
) -> Content {
    let (name, organization) = (from.brand.name(), phrases::organization(organization));
    let (heading, text) = switched_words(lang, kind, is_on);
    let (button, reason) = match lang {
        Language::En => (
            "Open the portal",
            format!("You’re receiving this because you manage {organization} at {name}."),
        ),
        Language::Fr => (
            "Ouvrir le portail",
            format!("Vous recevez ce courriel parce que vous gérez {organization} chez {name}."),
        ),
    };
    let subject = match lang {
        Language::En => format!("{organization}: {}", heading.to_lowercase()),
        Language::Fr => format!("{organization}\u{a0}: {}", heading.to_lowercase()),
    };
    // The first sentence says what has changed.
    let preview = text.split_once(". ").map_or(text, |(first, _)| first);
    Content {
        subject,
        preview: preview.to_owned(),
        heading: heading.to_owned(),
        paragraphs: vec![hello(lang, first_name), text.to_owned()],
        button: Button::new(button, link),
        reason,
        ..Content::default()
    }
}

fn switched_words(lang: Language, kind: TenantKind, is_on: bool) -> (&'static str, &'static str) {
    match (lang, kind, is_on) {
        (Language::En, TenantKind::Vendor, false) => (
            "Not on sale any more",
            "Our team has taken your cards off sale: your page is hidden and no new cards are sold. Cards that people have stay good, so please keep redeeming them; your counter and payouts work as before. If you didn’t ask for this, answer through our contact page.",
        ),
        (Language::En, TenantKind::Vendor, true) => {
            ("On sale again", "Your page is visible and your cards are on sale again.")
        }
        (Language::En, TenantKind::Charity, false) => (
            "Not visible any more",
            "Our team has hidden your page and your campaigns, so no new cards support them. What was raised so far is paid to you as before. If you didn’t ask for this, answer through our contact page.",
        ),
        (Language::En, TenantKind::Charity, true) => {
            ("Visible again", "Your page and your campaigns are visible again.")
        }
        (Language::Fr, TenantKind::Vendor, false) => (
            "Retrait de la vente",
            "Notre équipe a retiré vos cartes de la vente. Votre page est masquée et aucune nouvelle carte n’est vendue. Les cartes déjà vendues restent valables\u{a0}: continuez à les encaisser. Votre caisse et vos versements fonctionnent comme avant. Si vous ne l’avez pas demandé, écrivez-nous par notre page de contact.",
        ),
        (Language::Fr, TenantKind::Vendor, true) => {
            ("Retour en vente", "Votre page est visible et vos cartes sont de nouveau en vente.")
        }
        (Language::Fr, TenantKind::Charity, false) => (
            "Page masquée",
            "Notre équipe a masqué votre page et vos campagnes. Plus aucune nouvelle carte ne les soutient. Ce qui a été amassé vous est versé comme avant. Si vous ne l’avez pas demandé, écrivez-nous par notre page de contact.",
        ),
        (Language::Fr, TenantKind::Charity, true) => {
            ("Page de nouveau visible", "Votre page et vos campagnes sont de nouveau visibles.")
        }
    }
}
