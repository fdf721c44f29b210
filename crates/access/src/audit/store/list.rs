//! Queries for pages of the audit log, with the names of authors and subjects.

use db::{Conditions, Rows, Tx, params, rows};

use super::super::Filter;
use kernel::{
    cursor::Cursor,
    ids::{AuditEntryId, TenantId},
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{column_then, join_then, name_then};
use platform::error::Result;

use crate::auth::{Role, TenantKind};

db::row! {
    /// Entry of the audit log. Staff appear with the name that they had at the time of the action,
    /// and all others with their current name.
    #[derive(Clone, Debug)]
    pub struct EntryRow {
        pub id: AuditEntryId,
        pub created_at: Timestamp,
        pub action: String,
        pub subject_kind: String,
        pub subject_id: String,
        pub tenant_id: Option<TenantId>,
        pub tenant_name: Option<String>,
        pub tenant_kind: Option<TenantKind>,
        pub actor: String,
        pub role: Option<Role>,
        pub before: Option<String>,
        pub after: Option<String>,
        pub reason: Option<String>,
        pub address: Option<String>,
        pub user_agent: Option<String>,
        pub actor_name: Option<String>,
        pub actor_email: Option<String>,
        pub subject_name: Option<String>,
    }
}

/// Columns of [`EntryRow`]. Authors, and people who are subjects, get the names they had at the
/// time of the action.
const COLUMNS: &str = concat!(
    "a.id, a.created_at, a.action, a.subject_kind, a.subject_id, a.tenant_id, wt.display_name, wt.kind,
    a.actor, a.role, a.before, a.after, a.reason, w.address, w.user_agent, ",
    name_then!("ap"),
    ", ",
    column_then!("ap", "email"),
    ", COALESCE(",
    name_then!("sp"),
    ", st.display_name, so.cart_id, sm.name, sr.name, sc.name, sg.name, sl.name, sk.last_four)"
);

const JOINED: &str = concat!(
    "LEFT JOIN audit_origin w ON w.entry_id = a.id
    LEFT JOIN tenant wt ON wt.id = a.tenant_id
    ",
    join_then!("ap", "a.actor", "a.created_at"),
    " ",
    join_then!("sp", "a.subject_id", "a.created_at"),
    "
    LEFT JOIN tenant st ON st.id = a.subject_id
    LEFT JOIN so ON so.id = a.subject_id
    LEFT JOIN campaign sm ON sm.id = a.subject_id
    LEFT JOIN region sr ON sr.id = a.subject_id
    LEFT JOIN category sc ON sc.id = a.subject_id
    LEFT JOIN organization sg ON sg.id = a.subject_id
    LEFT JOIN till sl ON sl.id = a.subject_id
    LEFT JOIN sk ON sk.vendor_id = a.tenant_id AND sk.id = a.subject_id"
);

/// Maximum number of entries that are counted. A reader who needs an exact total above that must
/// narrow the filter.
const MAX_COUNTED: i64 = 10_000;

fn conditions(filter: &Filter) -> Conditions {
    let (from, until) = filter.days.moments();
    let mut conditions = Conditions::with(params![from, until]);
    conditions.and("a.created_at >= $1 AND a.created_at < $2");
    if let Some(tenants) = &filter.tenants {
        conditions.only_among("a.tenant_id", tenants);
    }
    if let Some(subjects) = &filter.subjects {
        conditions.only_among("a.subject_id", subjects);
    }
    if let Some(actors) = &filter.actors {
        conditions.only_among("a.actor", actors);
    }
    if let Some(action) = filter.action {
        conditions.only("a.action", action.word());
    }
    if filter.without_views {
        conditions
            .and("a.action NOT IN ('CARD_VIEWED', 'PERSON_VIEWED', 'TENANT_VIEWED', 'LIST_READ')");
    }
    if let Some(Cursor { at, id }) = &filter.before {
        let (at, id) = (conditions.bind(at), conditions.bind(id));
        conditions.and(format!("a.created_at <= {at} AND (a.created_at < {at} OR a.id < {id})"));
    }
    conditions
}

/// Returns the query for a page of entries, newest first. Orders and cards are found by the entries
/// of the page: for a join with the log, which is on its coordinator, a cluster would read them all.
pub fn list(filter: &Filter, page: PageRequest) -> Rows<EntryRow> {
    let mut conditions = conditions(filter);
    let page = conditions.page(page.limit(), page.offset());
    let sql = format!(
        "WITH p AS MATERIALIZED
             (SELECT a.* FROM audit_entry a WHERE {} ORDER BY a.created_at DESC, a.id DESC{page}),
         so AS MATERIALIZED (SELECT o.id, o.cart_id FROM orders o WHERE o.id IN (SELECT p.subject_id FROM p)),
         sk AS MATERIALIZED
             (SELECT k.vendor_id, k.id, k.last_four FROM card k
              WHERE (k.vendor_id, k.id) IN (SELECT p.tenant_id, p.subject_id FROM p))
         SELECT {COLUMNS} FROM p a {JOINED} ORDER BY a.created_at DESC, a.id DESC",
        conditions.sql()
    );
    rows(sql, conditions.parameters())
}

pub fn count(tx: &mut Tx<'_>, filter: &Filter) -> Result<u64> {
    let mut conditions = conditions(filter);
    let most = conditions.bind(MAX_COUNTED);
    let sql = format!(
        "SELECT count(*) FROM (SELECT a.id FROM audit_entry a WHERE {} LIMIT {most}) counted",
        conditions.sql()
    );
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}
