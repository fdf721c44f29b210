//! SQL for rows of the identity history. No statement here changes or deletes a row of the history.

use std::collections::BTreeMap;

use db::{Ask, Tx, Value, params, rows};

use kernel::{ids::PersonId, search::Search, timestamp::Timestamp};
use platform::error::Result;

/// Owner under which the seals of all identities are chained. Identities belong to no vendor, so
/// the platform owns the chain.
pub const OWNER: &str = "platform";

db::row! {
    /// Name, email address and roles that a person had from the time `since` on.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Identity {
        pub since: Timestamp,
        pub email: String,
        pub first_name: String,
        pub last_name: String,
        pub roles: String,
    }
}

/// Roles to record with an identity: the person's current roles, or no roles if the account closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roles {
    AsTheyAre,
    Over,
}

/// SQL expression for the active roles above consumer of the person `p`, as a comma-separated text.
const ROLES: &str = "COALESCE((SELECT string_agg(r.role || COALESCE(' ' || r.tenant_id, ''), ', ' ORDER BY r.role, r.tenant_id)
    FROM person_role r WHERE r.person_id = p.id AND r.role <> 'CONSUMER' AND r.is_active = TRUE), '')";

/// Adds the person's current data to the history if the data changed, and marks the new row for
/// sealing. The statements are queued and sent with the next query of the transaction.
pub fn insert(tx: &mut Tx<'_>, now: Timestamp, person: PersonId, roles: Roles) -> Result<()> {
    // Locks the person's row, so that concurrent changes get different numbers in the history.
    tx.later("UPDATE person SET search_key = search_key WHERE id = $1", params![person])?;
    let roles = if roles == Roles::Over { "''" } else { ROLES };
    tx.later(
        &format!(
            "INSERT INTO person_identity (id, person_id, number, since, email, first_name, last_name, roles)
             SELECT n.person_id || '/' || n.number, n.person_id, n.number, CAST($2 AS BIGINT), n.email, n.first_name,
                    n.last_name, n.roles
             FROM (SELECT p.id AS person_id, p.email, p.first_name, p.last_name, {roles} AS roles,
                          COALESCE((SELECT MAX(h.number) FROM person_identity h WHERE h.person_id = p.id), 0) + 1 AS number
                   FROM person p WHERE p.id = $1) n
             LEFT JOIN person_identity l ON l.person_id = n.person_id AND l.number = n.number - 1
             WHERE (l.number IS NULL AND n.roles <> '')
                OR (l.number IS NOT NULL AND (l.email <> n.email OR l.first_name <> n.first_name
                                              OR l.last_name <> n.last_name OR l.roles <> n.roles))"
        ),
        params![person, now],
    )?;
    tx.later(
        "INSERT INTO unsealed_identity (owner_id, identity_id)
         SELECT $3, h.id FROM person_identity h
         WHERE h.person_id = $1 AND h.since = $2
           AND NOT EXISTS (SELECT 1 FROM identity_seal s WHERE s.owner_id = $3 AND s.identity_id = h.id)
         ON CONFLICT DO NOTHING",
        params![person, now, OWNER],
    )?;
    Ok(())
}

