//! Decisions about many payouts of a run. Each payout is decided about on its own: one that can't be
//! changed is named with the reason and doesn't keep the others back.

use std::{collections::BTreeMap, sync::Arc};

use db::Tx;
use serde_json::json;

use super::super::{
    CHANGED_AT_ONCE, PayoutRow, PayoutState, actions,
    approval::{self, Facts, Known},
    entry,
    errors::PAYOUT_STATE,
    statements::Refusal,
    store::{self, bulk},
};
use access::{
    audit::{self, Author},
    auth::Actor,
};
use kernel::{
    fields::Fields,
    ids::{PayoutId, PayoutRunId, TenantId},
    messages::Message,
    money::Cents,
    timestamp::Timestamp,
};
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
};

/// Payouts of a run that an administrator selected.
pub struct Selected {
    pub ids: Vec<PayoutId>,
    /// Sum of their amounts, as the administrator has seen it.
    pub total: Cents,
}

/// Payout that could not be changed, with the reason.
pub struct Unchanged {
    pub id: PayoutId,
    pub payee: String,
    pub refusal: Refusal,
}

/// Result of a decision about selected payouts.
#[derive(Default)]
pub struct Outcome {
    /// Number of payouts that were changed now or before.
    pub changed: i64,
    /// Sum of these payouts.
    pub amount: Cents,
    pub unchanged: Vec<Unchanged>,
}

impl Outcome {
    fn count(&mut self, payout: &PayoutRow) -> Result<()> {
        self.changed += 1;
        self.amount = self.amount.checked_add(payout.amount)?;
        Ok(())
    }

    fn refuse(&mut self, payout: &PayoutRow, refusal: Option<Refusal>) {
        let (id, payee) = (payout.id, payout.tenant_name.clone());
        self.unchanged.extend(refusal.map(|refusal| Unchanged { id, payee, refusal }));
    }

    fn add(&mut self, other: Outcome) -> Result<()> {
        self.changed += other.changed;
        self.amount = self.amount.checked_add(other.amount)?;
        self.unchanged.extend(other.unchanged);
        Ok(())
    }
}

/// Amounts of selected payouts, as they were before the payouts are locked.
type Seen = BTreeMap<PayoutId, Cents>;

/// Reads the amounts of the selected payouts. Fails if one is not of the run.
async fn seen(app: &App, run: PayoutRunId, mut ids: Vec<PayoutId>) -> Result<Seen> {
    ids.sort_unstable();
    ids.dedup();
    app.db
        .bulk()
        .read(move |tx| {
            store::runs::find(tx, run)?.ok_or(Error::NotFound)?;
            let found = bulk::list_of_run(tx, run, &ids)?;
            let is_complete = found.len() == ids.len();
            is_complete.then_some(()).ok_or(Error::NotFound)?;
            Ok(found.into_iter().map(|one| (one.id, one.amount)).collect())
        })
        .await
}

/// Approves the selected drafts of a run as a second person, who confirms their total. A repeated
/// call approves what is left.
pub async fn approve(
    app: &Arc<App>,
    by: &Actor,
    run: PayoutRunId,
    Selected { ids, total }: Selected,
) -> Result<Outcome> {
    let seen = seen(app, run, ids).await?;
    if Cents::sum(seen.values().copied())? != total {
        let message = Message::new(
            "This is not the total of the selected payouts. Please load the run again and compare.",
            "Ce n’est pas le total des versements choisis. Rechargez la série et comparez.",
        );
        return Err(Fields::one("total", message).into());
    }
    let mut outcome = Outcome::default();
    let all: Vec<(PayoutId, Cents)> = seen.into_iter().collect();
    for some in all.chunks(CHANGED_AT_ONCE) {
        let ids: Vec<PayoutId> = some.iter().map(|(id, _)| *id).collect();
        let known = Known::read(app, &ids).await?;
        let (by, seen) = (by.clone(), some.iter().copied().collect::<Seen>());
        let approve = move |tx: &mut Tx<'_>, app: &App, now: Timestamp| {
            approve_some(tx, app, now, &by, &seen, &known)
        };
        outcome.add(app.write(move |tx, app, now| approve(tx, app, now)).await?)?;
    }
    Ok(outcome)
}

