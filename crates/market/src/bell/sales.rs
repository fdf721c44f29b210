//! Notices of a shop's sales: large redemptions, and the total of each day.

use std::sync::Arc;

use db::Tx;

use super::{facts::Facts, kinds::Kind, sending::notify_all, store};
use kernel::{
    dates::BusinessDate,
    ids::{CardId, JobId, TenantId},
    money::Cents,
};
use platform::{app::App, error::Result};

/// Default amount from which a redemption counts as large.
pub const LARGE: Cents = Cents::from_dollars(200);
/// Smallest and largest amount that a manager can set. The minimum avoids notices about everyday
/// purchases.
pub const MIN_LARGE: Cents = Cents::from_dollars(20);
pub const MAX_LARGE: Cents = Cents::from_dollars(10_000);

/// Amount that was redeemed from a card.
pub struct Redeemed {
    pub vendor: TenantId,
    pub card: CardId,
    pub number: String,
    pub value: Cents,
}

/// Notifies the shop's managers of a redemption that is large by their settings. If the job `job`
/// runs twice, the managers still get one notice.
pub async fn notify_of_redemption(app: &Arc<App>, job: JobId, redeemed: Redeemed) -> Result<()> {
    let Redeemed { vendor, card, number, value } = redeemed;
    if value < MIN_LARGE {
        return Ok(());
    }
    let kind = Kind::LargeRedemption;
    let mut recipients = app.db.read(move |tx| store::managers(tx, &[vendor], kind)).await?;
    recipients.retain(|one| value >= one.amount.unwrap_or(LARGE));
    let facts =
        Facts { card: Some(card), number: Some(number), value: Some(value), ..Facts::default() };
    notify_all(app, recipients, vendor, kind, job.to_string(), facts).await
}

/// Sales of a shop on one day.
pub struct DaySales {
    pub vendor: TenantId,
    pub day: BusinessDate,
    pub cards: i64,
    pub value: Cents,
}

/// Notifies the shop's managers of a day's sales. If it runs twice for the same day, the managers
/// still get one notice.
pub async fn notify_of_sales(app: &Arc<App>, sales: DaySales) -> Result<()> {
    let DaySales { vendor, day, cards, value } = sales;
    let kind = Kind::DailySales;
    let recipients = app.db.read(move |tx| store::managers(tx, &[vendor], kind)).await?;
    let facts =
        Facts { value: Some(value), cards: Some(cards), day: Some(day), ..Facts::default() };
    let source = format!("sales of {vendor} on {day}");
    notify_all(app, recipients, vendor, kind, source, facts).await
}

/// Lists up to `most` shops that have managers, ordered by id, starting after the shop `behind`.
pub fn shops_behind(tx: &mut Tx<'_>, behind: Option<TenantId>, most: i64) -> Result<Vec<TenantId>> {
    store::shops_behind(tx, behind, most)
}

/// Returns true if all managers were notified of the sales of this day.
pub fn is_day_done(tx: &mut Tx<'_>, day: BusinessDate) -> Result<bool> {
    Ok(store::last_day(tx)? == Some(day))
}

pub fn set_day_done(tx: &mut Tx<'_>, day: BusinessDate) -> Result<()> {
    store::set_last_day(tx, day)
}
