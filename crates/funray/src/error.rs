//! What can happen that isn't success, and its only mapping to HTTP.
//! A variant says what happened; its code, status and words for people stand in one catalogue below.

use std::{collections::BTreeMap, fmt, time::Duration};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::kernel::{fields::Fields, language::Language, messages::Message, timestamp::Timestamp};

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug)]
pub enum Error {
    /// Values that break a rule: each field's path and what to change.
    Invalid(Fields),
    /// A request that can't be read at all: what is wrong with it.
    Malformed(String),
    /// Nobody is signed in, or the session has ended.
    Unauthorized,
    /// A session that can't be renewed: the reason for its owner.
    SignedOut(SignedOut),
    /// Somebody whose role may never do this.
    Permission,
    /// No such account, or another password: never which.
    WrongCredentials,
    /// The right password, but the address was never confirmed.
    EmailNotConfirmed,
    /// The right password of an account that is switched off.
    AccountInactive,
    /// The same of an account with no active role: somebody took the person out of their shop or organization.
    RolesInactive,
    /// The right password, but the account has a second factor: how to go on.
    SecondFactorRequired(SecondFactorAsked),
    /// A mailed link that is used up, too old or not ours.
    DeadLink,
    /// Too many tries; the next one is free after this long.
    TooManyTries(Duration),
    /// Too many payment cards were declined; the next one can be tried after this long.
    TooManyDeclines(Duration),
    /// The customer's bank said no: the gateway's words.
    Declined(String),
    /// Nothing was charged: why, in the gateway's words.
    PaymentFailed(String),
    /// The same was done a moment ago: by which transaction.
    Repeated(String),
    /// A manager has to approve it first: what waits for them.
    ApprovalNeeded(ApprovalAsked),
    /// A rule of the house said no; its code says which.
    Refused(Code),
    /// Nothing there, or nothing that this caller may know of.
    NotFound,
    MethodNotAllowed,
    /// The body is over the limit of so many bytes.
    TooLarge(usize),
    /// The body is not of the type that the call takes.
    UnsupportedMediaType(&'static str),
    /// The request took longer than it may, and changes nothing.
    Timeout,
    /// Nobody can say whether it was done: it took too long, and may be done all the same.
    OutcomeUnknown,
    /// Nobody can say whether there is a person behind the form: why, for the log.
    CaptchaUnavailable(String),
    /// The place where pictures are kept doesn't answer: why, for the log.
    FilesUnavailable(String),
    Database(db::Error),
    /// A fault in the program: the text is for its log, never for the caller.
    Internal(String),
}

/// One entry of the catalogue: a stable word for programs, a status, a sentence for people in both languages.
macro_rules! catalogue {
    ($($variant:ident = $word:literal, $status:ident, $english:literal, $french:literal;)+) => {
        /// The stable words of `errorCode`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $($variant,)+
        }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$variant),+];

            pub fn word(self) -> &'static str {
                match self { $(Code::$variant => $word),+ }
            }

            pub fn status(self) -> StatusCode {
                match self { $(Code::$variant => StatusCode::$status),+ }
            }

            /// What a person is told when the error has nothing more precise to say.
            pub fn message(self) -> Message {
                match self { $(Code::$variant => Message::new($english, $french)),+ }
            }
        }
    };
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// The catalogue as the OpenAPI document shows it.
impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        let lines = Code::ALL.iter().map(|code| {
            format!(
                "- `{}` ({}): {}",
                code.word(),
                code.status().as_u16(),
                code.message().english()
            )
        });
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Code::ALL.iter().map(|code| code.word())))
            .description(Some(lines.collect::<Vec<_>>().join("\n")))
            .build()
            .into()
    }
}

impl ToSchema for Code {
    fn name() -> std::borrow::Cow<'static, str> {
        "ErrorCode".into()
    }
}

