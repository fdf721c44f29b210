//! Payouts: payments of the amounts payable to vendors and charities for a period. A payout is
//! drafted, and then approved by an administrator who didn't enter the bank account. It is sent to
//! the bank in a file and ends as paid or failed. While a payee's payouts are paused, none is
//! drafted, approved or sent.

pub mod actions;
pub mod api;
mod bank_file;
pub mod errors;
pub mod exports;
pub mod failures;
pub mod hold_back;
pub mod letters;
pub mod next;
mod notices;
pub mod pauses;
mod rules;
pub mod sealed;
mod store;

use std::{slice, sync::Arc};

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Action, Author, Entry, Subject},
    auth::{Actor, Permission, Right, TenantKind, second_person::Decision},
};
use cards::bursts;
use kernel::{
    bank_days::bank_days_after,
    dates::BusinessDate,
    fields::Fields,
    ids::{PayoutId, PersonId, TenantId},
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
    payouts::PayoutStep,
    timestamp::Timestamp,
};
use ledger::{
    Account, AccountSums, Books, Entries, LATE, Payee, PostedBy, Rule, Span, StatementLine,
    Transfer, TransferKind,
};
use market::tenants::{self, BankNumbers, BankOnFile, TenantScope};
use platform::{
    app::App,
    error::{Code, Error, Result},
};

use crate::payouts::{
    actions::PAYOUT,
    errors::{
        BANK_JUST_CHANGED, BURST_OPEN, FAILURE_WAITS, HOLD_BACK_CHANGED, NO_BANK_ACCOUNT,
        OWN_BANK_CHANGE, PAYOUT_EXCEEDS_OWED, PAYOUT_STATE, PAYOUT_TOO_LARGE, PAYOUTS_PAUSED,
    },
};

use hold_back::Member;
use rules::{BANK_CHANGE_DAYS, MAX_AMOUNT, is_payable};
pub use store::{Filter, OpenPayouts, PayoutRow, PayoutState};

/// Right to prepare, approve and end payouts.
pub struct ManageRight;

impl Right for ManageRight {
    const PERMISSION: Permission = Permission::ManagePayouts;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Returns the decision about a payout or bank file on which these administrators worked before.
fn decision_after(first: impl IntoIterator<Item = PersonId>) -> Decision {
    Decision::of_platform(Permission::ManagePayouts).excluding(first)
}

/// Returns the rules that the rows of payouts must satisfy.
pub fn rules() -> Vec<Rule> {
    store::RULES.to_vec()
}

/// Maximum number of payees whose drafts are written in one transaction.
const AT_ONCE: usize = 50;

/// Outcome of drafting payouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drafted {
    /// Number of new drafts.
    pub drafts: u64,
    /// Number of payees left out because their payouts are paused.
    pub paused_payees: u64,
    /// Amount that the payouts to these payees would have had.
    pub paused_amount: Cents,
}

/// Drafts a payout for each vendor and charity of the amount payable until the end of `last_day`. A
/// period begins after the payee's last payout, or when the payee joined. Skips payees that have a
/// draft or to whom nothing is payable, and counts those whose payouts are paused. Accounts are
/// summed in read transactions, one payee at a time, so that redemptions don't wait.
pub async fn draft_all(app: &App, by: &Actor, last_day: BusinessDate) -> Result<Drafted> {
    let now = app.clock.now();
    if last_day >= BusinessDate::of(now) {
        let message =
            Message::new("Please choose a day that is over.", "Veuillez choisir un jour écoulé.");
        return Err(Fields::one("lastDay", message).into());
    }
    let payees = app.db.bulk().read(store::payees).await?;
    let mut all = Drafted::default();
    for some in payees.chunks(AT_ONCE) {
        let mut drafts = Vec::new();
        for (tenant, kind, created_at) in some {
            let (tenant, payee) = (*tenant, payee_of(*kind, *tenant));
            let member = Member { payee, joined_on: BusinessDate::of(*created_at) };
            let read = move |tx: &mut Tx<'_>| draft(tx, member, tenant, last_day, now);
            drafts.extend(app.db.bulk().read(read).await?);
        }
        if drafts.is_empty() {
            continue;
        }
        let by = by.clone();
        let some = app.db.write(move |tx| insert_drafts(tx, now, &by, &drafts)).await?;
        all.drafts += some.drafts;
        all.paused_payees += some.paused_payees;
        all.paused_amount = all.paused_amount.checked_add(some.paused_amount)?;
    }
    Ok(all)
}

