//! Approval of drafted payouts by a second administrator. What decides about it is read for many
//! payouts at once, so that a run of hundreds takes few statements.

use std::{
    collections::{BTreeMap, BTreeSet},
    slice,
    sync::Arc,
};

use db::Tx;

use super::{
    PayoutRow, PayoutState, actions,
    changes::{Changing, begins, change},
    decision_after,
    errors::{
        self, BANK_JUST_CHANGED, BURST_OPEN, HOLD_BACK_CHANGED, NO_BANK_ACCOUNT, OWN_BANK_CHANGE,
        PAYOUT_EXCEEDS_OWED, PAYOUT_TOO_LARGE, PAYOUTS_PAUSED,
    },
    hold_back, notices, pauses, payee_of,
    rules::{self, BANK_CHANGE_DAYS, MAX_AMOUNT, is_payable},
    statements::{ExplainedById, Refusal, Statement, explain},
    store::bulk,
};
use access::auth::{
    Actor, TenantKind,
    second_person::{Decider, Decision},
};
use cards::bursts;
use kernel::{
    bank_days::bank_days_after,
    dates::BusinessDate,
    ids::{HoldBackTermsId, PayoutId, PersonId, TenantId},
    money::Cents,
    payouts::PayoutStep,
    timestamp::Timestamp,
};
use ledger::{
    Account, AccountSums, Entries, LATE, MoneyMoves, PayeePeriod, PostedBy, Span, Transfer,
    TransferKind,
};
use market::tenants::{self, BankNumbers, BankOnFile};
use platform::{
    app::App,
    error::{Error, Result},
    secrets::Secrets,
};

use crate::taxes;

/// Bank accounts by payee.
pub type Banks = BTreeMap<TenantId, BankOnFile>;

/// Sums of payees' accounts by payout, read before the payouts are locked.
#[derive(Clone, Debug, Default)]
pub struct Known {
    sums: BTreeMap<PayoutId, AccountSums>,
    /// Explanations for the emails to the payees.
    explained: ExplainedById,
    /// End of the range of entries that the sums cover; `None` if they cover nothing.
    before: Option<Timestamp>,
}

impl Known {
    /// Sums most of the payees' entries in a read transaction, so that the write transaction that
    /// follows is short.
    pub async fn read(app: &App, ids: &[PayoutId]) -> Result<Known> {
        let (ids, before) = (ids.to_vec(), app.clock.now().minus(LATE));
        app.db
            .bulk()
            .read(move |tx| {
                let payouts = bulk::list(tx, &ids)?;
                let sums = sums_of(tx, &payouts, Span::before(before))?;
                let explained = explain(tx, &payouts)?;
                Ok(Known { sums, explained, before: Some(before) })
            })
            .await
    }
}

/// Returns the sums of each payout's payee for its period, over the entries in `span` only.
fn sums_of(
    tx: &mut Tx<'_>,
    payouts: &[PayoutRow],
    span: Span,
) -> Result<BTreeMap<PayoutId, AccountSums>> {
    let periods: Vec<PayeePeriod> = payouts.iter().map(PayoutRow::period).collect();
    let sums = ledger::sums_of_payees(tx, &periods, span)?;
    Ok(payouts.iter().map(|payout| payout.id).zip(sums).collect())
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
    refusal_of(decision_after([first]).require(tx, app, now, by))
}

fn refusal_of(decided: Result<()>) -> Result<Option<Refusal>> {
    match decided {
        Ok(()) => Ok(None),
        Err(Error::Refused(code)) => Ok(Refusal::because(code)),
        Err(error) => Err(error),
    }
}

/// Facts by which an administrator can approve drafted payouts or not.
pub struct Facts {
    by: PersonId,
    today: BusinessDate,
    decider: Decider,
    paused: BTreeSet<TenantId>,
    banks: Banks,
    /// Vendors with a burst that no administrator has closed.
    bursts: BTreeSet<TenantId>,
    /// Terms that hold back less than those in force.
    looser: BTreeSet<Option<HoldBackTermsId>>,
    sums: BTreeMap<PayoutId, AccountSums>,
    /// Tax of each payee for the days of its payout, charged after them.
    taxes: BTreeMap<PayoutId, Cents>,
}

impl Facts {
    /// Reads the facts about these payouts.
    pub fn read(
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        by: &Actor,
        payouts: &[PayoutRow],
        (banks, known): (Banks, &Known),
    ) -> Result<Facts> {
        let decision = |payout: &PayoutRow| decision_after([payout.drafted_by]);
        let decisions: Vec<Decision> = payouts.iter().map(decision).collect();
        let decider = Decider::read(tx, app.config.second_person, now, by, &decisions)?;
        let vendors = payouts.iter().filter(|payout| payout.tenant_kind == TenantKind::Vendor);
        let vendors: Vec<TenantId> = vendors.map(|payout| payout.tenant_id).collect();
        let terms = payouts.iter().map(|payout| payout.hold_back_terms_id).collect();
        let today = BusinessDate::of(now);
        let mut sums = sums_of(tx, payouts, known.before.map_or(Span::ALL, Span::since))?;
        for (id, sums) in &mut sums {
            if known.before.is_some() {
                let older = known.sums.get(id).ok_or(Error::NotFound)?;
                *sums = older.checked_add(*sums)?;
            }
        }
        let taxed: Vec<_> = payouts.iter().map(|payout| payout.taxed(Timestamp::MAX)).collect();
        let taxes = taxes::taxes_of_periods(tx, &taxed)?.into_iter().map(|tax| tax.after);
        let taxes = payouts.iter().map(|payout| payout.id).zip(taxes).collect();
        Ok(Facts {
            by: by.person,
            today,
            decider,
            paused: pauses::paused_payees(tx)?,
            banks,
            bursts: bursts::open_among(tx, &vendors)?,
            looser: hold_back::looser_by_now(tx, terms, today)?,
            sums,
            taxes,
        })
    }

