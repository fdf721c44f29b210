//! Outcome of a bank file: the bank made its payments, except for those that it returned.

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use super::{
    CHANGED_AT_ONCE, PayoutRow, PayoutState, actions, entry,
    failures::bank_reference,
    notices,
    statements::{ExplainedById, read_explained},
    store::{
        self, bulk,
        exports::{self, ExportRow},
    },
};
use access::{
    audit::{self, Author},
    auth::Actor,
};
use kernel::{
    ids::{PayoutExportId, PayoutId},
    payouts::PayoutStep,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::payouts::errors::{FILE_NOT_RELEASED, PAYOUT_STATE};

/// Payment that the bank returned or did not make.
#[derive(Clone, Debug)]
pub struct Returned {
    pub payout: PayoutId,
    pub reason: String,
    /// Reference on the bank's return notice.
    pub reference: String,
}

/// Records that the bank made the payments of a released file, with its reference, except for those in
/// `returned`. These are reported as failed, and another administrator confirms each of them. A repeated
/// call changes nothing.
pub async fn record(
    app: &Arc<App>,
    by: &Actor,
    file: PayoutExportId,
    reference: String,
    returned: Vec<Returned>,
) -> Result<ExportRow> {
    let open = {
        let by = by.clone();
        app.write(move |tx, _, now| {
            let export = exports::lock(tx, file)?.ok_or(Error::NotFound)?;
            export.released_at.ok_or(Error::Refused(FILE_NOT_RELEASED))?;
            report(tx, now, &by, file, &returned)?;
            bulk::list_open_in(tx, file)
        })
        .await?
    };
    for some in open.chunks(CHANGED_AT_ONCE) {
        let explained = read_explained(app, some).await?;
        let (by, ids, reference) = (by.clone(), some.to_vec(), reference.clone());
        app.write(move |tx, app, now| pay(tx, app, now, &by, (&ids, &explained), &reference))
            .await?;
    }
    app.db.read(move |tx| exports::find(tx, file)?.ok_or(Error::NotFound)).await
}

/// Reports the returned payments as failed. Leaves out those that are reported already.
fn report(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Actor,
    file: PayoutExportId,
    returned: &[Returned],
) -> Result<()> {
    let ids: Vec<PayoutId> = returned.iter().map(|one| one.payout).collect();
    let payouts = bulk::lock(tx, &ids)?;
    for Returned { payout, reason, reference } in returned {
        let reference = bank_reference(Some(reference))?;
        let payout = payouts.iter().find(|row| row.id == *payout);
        let payout = payout.filter(|row| row.export_id == Some(file)).ok_or(Error::NotFound)?;
        if payout.failure_asked_by.is_some() {
            continue;
        }
        if !matches!(payout.state, PayoutState::Exported | PayoutState::Paid) {
            return Err(Error::Refused(PAYOUT_STATE));
        }
        store::ask_failure(tx, payout.key(), now, by.person, reason, reference)?;
        let entry = entry(actions::PAYOUT_FAILURE_ASKED, payout.id, payout.tenant_id);
        let entry = entry.after(json!({ "amount": payout.amount, "reference": reference }));
        audit::record(tx, now, &Author::of(by), entry.reason(Some(reason.clone())))?;
    }
    Ok(())
}

/// Marks those of these payouts as paid that are not ended or reported as failed meanwhile.
fn pay(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    (ids, explained): (&[PayoutId], &ExplainedById),
    reference: &str,
) -> Result<()> {
    let mut open = bulk::lock(tx, ids)?;
    open.retain(|row| row.state == PayoutState::Exported && row.failure_asked_by.is_none());
    let ids: Vec<PayoutId> = open.iter().map(|row| row.id).collect();
    bulk::pay(tx, now, by.person, reference, &ids)?;
    tx.batched(|tx| {
        open.iter().try_for_each(|row| {
            let entry = entry(actions::PAYOUT_PAID, row.id, row.tenant_id);
            let entry =
                entry.after(json!({ "amount": row.amount })).reason(Some(reference.to_owned()));
            audit::record(tx, now, &Author::of(by), entry)
        })
    })?;
    let paid =
        open.into_iter().map(|row| PayoutRow { reference: Some(reference.to_owned()), ..row });
    let paid: Vec<PayoutRow> = paid.collect();
    notices::notify_payees(tx, app, now, PayoutStep::Paid, (&paid, explained))
}
