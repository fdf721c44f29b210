//! SQL for subscriptions to emailed reports. Queries for an API request are restricted to the
//! subscriptions of the person who makes the request.

use db::{Tx, params};

use kernel::{
    ids::{CampaignId, PersonId, ReportSubscriptionId, TenantId},
    timestamp::Timestamp,
};
use platform::error::Result;

use crate::reports::letters::{Cadence, MailedReport};

db::row! {
    /// A person's subscription to an emailed report.
    #[derive(Clone, Debug)]
    pub struct SubscriptionRow {
        pub person_id: PersonId,
        pub id: ReportSubscriptionId,
        pub report: MailedReport,
        pub tenant_id: Option<TenantId>,
        pub cadence: Cadence,
        pub card_type: i64,
        pub campaign_id: Option<CampaignId>,
        pub due_at: Timestamp,
        pub created_at: Timestamp,
        pub tenant_name: Option<String>,
        pub campaign_name: Option<String>,
    }
}

const ROWS: &str = "SELECT s.person_id, s.id, s.report, s.tenant_id, s.cadence, s.card_type, s.campaign_id, s.due_at, s.created_at,
       t.display_name, c.name
     FROM report_subscription s LEFT JOIN tenant t ON t.id = s.tenant_id LEFT JOIN campaign c ON c.id = s.campaign_id";

/// Returns a person's subscriptions, the oldest first.
pub fn list_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<SubscriptionRow>> {
    let sql = format!("{ROWS} WHERE s.person_id = $1 ORDER BY s.created_at, s.id");
    Ok(tx.rows(&sql, params![person])?)
}

/// Locks the person's row, so that concurrent requests can't exceed the limit of subscriptions
/// together. Returns false if the account is closed.
pub fn lock_person(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let sql = format!(
        "SELECT id FROM person WHERE id = $1 AND closed_at IS NULL{}",
        tx.engine().for_update()
    );
    Ok(tx.first::<(PersonId,)>(&sql, params![person])?.is_some())
}

pub fn insert(tx: &mut Tx<'_>, row: &SubscriptionRow) -> Result<()> {
    tx.execute(
        "INSERT INTO report_subscription
             (person_id, id, report, tenant_id, cadence, card_type, campaign_id, due_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            row.person_id,
            row.id,
            row.report,
            row.tenant_id,
            row.cadence,
            row.card_type,
            row.campaign_id,
            row.due_at,
            row.created_at
        ],
    )?;
    Ok(())
}

pub fn delete(tx: &mut Tx<'_>, person: PersonId, id: ReportSubscriptionId) -> Result<bool> {
    let sql = "DELETE FROM report_subscription WHERE person_id = $1 AND id = $2";
    Ok(tx.execute(sql, params![person, id])? == 1)
}

pub fn delete_all(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.later("DELETE FROM report_subscription WHERE person_id = $1", params![person])?;
    Ok(())
}

pub fn campaign_name(tx: &mut Tx<'_>, id: CampaignId) -> Result<Option<String>> {
    let found = tx.first("SELECT name FROM campaign WHERE id = $1", params![id])?;
    Ok(found.map(|(name,)| name))
}

/// Returns the next due subscriptions, in order of their due time. `behind` is the due time and id
/// of the last subscription of the batch before.
pub fn list_due(
    tx: &mut Tx<'_>,
    now: Timestamp,
    behind: Option<(Timestamp, ReportSubscriptionId)>,
    most: i64,
) -> Result<Vec<SubscriptionRow>> {
    let (due_at, id) = match behind {
        Some((due_at, id)) => (due_at, id.to_string()),
        None => (Timestamp::MIN, String::new()),
    };
    let sql = format!(
        "{ROWS} WHERE s.due_at <= $1 AND s.due_at >= $2 AND (s.due_at > $2 OR s.id > $3)
         ORDER BY s.due_at, s.id LIMIT $4"
    );
    Ok(tx.rows(&sql, params![now, due_at, id, most])?)
}

/// Returns whether a person can be emailed: the account is open, active and confirmed.
pub fn is_active(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let found: Option<(PersonId,)> = tx.first(
        "SELECT id FROM person
         WHERE id = $1 AND closed_at IS NULL AND is_active = TRUE AND confirmed_at IS NOT NULL",
        params![person],
    )?;
    Ok(found.is_some())
}

/// Sets the time at which the next report is due. Returns false if another node has set this time
/// already, or the subscription has ended.
pub fn move_on(tx: &mut Tx<'_>, row: &SubscriptionRow, next: Timestamp) -> Result<bool> {
    let moved = tx.execute(
        "UPDATE report_subscription SET due_at = $4 WHERE person_id = $1 AND id = $2 AND due_at = $3",
        params![row.person_id, row.id, row.due_at, next],
    )?;
    Ok(moved == 1)
}
