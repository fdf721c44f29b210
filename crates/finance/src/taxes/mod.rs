//! GST, HST and QST on the platform's commission. Administrators set the platform's registrations,
//! and the rates of each province from a day on. A platform without a registration charges no tax.
//! The sale of a card is never taxed: the card is money.

pub mod actions;
pub mod api;
mod charges;
pub mod errors;
mod planning;
mod report;
mod rules;
mod set;
mod store;

use db::Tx;

use access::auth::{Actor, Permission, Right};
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents, timestamp::Timestamp};
use ledger::{Payee, Rule};
use platform::{
    error::Result,
    jobs::{HOUR, Work},
};

pub use charges::{charge_months, charge_until};
pub use planning::{uncharged_tax, uncharged_taxes};
pub use report::{Filter, StatementWithTaxes};
pub use rules::{Scheme, Tax, TaxRate};
pub use store::statements::{StatementRow, TaxLine};

/// Right to set registrations and rates.
pub struct SetTaxesRight;

impl Right for SetTaxesRight {
    const PERMISSION: Permission = Permission::SetTaxes;
    type Scope = ();

    fn scope(_: &Actor) {}
}

pub fn add_work(work: Work) -> Work {
    work.every(HOUR, "charge tax on commission", charges::charge_months)
}

/// Returns the rules that statements of commission must satisfy.
pub fn rules() -> Vec<Rule> {
    store::RULES.to_vec()
}

/// Counts the vendors that paid commission and have not been charged until a day. 0 on a platform
/// without a registration by then.
pub fn count_uncharged(tx: &mut Tx<'_>, last_day: BusinessDate) -> Result<u64> {
    if store::settings::all(tx)?.first_day().is_none_or(|first| first > last_day) {
        return Ok(0);
    }
    let vendors = store::charges::uncharged(tx, last_day)?.into_iter();
    let vendors: Vec<Payee> = vendors.map(|vendor| Payee::Vendor(vendor.vendor)).collect();
    let sold_on = ledger::first_days_of(tx, &vendors)?.into_iter().flatten();
    Ok(sold_on.filter(|sold_on| *sold_on <= last_day).count() as u64)
}

/// Period of a vendor's payout: its start (inclusive) and its end (exclusive).
#[derive(Clone, Copy, Debug)]
pub struct TaxedPeriod {
    pub vendor: TenantId,
    pub from: Timestamp,
    pub until: Timestamp,
    /// Tax that was charged later is ignored.
    pub known_at: Timestamp,
}

/// Tax that was charged in a period or after it, but for other days than its entries say. Tax is
/// charged when the days of its statement are over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeriodTax {
    /// Tax for days before the period.
    pub before: Cents,
    /// Tax for days until the end of the period that was charged after the period.
    pub after: Cents,
}

/// Returns the tax of each period, in the order of `all`. Takes few statements, whatever their number.
pub fn taxes_of_periods(tx: &mut Tx<'_>, all: &[TaxedPeriod]) -> Result<Vec<PeriodTax>> {
    store::periods::taxes(tx, all)
}
