//! Declares error codes that several features share.

use super::codes;

codes! {
    VALIDATION = BAD_REQUEST, "Please correct the marked fields.", "Veuillez corriger les champs indiqués.";
    BAD_REQUEST = BAD_REQUEST, "The request can't be read.", "La demande est illisible.";
    UNAUTHORIZED = UNAUTHORIZED, "Please sign in.", "Veuillez vous connecter.";
    PERMISSION = FORBIDDEN, "You do not have permission to do this action.", "Vous n’avez pas la permission d’effectuer cette action.";
    SECOND_FACTOR_REQUIRED = BAD_REQUEST, "Please confirm with your second factor that it is you.", "Veuillez confirmer avec votre seconde étape que c’est bien vous.";
    DEAD_LINK = BAD_REQUEST, "This link has expired or was used already. Please ask for a new one.", "Ce lien est expiré ou a déjà servi. Veuillez en demander un nouveau.";
    TOO_MANY_TRIES = TOO_MANY_REQUESTS, "Too many tries. Please wait a moment and try again.", "Trop d’essais. Veuillez patienter un moment, puis réessayer.";
    APPROVAL_NEEDED = CONFLICT, "A manager has to approve this first. Nothing was taken off the card yet.", "Un gestionnaire doit d’abord approuver cet encaissement. Rien n’a encore été retiré de la carte.";
    NOT_FOUND = NOT_FOUND, "We can't find what you are looking for.", "Nous ne trouvons pas ce que vous cherchez.";
    METHOD_NOT_ALLOWED = METHOD_NOT_ALLOWED, "This address doesn't take that method.", "Cette adresse n’accepte pas cette méthode.";
    TOO_LARGE = PAYLOAD_TOO_LARGE, "The request is too large.", "La demande est trop volumineuse.";
    UNSUPPORTED_MEDIA_TYPE = UNSUPPORTED_MEDIA_TYPE, "The request has a content type that this call doesn't take.", "Le contenu de la demande est d’un type que cet appel n’accepte pas.";
    TIMEOUT = SERVICE_UNAVAILABLE, "This took too long. Please try again.", "Le délai est dépassé. Veuillez réessayer.";
    OUTCOME_UNKNOWN = SERVICE_UNAVAILABLE, "We can't say whether this was done. Please look first, before you do it again.", "Nous ne pouvons pas dire si cela a été fait. Vérifiez d’abord, avant de recommencer.", never_repeat;
    BUSY = SERVICE_UNAVAILABLE, "We are very busy. Please try again in a moment.", "Nous sommes très occupés. Veuillez réessayer dans un moment.";
    UNAVAILABLE = SERVICE_UNAVAILABLE, "We can't reach our database. Please try again in a moment.", "Notre base de données est injoignable. Veuillez réessayer dans un moment.";
    CAPTCHA_REQUIRED = BAD_REQUEST, "Many people are signing in right now. Please complete the captcha (reCaptchaToken), then sign in again.", "Beaucoup de monde se connecte en ce moment. Veuillez passer la vérification (reCaptchaToken), puis vous connecter de nouveau.";
    CAPTCHA_UNAVAILABLE = SERVICE_UNAVAILABLE, "We can't check that you are human right now. Please try again in a moment.", "Nous ne pouvons pas vérifier que vous êtes humain pour l’instant. Veuillez réessayer dans un moment.";
    FILES_UNAVAILABLE = SERVICE_UNAVAILABLE, "We can't reach our pictures right now. Please try again in a moment.", "Nos images sont injoignables pour l’instant. Veuillez réessayer dans un moment.";
    INTERNAL = INTERNAL_SERVER_ERROR, "Something went wrong on our side. Please try again.", "Un problème est survenu de notre côté. Veuillez réessayer.";
}
