//! SQL for the progress of campaigns, and for the sums of their supporters.

use std::collections::HashMap;

use db::{Conditions, ToValue, Tx, Value, params};

use super::{Marks, Totals};
use crate::campaigns::Days;
use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, OrderId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    /// Stored progress of a campaign.
    #[derive(Clone, Copy, Debug)]
    pub struct ProgressRow {
        raised: Cents,
        supporters: i64,
        half_at: Option<Timestamp>,
        full_at: Option<Timestamp>,
    }
}

impl ProgressRow {
    pub fn totals(&self) -> Totals {
        Totals { raised: self.raised, supporters: self.supporters }
    }

    pub fn marks(&self) -> Marks {
        Marks { half_at: self.half_at, full_at: self.full_at }
    }
}

/// Locks and returns the progress of a campaign. Creates the row if it doesn't exist.
pub fn lock(tx: &mut Tx<'_>, campaign: CampaignId, now: Timestamp) -> Result<ProgressRow> {
    tx.later(
        "INSERT INTO campaign_progress (campaign_id, raised, supporters, moved_at) VALUES ($1, 0, 0, $2)
         ON CONFLICT (campaign_id) DO NOTHING",
        params![campaign, now],
    )?;
    let sql = format!(
        "SELECT {} FROM campaign_progress WHERE campaign_id = $1{}",
        ProgressRow::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.one(&sql, params![campaign])?)
}

pub fn set(tx: &mut Tx<'_>, campaign: CampaignId, totals: Totals, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE campaign_progress SET raised = $2, supporters = $3, moved_at = $4 WHERE campaign_id = $1",
        params![campaign, totals.raised, totals.supporters, now],
    )?;
    Ok(())
}

pub fn set_marks(tx: &mut Tx<'_>, campaign: CampaignId, marks: Marks) -> Result<()> {
    tx.later(
        "UPDATE campaign_progress SET half_at = $2, full_at = $3 WHERE campaign_id = $1",
        params![campaign, marks.half_at, marks.full_at],
    )?;
    Ok(())
}

db::row! {
    /// Goal and days of a campaign.
    #[derive(Clone, Copy, Debug)]
    pub struct Terms {
        pub goal: Option<Cents>,
        start_day: BusinessDate,
        end_day: BusinessDate,
    }
}

impl Terms {
    pub fn days(&self) -> Days {
        Days { start: self.start_day, end: self.end_day }
    }
}

pub fn terms(tx: &mut Tx<'_>, campaign: CampaignId) -> Result<Terms> {
    let sql = format!("SELECT {} FROM campaign WHERE id = $1", Terms::COLUMNS);
    Ok(tx.one(&sql, params![campaign])?)
}

/// Returns what these buyers' cards of all shops have raised for a campaign.
pub fn raised_by(
    tx: &mut Tx<'_>,
    campaign: CampaignId,
    people: &[PersonId],
) -> Result<HashMap<PersonId, Cents>> {
    let mut conditions = Conditions::default();
    conditions.only("campaign_id", campaign);
    conditions.only_among("person_id", db::padded(people).copied());
    let sql = format!(
        "SELECT person_id, CAST(SUM(raised) AS BIGINT) FROM campaign_supporter WHERE {} GROUP BY person_id",
        conditions.sql()
    );
    Ok(tx.rows(&sql, conditions.parameters())?.into_iter().collect())
}

pub fn add_supporters(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    campaign: CampaignId,
    people: &[(PersonId, Cents)],
) -> Result<()> {
    let mut values: Vec<Value<'_>> = params![vendor, campaign].to_vec();
    let mut rows = Vec::with_capacity(people.len());
    for (person, raised) in people {
        let first = values.len() + 1;
        values.extend([person.to_value(), raised.to_value()]);
        rows.push(format!("($1, $2, {})", db::places(first..=values.len())));
    }
    let sql = format!(
        "INSERT INTO campaign_supporter (vendor_id, campaign_id, person_id, raised) VALUES {}
         ON CONFLICT (vendor_id, campaign_id, person_id) DO UPDATE SET raised = campaign_supporter.raised + excluded.raised",
        rows.join(", ")
    );
    tx.later(&sql, &values)?;
    Ok(())
}

/// Lists the campaigns for which a vendor's cards raised money.
pub fn campaigns_of(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Vec<CampaignId>> {
    let rows: Vec<(CampaignId,)> = tx.rows(
        "SELECT DISTINCT campaign_id FROM campaign_supporter WHERE vendor_id = $1 ORDER BY campaign_id",
        params![vendor],
    )?;
    Ok(rows.into_iter().map(|(campaign,)| campaign).collect())
}

pub fn delete_of(tx: &mut Tx<'_>, vendor: TenantId) -> Result<()> {
    tx.later("DELETE FROM campaign_supporter WHERE vendor_id = $1", params![vendor])?;
    Ok(())
}

/// Counts the progress of a campaign again from its supporters.
pub fn count(tx: &mut Tx<'_>, campaign: CampaignId) -> Result<Totals> {
    let (raised, supporters) = tx.one(
        "SELECT CAST(COALESCE(SUM(s.raised), 0) AS BIGINT), CAST(COALESCE(SUM(CASE WHEN s.raised > 0 THEN 1 ELSE 0 END), 0) AS BIGINT)
         FROM (SELECT person_id, SUM(raised) AS raised FROM campaign_supporter WHERE campaign_id = $1 GROUP BY person_id) s",
        params![campaign],
    )?;
    Ok(Totals { raised, supporters })
}

/// Returns what a buyer's cards of all shops have raised for each of these campaigns.
pub fn raised_from(
    tx: &mut Tx<'_>,
    person: PersonId,
    campaigns: &[CampaignId],
) -> Result<HashMap<CampaignId, Cents>> {
    let mut conditions = Conditions::default();
    conditions.only("person_id", person);
    conditions.only_among("campaign_id", campaigns.iter().copied());
    let sql = format!(
        "SELECT campaign_id, CAST(SUM(raised) AS BIGINT) FROM campaign_supporter WHERE {} GROUP BY campaign_id",
        conditions.sql()
    );
    Ok(tx.rows(&sql, conditions.parameters())?.into_iter().collect())
}

/// Lists the campaigns of an order's cards, each with the sum that the daily totals don't include
/// yet.
pub fn missing_of(tx: &mut Tx<'_>, order: OrderId) -> Result<Vec<(CampaignId, Cents)>> {
    Ok(tx.rows(
        "SELECT k.campaign_id, CAST(SUM(CASE WHEN s.position <= p.position THEN 0 ELSE k.charity_share END) AS BIGINT)
         FROM card k
         LEFT JOIN transfer t ON t.vendor_id = k.vendor_id AND t.card_id = k.id AND t.kind = 'SALE'
         LEFT JOIN seal s ON s.vendor_id = t.vendor_id AND s.transfer_id = t.id
         LEFT JOIN daily_position p ON p.vendor_id = k.vendor_id
         WHERE k.order_id = $1 AND k.campaign_id IS NOT NULL
         GROUP BY k.campaign_id ORDER BY k.campaign_id",
        params![order],
    )?)
}
