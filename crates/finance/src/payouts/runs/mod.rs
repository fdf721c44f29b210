//! Payout runs: the payouts that were drafted together for all payees, decided about together. A run
//! names the payees that it leaves out, such as those that owe money to the platform.

mod decisions;

use std::{collections::BTreeMap, sync::Arc};

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Filter, PayoutRow, PayoutState,
    approval::{Facts, Known},
    decision_after,
    drafts::{self, Computed, LeftOut, Terms},
    entry, pauses,
    statements::Refusal,
    store::{
        self,
        drafts::NewPayout,
        runs::{LeftOutReason, LeftOutRow, RunRow},
    },
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, second_person::Decision},
    idempotency::Named,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{PayoutId, PayoutRunId, TenantId},
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
    search::Search,
    timestamp::Timestamp,
};
use market::tenants::{self, BankOnFile, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{
    payouts::{
        actions::{self, PAYOUT_RUN},
        errors::NOTHING_PAYABLE,
    },
    taxes,
};

pub use decisions::{Outcome, Selected, Unchanged, approve, exclude};

/// Maximum number of payees whose accounts are summed in one read transaction.
const AT_ONCE: usize = 256;

/// Outcome of drafting payouts.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Drafted {
    /// The new run; `None` if there was nothing to draft.
    pub run: Option<PayoutRunId>,
    /// Number of new drafts.
    pub drafts: u64,
    /// Number of payees left out because their payouts are paused.
    pub paused_payees: u64,
    /// Amount that the payouts to these payees would have had.
    pub paused_amount: Cents,
}

/// Drafts a payout for each vendor and charity of the amount payable until the end of a day. Skips
/// payees that have a draft or to whom nothing is payable. Charges the tax on the commission until that
/// day first, so that it is subtracted. Accounts are summed in read transactions, so that redemptions
/// don't wait.
pub async fn draft_all(app: &Arc<App>, by: &Actor, terms: Terms) -> Result<Drafted> {
    let (by, computed) = (by.clone(), compute(app, terms).await?);
    app.write(move |tx, _, now| insert(tx, now, &by, terms, &computed)).await
}

/// Like [`draft_all`], for a call that makes a run. Refuses if there is nothing to draft.
pub async fn draft(app: &Arc<App>, call: Named, by: &Actor, terms: Terms) -> Result<Run> {
    let (by, computed) = (by.clone(), compute(app, terms).await?);
    let drafted = app.write(move |tx, _, now| {
        call.once(tx, now, |tx| {
            let drafted = insert(tx, now, &by, terms, &computed)?;
            drafted.run.ok_or(Error::Refused(NOTHING_PAYABLE))
        })
    });
    let id = drafted.await?;
    find(app, id).await
}

async fn compute(app: &Arc<App>, terms: Terms) -> Result<Computed> {
    let now = app.clock.now();
    if terms.last_day >= BusinessDate::of(now) {
        let message =
            Message::new("Please choose a day that is over.", "Veuillez choisir un jour écoulé.");
        return Err(Fields::one("lastDay", message).into());
    }
    taxes::charge_until(app, terms.last_day).await?;
    let payees = app.db.bulk().read(store::drafts::payees).await?;
    let mut all = Computed::default();
    for some in payees.chunks(AT_ONCE) {
        let some = some.to_vec();
        let read = move |tx: &mut Tx<'_>| drafts::compute(tx, &some, terms, now);
        let Computed { drafts, left_out } = app.db.bulk().read(read).await?;
        all.drafts.extend(drafts);
        all.left_out.extend(left_out);
    }
    Ok(all)
}

