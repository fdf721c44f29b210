//! Handlers that run jobs, one for each kind of job.

use std::{collections::HashMap, fmt, pin::Pin, sync::Arc};

use super::{Job, JobClass};
use kernel::ids::JobId;

use crate::{
    app::App,
    error::{Code, Error},
};

/// Reason why another system, such as the card gateway or the mail server, did not do its part of a
/// job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobReason {
    /// The card gateway, or the bank of a payment card, refused the request.
    GatewayRefused,
    /// The card gateway did not answer, or its answer leaves the outcome open.
    GatewayUnclear,
    /// The mail server does not accept the email at present.
    MailDelayed,
    /// The mail server refused the email permanently.
    MailRefused,
}

impl JobReason {
    /// Returns the code of the reason, which is stored in the job's row.
    pub fn word(self) -> &'static str {
        match self {
            JobReason::GatewayRefused => "GATEWAY_REFUSED",
            JobReason::GatewayUnclear => "GATEWAY_UNCLEAR",
            JobReason::MailDelayed => "MAIL_DELAYED",
            JobReason::MailRefused => "MAIL_REFUSED",
        }
    }

    /// Returns true if another attempt would be useless.
    fn is_final(self) -> bool {
        self == JobReason::MailRefused
    }
}

/// Reason why a job failed.
#[derive(Debug, PartialEq, Eq)]
pub enum JobError {
    /// Temporary failure; another attempt may succeed.
    Retry(String),
    /// Another system refused the request or did not answer. Holds the reason and that system's own
    /// words.
    Outside(JobReason, String),
    /// Failure with an error code of this program. The failure may be temporary, so the job is
    /// retried.
    Failed { code: Code, why: String },
    /// The job waits until the condition that this code names has ended, for example the stop of
    /// all money movements. Waiting uses up no attempt.
    Blocked(Code),
    /// Permanent failure, which a person has to look into.
    Permanent(String),
}

impl JobError {
    /// Returns the code of the failure, if it has one.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            JobError::Failed { code, .. } | JobError::Blocked(code) => Some(code.word()),
            JobError::Outside(reason, _) => Some(reason.word()),
            JobError::Retry(_) | JobError::Permanent(_) => None,
        }
    }

    /// Returns true if another attempt would be useless.
    pub fn is_final(&self) -> bool {
        match self {
            JobError::Permanent(_) => true,
            JobError::Outside(reason, _) => reason.is_final(),
            JobError::Retry(_) | JobError::Failed { .. } | JobError::Blocked(_) => false,
        }
    }

    pub fn gateway_refused(words: impl Into<String>) -> JobError {
        JobError::Outside(JobReason::GatewayRefused, words.into())
    }

    pub fn gateway_unclear(words: impl Into<String>) -> JobError {
        JobError::Outside(JobReason::GatewayUnclear, words.into())
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Retry(why)
            | JobError::Outside(_, why)
            | JobError::Failed { why, .. }
            | JobError::Permanent(why) => out.write_str(why),
            JobError::Blocked(code) => out.write_str(code.message().english()),
        }
    }
}

/// Treats a database error as a temporary failure.
impl From<db::Error> for JobError {
    fn from(error: db::Error) -> Self {
        JobError::from(Error::from(error))
    }
}

/// Treats the program's other errors as temporary. Codes that block jobs make the job wait, for
/// example while all money movements are stopped.
impl From<Error> for JobError {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(code) if code.blocks_jobs() => JobError::Blocked(code),
            error => JobError::Failed { code: error.code(), why: format!("{error:?}") },
        }
    }
}

type Outcome = Pin<Box<dyn Future<Output = Result<(), JobError>> + Send>>;
type Handler = Box<dyn Fn(Arc<App>, JobId, &str) -> Outcome + Send + Sync>;

#[derive(Default)]
pub struct Handlers {
    by_kind: HashMap<&'static str, (JobClass, Handler)>,
}

impl Handlers {
    /// Registers the handler of jobs of type `J`. A job has the same id in all its attempts. A
    /// payload that can't be parsed may come from a newer program during an update, so the job is
    /// retried.
    pub fn on<J, F, R>(mut self, run: F) -> Self
    where
        J: Job,
        F: Fn(Arc<App>, JobId, J) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), JobError>> + Send + 'static,
    {
        let handler: Handler =
            Box::new(move |app, id, payload| match serde_json::from_str::<J>(payload) {
                Ok(job) => Box::pin(run(app, id, job)),
                Err(error) => {
                    let why = format!("the job can't be read: {error}");
                    Box::pin(async { Err(JobError::Retry(why)) })
                }
            });
        self.by_kind.insert(J::KIND, (J::CLASS, handler));
        self
    }

    /// Returns the kinds of jobs that this program handles. Jobs of other kinds are left to newer
    /// programs.
    pub fn kinds(&self) -> Vec<&'static str> {
        self.by_kind.keys().copied().collect()
    }

    pub fn kinds_of(&self, class: JobClass) -> Vec<&'static str> {
        let of_class = self.by_kind.iter().filter(|(_, (one, _))| *one == class);
        of_class.map(|(kind, _)| *kind).collect()
    }

    /// Returns the class of a kind of job. Unknown kinds are never claimed, so their class does not
    /// matter.
    pub fn class(&self, kind: &str) -> JobClass {
        self.by_kind.get(kind).map_or(JobClass::Upkeep, |(class, _)| *class)
    }

    pub fn run(&self, app: Arc<App>, id: JobId, kind: &str, payload: &str) -> Outcome {
        match self.by_kind.get(kind) {
            Some((_, handler)) => handler(app, id, payload),
            None => {
                let why = format!("no handler for {kind}");
                Box::pin(async { Err(JobError::Permanent(why)) })
            }
        }
    }
}