catalogue! {
    Validation = "VALIDATION", BAD_REQUEST, "Please correct the marked fields.", "Veuillez corriger les champs indiqués.";
    BadRequest = "BAD_REQUEST", BAD_REQUEST, "The request can't be read.", "La demande est illisible.";
    Unauthorized = "UNAUTHORIZED", UNAUTHORIZED, "Please sign in.", "Veuillez vous connecter.";
    Permission = "PERMISSION", FORBIDDEN, "You do not have permission to do this action.", "Vous n’avez pas la permission d’effectuer cette action.";
    ProofRequired = "PROOF_REQUIRED", FORBIDDEN, "Please confirm that it is you, then try again.", "Veuillez confirmer que c’est bien vous, puis réessayer.";
    WrongCredentials = "WRONG_CREDENTIALS", BAD_REQUEST, "The e-mail or the password is not right.", "Le courriel ou le mot de passe est inexact.";
    EmailNotConfirmed = "EMAIL_NOT_CONFIRMED", BAD_REQUEST, "Please confirm your e-mail first: we have sent you a link.", "Veuillez d’abord confirmer votre courriel\u{a0}: nous vous avons envoyé un lien.";
    AccountInactive = "ACCOUNT_INACTIVE", BAD_REQUEST, "This account is switched off. Please contact us.", "Ce compte est désactivé. Veuillez communiquer avec nous.";
    PasswordTooWeak = "PASSWORD_TOO_WEAK", BAD_REQUEST, "Your work here needs a stronger password than yours. We have sent you a link to choose one.", "Votre travail ici demande un mot de passe plus solide que le vôtre. Nous vous avons envoyé un lien pour en choisir un.";
    SecondFactorRequired = "SECOND_FACTOR_REQUIRED", BAD_REQUEST, "Please confirm with your second factor that it is you.", "Veuillez confirmer avec votre seconde étape que c’est bien vous.";
    SecondFactorSetup = "SECOND_FACTOR_SETUP", FORBIDDEN, "Your role needs a second factor. Please set one up first.", "Votre rôle exige une seconde étape. Veuillez d’abord en configurer une.";
    PinSession = "PIN_SESSION", FORBIDDEN, "You signed in by PIN at a till, which is for the counter only. Please sign in with your password for this.", "Votre NIP ouvre une session au comptoir seulement. Pour cela, connectez-vous avec votre mot de passe.";
    WrongPin = "WRONG_PIN", BAD_REQUEST, "This PIN is not right. Please try again.", "Ce n’est pas le bon NIP. Veuillez réessayer.";
    PinLocked = "PIN_LOCKED", BAD_REQUEST, "This PIN is locked after five wrong tries. Please sign in with your password, which unlocks it, or choose another PIN in your account.", "Ce NIP est verrouillé après cinq essais erronés. Connectez-vous avec votre mot de passe pour le déverrouiller, ou choisissez un autre NIP dans votre compte.";
    ManagersPin = "MANAGERS_PIN", FORBIDDEN, "Managers unlock and change their PIN themselves: please sign in with your password.", "Les gérants déverrouillent et changent leur NIP eux-mêmes\u{a0}: connectez-vous avec votre mot de passe.";
    NoPin = "NO_PIN", BAD_REQUEST, "This person has no PIN here any more. A PIN is chosen in one's account, after signing in with the password.", "Cette personne n’a plus de NIP ici. On choisit un NIP dans son compte, après s’être connecté avec son mot de passe.";
    TillUnknown = "TILL_UNKNOWN", FORBIDDEN, "This device is no till, or not any more. A manager of the shop can enrol it in the portal.", "Cet appareil n’est pas ou n’est plus une caisse. Un gestionnaire du commerce peut l’inscrire dans le portail.";
    TooManyTills = "TOO_MANY_TILLS", BAD_REQUEST, "This shop has 50 tills, which is the most. Please remove one first.", "Ce commerce a déjà 50 caisses, le maximum. Veuillez d’abord en retirer une.";
    TooManyViews = "TOO_MANY_VIEWS", BAD_REQUEST, "You have saved 50 views of this list or 500 in all, which is the most. Please delete one first.", "Vous avez enregistré 50 vues de cette liste ou 500 en tout, le maximum. Supprimez-en d’abord une.";
    TooManyReportMails = "TOO_MANY_REPORT_MAILS", BAD_REQUEST, "You get 20 reports by mail, which is the most. Please end one first.", "Vous recevez déjà 20 rapports par courriel, le maximum. Veuillez d’abord en arrêter un.";
    SecondFactorExists = "SECOND_FACTOR_EXISTS", BAD_REQUEST, "You have an authenticator app already. Please remove it first.", "Vous avez déjà une application d’authentification. Veuillez d’abord la retirer.";
    TicketExpired = "TICKET_EXPIRED", BAD_REQUEST, "This took too long. Please sign in again.", "Le délai est dépassé. Veuillez vous connecter de nouveau.";
    PasskeyRefused = "PASSKEY_REFUSED", BAD_REQUEST, "This passkey was not accepted. Please try again or choose another way.", "Cette clé d’accès n’a pas été acceptée. Veuillez réessayer ou choisir un autre moyen.";
    TooManyPasskeys = "TOO_MANY_PASSKEYS", BAD_REQUEST, "You have 20 passkeys, which is the most. Please remove one first.", "Vous avez 20 clés d’accès, le maximum. Veuillez d’abord en retirer une.";
    TooMuchRead = "TOO_MUCH_READ", TOO_MANY_REQUESTS, "You have reached today’s limit for reading lists of people. It is lifted at midnight in Toronto; the super administrators have been informed.", "Vous avez atteint la limite quotidienne de lecture des listes de personnes. Elle sera levée à minuit, heure de Toronto; la superadministration en est informée.";
    DeadLink = "DEAD_LINK", BAD_REQUEST, "This link has expired or was used already. Please ask for a new one.", "Ce lien est expiré ou a déjà servi. Veuillez en demander un nouveau.";
    TooManyTries = "TOO_MANY_TRIES", TOO_MANY_REQUESTS, "Too many tries. Please wait a moment and try again.", "Trop d’essais. Veuillez patienter un moment, puis réessayer.";
    OwnRole = "OWN_ROLE", BAD_REQUEST, "You can't change your own role or switch yourself off. Please ask another administrator.", "Vous ne pouvez ni changer votre propre rôle ni vous désactiver. Veuillez le demander à un autre administrateur.";
    ConsumerRole = "CONSUMER_ROLE", BAD_REQUEST, "Consumers register themselves; their role can't be given or taken.", "Les clients s’inscrivent eux-mêmes; leur rôle ne peut être ni donné ni retiré.";
    SeniorManager = "SENIOR_MANAGER", BAD_REQUEST, "This manager was here before you. Please ask an administrator.", "Cette personne gère l’équipe depuis plus longtemps que vous. Adressez-vous à l’administration.";
    OtherPerson = "OTHER_PERSON", BAD_REQUEST, "This invitation is for another account. Please sign in with the address it was mailed to.", "Cette invitation s’adresse à un autre compte. Connectez-vous avec l’adresse qui l’a reçue.";
    AwaitsAgreement = "AWAITS_AGREEMENT", CONFLICT, "A super administrator has to agree to this proposal first.", "La superadministration doit d’abord approuver cette proposition.";
    SuperAdministratorDecides = "SUPER_ADMINISTRATOR_DECIDES", FORBIDDEN, "Only a super administrator can set an administrator active. Please ask one.", "Seule la superadministration peut activer un rôle d’administration. Adressez-vous à elle.";
    InvitationAnswered = "INVITATION_ANSWERED", BAD_REQUEST, "This invitation was answered or withdrawn already.", "Cette invitation a déjà reçu une réponse ou a été retirée.";
    LastSuperAdministrator = "LAST_SUPER_ADMINISTRATOR", BAD_REQUEST, "This is the last active super administrator. Please make somebody else one first.", "C’est le dernier superadministrateur actif. Veuillez d’abord en nommer un autre.";
    NoClosingRequest = "NO_CLOSING_REQUEST", CONFLICT, "This person has not asked for their account to be closed, or has withdrawn it. You can set the account inactive instead.", "Cette personne n’a pas demandé la fermeture de son compte, ou a retiré sa demande. Vous pouvez désactiver le compte.";
    NotPending = "NOT_PENDING", BAD_REQUEST, "Only a registration that waits for a decision can be rejected or asked for something. Please edit or deactivate this one instead.", "Seule une inscription en attente d’une décision peut être refusée ou complétée sur demande. Veuillez plutôt modifier ou désactiver celle-ci.";
    ShopStillSells = "SHOP_STILL_SELLS", CONFLICT, "Only a shop that has stopped selling can be closed. Please deactivate it first.", "Seul un commerce qui ne vend plus peut être fermé. Veuillez d’abord le désactiver.";
    ShopHasBalances = "SHOP_HAS_BALANCES", CONFLICT, "There is still money on cards of this shop, so its counter stays open. Refund what is left on them, or close it once they are empty.", "Il reste de l’argent sur des cartes de ce commerce\u{a0}: son comptoir reste ouvert. Remboursez ce qui reste, ou fermez-le une fois les cartes vides.";
    ShopIsEmpty = "SHOP_IS_EMPTY", CONFLICT, "Nothing is left on the cards of this shop. You can close it now.", "Il ne reste rien sur les cartes de ce commerce. Vous pouvez le fermer.";
    ClosingWaits = "CLOSING_WAITS", CONFLICT, "Refunding the cards of this shop was asked for already, or is under way. Please look at how it stands.", "Le remboursement des cartes de ce commerce a déjà été demandé ou est en cours. Regardez où il en est.";
    ClosingGrew = "CLOSING_GREW", CONFLICT, "There is more on the cards of this shop than when the refund was asked for. Please decline it and ask again.", "Il y a plus d’argent sur les cartes de ce commerce qu’au moment de la demande. Refusez-la, puis refaites-la.";
    NotPayableByHand = "NOT_PAYABLE_BY_HAND", CONFLICT, "What is left of this order is not paid in another way: it has moved, was paid, or the gateway can refund it. Please reload the page.", "Le reste de cette commande ne se paie pas autrement\u{a0}: il a bougé, a déjà été payé ou peut être remboursé par la passerelle. Rechargez la page.";
    ShopBeingPaid = "SHOP_BEING_PAID", CONFLICT, "A payment for cards of this shop has not ended yet. Please close it afterwards.", "Un paiement pour des cartes de ce commerce n’est pas terminé. Veuillez fermer le commerce ensuite.";
    CartEmpty = "CART_EMPTY", BAD_REQUEST, "Your shopping cart is empty.", "Votre panier est vide.";
    PaymentDeclined = "PAYMENT_DECLINED", BAD_REQUEST, "The payment was declined. Please try another card.", "Le paiement a été refusé. Veuillez essayer une autre carte.";
    PaymentFailed = "PAYMENT_FAILED", BAD_REQUEST, "The payment could not be made, and nothing was charged. Please try again.", "Le paiement n’a pas pu être effectué, et rien n’a été débité. Veuillez réessayer.";
    PaymentCancelled = "PAYMENT_CANCELLED", BAD_REQUEST, "Your cards could not be made, so we took the charge back. Please try again later.", "Vos cartes n’ont pas pu être créées, et nous avons annulé le débit. Veuillez réessayer plus tard.";
    TooManyPayments = "TOO_MANY_PAYMENTS", BAD_REQUEST, "Too many cards were tried for this order. Please contact us.", "Trop de cartes ont été essayées pour cette commande. Veuillez communiquer avec nous.";
    TooManyDeclines = "TOO_MANY_DECLINES", TOO_MANY_REQUESTS, "Too many payment cards were declined. Please wait a while and try again.", "Trop de cartes de paiement ont été refusées. Veuillez patienter un moment, puis réessayer.";
    TooMuchForNewAccount = "TOO_MUCH_FOR_NEW_ACCOUNT", BAD_REQUEST, "This is more than a new account can buy within a day. Please buy less, or contact us.", "C’est plus qu’un nouveau compte ne peut acheter en une journée. Achetez moins, ou écrivez-nous.";
    OverBuyingLimit = "OVER_BUYING_LIMIT", BAD_REQUEST, "This is far more than your account can buy within a day. Please buy less, or contact us: for companies we can raise the limit.", "C’est beaucoup plus que ce que votre compte peut acheter en une journée. Achetez moins, ou écrivez-nous\u{a0}: nous pouvons relever la limite d’une entreprise.";
    NotHeld = "NOT_HELD", BAD_REQUEST, "This order is not held for review. Please reload the page.", "Cette commande n’est pas retenue pour vérification. Veuillez recharger la page.";
    CartFrozen = "CART_FROZEN", BAD_REQUEST, "A payment for this cart is being confirmed, so it can't be changed right now.", "Un paiement pour ce panier est en cours de confirmation\u{a0}: il ne peut pas être modifié pour l’instant.";
    PaymentUnderway = "PAYMENT_UNDERWAY", BAD_REQUEST, "A payment of yours is being confirmed. Please close your account when it is through.", "Un de vos paiements est en cours de confirmation. Veuillez fermer votre compte une fois qu’il sera confirmé.";
    OrderNotPaid = "ORDER_NOT_PAID", BAD_REQUEST, "This order was not paid for, so there is nothing to take back.", "Cette commande n’a pas été payée\u{a0}: il n’y a rien à annuler.";
    OrderTouched = "ORDER_TOUCHED", BAD_REQUEST, "Something was spent from a card of this order, so it can't be taken back as a whole.", "Une carte de cette commande a déjà servi\u{a0}: la commande ne peut plus être annulée en entier.";
    ChargeReversed = "CHARGE_REVERSED", BAD_REQUEST, "Its charge was taken back at the gateway, wholly or in part, so the order can't be cancelled or refunded.", "Son paiement a été annulé ou remboursé à la passerelle, en tout ou en partie\u{a0}: la commande ne peut être ni annulée ni remboursée.";
    SamePerson = "SAME_PERSON", CONFLICT, "You took part in this yourself, so a second person has to decide. Please ask a colleague.", "Vous y avez pris part vous-même\u{a0}: une deuxième personne doit décider. Demandez à un collègue.";
    AppointedByEachOther = "APPOINTED_BY_EACH_OTHER", CONFLICT, "You appointed the person who began this, or they appointed you. Somebody else has to decide. Please ask another colleague.", "Vous avez nommé la personne qui a fait cette demande, ou elle vous a nommé. Quelqu’un d’autre doit décider\u{a0}: demandez à un autre collègue.";
    RoleTooNew = "ROLE_TOO_NEW", CONFLICT, "You were given your role less than seven days ago, so you can't decide this yet. Please ask a colleague.", "Votre rôle date de moins de sept jours\u{a0}: vous ne pouvez pas encore décider. Demandez à un collègue.";
    KeyReused = "KEY_REUSED", UNPROCESSABLE_ENTITY, "This Idempotency-Key was used for another call. Please choose a new one.", "Cette clé (Idempotency-Key) a servi à un autre appel. Veuillez en choisir une nouvelle.";
    AlreadyReversed = "ALREADY_REVERSED", BAD_REQUEST, "This was reversed already.", "Cette opération est déjà annulée.";
    TooLateToReverse = "TOO_LATE_TO_REVERSE", BAD_REQUEST, "Only what was redeemed today can be taken back.", "Seul ce qui a été encaissé aujourd’hui peut être annulé.";
    ForManager = "FOR_MANAGER", BAD_REQUEST, "You can reverse what you redeemed yourself, for one minute. Please ask a manager of the shop, who can do it today.", "Vous pouvez annuler votre propre encaissement pendant une minute. Demandez à un gestionnaire du commerce, qui peut le faire aujourd’hui.";
    TooMuchForCash = "TOO_MUCH_FOR_CASH", BAD_REQUEST, "Only $5.00 or less can be paid out in cash.", "Seul un solde de 5,00\u{a0}$ ou moins peut être versé en argent.";
    CashedOut = "CASHED_OUT", BAD_REQUEST, "The rest of this card was paid out in cash, so nothing that came before can be reversed.", "Le reste de cette carte a été versé en argent\u{a0}: rien de ce qui précède ne peut être annulé.";
    PayoutState = "PAYOUT_STATE", CONFLICT, "This payout has gone on meanwhile. Please look at how it stands now.", "Ce versement a changé d’état entre-temps. Regardez où il en est maintenant.";
    FailureWaits = "FAILURE_WAITS", CONFLICT, "Somebody has said that this payout failed. Please confirm or refuse that first.", "Quelqu’un a signalé l’échec de ce versement. Veuillez d’abord le confirmer ou le refuser.";
    RequesterGone = "REQUESTER_GONE", CONFLICT, "Whoever asked for this has no role here any more. Please refuse it, and ask again yourself.", "La personne qui a fait cette demande n’a plus de rôle ici. Refusez-la, puis refaites la demande vous-même.";
    FileNotReleased = "FILE_NOT_RELEASED", CONFLICT, "This file can be downloaded once a second administrator has released it.", "Ce fichier peut être téléchargé une fois libéré par une deuxième personne de l’administration.";
    NoBankAccount = "NO_BANK_ACCOUNT", BAD_REQUEST, "There is no bank account that can be paid: an institution of 3 digits, a transit of 5 and an account of at most 12. Please correct it first.", "Aucun compte bancaire ne peut être crédité\u{a0}: il faut une institution à 3 chiffres, un transit à 5 et un compte d’au plus 12. Veuillez d’abord le corriger.";
    OwnBankChange = "OWN_BANK_CHANGE", BAD_REQUEST, "You entered this bank account yourself. Please ask another administrator to approve the payout.", "Vous avez saisi ce compte bancaire. Demandez à un autre administrateur d’approuver le versement.";
    BankJustChanged = "BANK_JUST_CHANGED", BAD_REQUEST, "This bank account was changed lately. It can be paid from the third bank day after the change on.", "Ce compte bancaire vient de changer. Il peut être crédité à partir du troisième jour bancaire qui suit.";
    NothingToExport = "NOTHING_TO_EXPORT", BAD_REQUEST, "No payout is approved and waiting for a file.", "Aucun versement approuvé n’attend d’être mis dans un fichier.";
    PayoutExceedsOwed = "PAYOUT_EXCEEDS_OWED", BAD_REQUEST, "Less than this is owed by now. Please discard the draft and make a new one.", "La somme due est maintenant moindre. Veuillez abandonner cette ébauche et en préparer une nouvelle.";
    HoldBackChanged = "HOLD_BACK_CHANGED", CONFLICT, "More is held back of payouts since this draft was made. Please discard the draft and make a new one.", "La retenue sur les versements a augmenté depuis cette ébauche. Abandonnez-la et préparez-en une nouvelle.";
    PayoutTooLarge = "PAYOUT_TOO_LARGE", BAD_REQUEST, "A bank file can pay at most $99,999,999.99 at once. Please hold the rest back for a later payout.", "Un fichier bancaire peut verser au plus 99\u{a0}999\u{a0}999,99\u{a0}$ à la fois. Veuillez retenir le reste pour un versement ultérieur.";
    ChangedMeanwhile = "CHANGED_MEANWHILE", CONFLICT, "This was changed meanwhile. Please look at how it is now, then try again.", "Ceci a été modifié entre-temps. Regardez ce qu’il en est maintenant, puis réessayez.";
    ApprovalNeeded = "APPROVAL_NEEDED", CONFLICT, "A manager has to approve this first. Nothing was taken off the card yet.", "Un gestionnaire doit d’abord approuver cet encaissement. Rien n’a encore été retiré de la carte.";
    BurstOpen = "BURST_OPEN", CONFLICT, "Many cards of this shop were redeemed within minutes. Please look into it and write down the outcome first, on the page “Cards and orders”.", "Beaucoup de cartes de ce commerce ont été encaissées en quelques minutes. Examinez d’abord le cas et notez la conclusion, à la page «\u{a0}Cartes et commandes\u{a0}».";
    NoHolder = "NO_HOLDER", CONFLICT, "The account of whoever has this card is closed, so nobody could get its new code. Please ask our support to deactivate it.", "Le compte de la personne qui a cette carte est fermé\u{a0}: personne ne recevrait le nouveau code. Demandez à notre soutien de la désactiver.";
    ByNameLimit = "BY_NAME_LIMIT", CONFLICT, "This shop has redeemed as many cards by name as it may for now. Please ask the customer to show the card.", "Ce commerce a encaissé autant de cartes par le nom qu’il le peut pour l’instant. Demandez à voir la carte.";
    NotApproved = "NOT_APPROVED", CONFLICT, "This was not approved, so nothing was taken off the card.", "La demande n’a pas été approuvée\u{a0}: rien n’a été retiré de la carte.";
    AskerGone = "ASKER_GONE", CONFLICT, "Whoever asked for this may no longer do it, so it can't be approved. Please decline it.", "La personne qui a fait cette demande n’y a plus droit\u{a0}: elle ne peut pas être approuvée. Refusez-la.";
    RequestOver = "REQUEST_OVER", CONFLICT, "This request is over: somebody has decided about it, it was taken back, or it has expired. Please reload the page.", "Cette demande est close\u{a0}: quelqu’un a tranché, elle a été annulée ou elle a expiré. Rechargez la page.";
    OwnOrder = "OWN_ORDER", CONFLICT, "You bought this yourself, so somebody else has to decide about it.", "Cet achat est le vôtre\u{a0}: quelqu’un d’autre doit trancher.";
    OwnRequest = "OWN_REQUEST", CONFLICT, "You asked for this yourself, so somebody else has to decide about it.", "La demande vient de vous\u{a0}: quelqu’un d’autre doit trancher.";
    NotPresented = "CARD_NOT_PRESENTED", CONFLICT, "Please scan this card or type its full number first.", "Veuillez d’abord numériser cette carte ou saisir son numéro complet.";
    OwnCard = "OWN_CARD", FORBIDDEN, "You bought or own this card, so somebody else has to serve you.", "Cette carte est à vous ou vous l’avez achetée\u{a0}: quelqu’un d’autre doit vous servir.";
    Repeated = "REPEATED_MOVEMENT", CONFLICT, "You redeemed the same amount of this card a moment ago. To redeem it once more, send an Idempotency-Key.", "Vous avez encaissé le même montant sur cette carte il y a un instant. Pour l’encaisser encore, envoyez une clé Idempotency-Key.";
    CardDeactivated = "CARD_DEACTIVATED", BAD_REQUEST, "This card is deactivated. What is on it is kept; please contact us.", "Cette carte est désactivée. Son solde est conservé; veuillez communiquer avec nous.";
    CardCancelled = "CARD_CANCELLED", BAD_REQUEST, "Its order was cancelled and the money went back, so this card is empty and stays so.", "Sa commande a été annulée et l’argent a été rendu\u{a0}: cette carte est vide et le restera.";
    LimitRequested = "LIMIT_REQUESTED", CONFLICT, "A raised limit of this buyer waits for a second administrator. Please have it approved or declined first.", "Une limite relevée pour cette personne attend une deuxième personne de l’administration. Faites-la d’abord approuver ou refuser.";
    RefundChanged = "REFUND_CHANGED", CONFLICT, "Something was spent from these cards since the refund was asked for. Please decline it and ask for what is left.", "Une de ces cartes a servi depuis la demande de remboursement. Refusez-la, puis demandez le remboursement du reste.";
    RefundWaits = "REFUND_WAITS", CONFLICT, "A refund of this order waits for a second administrator. Please have it approved or declined first.", "Un remboursement de cette commande attend une deuxième personne de l’administration. Faites-le d’abord approuver ou refuser.";
    TooManyRefunds = "TOO_MANY_REFUNDS", BAD_REQUEST, "This order was refunded in too many parts. Please refund the rest at the gateway.", "Cette commande a été remboursée en trop de parties. Veuillez rembourser le reste à la passerelle.";
    NoGift = "NO_GIFT", BAD_REQUEST, "This card is no gift: it goes only to the address of the account that has it.", "Cette carte n’est pas un cadeau\u{a0}: elle ne va qu’à l’adresse du compte qui la possède.";
    GiftClaimed = "GIFT_CLAIMED", BAD_REQUEST, "This gift is in somebody's wallet already.", "Ce cadeau est déjà dans le portefeuille de quelqu’un.";
    InvalidCode = "INVALID_CODE", NOT_FOUND, "Invalid code.", "Code non valide.";
    NotFound = "NOT_FOUND", NOT_FOUND, "We can't find what you are looking for.", "Nous ne trouvons pas ce que vous cherchez.";
    MethodNotAllowed = "METHOD_NOT_ALLOWED", METHOD_NOT_ALLOWED, "This address doesn't take that method.", "Cette adresse n’accepte pas cette méthode.";
    HeadTooLarge = "HEAD_TOO_LARGE", REQUEST_HEADER_FIELDS_TOO_LARGE, "The head of the request is too large: 32 kB are the most.", "L’en-tête de la demande est trop volumineux\u{a0}: 32 ko au plus.";
    TooLarge = "TOO_LARGE", PAYLOAD_TOO_LARGE, "The request is too large.", "La demande est trop volumineuse.";
    UnsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE", UNSUPPORTED_MEDIA_TYPE, "The request has a content type that this call doesn't take.", "Le contenu de la demande est d’un type que cet appel n’accepte pas.";
    PaymentPending = "PAYMENT_PENDING", SERVICE_UNAVAILABLE, "We are confirming your payment. Do not pay again.", "Nous confirmons votre paiement. Ne payez pas de nouveau.";
    PaymentsOff = "PAYMENTS_OFF", SERVICE_UNAVAILABLE, "Nothing can be paid here right now. Please try again later.", "Aucun paiement n’est possible ici pour l’instant. Veuillez réessayer plus tard.";
    LedgerStopped = "LEDGER_STOPPED", SERVICE_UNAVAILABLE, "We are checking our books, so no money moves right now. Please try again later.", "Nous vérifions nos comptes\u{a0}: aucun argent ne bouge pour l’instant. Veuillez réessayer plus tard.";
    Timeout = "TIMEOUT", SERVICE_UNAVAILABLE, "This took too long. Please try again.", "Le délai est dépassé. Veuillez réessayer.";
    OutcomeUnknown = "OUTCOME_UNKNOWN", SERVICE_UNAVAILABLE, "We can't say whether this was done. Please look first, before you do it again.", "Nous ne pouvons pas dire si cela a été fait. Vérifiez d’abord, avant de recommencer.";
    Busy = "BUSY", SERVICE_UNAVAILABLE, "We are very busy. Please try again in a moment.", "Nous sommes très occupés. Veuillez réessayer dans un moment.";
    Unavailable = "UNAVAILABLE", SERVICE_UNAVAILABLE, "We can't reach our database. Please try again in a moment.", "Notre base de données est injoignable. Veuillez réessayer dans un moment.";
    CaptchaRequired = "CAPTCHA_REQUIRED", BAD_REQUEST, "Many people are signing in right now. Please complete the captcha (reCaptchaToken), then sign in again.", "Beaucoup de monde se connecte en ce moment. Veuillez passer la vérification (reCaptchaToken), puis vous connecter de nouveau.";
    CaptchaUnavailable = "CAPTCHA_UNAVAILABLE", SERVICE_UNAVAILABLE, "We can't check that you are human right now. Please try again in a moment.", "Nous ne pouvons pas vérifier que vous êtes humain pour l’instant. Veuillez réessayer dans un moment.";
    FilesUnavailable = "FILES_UNAVAILABLE", SERVICE_UNAVAILABLE, "We can't reach our pictures right now. Please try again in a moment.", "Nos images sont injoignables pour l’instant. Veuillez réessayer dans un moment.";
    Internal = "INTERNAL", INTERNAL_SERVER_ERROR, "Something went wrong on our side. Please try again.", "Un problème est survenu de notre côté. Veuillez réessayer.";
}

