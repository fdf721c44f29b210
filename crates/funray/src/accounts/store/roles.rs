//! The rows of what people are.

use db::{Tx, params};

use crate::{
    auth::{Grant, PersonId, Role, TenantId, TenantKind, UserRoleId},
    error::Result,
    kernel::timestamp::Timestamp,
};

db::row! {
    /// A role with its switch.
    #[derive(Clone, Copy, Debug)]
    pub struct RoleRow {
        pub id: UserRoleId,
        pub person_id: PersonId,
        pub role: Role,
        pub tenant_id: Option<TenantId>,
        pub is_active: bool,
    }
}

/// Gives a role; `false` when the person has it already, switched on or off.
pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    role: Role,
    tenant: Option<TenantId>,
) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO person_role (id, person_id, role, tenant_id, is_active, created_at)
         VALUES ($1, $2, $3, $4, TRUE, $5) ON CONFLICT DO NOTHING",
        params![UserRoleId::new(now), person, role, tenant, now],
    )?;
    Ok(inserted == 1)
}

pub fn lock(tx: &mut Tx<'_>, id: UserRoleId) -> Result<Option<RoleRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT {} FROM person_role WHERE id = $1{lock}", RoleRow::COLUMNS);
    Ok(tx.first(&sql, params![id])?)
}

/// Takes away whatever a person is in a tenant.
pub fn withdraw(tx: &mut Tx<'_>, person: PersonId, tenant: TenantId) -> Result<()> {
    tx.execute(
        "DELETE FROM person_role WHERE person_id = $1 AND tenant_id = $2",
        params![person, tenant],
    )?;
    Ok(())
}

pub fn set_active(tx: &mut Tx<'_>, id: UserRoleId, is_active: bool) -> Result<()> {
    tx.execute("UPDATE person_role SET is_active = $1 WHERE id = $2", params![is_active, id])?;
    Ok(())
}

/// Makes one role another; `false` when the person has that one already.
pub fn change(
    tx: &mut Tx<'_>,
    id: UserRoleId,
    role: Role,
    tenant: Option<TenantId>,
) -> Result<bool> {
    let changed = tx.savepoint(|tx| {
        tx.execute(
            "UPDATE person_role SET role = $1, tenant_id = $2 WHERE id = $3",
            params![role, tenant, id],
        )
    });
    match changed {
        Ok(_) => Ok(true),
        Err(db::Error::Unique { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Everything a person is, switched on or off.
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

/// The super administrators who could act now, locked: two of them can't remove each other at the same moment.
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
