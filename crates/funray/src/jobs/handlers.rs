//! Who does which kind of job.

use std::{collections::HashMap, fmt, pin::Pin, sync::Arc};

use super::{Job, JobId};
use crate::{app::App, error::Error};

/// Why a job is not done.
#[derive(Debug, PartialEq, Eq)]
pub enum JobError {
    /// It may go better later.
    Retry(String),
    /// Trying again can't help: a person has to look at it.
    Hopeless(String),
}

impl fmt::Display for JobError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Retry(why) | JobError::Hopeless(why) => out.write_str(why),
        }
    }
}

/// Database trouble while doing a job passes or gets noticed by its attempts.
impl From<db::Error> for JobError {
    fn from(error: db::Error) -> Self {
        JobError::Retry(error.to_string())
    }
}

/// So does what its work ran into, unless it says otherwise.
impl From<Error> for JobError {
    fn from(error: Error) -> Self {
        JobError::Retry(format!("{error:?}"))
    }
}

type Outcome = Pin<Box<dyn Future<Output = Result<(), JobError>> + Send>>;
type Handler = Box<dyn Fn(Arc<App>, JobId, &str) -> Outcome + Send + Sync>;

#[derive(Default)]
pub struct Handlers {
    by_kind: HashMap<&'static str, Handler>,
}

impl Handlers {
    /// Registers who does jobs of type `J`. The id is the same at every attempt.
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
                    Box::pin(async { Err(JobError::Hopeless(why)) })
                }
            });
        self.by_kind.insert(J::KIND, handler);
        self
    }

    /// The kinds this program can do. A newer program beside it may queue others; they are left to it.
    pub fn kinds(&self) -> Vec<&'static str> {
        self.by_kind.keys().copied().collect()
    }

    pub fn run(&self, app: Arc<App>, id: JobId, kind: &str, payload: &str) -> Outcome {
        match self.by_kind.get(kind) {
            Some(handler) => handler(app, id, payload),
            None => {
                let why = format!("nobody does {kind}");
                Box::pin(async { Err(JobError::Hopeless(why)) })
            }
        }
    }
}