/// Inserts the drafts and their run, except for payees that got another payout after the draft was
/// computed, or whose payouts are paused.
fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Actor,
    terms: Terms,
    computed: &Computed,
) -> Result<Drafted> {
    let last_days = store::drafts::last_days(tx)?;
    let (drafted, paused) = (store::drafts::drafted_payees(tx)?, pauses::paused_payees(tx)?);
    let run = PayoutRunId::new(now);
    let mut left_out = computed.left_out.clone();
    let mut new: Vec<(PayoutId, &NewPayout)> = Vec::new();
    let mut outcome = Drafted::default();
    let is_current = |draft: &&NewPayout| last_days.get(&draft.tenant).copied() == draft.follows;
    for draft in computed.drafts.iter().filter(is_current) {
        let (tenant, balance) = (draft.tenant, draft.amount);
        if drafted.contains(&tenant) {
            left_out.push(LeftOut { tenant, reason: LeftOutReason::Drafted, balance });
        } else if paused.contains(&tenant) {
            outcome.paused_payees += 1;
            outcome.paused_amount = outcome.paused_amount.checked_add(balance)?;
            left_out.push(LeftOut { tenant, reason: LeftOutReason::Paused, balance });
        } else {
            new.push((PayoutId::new(now), draft));
        }
    }
    let inserted = store::drafts::insert_all(tx, (run, by.person, now), &new)?;
    new.retain(|(id, _)| inserted.contains(id));
    if new.is_empty() {
        return Ok(outcome);
    }
    store::runs::insert(tx, (run, by.person, now), terms.last_day, terms.minimum)?;
    let amount = Cents::sum(new.iter().map(|(_, draft)| draft.amount))?;
    tx.batched(|tx| {
        let author = Author::of(by);
        let told = json!({
            (audit::SUBJECT_NAME): terms.last_day, "minimum": terms.minimum, "payouts": new.len(), "amount": amount
        });
        let made = Entry::new(actions::PAYOUT_RUN_DRAFTED, Subject::of(PAYOUT_RUN, run));
        audit::record(tx, now, &author, made.after(told))?;
        for (id, draft) in &new {
            let reserve = draft.reserve.map(|reserve| reserve.amount);
            let entry = entry(actions::PAYOUT_DRAFTED, *id, draft.tenant);
            let entry = entry.after(json!({ "amount": draft.amount, "reserve": reserve }));
            audit::record(tx, now, &author, entry)?;
        }
        for LeftOut { tenant, reason, balance } in left_out {
            store::runs::insert_left_out(tx, run, tenant, reason, balance)?;
        }
        Ok::<_, Error>(())
    })?;
    Ok(Drafted { run: Some(run), drafts: new.len() as u64, ..outcome })
}

/// Number of payouts or payees, with their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    pub count: i64,
    pub amount: Cents,
}

/// A run with the sums of its payouts by state, and of the payees that it left out.
#[derive(Clone, Debug)]
pub struct Run {
    pub row: RunRow,
    pub states: BTreeMap<&'static str, Part>,
    /// Number of reported failures that no second person has decided.
    pub reported: i64,
    pub left_out: BTreeMap<LeftOutReason, Part>,
}

impl Run {
    pub fn part(&self, state: PayoutState) -> Part {
        self.states.get(state.word()).copied().unwrap_or_default()
    }

    /// Returns the payouts that were not excluded.
    pub fn all(&self) -> Result<Part> {
        let states = PayoutState::ALL.into_iter().filter(|state| *state != PayoutState::Discarded);
        let parts: Vec<Part> = states.map(|state| self.part(state)).collect();
        let count = parts.iter().map(|part| part.count).sum();
        Ok(Part { count, amount: Cents::sum(parts.iter().map(|part| part.amount))? })
    }

    /// Returns the decision to approve the drafts; `None` if there are none.
    pub fn decision(&self) -> Option<Decision> {
        let has_drafts = self.part(PayoutState::Draft).count > 0;
        has_drafts.then(|| decision_after([self.row.drafted_by]))
    }
}

