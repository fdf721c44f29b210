//! Errors of API calls. Only this module maps errors to HTTP replies.
//!
//! Each error has a [`Code`] with a status and a message. A feature declares its own codes in its
//! `errors.rs`; [`codes`] holds the codes that several features share.

mod code;
pub mod codes;
mod failure;

use std::{fmt, time::Duration};

use axum::http::StatusCode;

use kernel::{fields::Fields, language::Language, messages::Message, sums::Overflow};

pub use code::codes;
pub use code::{Code, Declared};
pub use failure::{ApprovalAsked, ErrorBody, Failure, SecondFactorAsked};

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug)]
pub enum Error {
    /// Invalid values in the request: the path of each field, and its message.
    Invalid(Fields),
    /// The request can't be parsed. Holds the reason.
    Malformed(String),
    /// The caller is not signed in, or the session has ended.
    Unauthorized,
    /// The caller's role does not permit the call.
    Permission,
    /// The password is right, but the account has a second factor. Holds the data for the next step
    /// of signing in.
    SecondFactorRequired(SecondFactorAsked),
    /// The link from an email was already used, has expired or is unknown.
    DeadLink,
    /// The caller made too many attempts. The next attempt is possible after this time.
    TooManyTries(Duration),
    /// A manager must approve the action first. Holds the approval request.
    ApprovalNeeded(ApprovalAsked),
    /// Refused because of a rule, which the code names.
    Refused(Code),
    /// Like `Refused`, but with a more precise message than the code's.
    Explained {
        code: Code,
        message: Message,
        retry_after: Option<Duration>,
    },
    /// The requested object does not exist, or the caller may not know that it exists.
    NotFound,
    MethodNotAllowed,
    /// The body exceeds this limit in bytes.
    TooLarge(usize),
    /// The body does not have the content type that the call accepts.
    UnsupportedMediaType(&'static str),
    /// The call exceeded its time limit and changed nothing.
    Timeout,
    /// The call exceeded its time limit, and its outcome is unknown.
    OutcomeUnknown,
    /// The captcha could not be checked. Holds the reason for the log.
    CaptchaUnavailable(String),
    /// The picture storage does not respond. Holds the reason for the log.
    FilesUnavailable(String),
    Database(db::Error),
    /// Fault in the program. The text goes to the log, never to the caller.
    Internal(String),
}

impl Error {
    /// Creates a refusal with a more precise message than the code's.
    pub fn explained(code: Code, message: Message) -> Error {
        Error::Explained { code, message, retry_after: None }
    }

    pub fn code(&self) -> Code {
        match self {
            Error::Invalid(_) => codes::VALIDATION,
            Error::Malformed(_) => codes::BAD_REQUEST,
            Error::Unauthorized => codes::UNAUTHORIZED,
            Error::Permission => codes::PERMISSION,
            Error::SecondFactorRequired(_) => codes::SECOND_FACTOR_REQUIRED,
            Error::DeadLink => codes::DEAD_LINK,
            Error::TooManyTries(_) => codes::TOO_MANY_TRIES,
            Error::ApprovalNeeded(_) => codes::APPROVAL_NEEDED,
            Error::Refused(code) | Error::Explained { code, .. } => *code,
            Error::NotFound => codes::NOT_FOUND,
            Error::MethodNotAllowed => codes::METHOD_NOT_ALLOWED,
            Error::TooLarge(_) => codes::TOO_LARGE,
            Error::UnsupportedMediaType(_) => codes::UNSUPPORTED_MEDIA_TYPE,
            Error::Timeout => codes::TIMEOUT,
            Error::CaptchaUnavailable(_) => codes::CAPTCHA_UNAVAILABLE,
            Error::FilesUnavailable(_) => codes::FILES_UNAVAILABLE,
            Error::OutcomeUnknown | Error::Database(db::Error::OutcomeUnknown(_)) => {
                codes::OUTCOME_UNKNOWN
            }
            Error::Database(db::Error::Unavailable(_)) => codes::UNAVAILABLE,
            Error::Database(error) if error.is_passing() => codes::BUSY,
            Error::Database(_) | Error::Internal(_) => codes::INTERNAL,
        }
    }

    /// Returns true for server-side failures (overload, outage), which the caller did not cause.
    pub fn is_busy(&self) -> bool {
        [
            codes::BUSY,
            codes::TIMEOUT,
            codes::OUTCOME_UNKNOWN,
            codes::UNAVAILABLE,
            codes::CAPTCHA_REQUIRED,
            codes::CAPTCHA_UNAVAILABLE,
            codes::FILES_UNAVAILABLE,
        ]
        .contains(&self.code())
    }

    /// Returns the message for the caller. If a request can't be parsed, the details are in English
    /// only.
    fn message(&self) -> Message {
        let general = self.code().message();
        match self {
            Error::Malformed(words) => general.with_english(words),
            Error::Explained { message, .. } => message.clone(),
            Error::TooManyTries(wait) => Message::of(
                format!("Too many tries. You can try again in {}.", span(*wait, Language::En)),
                format!(
                    "Trop d’essais. Vous pourrez réessayer dans {}.",
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
            _ => general,
        }
    }

    /// Returns the number of seconds after which a retry makes sense, or `None` if waiting does not
    /// help.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Error::TooManyTries(wait) | Error::Explained { retry_after: Some(wait), .. } => {
                Some(wait.as_secs() + 1)
            }
            other if !other.code().is_repeatable() => None,
            other if other.code().status() == StatusCode::SERVICE_UNAVAILABLE => Some(1),
            _ => None,
        }
    }

    /// Returns details that are written to the log and never sent to the caller.
    fn inner(&self) -> Option<String> {
        match self {
            // Metrics count calls that are refused because the database is busy. During a flood of
            // requests, logging each refusal would add to the load.
            Error::Database(db::Error::Busy) => None,
            Error::Database(error) => Some(error.to_string()),
            Error::CaptchaUnavailable(what)
            | Error::FilesUnavailable(what)
            | Error::Internal(what) => Some(what.clone()),
            _ => None,
        }
    }
}

/// Formats a waiting time in words, rounded up, in the caller's language.
pub fn span(wait: Duration, language: Language) -> String {
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

/// Formats the error for operators, with details that the caller may not see.
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

impl From<Overflow> for Error {
    fn from(overflow: Overflow) -> Self {
        Error::Internal(overflow.to_string())
    }
}

impl From<Fields> for Error {
    fn from(fields: Fields) -> Self {
        Error::Invalid(fields)
    }
}

#[cfg(test)]
mod tests {
    use axum::{http::header, response::IntoResponse};

    use super::*;

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
            let [english, french] = span;
            let message = Error::TooManyTries(wait).message();
            let ends = |language, end: String| message.said_in(language).ends_with(&end);
            assert!(ends(Language::En, format!(". You can try again in {english}.")), "{seconds}");
            assert!(
                ends(Language::Fr, format!(". Vous pourrez réessayer dans {french}.")),
                "{seconds}"
            );
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
