//! Letters to the contact persons of shops and causes that are open.

use super::{
    Button, Content, Sender,
    phrases::{self, hello},
};
use crate::{auth::TenantKind, kernel::language::Language, mail::lifetimes};

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

/// What a registration is asked for.
pub struct Asked<'a> {
    pub organization: &'a str,
    /// The names of the fields.
    pub fields: &'a [String],
    pub note: Option<&'a str>,
}

pub fn asked(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    asked: &Asked<'_>,
    link: &str,
) -> Content {
    let (name, organization) = (from.brand.name(), phrases::organization(asked.organization));
    let days = lifetimes::REGISTRATION.as_secs() / (24 * 3600);
    let labels = field_labels(lang, asked.fields).join(", ");
    let [missing, note] = match lang {
        Language::En => ["What we need", "Our note"],
        Language::Fr => ["Ce qu’il nous faut", "Notre mot"],
    };
    let facts = [(missing, Some(labels.as_str())), (note, asked.note)];
    let facts =
        facts.into_iter().filter_map(|(label, text)| Some((label.to_owned(), text?.to_owned())));
    let facts = facts.collect();
    let has_bank = asked.fields.iter().any(|field| BANK_FIELDS.contains(&field.as_str()));
    let bank = has_bank.then_some(match lang {
        Language::En => "Your bank account: never by email. You enter it in your portal, once your page is open.",
        Language::Fr => "Votre compte bancaire\u{a0}: jamais par courriel. Vous le saisirez dans votre portail, une fois votre page ouverte.",
    });
    match lang {
        Language::En => Content {
            subject: format!("Your registration of {organization}: something is missing"),
            preview: "It takes a minute.".to_owned(),
            heading: "Something is missing".to_owned(),
            paragraphs: [
                Some(hello(lang, first_name)),
                Some(format!("Thank you for wanting to join {name} with {organization}. To open its page, we need a little more from you.")),
                bank.map(str::to_owned),
                Some(format!("The link works for {days} days. If you prefer to write to us, use our contact page.")),
            ].into_iter().flatten().collect(),
            facts,
            button: Button::new("Complete the registration", link),
            not_you: Some("Didn’t register? There is nothing to do.".to_owned()),
            reason: format!("You’re receiving this because {organization} was registered at {name} with this address."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Votre inscription de {organization}\u{a0}: il manque quelque chose"),
            preview: "Cela prend une minute.".to_owned(),
            heading: "Il manque quelque chose".to_owned(),
            paragraphs: [
                Some(hello(lang, first_name)),
                Some(format!("Merci de vouloir vous joindre à {name} avec {organization}. Pour ouvrir sa page, il nous manque encore quelques renseignements.")),
                bank.map(str::to_owned),
                Some(format!("Le lien fonctionne pendant {days} jours. Si vous préférez nous écrire, passez par notre page de contact.")),
            ].into_iter().flatten().collect(),
            facts,
            button: Button::new("Compléter l’inscription", link),
            not_you: Some("Vous n’avez rien inscrit? Il n’y a rien à faire.".to_owned()),
            reason: format!("Vous recevez ce courriel parce qu’une inscription au nom de {organization} a été faite chez {name} avec cette adresse."),
            ..Content::default()
        },
    }
}

const BANK_FIELDS: [&str; 3] = ["institutionNumber", "transitNumber", "accountNumber"];

/// Names of the fields. The three numbers of a bank account are one thing to their reader.
fn field_labels(lang: Language, fields: &[String]) -> Vec<&'static str> {
    let mut labels: Vec<&'static str> = Vec::new();
    for field in fields {
        let [en, fr] = match field.as_str() {
            "regionId" => ["your region", "votre région"],
            "categoryId" => ["the category of your shop", "la catégorie de votre commerce"],
            "organizationId" => ["the kind of your organization", "le type de votre organisme"],
            "cardAmount" => ["the amounts of your cards", "les montants de vos cartes"],
            field if BANK_FIELDS.contains(&field) => ["your bank account", "votre compte bancaire"],
            _ => continue,
        };
        let label = if lang == Language::Fr { fr } else { en };
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    labels
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
