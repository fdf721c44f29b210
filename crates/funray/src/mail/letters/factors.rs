//! Letters about what proves who somebody is beside their password.

use super::{
    Button, Content, FactorChange, PinChange, Sender,
    phrases::{hello, in_subject},
};
use crate::kernel::language::Language;

/// What happened: as the subject says it, and in a sentence.
fn told(lang: Language, change: &FactorChange) -> (String, String) {
    let said = |subject: &str, text: &str| (subject.to_owned(), text.to_owned());
    match (lang, change) {
        (Language::En, FactorChange::AppAdded) => said(
            "An authenticator app was added",
            "An authenticator app was added to your account. From now on, signing in asks for one of its codes. Your other devices were signed out.",
        ),
        (Language::Fr, FactorChange::AppAdded) => said(
            "Une application d’authentification a été ajoutée",
            "Une application d’authentification a été ajoutée à votre compte. Désormais, la connexion vous demandera un de ses codes. Vos autres appareils ont été déconnectés.",
        ),
        (Language::En, FactorChange::AppRemoved) => said(
            "Your authenticator app was removed",
            "The authenticator app of your account was removed. Its codes no longer work.",
        ),
        (Language::Fr, FactorChange::AppRemoved) => said(
            "Votre application d’authentification a été retirée",
            "L’application d’authentification de votre compte a été retirée. Ses codes ne fonctionnent plus.",
        ),
        (Language::En, FactorChange::PasskeyAdded(name)) => {
            let name = in_subject(name);
            (
                "A passkey was added".to_owned(),
                format!(
                    "The passkey “{name}” was added to your account. Whoever has it can sign in with it. Your other devices were signed out."
                ),
            )
        }
        (Language::Fr, FactorChange::PasskeyAdded(name)) => {
            let name = in_subject(name);
            (
                "Une clé d’accès a été ajoutée".to_owned(),
                format!(
                    "La clé d’accès «\u{a0}{name}\u{a0}» a été ajoutée à votre compte. Elle permet à la personne qui la détient de se connecter. Vos autres appareils ont été déconnectés."
                ),
            )
        }
        (Language::En, FactorChange::PasskeyBesidePassword(name)) => {
            let name = in_subject(name);
            (
                "A passkey was added".to_owned(),
                format!(
                    "The passkey “{name}” was added to your account. Anyone who holds it can sign in with it, without your password."
                ),
            )
        }
        (Language::Fr, FactorChange::PasskeyBesidePassword(name)) => {
            let name = in_subject(name);
            (
                "Une clé d’accès a été ajoutée".to_owned(),
                format!(
                    "La clé d’accès «\u{a0}{name}\u{a0}» a été ajoutée à votre compte. Elle permet à la personne qui la détient de se connecter, sans votre mot de passe."
                ),
            )
        }
        (Language::En, FactorChange::PasskeyRemoved(name)) => {
            let name = in_subject(name);
            (
                "A passkey was removed".to_owned(),
                format!("The passkey “{name}” was removed from your account and no longer works."),
            )
        }
        (Language::Fr, FactorChange::PasskeyRemoved(name)) => {
            let name = in_subject(name);
            (
                "Une clé d’accès a été retirée".to_owned(),
                format!(
                    "La clé d’accès «\u{a0}{name}\u{a0}» a été retirée de votre compte et ne fonctionne plus."
                ),
            )
        }
        (Language::En, FactorChange::CodesMade) => said(
            "You have new recovery codes",
            "New recovery codes were made for your account. The old ones no longer work.",
        ),
        (Language::Fr, FactorChange::CodesMade) => said(
            "Vous avez de nouveaux codes de récupération",
            "De nouveaux codes de récupération ont été créés pour votre compte. Les anciens ne fonctionnent plus.",
        ),
        (Language::En, FactorChange::CodeUsed(left)) => (
            "A recovery code was used".to_owned(),
            format!("One of your recovery codes was used. Still good: {left}."),
        ),
        (Language::Fr, FactorChange::CodeUsed(left)) => (
            "Un code de récupération a été utilisé".to_owned(),
            format!(
                "Un de vos codes de récupération a été utilisé. Encore valables\u{a0}: {left}."
            ),
        ),
        (Language::En, FactorChange::Reset) => said(
            "Your two-step sign-in was reset",
            "An administrator removed the authenticator app, the passkeys and the recovery codes of your account, and you were signed out everywhere. Your password is still the same: sign in with it, then set up a new second step.",
        ),
        (Language::Fr, FactorChange::Reset) => said(
            "Votre connexion en deux étapes a été réinitialisée",
            "L’administration a retiré l’application d’authentification, les clés d’accès et les codes de récupération de votre compte et a mis fin à toutes vos sessions. Votre mot de passe reste le même\u{a0}: connectez-vous, puis configurez une nouvelle seconde étape.",
        ),
    }
}

