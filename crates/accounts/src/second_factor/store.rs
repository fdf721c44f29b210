//! SQL for rows of second factors, and for sign-in tickets and passkey challenges.

use db::{Tx, params};

use kernel::{
    brand::Brand,
    ids::{ChallengeId, PasskeyId, PersonId},
    timestamp::Timestamp,
};
use platform::{error::Result, secrets::Hashes};

db::row! {
    pub struct AppRow {
        pub secret: String,
        pub created_at: Timestamp,
        pub confirmed_at: Option<Timestamp>,
        pub last_step: i64,
    }
}

db::row! {
    pub struct PasskeyRow {
        pub id: PasskeyId,
        pub person_id: PersonId,
        pub brand: Brand,
        pub credential_id: String,
        pub public_key: String,
        pub sign_count: i64,
        pub name: String,
        pub created_at: Timestamp,
        pub last_used_at: Option<Timestamp>,
    }
}

db::row! {
    pub struct ChallengeRow {
        pub purpose: String,
        pub person_id: Option<PersonId>,
        pub brand: Brand,
        pub challenge: String,
        pub expires_at: Timestamp,
    }
}

/// Recomputes whether a person has a working second factor, stores the result in the person's row,
/// and returns it. Sign-in and every request read the stored result. A consumer's passkey doesn't
/// count, because it replaces the password.
pub fn update_person(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let apps: (i64,) = tx.one(
        "SELECT COUNT(*) FROM authenticator_app WHERE person_id = $1 AND confirmed_at IS NOT NULL",
        params![person],
    )?;
    let keys: (i64,) = tx.one(
        "SELECT COUNT(*) FROM passkey k WHERE k.person_id = $1
         AND EXISTS (SELECT 1 FROM person_role r WHERE r.person_id = $1 AND r.role <> 'CONSUMER')",
        params![person],
    )?;
    let has_one = apps.0 + keys.0 > 0;
    tx.execute("UPDATE person SET has_second_factor = $1 WHERE id = $2", params![has_one, person])?;
    Ok(has_one)
}

pub fn has_second_factor(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let found: Option<(bool,)> =
        tx.first("SELECT has_second_factor FROM person WHERE id = $1", params![person])?;
    Ok(found.is_some_and(|(has_one,)| has_one))
}

pub fn find_app(tx: &mut Tx<'_>, person: PersonId) -> Result<Option<AppRow>> {
    let sql = format!("SELECT {} FROM authenticator_app WHERE person_id = $1", AppRow::COLUMNS);
    Ok(tx.first(&sql, params![person])?)
}

/// Stores an unconfirmed authenticator app, which replaces an earlier unconfirmed one.
pub fn put_app(tx: &mut Tx<'_>, person: PersonId, secret: &str, now: Timestamp) -> Result<()> {
    tx.later(
        "INSERT INTO authenticator_app (person_id, secret, created_at, confirmed_at, last_step)
         VALUES ($1, $2, $3, NULL, 0)
         ON CONFLICT (person_id) DO UPDATE
         SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
         WHERE authenticator_app.confirmed_at IS NULL",
        params![person, secret, now],
    )?;
    Ok(())
}

pub fn confirm_app(tx: &mut Tx<'_>, person: PersonId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE authenticator_app SET confirmed_at = $1 WHERE person_id = $2",
        params![now, person],
    )?;
    Ok(())
}

/// Marks the codes up to this 30-second step as used. Returns false if a concurrent call has
/// already used the step.
pub fn use_step(tx: &mut Tx<'_>, person: PersonId, step: i64) -> Result<bool> {
    let used = tx.execute(
        "UPDATE authenticator_app SET last_step = $1 WHERE person_id = $2 AND last_step < $1",
        params![step, person],
    )?;
    Ok(used == 1)
}

pub fn delete_app(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let gone = tx.execute("DELETE FROM authenticator_app WHERE person_id = $1", params![person])?;
    Ok(gone == 1)
}

pub fn insert_passkey(tx: &mut Tx<'_>, row: &PasskeyRow) -> Result<bool> {
    let made = tx.execute(
        "INSERT INTO passkey (id, person_id, brand, credential_id, public_key, sign_count, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (credential_id) DO NOTHING",
        params![
            row.id, row.person_id, row.brand, row.credential_id, row.public_key, row.sign_count,
            row.name, row.created_at
        ],
    )?;
    Ok(made == 1)
}

pub fn list_passkeys(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<PasskeyRow>> {
    let sql = format!(
        "SELECT {} FROM passkey WHERE person_id = $1 ORDER BY created_at, id LIMIT 100",
        PasskeyRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![person])?)
}

pub fn find_passkey(tx: &mut Tx<'_>, credential: &str) -> Result<Option<PasskeyRow>> {
    let sql = format!("SELECT {} FROM passkey WHERE credential_id = $1", PasskeyRow::COLUMNS);
    Ok(tx.first(&sql, params![credential])?)
}

