//! SQL for rows of people's roles.

use db::{Tx, params};

use access::auth::{AT_WORK, Grant, Role, TenantKind, second_person};
use kernel::{
    ids::{PersonId, TenantId, UserRoleId},
    timestamp::Timestamp,
};
use people::identity;
use platform::error::Result;

use crate::users::UserScope;

db::row! {
    /// Role of a person, and whether the role is active.
    #[derive(Clone, Copy, Debug)]
    pub struct RoleRow {
        pub id: UserRoleId,
        pub person_id: PersonId,
        pub role: Role,
        pub tenant_id: Option<TenantId>,
        pub is_active: bool,
        /// Time when the role was granted, or last changed into another role.
        pub created_at: Timestamp,
    }
}

/// Gives a role to a person. Returns false if the person already has the role, active or not.
/// `appointed_by` is empty if no other person gave the role.
pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    role: Role,
    tenant: Option<TenantId>,
    appointed_by: &[PersonId],
) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO person_role (id, person_id, role, tenant_id, is_active, created_at, appointed_by, appointed_at)
         VALUES ($1, $2, $3, $4, TRUE, $5, $6, $7) ON CONFLICT DO NOTHING",
        params![
            UserRoleId::new(now),
            person,
            role,
            tenant,
            now,
            appointed_by.first(),
            appointed_by.first().map(|_| now)
        ],
    )?;
    second_person::record_appointment(tx, now, person, appointed_by)?;
    if role != Role::Consumer {
        identity::record(tx, now, person)?;
    }
    Ok(inserted == 1)
}

pub fn lock(tx: &mut Tx<'_>, id: UserRoleId) -> Result<Option<RoleRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT {} FROM person_role WHERE id = $1{lock}", RoleRow::COLUMNS);
    Ok(tx.first(&sql, params![id])?)
}

/// Returns a person's role of this kind at this tenant, active or not.
pub fn find(
    tx: &mut Tx<'_>,
    person: PersonId,
    role: Role,
    tenant: Option<TenantId>,
) -> Result<Option<RoleRow>> {
    let sql = format!(
        "SELECT {} FROM person_role WHERE person_id = $1 AND role = $2 ORDER BY created_at, id",
        RoleRow::COLUMNS
    );
    let rows: Vec<RoleRow> = tx.rows(&sql, params![person, role])?;
    Ok(rows.into_iter().find(|row| row.tenant_id == tenant))
}

/// Locks a person's roles and returns those within the scope, oldest first.
pub fn lock_seen(tx: &mut Tx<'_>, scope: &UserScope, person: PersonId) -> Result<Vec<RoleRow>> {
    let lock = tx.engine().for_update();
    let sql = format!(
        "SELECT {} FROM person_role WHERE person_id = $1 ORDER BY created_at, id{lock}",
        RoleRow::COLUMNS
    );
    let mut rows: Vec<RoleRow> = tx.rows(&sql, params![person])?;
    rows.retain(|row| scope.shows(row.tenant_id));
    Ok(rows)
}

/// Returns true if the person has another active role than `but`, by which they can sign in.
pub fn has_other_active(tx: &mut Tx<'_>, person: PersonId, but: UserRoleId) -> Result<bool> {
    let sql = format!(
        "SELECT r.id FROM person_role r LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE r.person_id = $1 AND r.id <> $2 AND r.is_active = TRUE AND {AT_WORK}
         ORDER BY r.id LIMIT 1"
    );
    let other: Option<(UserRoleId,)> = tx.first(&sql, params![person, but])?;
    Ok(other.is_some())
}

pub fn set_inactive(tx: &mut Tx<'_>, now: Timestamp, row: &RoleRow) -> Result<()> {
    tx.later("UPDATE person_role SET is_active = FALSE WHERE id = $1", params![row.id])?;
    identity::record(tx, now, row.person_id)
}

/// Activates a person's role. The activating person counts as having appointed the role's owner,
/// who therefore can't approve that person's requests. Otherwise an administrator could approve
/// their own requests from a second account.
pub fn set_active(
    tx: &mut Tx<'_>,
    now: Timestamp,
    row: &RoleRow,
    appointed_by: PersonId,
) -> Result<()> {
    tx.later(
        "UPDATE person_role SET is_active = TRUE, appointed_by = $1, appointed_at = $2 WHERE id = $3",
        params![appointed_by, now, row.id],
    )?;
    second_person::record_appointment(tx, now, row.person_id, &[appointed_by])?;
    identity::record(tx, now, row.person_id)
}

/// Changes a person's role into another role. Returns false if the person already has that other
/// role.
pub fn change(
    tx: &mut Tx<'_>,
    now: Timestamp,
    row: &RoleRow,
    role: Role,
    tenant: Option<TenantId>,
    appointed_by: &[PersonId],
) -> Result<bool> {
    let appointed_at = appointed_by.first().map(|_| now);
    let changed = tx.savepoint(|tx| {
        tx.execute(
            "UPDATE person_role SET role = $1, tenant_id = $2, created_at = $3, appointed_by = $4, appointed_at = $5
             WHERE id = $6",
            params![role, tenant, now, appointed_by.first(), appointed_at, row.id],
        )
    });
    match changed {
        Ok(_) => {
            second_person::record_appointment(tx, now, row.person_id, appointed_by)?;
            identity::record(tx, now, row.person_id).map(|()| true)
        }
        Err(db::Error::Unique { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Lists all roles of a person, active or not.
pub fn list_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<Grant>> {
    let rows: Vec<(Role, Option<TenantId>, Option<TenantKind>)> = tx.rows(
        "SELECT r.role, t.id, t.kind FROM person_role r LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE r.person_id = $1 ORDER BY r.created_at, r.id",
        params![person],
    )?;
    let grant = |(role, tenant, kind): (Role, Option<TenantId>, Option<TenantKind>)| Grant {
        role,
        tenant: tenant.zip(kind),
    };
    Ok(rows.into_iter().map(grant).collect())
}

/// Locks and returns the active super administrators, so that two of them can't remove each other
/// at the same time.
pub fn lock_super_administrators(tx: &mut Tx<'_>) -> Result<Vec<PersonId>> {
    let lock = tx.engine().for_update();
    let sql = format!(
        "SELECT p.id FROM person_role r JOIN person p ON p.id = r.person_id
         WHERE r.role = 'SUPER_ADMINISTRATOR' AND r.is_active = TRUE AND p.is_active = TRUE
           AND p.password_hash IS NOT NULL
         ORDER BY p.id{lock}"
    );
    let people: Vec<(PersonId,)> = tx.rows(&sql, params![])?;
    Ok(people.into_iter().map(|(id,)| id).collect())
}
