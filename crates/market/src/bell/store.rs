//! Rows of notices. Each query of a user's call is limited to notices for this person from the
//! sources that they may read.

use db::{Column, Conditions, FromColumn, ToValue, Tx, Value, params};

use super::{Feed, Kind, sending::NewNotice};
use access::auth::TenantKind;
use kernel::{
    dates::BusinessDate,
    ids::{NoticeId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::error::Result;

/// Identifier of the platform as a source of notices, used in place of a tenant's id.
const PLATFORM: &str = "platform";

impl Feed {
    pub fn word(self) -> String {
        match self {
            Feed::Platform => PLATFORM.to_owned(),
            Feed::Tenant(id) => id.to_string(),
        }
    }

    pub fn parse(text: &str) -> Option<Feed> {
        if text == PLATFORM {
            return Some(Feed::Platform);
        }
        TenantId::parse(text).map(Feed::Tenant)
    }
}

impl ToValue for Feed {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.word().into())
    }
}

impl FromColumn for Feed {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        Feed::parse(&text).ok_or_else(|| format!("{text:?} is nobody's bell"))
    }
}

db::row! {
    /// A notice to one person.
    #[derive(Clone, Debug)]
    pub struct NoticeRow {
        pub id: NoticeId,
        pub feed: Feed,
        pub tenant_id: Option<TenantId>,
        pub kind: Kind,
        pub facts: String,
        pub created_at: Timestamp,
        pub read_at: Option<Timestamp>,
        pub tenant_name: Option<String>,
        pub tenant_kind: Option<TenantKind>,
    }
}

db::row! {
    /// A person's setting for one kind of notice from one source.
    #[derive(Clone, Debug)]
    pub struct SettingRow {
        pub feed: Feed,
        pub kind: Kind,
        pub is_on: bool,
        pub amount: Option<Cents>,
    }
}

db::row! {
    /// Person who gets notices from a source, with their setting for one kind of notice.
    #[derive(Clone, Debug)]
    pub struct Recipient {
        pub feed: Feed,
        pub person: PersonId,
        is_on: Option<bool>,
        pub amount: Option<Cents>,
    }
}

impl Recipient {
    /// Returns true unless the person has switched this kind of notice off.
    pub fn is_on(&self) -> bool {
        self.is_on.unwrap_or(true)
    }
}

/// Maximum number of people who get a source's notices.
const MAX: usize = 50;

/// Returns the SQL query for people with a role, with their setting for a kind of notice from this
/// source.
fn select(feed: &str, kind: &str) -> String {
    format!(
        "SELECT DISTINCT {feed}, p.id, s.is_on, s.amount
         FROM person_role r JOIN person p ON p.id = r.person_id
         LEFT JOIN notice_setting s ON s.person_id = p.id AND s.feed = {feed} AND s.kind = {kind}
         WHERE p.is_active = TRUE AND p.confirmed_at IS NOT NULL AND r.is_active = TRUE"
    )
}

/// Lists the managers of these tenants, with their settings for a kind of notice.
pub fn managers(tx: &mut Tx<'_>, tenants: &[TenantId], kind: Kind) -> Result<Vec<Recipient>> {
    let mut values = vec![kind.to_value()];
    values.extend(db::padded(tenants).map(|tenant| Value::Text(tenant.to_string().into())));
    let places = db::places(2..=values.len());
    let sql = format!(
        "{} AND r.role = 'MANAGER' AND r.tenant_id IN ({}) ORDER BY r.tenant_id, p.id",
        select("r.tenant_id", "$1"),
        places
    );
    let all: Vec<Recipient> = tx.rows(&sql, &values)?;
    let of_each = all.chunk_by(|one, other| one.feed == other.feed);
    Ok(of_each.flat_map(|some| some.iter().take(MAX).cloned()).collect())
}

/// Lists the administrators, with their settings for a kind of notice.
pub fn administrators(tx: &mut Tx<'_>, kind: Kind) -> Result<Vec<Recipient>> {
    let sql = format!(
        "{} AND r.role IN ('SUPER_ADMINISTRATOR', 'ADMINISTRATOR') ORDER BY p.id LIMIT $2",
        select("'platform'", "$1")
    );
    Ok(tx.rows(&sql, params![kind, MAX as i64])?)
}

