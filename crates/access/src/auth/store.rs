//! SQL for rows of sessions and for the roles of their owners.

use db::{Ask, Rows, Tx, params, rows};

use super::{
    Actor, AtTill, Client, Grant, Role, TenantKind,
    sessions::{ClientName, Lineage},
};
use kernel::{
    ids::{PersonId, SessionId, TenantId, TillId},
    timestamp::Timestamp,
};
use platform::error::Result;

db::row! {
    /// Data of a session that a refresh needs.
    pub struct RefreshRow {
        pub seed: String,
        pub generation: i64,
        pub client: String,
        pub user_agent: String,
        pub created_at: Timestamp,
        pub rotated_at: Timestamp,
        pub ended_at: Option<Timestamp>,
        pub till_id: Option<TillId>,
        pub used_generation: Option<i64>,
        pub first_successor: Option<i64>,
    }
}

db::row! {
    /// Session as shown to its owner.
    pub struct SessionRow {
        pub id: SessionId,
        pub user_agent: String,
        pub created_at: Timestamp,
        pub rotated_at: Timestamp,
        /// Name of the till, if the session was opened by PIN at a till.
        pub till: Option<String>,
    }
}

db::row! {
    /// Role of a session's owner, with the data of the owner and of the session.
    struct GrantOfSession {
        id: PersonId,
        email: String,
        first_name: String,
        last_name: String,
        proven_at: Timestamp,
        began_at: Timestamp,
        has_second_factor: bool,
        till_id: Option<TillId>,
        till_name: Option<String>,
        till_vendor: Option<TenantId>,
        role: Role,
        tenant_id: Option<TenantId>,
        tenant_kind: Option<TenantKind>,
    }
}

pub fn insert_session(
    tx: &mut Tx<'_>,
    id: SessionId,
    person: PersonId,
    seed: &str,
    now: Timestamp,
    client: &ClientName,
    till: Option<TillId>,
) -> Result<()> {
    tx.later(
        "INSERT INTO session (person_id, id, seed, generation, client, user_agent, created_at, rotated_at, till_id)
         VALUES ($1, $2, $3, 0, $4, $5, $6, $6, $7)",
        params![person, id, seed, client.address, client.user_agent, now, till],
    )?;
    Ok(())
}

pub fn lock_session(
    tx: &mut Tx<'_>,
    person: PersonId,
    id: SessionId,
) -> Result<Option<RefreshRow>> {
    let sql = format!(
        "SELECT {} FROM session WHERE person_id = $1 AND id = $2{}",
        RefreshRow::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, params![person, id])?)
}

pub fn rotate_session(
    tx: &mut Tx<'_>,
    person: PersonId,
    id: SessionId,
    lineage: Lineage,
    now: Timestamp,
    client: &ClientName,
) -> Result<()> {
    let Lineage { used, first, last } = lineage;
    tx.later(
        "UPDATE session SET generation = $1, rotated_at = $2, client = $3, user_agent = $4,
                used_generation = $7, first_successor = $8
         WHERE person_id = $5 AND id = $6",
        params![last, now, client.address, client.user_agent, person, id, used, first],
    )?;
    Ok(())
}

pub fn set_proven(
    tx: &mut Tx<'_>,
    person: PersonId,
    session: SessionId,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE session SET proven_at = $1 WHERE person_id = $2 AND id = $3",
        params![now, person, session],
    )?;
    Ok(())
}

/// Returns true if the account is closed.
pub fn is_closed(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let closed: Option<(PersonId,)> =
        tx.first("SELECT id FROM person WHERE id = $1 AND closed_at IS NOT NULL", params![person])?;
    Ok(closed.is_some())
}

/// Returns the query for whether the account is active and not closed.
pub fn is_active(person: PersonId) -> impl Ask<Answer = bool> {
    rows::<(PersonId,)>(
        "SELECT id FROM person WHERE id = $1 AND is_active = TRUE AND closed_at IS NULL",
        params![person],
    )
    .first()
    .map(|found| found.is_some())
}

