//! Error codes of sessions, proofs and two-person decisions.

use kernel::messages::Message;
use platform::error::{Error, codes, codes::UNAUTHORIZED};

codes! {
    PROOF_REQUIRED = FORBIDDEN, "Please confirm that it is you, then try again.", "Veuillez confirmer que c’est bien vous, puis réessayer.";
    SECOND_FACTOR_SETUP = FORBIDDEN, "Your role needs a second factor. Please set one up first.", "Votre rôle exige une seconde étape. Veuillez d’abord en configurer une.";
    PIN_SESSION = FORBIDDEN, "You signed in by PIN at a till, which is for the counter only. Please sign in with your password for this.", "Votre NIP ouvre une session au comptoir seulement. Pour cela, connectez-vous avec votre mot de passe.";
    TOO_MUCH_READ = TOO_MANY_REQUESTS, "You have reached today’s limit for reading lists of people. It is lifted at midnight in Toronto; the super administrators have been informed.", "Vous avez atteint la limite quotidienne de lecture des listes de personnes. Elle sera levée à minuit, heure de Toronto; la superadministration en est informée.";
    SAME_PERSON = CONFLICT, "You took part in this yourself, so a second person has to decide. Please ask a colleague.", "Vous y avez pris part vous-même\u{a0}: une deuxième personne doit décider. Demandez à un collègue.";
    APPOINTED_BY_EACH_OTHER = CONFLICT, "You appointed the person who began this, or they appointed you. Somebody else has to decide. Please ask another colleague.", "Vous avez nommé la personne qui a fait cette demande, ou elle vous a nommé. Quelqu’un d’autre doit décider\u{a0}: demandez à un autre collègue.";
    ROLE_TOO_NEW = CONFLICT, "You were given your role less than seven days ago, so you can't decide this yet. Please ask a colleague.", "Votre rôle date de moins de sept jours\u{a0}: vous ne pouvez pas encore décider. Demandez à un collègue.";
    ASKER_GONE = CONFLICT, "Whoever asked for this may no longer do it, so it can't be approved. Please decline it.", "La personne qui a fait cette demande n’y a plus droit\u{a0}: elle ne peut pas être approuvée. Refusez-la.";
    REQUEST_OVER = CONFLICT, "This request is over: somebody has decided about it, it was taken back, or it has expired. Please reload the page.", "Cette demande est close\u{a0}: quelqu’un a tranché, elle a été annulée ou elle a expiré. Rechargez la page.";
}

/// Reason why a session can't be renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedOut {
    /// The session exceeded its maximum duration, or was unused for too long.
    Expired,
    /// The session was ended: by signing out, from another device, or by a change of the account.
    Ended,
    /// A refresh token of the session was used a second time, so a copy of the token exists.
    UsedTwice,
}

impl From<SignedOut> for Error {
    fn from(reason: SignedOut) -> Error {
        let (english, french) = match reason {
            SignedOut::Expired => (
                "You signed in too long ago, so we signed you out. Please sign in again.",
                "Votre connexion date de trop longtemps\u{a0}: nous l’avons fermée. Veuillez vous connecter de nouveau.",
            ),
            SignedOut::Ended => (
                "This sign-in was ended, from another device or by a change of your account. Please sign in again.",
                "Cette connexion a été fermée, depuis un autre appareil ou par un changement de votre compte. Veuillez vous connecter de nouveau.",
            ),
            SignedOut::UsedTwice => (
                "For your safety we signed you out: a copy of this sign-in was used elsewhere. Please sign in again.",
                "Par sécurité, nous avons fermé cette connexion\u{a0}: une copie en a été utilisée ailleurs. Veuillez vous connecter de nouveau.",
            ),
        };
        Error::explained(UNAUTHORIZED, Message::new(english, french))
    }
}
