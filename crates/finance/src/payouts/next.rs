//! The next payout to a payee: its amount, its day and the bank account.

use std::sync::Arc;

use db::Tx;

use super::{
    PayoutState,
    hold_back::{self, Member, Reserve},
    pauses, statements,
    store::{
        self,
        under_way::{self, OnItsWay},
    },
    terms::{TermKind, Terms},
};
use access::auth::TenantKind;
use kernel::{
    bank_days::next_weekly_bank_day,
    dates::BusinessDate,
    ids::{PayoutId, TenantId},
    money::Cents,
    sums::Overflow,
    timestamp::Timestamp,
};
use ledger::{Payee, PayeePeriod};
use market::tenants::{self, BankNumbers, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
    secrets::Secrets,
};

use crate::{
    reports,
    taxes::{self, TaxedPeriod},
};

/// Next payout to one payee, or the sum of the next payouts to all payees.
#[derive(Clone, Debug)]
pub struct NextPayout {
    pub payday: BusinessDate,
    pub amount: Cents,
    /// Breakdown of the amount payable to a vendor, before the reserve is subtracted. `None` for
    /// charities, for all payees together, and while a payout is in progress.
    pub parts: Option<Parts>,
    /// Terms whose sum is the amount, or less than zero if the payee owes money to the platform.
    /// Empty for all payees together.
    pub terms: Terms,
    /// Amount held back for recently sold cards; `None` if there is none, for all payees together,
    /// and while a payout is in progress.
    pub reserve: Option<Reserve>,
    /// Last digits of the number of the payee's bank account.
    pub bank_ending: Option<String>,
    /// Approved payout that is not confirmed as paid; `None` if there is no such payout.
    pub payout: Option<(PayoutId, PayoutState)>,
    /// Start of a pause of the payee's payouts; `None` if they are not paused, and for all payees
    /// together.
    pub paused_since: Option<Timestamp>,
}

/// Breakdown of a vendor's balance: the balance at the end of the last paid payout's period, and
/// the later changes by their cause.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts {
    /// Balance at the end of the last payout's period. Negative if the vendor owed money to the
    /// platform.
    pub opening: Cents,
    /// Redemptions and cash-outs since the last payout.
    pub redeemed: Cents,
    /// Shares of charities in the cards sold since the last payout.
    pub causes: Cents,
    pub platform: Cents,
    /// Tax on the platform's shares since the last payout, charged or not yet charged.
    pub tax: Cents,
    /// Changes by refunds and reversed charges.
    pub other: Cents,
    /// Payouts made after the last payout's period, without failed ones. Usually negative, because
    /// payouts reduce the balance.
    pub paid: Cents,
    /// Amount payable now, which is the sum of the other fields.
    pub owed: Cents,
}

/// Returns the next payout to a tenant. Without `tenant`, returns the payout to the caller's own
/// tenant, or for administrators the sum of the payouts to all payees.
pub async fn next(
    app: &Arc<App>,
    scope: TenantScope,
    tenant: Option<TenantId>,
) -> Result<NextPayout> {
    let today = BusinessDate::today(&app.clock);
    let payday = next_weekly_bank_day(today, app.config.payouts.weekday);
    let shared = app.clone();
    app.db
        .bulk()
        .read(move |tx| {
            let tenant = match (tenant, &scope) {
                (None, TenantScope::All) => {
                    let amount = to_all(tx, today)?;
                    return Ok(NextPayout {
                        payday,
                        amount,
                        parts: None,
                        terms: Terms::default(),
                        reserve: None,
                        bank_ending: None,
                        payout: None,
                        paused_since: None,
                    });
                }
                (None, TenantScope::Own(own)) => *own.first().ok_or(Error::NotFound)?,
                (Some(tenant), _) => tenant,
            };
            if !scope.reaches(tenant) {
                return Err(Error::NotFound);
            }
            to_one(tx, &shared.secrets, today, payday, tenant)
        })
        .await
}