/// SQL join that adds a person's data as of a certain time: `join_then!("d", "p.drafted_by",
/// "p.drafted_at")`. Its columns are read by `column_then!("d", "first_name")`. The join does not
/// change the number of rows. It uses the last row of the person's history before the time, so a
/// person's own renaming appears under the former name. Without an earlier row, it uses the first
/// row of the history. For customers, who have no history, it uses the current data.
#[macro_export]
macro_rules! join_then {
    ($alias:literal, $person:literal, $at:literal) => {
        concat!(
            "LEFT JOIN person ",
            $alias,
            "_today ON ",
            $alias,
            "_today.id = ",
            $person,
            " LEFT JOIN person_identity ",
            $alias,
            " ON ",
            $alias,
            ".person_id = ",
            $person,
            " AND ",
            $alias,
            ".number =
                (SELECT COALESCE(MAX(CASE WHEN h.since < ",
            $at,
            " THEN h.number END), 1)
                 FROM person_identity h WHERE h.person_id = ",
            $person,
            ")"
        )
    };
}

/// SQL expression for a column of a person joined by [`join_then`]; null if the person does not
/// exist.
#[macro_export]
macro_rules! column_then {
    ($alias:literal, $column:literal) => {
        concat!("COALESCE(", $alias, ".", $column, ", ", $alias, "_today.", $column, ")")
    };
}

/// SQL expression for the first and last name, joined with a space, of a person joined by
/// [`join_then`].
#[macro_export]
macro_rules! name_then {
    ($alias:literal) => {
        concat!(
            "COALESCE(",
            $alias,
            ".first_name, ",
            $alias,
            "_today.first_name) || ' ' || COALESCE(",
            $alias,
            ".last_name, ",
            $alias,
            "_today.last_name)"
        )
    };
}

pub use {column_then, join_then, name_then};

pub fn names_at(
    tx: &mut Tx<'_>,
    asked: &[(PersonId, Timestamp)],
) -> Result<BTreeMap<(PersonId, Timestamp), (String, String)>> {
    let mut names = BTreeMap::new();
    for some in asked.chunks(200) {
        let mut values: Vec<Value<'_>> = Vec::with_capacity(2 * some.len());
        let mut rows = Vec::with_capacity(some.len());
        for (person, at) in some {
            let place = values.len() + 1;
            rows.push(format!(
                "SELECT CAST(${place} AS TEXT) AS person_id, CAST(${} AS BIGINT) AS at",
                place + 1
            ));
            values.push(Value::Text(person.to_string().into()));
            values.push(Value::Int(at.as_micros()));
        }
        let sql = format!(
            concat!(
                "SELECT q.person_id, q.at, ",
                column_then!("n", "first_name"),
                ", ",
                column_then!("n", "last_name"),
                " FROM ({}) q ",
                join_then!("n", "q.person_id", "q.at")
            ),
            rows.join(" UNION ALL ")
        );
        let found: Vec<(PersonId, Timestamp, Option<String>, Option<String>)> =
            tx.rows(&sql, &values)?;
        names.extend(
            found
                .into_iter()
                .filter_map(|(person, at, first, last)| Some(((person, at), (first?, last?)))),
        );
    }
    Ok(names)
}

pub fn is_staff(person: PersonId) -> impl Ask<Answer = bool> + use<> {
    rows::<(i64,)>(
        "SELECT 1 FROM person_role WHERE person_id = $1 AND role <> 'CONSUMER'
         UNION ALL SELECT 1 FROM person_identity WHERE person_id = $1",
        params![person],
    )
    .first()
    .map(|found| found.is_some())
}

/// Maximum number of former names and addresses that a search examines.
const MAX_SEARCHED: i64 = 20_000;

/// Finds people whose former name or address matches. Reads only rows of the history that differ
/// from the current data, so people who never changed theirs cost nothing. Accents are removed in
/// Rust, because neither database engine does that.
pub fn search(tx: &mut Tx<'_>, search: &Search, limit: usize) -> Result<Vec<PersonId>> {
    let rows: Vec<(PersonId, String, String, String)> = tx.rows(
        "SELECT h.person_id, h.first_name, h.last_name, h.email
         FROM person_identity h JOIN person p ON p.id = h.person_id
         WHERE h.first_name <> p.first_name OR h.last_name <> p.last_name OR h.email <> p.email
         ORDER BY h.since DESC, h.person_id, h.number LIMIT $1",
        params![MAX_SEARCHED],
    )?;
    let mut found: Vec<PersonId> = rows
        .into_iter()
        .filter(|(_, first, last, email)| search.fits(&format!("{first} {last} {email}")))
        .map(|(person, ..)| person)
        .collect();
    found.sort();
    found.dedup();
    found.truncate(limit);
    Ok(found)
}

pub fn list_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<Identity>> {
    let sql = format!(
        "SELECT {} FROM person_identity WHERE person_id = $1 ORDER BY number LIMIT 1000",
        Identity::COLUMNS
    );
    Ok(tx.rows(&sql, params![person])?)
}
