//! Payouts as their readers see them, with statements.

use std::{collections::BTreeMap, slice, sync::Arc};

use db::Tx;

use super::{
    Filter, PayoutRow, PayoutState,
    approval::{Facts, Known, personal_refusal},
    errors::PAYOUT_STATE,
    exports, payee_of, store,
    terms::{TermKind, Terms},
};
use access::auth::{Actor, TenantKind};
use kernel::{
    date_range::DateRange,
    dates::BusinessDate,
    ids::{PayoutId, TenantId},
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
};
use ledger::{AccountChange, PayeePeriod};
use market::tenants::{self, BankOnFile, TenantScope};
use platform::{
    app::App,
    error::{Code, Error, Result},
};

use crate::{
    reports,
    taxes::{self, PeriodTax},
};

/// Payout with its statement: the changes of the balance in the period, and the amount that can be
/// paid now.
pub struct Statement {
    pub payout: PayoutRow,
    pub lines: Vec<AccountChange>,
    /// Terms whose sum is the amount of the payout.
    pub terms: Terms,
    /// Sales in the period. `None` for a charity.
    pub sales: Option<reports::Sums>,
    /// Change of the payable amount after the period, by payouts, by tax for days of the period, and
    /// by amounts that stopped being payable.
    pub since: Cents,
    /// Reason why the caller can't approve the drafted payout, confirm its reported failure, or end it, at
    /// present.
    pub refusal: Option<Refusal>,
    /// Bank account to which a drafted payout will be paid. Only set for administrators.
    pub destination: Option<BankOnFile>,
}

/// Reason why an administrator can't take the next step of a payout.
pub struct Refusal {
    pub code: Code,
    pub message: Message,
    /// First day on which the administrator can approve the payout, if the only obstacle is a
    /// waiting period.
    pub approvable_from: Option<BusinessDate>,
}

impl Refusal {
    pub fn because(code: Code) -> Option<Refusal> {
        Some(Refusal { code, message: code.message(), approvable_from: None })
    }

    fn of_state(message: Message) -> Refusal {
        Refusal { code: PAYOUT_STATE, message, approvable_from: None }
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
                let payouts = slice::from_ref(&payout);
                let banks = tenants::find_banks(tx, &[payout.tenant_id])?;
                let known = Known::default();
                let facts = Facts::read(tx, &shared, now, &by, payouts, (banks, &known))?;
                refusing = facts.refusal(&shared.secrets, &payout)?;
                destination = facts.bank(payout.tenant_id).cloned();
            }
            if by.is_administrator() {
                let unsent = exports::unsent(tx, &payout)?;
                refusing = unsent.map(Refusal::of_state).or(refusing);
            }
            if let Some(asked_by) = payout.failure_waits_of().filter(|_| by.is_administrator()) {
                refusing = personal_refusal(tx, &shared, now, &by, asked_by)?;
            }
            let lines = changes_of(tx, slice::from_ref(&payout))?.pop().unwrap_or_default();
            let tax = taxes_of(tx, slice::from_ref(&payout))?.pop().unwrap_or_default();
            let since = since(&payout)?;
            let terms = terms(&payout, &lines, tax)?;
            let sales = sales_of(tx, &payout)?;
            Ok(Statement { payout, lines, terms, sales, since, refusal: refusing, destination })
        })
        .await
}

/// Returns the sales of a shop in the period of its payout. They explain its shares and its commission.
fn sales_of(tx: &mut Tx<'_>, payout: &PayoutRow) -> Result<Option<reports::Sums>> {
    if payout.tenant_kind != TenantKind::Vendor {
        return Ok(None);
    }
    let vendor = payout.tenant_id;
    let days = DateRange::between(payout.first_day, payout.last_day);
    Ok(Some(reports::sums_of_vendor(tx, vendor, days)?))
}