/// Stores the signature counter after a use of a passkey. Returns false if a concurrent call used
/// the passkey first.
pub fn use_passkey(tx: &mut Tx<'_>, row: &PasskeyRow, count: u32, now: Timestamp) -> Result<bool> {
    let used = tx.execute(
        "UPDATE passkey SET sign_count = $1, last_used_at = $2 WHERE id = $3 AND sign_count = $4",
        params![i64::from(count), now, row.id, row.sign_count],
    )?;
    Ok(used == 1)
}

pub fn rename_passkey(
    tx: &mut Tx<'_>,
    person: PersonId,
    id: PasskeyId,
    name: &str,
) -> Result<bool> {
    let renamed = tx.execute(
        "UPDATE passkey SET name = $1 WHERE id = $2 AND person_id = $3",
        params![name, id, person],
    )?;
    Ok(renamed == 1)
}

pub fn delete_passkey(tx: &mut Tx<'_>, person: PersonId, id: PasskeyId) -> Result<bool> {
    let gone =
        tx.execute("DELETE FROM passkey WHERE id = $1 AND person_id = $2", params![id, person])?;
    Ok(gone == 1)
}

pub fn delete_passkeys(tx: &mut Tx<'_>, person: PersonId) -> Result<u64> {
    Ok(tx.execute("DELETE FROM passkey WHERE person_id = $1", params![person])?)
}

pub fn insert_recovery_code(
    tx: &mut Tx<'_>,
    person: PersonId,
    hash: &str,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO recovery_code (person_id, hash, created_at) VALUES ($1, $2, $3)",
        params![person, hash, now],
    )?;
    Ok(())
}

pub fn use_recovery_code(
    tx: &mut Tx<'_>,
    person: PersonId,
    hashes: &Hashes,
    now: Timestamp,
) -> Result<bool> {
    let (list, values) = hashes.listed_after(params![now, person]);
    let sql = format!(
        "UPDATE recovery_code SET used_at = $1
         WHERE person_id = $2 AND hash IN {list} AND used_at IS NULL"
    );
    Ok(tx.execute(&sql, &values)? == 1)
}

pub fn count_recovery_codes(tx: &mut Tx<'_>, person: PersonId) -> Result<i64> {
    let left: (i64,) = tx.one(
        "SELECT COUNT(*) FROM recovery_code WHERE person_id = $1 AND used_at IS NULL",
        params![person],
    )?;
    Ok(left.0)
}

pub fn delete_recovery_codes(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.later("DELETE FROM recovery_code WHERE person_id = $1", params![person])?;
    Ok(())
}

pub fn insert_ticket(
    tx: &mut Tx<'_>,
    hash: &str,
    person: PersonId,
    expires_at: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO sign_in_ticket (hash, person_id, expires_at) VALUES ($1, $2, $3)",
        params![hash, person, expires_at],
    )?;
    Ok(())
}

pub fn find_ticket(tx: &mut Tx<'_>, hashes: &Hashes, now: Timestamp) -> Result<Option<PersonId>> {
    let (list, values) = hashes.listed_after(params![now]);
    let sql =
        format!("SELECT person_id FROM sign_in_ticket WHERE expires_at > $1 AND hash IN {list}");
    let found: Option<(PersonId,)> = tx.first(&sql, &values)?;
    Ok(found.map(|(person,)| person))
}

/// Deletes a person's sign-in tickets.
pub fn delete_tickets(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.later("DELETE FROM sign_in_ticket WHERE person_id = $1", params![person])?;
    Ok(())
}

/// Stores a passkey challenge. Returns false if its id already exists.
pub fn insert_challenge(tx: &mut Tx<'_>, id: ChallengeId, row: &ChallengeRow) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO passkey_challenge (id, purpose, person_id, brand, challenge, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING",
        params![id, row.purpose, row.person_id, row.brand, row.challenge, row.expires_at],
    )?;
    Ok(inserted == 1)
}

/// Deletes and returns a person's challenge, so that it can't be used twice. Only challenges with
/// this purpose are deleted: the row of a used sign-in challenge must stay, or the challenge would
/// become valid again.
pub fn take_challenge(
    tx: &mut Tx<'_>,
    id: ChallengeId,
    purpose: &str,
    person: PersonId,
) -> Result<Option<ChallengeRow>> {
    let sql = format!(
        "DELETE FROM passkey_challenge WHERE id = $1 AND purpose = $2 AND person_id = $3 RETURNING {}",
        ChallengeRow::COLUMNS
    );
    Ok(tx.first(&sql, params![id, purpose, person])?)
}

/// Deletes the oldest expired sign-in tickets and passkey challenges, and returns the number
/// deleted. Called whenever a new one is stored, because strangers can request many.
pub fn delete_over(tx: &mut Tx<'_>, before: Timestamp, limit: i64) -> Result<u64> {
    let tickets = tx.execute(
        "DELETE FROM sign_in_ticket WHERE hash IN
             (SELECT hash FROM sign_in_ticket WHERE expires_at < $1 ORDER BY expires_at, hash LIMIT $2)",
        params![before, limit],
    )?;
    let challenges = tx.execute(
        "DELETE FROM passkey_challenge WHERE id IN
             (SELECT id FROM passkey_challenge WHERE expires_at < $1 ORDER BY expires_at, id LIMIT $2)",
        params![before, limit],
    )?;
    Ok(tickets + challenges)
}
