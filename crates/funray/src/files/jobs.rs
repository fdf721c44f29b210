//! Throwing away what nothing shows.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::store::AbandonedRow;
use crate::{
    app::App,
    jobs::{Job, JobClass, JobError},
    kernel::ids::JobId,
};

/// Where the renditions of a picture are that has no row any more.
#[derive(Debug, Serialize, Deserialize)]
pub struct Discard {
    places: Vec<String>,
}

impl Job for Discard {
    const KIND: &'static str = "discard-picture";
    const CLASS: JobClass = JobClass::Upkeep;
}

impl Discard {
    pub(super) fn of(file: &AbandonedRow) -> Discard {
        let names = file.renditions.0.iter();
        Discard { places: names.map(|name| super::place(file.kind, file.key, *name)).collect() }
    }
}

pub async fn discard(app: Arc<App>, _: JobId, job: Discard) -> Result<(), JobError> {
    for place in &job.places {
        app.files.delete(place).await?;
    }
    Ok(())
}
