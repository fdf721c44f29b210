//! SQL for rows of appointments: who appointed whom.

use db::{Rows, ToValue, Tx, params, rows};

use kernel::{
    ids::{PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::error::Result;

use crate::auth::{AT_WORK, Role};

db::row! {
    /// Active role of a person, and the time when another person gave them the role; `None` if no
    /// other person did.
    #[derive(Clone, Copy, Debug)]
    pub struct RoleAge {
        pub role: Role,
        pub tenant_id: Option<TenantId>,
        pub appointed_at: Option<Timestamp>,
    }
}

pub fn list_role_ages(person: PersonId) -> Rows<RoleAge> {
    rows(
        format!(
            "SELECT r.role, r.tenant_id, r.appointed_at
             FROM person_role r LEFT JOIN tenant t ON t.id = r.tenant_id
             WHERE r.person_id = $1 AND r.is_active = TRUE AND {AT_WORK}
             ORDER BY r.created_at, r.id"
        ),
        params![person],
    )
}

/// Returns the query for the people in `others` whom the person appointed or who appointed the
/// person.
pub fn list_appointments(person: PersonId, others: &[PersonId]) -> Rows<(PersonId,)> {
    let places: Vec<String> = (2..others.len() + 2).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    let mut values = params![person].to_vec();
    values.extend(others.iter().map(ToValue::to_value));
    rows(
        format!(
            "SELECT appointed_by FROM appointment WHERE person_id = $1 AND appointed_by IN ({places})
             UNION ALL
             SELECT person_id FROM appointment WHERE appointed_by = $1 AND person_id IN ({places})"
        ),
        &values,
    )
}

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    appointed_by: PersonId,
) -> Result<()> {
    tx.later(
        "INSERT INTO appointment (person_id, appointed_by, first_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
        params![person, appointed_by, now],
    )?;
    Ok(())
}
