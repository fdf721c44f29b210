//! SQL for the data of people that emails need.

use std::collections::BTreeMap;

use db::{ToValue, Tx, Value, params};

use kernel::{
    brand::Brand,
    contact::Email,
    ids::{PersonId, TenantId},
    language::Language,
};
use platform::error::Result;

db::row! {
    /// Recipient of an email.
    #[derive(Clone, Debug)]
    pub struct Addressee {
        pub id: PersonId,
        pub email: String,
        pub first_name: String,
        pub last_name: String,
        pub language: Language,
        pub brand: Brand,
    }
}

/// Maximum number of managers or administrators who receive the same email.
const MAX: i64 = 50;

pub fn find(tx: &mut Tx<'_>, id: PersonId) -> Result<Option<Addressee>> {
    let sql =
        format!("SELECT {} FROM person WHERE id = $1 AND closed_at IS NULL", Addressee::COLUMNS);
    Ok(tx.first(&sql, params![id])?)
}

pub fn find_by_email(tx: &mut Tx<'_>, email: &Email) -> Result<Option<Addressee>> {
    let sql = format!("SELECT {} FROM person WHERE email = $1", Addressee::COLUMNS);
    Ok(tx.first(&sql, params![email])?)
}

pub fn list_administrators(tx: &mut Tx<'_>) -> Result<Vec<Addressee>> {
    let sql = format!(
        "SELECT {} FROM person
         WHERE is_active = TRUE AND confirmed_at IS NOT NULL AND id IN
             (SELECT person_id FROM person_role
              WHERE role IN ('SUPER_ADMINISTRATOR', 'ADMINISTRATOR') AND is_active = TRUE)
         ORDER BY id LIMIT $1",
        Addressee::COLUMNS
    );
    Ok(tx.rows(&sql, params![MAX])?)
}

pub fn list_super_administrators(tx: &mut Tx<'_>) -> Result<Vec<Addressee>> {
    let sql = format!(
        "SELECT {} FROM person
         WHERE is_active = TRUE AND confirmed_at IS NOT NULL AND id IN
             (SELECT person_id FROM person_role
              WHERE role = 'SUPER_ADMINISTRATOR' AND is_active = TRUE)
         ORDER BY id LIMIT $1",
        Addressee::COLUMNS
    );
    Ok(tx.rows(&sql, params![MAX])?)
}

pub fn list_managers(tx: &mut Tx<'_>, tenant: TenantId) -> Result<Vec<Addressee>> {
    let sql = format!(
        "SELECT {} FROM person
         WHERE is_active = TRUE AND confirmed_at IS NOT NULL AND id IN
             (SELECT person_id FROM person_role
              WHERE tenant_id = $1 AND role = 'MANAGER' AND is_active = TRUE)
         ORDER BY id LIMIT $2",
        Addressee::COLUMNS
    );
    Ok(tx.rows(&sql, params![tenant, MAX])?)
}

db::row! {
    struct ManagerOf {
        tenant_id: TenantId,
        ..manager: Addressee,
    }
}

/// Like [`list_managers`], for many tenants.
pub fn list_managers_of_all(
    tx: &mut Tx<'_>,
    tenants: &[TenantId],
) -> Result<BTreeMap<TenantId, Vec<Addressee>>> {
    let mut found: BTreeMap<TenantId, Vec<Addressee>> = BTreeMap::new();
    for some in db::pieces(tenants) {
        let places = db::places(1..=some.len());
        let sql = format!(
            "SELECT DISTINCT r.tenant_id, p.id, p.email, p.first_name, p.last_name, p.language, p.brand
             FROM person_role r JOIN person p ON p.id = r.person_id
             WHERE p.is_active = TRUE AND p.confirmed_at IS NOT NULL AND r.is_active = TRUE AND r.role = 'MANAGER'
               AND r.tenant_id IN ({places})
             ORDER BY r.tenant_id, p.id"
        );
        let values: Vec<Value<'_>> = some.iter().map(ToValue::to_value).collect();
        for ManagerOf { tenant_id, manager } in tx.rows(&sql, &values)? {
            let managers = found.entry(tenant_id).or_default();
            if (managers.len() as i64) < MAX {
                managers.push(manager);
            }
        }
    }
    Ok(found)
}

/// Returns the names of these people. A person whose account is closed is included if the row still
/// has a name.
pub fn names_of(tx: &mut Tx<'_>, ids: &[PersonId]) -> Result<BTreeMap<PersonId, (String, String)>> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let places = db::places(1..=ids.len());
    let sql = format!("SELECT id, first_name, last_name FROM person WHERE id IN ({places})");
    let ids: Vec<Value<'_>> = ids.iter().map(ToValue::to_value).collect();
    let found: Vec<(PersonId, String, String)> = tx.rows(&sql, &ids)?;
    Ok(found.into_iter().map(|(id, first, last)| (id, (first, last))).collect())
}

pub fn set_language(tx: &mut Tx<'_>, id: PersonId, language: Language) -> Result<()> {
    tx.later(
        "UPDATE person SET language = $1 WHERE id = $2 AND language <> $1",
        params![language, id],
    )?;
    Ok(())
}

pub fn mails_movements(tx: &mut Tx<'_>, id: PersonId) -> Result<bool> {
    let (mails,) = tx.one("SELECT mails_movements FROM person WHERE id = $1", params![id])?;
    Ok(mails)
}
