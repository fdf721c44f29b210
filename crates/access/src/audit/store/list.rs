//! Queries for pages of the audit log, with the names of authors and subjects.

use db::{Rows, Tx, Value, rows};

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
    LEFT JOIN orders so ON so.id = a.subject_id
    LEFT JOIN campaign sm ON sm.id = a.subject_id
    LEFT JOIN region sr ON sr.id = a.subject_id
    LEFT JOIN category sc ON sc.id = a.subject_id
    LEFT JOIN organization sg ON sg.id = a.subject_id
    LEFT JOIN till sl ON sl.id = a.subject_id
    LEFT JOIN card sk ON sk.vendor_id = a.tenant_id AND sk.id = a.subject_id"
);

/// Maximum number of entries that are counted. A reader who needs an exact total above that must
/// narrow the filter.
const MAX_COUNTED: i64 = 10_000;

fn conditions(filter: &Filter) -> (String, Vec<Value<'static>>) {
    let (from, until) = filter.days.moments();
    let mut values = vec![Value::Int(from.as_micros()), Value::Int(until.as_micros())];
    let mut sql = "a.created_at >= $1 AND a.created_at < $2".to_owned();
    let mut among = |column: &str, options: Vec<String>| {
        let mut places = Vec::new();
        for option in options {
            values.push(Value::Text(option.into()));
            places.push(format!("${}", values.len()));
        }
        sql += &match places.as_slice() {
            [] => " AND FALSE".to_owned(),
            [one] => format!(" AND a.{column} = {one}"),
            several => format!(" AND a.{column} IN ({})", several.join(", ")),
        };
    };
    if let Some(tenants) = &filter.tenants {
        among("tenant_id", tenants.iter().map(ToString::to_string).collect());
    }
    if let Some(subjects) = &filter.subjects {
        among("subject_id", subjects.clone());
    }
    if let Some(actors) = &filter.actors {
        among("actor", actors.clone());
    }
    if let Some(action) = filter.action {
        among("action", vec![action.word().to_owned()]);
    }
    if filter.without_views {
        sql +=
            " AND a.action NOT IN ('CARD_VIEWED', 'PERSON_VIEWED', 'TENANT_VIEWED', 'LIST_READ')";
    }
    if let Some(Cursor { at, id }) = &filter.before {
        let place = values.len();
        values.extend([Value::Int(at.as_micros()), Value::Text(id.clone().into())]);
        let (at, id) = (place + 1, place + 2);
        sql += &format!(" AND a.created_at <= ${at} AND (a.created_at < ${at} OR a.id < ${id})");
    }
    (sql, values)
}

/// Returns the query for a page of entries, newest first.
pub fn list(filter: &Filter, page: PageRequest) -> Rows<EntryRow> {
    let (conditions, mut values) = conditions(filter);
    let sql = format!(
        "SELECT {COLUMNS} FROM audit_entry a {JOINED} WHERE {conditions}
         ORDER BY a.created_at DESC, a.id DESC LIMIT ${} OFFSET ${}",
        values.len() + 1,
        values.len() + 2
    );
    values.extend([Value::Int(page.limit()), Value::Int(page.offset())]);
    rows(sql, &values)
}

pub fn count(tx: &mut Tx<'_>, filter: &Filter) -> Result<u64> {
    let (conditions, mut values) = conditions(filter);
    values.push(Value::Int(MAX_COUNTED));
    let sql = format!(
        "SELECT count(*) FROM (SELECT a.id FROM audit_entry a WHERE {conditions} LIMIT ${}) counted",
        values.len()
    );
    let (count,): (i64,) = tx.one(&sql, &values)?;
    Ok(count.unsigned_abs())
}
