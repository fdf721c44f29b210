//! Rows of the last question sent about each registration.

use db::{Tx, params};

use kernel::{
    ids::{PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::{error::Result, secrets::Hashes};

db::row! {
    #[derive(Clone, Debug)]
    pub struct QuestionRow {
        pub tenant_id: TenantId,
        /// Names of the requested fields, separated by commas.
        pub fields: String,
        pub note: Option<String>,
        pub asked_by: PersonId,
        pub asked_at: Timestamp,
        pub code_hash: String,
        pub expires_at: Timestamp,
        pub answered_at: Option<Timestamp>,
    }
}

/// Stores a question about a registration. The question replaces the registration's previous
/// question, whose link stops working.
pub fn put(tx: &mut Tx<'_>, row: &QuestionRow) -> Result<()> {
    tx.later(
        "INSERT INTO registration_question (tenant_id, fields, note, asked_by, asked_at, code_hash, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (tenant_id) DO UPDATE SET fields = excluded.fields, note = excluded.note,
             asked_by = excluded.asked_by, asked_at = excluded.asked_at, code_hash = excluded.code_hash,
             expires_at = excluded.expires_at, answered_at = NULL",
        params![
            row.tenant_id,
            row.fields,
            row.note,
            row.asked_by,
            row.asked_at,
            row.code_hash,
            row.expires_at
        ],
    )?;
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, tenant: TenantId) -> Result<Option<QuestionRow>> {
    let columns = QuestionRow::COLUMNS;
    let sql = format!("SELECT {columns} FROM registration_question WHERE tenant_id = $1");
    Ok(tx.first(&sql, params![tenant])?)
}

pub fn find_by_code(
    tx: &mut Tx<'_>,
    hashes: &Hashes,
    now: Timestamp,
) -> Result<Option<QuestionRow>> {
    let (list, values) = hashes.listed_after(params![now]);
    let columns = QuestionRow::COLUMNS;
    let sql = format!(
        "SELECT {columns} FROM registration_question WHERE expires_at > $1 AND code_hash IN {list}"
    );
    Ok(tx.first(&sql, &values)?)
}

pub fn set_answered(tx: &mut Tx<'_>, tenant: TenantId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE registration_question SET answered_at = $1 WHERE tenant_id = $2",
        params![now, tenant],
    )?;
    Ok(())
}
