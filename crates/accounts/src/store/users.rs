//! The list of users: a row for each person and role within the caller's scope.

use db::{Tx, Value, params};
use serde::Deserialize;
use utoipa::ToSchema;

use access::auth::Role;
use kernel::{
    ids::{PersonId, TenantId, UserRoleId},
    paging::PageRequest,
    sort::{Direction, Sort, SortKey},
    timestamp::Timestamp,
};
use platform::error::Result;

use crate::users::{KnownFilter, UserFilter, UserScope};

db::row! {
    #[derive(Clone, Debug)]
    pub struct UserRow {
        pub id: PersonId,
        pub email: String,
        pub first_name: String,
        pub last_name: String,
        pub is_active: bool,
        pub closed_at: Option<Timestamp>,
        pub has_password: bool,
        pub has_second_factor: bool,
        pub user_role_id: UserRoleId,
        pub role: Role,
        pub role_is_active: bool,
        pub tenant_id: Option<TenantId>,
        pub tenant_name: Option<String>,
        pub closing_asked_at: Option<Timestamp>,
        /// Last use of a session that has been deleted since.
        forgotten_use_at: Option<Timestamp>,
        /// Last use of the remaining sessions.
        known_use_at: Option<Timestamp>,
    }
}

impl UserRow {
    /// Returns when the person last used the program signed in.
    pub fn last_seen_at(&self) -> Option<Timestamp> {
        self.forgotten_use_at.max(self.known_use_at)
    }
}

const COLUMNS: &str = "p.id, p.email, p.first_name, p.last_name, p.is_active, p.closed_at,
    p.password_hash IS NOT NULL, p.has_second_factor, r.id, r.role, r.is_active, r.tenant_id, t.display_name,
    (SELECT q.asked_at FROM closing_request q WHERE q.person_id = p.id),
    p.seen_at, (SELECT MAX(s.rotated_at) FROM session s WHERE s.person_id = p.id)";

/// Returns the tables of the query in the order in which they are read; SQLite keeps the order of
/// CROSS JOIN. A list of all people or of all consumers is long, so it reads people in list order
/// and stops when the page is full. Other lists have few rows and read the roles first.
fn joined(scope: &UserScope, filter: &UserFilter) -> &'static str {
    match (scope, filter.tenant, filter.role) {
        (UserScope::Everybody, None, None | Some(Role::Consumer)) => {
            "person p CROSS JOIN person_role r"
        }
        _ => "person_role r CROSS JOIN person p",
    }
}

/// Sort order of the list of users.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum UserOrder {
    #[default]
    CreatedAt,
    Email,
    Name,
}

impl SortKey for UserOrder {
    const DEFAULT_DIRECTION: Direction = Direction::Desc;
    const TIE_BREAK: &'static str = "r.id";

    fn column(self) -> &'static str {
        match self {
            UserOrder::CreatedAt => "p.created_at",
            UserOrder::Email => "p.email",
            UserOrder::Name => "p.search_key",
        }
    }
}

/// Builds the SQL conditions of a list and their parameters.
fn conditions<'a>(scope: &'a UserScope, filter: &'a UserFilter) -> (String, Vec<Value<'a>>) {
    let mut parameters: Vec<Value<'a>> = Vec::new();
    let mut all = vec!["r.person_id = p.id".to_owned()];
    let mut bind = |value: Value<'a>| {
        parameters.push(value);
        format!("${}", parameters.len())
    };
    if let UserScope::Tenants(tenants) = scope {
        let places: Vec<String> =
            tenants.iter().map(|tenant| bind(Value::Text(tenant.to_string().into()))).collect();
        all.push(format!("r.tenant_id IN ({})", places.join(", ")));
    }
    if let Some(tenant) = filter.tenant {
        all.push(format!("r.tenant_id = {}", bind(Value::Text(tenant.to_string().into()))));
    }
    if !filter.with_closed {
        all.push("p.closed_at IS NULL".to_owned());
    }
    if filter.asks_to_close {
        all.push("p.id IN (SELECT person_id FROM closing_request)".to_owned());
    }
    if let Some(role) = filter.role {
        all.push(format!("r.role = {}", bind(Value::Text(role.word().into()))));
    }
    if let Some(known) = &filter.known {
        add_known(known, &mut all, &mut bind);
    }
    for pattern in filter.search.patterns() {
        let place = bind(Value::Text(pattern.into()));
        all.push(format!("p.search_key LIKE {place} ESCAPE '\\'"));
    }
    (all.join(" AND "), parameters)
}

/// Adds the conditions on data that the reader may see only for certain roles.
fn add_known<'a>(
    known: &KnownFilter,
    all: &mut Vec<String>,
    bind: &mut impl FnMut(Value<'a>) -> String,
) {
    let roles: Vec<String> =
        known.roles.iter().map(|role| bind(Value::Text(role.word().into()))).collect();
    all.push(format!("r.role IN ({})", roles.join(", ")));
    match known.has_second_factor {
        // Repeats the condition of the partial index, so that the database uses the index.
        Some(true) => all.push("p.has_second_factor = TRUE".to_owned()),
        Some(false) => all.push("p.has_second_factor = FALSE".to_owned()),
        None => {}
    }
    if known.has_second_factor.is_some() {
        all.push(format!("p.id <> {}", bind(Value::Text(known.reader.to_string().into()))));
    }
    let mut seen_after = |moment: Timestamp| {
        let place = bind(Value::Int(moment.as_micros()));
        format!(
            "(COALESCE(p.seen_at >= {place}, FALSE)
              OR EXISTS (SELECT 1 FROM session s WHERE s.person_id = p.id AND s.rotated_at >= {place}))"
        )
    };
    if let Some(moment) = known.seen_since {
        all.push(seen_after(moment));
    }
    if let Some(moment) = known.not_seen_since {
        all.push(format!("NOT {}", seen_after(moment)));
    }
}

pub fn list(
    tx: &mut Tx<'_>,
    scope: &UserScope,
    filter: &UserFilter,
    sort: Sort<UserOrder>,
    page: PageRequest,
) -> Result<Vec<UserRow>> {
    let (conditions, mut parameters) = conditions(scope, filter);
    let sql = format!(
        "SELECT {COLUMNS} FROM {} LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE {conditions} ORDER BY {} LIMIT ${} OFFSET ${}",
        joined(scope, filter),
        sort.sql(),
        parameters.len() + 1,
        parameters.len() + 2
    );
    parameters.extend([Value::Int(page.limit()), Value::Int(page.offset())]);
    Ok(tx.rows(&sql, &parameters)?)
}

pub fn count(tx: &mut Tx<'_>, scope: &UserScope, filter: &UserFilter) -> Result<u64> {
    let (conditions, parameters) = conditions(scope, filter);
    let sql = format!("SELECT count(*) FROM person_role r CROSS JOIN person p WHERE {conditions}");
    let (count,): (i64,) = tx.one(&sql, &parameters)?;
    Ok(count.unsigned_abs())
}

/// Finds a person's rows within the scope, the highest role first.
pub fn find(tx: &mut Tx<'_>, scope: &UserScope, person: PersonId) -> Result<Vec<UserRow>> {
    let sql = format!(
        "SELECT {COLUMNS}
         FROM person p JOIN person_role r ON r.person_id = p.id LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE p.id = $1 ORDER BY r.created_at, r.id"
    );
    let mut rows: Vec<UserRow> = tx.rows(&sql, params![person])?;
    rows.retain(|row| scope.shows(row.tenant_id));
    rows.sort_by_key(|row| Role::ALL.iter().position(|role| *role == row.role));
    Ok(rows)
}