/// Why a session can't be renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedOut {
    /// It was open, or not used, for too long.
    Expired,
    /// It was ended: by signing out, from another device, or by a change of the account.
    Ended,
    /// One of its tokens came a second time.
    UsedTwice,
}

impl SignedOut {
    fn message(self) -> Message {
        let (english, french) = match self {
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
        Message::of(english.to_owned(), french.to_owned())
    }
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::Invalid(_) => Code::Validation,
            Error::Malformed(_) => Code::BadRequest,
            Error::Unauthorized | Error::SignedOut(_) => Code::Unauthorized,
            Error::Permission => Code::Permission,
            Error::WrongCredentials => Code::WrongCredentials,
            Error::EmailNotConfirmed => Code::EmailNotConfirmed,
            Error::AccountInactive | Error::RolesInactive => Code::AccountInactive,
            Error::SecondFactorRequired(_) => Code::SecondFactorRequired,
            Error::DeadLink => Code::DeadLink,
            Error::TooManyTries(_) => Code::TooManyTries,
            Error::TooManyDeclines(_) => Code::TooManyDeclines,
            Error::Declined(_) => Code::PaymentDeclined,
            Error::PaymentFailed(_) => Code::PaymentFailed,
            Error::Repeated(_) => Code::Repeated,
            Error::ApprovalNeeded(_) => Code::ApprovalNeeded,
            Error::Refused(code) => *code,
            Error::NotFound => Code::NotFound,
            Error::MethodNotAllowed => Code::MethodNotAllowed,
            Error::TooLarge(_) => Code::TooLarge,
            Error::UnsupportedMediaType(_) => Code::UnsupportedMediaType,
            Error::Timeout => Code::Timeout,
            Error::CaptchaUnavailable(_) => Code::CaptchaUnavailable,
            Error::FilesUnavailable(_) => Code::FilesUnavailable,
            Error::OutcomeUnknown | Error::Database(db::Error::OutcomeUnknown(_)) => {
                Code::OutcomeUnknown
            }
            Error::Database(db::Error::Unavailable(_)) => Code::Unavailable,
            Error::Database(error) if error.is_passing() => Code::Busy,
            Error::Database(_) | Error::Internal(_) => Code::Internal,
        }
    }

    /// Whether the program could not do its part, so that the call says nothing about its caller.
    pub fn is_busy(&self) -> bool {
        matches!(
            self.code(),
            Code::Busy
                | Code::Timeout
                | Code::OutcomeUnknown
                | Code::Unavailable
                | Code::CaptchaRequired
                | Code::CaptchaUnavailable
                | Code::FilesUnavailable
        )
    }

    /// The words for the caller. What is said of a broken request, and what a bank says, is English.
    fn message(&self) -> Message {
        let general = self.code().message();
        match self {
            Error::Malformed(words) => general.with_english(words),
            Error::Declined(words) | Error::PaymentFailed(words) if !words.is_empty() => {
                general.with_english(words)
            }
            Error::SignedOut(reason) => reason.message(),
            Error::RolesInactive => Message::of(
                "Your role is not active. Please ask the manager of your shop or organization, or contact us if that is you.".to_owned(),
                "Votre rôle n’est pas actif. Veuillez vous adresser au gestionnaire de votre commerce ou de votre organisme, ou communiquer avec nous si c’est vous.".to_owned(),
            ),
            Error::TooManyTries(wait) => Message::of(
                format!("Too many tries. You can try again in {}.", span(*wait, Language::En)),
                format!(
                    "Trop d’essais. Vous pourrez réessayer dans {}.",
                    span(*wait, Language::Fr)
                ),
            ),
            Error::TooManyDeclines(wait) => Message::of(
                format!(
                    "Too many payment cards were declined. You can try again in {}.",
                    span(*wait, Language::En)
                ),
                format!(
                    "Trop de cartes de paiement ont été refusées. Vous pourrez réessayer dans {}.",
                    span(*wait, Language::Fr)
                ),
            ),
            Error::TooLarge(limit) => Message::of(
                format!("The request is too large: at most {} kB.", limit / 1024),
                format!("La demande est trop volumineuse\u{a0}: {} ko au plus.", limit / 1024),
            ),
            Error::UnsupportedMediaType(wanted) => Message::of(
                format!("This call takes {wanted}."),
                format!("Cet appel accepte {wanted}."),
            ),
            Error::Repeated(transaction) => Message::of(
                format!(
                    "You redeemed the same amount of this card a moment ago: transaction {transaction}. To redeem it once more, send an Idempotency-Key."
                ),
                format!(
                    "Vous avez encaissé le même montant sur cette carte il y a un instant\u{a0}: transaction {transaction}. Pour l’encaisser encore, envoyez une clé Idempotency-Key."
                ),
            ),
            _ => general,
        }
    }

    /// After how many seconds trying again makes sense, where waiting helps.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Error::TooManyTries(wait) | Error::TooManyDeclines(wait) => Some(wait.as_secs() + 1),
            // Whoever sends these again by itself may do it twice.
            other if matches!(other.code(), Code::OutcomeUnknown | Code::PaymentPending) => None,
            other if other.code().status() == StatusCode::SERVICE_UNAVAILABLE => Some(1),
            _ => None,
        }
    }

    /// What only the log may know.
    fn inner(&self) -> Option<String> {
        match self {
            // Figures count refusals. A line in the log for each would be another harm of a flood.
            Error::Database(db::Error::Busy) => None,
            Error::Database(error) => Some(error.to_string()),
            Error::CaptchaUnavailable(what)
            | Error::FilesUnavailable(what)
            | Error::Internal(what) => Some(what.clone()),
            _ => None,
        }
    }
}