/// SQL condition that staff of tenant `t` can sign in. Also true for roles without a tenant. Staff
/// of a shop that stopped selling can redeem its cards until the shop is closed, because customers
/// still hold them.
pub const AT_WORK: &str = "(t.id IS NULL OR t.state = 'ACTIVE'
     OR t.kind = 'VENDOR' AND t.state = 'INACTIVE' AND t.closed_at IS NULL)";

/// Returns the query for the owner of an open session, with roles and the time of signing in. The
/// result is `None` if the session has ended, or the owner is inactive or has no active role.
pub fn find_actor(
    person: PersonId,
    session: SessionId,
    client: &Client,
) -> impl Ask<Answer = Option<(Actor, Timestamp)>> + use<> {
    let client = client.clone();
    let roles: Rows<GrantOfSession> = rows(
        format!(
            "SELECT p.id, p.email, p.first_name, p.last_name, COALESCE(s.proven_at, s.created_at), s.created_at,
                p.has_second_factor, l.id, l.name, l.vendor_id, r.role, t.id, t.kind
         FROM session s JOIN person p ON p.id = s.person_id LEFT JOIN till l ON l.id = s.till_id
              JOIN person_role r ON r.person_id = p.id LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE s.person_id = $1 AND s.id = $2 AND s.ended_at IS NULL AND p.is_active = TRUE AND p.closed_at IS NULL
           AND l.revoked_at IS NULL AND r.is_active = TRUE AND {AT_WORK}
         ORDER BY r.created_at, r.id"
        ),
        params![person, session],
    );
    roles.map(move |roles| actor_of(roles, session, client))
}

fn actor_of(
    mut roles: Vec<GrantOfSession>,
    session: SessionId,
    client: Client,
) -> Option<(Actor, Timestamp)> {
    let grants = roles.iter().map(|row| (row.role, row.tenant_id.zip(row.tenant_kind)));
    let mut grants = sorted_grants(grants);
    let person = roles.pop()?;
    let began_at = person.began_at;
    if let Some(vendor) = person.till_vendor {
        grants.retain(|grant| grant.tenant.is_some_and(|(tenant, _)| tenant == vendor));
    }
    let till = person.till_id.zip(person.till_name).map(|(id, name)| AtTill { id, name });
    let actor = Actor {
        person: person.id,
        session,
        email: person.email,
        first_name: person.first_name,
        last_name: person.last_name,
        proven_at: person.proven_at,
        has_second_factor: person.has_second_factor,
        grants,
        till,
        client,
    };
    (!actor.grants.is_empty()).then_some((actor, began_at))
}

/// Returns the query for a person's active roles, highest first. Roles at tenants whose staff can't
/// sign in are left out.
pub fn active_grants(person: PersonId) -> impl Ask<Answer = Vec<Grant>> {
    let roles: Rows<(Role, Option<TenantId>, Option<TenantKind>)> = rows(
        format!(
            "SELECT r.role, t.id, t.kind
         FROM person_role r LEFT JOIN tenant t ON t.id = r.tenant_id
         WHERE r.person_id = $1 AND r.is_active = TRUE AND {AT_WORK}
         ORDER BY r.created_at, r.id"
        ),
        params![person],
    );
    roles.map(|roles| {
        sorted_grants(roles.into_iter().map(|(role, tenant, kind)| (role, tenant.zip(kind))))
    })
}

/// Sorts roles by rank, highest first.
fn sorted_grants(
    grants: impl Iterator<Item = (Role, Option<(TenantId, TenantKind)>)>,
) -> Vec<Grant> {
    let mut grants: Vec<Grant> = grants.map(|(role, tenant)| Grant { role, tenant }).collect();
    // A stable sort leaves roles of the same rank in order of age. The person's main role is the
    // first: the oldest role of the highest rank.
    grants.sort_by_key(|grant| Role::ALL.iter().position(|role| *role == grant.role));
    grants
}

