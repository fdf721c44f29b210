//! What shops have sold, added up.

use db::{Tx, Value};

use super::list::of_shops;
use crate::{
    error::Result,
    kernel::{date_range::DateRange, money::Cents},
    tenants::TenantScope,
};

/// Which cards are added up: those that were sold on these days, and not cancelled. Of a card whose charge was taken
/// back, what had been spent counts.
#[derive(Clone, Debug)]
pub struct SoldFilter {
    pub shops: TenantScope,
    /// Only cards that support a cause, or only those that don't.
    pub has_cause: Option<bool>,
    pub days: DateRange,
}

db::row! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Sold {
        pub cards: i64,
        pub purchased: Cents,
        /// What is the shops' of it.
        pub revenue: Cents,
        pub redeemed: Cents,
        pub balance: Cents,
    }
}

pub fn sold(tx: &mut Tx<'_>, filter: &SoldFilter) -> Result<Sold> {
    let (from, until) = filter.days.moments();
    let mut parameters = vec![Value::Int(from.as_micros()), Value::Int(until.as_micros())];
    let mut conditions =
        vec!["o.cancelled_at IS NULL AND k.created_at >= $1 AND k.created_at < $2".to_owned()];
    conditions.extend(of_shops(&filter.shops, &mut parameters));
    conditions.extend(
        filter.has_cause.map(|has_cause| {
            format!("k.campaign_id IS {}NULL", if has_cause { "NOT " } else { "" })
        }),
    );
    let sum = |what: &str| format!("CAST(COALESCE(SUM({what}), 0) AS BIGINT)");
    let sql = format!(
        "SELECT count(*), {}, {}, {}, {} FROM card k JOIN orders o ON o.id = k.order_id WHERE {}",
        sum("k.face - k.reversed"),
        sum("k.vendor_share - k.reversed_revenue"),
        sum("k.face - k.balance - k.reversed"),
        sum("k.balance"),
        conditions.join(" AND ")
    );
    Ok(tx.one(&sql, &parameters)?)
}