/// How long to wait, as people say it: never less than it takes.
fn span(wait: Duration, language: Language) -> String {
    const MINUTE: u128 = 60_000_000;
    let minutes = wait.as_micros().div_ceil(MINUTE);
    let hours = match language {
        Language::En => "hours",
        Language::Fr => "heures",
    };
    match minutes {
        0..=1 => "1 minute".to_owned(),
        2..=90 => format!("{minutes} minutes"),
        _ => format!("{} {hours}", minutes.div_ceil(60)),
    }
}

/// For whoever runs the program: what happened, with what only they may know.
impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.inner(), self) {
            (Some(inner), _) => out.write_str(&inner),
            (None, Error::Invalid(fields)) => {
                let problems: Vec<String> =
                    fields.iter().map(|(path, problem)| format!("{path}: {problem}")).collect();
                out.write_str(&problems.join(" "))
            }
            (None, other) => out.write_str(other.message().english()),
        }
    }
}

impl std::error::Error for Error {}

impl From<db::Error> for Error {
    fn from(error: db::Error) -> Self {
        Error::Database(error)
    }
}

impl From<Fields> for Error {
    fn from(fields: Fields) -> Self {
        Error::Invalid(fields)
    }
}

/// What is needed beside the password: a ticket for the next call, and the ways that this person has.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SecondFactorAsked {
    pub ticket: String,
    /// Of PASSKEY, AUTHENTICATOR_APP and RECOVERY_CODE.
    pub methods: Vec<&'static str>,
}

