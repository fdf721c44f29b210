//! Who does which kind of job.

use std::{collections::HashMap, fmt, pin::Pin, sync::Arc};

use super::{Job, JobClass};
use kernel::ids::JobId;

use crate::{
    app::App,
    error::{Code, Error},
};

/// Reason outside the program for which a job is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobReason {
    /// The card gateway, or the bank of a payment card, refuses.
    GatewayRefused,
    /// The card gateway gives no answer, or none that decides.
    GatewayUnclear,
    /// The mail server does not take the email at present.
    MailDelayed,
    /// The mail server refuses the email.
    MailRefused,
}

impl JobReason {
    /// Code of the reason, which rows of jobs keep.
    pub fn word(self) -> &'static str {
        match self {
            JobReason::GatewayRefused => "GATEWAY_REFUSED",
            JobReason::GatewayUnclear => "GATEWAY_UNCLEAR",
            JobReason::MailDelayed => "MAIL_DELAYED",
            JobReason::MailRefused => "MAIL_REFUSED",
        }
    }

    /// Whether another attempt is useless.
    fn is_final(self) -> bool {
        self == JobReason::MailRefused
    }
}

/// Why a job is not done.
#[derive(Debug, PartialEq, Eq)]
pub enum JobError {
    /// It may go better later.
    Retry(String),
    /// Another system has refused or not answered, in its own words.
    Outside(JobReason, String),
    /// Its work ran into this, which may pass.
    Failed { code: Code, why: String },
    /// Nothing can be done about it until this is over: no attempt is used up.
    Blocked(Code),
    /// Trying again can't help: a person has to look at it.
    Permanent(String),
}

impl JobError {
    /// Code of the reason, if it has one.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            JobError::Failed { code, .. } | JobError::Blocked(code) => Some(code.word()),
            JobError::Outside(reason, _) => Some(reason.word()),
            JobError::Retry(_) | JobError::Permanent(_) => None,
        }
    }

    /// Whether another attempt is useless.
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

/// Database trouble while doing a job passes or gets noticed by its attempts.
impl From<db::Error> for JobError {
    fn from(error: db::Error) -> Self {
        JobError::from(Error::from(error))
    }
}

/// So does what its work ran into; while money is stopped, it waits.
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
    /// Registers who does jobs of type `J`. The id is the same at every attempt. A job that can't be read may be a newer
    /// program's, which runs beside this one during an update: it is tried again, there or by the next program here.
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

    /// The kinds this program can do. A newer program beside it may queue others; they are left to it.
    pub fn kinds(&self) -> Vec<&'static str> {
        self.by_kind.keys().copied().collect()
    }

    pub fn kinds_of(&self, class: JobClass) -> Vec<&'static str> {
        let of_class = self.by_kind.iter().filter(|(_, (one, _))| *one == class);
        of_class.map(|(kind, _)| *kind).collect()
    }

    /// A kind that this program doesn't know is never claimed.
    pub fn class(&self, kind: &str) -> JobClass {
        self.by_kind.get(kind).map_or(JobClass::Upkeep, |(class, _)| *class)
    }

    pub fn run(&self, app: Arc<App>, id: JobId, kind: &str, payload: &str) -> Outcome {
        match self.by_kind.get(kind) {
            Some((_, handler)) => handler(app, id, payload),
            None => {
                let why = format!("nobody does {kind}");
                Box::pin(async { Err(JobError::Permanent(why)) })
            }
        }
    }
}
