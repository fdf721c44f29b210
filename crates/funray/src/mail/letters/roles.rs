//! What a person hears when one of their roles changes, whoever changed it.

use super::{
    Button, Content, RoleChange, Sender,
    phrases::{self, hello},
};
use crate::{auth::Role, kernel::language::Language};

/// What became of which role.
pub struct RoleNews<'a> {
    pub change: RoleChange,
    pub role: Role,
    pub organization: Option<&'a str>,
    pub link: &'a str,
}

pub fn changed(from: Sender<'_>, lang: Language, first_name: &str, news: &RoleNews<'_>) -> Content {
    let name = from.brand.name();
    let place = news.organization.map(phrases::organization).unwrap_or_else(|| name.to_owned());
    let role = role_name(lang, news.role);
    let (subject, sentence) = match lang {
        Language::En => english(news.change, role, &place),
        Language::Fr => french(news.change, role, &place),
    };
    let (button, not_you, reason) = match lang {
        Language::En => (
            Button::new("Go to my account", &format!("{}/account", news.link)),
            "Does this surprise you? Choose a new password, then ask your manager or write to us.",
            format!(
                "You’re receiving this because you have an account at {name}. We write whenever what you may do changes."
            ),
        ),
        Language::Fr => (
            Button::new("Voir mon compte", &format!("{}/account", news.link)),
            "Cela vous étonne? Choisissez un nouveau mot de passe, puis parlez-en à votre gestionnaire ou écrivez-nous.",
            format!(
                "Vous recevez ce courriel parce que vous avez un compte chez {name}. Nous vous écrivons chaque fois que vos droits changent."
            ),
        ),
    };
    Content {
        subject: subject.to_owned(),
        preview: place.clone(),
        heading: subject.to_owned(),
        paragraphs: vec![hello(lang, first_name), sentence],
        button,
        not_you: Some(not_you.to_owned()),
        reason,
        ..Content::default()
    }
}

fn english(change: RoleChange, role: &str, place: &str) -> (&'static str, String) {
    match change {
        RoleChange::Granted => (
            "You have a new role",
            format!("You accepted to be {role} at {place}. The role counts from now on."),
        ),
        RoleChange::Changed => {
            ("Your role has changed", format!("From now on you are {role} at {place}."))
        }
        RoleChange::SetActive => {
            ("Your role is active again", format!("You can work as {role} at {place} again."))
        }
        RoleChange::SetInactive => (
            "Your role was switched off",
            format!(
                "You can no longer work as {role} at {place}. Nothing else about your account has changed."
            ),
        ),
    }
}

fn french(change: RoleChange, role: &str, place: &str) -> (&'static str, String) {
    match change {
        RoleChange::Granted => (
            "Vous avez un nouveau rôle",
            format!(
                "Vous avez accepté un rôle chez {place}\u{a0}: {role}. Il compte dès maintenant."
            ),
        ),
        RoleChange::Changed => (
            "Votre rôle a changé",
            format!("Voici désormais votre rôle chez {place}\u{a0}: {role}."),
        ),
        RoleChange::SetActive => (
            "Votre rôle est de nouveau actif",
            format!("Vous pouvez de nouveau travailler chez {place} dans ce rôle\u{a0}: {role}."),
        ),
        RoleChange::SetInactive => (
            "Votre rôle a été désactivé",
            format!(
                "Vous ne pouvez plus travailler chez {place} dans ce rôle\u{a0}: {role}. Rien d’autre n’a changé dans votre compte."
            ),
        ),
    }
}

pub fn role_name(lang: Language, role: Role) -> &'static str {
    match (role, lang) {
        (Role::SuperAdministrator, Language::En) => "a super administrator",
        (Role::SuperAdministrator, Language::Fr) => "superadministration",
        (Role::Administrator, Language::En) => "an administrator",
        (Role::Administrator, Language::Fr) => "administration",
        (Role::Manager, Language::En) => "a manager",
        (Role::Manager, Language::Fr) => "gestion",
        (Role::Employee, Language::En) => "an employee",
        (Role::Employee, Language::Fr) => "personnel",
        (Role::Consumer, Language::En) => "a customer",
        (Role::Consumer, Language::Fr) => "clientèle",
    }
}