pub fn list_sessions(
    tx: &mut Tx<'_>,
    person: PersonId,
    [used_after, used_at_till_after]: [Timestamp; 2],
    begun_after: Timestamp,
) -> Result<Vec<SessionRow>> {
    Ok(tx.rows(
        "SELECT s.id, s.user_agent, s.created_at, s.rotated_at, l.name
         FROM session s LEFT JOIN till l ON l.id = s.till_id
         WHERE s.person_id = $1 AND s.ended_at IS NULL AND s.created_at > $4
           AND (s.till_id IS NULL AND s.rotated_at > $2 OR s.till_id IS NOT NULL AND s.rotated_at > $3)
         ORDER BY s.rotated_at DESC, s.id DESC LIMIT 100",
        params![person, used_after, used_at_till_after, begun_after],
    )?)
}

/// Counts the open sessions of a person.
pub fn count_open(person: PersonId) -> impl Ask<Answer = i64> {
    rows("SELECT count(*) FROM session WHERE person_id = $1 AND ended_at IS NULL", params![person])
        .one()
        .map(|(count,)| count)
}

/// Ends a person's least recently used sessions, so that at most `most` sessions stay open.
pub fn end_least_used(tx: &mut Tx<'_>, person: PersonId, most: i64, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE session SET ended_at = $1
         WHERE person_id = $2 AND ended_at IS NULL AND id NOT IN
             (SELECT id FROM session WHERE person_id = $2 AND ended_at IS NULL
              ORDER BY rotated_at DESC, id DESC LIMIT $3)",
        params![now, person, most],
    )?;
    Ok(())
}

pub fn end_session(
    tx: &mut Tx<'_>,
    person: PersonId,
    session: SessionId,
    now: Timestamp,
) -> Result<bool> {
    let ended = tx.execute(
        "UPDATE session SET ended_at = $1 WHERE person_id = $2 AND id = $3 AND ended_at IS NULL",
        params![now, person, session],
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
    tx.later(
        "UPDATE session SET ended_at = $1 WHERE person_id = $2 AND id <> $3 AND ended_at IS NULL",
        params![now, person, but],
    )?;
    Ok(())
}

pub fn end_sessions_at_till(tx: &mut Tx<'_>, till: TillId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE session SET ended_at = $1 WHERE till_id = $2 AND ended_at IS NULL",
        params![now, till],
    )?;
    Ok(())
}

pub fn end_sessions_at_tills_of(
    tx: &mut Tx<'_>,
    person: PersonId,
    vendor: TenantId,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE session SET ended_at = $1 WHERE person_id = $2 AND ended_at IS NULL
           AND till_id IN (SELECT id FROM till WHERE vendor_id = $3)",
        params![now, person, vendor],
    )?;
    Ok(())
}

pub fn set_till_seen(tx: &mut Tx<'_>, till: TillId, now: Timestamp) -> Result<()> {
    tx.later("UPDATE till SET last_seen_at = $1 WHERE id = $2", params![now, till])?;
    Ok(())
}

/// Deletes sessions that ended or were last used before these times. Returns the number deleted.
/// The time of the last use is first saved in the row of the person.
pub fn delete_sessions(
    tx: &mut Tx<'_>,
    ended_before: Timestamp,
    idle_before: Timestamp,
    limit: i64,
) -> Result<u64> {
    let mut deleted = 0;
    for (column, before) in [("ended_at", ended_before), ("rotated_at", idle_before)] {
        let oldest = format!("FROM session WHERE {column} < $1 ORDER BY {column}, id LIMIT $2");
        // Read first, because a cluster has sessions and people on different machines.
        let sql = format!(
            "WITH seen AS MATERIALIZED (
                 SELECT s.person_id, MAX(s.rotated_at) AS seen_at FROM session s
                 WHERE s.person_id IN (SELECT person_id {oldest}) GROUP BY s.person_id)
             UPDATE person SET seen_at = seen.seen_at FROM seen
             WHERE person.id = seen.person_id AND person.closed_at IS NULL AND COALESCE(person.seen_at, 0) < seen.seen_at"
        );
        tx.execute(&sql, params![before, limit])?;
        let sql =
            format!("DELETE FROM session WHERE (person_id, id) IN (SELECT person_id, id {oldest})");
        deleted += tx.execute(&sql, params![before, limit])?;
    }
    Ok(deleted)
}
