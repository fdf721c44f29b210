//! Computes the statements of commission that are to be made next.
//!
//! A refund returns the tax at the rates and in the province of the sale, in the statement of the day
//! of the refund.

use std::{collections::BTreeMap, slice};

use db::Tx;

use super::{
    rules::{Scheme, Settings, Tax, TaxRate},
    store::{
        charges::{self as store, Chargeable, NewLine, NewStatement, OwnTax, Part, Period},
        settings,
    },
};
use kernel::{
    dates::BusinessDate, ids::TenantId, money::Cents, provinces::ProvinceCode, timestamp::Timestamp,
};
use ledger::Payee;
use platform::error::Result;

/// The next step of a vendor: its next statement, if there is anything to charge, and the day until
/// which the vendor will be charged.
pub struct Plan {
    pub vendor: TenantId,
    /// Day until which the vendor has been charged.
    pub after: Option<BusinessDate>,
    pub charged_until: BusinessDate,
    pub statement: Option<NewStatement>,
}

/// Computes the next statement of each of these vendors, without those that have been charged until
/// `last_day`. Skips periods without commission.
pub fn plans(
    tx: &mut Tx<'_>,
    settings: &Settings,
    vendors: &[Chargeable],
    last_day: BusinessDate,
) -> Result<Vec<Plan>> {
    let next = next_days(tx, settings, vendors)?;
    let begins = |(vendor, first_day): (_, Option<BusinessDate>)| Some((vendor, first_day?));
    let mut open: Vec<(&Chargeable, BusinessDate)> =
        vendors.iter().zip(next).filter_map(begins).collect();
    open.retain(|(_, first_day)| *first_day <= last_day);
    let mut plans = Vec::new();
    while !open.is_empty() {
        let due = |(vendor, first_day): &(&Chargeable, BusinessDate)| {
            let province = ProvinceCode::of_address(&vendor.province);
            let until = settings.period_from(province, *first_day, last_day);
            let own_from = *first_day;
            Due {
                vendor: vendor.vendor,
                province,
                own_from,
                first_day: *first_day,
                last_day: until,
            }
        };
        let due: Vec<Due> = open.iter().map(due).collect();
        let found = statements(tx, settings, &due)?;
        let mut rest = Vec::new();
        for (((vendor, _), due), statement) in open.into_iter().zip(due).zip(found) {
            if statement.is_some() || due.last_day == last_day {
                plans.push(Plan {
                    vendor: vendor.vendor,
                    after: vendor.charged_until,
                    charged_until: due.last_day,
                    statement,
                });
            } else {
                rest.push((vendor, due.last_day.tomorrow()));
            }
        }
        open = rest;
    }
    Ok(plans)
}

/// Returns the first day of each vendor's next statement. `None` if the vendor never sold anything,
/// or the platform was never registered.
fn next_days(
    tx: &mut Tx<'_>,
    settings: &Settings,
    vendors: &[Chargeable],
) -> Result<Vec<Option<BusinessDate>>> {
    let new = vendors.iter().filter(|vendor| vendor.charged_until.is_none());
    let new: Vec<Payee> = new.map(|vendor| Payee::Vendor(vendor.vendor)).collect();
    let mut sold_on = ledger::first_days_of(tx, &new)?.into_iter();
    let registered_on = settings.first_day();
    let next = |vendor: &Chargeable| match vendor.charged_until {
        Some(day) => Some(day.tomorrow()),
        None => Some(sold_on.next()??.max(registered_on?)),
    };
    Ok(vendors.iter().map(next).collect())
}

/// Period of a statement. Cards sold from `own_from` on have the taxes of the period.
#[derive(Clone, Copy)]
struct Due {
    vendor: TenantId,
    province: Option<ProvinceCode>,
    own_from: BusinessDate,
    first_day: BusinessDate,
    last_day: BusinessDate,
}

/// Computes the statement of each period, in the order of `all`. `None` if nothing is taxed: there was
/// no commission, or no tax applies to it.
fn statements(
    tx: &mut Tx<'_>,
    settings: &Settings,
    all: &[Due],
) -> Result<Vec<Option<NewStatement>>> {
    let period = |due: &Due| Period {
        vendor: due.vendor,
        own_from: due.own_from.start(),
        from: due.first_day.start(),
        until: due.last_day.end_exclusive(),
    };
    let parts = store::parts(tx, &all.iter().map(period).collect::<Vec<_>>())?;
    let mut sales: Vec<(TenantId, Timestamp)> = Vec::new();
    for (due, parts) in all.iter().zip(&parts) {
        sales.extend(parts.iter().filter_map(|part| Some((due.vendor, part.sold_at?))));
    }
    let taxes = store::taxes_of_sales(tx, &sales)?;
    let taxes: TaxesOfSales = sales.into_iter().zip(taxes).collect();
    let statement = |(due, parts): (&Due, &Vec<Part>)| statement(settings, due, parts, &taxes);
    all.iter().zip(&parts).map(statement).collect()
}

