//! Payouts: what a vendor or a charity is paid for a period, of what the ledger owes them. A draft is approved by somebody who
//! didn't enter the bank account, goes to the bank in a file, and ends as paid or as failed.

pub mod api;
mod bank_file;
pub mod exports;
pub mod next;
mod rules;
mod store;

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use crate::{
    app::App,
    audit::{self, Action, Author, Entry, Subject, SubjectKind},
    auth::{Actor, TenantKind},
    cards::bursts,
    error::{Code, Error, Result},
    kernel::{
        bank_days::bank_days_after,
        dates::BusinessDate,
        fields::Fields,
        ids::{PayoutId, PersonId, TenantId},
        messages::Message,
        money::Cents,
        paging::{Page, PageRequest},
        timestamp::Timestamp,
    },
    ledger::{
        self, Account, AccountSums, Books, Entries, Payee, PostedBy, Rule, StatementLine, Transfer,
        TransferKind,
    },
    tenants::{self, BankNumbers, BankOnFile, TenantScope},
};

use rules::{BANK_CHANGE_DAYS, LARGEST, is_payable};
pub use store::{Filter, PayoutRow, PayoutState};

/// What must be true of payouts.
pub fn rules() -> impl Iterator<Item = Rule> + Send {
    store::RULES.iter().copied()
}

/// So many payees are looked at in one transaction.
const AT_ONCE: usize = 50;

/// Drafts what every vendor and charity is owed until the end of a day: from where their last payout ended, or from when they
/// joined. Whoever has a draft already, or is owed nothing, gets none. How many are new.
pub async fn draft_all(app: &App, by: &Actor, last_day: BusinessDate) -> Result<u64> {
    let now = app.clock.now();
    if last_day >= BusinessDate::of(now) {
        let message =
            Message::new("Please choose a day that is over.", "Veuillez choisir un jour écoulé.");
        return Err(Fields::one("lastDay", message).into());
    }
    let (person, author) = (by.person, Author::of(by));
    let payees = app.db.read(store::payees).await?;
    let mut new = 0;
    for some in payees.chunks(AT_ONCE) {
        let (some, author) = (some.to_vec(), author.clone());
        let drafted = app.db.write(move |tx| {
            let mut drafted = 0;
            for (tenant, kind, created_at) in &some {
                let since = BusinessDate::of(*created_at);
                let draft = draft(tx, payee_of(*kind, *tenant), *tenant, since, last_day)?;
                let Some(draft) = draft else { continue };
                let id = PayoutId::new(now);
                if store::insert(tx, id, now, person, &draft)? {
                    let entry = entry(Action::PayoutDrafted, id, *tenant);
                    audit::record(
                        tx,
                        now,
                        &author,
                        entry.after(json!({ "amount": draft.amount })),
                    )?;
                    drafted += 1;
                }
            }
            Ok::<_, Error>(drafted)
        });
        new += drafted.await?;
    }
    Ok(new)
}

fn payee_of(kind: TenantKind, tenant: TenantId) -> Payee {
    match kind {
        TenantKind::Vendor => Payee::Vendor(tenant),
        TenantKind::Charity => Payee::Charity(tenant),
    }
}

/// What a payee would be paid, if there is anything.
fn draft(
    tx: &mut Tx<'_>,
    payee: Payee,
    tenant: TenantId,
    since: BusinessDate,
    last_day: BusinessDate,
) -> Result<Option<store::NewPayout>> {
    let books = payee.books();
    let first_day = match store::last_day_of(tx, books, tenant)? {
        Some(last_day) => last_day.tomorrow(),
        // The first statement begins with nothing, whatever is older than the payee.
        None => ledger::first_day_of(tx, payee)?.map_or(since, |first| first.min(since)),
    };
    if first_day > last_day {
        return Ok(None);
    }
    let sums = ledger::sums_of(tx, payee, first_day.start(), last_day.end_exclusive())?;
    let amount = rules::payable(sums.closing, sums.paid_since, sums.now).ok_or_else(too_large)?;
    let draft = store::NewPayout {
        books,
        tenant,
        first_day,
        last_day,
        opening: sums.opening,
        closing: sums.closing,
        amount,
    };
    Ok(amount.is_positive().then_some(draft))
}

fn too_large() -> Error {
    Error::Internal("a sum too large".to_owned())
}

/// Why what a payee is owed changed within the period, and what may be paid of it now.
pub struct Statement {
    pub payout: PayoutRow,
    pub lines: Vec<StatementLine>,
    /// What was paid out or was not owed any more after the period.
    pub since: Cents,
    /// Of a draft, why the one who reads it can't approve it at present.
    pub refusal: Option<Refusal>,
}

/// Why somebody can't approve a draft.
pub struct Refusal {
    pub code: Code,
    /// From which day on they can, where it is a matter of time.
    pub approvable_from: Option<BusinessDate>,
}

