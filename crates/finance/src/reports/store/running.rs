//! SQL for the campaigns of a charity that run today.

use db::{Tx, params};

use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, TenantId},
    money::Cents,
};
use platform::error::Result;

db::row! {
    #[derive(Clone, Debug)]
    pub struct RunningRow {
        pub id: CampaignId,
        pub name: String,
        pub start_day: BusinessDate,
        pub end_day: BusinessDate,
        pub goal: Option<Cents>,
    }
}

/// Maximum number of campaigns returned. A charity runs only a few at a time.
const MAX: i64 = 50;

/// Returns the campaigns that run today, the one that ends first at the top.
pub fn campaigns(
    tx: &mut Tx<'_>,
    charity: TenantId,
    today: BusinessDate,
) -> Result<Vec<RunningRow>> {
    Ok(tx.rows(
        "SELECT c.id, c.name, c.start_day, c.end_day, c.goal FROM campaign c
         WHERE c.charity_id = $1 AND c.is_active = TRUE AND c.start_day <= $2 AND c.end_day >= $2
         ORDER BY c.end_day, c.id LIMIT $3",
        params![charity, today, MAX],
    )?)
}
