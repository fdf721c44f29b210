//! What is kept of people for a while only: from where they signed in, and the codes that they were mailed.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::store;
use crate::{app::App, error::Result, kernel::timestamp::Timestamp};

/// Whoever comes from an address that nobody has signed in from for so long is a stranger again. For as long, a link that
/// was used or is over leads to the page that says so; then it is one that nobody knows.
const KEPT: Duration = Duration::from_secs(365 * 24 * 3600);
/// So many of each are thrown away at once, so that nobody waits long for the writer.
const BITE: i64 = 500;

/// The daily chore.
pub async fn forget_old(app: Arc<App>) -> Result<()> {
    let before = app.clock.now().minus(KEPT);
    while app.db.write(move |tx| forget_some(tx, before)).await? > 0 {}
    Ok(())
}

fn forget_some(tx: &mut Tx<'_>, before: Timestamp) -> Result<u64> {
    let clients = store::people::delete_clients(tx, before, BITE)?;
    let codes = store::codes::delete_over(tx, before, BITE)?;
    Ok(clients + codes)
}