/// Inserts drafts of payouts, except for payees that got another payout after the draft was
/// computed, or whose payouts are paused.
fn insert_drafts(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Actor,
    drafts: &[store::NewPayout],
) -> Result<Drafted> {
    let paused = pauses::paused_payees(tx)?;
    let mut drafted = Drafted::default();
    for draft in drafts {
        let id = PayoutId::new(now);
        let is_current = store::last_day_of(tx, draft.books, draft.tenant)? == draft.follows;
        if is_current && paused.contains(&draft.tenant) {
            if store::has_draft(tx, draft.books, draft.tenant)? {
                continue;
            }
            drafted.paused_payees += 1;
            drafted.paused_amount = drafted.paused_amount.checked_add(draft.amount)?;
        } else if is_current && store::insert(tx, id, now, by.person, draft)? {
            let entry = entry(actions::PAYOUT_DRAFTED, id, draft.tenant);
            let reserve = draft.reserve.map(|reserve| reserve.amount);
            let entry = entry.after(json!({ "amount": draft.amount, "reserve": reserve }));
            audit::record(tx, now, &Author::of(by), entry)?;
            drafted.drafts += 1;
        }
    }
    Ok(drafted)
}

fn payee_of(kind: TenantKind, tenant: TenantId) -> Payee {
    match kind {
        TenantKind::Vendor => Payee::Vendor(tenant),
        TenantKind::Charity => Payee::Charity(tenant),
    }
}

/// Computes the draft of a payee's payout. Returns `None` if nothing is payable.
fn draft(
    tx: &mut Tx<'_>,
    member: Member,
    tenant: TenantId,
    last_day: BusinessDate,
    now: Timestamp,
) -> Result<Option<store::NewPayout>> {
    let Member { payee, joined_on: since } = member;
    let books = payee.books();
    let follows = store::last_day_of(tx, books, tenant)?;
    let first_day = match follows {
        Some(last_day) => last_day.tomorrow(),
        // A payee's first statement must start with a balance of zero. Its period therefore
        // includes entries from before the payee joined.
        None => ledger::first_day_of(tx, payee)?.map_or(since, |first| first.min(since)),
    };
    if first_day > last_day {
        return Ok(None);
    }
    let period = (first_day.start(), last_day.end_exclusive());
    let sums = ledger::sums_of(tx, payee, period, Span::ALL)?;
    let payable = rules::payable(sums.closing, sums.paid_since, sums.now)?;
    let today = BusinessDate::of(now);
    let reserve = hold_back::reserve_of(tx, member, last_day, today, payable)?;
    let held = reserve.map_or(Cents::ZERO, |reserve| reserve.amount);
    let amount = payable.checked_sub(held)?;
    let draft = store::NewPayout {
        books,
        tenant,
        follows,
        first_day,
        last_day,
        opening: sums.opening,
        closing: sums.closing,
        terms: hold_back::in_force(tx, today)?.map(|terms| terms.id),
        reserve,
        amount,
    };
    Ok(amount.is_positive().then_some(draft))
}

/// Payout with its statement: the changes of the balance in the period, and the amount that can be
/// paid now.
pub struct Statement {
    pub payout: PayoutRow,
    pub lines: Vec<StatementLine>,
    /// Change of the payable amount after the period, by payouts and by amounts that stopped being
    /// payable.
    pub since: Cents,
    /// Reason why the caller can't approve the drafted payout, or confirm its reported failure, at
    /// present.
    pub refusal: Option<Refusal>,
    /// Bank account to which a drafted payout will be paid. Only set for administrators.
    pub destination: Option<BankOnFile>,
}

/// Reason why an administrator can't approve a drafted payout or confirm a failure.
pub struct Refusal {
    pub code: Code,
    pub message: Message,
    /// First day on which the administrator can approve the payout, if the only obstacle is a
    /// waiting period.
    pub approvable_from: Option<BusinessDate>,
}

