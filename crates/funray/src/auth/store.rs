//! Sessions' rows, and who stands behind them.

use db::{Tx, params};

use super::{Actor, Grant, PersonId, Role, SessionId, TenantId, TenantKind, sessions::ClientName};
use crate::{error::Result, kernel::timestamp::Timestamp};

db::row! {
    /// What refreshing needs to know of a session.
    pub struct RefreshRow {
        pub person_id: PersonId,
        pub seed: String,
        pub generation: i64,
        pub client: String,
        pub user_agent: String,
        pub rotated_at: Timestamp,
        pub ended_at: Option<Timestamp>,
    }
}

db::row! {
    /// A session as its person sees it.
    pub struct SessionRow {
        pub id: SessionId,
        pub user_agent: String,
        pub created_at: Timestamp,
        pub rotated_at: Timestamp,
    }
}

db::row! {
    struct PersonOfSession {
        id: PersonId,
        email: String,
        first_name: String,
        last_name: String,
    }
}

pub fn insert_session(
    tx: &mut Tx<'_>,
    id: SessionId,
    person: PersonId,
    seed: &str,
    now: Timestamp,
    client: &ClientName,
) -> Result<()> {
    tx.execute(
        "INSERT INTO session (id, person_id, seed, generation, client, user_agent, created_at, rotated_at)
         VALUES ($1, $2, $3, 0, $4, $5, $6, $6)",
        params![id, person, seed, client.address, client.user_agent, now],
    )?;
    Ok(())
}

pub fn lock_session(tx: &mut Tx<'_>, id: SessionId) -> Result<Option<RefreshRow>> {
    let sql = format!(
        "SELECT {} FROM session WHERE id = $1{}",
        RefreshRow::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, params![id])?)
}

pub fn rotate_session(
    tx: &mut Tx<'_>,
    id: SessionId,
    generation: i64,
    now: Timestamp,
    client: &ClientName,
) -> Result<()> {
    tx.execute(
        "UPDATE session SET generation = $1, rotated_at = $2, client = $3, user_agent = $4
         WHERE id = $5",
        params![generation, now, client.address, client.user_agent, id],
    )?;
    Ok(())
}

/// Whether somebody has closed their account.
pub fn is_closed(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let closed: Option<(PersonId,)> =
        tx.first("SELECT id FROM person WHERE id = $1 AND closed_at IS NOT NULL", params![person])?;
    Ok(closed.is_some())
}

/// The person of a session that is open, with what they are; nobody when the person is switched off
/// or has no active role left.
pub fn find_actor(tx: &mut Tx<'_>, session: SessionId) -> Result<Option<Actor>> {
    let person: Option<PersonOfSession> = tx.first(
        "SELECT p.id, p.email, p.first_name, p.last_name
         FROM session s JOIN person p ON p.id = s.person_id
         WHERE s.id = $1 AND s.ended_at IS NULL AND p.is_active = TRUE AND p.closed_at IS NULL",
        params![session],
    )?;
    let Some(person) = person else { return Ok(None) };
    let grants = active_grants(tx, person.id)?;
    Ok((!grants.is_empty()).then_some(Actor {
        person: person.id,
        session,
        email: person.email,
        first_name: person.first_name,
        last_name: person.last_name,
        grants,
    }))
}

/// A person's roles that are switched on, in tenants that are at work, the highest first.
pub fn active_grants(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<Grant>> {
    let rows: Vec<(Role, Option<TenantId>, Option<TenantKind>)> = tx.rows(
        "SELECT r.role, t.id, t.kind
         FROM person_role r LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE r.person_id = $1 AND r.is_active = TRUE AND (t.id IS NULL OR t.state = 'ACTIVE')
         ORDER BY r.created_at, r.id",
        params![person],
    )?;
    let mut grants: Vec<Grant> = rows
        .into_iter()
        .map(|(role, tenant, kind)| Grant { role, tenant: tenant.zip(kind) })
        .collect();
    // Stable, so that among equals the oldest stays first: it is the person's own.
    grants.sort_by_key(|grant| Role::ALL.iter().position(|role| *role == grant.role));
    Ok(grants)
}

pub fn list_sessions(
    tx: &mut Tx<'_>,
    person: PersonId,
    alive_since: Timestamp,
) -> Result<Vec<SessionRow>> {
    let sql = format!(
        "SELECT {} FROM session
         WHERE person_id = $1 AND ended_at IS NULL AND rotated_at > $2
         ORDER BY rotated_at DESC, id DESC LIMIT 100",
        SessionRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![person, alive_since])?)
}

pub fn end_session(
    tx: &mut Tx<'_>,
    person: PersonId,
    session: SessionId,
    now: Timestamp,
) -> Result<bool> {
    let ended = tx.execute(
        "UPDATE session SET ended_at = $1 WHERE id = $2 AND person_id = $3 AND ended_at IS NULL",
        params![now, session, person],
    )?;
    Ok(ended == 1)
}

pub fn end_sessions(
    tx: &mut Tx<'_>,
    person: PersonId,
    but: Option<SessionId>,
    now: Timestamp,
) -> Result<()> {
    let but = but.map(|session| session.to_string()).unwrap_or_default();
    tx.execute(
        "UPDATE session SET ended_at = $1 WHERE person_id = $2 AND id <> $3 AND ended_at IS NULL",
        params![now, person, but],
    )?;
    Ok(())
}

/// Throws away the first of those that were ended, or not used any more, before these moments; how many that were.
pub fn delete_sessions(
    tx: &mut Tx<'_>,
    ended_before: Timestamp,
    idle_before: Timestamp,
    limit: i64,
) -> Result<u64> {
    let mut deleted = 0;
    for (column, before) in [("ended_at", ended_before), ("rotated_at", idle_before)] {
        let sql = format!(
            "DELETE FROM session WHERE id IN
                 (SELECT id FROM session WHERE {column} < $1 ORDER BY {column}, id LIMIT $2)"
        );
        deleted += tx.execute(&sql, params![before, limit])?;
    }
    Ok(deleted)
}
