//! What can happen that isn't success, and its only mapping to HTTP.
//! A variant says what happened; its code, status and words for people stand in one catalogue below.

use std::{fmt, time::Duration};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::kernel::{fields::Fields, timestamp::Timestamp};

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug)]
pub enum Error {
    /// Values that break a rule: each field's path and what to change.
    Invalid(Fields),
    /// A request that can't be read at all: what is wrong with it.
    Malformed(String),
    /// Nobody is signed in, or the session has ended.
    Unauthorized,
    /// Somebody whose role may never do this.
    Permission,
    /// No such account, or another password: never which.
    WrongCredentials,
    /// The right password, but the address was never confirmed.
    EmailNotConfirmed,
    /// The right password of an account that is switched off.
    AccountInactive,
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

/// One entry of the catalogue: a stable word for programs, a status, a sentence for people.
macro_rules! catalogue {
    ($($variant:ident = $word:literal, $status:ident, $message:literal;)+) => {
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
            pub fn message(self) -> &'static str {
                match self { $(Code::$variant => $message),+ }
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
            format!("- `{}` ({}): {}", code.word(), code.status().as_u16(), code.message())
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
    Validation = "VALIDATION", BAD_REQUEST, "Please correct the marked fields.";
    BadRequest = "BAD_REQUEST", BAD_REQUEST, "The request can't be read.";
    Unauthorized = "UNAUTHORIZED", UNAUTHORIZED, "Please sign in.";
    Permission = "PERMISSION", FORBIDDEN, "You do not have permission to do this action.";
    ProofRequired = "PROOF_REQUIRED", FORBIDDEN, "Please confirm that it is you, then try again.";
    WrongCredentials = "WRONG_CREDENTIALS", BAD_REQUEST, "The e-mail or the password is not right.";
    EmailNotConfirmed = "EMAIL_NOT_CONFIRMED", BAD_REQUEST, "Please confirm your e-mail first: we have sent you a link.";
    AccountInactive = "ACCOUNT_INACTIVE", BAD_REQUEST, "This account is switched off. Please contact us.";
    PasswordTooWeak = "PASSWORD_TOO_WEAK", BAD_REQUEST, "Your work here needs a stronger password than yours. We have sent you a link to choose one.";
    SecondFactorRequired = "SECOND_FACTOR_REQUIRED", BAD_REQUEST, "Please confirm with your second factor that it is you.";
    SecondFactorSetup = "SECOND_FACTOR_SETUP", FORBIDDEN, "Your role needs a second factor. Please set one up first.";
    PinSession = "PIN_SESSION", FORBIDDEN, "You signed in by PIN at a till, which is for the counter only. Please sign in with your password for this.";
    WrongPin = "WRONG_PIN", BAD_REQUEST, "This PIN is not right. Please try again.";
    PinLocked = "PIN_LOCKED", BAD_REQUEST, "This PIN is locked after five wrong tries. Please sign in with your password, which unlocks it, or choose another PIN in your account.";
    NoPin = "NO_PIN", BAD_REQUEST, "This person has no PIN here any more. A PIN is chosen in one's account, after signing in with the password.";
    TillUnknown = "TILL_UNKNOWN", FORBIDDEN, "This device is no till, or not any more. A manager of the shop can enrol it in the portal.";
    TooManyTills = "TOO_MANY_TILLS", BAD_REQUEST, "This shop has 50 tills, which is the most. Please remove one first.";
    TooManyViews = "TOO_MANY_VIEWS", BAD_REQUEST, "You have saved 50 views of this list or 500 in all, which is the most. Please delete one first.";
    SecondFactorExists = "SECOND_FACTOR_EXISTS", BAD_REQUEST, "You have an authenticator app already. Please remove it first.";
    TicketExpired = "TICKET_EXPIRED", BAD_REQUEST, "This took too long. Please sign in again.";
    PasskeyRefused = "PASSKEY_REFUSED", BAD_REQUEST, "This passkey was not accepted. Please try again or choose another way.";
    TooManyPasskeys = "TOO_MANY_PASSKEYS", BAD_REQUEST, "You have 20 passkeys, which is the most. Please remove one first.";
    DeadLink = "DEAD_LINK", BAD_REQUEST, "This link has expired or was used already. Please ask for a new one.";
    TooManyTries = "TOO_MANY_TRIES", TOO_MANY_REQUESTS, "Too many tries. Please wait a moment and try again.";
    OwnRole = "OWN_ROLE", BAD_REQUEST, "You can't change your own role or switch yourself off. Please ask another administrator.";
    ConsumerRole = "CONSUMER_ROLE", BAD_REQUEST, "Consumers register themselves; their role can't be given or taken.";
    SeniorManager = "SENIOR_MANAGER", BAD_REQUEST, "This manager was here before you. Please ask an administrator.";
    OtherPerson = "OTHER_PERSON", BAD_REQUEST, "This invitation is for another account. Please sign in with the address it was mailed to.";
    InvitationAnswered = "INVITATION_ANSWERED", BAD_REQUEST, "This invitation was answered or withdrawn already.";
    LastSuperAdministrator = "LAST_SUPER_ADMINISTRATOR", BAD_REQUEST, "This is the last active super administrator. Please make somebody else one first.";
    NotPending = "NOT_PENDING", BAD_REQUEST, "Only a registration that waits for a decision can be rejected. Please deactivate this one instead.";
    CartEmpty = "CART_EMPTY", BAD_REQUEST, "Your shopping cart is empty.";
    PaymentDeclined = "PAYMENT_DECLINED", BAD_REQUEST, "The payment was declined. Please try another card.";
    PaymentFailed = "PAYMENT_FAILED", BAD_REQUEST, "The payment could not be made, and nothing was charged. Please try again.";
    PaymentCancelled = "PAYMENT_CANCELLED", BAD_REQUEST, "Your cards could not be made, so we took the charge back. Please try again later.";
    TooManyPayments = "TOO_MANY_PAYMENTS", BAD_REQUEST, "Too many cards were tried for this order. Please contact us.";
    TooManyDeclines = "TOO_MANY_DECLINES", TOO_MANY_REQUESTS, "Too many payment cards were declined. Please wait a while and try again.";
    TooMuchForNewAccount = "TOO_MUCH_FOR_NEW_ACCOUNT", BAD_REQUEST, "This is more than a new account can buy within a day. Please buy less, or contact us.";
    NotHeld = "NOT_HELD", BAD_REQUEST, "This order is not held for review. Please reload the page.";
    CartFrozen = "CART_FROZEN", BAD_REQUEST, "A payment for this cart is being confirmed, so it can't be changed right now.";
    PaymentUnderway = "PAYMENT_UNDERWAY", BAD_REQUEST, "A payment of yours is being confirmed. Please close your account when it is through.";
    OrderNotPaid = "ORDER_NOT_PAID", BAD_REQUEST, "This order was not paid for, so there is nothing to take back.";
    OrderTouched = "ORDER_TOUCHED", BAD_REQUEST, "Something was spent from a card of this order, so it can't be taken back as a whole.";
    ChargeReversed = "CHARGE_REVERSED", BAD_REQUEST, "Its charge was taken back at the gateway, wholly or in part, so the order can't be cancelled.";
    KeyReused = "KEY_REUSED", UNPROCESSABLE_ENTITY, "This Idempotency-Key was used for another call. Please choose a new one.";
    AlreadyReversed = "ALREADY_REVERSED", BAD_REQUEST, "This was reversed already.";
    TooLateToReverse = "TOO_LATE_TO_REVERSE", BAD_REQUEST, "Only what was redeemed today can be taken back.";
    ForManager = "FOR_MANAGER", BAD_REQUEST, "You can reverse what you redeemed yourself, for one minute. Please ask a manager of the shop, who can do it today.";
    TooMuchForCash = "TOO_MUCH_FOR_CASH", BAD_REQUEST, "Only $5.00 or less can be paid out in cash.";
    CashedOut = "CASHED_OUT", BAD_REQUEST, "The rest of this card was paid out in cash, so nothing that came before can be reversed.";
    ChangedMeanwhile = "CHANGED_MEANWHILE", CONFLICT, "Somebody else has changed this meanwhile. Please look at what it is now, then save again.";
    ApprovalNeeded = "APPROVAL_NEEDED", CONFLICT, "A manager has to approve this first. Nothing was taken off the card yet.";
    NotApproved = "NOT_APPROVED", CONFLICT, "This was not approved, so nothing was taken off the card.";
    RequestOver = "REQUEST_OVER", CONFLICT, "This request is over: somebody has decided about it, it was taken back, or it has expired. Please reload the page.";
    OwnOrder = "OWN_ORDER", CONFLICT, "You bought this yourself, so somebody else has to decide about it.";
    OwnRequest = "OWN_REQUEST", CONFLICT, "You asked for this yourself, so somebody else has to decide about it.";
    NotPresented = "CARD_NOT_PRESENTED", CONFLICT, "Please scan this card or type its full number first.";
    OwnCard = "OWN_CARD", FORBIDDEN, "You bought or own this card, so somebody else has to serve you.";
    Repeated = "REPEATED_MOVEMENT", CONFLICT, "You redeemed the same amount of this card a moment ago. To redeem it once more, send an Idempotency-Key.";
    CardDeactivated = "CARD_DEACTIVATED", BAD_REQUEST, "This card is deactivated. What is on it is kept; please contact us.";
    CardCancelled = "CARD_CANCELLED", BAD_REQUEST, "Its order was cancelled and the money went back, so this card is empty and stays so.";
    NoGift = "NO_GIFT", BAD_REQUEST, "This card is no gift, so there is nobody to send it to.";
    GiftClaimed = "GIFT_CLAIMED", BAD_REQUEST, "This gift is in somebody's wallet already.";
    InvalidCode = "INVALID_CODE", NOT_FOUND, "Invalid code.";
    NotFound = "NOT_FOUND", NOT_FOUND, "We can't find what you are looking for.";
    MethodNotAllowed = "METHOD_NOT_ALLOWED", METHOD_NOT_ALLOWED, "This address doesn't take that method.";
    HeadTooLarge = "HEAD_TOO_LARGE", REQUEST_HEADER_FIELDS_TOO_LARGE, "The head of the request is too large: 32 kB are the most.";
    TooLarge = "TOO_LARGE", PAYLOAD_TOO_LARGE, "The request is too large.";
    UnsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE", UNSUPPORTED_MEDIA_TYPE, "The request has a content type that this call doesn't take.";
    PaymentPending = "PAYMENT_PENDING", SERVICE_UNAVAILABLE, "We are confirming your payment. Do not pay again.";
    PaymentsOff = "PAYMENTS_OFF", SERVICE_UNAVAILABLE, "Nothing can be paid here right now. Please try again later.";
    LedgerStopped = "LEDGER_STOPPED", SERVICE_UNAVAILABLE, "We are checking our books, so no money moves right now. Please try again later.";
    Timeout = "TIMEOUT", SERVICE_UNAVAILABLE, "This took too long. Please try again.";
    OutcomeUnknown = "OUTCOME_UNKNOWN", SERVICE_UNAVAILABLE, "We can't say whether this was done. Please look first, before you do it again.";
    Busy = "BUSY", SERVICE_UNAVAILABLE, "We are very busy. Please try again in a moment.";
    Unavailable = "UNAVAILABLE", SERVICE_UNAVAILABLE, "We can't reach our database. Please try again in a moment.";
    CaptchaUnavailable = "CAPTCHA_UNAVAILABLE", SERVICE_UNAVAILABLE, "We can't check that you are human right now. Please try again in a moment.";
    FilesUnavailable = "FILES_UNAVAILABLE", SERVICE_UNAVAILABLE, "We can't reach our pictures right now. Please try again in a moment.";
    Internal = "INTERNAL", INTERNAL_SERVER_ERROR, "Something went wrong on our side. Please try again.";
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::Invalid(_) => Code::Validation,
            Error::Malformed(_) => Code::BadRequest,
            Error::Unauthorized => Code::Unauthorized,
            Error::Permission => Code::Permission,
            Error::WrongCredentials => Code::WrongCredentials,
            Error::EmailNotConfirmed => Code::EmailNotConfirmed,
            Error::AccountInactive => Code::AccountInactive,
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
                | Code::CaptchaUnavailable
                | Code::FilesUnavailable
        )
    }

