//! Jobs that delete unused pictures.

use std::sync::Arc;

use pictures::Name;
use serde::{Deserialize, Serialize};

use super::FileKind;
use kernel::ids::{FileKey, JobId};
use platform::{
    app::App,
    jobs::{Job, JobClass, JobError, Work},
};

/// Job that deletes the stored renditions of a picture that has no row.
#[derive(Debug, Serialize, Deserialize)]
pub struct Discard {
    places: Vec<String>,
}

impl Job for Discard {
    const KIND: &'static str = "discard-picture";
    const CLASS: JobClass = JobClass::Upkeep;
}

impl Discard {
    pub(super) fn of(kind: FileKind, key: FileKey, names: &[Name]) -> Discard {
        Discard { places: names.iter().map(|name| super::place(kind, key, *name)).collect() }
    }
}

pub async fn discard(app: Arc<App>, _: JobId, job: Discard) -> Result<(), JobError> {
    for place in &job.places {
        app.files.delete(place).await?;
    }
    Ok(())
}

/// Adds the jobs and scheduled tasks of pictures.
pub fn add_work(work: Work) -> Work {
    work.on(discard)
}
