//! SQL for the results of the checks, and for the rows that the list depends on.

use db::{Tx, params};

use access::auth::Role;
use kernel::timestamp::Timestamp;
use platform::error::Result;

/// Stored results of a group of checks.
pub struct StoredCheck {
    pub part: String,
    pub settings: String,
    pub findings: String,
    pub checked_at: Timestamp,
}

pub fn put_check(tx: &mut Tx<'_>, check: &StoredCheck) -> Result<()> {
    tx.later(
        "INSERT INTO system_check (part, settings, findings, checked_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (part) DO UPDATE
         SET settings = excluded.settings, findings = excluded.findings, checked_at = excluded.checked_at",
        params![check.part, check.settings, check.findings, check.checked_at],
    )?;
    Ok(())
}

pub fn list_checks(tx: &mut Tx<'_>) -> Result<Vec<StoredCheck>> {
    let rows: Vec<(String, String, String, Timestamp)> = tx
        .rows("SELECT part, settings, findings, checked_at FROM system_check ORDER BY part", &[])?;
    let checks = rows.into_iter().map(|(part, settings, findings, checked_at)| StoredCheck {
        part,
        settings,
        findings,
        checked_at,
    });
    Ok(checks.collect())
}

/// Counts the active administrators who sign in with a second step.
pub fn count_administrators(tx: &mut Tx<'_>) -> Result<i64> {
    let (count,): (i64,) = tx.one(
        "SELECT count(DISTINCT p.id) FROM person p JOIN person_role r ON r.person_id = p.id
         WHERE r.role IN ($1, $2) AND r.is_active AND p.is_active AND p.has_second_factor",
        params![Role::SuperAdministrator, Role::Administrator],
    )?;
    Ok(count)
}

/// Returns whether an email has been sent.
pub fn has_sent_mail(tx: &mut Tx<'_>) -> Result<bool> {
    is_found(tx, "SELECT mail_id FROM sent_mail WHERE sent_at IS NOT NULL ORDER BY mail_id LIMIT 1")
}

/// Returns whether a shop is active.
pub fn has_shop(tx: &mut Tx<'_>) -> Result<bool> {
    is_found(
        tx,
        "SELECT id FROM tenant WHERE kind = 'VENDOR' AND state = 'ACTIVE' ORDER BY id LIMIT 1",
    )
}

fn is_found(tx: &mut Tx<'_>, sql: &str) -> Result<bool> {
    Ok(tx.first::<(String,)>(sql, &[])?.is_some())
}
