//! Rows of updates.

use db::{Tx, params};

use super::News;
use kernel::{
    ids::{CampaignId, CampaignUpdateId},
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    /// News of a charity about a campaign.
    #[derive(Clone, Debug)]
    pub struct UpdateRow {
        pub id: CampaignUpdateId,
        pub title: String,
        pub text: String,
        pub created_at: Timestamp,
    }
}

const COLUMNS: &str = "id, title, body, created_at";

pub fn list(tx: &mut Tx<'_>, campaign: CampaignId, page: PageRequest) -> Result<Vec<UpdateRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM campaign_update WHERE campaign_id = $1
         ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3"
    );
    Ok(tx.rows(&sql, params![campaign, page.limit(), page.offset()])?)
}

pub fn count(tx: &mut Tx<'_>, campaign: CampaignId) -> Result<u64> {
    let sql = "SELECT count(*) FROM campaign_update WHERE campaign_id = $1";
    let (count,): (i64,) = tx.one(sql, params![campaign])?;
    Ok(count.unsigned_abs())
}

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    campaign: CampaignId,
    news: &News,
) -> Result<CampaignUpdateId> {
    let id = CampaignUpdateId::new(now);
    tx.later(
        "INSERT INTO campaign_update (id, campaign_id, title, body, created_at) VALUES ($1, $2, $3, $4, $5)",
        params![id, campaign, news.title, news.text, now],
    )?;
    Ok(id)
}

/// Deletes an update and returns it. `None` if the campaign has no such update.
pub fn delete(
    tx: &mut Tx<'_>,
    campaign: CampaignId,
    id: CampaignUpdateId,
) -> Result<Option<UpdateRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM campaign_update WHERE id = $1 AND campaign_id = $2{}",
        tx.engine().for_update()
    );
    let found: Option<UpdateRow> = tx.first(&sql, params![id, campaign])?;
    if found.is_some() {
        tx.later("DELETE FROM campaign_update WHERE id = $1", params![id])?;
    }
    Ok(found)
}