/// Taxes that were charged on earlier sales.
type TaxesOfSales = BTreeMap<(TenantId, Timestamp), Vec<OwnTax>>;

fn statement(
    settings: &Settings,
    due: &Due,
    parts: &[Part],
    earlier: &TaxesOfSales,
) -> Result<Option<NewStatement>> {
    let Due { vendor, province, first_day, last_day, .. } = *due;
    if parts.is_empty() {
        return Ok(None);
    }
    let own: Vec<OwnTax> = match province {
        Some(province) => {
            let taxes = settings.taxes_on(Some(province), first_day).into_iter();
            taxes.map(|(tax, rate)| OwnTax { province, tax, rate }).collect()
        }
        None => Vec::new(),
    };
    // One base for each rate, so that a tax is rounded once.
    let mut bases: BTreeMap<(ProvinceCode, Tax, TaxRate), Cents> = BTreeMap::new();
    let key = |one: &OwnTax| (one.province, one.tax, one.rate);
    for one in &own {
        bases.insert(key(one), Cents::ZERO);
    }
    for part in parts {
        let taxes = match part.sold_at {
            None => Some(&own),
            Some(sold_at) => earlier.get(&(vendor, sold_at)),
        };
        for one in taxes.into_iter().flatten() {
            let base = bases.entry(key(one)).or_insert(Cents::ZERO);
            *base = base.checked_add(part.commission)?;
        }
    }
    let line = |((province, tax, rate), base): (_, Cents)| {
        let of = OwnTax { province, tax, rate };
        Ok(NewLine { of, is_own: own.contains(&of), base, amount: rate.of(base)? })
    };
    let lines: Vec<NewLine> = bases.into_iter().map(line).collect::<Result<_>>()?;
    if lines.is_empty() {
        return Ok(None);
    }
    let number = |scheme| settings.number_on(scheme, first_day).map(str::to_owned);
    Ok(Some(NewStatement {
        first_day,
        last_day,
        province,
        commission: Cents::sum(parts.iter().map(|part| part.commission))?,
        tax: Cents::sum(lines.iter().map(|line| line.amount))?,
        gst_hst_number: number(Scheme::GstHst),
        qst_number: number(Scheme::Qst),
        lines,
    }))
}

/// Maximum number of vendors whose uncharged tax is computed at once.
const AT_ONCE: usize = 128;

/// Returns the tax that a vendor will be charged for its commission until now, and that it has not
/// been charged yet. It is an estimate if a rate changes before the vendor is charged.
pub fn uncharged_tax(tx: &mut Tx<'_>, vendor: TenantId, today: BusinessDate) -> Result<Cents> {
    let settings = settings::all(tx)?;
    if settings.registrations.is_empty() {
        return Ok(Cents::ZERO);
    }
    let Some(vendor) = store::find(tx, vendor)? else { return Ok(Cents::ZERO) };
    let taxes = uncharged_of(tx, &settings, slice::from_ref(&vendor), today)?;
    Ok(taxes.into_values().next().unwrap_or_default())
}

/// Like [`uncharged_tax`], for all vendors. Leaves out vendors without such tax.
pub fn uncharged_taxes(tx: &mut Tx<'_>, today: BusinessDate) -> Result<BTreeMap<TenantId, Cents>> {
    let settings = settings::all(tx)?;
    let mut taxes = BTreeMap::new();
    if settings.registrations.is_empty() {
        return Ok(taxes);
    }
    for some in store::uncharged(tx, today)?.chunks(AT_ONCE) {
        taxes.extend(uncharged_of(tx, &settings, some, today)?);
    }
    Ok(taxes)
}

fn uncharged_of(
    tx: &mut Tx<'_>,
    settings: &Settings,
    vendors: &[Chargeable],
    today: BusinessDate,
) -> Result<BTreeMap<TenantId, Cents>> {
    let next = next_days(tx, settings, vendors)?;
    let mut due = Vec::new();
    for (vendor, uncharged) in vendors.iter().zip(next) {
        let Some(own_from) = uncharged else { continue };
        let province = ProvinceCode::of_address(&vendor.province);
        let mut first_day = own_from;
        while first_day <= today {
            let last_day = settings.period_from(province, first_day, today);
            due.push(Due { vendor: vendor.vendor, province, own_from, first_day, last_day });
            first_day = last_day.tomorrow();
        }
    }
    let mut taxes: BTreeMap<TenantId, Cents> = BTreeMap::new();
    for (due, statement) in due.iter().zip(statements(tx, settings, &due)?) {
        let tax = statement.map_or(Cents::ZERO, |statement| statement.tax);
        let sum = taxes.entry(due.vendor).or_default();
        *sum = sum.checked_add(tax)?;
    }
    Ok(taxes)
}
