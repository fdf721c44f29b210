//! Records of sent emails by subject, for the support desk. Email addresses are masked, and records
//! are deleted after a short time.

use std::{fmt::Display, sync::Arc};

use db::Rows;
use serde::{Deserialize, Serialize};

use super::store;
use kernel::{cursor::Cursor, ids::JobId};
use platform::{app::App, jobs};

pub use store::SentMailRow;

/// Ids of the subjects that an email is about: cards, orders, people, organizations and
/// invitations.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct About(Vec<String>);

impl About {
    pub fn of(ids: &[&dyn Display]) -> About {
        About(ids.iter().map(ToString::to_string).collect())
    }

    #[must_use]
    pub fn and(mut self, id: Option<impl Display>) -> About {
        self.0.extend(id.map(|id| id.to_string()));
        self
    }

    #[cfg(feature = "demo")]
    pub(super) fn ids(&self) -> &[String] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Result of an attempt to send an email.
pub(super) struct Attempt {
    pub id: JobId,
    pub letter: String,
    /// Masked email address.
    pub recipient: String,
    pub is_sent: bool,
}

/// Records the result of an attempt to send, when the job ends. Without the record the email is not
/// sent again.
pub(super) fn record(app: &Arc<App>, about: About, attempt: Attempt) {
    let now = app.clock.now();
    jobs::write_at_end(move |tx| store::record_sent(tx, &about.0, &attempt, now));
}

/// Returns a query for the emails about a subject, latest attempt first.
pub fn sent_about(subject: &str, before: &Cursor, most: u32) -> Rows<SentMailRow> {
    store::list_sent(subject, before, most)
}
