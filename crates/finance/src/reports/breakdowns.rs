//! Breakdown of a vendor's figures: sales by card amount, redemptions by clerk and by hour, and the
//! amount payable to the vendor. The reversal of a redemption is subtracted from the clerk who made
//! the redemption, in the hour of the reversal.

use std::collections::{BTreeMap, HashMap};

use db::Tx;

use super::store::{
    Filter,
    breakdowns::{self as store, Booked, BreakdownKey, BreakdownKind, Broken},
};
use kernel::{
    date_range::DateRange,
    dates::{BusinessDate, toronto_hour},
    ids::{PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use market::tenants::TenantScope;
use platform::error::{Error, Result};

const HOUR_MICROS: i64 = 3_600_000_000;

pub use store::forget;

/// Number of sales or redemptions, and their total amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub items: i64,
    pub amount: Cents,
}

kernel::adds_up! { Counted { items, amount } }

impl Counted {
    fn is_nothing(self) -> bool {
        self == Counted::default()
    }
}

/// Returns the amounts that a transfer adds to the breakdowns of its day.
fn parts_of(booked: &Booked) -> Vec<(BreakdownKey, Counted)> {
    let day = BusinessDate::of(booked.created_at);
    let (starts_at, ends_at) = (day.start(), day.end_exclusive());
    let key = |kind, name| BreakdownKey {
        kind,
        starts_at,
        ends_at,
        name,
        has_cause: booked.campaign_id.is_some(),
    };
    let mut parts = Vec::new();
    let sold = Counted { items: booked.cards, amount: booked.purchased };
    if let Some(face) = booked.face.filter(|_| !sold.is_nothing()) {
        parts.push((key(BreakdownKind::Amount, face.get().to_string()), sold));
    }
    if booked.redeemed != Cents::ZERO {
        let items = if booked.reversals == 0 { 1 } else { -1 };
        let redeemed = Counted { items, amount: booked.redeemed };
        parts.push((key(BreakdownKind::Employee, booked.actor.clone()), redeemed));
        let hours = (booked.created_at.as_micros() - starts_at.as_micros()) / HOUR_MICROS;
        parts.push((key(BreakdownKind::Hour, hours.to_string()), redeemed));
    }
    // This breakdown has one item per transfer, so that a check of the item count finds a missing
    // transfer.
    parts
        .push((key(BreakdownKind::Owed, String::new()), Counted { items: 1, amount: booked.owed }));
    parts
}

/// Adds the transfers between two positions in a vendor's chain of seals to the daily breakdowns.
/// Returns the change of the amount payable to the vendor.
pub fn add_between(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    (after, until): (i64, i64),
    now: Timestamp,
) -> Result<Cents> {
    let mut added: BTreeMap<BreakdownKey, Counted> = BTreeMap::new();
    let mut owed = Cents::ZERO;
    for booked in store::booked_between(tx, vendor, after, until)? {
        owed = owed.checked_add(booked.owed)?;
        for (key, counted) in parts_of(&booked) {
            let sum = added.entry(key).or_default();
            *sum = sum.checked_add(counted)?;
        }
    }
    let rows: Vec<(BreakdownKey, i64, Cents)> =
        added.into_iter().map(|(key, sum)| (key, sum.items, sum.amount)).collect();
    store::add(tx, vendor, &rows, now)?;
    Ok(owed)
}

/// Breakdown of a vendor's figures in a period.
#[derive(Clone, Debug, Default)]
pub struct Breakdown {
    /// Sales by the amount of the card.
    pub amounts: BTreeMap<Cents, Counted>,
    /// Redemptions by clerk; the key is `None` for redemptions made by the system.
    pub employees: BTreeMap<Option<PersonId>, Counted>,
    /// Redemptions by the hour of the day in Toronto.
    pub hours: BTreeMap<i8, Counted>,
}

impl Breakdown {
    fn add(
        &mut self,
        kind: BreakdownKind,
        name: &str,
        starts_at: Timestamp,
        counted: Counted,
    ) -> Result<()> {
        let number =
            || name.parse::<i64>().map_err(|_| Error::Internal(format!("{name:?} is no number")));
        let sum = match kind {
            BreakdownKind::Amount => self.amounts.entry(Cents::new(number()?)).or_default(),
            BreakdownKind::Employee => self.employees.entry(PersonId::parse(name)).or_default(),
            BreakdownKind::Hour => {
                let after = number()?.saturating_mul(HOUR_MICROS);
                let moment = Timestamp::from_micros(starts_at.as_micros().saturating_add(after));
                self.hours.entry(toronto_hour(moment)).or_default()
            }
            BreakdownKind::Owed => return Ok(()),
        };
        *sum = sum.checked_add(counted)?;
        Ok(())
    }
}

/// Returns the breakdown of one vendor's figures. `vendor` must be the vendor of the filter.
pub fn break_down(tx: &mut Tx<'_>, vendor: TenantId, filter: &Filter) -> Result<Breakdown> {
    let mut all = Breakdown::default();
    for Broken { kind, name, a_day, items, amount } in store::rolled_up(tx, vendor, filter)? {
        all.add(kind, &name, a_day, Counted { items, amount })?;
    }
    for booked in store::newer_transfers(tx, filter)? {
        for (key, counted) in parts_of(&booked) {
            all.add(key.kind, &key.name, key.starts_at, counted)?;
        }
    }
    all.amounts.retain(|_, sum| !sum.is_nothing());
    all.employees.retain(|_, sum| !sum.is_nothing());
    all.hours.retain(|_, sum| !sum.is_nothing());
    Ok(all)
}

/// Returns the amount payable now to each vendor in `vendors`. Payouts in progress are already
/// subtracted.
pub fn owed_to_vendors(tx: &mut Tx<'_>, vendors: &TenantScope) -> Result<HashMap<TenantId, Cents>> {
    let filter = Filter {
        vendors: vendors.clone(),
        charity: None,
        campaign: None,
        has_cause: None,
        days: DateRange::default(),
        counts_parts: false,
    };
    let mut owed = store::owed_when_rolled_up(tx, vendors)?;
    for booked in store::newer_transfers(tx, &filter)? {
        let sum = owed.entry(booked.vendor_id).or_insert(Cents::ZERO);
        *sum = sum.checked_add(booked.owed)?;
    }
    Ok(owed)
}

/// Returns the sum of all donations ever raised for each charity, or for one charity only.
pub fn raised_for_charities(
    tx: &mut Tx<'_>,
    charity: Option<TenantId>,
) -> Result<HashMap<TenantId, Cents>> {
    let filter = Filter {
        vendors: TenantScope::All,
        charity,
        campaign: None,
        has_cause: Some(true),
        days: DateRange::default(),
        counts_parts: false,
    };
    let charities = super::store::sums_by_charity(tx, &filter)?;
    Ok(charities.into_iter().map(|(charity, sums)| (charity, sums.raised)).collect())
}