/// What waits for a manager: under which id it is followed, and until when.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalAsked {
    pub id: String,
    pub expires_at: Timestamp,
}

/// An error on its way out. The trace layer, which knows the trace id, writes the body.
#[derive(Clone, Debug)]
pub struct Failure {
    code: Code,
    message: Message,
    fields: Option<Fields>,
    second_factor: Option<SecondFactorAsked>,
    approval: Option<ApprovalAsked>,
    inner: Option<String>,
}

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    status: u16,
    trace_id: String,
    error_code: Code,
    /// A sentence for people: what happened and what to do next.
    error_message: String,
    /// With `VALIDATION`: each wrong field's path and what to change.
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<BTreeMap<String, String>>,
    /// With `SECOND_FACTOR_REQUIRED`: how to go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_factor: Option<SecondFactorAsked>,
    /// With `APPROVAL_NEEDED`: what to follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    approval: Option<ApprovalAsked>,
}

impl Failure {
    pub fn inner(&self) -> Option<&str> {
        self.inner.as_deref()
    }

    /// In the caller's language.
    pub fn body(&self, trace_id: &str, language: Language) -> ErrorBody {
        ErrorBody {
            status: self.code.status().as_u16(),
            trace_id: trace_id.to_owned(),
            error_code: self.code,
            error_message: self.message.said_in(language).to_owned(),
            fields: self.fields.as_ref().map(|fields| fields.said_in(language)),
            second_factor: self.second_factor.clone(),
            approval: self.approval.clone(),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let code = self.code();
        let retry_after = self.retry_after();
        let failure = Failure {
            code,
            message: self.message(),
            inner: self.inner(),
            second_factor: match &self {
                Error::SecondFactorRequired(asked) => Some(asked.clone()),
                _ => None,
            },
            approval: match &self {
                Error::ApprovalNeeded(asked) => Some(asked.clone()),
                _ => None,
            },
            fields: match self {
                Error::Invalid(fields) => Some(fields),
                _ => None,
            },
        };
        let mut response = code.status().into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(failure);
        response
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn code_words_are_unique_and_upper_case() {
        let words: BTreeSet<_> = Code::ALL.iter().map(|code| code.word()).collect();
        assert_eq!(words.len(), Code::ALL.len());
        for word in words {
            assert!(
                word.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_'),
                "{word}"
            );
        }
    }

    #[test]
    fn codes_say_different_things_in_both_languages() {
        for code in Code::ALL {
            let message = code.message();
            let french = message.said_in(Language::Fr);
            assert_ne!(message.english(), french);
            assert!(!french.contains(" :"), "a line may break before the colon: {french}");
        }
    }

    #[test]
    fn error_body_leaves_out_internal_details() {
        let response = Error::Internal("secret path".to_owned()).into_response();
        let failure = response.extensions().get::<Failure>().expect("a failure");
        assert_eq!(failure.inner(), Some("secret path"));
        let body = serde_json::to_string(&failure.body("t1", Language::En)).expect("a body");
        assert!(!body.contains("secret"), "{body}");
        assert!(
            body.contains("\"traceId\":\"t1\"") && body.contains("\"errorCode\":\"INTERNAL\""),
            "{body}"
        );
    }

    #[test]
    fn rate_limit_errors_say_when_to_retry() {
        for (seconds, span) in [
            (0, ["1 minute", "1 minute"]),
            (60, ["1 minute", "1 minute"]),
            (61, ["2 minutes", "2 minutes"]),
            (5400, ["90 minutes", "90 minutes"]),
            (5401, ["2 hours", "2 heures"]),
            (86_400, ["24 hours", "24 heures"]),
        ] {
            let wait = Duration::from_secs(seconds);
            for error in [Error::TooManyTries(wait), Error::TooManyDeclines(wait)] {
                let [english, french] = span;
                let message = error.message();
                let ends = |language, end: String| message.said_in(language).ends_with(&end);
                assert!(
                    ends(Language::En, format!(". You can try again in {english}.")),
                    "{seconds}"
                );
                assert!(
                    ends(Language::Fr, format!(". Vous pourrez réessayer dans {french}.")),
                    "{seconds}"
                );
            }
        }
    }

    #[test]
    fn refusals_of_a_busy_program_are_not_logged_one_by_one() {
        let inner = |error: db::Error| Error::from(error).inner();
        assert_eq!(inner(db::Error::Busy), None);
        assert!(inner(db::Error::Timeout).is_some());
    }

    #[test]
    fn temporary_errors_send_retry_after() {
        for error in [db::Error::Busy, db::Error::Timeout, db::Error::Unavailable("gone".into())] {
            let response = Error::from(error).into_response();
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(response.headers()[header::RETRY_AFTER], "1");
        }
        assert_eq!(
            Error::from(db::Error::NoRow).into_response().status(),
            StatusCode::INTERNAL_SERVER_ERROR
        );
    }
}
