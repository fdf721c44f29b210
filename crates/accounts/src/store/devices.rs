//! SQL for the devices of a person, and for emailed links that end all of a person's sessions.

use db::{Ask, Tx, params, rows};

use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::{error::Result, secrets::Hashes};

/// Maximum number of characters of the stored list of a device's networks: twenty hashes, each
/// followed by a space.
const MAX_NETWORKS: i64 = 20 * 17;

/// Returns the query for whether a device is known, and whether the person has any known device. A
/// device is known by its browser's cookie, or by its name in one of its networks. If no network is
/// passed, the name is enough.
pub fn is_known(
    person: PersonId,
    device: &str,
    network: Option<&str>,
    browser: Option<&str>,
) -> impl Ask<Answer = (bool, bool)> + use<> {
    let network = format!("%{}%", network.unwrap_or_default());
    rows(
        "WITH devices AS MATERIALIZED (SELECT device, networks FROM known_device WHERE person_id = $1),
              clients AS MATERIALIZED (SELECT client FROM known_client WHERE person_id = $1 AND client = $4)
         SELECT EXISTS (SELECT 1 FROM devices WHERE device = $2 AND networks LIKE $3) OR EXISTS (SELECT 1 FROM clients),
                EXISTS (SELECT 1 FROM devices)",
        params![person, device, network, browser],
    )
    .one()
}

pub fn remember(
    tx: &mut Tx<'_>,
    person: PersonId,
    device: &str,
    network: &str,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO known_device (person_id, device, networks, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (person_id, device) DO UPDATE SET seen_at = excluded.seen_at,
             networks = CASE WHEN known_device.networks LIKE '%' || excluded.networks || '%' THEN known_device.networks
                        ELSE SUBSTR(excluded.networks || known_device.networks, 1, $5) END",
        params![person, device, format!("{network} "), now, MAX_NETWORKS],
    )?;
    Ok(())
}

pub fn list(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<(String, Timestamp)>> {
    Ok(tx.rows(
        "SELECT device, seen_at FROM known_device WHERE person_id = $1 ORDER BY seen_at, device",
        params![person],
    )?)
}

pub fn insert_link(
    tx: &mut Tx<'_>,
    hash: &str,
    person: PersonId,
    expires_at: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO end_sessions_link (hash, person_id, expires_at) VALUES ($1, $2, $3)",
        params![hash, person, expires_at],
    )?;
    Ok(())
}

/// Uses up a link that ends sessions, and returns its person. Returns `None` if the link was used,
/// has expired or is unknown.
pub fn spend_link(tx: &mut Tx<'_>, hashes: &Hashes, now: Timestamp) -> Result<Option<PersonId>> {
    let (list, values) = hashes.listed_after(params![now]);
    let sql = format!(
        "UPDATE end_sessions_link SET used_at = $1
         WHERE hash IN {list} AND used_at IS NULL AND expires_at > $1 RETURNING person_id"
    );
    let person: Option<(PersonId,)> = tx.first(&sql, &values)?;
    Ok(person.map(|(person,)| person))
}

/// Deletes the known devices and the links of a person whose account is closed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.execute("DELETE FROM known_device WHERE person_id = $1", params![person])?;
    tx.later("DELETE FROM end_sessions_link WHERE person_id = $1", params![person])?;
    Ok(())
}

/// Deletes the oldest devices last seen before `seen_before` and links expired before
/// `over_before`. Returns the number deleted.
pub fn delete_old(
    tx: &mut Tx<'_>,
    seen_before: Timestamp,
    over_before: Timestamp,
    limit: i64,
) -> Result<u64> {
    let devices = tx.execute(
        "DELETE FROM known_device WHERE seen_at < $1 AND (person_id, device) IN
             (SELECT person_id, device FROM known_device WHERE seen_at < $1
              ORDER BY seen_at, person_id, device LIMIT $2)",
        params![seen_before, limit],
    )?;
    let links = tx.execute(
        "DELETE FROM end_sessions_link WHERE hash IN
             (SELECT hash FROM end_sessions_link WHERE expires_at < $1 ORDER BY expires_at, hash LIMIT $2)",
        params![over_before, limit],
    )?;
    Ok(devices + links)
}
