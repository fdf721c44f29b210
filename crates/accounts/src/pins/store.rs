//! SQL for rows of PINs.

use db::{Tx, params};

use kernel::{
    ids::{PersonId, PinId, TenantId},
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    #[derive(Clone, Debug)]
    pub struct PinRow {
        pub id: PinId,
        pub person_id: PersonId,
        pub vendor_id: TenantId,
        pub hash: String,
        pub chosen_at: Timestamp,
        pub misses: i64,
    }
}

db::row! {
    /// PIN with the name of its owner.
    #[derive(Clone, Debug)]
    pub struct ClerkRow {
        pub id: PinId,
        pub person_id: PersonId,
        pub first_name: String,
        pub last_name: String,
        pub chosen_at: Timestamp,
        pub misses: i64,
        /// Whether the owner of the PIN is a manager of the shop.
        pub is_manager: bool,
    }
}

pub fn put(tx: &mut Tx<'_>, pin: &PinRow) -> Result<()> {
    tx.later(
        "INSERT INTO till_pin (id, person_id, vendor_id, hash, chosen_at, misses) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (person_id, vendor_id)
         DO UPDATE SET hash = excluded.hash, chosen_at = excluded.chosen_at, misses = excluded.misses",
        params![pin.id, pin.person_id, pin.vendor_id, pin.hash, pin.chosen_at, pin.misses],
    )?;
    Ok(())
}

pub fn lock(tx: &mut Tx<'_>, person: PersonId, vendor: TenantId) -> Result<Option<PinRow>> {
    let sql = format!(
        "SELECT {} FROM till_pin WHERE person_id = $1 AND vendor_id = $2{}",
        PinRow::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, params![person, vendor])?)
}

pub fn find(tx: &mut Tx<'_>, id: PinId) -> Result<Option<PinRow>> {
    let sql = format!("SELECT {} FROM till_pin WHERE id = $1", PinRow::COLUMNS);
    Ok(tx.first(&sql, params![id])?)
}

pub fn list_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<PinRow>> {
    let sql = format!("SELECT {} FROM till_pin WHERE person_id = $1 ORDER BY id", PinRow::COLUMNS);
    Ok(tx.rows(&sql, params![person])?)
}

/// Lists the people who have a PIN at a shop and currently work there.
pub fn list_clerks(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Vec<ClerkRow>> {
    Ok(tx.rows(
        "SELECT k.id, p.id, p.first_name, p.last_name, k.chosen_at, k.misses,
                EXISTS (SELECT 1 FROM person_role r
                        WHERE r.person_id = p.id AND r.tenant_id = k.vendor_id AND r.role = 'MANAGER' AND r.is_active = TRUE)
         FROM till_pin k JOIN person p ON p.id = k.person_id
         WHERE k.vendor_id = $1 AND p.is_active = TRUE AND p.closed_at IS NULL
           AND EXISTS (SELECT 1 FROM person_role r
                       WHERE r.person_id = p.id AND r.tenant_id = k.vendor_id AND r.is_active = TRUE)
         ORDER BY p.first_name, p.last_name, k.id LIMIT 200",
        params![vendor],
    )?)
}

pub fn set_misses(tx: &mut Tx<'_>, id: PinId, misses: i64) -> Result<()> {
    tx.later("UPDATE till_pin SET misses = $1 WHERE id = $2", params![misses, id])?;
    Ok(())
}

pub fn set_hash(tx: &mut Tx<'_>, id: PinId, hash: &str) -> Result<()> {
    tx.later("UPDATE till_pin SET hash = $1 WHERE id = $2", params![hash, id])?;
    Ok(())
}

/// Clears the failed attempts on all PINs of a person.
pub fn clear_misses(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.later(
        "UPDATE till_pin SET misses = 0 WHERE person_id = $1 AND misses > 0",
        params![person],
    )?;
    Ok(())
}

pub fn delete(tx: &mut Tx<'_>, id: PinId) -> Result<bool> {
    Ok(tx.execute("DELETE FROM till_pin WHERE id = $1", params![id])? == 1)
}

pub fn delete_all(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.later("DELETE FROM till_pin WHERE person_id = $1", params![person])?;
    Ok(())
}