/// Returns the changes of each payee's account in the period of its payout.
fn changes_of(tx: &mut Tx<'_>, payouts: &[PayoutRow]) -> Result<Vec<Vec<AccountChange>>> {
    let periods: Vec<PayeePeriod> = payouts.iter().map(PayoutRow::period).collect();
    ledger::changes_of_payees(tx, &periods)
}

/// Returns the tax of each payout's period, as far as it was charged when the payout was drafted.
fn taxes_of(tx: &mut Tx<'_>, payouts: &[PayoutRow]) -> Result<Vec<PeriodTax>> {
    let taxed = payouts.iter().map(|payout| payout.taxed(payout.drafted_at));
    taxes::taxes_of_periods(tx, &taxed.collect::<Vec<_>>())
}

fn since(payout: &PayoutRow) -> Result<Cents> {
    Ok(payout.due()?.checked_sub(payout.closing)?)
}

fn terms(payout: &PayoutRow, changes: &[AccountChange], tax: PeriodTax) -> Result<Terms> {
    let payee = payee_of(payout.tenant_kind, payout.tenant_id);
    let mut terms = Terms::of(payee, payout.opening, changes)?;
    terms.add_tax(tax)?;
    terms.add(TermKind::Since, since(payout)?.checked_add(tax.after)?)?;
    terms.add(TermKind::HeldBack, payout.held_back.checked_neg()?)?;
    terms.add(TermKind::Reserve, payout.reserve.checked_neg()?)?;
    Ok(terms)
}

/// Why a payout is what it is, for the email to its payee.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    pub terms: Terms,
    /// Sales in the period. `None` for a charity, and for a shop without sales.
    pub sales: Option<reports::Sums>,
}

/// Explanations by payout.
pub type ExplainedById = BTreeMap<PayoutId, Explained>;

/// Explains each payout. Takes few statements, because most payouts of a run have the same period.
pub fn explain(tx: &mut Tx<'_>, payouts: &[PayoutRow]) -> Result<ExplainedById> {
    let mut periods: BTreeMap<(BusinessDate, BusinessDate), Vec<TenantId>> = BTreeMap::new();
    for payout in payouts.iter().filter(|payout| payout.tenant_kind == TenantKind::Vendor) {
        periods.entry((payout.first_day, payout.last_day)).or_default().push(payout.tenant_id);
    }
    let mut sales = BTreeMap::new();
    for ((first, last), vendors) in periods {
        let sums = reports::sums_of_vendors(tx, vendors, DateRange::between(first, last))?;
        sales.extend(sums.into_iter().map(|(vendor, sums)| ((vendor, first, last), sums)));
    }
    let mut terms = terms_of(tx, payouts)?;
    let explained = |payout: &PayoutRow| {
        let key = (payout.tenant_id, payout.first_day, payout.last_day);
        let terms = terms.remove(&payout.id).unwrap_or_default();
        (payout.id, Explained { terms, sales: sales.get(&key).copied() })
    };
    Ok(payouts.iter().map(explained).collect())
}

/// Returns the terms of each payout, whose sum is its amount.
pub fn terms_of(tx: &mut Tx<'_>, payouts: &[PayoutRow]) -> Result<BTreeMap<PayoutId, Terms>> {
    let (changes, taxes) = (changes_of(tx, payouts)?, taxes_of(tx, payouts)?);
    let terms = |((payout, changes), tax): ((&PayoutRow, &Vec<AccountChange>), PeriodTax)| {
        Ok((payout.id, terms(payout, changes, tax)?))
    };
    payouts.iter().zip(&changes).zip(taxes).map(terms).collect()
}

/// Reads explanations of these payouts for emails about them, so that the write transaction that follows
/// is short.
pub async fn read_explained(app: &App, ids: &[PayoutId]) -> Result<ExplainedById> {
    let ids = ids.to_vec();
    let read = move |tx: &mut Tx<'_>| {
        let payouts = store::bulk::list(tx, &ids)?;
        explain(tx, &payouts)
    };
    app.db.bulk().read(read).await
}
