//! Mails that went out before the program ran: the history of a demo. Nobody gets one.

use db::Tx;

use super::{
    sent::{About, Attempt},
    store,
};
use kernel::{contact::masked_address, ids::JobId, timestamp::Timestamp};
use platform::error::Result;

/// Writes down that such a letter was sent then.
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

/// A mail came back, for the reason of this code.
pub fn came_back(tx: &mut Tx<'_>, mail: JobId, status: &str) -> Result<()> {
    store::record_bounce(tx, mail, status).map(drop)
}