impl Refusal {
    fn because(code: Code) -> Option<Refusal> {
        Some(Refusal { code, approvable_from: None })
    }
}

/// Payouts that somebody reaches, the newest first. Tenants see theirs once they are approved.
pub async fn list(
    app: &App,
    scope: TenantScope,
    filter: Filter,
    page: PageRequest,
) -> Result<Page<PayoutRow>> {
    app.db
        .read(move |tx| {
            let rows = store::list(tx, &scope, &filter, page)?;
            Page::counted(rows, page, || store::count(tx, &scope, &filter))
        })
        .await
}

pub async fn find(
    app: &Arc<App>,
    scope: TenantScope,
    by: &Actor,
    id: PayoutId,
) -> Result<Statement> {
    let (shared, by, now) = (app.clone(), by.clone(), app.clock.now());
    app.db
        .read(move |tx| {
            let payout = store::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
            let refusal = if payout.state == PayoutState::Draft && by.is_administrator() {
                let bank = tenants::find_bank(tx, payout.tenant_id)?.ok_or(Error::NotFound)?;
                refusal(tx, &shared, now, by.person, &payout, &bank)?
            } else {
                None
            };
            let lines = lines_of(tx, &payout)?;
            let due = payout.amount.checked_add(payout.held_back).ok_or_else(too_large)?;
            let since = due.checked_sub(payout.closing).ok_or_else(too_large)?;
            Ok(Statement { payout, lines, since, refusal })
        })
        .await
}

fn lines_of(tx: &mut Tx<'_>, payout: &PayoutRow) -> Result<Vec<StatementLine>> {
    let (from, until) = (payout.first_day.start(), payout.last_day.end_exclusive());
    ledger::statement_lines(tx, payee_of(payout.tenant_kind, payout.tenant_id), from, until)
}

fn sums_of(tx: &mut Tx<'_>, payout: &PayoutRow) -> Result<AccountSums> {
    let (from, until) = (payout.first_day.start(), payout.last_day.end_exclusive());
    ledger::sums_of(tx, payee_of(payout.tenant_kind, payout.tenant_id), from, until)
}

fn entry(action: Action, id: PayoutId, tenant: TenantId) -> Entry {
    Entry::new(action, Subject::of(SubjectKind::Payout, id)).tenant(tenant)
}

/// Whether a payout stands where a change begins: false when it has been made already.
fn begins(payout: &PayoutRow, from: &[PayoutState], to: PayoutState) -> Result<bool> {
    if payout.state == to {
        return Ok(false);
    }
    if from.contains(&payout.state) { Ok(true) } else { Err(Error::Refused(Code::PayoutState)) }
}

/// What a payout is changed by, in a transaction that has locked it.
type Change = fn(&mut Tx<'_>, &Changing<'_>, &PayoutRow) -> Result<Option<Action>>;

struct Changing<'a> {
    app: &'a App,
    now: Timestamp,
    by: &'a Actor,
    /// What somebody has said about it: a reason, or the bank's reference.
    said: &'a str,
    amount: Cents,
}

async fn change(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    said: String,
    amount: Cents,
    change: Change,
) -> Result<Statement> {
    let (shared, actor, now) = (app.clone(), by.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            let payout = store::lock(tx, id)?.ok_or(Error::NotFound)?;
            let changing = Changing { app: &shared, now, by: &actor, said: &said, amount };
            let Some(action) = change(tx, &changing, &payout)? else { return Ok(()) };
            let reason = (!said.is_empty()).then(|| said.clone());
            let entry = entry(action, id, payout.tenant_id).reason(reason);
            audit::record(tx, now, &Author::of(&actor), entry)
        })
        .await?;
    find(app, TenantScope::All, by, id).await
}

/// Holds some of a draft back until a later payout: why is on the statement.
pub async fn hold_back(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    amount: Cents,
    reason: String,
) -> Result<Statement> {
    change(app, by, id, reason, amount, |tx, changing, payout| {
        if payout.state != PayoutState::Draft {
            return Err(Error::Refused(Code::PayoutState));
        }
        let due = payout.amount.checked_add(payout.held_back).ok_or_else(too_large)?;
        let left = due.checked_sub(changing.amount).filter(|left| left.is_positive());
        let left = left.ok_or_else(|| {
            let message = Message::new(
                "Something has to be left to pay. Discard the draft instead.",
                "Il doit rester quelque chose à verser. Abandonnez plutôt l’ébauche.",
            );
            Fields::one("amount", message)
        })?;
        store::set_held_back(tx, payout.key(), changing.amount, changing.said, left)?;
        Ok(Some(Action::PayoutHeldBack))
    })
    .await
}

