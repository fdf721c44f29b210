//! Error codes of accounts, roles and second factors.

use kernel::messages::Message;
use platform::error::{Error, codes};

codes! {
    WRONG_CREDENTIALS = BAD_REQUEST, "The email or the password is not right.", "Le courriel ou le mot de passe est inexact.";
    EMAIL_NOT_CONFIRMED = BAD_REQUEST, "Please confirm your email first: we have sent you a link.", "Veuillez d’abord confirmer votre courriel\u{a0}: nous vous avons envoyé un lien.";
    ACCOUNT_INACTIVE = BAD_REQUEST, "This account is switched off. Please contact us.", "Ce compte est désactivé. Veuillez communiquer avec nous.";
    PASSWORD_TOO_WEAK = BAD_REQUEST, "Your work here needs a stronger password than yours. We have sent you a link to choose one.", "Votre travail ici demande un mot de passe plus solide que le vôtre. Nous vous avons envoyé un lien pour en choisir un.";
    WRONG_PIN = BAD_REQUEST, "This PIN is not right. Please try again.", "Ce n’est pas le bon NIP. Veuillez réessayer.";
    PIN_LOCKED = BAD_REQUEST, "This PIN is locked after five wrong tries. Please sign in with your password, which unlocks it, or choose another PIN in your account.", "Ce NIP est verrouillé après cinq essais erronés. Connectez-vous avec votre mot de passe pour le déverrouiller, ou choisissez un autre NIP dans votre compte.";
    MANAGERS_PIN = FORBIDDEN, "Managers unlock and change their PIN themselves: please sign in with your password.", "Les gérants déverrouillent et changent leur NIP eux-mêmes\u{a0}: connectez-vous avec votre mot de passe.";
    NO_PIN = BAD_REQUEST, "This person has no PIN here any more. A PIN is chosen in one's account, after signing in with the password.", "Cette personne n’a plus de NIP ici. On choisit un NIP dans son compte, après s’être connecté avec son mot de passe.";
    TOO_MANY_VIEWS = BAD_REQUEST, "You have saved 50 views of this list or 500 in all, which is the most. Please delete one first.", "Vous avez enregistré 50 vues de cette liste ou 500 en tout, le maximum. Supprimez-en d’abord une.";
    SECOND_FACTOR_EXISTS = BAD_REQUEST, "You have an authenticator app already. Please remove it first.", "Vous avez déjà une application d’authentification. Veuillez d’abord la retirer.";
    TICKET_EXPIRED = BAD_REQUEST, "This took too long. Please sign in again.", "Le délai est dépassé. Veuillez vous connecter de nouveau.";
    PASSKEY_REFUSED = BAD_REQUEST, "This passkey was not accepted. Please try again or choose another way.", "Cette clé d’accès n’a pas été acceptée. Veuillez réessayer ou choisir un autre moyen.";
    TOO_MANY_PASSKEYS = BAD_REQUEST, "You have 20 passkeys, which is the most. Please remove one first.", "Vous avez 20 clés d’accès, le maximum. Veuillez d’abord en retirer une.";
    OWN_ROLE = BAD_REQUEST, "You can't change your own role or switch yourself off. Please ask another administrator.", "Vous ne pouvez ni changer votre propre rôle ni vous désactiver. Veuillez le demander à un autre administrateur.";
    CONSUMER_ROLE = BAD_REQUEST, "Consumers register themselves; their role can't be given or taken.", "Les clients s’inscrivent eux-mêmes; leur rôle ne peut être ni donné ni retiré.";
    SENIOR_MANAGER = BAD_REQUEST, "This manager was here before you. Please ask an administrator.", "Cette personne gère l’équipe depuis plus longtemps que vous. Adressez-vous à l’administration.";
    OTHER_PERSON = BAD_REQUEST, "This invitation is for another account. Please sign in with the address it was mailed to.", "Cette invitation s’adresse à un autre compte. Connectez-vous avec l’adresse qui l’a reçue.";
    AWAITS_AGREEMENT = CONFLICT, "A super administrator has to agree to this proposal first.", "La superadministration doit d’abord approuver cette proposition.";
    SUPER_ADMINISTRATOR_DECIDES = FORBIDDEN, "Only a super administrator can set an administrator active. Please ask one.", "Seule la superadministration peut activer un rôle d’administration. Adressez-vous à elle.";
    INVITATION_ANSWERED = BAD_REQUEST, "This invitation was answered or withdrawn already.", "Cette invitation a déjà reçu une réponse ou a été retirée.";
    LAST_SUPER_ADMINISTRATOR = BAD_REQUEST, "This is the last active super administrator. Please make somebody else one first.", "C’est le dernier superadministrateur actif. Veuillez d’abord en nommer un autre.";
    NO_CLOSING_REQUEST = CONFLICT, "This person has not asked for their account to be closed, or has withdrawn it. You can set the account inactive instead.", "Cette personne n’a pas demandé la fermeture de son compte, ou a retiré sa demande. Vous pouvez désactiver le compte.";
}

/// Returns the error for a correct password if the account has no active role.
pub fn roles_inactive() -> Error {
    let message = Message::new(
        "Your role is not active. Please ask the manager of your shop or organization, or contact us if that is you.",
        "Votre rôle n’est pas actif. Veuillez vous adresser au gestionnaire de votre commerce ou de votre organisme, ou communiquer avec nous si c’est vous.",
    );
    Error::explained(ACCOUNT_INACTIVE, message)
}