pub fn changed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    change: &FactorChange,
    account: &str,
) -> Content {
    content(from, lang, first_name, told(lang, change), account)
}

pub fn pin_changed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    (change, shop): (PinChange, &str),
    account: &str,
) -> Content {
    content(from, lang, first_name, told_of_pin(lang, change, shop), account)
}

/// The same of a PIN for the tills of a shop.
fn told_of_pin(lang: Language, change: PinChange, shop: &str) -> (String, String) {
    let shop = in_subject(shop);
    let (subject, sentence) = match (lang, change) {
        (Language::En, PinChange::Set) => (
            "You have a new PIN",
            format!("A PIN was chosen for you. With it, you sign in at the tills of {shop}."),
        ),
        (Language::Fr, PinChange::Set) => (
            "Vous avez un nouveau NIP",
            format!("Un NIP a été choisi pour vous. Il ouvre votre session aux caisses de {shop}."),
        ),
        (Language::En, PinChange::Removed) => (
            "Your PIN was removed",
            format!(
                "Your PIN for the tills of {shop} was removed. You can choose another one in your account."
            ),
        ),
        (Language::Fr, PinChange::Removed) => (
            "Votre NIP a été retiré",
            format!(
                "Votre NIP pour les caisses de {shop} a été retiré. Vous pouvez en choisir un autre dans votre compte."
            ),
        ),
        (Language::En, PinChange::Locked) => (
            "Your PIN is locked",
            format!(
                "A wrong PIN was typed in your name five times at a till of {shop}, so yours is locked. Signing in with your password unlocks it, and so does choosing another one."
            ),
        ),
        (Language::Fr, PinChange::Locked) => (
            "Votre NIP est verrouillé",
            format!(
                "Un mauvais NIP a été saisi cinq fois en votre nom à une caisse de {shop}; le vôtre est donc verrouillé. Pour le déverrouiller, connectez-vous avec votre mot de passe ou choisissez-en un autre."
            ),
        ),
    };
    (subject.to_owned(), sentence)
}

fn content(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    (subject, sentence): (String, String),
    account: &str,
) -> Content {
    let name = from.brand.name();
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            heading: subject.clone(),
            subject,
            preview: "If it was you, there is nothing to do.".to_owned(),
            paragraphs: vec![hello, sentence],
            button: Button::new("Look at it in my account", account),
            not_you: Some("Wasn’t you? Sign in, choose a new password, remove what you don’t know, and write to us.".to_owned()),
            reason: format!("You’re receiving this because you have an account at {name}. We always write when something about its security changes."),
            ..Content::default()
        },
        Language::Fr => Content {
            heading: subject.clone(),
            subject,
            preview: "Si c’était vous, il n’y a rien à faire.".to_owned(),
            paragraphs: vec![hello, sentence],
            button: Button::new("Voir dans mon compte", account),
            not_you: Some("Ce n’était pas vous? Connectez-vous, choisissez un nouveau mot de passe, retirez ce que vous ne reconnaissez pas et écrivez-nous.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que vous avez un compte chez {name}. Nous vous écrivons chaque fois que sa sécurité est en cause."),
            ..Content::default()
        },
    }
}