fn to_one(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    today: BusinessDate,
    payday: BusinessDate,
    tenant: TenantId,
) -> Result<NextPayout> {
    let kind = tenants::kind_of(tx, tenant)?.ok_or(Error::NotFound)?;
    let paused_since = pauses::paused_since(tx, tenant)?;
    if let Some(way) = under_way::find(tx, tenant)? {
        let OnItsWay { id, state, amount, sealed_bank, funds_on } = way;
        let bank_ending = ending_of(secrets, tenant, sealed_bank.as_deref());
        let payday = funds_on.unwrap_or(payday);
        let payout = Some((id, state));
        let payouts = store::bulk::list(tx, &[id])?;
        let terms = statements::terms_of(tx, &payouts)?;
        return Ok(NextPayout {
            payday,
            amount,
            parts: None,
            terms: terms.into_values().next().unwrap_or_default(),
            reserve: None,
            bank_ending,
            payout,
            paused_since,
        });
    }
    let owed = match kind {
        TenantKind::Vendor => {
            let owed = reports::owed_to_vendors(tx, &TenantScope::Own(vec![tenant]))?;
            owed.get(&tenant).copied().unwrap_or_default()
        }
        TenantKind::Charity => {
            let raised = reports::raised_for_charities(tx, Some(tenant))?;
            let paid = store::paid_to_charities(tx, Some(tenant))?;
            less(raised.get(&tenant).copied(), paid.first().map(|(_, paid)| *paid))?
        }
    };
    // Tax that will be charged for the commission until now is subtracted from what the ledger owes.
    let uncharged = taxes::uncharged_tax(tx, tenant, today)?;
    let owed = owed.checked_sub(uncharged)?;
    let mut terms = terms_of(tx, super::payee_of(kind, tenant), tenant, (owed, uncharged))?;
    let parts = (kind == TenantKind::Vendor).then(|| Parts::of(&terms, owed)).transpose()?;
    let bank = tenants::find_bank(tx, tenant)?.ok_or(Error::NotFound)?;
    let bank_ending = ending_of(secrets, tenant, bank.sealed_bank.as_deref());
    let owed = owed.max(Cents::ZERO);
    let joined_on = BusinessDate::of(store::drafts::joined_at(tx, tenant)?);
    let member = Member { payee: super::payee_of(kind, tenant), joined_on };
    let reserve = hold_back::reserves_of(tx, &[(member, owed)], today, today)?.pop().flatten();
    let held = reserve.map_or(Cents::ZERO, |reserve| reserve.amount);
    let amount = owed.checked_sub(held)?;
    terms.add(TermKind::Reserve, held.checked_neg()?)?;
    Ok(NextPayout {
        payday,
        amount,
        parts,
        terms,
        reserve,
        bank_ending,
        payout: None,
        paused_since,
    })
}

impl Parts {
    fn of(terms: &Terms, owed: Cents) -> Result<Parts, Overflow> {
        let amount = |kind| terms.amount(kind);
        Ok(Parts {
            opening: amount(TermKind::OwedBefore),
            redeemed: amount(TermKind::Redeemed).checked_add(amount(TermKind::CashedOut))?,
            causes: amount(TermKind::Causes),
            platform: amount(TermKind::Commission),
            tax: amount(TermKind::Tax),
            other: amount(TermKind::Corrections),
            paid: amount(TermKind::PaidOut),
            owed,
        })
    }
}

/// Returns the terms of the amount payable to a payee: the balance at the end of the last paid period,
/// and what changed it since.
fn terms_of(
    tx: &mut Tx<'_>,
    payee: Payee,
    tenant: TenantId,
    (owed, uncharged): (Cents, Cents),
) -> Result<Terms> {
    let last = store::last_paid_day_of(tx, payee.books(), tenant)?;
    let from = last.map_or(Timestamp::UNIX_EPOCH, BusinessDate::end_exclusive);
    let until = Timestamp::MAX;
    let period = PayeePeriod { payee, from, until };
    let changes = ledger::changes_of_payees(tx, &[period])?.pop().unwrap_or_default();
    let changed = Cents::sum(changes.iter().map(|change| change.amount))?;
    let opening = Cents::sum([owed, uncharged])?.checked_sub(changed)?;
    let mut terms = Terms::of(payee, opening, &changes)?;
    let taxed = TaxedPeriod { vendor: tenant, from, until, known_at: until };
    let tax = taxes::taxes_of_periods(tx, &[taxed])?.pop().unwrap_or_default();
    terms.add_tax(tax)?;
    terms.add(TermKind::Tax, uncharged.checked_neg()?)?;
    Ok(terms)
}

/// Returns the sum of the next payouts to all payees. For each payee, this is the payout in
/// progress, or else the payable amount, less tax that is not charged yet, if it is positive. If the payee's payouts are paused, only
/// a payout in a bank file counts.
fn to_all(tx: &mut Tx<'_>, today: BusinessDate) -> Result<Cents> {
    let mut next = reports::owed_to_vendors(tx, &TenantScope::All)?;
    for (vendor, uncharged) in taxes::uncharged_taxes(tx, today)? {
        let owed = next.entry(vendor).or_default();
        *owed = owed.checked_sub(uncharged)?;
    }
    let mut charities = reports::raised_for_charities(tx, None)?;
    for (charity, paid) in store::paid_to_charities(tx, None)? {
        let left = less(charities.get(&charity).copied(), Some(paid))?;
        charities.insert(charity, left);
    }
    next.extend(charities);
    let paused = pauses::paused_payees(tx)?;
    next.retain(|tenant, _| !paused.contains(tenant));
    for (tenant, state, amount) in under_way::list(tx)? {
        if state == PayoutState::Exported || !paused.contains(&tenant) {
            next.insert(tenant, amount);
        }
    }
    let owed = next.into_values().filter(|amount| amount.is_positive());
    Ok(Cents::sum(owed)?)
}

fn less(raised: Option<Cents>, paid: Option<Cents>) -> Result<Cents, Overflow> {
    raised.unwrap_or_default().checked_sub(paid.unwrap_or_default())
}

/// Returns the last three digits of an account number.
fn ending_of(secrets: &Secrets, tenant: TenantId, sealed: Option<&str>) -> Option<String> {
    let numbers = BankNumbers::open(secrets, tenant, sealed?)?;
    let digits = numbers.account.chars().count();
    Some(numbers.account.chars().skip(digits.saturating_sub(3)).collect())
}