/// Lists up to `most` vendors that have managers, ordered by id, starting after `behind`.
pub fn shops_behind(tx: &mut Tx<'_>, behind: Option<TenantId>, most: i64) -> Result<Vec<TenantId>> {
    let behind = behind.map(|id| id.to_string()).unwrap_or_default();
    let rows: Vec<(TenantId,)> = tx.rows(
        "SELECT DISTINCT r.tenant_id FROM person_role r JOIN tenant t ON t.id = r.tenant_id
         WHERE r.tenant_id > $1 AND r.role = 'MANAGER' AND r.is_active = TRUE AND t.kind = 'VENDOR'
         ORDER BY r.tenant_id LIMIT $2",
        params![behind, most],
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the latest day for which all managers were notified of the day's sales.
pub fn last_day(tx: &mut Tx<'_>) -> Result<Option<BusinessDate>> {
    let found = tx.first("SELECT day FROM daily_sales_notice WHERE id = 1", &[])?;
    Ok(found.map(|(day,)| day))
}

pub fn set_last_day(tx: &mut Tx<'_>, day: BusinessDate) -> Result<()> {
    tx.later(
        "INSERT INTO daily_sales_notice (id, day) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET day = excluded.day",
        params![day],
    )?;
    Ok(())
}

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    feed: Feed,
    new: &NewNotice<'_>,
) -> Result<()> {
    tx.later(
        "INSERT INTO notice (person_id, id, feed, tenant_id, kind, source, facts, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        params![person, NoticeId::new(now), feed, new.tenant, new.kind, new.source, new.facts, now],
    )?;
    Ok(())
}

const ROWS: &str = "SELECT n.id, n.feed, n.tenant_id, n.kind, n.facts, n.created_at, n.read_at, t.display_name, t.kind
     FROM notice n LEFT JOIN tenant t ON t.id = n.tenant_id WHERE n.person_id = $1";

/// Returns the conditions for a person's notices from these sources.
fn in_feeds(person: PersonId, feeds: &[Feed]) -> Conditions {
    let mut conditions = Conditions::with(params![person]);
    conditions.and("person_id = $1");
    conditions.only_among("feed", feeds);
    conditions
}

/// Lists a person's notices from these sources, the newest first. Sorts by id, because ids grow
/// with time.
pub fn list(
    tx: &mut Tx<'_>,
    person: PersonId,
    feeds: &[Feed],
    page: PageRequest,
) -> Result<Vec<NoticeRow>> {
    let mut conditions = Conditions::with(params![person]);
    conditions.only_among("n.feed", feeds);
    let page = conditions.page(page.limit(), page.offset());
    let sql = format!("{ROWS} AND {} ORDER BY n.id DESC{page}", conditions.sql());
    Ok(tx.rows(&sql, conditions.parameters())?)
}

pub fn count(tx: &mut Tx<'_>, person: PersonId, feeds: &[Feed]) -> Result<u64> {
    let conditions = in_feeds(person, feeds);
    let sql = format!("SELECT count(*) FROM notice WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

pub fn count_unread(tx: &mut Tx<'_>, person: PersonId, feeds: &[Feed]) -> Result<u64> {
    let mut conditions = in_feeds(person, feeds);
    conditions.and("read_at IS NULL");
    let sql = format!("SELECT count(*) FROM notice WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

/// Marks a notice as read. Returns false if the person has no such notice from these sources.
pub fn set_read(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    feeds: &[Feed],
    id: NoticeId,
) -> Result<bool> {
    let mut conditions = in_feeds(person, feeds);
    conditions.only("id", id);
    let now = conditions.bind(now);
    let sql =
        format!("UPDATE notice SET read_at = COALESCE(read_at, {now}) WHERE {}", conditions.sql());
    Ok(tx.execute(&sql, conditions.parameters())? == 1)
}

pub fn set_all_read(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    feeds: &[Feed],
) -> Result<()> {
    let mut conditions = in_feeds(person, feeds);
    conditions.and("read_at IS NULL");
    let now = conditions.bind(now);
    let sql = format!("UPDATE notice SET read_at = {now} WHERE {}", conditions.sql());
    Ok(tx.later(&sql, conditions.parameters())?)
}

pub fn settings_of(tx: &mut Tx<'_>, person: PersonId, feed: Feed) -> Result<Vec<SettingRow>> {
    let sql = format!(
        "SELECT {} FROM notice_setting WHERE person_id = $1 AND feed = $2",
        SettingRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![person, feed])?)
}

pub fn settings_of_person(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<SettingRow>> {
    let sql = format!(
        "SELECT {} FROM notice_setting WHERE person_id = $1 ORDER BY feed, kind",
        SettingRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![person])?)
}

pub fn set(tx: &mut Tx<'_>, person: PersonId, setting: &SettingRow) -> Result<()> {
    tx.later(
        "INSERT INTO notice_setting (person_id, feed, kind, is_on, amount) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (person_id, feed, kind) DO UPDATE SET is_on = excluded.is_on, amount = excluded.amount",
        params![person, setting.feed, setting.kind, setting.is_on, setting.amount],
    )?;
    Ok(())
}

/// Lists all notices of a person, the oldest first, including those from sources that the person
/// can no longer read.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<NoticeRow>> {
    let sql = format!("{ROWS} ORDER BY n.id LIMIT $2 OFFSET $3");
    Ok(tx.rows(&sql, params![person, page.limit(), page.offset()])?)
}

pub fn delete_all(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.later("DELETE FROM notice WHERE person_id = $1", params![person])?;
    tx.later("DELETE FROM notice_setting WHERE person_id = $1", params![person])?;
    Ok(())
}

pub fn delete_old(tx: &mut Tx<'_>, before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM notice WHERE (person_id, id) IN
             (SELECT person_id, id FROM notice WHERE created_at < $1 ORDER BY created_at, person_id, id LIMIT $2)",
        params![before, limit],
    )?)
}
