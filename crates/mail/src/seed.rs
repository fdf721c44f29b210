//! Creates records of past emails for a demo's history. No email is sent.

use db::Tx;

use super::{
    sent::{About, Attempt},
    store,
};
use kernel::{contact::masked_address, ids::JobId, timestamp::Timestamp};
use platform::error::Result;

/// Records that a letter was sent at this time. Returns the id of the email.
pub fn sent(
    tx: &mut Tx<'_>,
    then: Timestamp,
    letter: &'static str,
    to: &str,
    about: &About,
) -> Result<JobId> {
    let id = JobId::new(then);
    let attempt =
        Attempt { id, letter: letter.to_owned(), recipient: masked_address(to), is_sent: true };
    store::record_sent(tx, about.ids(), &attempt, then)?;
    Ok(id)
}

/// Records that an email bounced with this status code.
pub fn came_back(tx: &mut Tx<'_>, mail: JobId, status: &str) -> Result<()> {
    store::record_bounce(tx, mail, status).map(drop)
}
