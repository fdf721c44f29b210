//! Daily notice to the managers of each shop about the sales of the day before.

use std::sync::Arc;

use super::{CardType, Wanted, schedule::HOUR, store};
use kernel::{date_range::DateRange, dates::BusinessDate, ids::TenantId, paging::PageRequest};
use market::{
    bell::{self, DaySales},
    tenants::TenantScope,
};
use platform::{app::App, error::Result};

/// Vendors read per query.
const BATCH: i64 = 100;

/// Scheduled task: notifies once a day, in the morning in Toronto. If a run fails, the next one
/// starts over; each manager still gets one notice only.
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

/// Notifies a vendor's managers; no notice after a day without sales.
async fn notify_of(app: &App, vendor: TenantId, day: BusinessDate) -> Result<()> {
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
