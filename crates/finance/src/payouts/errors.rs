//! Error codes of payouts.

use kernel::messages::Message;
use platform::error::codes;

codes! {
    PAYOUT_STATE = CONFLICT, "This payout has gone on meanwhile. Please look at how it stands now.", "Ce versement a changé d’état entre-temps. Regardez où il en est maintenant.";
    FAILURE_WAITS = CONFLICT, "Somebody has said that this payout failed. Please confirm or refuse that first.", "Quelqu’un a signalé l’échec de ce versement. Veuillez d’abord le confirmer ou le refuser.";
    REQUESTER_GONE = CONFLICT, "Whoever asked for this has no role here any more. Please refuse it, and ask again yourself.", "La personne qui a fait cette demande n’a plus de rôle ici. Refusez-la, puis refaites la demande vous-même.";
    FILE_NOT_RELEASED = CONFLICT, "This file can be downloaded once a second administrator has released it.", "Ce fichier peut être téléchargé une fois libéré par une deuxième personne de l’administration.";
    NO_BANK_ACCOUNT = BAD_REQUEST, "There is no bank account that can be paid: an institution of 3 digits, a transit of 5 and an account of at most 12. Please correct it first.", "Aucun compte bancaire ne peut être crédité\u{a0}: il faut une institution à 3 chiffres, un transit à 5 et un compte d’au plus 12. Veuillez d’abord le corriger.";
    OWN_BANK_CHANGE = BAD_REQUEST, "You entered this bank account yourself. Please ask another administrator to approve the payout.", "Vous avez saisi ce compte bancaire. Demandez à un autre administrateur d’approuver le versement.";
    BANK_JUST_CHANGED = BAD_REQUEST, "This bank account was changed lately. It can be paid from the third bank day after the change on.", "Ce compte bancaire vient de changer. Il peut être crédité à partir du troisième jour bancaire qui suit.";
    NOTHING_TO_EXPORT = BAD_REQUEST, "No payout is approved and waiting for a file.", "Aucun versement approuvé n’attend d’être mis dans un fichier.";
    NOTHING_PAYABLE = BAD_REQUEST, "No payee is owed enough until this day, or their payouts are drafted already. Please choose a later day or a lower minimum.", "Aucun bénéficiaire n’a de somme suffisante à recevoir jusqu’à ce jour, ou les versements sont déjà préparés. Choisissez un jour plus tardif ou un minimum plus bas.";
    PAYOUT_EXCEEDS_OWED = BAD_REQUEST, "Less than this is owed by now. Please discard the draft and make a new one.", "La somme due est maintenant moindre. Veuillez abandonner cette ébauche et en préparer une nouvelle.";
    HOLD_BACK_CHANGED = CONFLICT, "More is held back of payouts since this draft was made. Please discard the draft and make a new one.", "La retenue sur les versements a augmenté depuis cette ébauche. Abandonnez-la et préparez-en une nouvelle.";
    PAYOUT_TOO_LARGE = BAD_REQUEST, "A bank file can pay at most $99,999,999.99 at once. Please hold the rest back for a later payout.", "Un fichier bancaire peut verser au plus 99\u{a0}999\u{a0}999,99\u{a0}$ à la fois. Veuillez retenir le reste pour un versement ultérieur.";
    BURST_OPEN = CONFLICT, "Many cards of this shop were redeemed within minutes. Please look into it and write down the outcome first, on the page “Cards and orders”.", "Beaucoup de cartes de ce commerce ont été encaissées en quelques minutes. Examinez d’abord le cas et notez la conclusion, à la page «\u{a0}Cartes et commandes\u{a0}».";
    PAYOUTS_PAUSED = CONFLICT, "Payouts to this payee are paused. Please ask a second person to lift the pause on its page first.", "Les versements à ce bénéficiaire sont suspendus. Demandez d’abord à une deuxième personne de lever la suspension à sa page.";
    ALREADY_PAUSED = CONFLICT, "Payouts to this payee are paused already. Please look at its page.", "Les versements à ce bénéficiaire sont déjà suspendus. Consultez sa page.";
}

/// Returns the message of [`PAYOUTS_PAUSED`] with the names of the payees.
pub fn paused(payees: &[String]) -> Message {
    let names = payees.join(", ");
    Message::of(
        format!(
            "Payouts to {names} are paused. Please ask a second person to lift the pause first."
        ),
        format!(
            "Les versements à {names} sont suspendus. Demandez d’abord à une deuxième personne de lever la suspension."
        ),
    )
}

/// Returns the message for payouts to these payees, who have another bank account since the approval.
pub fn account_changed(payees: &[String]) -> Message {
    let names = payees.join(", ");
    Message::of(
        format!(
            "The bank account of {names} was changed after the approval. Please mark these payouts as failed: the next ones pay the amount to the new account, with a new approval."
        ),
        format!(
            "Le compte bancaire de {names} a changé après l’approbation. Indiquez l’échec de ces versements\u{a0}: les suivants paient la somme au nouveau compte, avec une nouvelle approbation."
        ),
    )
}
