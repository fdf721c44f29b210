//! Approval of a drafted payout by a second administrator.

use std::sync::Arc;

use db::Tx;

use super::{
    PayoutRow, PayoutState, actions,
    changes::{Changing, begins, change},
    decision_after,
    errors::{
        BANK_JUST_CHANGED, BURST_OPEN, HOLD_BACK_CHANGED, NO_BANK_ACCOUNT, OWN_BANK_CHANGE,
        PAYOUT_EXCEEDS_OWED, PAYOUT_TOO_LARGE, PAYOUTS_PAUSED,
    },
    hold_back, notices, pauses, payee_of,
    rules::{self, BANK_CHANGE_DAYS, MAX_AMOUNT, is_payable},
    statements::{Refusal, Statement, sums_of},
    store,
};
use access::auth::{Actor, TenantKind};
use cards::bursts;
use kernel::{
    bank_days::bank_days_after,
    dates::BusinessDate,
    ids::{PayoutId, PersonId},
    payouts::PayoutStep,
    timestamp::Timestamp,
};
use ledger::{Account, AccountSums, Entries, LATE, PostedBy, Span, Transfer, TransferKind};
use market::tenants::{self, BankNumbers, BankOnFile, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
};

/// Sums of a payee's account, read before the payout is locked.
#[derive(Clone, Copy)]
pub struct Known {
    pub sums: AccountSums,
    /// End of the range of entries that the sums cover.
    pub before: Timestamp,
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

/// Returns why this administrator can't decide as the second person on something that administrator
/// `first` began. `None` if this administrator can decide.
pub fn personal_refusal(
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
pub fn refusal(
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
