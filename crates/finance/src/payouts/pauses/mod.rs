//! Pauses of the payouts to a vendor or charity. One administrator pauses, because that only keeps
//! money where it is. A second person lifts the pause. Meanwhile no payout is drafted, approved or
//! put into a bank file. The amount stays payable, so the next payouts pay all of it.

mod store;

use std::{collections::BTreeSet, sync::Arc};

use db::Tx;

use super::{
    decision_after,
    errors::{self, ALREADY_PAUSED, PAYOUTS_PAUSED},
    exports, notices,
    store::exports as store_exports,
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, second_person::Decision},
    idempotency::Named,
};
use kernel::{
    ids::{PayoutPauseId, TenantId},
    messages::Message,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::payouts::actions;

pub use store::{Filter, PauseRow};

/// Returns the decision to lift a pause; `None` if it was lifted.
pub fn decision(pause: &PauseRow) -> Option<Decision> {
    pause.lifted_at.is_none().then(|| decision_after([pause.paused_by]))
}

/// Returns one page of the pauses, the newest first.
pub async fn list(app: &App, filter: Filter, page: PageRequest) -> Result<Page<PauseRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list(tx, filter, page)?;
            Page::counted(rows, page, || store::count(tx, filter))
        })
        .await
}

/// Returns since when the payee's payouts are paused; `None` if they are not.
pub fn paused_since(tx: &mut Tx<'_>, payee: TenantId) -> Result<Option<Timestamp>> {
    store::paused_since(tx, payee)
}

/// Returns all payees whose payouts are paused.
pub fn paused_payees(tx: &mut Tx<'_>) -> Result<BTreeSet<TenantId>> {
    store::paused_payees(tx)
}

/// Returns the message that payouts to this payee are paused; `None` if they are not.
pub fn refusal(tx: &mut Tx<'_>, payee: TenantId, name: &str) -> Result<Option<Message>> {
    let paused = store::paused_since(tx, payee)?;
    Ok(paused.map(|_| errors::paused(&[name.to_owned()])))
}

/// Refuses with the names of these payees, whose payouts are paused. Does nothing without payees.
pub fn refuse(payees: &[String]) -> Result<()> {
    if payees.is_empty() {
        return Ok(());
    }
    let mut names = payees.to_vec();
    names.dedup();
    Err(Error::explained(PAYOUTS_PAUSED, errors::paused(&names)))
}

/// Pauses the payouts to a payee, with a reason for administrators. Takes the payee's payouts out of
/// bank files that are not released. Emails and notifies the payee's managers, without the reason.
pub async fn pause(
    app: &Arc<App>,
    call: Named,
    by: &Actor,
    payee: TenantId,
    reason: String,
) -> Result<PauseRow> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let id = call.once(tx, now, |tx| insert(tx, app, now, &by, payee, &reason))?;
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

fn insert(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    payee: TenantId,
    reason: &str,
) -> Result<PayoutPauseId> {
    // Approvals and new bank files hold this lock while they look for a pause.
    tenants::lock_bank(tx, payee)?.ok_or(Error::NotFound)?;
    let id = PayoutPauseId::new(now);
    if !store::insert(tx, id, now, by.person, payee, reason)? {
        return Err(Error::Refused(ALREADY_PAUSED));
    }
    let author = Author::of(by);
    let withdrawn = store_exports::withdraw(tx, payee)?;
    exports::record_withdrawn(tx, now, &author, &withdrawn)?;
    // Without the tenant, whose managers would read the reason in their part of the log.
    let entry = Entry::new(actions::PAYOUTS_PAUSED, Subject::tenant(payee)).reason(Some(reason));
    audit::record(tx, now, &author, entry)?;
    notices::notify_of_pause(tx, app, now, payee, None)?;
    Ok(id)
}

/// Lifts a pause as a second person, and emails and notifies the payee's managers. The administrator who
/// paused gets a notice. Lifting it again changes nothing.
pub async fn lift(app: &Arc<App>, by: &Actor, id: PayoutPauseId) -> Result<PauseRow> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let pause = store::lock(tx, id)?.ok_or(Error::NotFound)?;
        let Some(decision) = decision(&pause) else { return Ok(pause) };
        decision.require(tx, app, now, &by)?;
        store::lift(tx, id, now, by.person)?;
        let entry = Entry::new(actions::PAYOUTS_RESUMED, Subject::tenant(pause.tenant_id));
        audit::record(tx, now, &Author::of(&by), entry)?;
        notices::notify_of_pause(tx, app, now, pause.tenant_id, Some(pause.paused_by))?;
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}
