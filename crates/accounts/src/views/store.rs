//! SQL for rows of saved views. Each statement is limited to the owner of the views.

use db::{Tx, params};

use super::ViewDraft;
use kernel::{
    fold::name_key,
    ids::{PersonId, SavedViewId},
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    #[derive(Clone, Debug)]
    pub struct ViewRow {
        pub list: String,
        pub id: SavedViewId,
        pub name: String,
        pub query: String,
        pub hidden_columns: String,
        pub is_dense: bool,
        pub is_default: bool,
        pub created_at: Timestamp,
    }
}

pub fn list_of(tx: &mut Tx<'_>, person: PersonId, list: &str) -> Result<Vec<ViewRow>> {
    let sql = format!(
        "SELECT {} FROM saved_view WHERE person_id = $1 AND list = $2 ORDER BY name_key, id",
        ViewRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![person, list])?)
}

pub fn all_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<ViewRow>> {
    let sql = format!(
        "SELECT {} FROM saved_view WHERE person_id = $1 ORDER BY list, id",
        ViewRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![person])?)
}

/// Counts a person's saved views of one list, and their views of all lists.
pub fn count(tx: &mut Tx<'_>, person: PersonId, list: &str) -> Result<(i64, i64)> {
    Ok(tx.one(
        "SELECT count(CASE WHEN list = $2 THEN 1 END), count(*) FROM saved_view WHERE person_id = $1",
        params![person, list],
    )?)
}

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    id: SavedViewId,
    list: &str,
    draft: &ViewDraft,
) -> Result<()> {
    let ViewDraft { name, query, hidden_columns, is_dense, is_default } = draft;
    tx.execute(
        "INSERT INTO saved_view (person_id, list, id, name, name_key, query, hidden_columns, is_dense, is_default, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            person,
            list,
            id,
            name,
            name_key(name),
            query,
            hidden_columns.join(","),
            is_dense,
            is_default,
            now
        ],
    )?;
    Ok(())
}

/// Updates a saved view. Returns false if the person has no view with this id.
pub fn update(
    tx: &mut Tx<'_>,
    person: PersonId,
    id: SavedViewId,
    draft: &ViewDraft,
) -> Result<bool> {
    let ViewDraft { name, query, hidden_columns, is_dense, is_default } = draft;
    let changed = tx.execute(
        "UPDATE saved_view SET name = $3, name_key = $4, query = $5, hidden_columns = $6, is_dense = $7, is_default = $8
         WHERE person_id = $1 AND id = $2",
        params![
            person,
            id,
            name,
            name_key(name),
            query,
            hidden_columns.join(","),
            is_dense,
            is_default
        ],
    )?;
    Ok(changed == 1)
}

/// Clears the default mark of the person's other views of the same list, so that this view is the
/// only default.
pub fn clear_other_defaults(tx: &mut Tx<'_>, person: PersonId, id: SavedViewId) -> Result<()> {
    tx.later(
        "UPDATE saved_view SET is_default = FALSE
         WHERE person_id = $1 AND id <> $2 AND is_default = TRUE
           AND list = (SELECT v.list FROM saved_view v WHERE v.person_id = $1 AND v.id = $2)",
        params![person, id],
    )?;
    Ok(())
}

pub fn delete(tx: &mut Tx<'_>, person: PersonId, id: SavedViewId) -> Result<bool> {
    let sql = "DELETE FROM saved_view WHERE person_id = $1 AND id = $2";
    Ok(tx.execute(sql, params![person, id])? == 1)
}

pub fn delete_all(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.later("DELETE FROM saved_view WHERE person_id = $1", params![person])?;
    Ok(())
}
