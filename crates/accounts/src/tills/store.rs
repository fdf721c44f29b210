//! SQL for rows of tills.

use db::{Tx, params};

use access::auth::AT_WORK;
use kernel::{
    ids::{PersonId, TenantId, TillId},
    timestamp::Timestamp,
};
use people::identity::{column_then, join_then};
use platform::{error::Result, secrets::Hashes};

db::row! {
    #[derive(Clone, Debug)]
    pub struct TillRow {
        pub id: TillId,
        pub vendor_id: TenantId,
        pub name: String,
        pub link_expires_at: Timestamp,
        pub is_link_used: bool,
        pub user_agent: Option<String>,
        pub enrolled_at: Option<Timestamp>,
        pub last_seen_at: Option<Timestamp>,
        pub created_at: Timestamp,
        pub created_by: PersonId,
    }
}

db::row! {
    /// Till whose device sent the request, with the data of the shop that its screen shows.
    #[derive(Clone, Debug)]
    pub struct DeviceRow {
        pub id: TillId,
        pub vendor_id: TenantId,
        pub name: String,
        pub vendor_name: String,
        pub vendor_logo_key: Option<String>,
        /// Hash of the secret that the device sent.
        pub secret_hash: String,
        /// User agent of the enrolled device.
        pub user_agent: Option<String>,
        pub network_hash: String,
        pub elsewhere_at: Option<Timestamp>,
    }
}

db::row! {
    /// Till with the name of the person who created it.
    #[derive(Clone, Debug)]
    pub struct ListedTill {
        pub id: TillId,
        pub name: String,
        pub is_link_used: bool,
        pub link_expires_at: Timestamp,
        pub user_agent: Option<String>,
        pub enrolled_at: Option<Timestamp>,
        pub last_seen_at: Option<Timestamp>,
        pub elsewhere_at: Option<Timestamp>,
        pub elsewhere_user_agent: Option<String>,
        pub created_at: Timestamp,
        pub first_name: String,
        pub last_name: String,
    }
}

/// Link that enrols a device as a till: the hash of its token, and its expiry.
#[derive(Clone, Debug)]
pub struct Link {
    pub hash: String,
    pub expires_at: Timestamp,
}

pub fn insert(
    tx: &mut Tx<'_>,
    id: TillId,
    now: Timestamp,
    (vendor, name): (TenantId, &str),
    by: PersonId,
    link: &Link,
) -> Result<()> {
    tx.later(
        "INSERT INTO till (id, vendor_id, name, created_at, created_by, link_hash, link_expires_at, is_link_used)
         VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE)",
        params![id, vendor, name, now, by, link.hash, link.expires_at],
    )?;
    Ok(())
}

/// Locks and returns a till, or `None` if it is unknown or revoked.
pub fn lock(tx: &mut Tx<'_>, id: TillId) -> Result<Option<TillRow>> {
    let sql = format!(
        "SELECT {} FROM till WHERE id = $1 AND revoked_at IS NULL{}",
        TillRow::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, params![id])?)
}

pub fn lock_by_link(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<Option<TillRow>> {
    let (list, values) = hashes.listed_after(&[]);
    let sql = format!(
        "SELECT {} FROM till WHERE link_hash IN {list} AND revoked_at IS NULL{}",
        TillRow::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, &values)?)
}

/// Returns the till with this secret, or `None` if the secret is unknown, the till is revoked or
/// the shop is closed.
pub fn find_by_secret(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<Option<DeviceRow>> {
    let (list, values) = hashes.listed_after(&[]);
    let sql = format!(
        "SELECT l.id, l.vendor_id, l.name, t.display_name, t.logo_key, l.secret_hash, l.user_agent, l.network_hash,
             l.elsewhere_at
         FROM till l JOIN tenant t ON t.id = l.vendor_id
         WHERE l.secret_hash IN {list} AND l.revoked_at IS NULL AND {AT_WORK}"
    );
    Ok(tx.first(&sql, &values)?)
}

/// Replaces the hash of a till's secret by a hash made with a newer key.
pub fn renew_secret(tx: &mut Tx<'_>, id: TillId, old: &str, new: &str) -> Result<()> {
    tx.later(
        "UPDATE till SET secret_hash = $1 WHERE id = $2 AND secret_hash = $3",
        params![new, id, old],
    )?;
    Ok(())
}

pub fn list(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Vec<ListedTill>> {
    Ok(tx.rows(
        concat!(
            "SELECT l.id, l.name, l.is_link_used, l.link_expires_at, l.user_agent, l.enrolled_at, l.last_seen_at, l.elsewhere_at,
                 l.elsewhere_user_agent, l.created_at, ",
            column_then!("p", "first_name"),
            ", ",
            column_then!("p", "last_name"),
            " FROM till l ",
            join_then!("p", "l.created_by", "l.created_at"),
            " WHERE l.vendor_id = $1 AND l.revoked_at IS NULL ORDER BY l.created_at, l.id LIMIT 200"
        ),
        params![vendor],
    )?)
}

pub fn count(tx: &mut Tx<'_>, vendor: TenantId) -> Result<i64> {
    let (count,) = tx.one(
        "SELECT count(*) FROM till WHERE vendor_id = $1 AND revoked_at IS NULL",
        params![vendor],
    )?;
    Ok(count)
}

pub fn set_link(tx: &mut Tx<'_>, id: TillId, link: &Link) -> Result<()> {
    tx.later(
        "UPDATE till SET link_hash = $1, link_expires_at = $2, is_link_used = FALSE WHERE id = $3",
        params![link.hash, link.expires_at, id],
    )?;
    Ok(())
}

/// Records the device that used the enrolment link as the till.
pub fn enrol(
    tx: &mut Tx<'_>,
    id: TillId,
    now: Timestamp,
    secret_hash: &str,
    (user_agent, network): (&str, &str),
) -> Result<()> {
    tx.later(
        "UPDATE till SET is_link_used = TRUE, secret_hash = $1, user_agent = $2, network_hash = $3, enrolled_at = $4,
             last_seen_at = $4, elsewhere_at = NULL, elsewhere_user_agent = NULL
         WHERE id = $5",
        params![secret_hash, user_agent, network, now, id],
    )?;
    Ok(())
}

/// Records that another device sent the till's secret. Returns false without recording anything if
/// the latest record was made after `before`.
pub fn set_elsewhere(
    tx: &mut Tx<'_>,
    id: TillId,
    now: Timestamp,
    before: Timestamp,
    user_agent: &str,
) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE till SET elsewhere_at = $1, elsewhere_user_agent = $2
         WHERE id = $3 AND revoked_at IS NULL AND (elsewhere_at IS NULL OR elsewhere_at <= $4)",
        params![now, user_agent, id, before],
    )?;
    Ok(changed > 0)
}

pub fn revoke(tx: &mut Tx<'_>, id: TillId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE till SET revoked_at = $1, secret_hash = NULL WHERE id = $2",
        params![now, id],
    )?;
    Ok(())
}
