//! Letters about the safety of an account: what happened, when and from where, and how to end every session.

use serde::{Deserialize, Serialize};

use super::{
    Button, Content, Sender,
    phrases::{hello, span},
};
use crate::{
    kernel::{dates::toronto_clock, language::Language, timestamp::Timestamp},
    mail::lifetimes,
};

/// What a person is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AccountEvent {
    /// Somebody signed in on a device that was never seen with this account.
    NewDevice,
    /// A session went on on a device that was never seen with this account.
    SessionMoved,
    /// A refresh token was used twice, so its session was ended: one of the two had a copy.
    TokenReused,
    /// Mails about money that moves on one's cards were switched off.
    MovementMailsOff,
}

/// What is known of an event.
pub struct Happened<'a> {
    pub event: AccountEvent,
    pub device: &'a str,
    pub address: Option<&'a str>,
    pub at: Timestamp,
}

pub fn account_notice(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    happened: &Happened<'_>,
    end_sessions: &str,
) -> Content {
    let (name, lasts) = (from.brand.name(), span(lang, lifetimes::END_SESSIONS));
    let (subject, text) = words(lang, happened.event);
    let paragraphs = vec![hello(lang, first_name), text.to_owned()];
    let facts = facts(lang, happened);
    match lang {
        Language::En => Content {
            subject: subject.to_owned(),
            preview: "If it was you, there is nothing to do.".to_owned(),
            heading: subject.to_owned(),
            paragraphs,
            facts,
            button: Button::new("It wasn’t me: sign out everywhere", end_sessions),
            small_print: Some(format!(
                "The button works once, for {lasts}, and asks before it does anything. Then choose a new password."
            )),
            reason: format!(
                "You’re receiving this because you have an account at {name}. We always write when something about its security changes."
            ),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: subject.to_owned(),
            preview: "Si c’était vous, il n’y a rien à faire.".to_owned(),
            heading: subject.to_owned(),
            paragraphs,
            facts,
            button: Button::new("Ce n’était pas moi\u{a0}: tout déconnecter", end_sessions),
            small_print: Some(format!(
                "Le bouton ne sert qu’une fois, reste valable {lasts} et demande confirmation. Choisissez ensuite un nouveau mot de passe."
            )),
            reason: format!(
                "Vous recevez ce courriel parce que vous avez un compte chez {name}. Nous vous écrivons chaque fois que sa sécurité est en cause."
            ),
            ..Content::default()
        },
    }
}

/// The subject, and what is said of it.
fn words(lang: Language, event: AccountEvent) -> (&'static str, &'static str) {
    match (event, lang) {
        (AccountEvent::NewDevice, Language::En) => (
            "A new device signed in",
            "Somebody just signed in to your account on a device that we haven’t seen before. If it was you, all is well.",
        ),
        (AccountEvent::NewDevice, Language::Fr) => (
            "Connexion depuis un nouvel appareil",
            "Quelqu’un vient de se connecter à votre compte sur un appareil que nous ne connaissions pas. Si c’était vous, tout va bien.",
        ),
        (AccountEvent::SessionMoved, Language::En) => (
            "Your account is open on a new device",
            "One of your sessions just went on, without signing in again, on a device that we haven’t seen before. After an update of your browser that can be harmless. If you don’t recognize the device, sign out everywhere.",
        ),
        (AccountEvent::SessionMoved, Language::Fr) => (
            "Votre compte est ouvert sur un nouvel appareil",
            "Une de vos sessions vient de se poursuivre, sans nouvelle connexion, sur un appareil que nous ne connaissions pas. Après une mise à jour du navigateur, cela peut être sans gravité. Si l’appareil ne vous dit rien, déconnectez-vous partout.",
        ),
        (AccountEvent::TokenReused, Language::En) => (
            "We ended one of your sessions",
            "The same key to one of your sessions was used twice, so we ended that session: somebody may have copied it. A bad connection can cause this, too. Sign in again, and if you don’t recognize the device below, sign out everywhere.",
        ),
        (AccountEvent::TokenReused, Language::Fr) => (
            "Nous avons mis fin à une de vos sessions",
            "La même clé d’une de vos sessions a servi deux fois; nous avons donc mis fin à cette session, car quelqu’un l’a peut-être copiée. Une mauvaise connexion peut aussi en être la cause. Reconnectez-vous et, si l’appareil ci-dessous ne vous dit rien, déconnectez-vous partout.",
        ),
        (AccountEvent::MovementMailsOff, Language::En) => (
            "E-mails about your cards are switched off",
            "From now on, you see in your wallet only when money moves on your cards: this is the last e-mail about it. If it was you, all is well. You can switch the e-mails on again in your profile.",
        ),
        (AccountEvent::MovementMailsOff, Language::Fr) => (
            "Les courriels sur vos cartes sont désactivés",
            "Désormais, les mouvements sur vos cartes s’affichent seulement dans votre portefeuille\u{a0}: ce courriel est le dernier à ce sujet. Si c’était vous, tout va bien. Vous pouvez réactiver ces courriels dans votre profil.",
        ),
    }
}

fn facts(lang: Language, happened: &Happened<'_>) -> Vec<(String, String)> {
    let (device, time, address, unknown) = match lang {
        Language::En => ("Device", "Time (Toronto)", "Internet address", "unknown"),
        Language::Fr => ("Appareil", "Heure (Toronto)", "Adresse Internet", "inconnu"),
    };
    let named = if happened.device.is_empty() { unknown } else { happened.device };
    let mut facts =
        vec![(device.to_owned(), named.to_owned()), (time.to_owned(), toronto_clock(happened.at))];
    facts.extend(happened.address.map(|text| (address.to_owned(), text.to_owned())));
    facts
}
