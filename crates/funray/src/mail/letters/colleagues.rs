//! Letters between staff about their accounts: somebody asks for theirs to be closed, a colleague declines, or has changed
//! their name.

use super::{
    Button, Content, Sender,
    phrases::{hello, in_subject, named},
    roles::role_name,
};
use crate::{auth::Role, kernel::language::Language};

/// The staff member who asks for their account to be closed.
pub struct Leaving<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub role: Role,
}

pub fn closing_asked(
    from: Sender<'_>,
    lang: Language,
    leaving: &Leaving<'_>,
    link: &str,
) -> Content {
    let (brand, short) = (from.brand.name(), in_subject(leaving.name));
    let role = role_name(lang, leaving.role);
    let values = [leaving.name, leaving.email, role];
    match lang {
        Language::En => Content {
            subject: format!("{short} asks to have their account closed"),
            preview: "A colleague has to decide.".to_owned(),
            heading: format!("{short} asks to have their account closed"),
            paragraphs: vec![
                "The account of somebody who works here is closed by a colleague. What they did stays in the log under their name; \
                 everything else that is personal is erased."
                    .to_owned(),
                "Before you close it, make sure that nothing is open that you still have to ask them.".to_owned(),
            ],
            facts: named(["Name", "Email", "Role"], values),
            button: Button::new("Open the account", link),
            reason: format!("You’re receiving this because you decide about accounts at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Fermeture de compte demandée\u{a0}: {short}"),
            preview: "Un collègue doit décider.".to_owned(),
            heading: format!("Fermeture de compte demandée\u{a0}: {short}"),
            paragraphs: vec![
                "Le compte d’une personne qui travaille ici est fermé par un collègue. Ses actions restent au journal sous son nom; \
                 toutes ses autres données personnelles sont effacées."
                    .to_owned(),
                "Avant de fermer le compte, assurez-vous qu’il ne reste rien à lui demander.".to_owned(),
            ],
            facts: named(["Nom", "Courriel", "Rôle"], values),
            button: Button::new("Voir le compte", link),
            reason: format!("Vous recevez ce courriel parce que vous décidez des comptes chez {brand}."),
            ..Content::default()
        },
    }
}

pub fn closing_declined(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    (by, reason): (&str, &str),
    link: &str,
) -> Content {
    let (brand, hello) = (from.brand.name(), hello(lang, first_name));
    match lang {
        Language::En => Content {
            subject: "Your account stays open for now".to_owned(),
            preview: "A colleague declined to close it.".to_owned(),
            heading: "Your account stays open for now".to_owned(),
            paragraphs: vec![
                hello,
                "You asked us to close your account. A colleague declined, and gave this reason:".to_owned(),
            ],
            quote: vec![reason.to_owned()],
            facts: named(["Decided by"], [by]),
            button: Button::new("Go to my account", link),
            small_print: Some("Once this is settled, you can ask again on your account’s page.".to_owned()),
            reason: format!("You’re receiving this because you have an account at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Votre compte reste ouvert pour l’instant".to_owned(),
            preview: "Un collègue a refusé de le fermer.".to_owned(),
            heading: "Votre compte reste ouvert pour l’instant".to_owned(),
            paragraphs: vec![
                hello,
                "Vous avez demandé la fermeture de votre compte. Un collègue a refusé pour cette raison\u{a0}:".to_owned(),
            ],
            quote: vec![reason.to_owned()],
            facts: named(["Décision de"], [by]),
            button: Button::new("Voir mon compte", link),
            small_print: Some(
                "Une fois la question réglée, vous pourrez refaire la demande dans votre compte.".to_owned(),
            ),
            reason: format!("Vous recevez ce courriel parce que vous avez un compte chez {brand}."),
            ..Content::default()
        },
    }
}

/// A change of somebody's name by a colleague.
pub struct NameChange<'a> {
    pub before: &'a str,
    pub after: &'a str,
    pub by: &'a str,
}

pub fn renamed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    change: &NameChange<'_>,
    link: &str,
) -> Content {
    let (brand, hello) = (from.brand.name(), hello(lang, first_name));
    let values = [change.before, change.after, change.by];
    match lang {
        Language::En => Content {
            subject: "Your name was changed".to_owned(),
            preview: "A colleague has changed it.".to_owned(),
            heading: "Your name was changed".to_owned(),
            paragraphs: vec![
                hello,
                "A colleague has changed the name of your account. What you did before stays under your former name.".to_owned(),
            ],
            facts: named(["Before", "Now", "Changed by"], values),
            button: Button::new("Go to my account", link),
            not_you: Some("Is the new name wrong? Ask an administrator to correct it.".to_owned()),
            reason: format!("You’re receiving this because you have an account at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Votre nom a été changé".to_owned(),
            preview: "Un collègue l’a changé.".to_owned(),
            heading: "Votre nom a été changé".to_owned(),
            paragraphs: vec![
                hello,
                "Un collègue a changé le nom de votre compte. Vos actions passées restent sous votre ancien nom.".to_owned(),
            ],
            facts: named(["Avant", "Maintenant", "Changement par"], values),
            button: Button::new("Voir mon compte", link),
            not_you: Some("Le nouveau nom est inexact? Demandez à l’administration de le corriger.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que vous avez un compte chez {brand}."),
            ..Content::default()
        },
    }
}