    /// The words for the caller.
    fn message(&self) -> String {
        match self {
            Error::Malformed(what) => what.clone(),
            Error::Declined(words) | Error::PaymentFailed(words) if !words.is_empty() => {
                words.clone()
            }
            Error::TooManyTries(wait) => {
                format!("Too many tries. You can try again in {}.", span(*wait))
            }
            Error::TooManyDeclines(wait) => format!(
                "Too many payment cards were declined. You can try again in {}.",
                span(*wait)
            ),
            Error::TooLarge(limit) => {
                format!("The request is too large: at most {} kB.", limit / 1024)
            }
            Error::UnsupportedMediaType(wanted) => format!("This call takes {wanted}."),
            Error::Repeated(transaction) => format!(
                "You redeemed the same amount of this card a moment ago: transaction {transaction}. To redeem it once more, send an Idempotency-Key."
            ),
            other => other.code().message().to_owned(),
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
            Error::Database(error) => Some(error.to_string()),
            Error::CaptchaUnavailable(what)
            | Error::FilesUnavailable(what)
            | Error::Internal(what) => Some(what.clone()),
            _ => None,
        }
    }
}

/// How long to wait, as people say it: never less than it takes.
fn span(wait: Duration) -> String {
    const MINUTE: u128 = 60_000_000;
    let minutes = wait.as_micros().div_ceil(MINUTE);
    match minutes {
        0..=1 => "1 minute".to_owned(),
        2..=90 => format!("{minutes} minutes"),
        _ => format!("{} hours", minutes.div_ceil(60)),
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
            (None, other) => out.write_str(&other.message()),
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
    message: String,
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
    #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
    fields: Option<Fields>,
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

    pub fn body(&self, trace_id: &str) -> ErrorBody {
        ErrorBody {
            status: self.code.status().as_u16(),
            trace_id: trace_id.to_owned(),
            error_code: self.code,
            error_message: self.message.clone(),
            fields: self.fields.clone(),
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
    fn error_body_leaves_out_internal_details() {
        let response = Error::Internal("secret path".to_owned()).into_response();
        let failure = response.extensions().get::<Failure>().expect("a failure");
        assert_eq!(failure.inner(), Some("secret path"));
        let body = serde_json::to_string(&failure.body("t1")).expect("a body");
        assert!(!body.contains("secret"), "{body}");
        assert!(
            body.contains("\"traceId\":\"t1\"") && body.contains("\"errorCode\":\"INTERNAL\""),
            "{body}"
        );
    }

    #[test]
    fn rate_limit_errors_say_when_to_retry() {
        for (seconds, span) in [
            (0, "1 minute"),
            (60, "1 minute"),
            (61, "2 minutes"),
            (5400, "90 minutes"),
            (5401, "2 hours"),
            (86_400, "24 hours"),
        ] {
            let wait = Duration::from_secs(seconds);
            for error in [Error::TooManyTries(wait), Error::TooManyDeclines(wait)] {
                let end = format!(". You can try again in {span}.");
                assert!(error.message().ends_with(&end), "{seconds}: {}", error.message());
            }
        }
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