impl Refusal {
    fn because(code: Code) -> Option<Refusal> {
        Some(Refusal { code, message: code.message(), approvable_from: None })
    }
}

/// Returns one page of the payouts that the caller may see, the newest first. Tenants see a payout
/// only after its approval.
pub async fn list(
    app: &App,
    scope: TenantScope,
    filter: Filter,
    page: PageRequest,
) -> Result<Page<PayoutRow>> {
    app.db
        .bulk()
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
        .bulk()
        .read(move |tx| {
            let payout = store::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
            let (mut refusing, mut destination) = (None, None);
            if payout.state == PayoutState::Draft && by.is_administrator() {
                let bank = tenants::find_bank(tx, payout.tenant_id)?.ok_or(Error::NotFound)?;
                refusing = refusal(tx, &shared, now, &by, &payout, (&bank, None))?;
                destination = Some(bank);
            }
            if let Some(asked_by) = payout.failure_waits_of().filter(|_| by.is_administrator()) {
                refusing = personal_refusal(tx, &shared, now, &by, asked_by)?;
            }
            let lines = lines_of(tx, &payout)?;
            let due = payout.due()?;
            let since = due.checked_sub(payout.closing)?;
            Ok(Statement { payout, lines, since, refusal: refusing, destination })
        })
        .await
}

fn lines_of(tx: &mut Tx<'_>, payout: &PayoutRow) -> Result<Vec<StatementLine>> {
    let (from, until) = (payout.first_day.start(), payout.last_day.end_exclusive());
    ledger::statement_lines(tx, payee_of(payout.tenant_kind, payout.tenant_id), from, until)
}

fn sums_of(tx: &mut Tx<'_>, payout: &PayoutRow, span: Span) -> Result<AccountSums> {
    let period = (payout.first_day.start(), payout.last_day.end_exclusive());
    ledger::sums_of(tx, payee_of(payout.tenant_kind, payout.tenant_id), period, span)
}

/// Sums of a payee's account, read before the payout is locked.
#[derive(Clone, Copy)]
struct Known {
    sums: AccountSums,
    /// End of the range of entries that the sums cover.
    before: Timestamp,
}

/// Sums most of a payee's entries in a read transaction, so that the write transaction that follows
/// is short. Returns `None` if the payout doesn't exist.
async fn read_known(app: &App, id: PayoutId) -> Result<Option<Known>> {
    let before = app.clock.now().minus(LATE);
    app.db
        .bulk()
        .read(move |tx| {
            let Some(payout) = store::find(tx, &TenantScope::All, id)? else { return Ok(None) };
            let sums = sums_of(tx, &payout, Span::before(before))?;
            Ok(Some(Known { sums, before }))
        })
        .await
}

fn entry(action: Action, id: PayoutId, tenant: TenantId) -> Entry {
    Entry::new(action, Subject::of(PAYOUT, id)).tenant(tenant)
}

/// Returns whether a payout can change to the state `to`. Returns false if the payout has this
/// state already. Fails if the payout's state is not in `from`.
fn begins(payout: &PayoutRow, from: &[PayoutState], to: PayoutState) -> Result<bool> {
    if payout.state == to {
        return Ok(false);
    }
    if from.contains(&payout.state) { Ok(true) } else { Err(Error::Refused(PAYOUT_STATE)) }
}