fn with_sums(tx: &mut Tx<'_>, rows: Vec<RunRow>) -> Result<Vec<Run>> {
    let ids: Vec<PayoutRunId> = rows.iter().map(|row| row.id).collect();
    let mut states: BTreeMap<PayoutRunId, (BTreeMap<&'static str, Part>, i64)> = BTreeMap::new();
    for sum in store::runs::sums_by_state(tx, &ids)? {
        let (parts, reported) = states.entry(sum.run_id).or_default();
        parts.insert(sum.state.word(), Part { count: sum.payouts, amount: sum.amount });
        *reported += sum.reported;
    }
    let mut left_out: BTreeMap<PayoutRunId, BTreeMap<LeftOutReason, Part>> = BTreeMap::new();
    for sum in store::runs::sums_left_out(tx, &ids)? {
        let part = Part { count: sum.payees, amount: sum.balance };
        left_out.entry(sum.run_id).or_default().insert(sum.reason, part);
    }
    let runs = rows.into_iter().map(|row| {
        let (states, reported) = states.remove(&row.id).unwrap_or_default();
        let left_out = left_out.remove(&row.id).unwrap_or_default();
        Run { row, states, reported, left_out }
    });
    Ok(runs.collect())
}

/// Returns one page of the runs, the newest first.
pub async fn list(app: &App, page: PageRequest) -> Result<Page<Run>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::runs::list(tx, page)?;
            let runs = with_sums(tx, rows)?;
            Page::counted(runs, page, || store::runs::count(tx))
        })
        .await
}

pub async fn find(app: &App, id: PayoutRunId) -> Result<Run> {
    app.db.bulk().read(move |tx| find_in(tx, id)).await
}

fn find_in(tx: &mut Tx<'_>, id: PayoutRunId) -> Result<Run> {
    let row = store::runs::find(tx, id)?.ok_or(Error::NotFound)?;
    with_sums(tx, vec![row])?.pop().ok_or(Error::NotFound)
}

/// Payout of a run as an administrator sees it before the decision.
pub struct OfRun {
    pub payout: PayoutRow,
    /// Reason why the administrator can't approve the draft at present.
    pub refusal: Option<Refusal>,
    /// Bank account to which a draft will be paid.
    pub destination: Option<BankOnFile>,
}

/// Returns one page of a run's payouts, sorted by payee, each draft with the account to which it will
/// be paid and the reason why the reader can't approve it.
pub async fn payouts(
    app: &Arc<App>,
    by: &Actor,
    run: PayoutRunId,
    (state, search): (Option<PayoutState>, Search),
    page: PageRequest,
) -> Result<Page<OfRun>> {
    let (shared, by, now) = (app.clone(), by.clone(), app.clock.now());
    app.db
        .bulk()
        .read(move |tx| {
            store::runs::find(tx, run)?.ok_or(Error::NotFound)?;
            let filter =
                Filter { state, run: Some(run), search: search.clone(), ..Filter::default() };
            let rows = store::list(tx, &TenantScope::All, &filter, page)?;
            let drafts = rows.iter().filter(|row| row.state == PayoutState::Draft);
            let drafts: Vec<PayoutRow> = drafts.cloned().collect();
            let payees: Vec<TenantId> = drafts.iter().map(|draft| draft.tenant_id).collect();
            let banks = tenants::find_banks(tx, &payees)?;
            let facts = Facts::read(tx, &shared, now, &by, &drafts, (banks, &Known::default()))?;
            let mut listed = Vec::new();
            for payout in rows {
                let is_draft = payout.state == PayoutState::Draft;
                let refusal =
                    if is_draft { facts.refusal(&shared.secrets, &payout)? } else { None };
                let bank = facts.bank(payout.tenant_id).cloned().filter(|_| is_draft);
                listed.push(OfRun { payout, refusal, destination: bank });
            }
            Page::counted(listed, page, || store::count(tx, &TenantScope::All, &filter))
        })
        .await
}

/// Returns one page of the payees that a run left out, those that owe the most first.
pub async fn left_out(app: &App, run: PayoutRunId, page: PageRequest) -> Result<Page<LeftOutRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            store::runs::find(tx, run)?.ok_or(Error::NotFound)?;
            let rows = store::runs::list_left_out(tx, run, page)?;
            Page::counted(rows, page, || store::runs::count_left_out(tx, run))
        })
        .await
}
