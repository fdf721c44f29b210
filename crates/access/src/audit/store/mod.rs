//! SQL for rows of the audit log. No statement here changes or deletes an audit entry; only the
//! origins of requests (IP address and device), which are stored apart, are erased after a time.

mod decisions;
mod identities;
mod list;
mod origins;

use db::{Tx, params};

use super::{Author, Entry};
use kernel::{ids::AuditEntryId, timestamp::Timestamp};
use ledger::{Chain, KeyedBy, PLATFORM, Rule, Source};
use platform::error::Result;

pub use decisions::RULES as RULES_OF_DECISIONS;
pub use identities::{IDENTITIES, RULES as RULES_OF_IDENTITIES};
pub use list::{EntryRow, count, list};
pub use origins::{OriginRow, find as find_origin, list as list_origins};

/// Chain of seals over the entries of the audit log.
pub const ENTRIES: Chain = Chain {
    name: "audit rows",
    word: "audit",
    table: "audit_entry",
    seals: "audit_seal",
    unsealed: "unsealed_audit",
    owner: "tenant_id",
    key: "entry_id",
    has_age: true,
    sources: &[Source {
        columns: "a.id, a.created_at, a.action, a.subject_kind, a.subject_id, a.tenant_id, a.actor, a.session_id,
                  a.role, a.before, a.after, a.reason, a.origin_hash",
        join: "JOIN audit_entry a ON a.id = s.entry_id",
        order: "a.id",
    }],
};

pub const RULES: &[Rule] = &[
    Rule {
        name: "every audit row is sealed or about to be",
        breaking: "SELECT a.id, 'no seal knows it', a.id FROM {rows} a
     LEFT JOIN audit_seal s ON s.tenant_id = COALESCE(a.tenant_id, 'platform') AND s.entry_id = a.id
     LEFT JOIN unsealed_audit u ON u.tenant_id = COALESCE(a.tenant_id, 'platform') AND u.entry_id = a.id
     WHERE s.position IS NULL AND u.entry_id IS NULL ORDER BY a.id LIMIT 5",
        table: "audit_entry",
        key: KeyedBy::Column("id"),
        made: "created_at",
        touched: "created_at",
    },
];

/// Returns true if the author recorded the same action on the same subject in the same session
/// later than `after`.
pub fn has_recent(
    tx: &mut Tx<'_>,
    author: &Author,
    entry: &Entry,
    after: Timestamp,
) -> Result<bool> {
    let session = author.session().map(|session| session.to_string()).unwrap_or_default();
    let found: Option<(AuditEntryId,)> = tx.first(
        "SELECT id FROM audit_entry
         WHERE subject_id = $1 AND created_at > $2 AND actor = $3 AND action = $4 AND COALESCE(session_id, '') = $5
         ORDER BY created_at DESC, id DESC LIMIT 1",
        params![entry.subject.id, after, author.name(), entry.action, session],
    )?;
    Ok(found.is_some())
}

/// Erases up to `limit` origins of entries written before the time `before`. Returns the number
/// erased.
pub fn delete_origins(tx: &mut Tx<'_>, before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM audit_origin WHERE entry_id IN
             (SELECT entry_id FROM audit_origin WHERE created_at < $1 ORDER BY created_at, entry_id LIMIT $2)",
        params![before, limit],
    )?)
}

pub fn insert(
    tx: &mut Tx<'_>,
    id: AuditEntryId,
    now: Timestamp,
    author: &Author,
    entry: &Entry,
) -> Result<()> {
    let text = |value: &Option<serde_json::Value>| value.as_ref().map(ToString::to_string);
    tx.later(
        "INSERT INTO audit_entry (id, created_at, action, subject_kind, subject_id, tenant_id, actor, session_id,
                                  role, before, after, reason, origin_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        params![
            id,
            now,
            entry.action,
            entry.subject.kind,
            entry.subject.id,
            entry.tenant,
            author.name(),
            author.session(),
            author.role(),
            text(&entry.before),
            text(&entry.after),
            entry.reason,
            author.client().map(|client| client.hash.clone())
        ],
    )?;
    tx.later(
        "INSERT INTO unsealed_audit (tenant_id, entry_id) VALUES (COALESCE($1, $2), $3)",
        params![entry.tenant, PLATFORM, id],
    )?;
    if let Some(client) = author.client() {
        tx.later(
            "INSERT INTO audit_origin (entry_id, address, user_agent, created_at) VALUES ($1, $2, $3, $4)",
            params![
                id,
                client.address.map(|address| address.to_string()).unwrap_or_default(),
                client.user_agent,
                now
            ],
        )?;
    }
    Ok(())
}
