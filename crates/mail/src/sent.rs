//! Which mails were sent about what, for those who help: whom they went to stands here masked, and not for long.

use std::{fmt::Display, sync::Arc};

use db::Rows;
use serde::{Deserialize, Serialize};

use super::store;
use kernel::{cursor::Cursor, ids::JobId};
use platform::app::App;

pub use store::SentMailRow;

/// The cards, orders, people, organizations and invitations that a mail is about, by their ids.
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

/// What became of a mail at its last attempt.
pub(super) struct Attempt {
    pub id: JobId,
    pub letter: String,
    /// Masked.
    pub recipient: String,
    pub is_sent: bool,
}

/// Writes down how an attempt went. The mail itself is gone by then: that this fails must not send it again.
pub(super) async fn record(app: &Arc<App>, about: About, attempt: Attempt) {
    let now = app.clock.now();
    let written = app.db.write(move |tx| store::record_sent(tx, &about.0, &attempt, now));
    if let Err(error) = written.await {
        tracing::warn!(error = ?error, "what became of a mail could not be written down");
    }
}

/// The mails about one thing, those that were tried last first.
pub fn sent_about(subject: &str, before: &Cursor, most: u32) -> Rows<SentMailRow> {
    store::list_sent(subject, before, most)
}
