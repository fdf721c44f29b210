//! Drafts of payouts, one for each payee to whom something is payable.

use db::Tx;
use serde_json::json;

use super::{
    actions, entry,
    hold_back::{self, Member},
    pauses, payee_of, rules, store,
};
use access::{
    audit::{self, Author},
    auth::Actor,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{PayoutId, TenantId},
    messages::Message,
    money::Cents,
    timestamp::Timestamp,
};
use ledger::Span;
use platform::{app::App, error::Result};

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
