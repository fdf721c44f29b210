//! Rows about bulk reads: one for each person and day, one for each group of reads, and one for
//! each page. Rows about groups and pages are used for an hour.

use std::time::Duration;

use db::{Ask, First, FromRow, Row, Tx, params, rows};
use sha2::{Digest, Sha256};

use super::rules::{Count, People};
use access::auth::Role;
use kernel::{
    dates::BusinessDate,
    ids::{PersonId, SessionId, TenantId},
    random::hex,
    timestamp::Timestamp,
};
use platform::error::Result;

/// Period within which a person's reads of the same list with the same filter are recorded as one
/// group.
const ONE_LOOK: Duration = Duration::from_secs(3600);
/// Retention time of the rows for each person and day.
const KEPT: Duration = Duration::from_secs(3 * 24 * 3600);

db::row! {
    /// A group of reads of the same list with the same filter in one session, recorded as one
    /// entry.
    #[derive(Clone, Debug)]
    pub struct Look {
        pub person_id: PersonId,
        pub session_id: SessionId,
        pub role: Role,
        /// Shop or charity in whose audit log the reads appear; `None` for administrators.
        pub tenant_id: Option<TenantId>,
        pub list: String,
        pub filter: String,
        pub is_download: bool,
    }
}

impl Look {
    fn key(&self) -> String {
        let session = self.session_id.to_string();
        let kind = if self.is_download { "download" } else { "screen" };
        hash(&[&session, &self.list, kind, &self.filter])
    }
}

/// Key of a page: the hash of the list and its query.
pub struct PageKey(String);

impl PageKey {
    pub fn of(list: &str, query: &str) -> PageKey {
        PageKey(hash(&[list, query]))
    }
}

fn hash(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex(&hash.finalize())
}

/// Finds the people on a page that this person has read within the last hour. Returns `None` if
/// they have not read the page.
pub fn find_page(
    person: PersonId,
    page: &PageKey,
    now: Timestamp,
) -> impl Ask<Answer = Option<People>> + use<> {
    let sql =
        "SELECT people FROM list_reading_page WHERE person_id = $1 AND page = $2 AND read_at > $3";
    rows::<(String,)>(sql, params![person, page.0, now.minus(ONE_LOOK)])
        .first()
        .map(|found| found.map(|(people,)| People::read(&people)))
}

/// Stores the people on a page that was read. They are remembered until an hour after the first
/// read; a repeated read within this hour doesn't prolong it.
pub fn set_page(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: &PageKey,
    now: Timestamp,
    people: &People,
) -> Result<()> {
    tx.later(
        "INSERT INTO list_reading_page (person_id, page, read_at, people) VALUES ($1, $2, $3, $5)
         ON CONFLICT (person_id, page) DO UPDATE SET people = excluded.people,
             read_at = CASE WHEN list_reading_page.read_at > $4 THEN list_reading_page.read_at ELSE excluded.read_at END",
        params![person, page.0, now, now.minus(ONE_LOOK), people.written()],
    )?;
    Ok(())
}

/// Finds the number of rows that a person has read on a day, and the time at which the super
/// administrators were notified that the person had reached the limit.
pub fn find_day(person: PersonId, day: BusinessDate) -> First<(i64, Option<Timestamp>)> {
    let sql =
        "SELECT rows_read, reported_at FROM list_reading_day WHERE person_id = $1 AND day = $2";
    rows(sql, params![person, day]).first()
}

/// Adds to the number of rows that a person has read on a day. Returns the number before.
pub fn add_to_day(tx: &mut Tx<'_>, person: PersonId, day: BusinessDate, rows: i64) -> Result<i64> {
    let (after,): (i64,) = tx.one(
        "INSERT INTO list_reading_day (person_id, day, rows_read) VALUES ($1, $2, $3)
         ON CONFLICT (person_id, day) DO UPDATE SET rows_read = list_reading_day.rows_read + excluded.rows_read
         RETURNING rows_read",
        params![person, day, rows],
    )?;
    Ok(after - rows)
}

