//! SQL for rows of open cases, of any kind.

use db::{FromRow, ToValue, Tx, params};

use super::OpenCases;
use kernel::{ids::PersonId, paging::PageRequest, timestamp::Timestamp};
use platform::error::Result;

fn condition<R>(cases: &OpenCases<R>, is_open_only: bool) -> String {
    if is_open_only { format!(" WHERE {}", cases.open) } else { String::new() }
}

pub fn count<R>(tx: &mut Tx<'_>, cases: &OpenCases<R>, is_open_only: bool) -> Result<u64> {
    let OpenCases { table, alias, .. } = cases;
    let sql = format!("SELECT count(*) FROM {table} {alias}{}", condition(cases, is_open_only));
    let (count,): (i64,) = tx.one(&sql, &[])?;
    Ok(count.unsigned_abs())
}

pub fn oldest<R>(tx: &mut Tx<'_>, cases: &OpenCases<R>) -> Result<(u64, Option<Timestamp>)> {
    let OpenCases { table, alias, .. } = cases;
    let condition = condition(cases, true);
    let sql = format!("SELECT count(*), MIN({alias}.created_at) FROM {table} {alias}{condition}");
    let (count, oldest): (i64, Option<Timestamp>) = tx.one(&sql, &[])?;
    Ok((count.unsigned_abs(), oldest))
}

pub fn list<R: FromRow>(
    tx: &mut Tx<'_>,
    cases: &OpenCases<R>,
    is_open_only: bool,
    page: PageRequest,
) -> Result<Vec<R>> {
    let OpenCases { select, order, .. } = cases;
    let condition = condition(cases, is_open_only);
    let sql = format!("{select}{condition} ORDER BY {order} LIMIT $1 OFFSET $2");
    Ok(tx.rows(&sql, params![page.limit(), page.offset()])?)
}

pub fn find<R: FromRow>(
    tx: &mut Tx<'_>,
    cases: &OpenCases<R>,
    id: impl ToValue,
) -> Result<Option<R>> {
    let sql = format!("{} WHERE {}.id = $1", cases.select, cases.alias);
    Ok(tx.first(&sql, params![id])?)
}

/// Closes a case. Returns false if it is closed already; the first administrator and note are kept.
pub fn close(
    tx: &mut Tx<'_>,
    now: Timestamp,
    table: &str,
    id: impl ToValue,
    by: PersonId,
    note: &str,
) -> Result<bool> {
    let sql = format!(
        "UPDATE {table} SET closed_at = $1, closed_by = $2, note = $3 WHERE id = $4 AND closed_at IS NULL"
    );
    Ok(tx.execute(&sql, params![now, by, note, id])? > 0)
}