/// Function that changes a locked payout. Returns the action for the audit log, or `None` if the
/// change was made before.
type Change = fn(&mut Tx<'_>, &Changing, &PayoutRow) -> Result<Option<Action>>;

/// Person who changes a payout, with the arguments of the change.
#[derive(Clone)]
struct Changing {
    app: Arc<App>,
    now: Timestamp,
    by: Actor,
    /// Reason for the change, or the bank's reference of the payment.
    said: String,
    /// The bank's reference of a returned payment.
    reference: Option<String>,
    amount: Cents,
    known: Option<Known>,
}

impl Changing {
    fn new(app: &Arc<App>, by: &Actor) -> Changing {
        Changing {
            app: app.clone(),
            now: app.clock.now(),
            by: by.clone(),
            said: String::new(),
            reference: None,
            amount: Cents::ZERO,
            known: None,
        }
    }
}

async fn change(changing: Changing, id: PayoutId, change: Change) -> Result<Statement> {
    let (app, by) = (changing.app.clone(), changing.by.clone());
    app.db
        .write(move |tx| {
            let payout = store::lock(tx, id)?.ok_or(Error::NotFound)?;
            let Some(action) = change(tx, &changing, &payout)? else { return Ok(()) };
            let Changing { now, by, said, reference, .. } = &changing;
            let told = json!({ "amount": payout.amount, "reference": reference });
            let entry = entry(action, id, payout.tenant_id)
                .after(told)
                .reason((!said.is_empty()).then(|| said.clone()));
            audit::record(tx, *now, &Author::of(by), entry)
        })
        .await?;
    find(&app, TenantScope::All, &by, id).await
}

/// Holds back an amount from a drafted payout until a later payout. The statement shows the reason.
pub async fn hold_back(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    amount: Cents,
    reason: String,
) -> Result<Statement> {
    let changing = Changing { said: reason, amount, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        if payout.state != PayoutState::Draft {
            return Err(Error::Refused(PAYOUT_STATE));
        }
        let due = payout.amount.checked_add(payout.held_back)?;
        let left = due.checked_sub(changing.amount).ok().filter(|left| left.is_positive());
        let left = left.ok_or_else(|| {
            let message = Message::new(
                "Something has to be left to pay. Discard the draft instead.",
                "Il doit rester quelque chose à verser. Abandonnez plutôt l’ébauche.",
            );
            Fields::one("amount", message)
        })?;
        store::set_held_back(tx, payout.key(), changing.amount, &changing.said, left)?;
        Ok(Some(actions::PAYOUT_HELD_BACK))
    })
    .await
}

/// Returns why this administrator can't decide as the second person on something that administrator
/// `first` began. `None` if this administrator can decide.
fn personal_refusal(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    first: PersonId,
) -> Result<Option<Refusal>> {
    match decision_after([first]).require(tx, app, now, by) {
        Ok(()) => Ok(None),
        Err(Error::Refused(code)) => Ok(Refusal::because(code)),
        Err(error) => Err(error),
    }
}

/// Returns why this administrator can't approve a payout to this bank account. `None` if this
/// administrator can approve it.
fn refusal(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    payout: &PayoutRow,
    (bank, known): (&BankOnFile, Option<Known>),
) -> Result<Option<Refusal>> {
    let paused = pauses::refusal(tx, payout.tenant_id, &payout.tenant_name)?;
    if let Some(message) = paused {
        return Ok(Some(Refusal { code: PAYOUTS_PAUSED, message, approvable_from: None }));
    }
    let refused = personal_refusal(tx, app, now, by, payout.drafted_by)?;
    if refused.is_some() {
        return Ok(refused);
    }
    if payout.amount > MAX_AMOUNT {
        return Ok(Refusal::because(PAYOUT_TOO_LARGE));
    }
    let numbers = bank.sealed_bank.as_deref();
    let numbers =
        numbers.and_then(|sealed| BankNumbers::open(&app.secrets, payout.tenant_id, sealed));
    if !numbers.is_some_and(|bank| is_payable(&bank.institution, &bank.transit, &bank.account)) {
        return Ok(Refusal::because(NO_BANK_ACCOUNT));
    }
    if bank.bank_changed_by == Some(by.person) {
        return Ok(Refusal::because(OWN_BANK_CHANGE));
    }
    if payout.tenant_kind == TenantKind::Vendor && bursts::is_open(tx, payout.tenant_id)? {
        return Ok(Refusal::because(BURST_OPEN));
    }
    if let Some(changed_at) = bank.bank_changed_at {
        let from = bank_days_after(BusinessDate::of(changed_at), BANK_CHANGE_DAYS);
        if BusinessDate::of(now) < from {
            let refused = Refusal::because(BANK_JUST_CHANGED);
            return Ok(refused.map(|refusal| Refusal { approvable_from: Some(from), ..refusal }));
        }
    }
    let sums = match known {
        Some(Known { sums, before }) => {
            let newer = sums_of(tx, payout, Span::since(before))?;
            sums.checked_add(newer)?
        }
        None => sums_of(tx, payout, Span::ALL)?,
    };
    if hold_back::is_stricter_by_now(tx, payout.hold_back_terms_id, BusinessDate::of(now))? {
        return Ok(Refusal::because(HOLD_BACK_CHANGED));
    }
    let due = payout.due()?;
    let payable = rules::payable(sums.closing, sums.paid_since, sums.now);
    let is_owed = payable.is_ok_and(|payable| payable >= due);
    Ok(if is_owed { None } else { Refusal::because(PAYOUT_EXCEEDS_OWED) })
}