    pub fn bank(&self, payee: TenantId) -> Option<&BankOnFile> {
        self.banks.get(&payee)
    }

    /// Returns why the administrator can't approve this payout. `None` if they can.
    pub fn refusal(&self, secrets: &Secrets, payout: &PayoutRow) -> Result<Option<Refusal>> {
        let payee = payout.tenant_id;
        if self.paused.contains(&payee) {
            let message = errors::paused(slice::from_ref(&payout.tenant_name));
            return Ok(Some(Refusal { code: PAYOUTS_PAUSED, message, approvable_from: None }));
        }
        let refused = refusal_of(self.decider.require(&decision_after([payout.drafted_by])))?;
        if refused.is_some() {
            return Ok(refused);
        }
        if payout.amount > MAX_AMOUNT {
            return Ok(Refusal::because(PAYOUT_TOO_LARGE));
        }
        let bank = self.bank(payee).ok_or(Error::NotFound)?;
        let sealed = bank.sealed_bank.as_deref();
        let numbers = sealed.and_then(|sealed| BankNumbers::open(secrets, payee, sealed));
        let fits = |bank: &BankNumbers| is_payable(&bank.institution, &bank.transit, &bank.account);
        if !numbers.as_ref().is_some_and(fits) {
            return Ok(Refusal::because(NO_BANK_ACCOUNT));
        }
        if bank.bank_changed_by == Some(self.by) {
            return Ok(Refusal::because(OWN_BANK_CHANGE));
        }
        if self.bursts.contains(&payee) {
            return Ok(Refusal::because(BURST_OPEN));
        }
        if let Some(changed_at) = bank.bank_changed_at {
            let from = bank_days_after(BusinessDate::of(changed_at), BANK_CHANGE_DAYS);
            if self.today < from {
                let refused = Refusal::because(BANK_JUST_CHANGED);
                return Ok(
                    refused.map(|refusal| Refusal { approvable_from: Some(from), ..refusal })
                );
            }
        }
        if self.looser.contains(&payout.hold_back_terms_id) {
            return Ok(Refusal::because(HOLD_BACK_CHANGED));
        }
        let due = payout.due()?;
        let sums = self.sums.get(&payout.id).copied().unwrap_or_default();
        let tax = self.taxes.get(&payout.id).copied().unwrap_or_default();
        let payable = rules::payable(sums.closing.checked_sub(tax)?, sums.paid_since, sums.now);
        let is_owed = payable.is_ok_and(|payable| payable >= due);
        Ok(if is_owed { None } else { Refusal::because(PAYOUT_EXCEEDS_OWED) })
    }
}

/// Approves a drafted payout as a second administrator. Subtracts the amount from what is payable
/// to the payee.
pub async fn approve(app: &Arc<App>, by: &Actor, id: PayoutId) -> Result<Statement> {
    let known = Known::read(app, &[id]).await?;
    let changing = Changing { known, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Draft], PayoutState::Approved)? {
            return Ok(None);
        }
        let Changing { app, now, by, known, .. } = changing;
        let payouts = slice::from_ref(payout);
        let banks = tenants::keep_banks(tx, &[payout.tenant_id])?;
        let facts = Facts::read(tx, app, *now, by, payouts, (banks, known))?;
        if let Some(refusal) = facts.refusal(&app.secrets, payout)? {
            return Err(Error::explained(refusal.code, refusal.message));
        }
        book(tx, app, *now, by.person, (&facts, known), payouts)?;
        Ok(Some(actions::PAYOUT_APPROVED))
    })
    .await
}

/// Writes the transfers of approved payouts, stores the accounts to which they are paid, and notifies
/// the payees.
pub fn book(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: PersonId,
    (facts, known): (&Facts, &Known),
    payouts: &[PayoutRow],
) -> Result<()> {
    let moves = MoneyMoves::ask(tx)?;
    let transfers = tx.batched(|tx| {
        let mut transfers = Vec::new();
        for payout in payouts {
            let payee = payee_of(payout.tenant_kind, payout.tenant_id);
            let (from, to) = (payee.account(), Account::Payouts);
            let transfer = Transfer {
                books: payee.books(),
                kind: TransferKind::Payout,
                entries: Entries::default().moving(payout.amount, from, to),
                order: None,
                card: None,
                reason: None,
            };
            let posted_by = PostedBy::Person(by);
            let recorded = ledger::record_without_card(tx, now, posted_by, &transfer, moves)?;
            transfers.push((payout.id, recorded.id));
        }
        Ok::<_, Error>(transfers)
    })?;
    bulk::approve(tx, now, by, &transfers)?;
    let approved = payouts.iter().map(|payout| {
        let bank = facts.bank(payout.tenant_id);
        PayoutRow { sealed_bank: bank.and_then(|bank| bank.sealed_bank.clone()), ..payout.clone() }
    });
    let approved: Vec<PayoutRow> = approved.collect();
    notices::notify_payees(tx, app, now, PayoutStep::Approved, (&approved, &known.explained))
}
