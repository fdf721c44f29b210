//! Deletion of personal data after its retention period. docs/architecture/personal-data.md lists
//! the tables and the settings of their periods.

use std::sync::Arc;

use db::Tx;

use super::{second_factor, store};
use checkout::{carts, payments};
use kernel::timestamp::Timestamp;
use market::bell;
use platform::{
    app::App,
    error::Result,
    jobs::{DAY, Work},
};

/// Maximum number of rows of each kind deleted in one transaction, so that other writers don't wait
/// long.
const BATCH: i64 = 500;

/// Daily task: deletes expired devices, invitations, codes, carts, notices and unconfirmed
/// registrations. Also erases the IP addresses of payments, and the recipients of gifts from closed
/// accounts.
pub async fn forget_old(app: Arc<App>) -> Result<()> {
    let (now, kept) = (app.clock.now(), app.config.retention.clone());
    let before = Before {
        now,
        clients: now.minus(kept.clients()),
        codes: now.minus(kept.codes()),
        carts: now.minus(kept.carts()),
        notices: now.minus(kept.notices()),
        payments: now.minus(kept.payment_origins()),
        registrations: now.minus(kept.registrations()),
        spent_gifts: now.minus(kept.spent_gifts()),
    };
    while app.db.write(move |tx| forget_some(tx, before)).await? > 0 {}
    Ok(())
}

/// For each kind of row, the time before which rows are deleted.
#[derive(Clone, Copy)]
struct Before {
    now: Timestamp,
    clients: Timestamp,
    codes: Timestamp,
    carts: Timestamp,
    notices: Timestamp,
    payments: Timestamp,
    registrations: Timestamp,
    spent_gifts: Timestamp,
}

fn forget_some(tx: &mut Tx<'_>, before: Before) -> Result<u64> {
    let mut forgotten = store::devices::delete_old(tx, before.clients, before.codes, BATCH)?;
    forgotten += store::people::delete_clients(tx, before.clients, BATCH)?;
    forgotten += store::invitations::delete_over(tx, before.codes, BATCH)?;
    forgotten += store::closing::delete_over(tx, before.codes, BATCH)?;
    forgotten += store::codes::delete_over(tx, before.codes, BATCH)?;
    forgotten += store::email_codes::delete_over(tx, before.now, BATCH)?;
    forgotten += second_factor::forget_over(tx, before.now, BATCH)?;
    forgotten += carts::empty_old(tx, before.carts, BATCH)?;
    forgotten += bell::forget_old(tx, before.notices, BATCH)?;
    forgotten += payments::erase_origins(tx, before.payments, BATCH)?;
    forgotten += cards::forget_recipients(tx, before.spent_gifts, BATCH)?;
    Ok(forgotten + close_unconfirmed(tx, before)?)
}

/// Closes accounts that were registered but never confirmed. Their owners never signed in, so no
/// other data has to be kept.
fn close_unconfirmed(tx: &mut Tx<'_>, before: Before) -> Result<u64> {
    let people = store::people::list_unconfirmed(tx, before.now, before.registrations, BATCH)?;
    for person in &people {
        store::people::close(tx, *person, before.now)?;
    }
    Ok(people.len() as u64)
}

/// Registers the scheduled tasks of accounts.
pub fn add_work(work: Work) -> Work {
    work.every(DAY, "forget clients and codes", forget_old)
}
