//! Reports: what a vendor has sold, in four figures.

pub mod api;

use db::Tx;

use crate::{
    auth::TenantKind,
    cards::{self, SoldFilter},
    error::{Error, Result},
    kernel::{date_range::DateRange, ids::TenantId, money::Cents},
    tenants::{self, TenantScope},
};

/// Which brand's cards are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CardType {
    #[default]
    All,
    FunRay,
    RayZr,
}

impl CardType {
    /// As the wire numbers them: 0 is all.
    pub fn from_number(number: i64) -> Option<CardType> {
        match number {
            0 => Some(CardType::All),
            1 => Some(CardType::FunRay),
            2 => Some(CardType::RayZr),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct SummaryFilter {
    /// One's own when none is named.
    pub tenant: Option<TenantId>,
    pub card_type: CardType,
    pub days: DateRange,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub revenue: Cents,
    pub cards_sold: u64,
    pub redemption: Cents,
    pub balance: Cents,
}

pub fn of(tx: &mut Tx<'_>, scope: &TenantScope, filter: &SummaryFilter) -> Result<Summary> {
    let vendors = match (filter.tenant, scope) {
        (Some(tenant), scope) => {
            let is_vendor = tenants::kind_of(tx, tenant)? == Some(TenantKind::Vendor);
            if !is_vendor || !scope.reaches(tenant) {
                return Err(Error::NotFound);
            }
            TenantScope::Own(vec![tenant])
        }
        (None, scope) => scope.clone(),
    };
    sold_by(tx, &vendors, filter)
}

/// The figures of the cards that these vendors sold on those days, as they stand now.
fn sold_by(tx: &mut Tx<'_>, vendors: &TenantScope, filter: &SummaryFilter) -> Result<Summary> {
    let has_cause = match filter.card_type {
        CardType::All => None,
        CardType::FunRay => Some(true),
        CardType::RayZr => Some(false),
    };
    let sold =
        cards::sold(tx, &SoldFilter { shops: vendors.clone(), has_cause, days: filter.days })?;
    Ok(Summary {
        revenue: sold.revenue,
        cards_sold: sold.cards.unsigned_abs(),
        redemption: sold.redeemed,
        balance: sold.balance,
    })
}
