//! The list of users: a row for each person and role within the caller's scope.

use db::{Conditions, Tx, params};
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

/// Columns of a person and a role, before the last use of a session is added.
const COLUMNS: &str = "p.id, p.email, p.first_name, p.last_name, p.is_active, p.closed_at,
    p.password_hash IS NOT NULL AS has_password, p.has_second_factor, r.id AS user_role_id, r.role, r.is_active AS role_is_active,
    r.tenant_id, t.display_name,
    (SELECT q.asked_at FROM closing_request q WHERE q.person_id = p.id) AS closing_asked_at,
    p.seen_at, p.created_at, p.search_key, r.created_at AS role_created_at";

/// Returns the SQL that adds the last use of a session to these rows. People are on every machine of
/// a cluster and sessions on one, so the people are read first.
fn with_last_use(found: &str, order: &str) -> String {
    format!(
        "WITH found AS MATERIALIZED ({found}),
         seen AS MATERIALIZED (
             SELECT s.person_id, MAX(s.rotated_at) AS seen_at FROM session s
             WHERE s.person_id IN (SELECT id FROM found) GROUP BY s.person_id)
         SELECT f.id, f.email, f.first_name, f.last_name, f.is_active, f.closed_at, f.has_password, f.has_second_factor, f.user_role_id,
                f.role, f.role_is_active, f.tenant_id, f.display_name, f.closing_asked_at, f.seen_at, n.seen_at
         FROM found f LEFT JOIN seen n ON n.person_id = f.id
         ORDER BY {order}"
    )
}

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
fn conditions(scope: &UserScope, filter: &UserFilter) -> Conditions {
    let mut conditions = Conditions::default();
    conditions.and("r.person_id = p.id");
    if let UserScope::Tenants(tenants) = scope {
        conditions.only_among("r.tenant_id", tenants);
    }
    if let Some(tenant) = filter.tenant {
        conditions.only("r.tenant_id", tenant);
    }
    if !filter.with_closed {
        conditions.and("p.closed_at IS NULL");
    }
    if filter.asks_to_close {
        conditions.and("p.id IN (SELECT person_id FROM closing_request)");
    }
    if let Some(role) = filter.role {
        conditions.only("r.role", role);
    }
    if let Some(known) = &filter.known {
        add_known(known, &mut conditions);
    }
    for pattern in filter.search.patterns() {
        let place = conditions.bind(pattern);
        conditions.and(format!("p.search_key LIKE {place} ESCAPE '\\'"));
    }
    conditions
}

/// Adds the conditions on data that the reader may see only for certain roles.
fn add_known(known: &KnownFilter, conditions: &mut Conditions) {
    conditions.only_among("r.role", &known.roles);
    match known.has_second_factor {
        // Repeats the condition of the partial index, so that the database uses the index.
        Some(true) => conditions.and("p.has_second_factor = TRUE"),
        Some(false) => conditions.and("p.has_second_factor = FALSE"),
        None => {}
    }
    if known.has_second_factor.is_some() {
        let reader = conditions.bind(known.reader);
        conditions.and(format!("p.id <> {reader}"));
    }
    let mut seen_after = |moment: Timestamp| {
        let place = conditions.bind(moment);
        let roles = conditions.among("q.role", &known.roles);
        format!(
            "(COALESCE(p.seen_at >= {place}, FALSE)
              OR p.id IN (SELECT s.person_id FROM session s JOIN person_role q ON q.person_id = s.person_id
                          WHERE s.rotated_at >= {place} AND {roles}))"
        )
    };
    let seen = known.seen_since.map(&mut seen_after);
    let not_seen = known.not_seen_since.map(|moment| format!("NOT {}", seen_after(moment)));
    seen.into_iter().chain(not_seen).for_each(|condition| conditions.and(condition));
}

pub fn list(
    tx: &mut Tx<'_>,
    scope: &UserScope,
    filter: &UserFilter,
    sort: Sort<UserOrder>,
    page: PageRequest,
) -> Result<Vec<UserRow>> {
    let mut conditions = conditions(scope, filter);
    let page = conditions.page(page.limit(), page.offset());
    let order = sort.sql();
    let found = format!(
        "SELECT {COLUMNS} FROM {} LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE {} ORDER BY {order}{page}",
        joined(scope, filter),
        conditions.sql(),
    );
    let order = order.replace("p.", "f.").replace("r.id", "f.user_role_id");
    Ok(tx.rows(&with_last_use(&found, &order), conditions.parameters())?)
}

pub fn count(tx: &mut Tx<'_>, scope: &UserScope, filter: &UserFilter) -> Result<u64> {
    let conditions = conditions(scope, filter);
    let sql = format!(
        "SELECT count(*) FROM person_role r CROSS JOIN person p WHERE {}",
        conditions.sql()
    );
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

/// Finds a person's rows within the scope, the highest role first.
pub fn find(tx: &mut Tx<'_>, scope: &UserScope, person: PersonId) -> Result<Vec<UserRow>> {
    let found = format!(
        "SELECT {COLUMNS}
         FROM person p JOIN person_role r ON r.person_id = p.id LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE p.id = $1"
    );
    let sql = with_last_use(&found, "f.role_created_at, f.user_role_id");
    let mut rows: Vec<UserRow> = tx.rows(&sql, params![person])?;
    rows.retain(|row| scope.shows(row.tenant_id));
    rows.sort_by_key(|row| Role::ALL.iter().position(|role| *role == row.role));
    Ok(rows)
}
