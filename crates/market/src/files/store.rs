//! Rows of pictures, which tell whether a picture is used.

use db::{Column, FromColumn, ToValue, Tx, Value, params};
use pictures::Name;

use super::FileKind;
use kernel::{
    ids::{FileKey, PersonId},
    timestamp::Timestamp,
};
use platform::error::Result;

/// Names of a picture's renditions, in one column with spaces between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub Vec<Name>);

impl ToValue for Names {
    fn to_value(&self) -> Value<'_> {
        let names: Vec<String> = self.0.iter().map(Name::to_string).collect();
        Value::Text(names.join(" ").into())
    }
}

impl FromColumn for Names {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        text.split(' ').map(str::parse).collect::<Result<_, _>>().map(Names)
    }
}

db::row! {
    /// A picture that is not used anywhere.
    pub struct AbandonedRow {
        pub key: FileKey,
        pub kind: FileKind,
        pub renditions: Names,
    }
}

pub struct NewFile {
    pub key: FileKey,
    pub kind: FileKind,
    pub hue: Option<u32>,
    pub renditions: Names,
    pub uploaded_by: Option<PersonId>,
}

pub fn insert(tx: &mut Tx<'_>, now: Timestamp, file: &NewFile) -> Result<()> {
    tx.later(
        "INSERT INTO file (key, kind, hue, renditions, is_used, uploaded_by, created_at)
         VALUES ($1, $2, $3, $4, FALSE, $5, $6)",
        params![file.key, file.kind, file.hue, file.renditions, file.uploaded_by, now],
    )?;
    Ok(())
}

/// Marks a picture as used. Returns false if no picture of this kind has the key.
pub fn mark_used(tx: &mut Tx<'_>, kind: FileKind, key: FileKey) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE file SET is_used = TRUE WHERE key = $1 AND kind = $2",
        params![key, kind],
    )?;
    Ok(changed == 1)
}

pub fn renditions(tx: &mut Tx<'_>, kind: FileKind, key: FileKey) -> Result<Option<Names>> {
    let found: Option<(Names,)> =
        tx.first("SELECT renditions FROM file WHERE key = $1 AND kind = $2", params![key, kind])?;
    Ok(found.map(|(names,)| names))
}

pub fn hue(tx: &mut Tx<'_>, key: FileKey) -> Result<Option<u32>> {
    let (hue,) = tx.one("SELECT hue FROM file WHERE key = $1", params![key])?;
    Ok(hue)
}

/// Deletes and returns some unused pictures that were uploaded before `time`.
pub fn take_abandoned(tx: &mut Tx<'_>, time: Timestamp) -> Result<Vec<AbandonedRow>> {
    let sql = format!(
        "SELECT {} FROM file WHERE is_used = FALSE AND created_at < $1
         ORDER BY created_at, key LIMIT 10{}",
        AbandonedRow::COLUMNS,
        tx.engine().skip_locked()
    );
    let abandoned: Vec<AbandonedRow> = tx.rows(&sql, params![time])?;
    for file in &abandoned {
        tx.execute("DELETE FROM file WHERE key = $1", params![file.key])?;
    }
    Ok(abandoned)
}
