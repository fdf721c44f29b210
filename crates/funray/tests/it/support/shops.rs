//! Adds shops that sell cards, and campaigns that are running.

use db::params;
use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, Id, TenantId},
};
use platform::error::Error;

use super::TestApp;

impl TestApp {
    /// Adds an active vendor that sells cards of every amount.
    pub async fn shop(&self, name: &'static str) -> TenantId {
        let vendor = self.vendor(name).await;
        self.write(
            "UPDATE tenant SET card_amounts = 'Amount25,Amount50,Amount75,Amount100' WHERE id = $1",
            vendor,
        )
        .await;
        vendor
    }

    /// Adds a charity's campaign that began a week ago and runs for a month.
    pub async fn campaign_of(&self, charity: TenantId, name: &'static str) -> CampaignId {
        let now = self.app.clock.now();
        let day = |hours: u64, is_later: bool| {
            let span = std::time::Duration::from_secs(hours * 3600);
            BusinessDate::of(if is_later { now.plus(span) } else { now.minus(span) })
        };
        let (first, last) = (day(24 * 7, false), day(24 * 30, true));
        let id = CampaignId::new(now);
        self.app
            .db
            .write(move |tx| {
                tx.execute(
                    "INSERT INTO campaign (id, charity_id, name, start_day, end_day, is_active, search_key,
                                           created_at, updated_at)
                     VALUES ($1, $2, $3, $4, $5, TRUE, $3, $6, $6)",
                    params![id, charity, name, first, last, now],
                )?;
                Ok::<_, Error>(id)
            })
            .await
            .expect("the campaign is made")
    }

    /// Runs an SQL statement whose `$1` is the id. Fails if it changes no row.
    pub async fn write(&self, sql: &'static str, id: impl Id + Send + Sync + 'static) {
        let text = id.to_string();
        let changed = self.app.db.write(move |tx| tx.execute(sql, params![text])).await;
        assert!(changed.expect("a statement") > 0, "nothing was changed: {sql}");
    }
}