/// Why this person can't approve a draft that goes to this bank account.
fn refusal(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: PersonId,
    payout: &PayoutRow,
    bank: &BankOnFile,
) -> Result<Option<Refusal>> {
    if payout.amount > LARGEST {
        return Ok(Refusal::because(Code::PayoutTooLarge));
    }
    let numbers = bank.sealed_bank.as_deref();
    let numbers =
        numbers.and_then(|sealed| BankNumbers::open(&app.secrets, payout.tenant_id, sealed));
    if !numbers.is_some_and(|bank| is_payable(&bank.institution, &bank.transit, &bank.account)) {
        return Ok(Refusal::because(Code::NoBankAccount));
    }
    if bank.bank_changed_by == Some(by) {
        return Ok(Refusal::because(Code::OwnBankChange));
    }
    if payout.tenant_kind == TenantKind::Vendor && bursts::is_open(tx, payout.tenant_id)? {
        return Ok(Refusal::because(Code::BurstOpen));
    }
    if let Some(changed_at) = bank.bank_changed_at {
        let from = bank_days_after(BusinessDate::of(changed_at), BANK_CHANGE_DAYS);
        if BusinessDate::of(now) < from {
            return Ok(Some(Refusal { code: Code::BankJustChanged, approvable_from: Some(from) }));
        }
    }
    let sums = sums_of(tx, payout)?;
    let due = payout.amount.checked_add(payout.held_back).ok_or_else(too_large)?;
    let payable = rules::payable(sums.closing, sums.paid_since, sums.now);
    let is_owed = payable.is_some_and(|payable| payable >= due);
    Ok(if is_owed { None } else { Refusal::because(Code::PayoutExceedsOwed) })
}

/// Approves a draft: from now on the payee is owed that much less.
pub async fn approve(app: &Arc<App>, by: &Actor, id: PayoutId) -> Result<Statement> {
    change(app, by, id, String::new(), Cents::ZERO, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Draft], PayoutState::Approved)? {
            return Ok(None);
        }
        let Changing { app, now, by, .. } = *changing;
        let bank = tenants::lock_bank(tx, payout.tenant_id)?.ok_or(Error::NotFound)?;
        if let Some(refusal) = refusal(tx, app, now, by.person, payout, &bank)? {
            return Err(Error::Refused(refusal.code));
        }
        let payee = payee_of(payout.tenant_kind, payout.tenant_id);
        let transfer = Transfer {
            books: payee.books(),
            kind: TransferKind::Payout,
            entries: Entries::default().moving(payout.amount, payee.account(), Account::Payouts),
            order: None,
            card: None,
            reason: None,
        };
        let recorded = ledger::record(tx, now, PostedBy::Person(by.person), &transfer)?;
        store::approve(tx, payout.key(), now, by.person, recorded.id)?;
        Ok(Some(Action::PayoutApproved))
    })
    .await
}

/// Throws a draft away, with a reason; a new one can be made for the period.
pub async fn discard(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    reason: String,
) -> Result<Statement> {
    change(app, by, id, reason, Cents::ZERO, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Draft], PayoutState::Discarded)? {
            return Ok(None);
        }
        let Changing { now, by, said, .. } = *changing;
        store::end(tx, payout.key(), PayoutState::Discarded, now, by.person, None, Some(said))?;
        Ok(Some(Action::PayoutDiscarded))
    })
    .await
}

/// The bank has paid it, under this reference.
pub async fn mark_paid(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    reference: String,
) -> Result<Statement> {
    change(app, by, id, reference, Cents::ZERO, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Approved, PayoutState::Exported], PayoutState::Paid)? {
            return Ok(None);
        }
        let Changing { now, by, said, .. } = *changing;
        store::end(tx, payout.key(), PayoutState::Paid, now, by.person, Some(said), None)?;
        Ok(Some(Action::PayoutPaid))
    })
    .await
}

/// The bank has not paid it, or has sent it back: the payee is owed it again.
pub async fn mark_failed(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    reason: String,
) -> Result<Statement> {
    const FROM: [PayoutState; 3] =
        [PayoutState::Approved, PayoutState::Exported, PayoutState::Paid];
    change(app, by, id, reason, Cents::ZERO, |tx, changing, payout| {
        if !begins(payout, &FROM, PayoutState::Failed)? {
            return Ok(None);
        }
        let Changing { now, by, said, .. } = *changing;
        let transfer = payout.transfer_id.map(|id| ledger::find(tx, payout.vendor_id, id));
        let transfer = transfer.transpose()?.flatten();
        let transfer =
            transfer.ok_or_else(|| Error::Internal(format!("{} has no transfer", payout.id)))?;
        ledger::reverse(tx, now, PostedBy::Person(by.person), &transfer, Some(said.to_owned()))?;
        store::end(tx, payout.key(), PayoutState::Failed, now, by.person, None, Some(said))?;
        Ok(Some(Action::PayoutFailed))
    })
    .await
}

/// How many wait for somebody to do something about them: drafts, and what is approved and not known to be paid.
pub fn count_open(tx: &mut Tx<'_>) -> Result<u64> {
    store::count_open(tx)
}

/// What names a payout's row.
type RowKey = (Books, PayoutId);
