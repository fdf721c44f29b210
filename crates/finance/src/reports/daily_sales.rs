//! Notifies the managers of each shop every morning about the sales of the previous day.

use std::sync::Arc;

use super::{CardType, Wanted, schedule::HOUR, store};
use kernel::{date_range::DateRange, dates::BusinessDate, ids::TenantId, paging::PageRequest};
use market::{
    bell::{self, DaySales},
    tenants::TenantScope,
};
use platform::{app::App, error::Result};

/// Maximum number of vendors read per query.
const BATCH: i64 = 100;

/// Scheduled task: notifies managers once a day, in the morning in Toronto. If a run fails, the
/// next run starts again with the first shop. Each manager still gets only one notice.
pub async fn notify_of_yesterday(app: Arc<App>) -> Result<()> {
    let now = app.clock.now();
    let today = BusinessDate::of(now);
    let day = today.plus_days(-1);
    if now < today.at_hour(HOUR) || app.db.read(move |tx| bell::is_day_done(tx, day)).await? {
        return Ok(());
    }
    let mut behind = None;
    loop {
        let shops = app.db.read(move |tx| bell::shops_behind(tx, behind, BATCH)).await?;
        let Some(last) = shops.last() else { break };
        behind = Some(*last);
        for shop in shops {
            notify_of(&app, shop, day).await?;
        }
    }
    app.db.write(move |tx| bell::set_day_done(tx, day)).await
}

/// Notifies a vendor's managers about the sales of a day. Sends nothing if there were no sales.
async fn notify_of(app: &Arc<App>, vendor: TenantId, day: BusinessDate) -> Result<()> {
    let wanted = Wanted {
        tenant: Some(vendor),
        campaign: None,
        card_type: CardType::All,
        days: DateRange::between(day, day),
        page: PageRequest::default(),
        kind: None,
    };
    let filter = wanted.of_vendors(TenantScope::Own(vec![vendor]));
    let sums = app.db.read(move |tx| store::sums(tx, &filter)).await?;
    if sums.cards <= 0 {
        return Ok(());
    }
    let sales = DaySales { vendor, day, cards: sums.cards, value: sums.purchased };
    bell::notify_of_sales(app, sales).await
}
