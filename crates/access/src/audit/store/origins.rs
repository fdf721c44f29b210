//! SQL for origins of audit entries (IP address and browser), read with the keyed hash in the
//! sealed entry.

use db::{Tx, params};

use kernel::{ids::AuditEntryId, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// Origin of an audit entry, and the keyed hash that the sealed entry has for it.
    #[derive(Clone, Debug)]
    pub struct OriginRow {
        pub created_at: Timestamp,
        pub entry_id: AuditEntryId,
        pub address: String,
        pub user_agent: String,
        pub hash: Option<String>,
    }
}

const SELECT: &str = "SELECT w.created_at, w.entry_id, w.address, w.user_agent, a.origin_hash
    FROM audit_origin w JOIN audit_entry a ON a.id = w.entry_id";

/// Lists the next origins after a position (time and entry id), oldest first.
pub fn list(tx: &mut Tx<'_>, (at, id): &(Timestamp, String), limit: i64) -> Result<Vec<OriginRow>> {
    let sql = format!(
        "{SELECT} WHERE w.created_at >= $1 AND (w.created_at > $1 OR w.entry_id > $2)
         ORDER BY w.created_at, w.entry_id LIMIT $3"
    );
    Ok(tx.rows(&sql, params![at, id, limit])?)
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<OriginRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE w.entry_id = $1"), params![id])?)
}