fn approve_some(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    seen: &Seen,
    known: &Known,
) -> Result<Outcome> {
    let ids: Vec<PayoutId> = seen.keys().copied().collect();
    let (mut outcome, mut open) = (Outcome::default(), Vec::new());
    for payout in bulk::lock(tx, &ids)? {
        match payout.state {
            PayoutState::Draft if seen.get(&payout.id) == Some(&payout.amount) => open.push(payout),
            PayoutState::Approved | PayoutState::Exported | PayoutState::Paid => {
                outcome.count(&payout)?;
            }
            _ => outcome.refuse(&payout, Refusal::because(PAYOUT_STATE)),
        }
    }
    if open.is_empty() {
        return Ok(outcome);
    }
    let payees: Vec<TenantId> = open.iter().map(|payout| payout.tenant_id).collect();
    let banks = tenants::keep_banks(tx, &payees)?;
    let facts = Facts::read(tx, app, now, by, &open, (banks, known))?;
    let mut approved = Vec::new();
    for payout in open {
        match facts.refusal(&app.secrets, &payout)? {
            Some(refusal) => outcome.refuse(&payout, Some(refusal)),
            None => {
                outcome.count(&payout)?;
                approved.push(payout);
            }
        }
    }
    if approved.is_empty() {
        return Ok(outcome);
    }
    approval::book(tx, app, now, by.person, (&facts, known), &approved)?;
    record(tx, now, by, &approved, |payout| {
        let entry = entry(actions::PAYOUT_APPROVED, payout.id, payout.tenant_id);
        entry.after(json!({ "amount": payout.amount }))
    })?;
    Ok(outcome)
}

/// Records the changes of payouts in the audit log.
fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Actor,
    payouts: &[PayoutRow],
    entry: impl Fn(&PayoutRow) -> audit::Entry,
) -> Result<()> {
    let author = Author::of(by);
    tx.batched(|tx| {
        payouts.iter().try_for_each(|payout| audit::record(tx, now, &author, entry(payout)))
    })
}

/// Excludes the selected drafts from their run, with a reason. Their amounts stay payable, and the next
/// run drafts them again.
pub async fn exclude(
    app: &Arc<App>,
    by: &Actor,
    run: PayoutRunId,
    ids: Vec<PayoutId>,
    reason: String,
) -> Result<Outcome> {
    let seen = seen(app, run, ids).await?;
    let mut outcome = Outcome::default();
    let all: Vec<PayoutId> = seen.into_keys().collect();
    for some in all.chunks(CHANGED_AT_ONCE) {
        let (by, ids, reason) = (by.clone(), some.to_vec(), reason.clone());
        let some = app.write(move |tx, _, now| exclude_some(tx, now, &by, &ids, &reason)).await?;
        outcome.add(some)?;
    }
    Ok(outcome)
}

fn exclude_some(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Actor,
    ids: &[PayoutId],
    reason: &str,
) -> Result<Outcome> {
    let (mut outcome, mut excluded) = (Outcome::default(), Vec::new());
    for payout in bulk::lock(tx, ids)? {
        match payout.state {
            PayoutState::Draft | PayoutState::Discarded => outcome.count(&payout)?,
            _ => outcome.refuse(&payout, Refusal::because(PAYOUT_STATE)),
        }
        if payout.state == PayoutState::Draft {
            excluded.push(payout);
        }
    }
    let ids: Vec<PayoutId> = excluded.iter().map(|payout| payout.id).collect();
    bulk::discard(tx, now, by.person, reason, &ids)?;
    record(tx, now, by, &excluded, |payout| {
        entry(actions::PAYOUT_DISCARDED, payout.id, payout.tenant_id)
            .after(json!({ "amount": payout.amount }))
            .reason(Some(reason.to_owned()))
    })?;
    Ok(outcome)
}
