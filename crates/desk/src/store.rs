//! Rows of undelivered work: failed jobs and bounced emails.

use db::{Tx, params};

use access::auth::TenantKind;
use kernel::{ids::JobId, paging::PageRequest, timestamp::Timestamp};
use platform::{error::Result, jobs};

db::row! {
    /// A failed job or a bounced email.
    #[derive(Clone, Debug)]
    pub struct UndeliveredRow {
        pub id: JobId,
        /// Kind of the failed job, or name of the bounced letter.
        pub kind: String,
        /// Data of the failed job; `None` for a bounced email.
        pub payload: Option<String>,
        /// Masked recipient of the bounced email; `None` for a failed job.
        pub recipient: Option<String>,
        pub attempts: i64,
        pub error_code: Option<String>,
        pub last_error: Option<String>,
        pub bounce_status: Option<String>,
        /// Card that the bounced email is about. The next three fields are the order, the person
        /// and the tenant.
        pub card_id: Option<String>,
        pub order_id: Option<String>,
        pub person_id: Option<String>,
        pub tenant_id: Option<String>,
        pub tenant_kind: Option<TenantKind>,
        pub created_at: Timestamp,
    }
}

/// Lists failed jobs and bounced emails, the newest first.
pub fn list_undelivered(tx: &mut Tx<'_>, page: PageRequest) -> Result<Vec<UndeliveredRow>> {
    const NONE: &str = "CAST(NULL AS TEXT)";
    let about = |prefix: &str, name: &str| {
        format!(
            "MIN(CASE WHEN substr(subject_id, 1, 4) = '{prefix}_' THEN subject_id END) AS {name}"
        )
    };
    let sql = format!(
        "SELECT u.id, u.kind, u.payload, u.recipient, u.attempts, u.error_code, u.last_error, u.bounce_status, u.card_id, u.order_id,
                u.person_id, u.tenant_id, t.kind, u.created_at
         FROM (
             SELECT id, kind, payload, {NONE} AS recipient, attempts, error_code, last_error, {NONE} AS bounce_status,
                    {NONE} AS card_id, {NONE} AS order_id, {NONE} AS person_id, {NONE} AS tenant_id, created_at
             FROM job WHERE state = 'dead'
             UNION ALL
             SELECT mail_id, MIN(letter), {NONE}, MIN(recipient), CAST(1 AS BIGINT), {NONE}, {NONE}, MIN(bounce_status),
                    {}, {}, {}, {}, MAX(tried_at)
             FROM sent_mail WHERE bounce_status IS NOT NULL AND bounce_closed_at IS NULL
             GROUP BY mail_id
         ) u LEFT JOIN tenant t ON t.id = u.tenant_id
         ORDER BY u.created_at DESC, u.id DESC LIMIT $1 OFFSET $2",
        about("crd", "card_id"),
        about("ord", "order_id"),
        about("per", "person_id"),
        about("ten", "tenant_id"),
    );
    Ok(tx.rows(&sql, params![page.limit(), page.offset()])?)
}

pub fn count_undelivered(tx: &mut Tx<'_>) -> Result<u64> {
    Ok(jobs::count_dead(tx)? + mail::count_open_bounces(tx)?)
}