/// Approves a drafted payout as a second administrator. Subtracts the amount from what is payable
/// to the payee.
pub async fn approve(app: &Arc<App>, by: &Actor, id: PayoutId) -> Result<Statement> {
    let known = read_known(app, id).await?;
    let changing = Changing { known, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Draft], PayoutState::Approved)? {
            return Ok(None);
        }
        let Changing { app, now, by, known, .. } = changing;
        let bank = tenants::lock_bank(tx, payout.tenant_id)?.ok_or(Error::NotFound)?;
        if let Some(refusal) = refusal(tx, app, *now, by, payout, (&bank, *known))? {
            return Err(Error::explained(refusal.code, refusal.message));
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
        let recorded = ledger::record(tx, *now, PostedBy::Person(by.person), &transfer)?;
        store::approve(tx, payout.key(), *now, by.person, recorded.id)?;
        let approved = PayoutRow { sealed_bank: bank.sealed_bank, ..payout.clone() };
        notices::notify_payee(tx, app, *now, &approved, PayoutStep::Approved)?;
        Ok(Some(actions::PAYOUT_APPROVED))
    })
    .await
}

/// Discards a drafted payout, with a reason. Afterwards a new payout can be drafted for the same
/// period.
pub async fn discard(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    reason: String,
) -> Result<Statement> {
    let changing = Changing { said: reason, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Draft], PayoutState::Discarded)? {
            return Ok(None);
        }
        let Changing { now, by, said, .. } = changing;
        store::end(tx, payout.key(), PayoutState::Discarded, *now, by.person, None, Some(said))?;
        Ok(Some(actions::PAYOUT_DISCARDED))
    })
    .await
}

/// Records that the bank made the payment, with the bank's reference.
pub async fn mark_paid(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    reference: String,
) -> Result<Statement> {
    let changing = Changing { said: reference, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Approved, PayoutState::Exported], PayoutState::Paid)? {
            return Ok(None);
        }
        if payout.failure_asked_by.is_some() {
            return Err(Error::Refused(FAILURE_WAITS));
        }
        exports::expect_sent(tx, payout)?;
        // A payout that is in no bank file is paid by hand. The lock waits for a pause under way.
        if payout.state == PayoutState::Approved {
            tenants::lock_bank(tx, payout.tenant_id)?;
            if pauses::paused_since(tx, payout.tenant_id)?.is_some() {
                pauses::refuse(slice::from_ref(&payout.tenant_name))?;
            }
        }
        let Changing { app, now, by, said, .. } = changing;
        store::end(tx, payout.key(), PayoutState::Paid, *now, by.person, Some(said), None)?;
        let paid = PayoutRow { reference: Some(said.clone()), ..payout.clone() };
        notices::notify_payee(tx, app, *now, &paid, PayoutStep::Paid)?;
        Ok(Some(actions::PAYOUT_PAID))
    })
    .await
}

/// Counts open payouts: drafted ones, and approved ones that are not confirmed as paid.
pub fn count_open(tx: &mut Tx<'_>) -> Result<OpenPayouts> {
    store::count_open(tx)
}

/// Returns the number of reported failures that no second administrator has confirmed or rejected,
/// and the id of the first such payout.
pub fn failures_reported(tx: &mut Tx<'_>) -> Result<(u64, Option<PayoutId>)> {
    store::failures_reported(tx)
}

/// Primary key of a payout: the books of its payee, and its id.
type RowKey = (Books, PayoutId);