/// Records that the limit of a day was reported. Returns false if it was already reported.
pub fn set_reported(
    tx: &mut Tx<'_>,
    person: PersonId,
    day: BusinessDate,
    now: Timestamp,
) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE list_reading_day SET reported_at = $1 WHERE person_id = $2 AND day = $3 AND reported_at IS NULL",
        params![now, person, day],
    )?;
    Ok(changed > 0)
}

db::row! {
    /// Progress of a group of reads: rows read so far, and rows recorded in the audit log.
    #[derive(Clone, Debug)]
    pub struct Progress {
        pub begun_at: Timestamp,
        pub rows_read: i64,
        pub rows_recorded: i64,
        pub rows_in_all: i64,
    }
}

impl Progress {
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.begun_at <= now.minus(ONE_LOOK)
    }

    pub fn count(&self) -> Count {
        Count { rows: self.rows_read, in_all: self.rows_in_all }
    }
}

pub fn find(tx: &mut Tx<'_>, look: &Look) -> Result<Option<Progress>> {
    let sql = format!(
        "SELECT {} FROM list_reading WHERE person_id = $1 AND look = $2",
        Progress::COLUMNS
    );
    Ok(tx.first(&sql, params![look.person_id, look.key()])?)
}

/// Inserts a group of reads whose first rows are recorded in the audit log.
pub fn begin(tx: &mut Tx<'_>, look: &Look, now: Timestamp, count: Count) -> Result<()> {
    tx.later(
        "INSERT INTO list_reading (person_id, look, session_id, role, tenant_id, list, filter, is_download, begun_at,
                                   rows_read, rows_recorded, rows_in_all)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
         ON CONFLICT (person_id, look) DO UPDATE SET begun_at = excluded.begun_at, rows_read = excluded.rows_read,
             rows_recorded = excluded.rows_recorded, rows_in_all = excluded.rows_in_all",
        params![
            look.person_id,
            look.key(),
            look.session_id,
            look.role,
            look.tenant_id,
            look.list,
            look.filter,
            look.is_download,
            now,
            count.rows,
            count.in_all
        ],
    )?;
    Ok(())
}

/// Adds rows to a group of reads. Returns false if the group no longer exists.
pub fn add(tx: &mut Tx<'_>, look: &Look, added: Count) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE list_reading SET rows_read = rows_read + $1, rows_in_all = $2 WHERE person_id = $3 AND look = $4",
        params![added.rows, added.in_all, look.person_id, look.key()],
    )?;
    Ok(changed > 0)
}

/// A finished group of reads, with its numbers of rows.
pub struct Over(pub Look, pub Progress);

impl FromRow for Over {
    fn from_row(row: &mut Row<'_>) -> Result<Over, db::Error> {
        Ok(Over(Look::from_row(row)?, Progress::from_row(row)?))
    }
}

/// Deletes up to `limit` finished groups of reads and returns them.
pub fn take_over(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<Vec<Over>> {
    let sql = format!(
        "DELETE FROM list_reading WHERE begun_at <= $1 AND (person_id, look) IN
             (SELECT person_id, look FROM list_reading WHERE begun_at <= $1 ORDER BY begun_at, person_id, look LIMIT $2)
         RETURNING {}, {}",
        Look::COLUMNS,
        Progress::COLUMNS
    );
    Ok(tx.rows(&sql, params![now.minus(ONE_LOOK), limit])?)
}

/// Deletes up to `limit` expired rows for pages, and as many for days. Returns the number deleted.
pub fn delete_old(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    let pages = tx.execute(
        "DELETE FROM list_reading_page WHERE (person_id, page) IN
             (SELECT person_id, page FROM list_reading_page WHERE read_at <= $1
              ORDER BY read_at, person_id, page LIMIT $2)",
        params![now.minus(ONE_LOOK), limit],
    )?;
    let days = tx.execute(
        "DELETE FROM list_reading_day WHERE (person_id, day) IN
             (SELECT person_id, day FROM list_reading_day WHERE day < $1 ORDER BY day, person_id LIMIT $2)",
        params![BusinessDate::of(now.minus(KEPT)), limit],
    )?;
    Ok(pages + days)
}
