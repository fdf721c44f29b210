//! SQL for rows of people, and for the browsers they have signed in with.

use db::{Ask, Engine, First, One, Tx, params, rows};

use access::auth::sessions::ClientName;
use kernel::{
    brand::Brand,
    contact::{CLOSED_DOMAIN, Email},
    fold::search_key,
    ids::PersonId,
    language::Language,
    random::random_hex,
    timestamp::Timestamp,
};
use people::identity;
use platform::error::Result;

/// Maximum number of known browsers per person.
const MAX_BROWSERS: i64 = 20;

db::row! {
    /// Columns of a person needed to sign in, send emails and change the status.
    #[derive(Clone, Debug)]
    pub struct PersonRow {
        pub id: PersonId,
        pub email: Email,
        pub first_name: String,
        pub last_name: String,
        pub language: Language,
        pub brand: Brand,
        pub password_hash: Option<String>,
        pub confirmed_at: Option<Timestamp>,
        pub is_active: bool,
        pub closed_at: Option<Timestamp>,
        pub has_second_factor: bool,
    }
}

db::row! {
    /// Profile that a person sees and edits.
    #[derive(Clone, Debug)]
    pub struct ProfileRow {
        pub email: String,
        pub first_name: String,
        pub last_name: String,
        pub phone: Option<String>,
        pub address_line: Option<String>,
        pub unit: Option<String>,
        pub city: Option<String>,
        pub province: Option<String>,
        pub postal_code: Option<String>,
        pub language: Language,
        pub mails_movements: bool,
        pub created_at: Timestamp,
        pub has_password: bool,
    }
}

db::row! {
    /// Data about a person that support staff can see.
    #[derive(Clone, Debug)]
    pub struct FactsRow {
        pub phone: Option<String>,
        pub city: Option<String>,
        pub province: Option<String>,
        pub language: Language,
        pub created_at: Timestamp,
        /// Time of the last use of sessions that have been deleted since.
        pub forgotten_use_at: Option<Timestamp>,
        /// Time of the last use of the sessions that still exist.
        pub known_use_at: Option<Timestamp>,
    }
}

impl FactsRow {
    /// Returns when the person was last active while signed in; `None` if never.
    pub fn last_seen_at(&self) -> Option<Timestamp> {
        self.forgotten_use_at.max(self.known_use_at)
    }
}

/// Data of a new account.
#[derive(Clone, Debug)]
pub struct NewPerson {
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub contact: Contact,
    pub language: Language,
    pub brand: Brand,
    pub password_hash: Option<String>,
}

/// Phone number and postal address of a person.
#[derive(Clone, Debug, Default)]
pub struct Contact {
    pub phone: Option<String>,
    pub address_line: Option<String>,
    pub unit: Option<String>,
    pub city: Option<String>,
    pub province: Option<String>,
    pub postal_code: Option<String>,
}

/// Name of the unique index on email addresses. A second account with the same address violates it.
pub const EMAIL_KEY: &str = "person_email_key";

fn key(first_name: &str, last_name: &str, email: &str) -> String {
    search_key(&format!("{first_name} {last_name} {email}"))
}

pub fn insert(tx: &mut Tx<'_>, now: Timestamp, person: &NewPerson) -> Result<PersonId> {
    let id = PersonId::new(now);
    let contact = &person.contact;
    tx.execute(
        "INSERT INTO person (id, email, first_name, last_name, phone, address_line, unit, city, province,
                             postal_code, language, brand, password_hash, is_active, search_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, TRUE, $14, $15)",
        params![
            id,
            person.email,
            person.first_name,
            person.last_name,
            contact.phone,
            contact.address_line,
            contact.unit,
            contact.city,
            contact.province,
            contact.postal_code,
            person.language,
            person.brand,
            person.password_hash,
            key(&person.first_name, &person.last_name, person.email.as_ref()),
            now
        ],
    )?;
    Ok(id)
}

/// Replaces the data of a person who never confirmed their address by the data of a new
/// registration.
pub fn register_anew(
    tx: &mut Tx<'_>,
    now: Timestamp,
    id: PersonId,
    person: &NewPerson,
) -> Result<()> {
    set_names(tx, now, id, &person.first_name, &person.last_name, person.email.as_ref())?;
    set_contact(tx, id, &person.contact, person.language)?;
    tx.later(
        "UPDATE person SET password_hash = $1, brand = $2 WHERE id = $3",
        params![person.password_hash, person.brand, id],
    )?;
    Ok(())
}

pub fn find_by_email(email: &Email) -> First<PersonRow> {
    rows(format!("SELECT {} FROM person WHERE email = $1", PersonRow::COLUMNS), params![email])
        .first()
}

/// Locks and returns the person with this address, so that concurrent changes of the person run one
/// after another.
pub fn lock_by_email(tx: &mut Tx<'_>, email: &Email) -> Result<Option<PersonRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT {} FROM person WHERE email = $1{lock}", PersonRow::COLUMNS);
    Ok(tx.first(&sql, params![email])?)
}

pub fn lock(tx: &mut Tx<'_>, id: PersonId) -> Result<Option<PersonRow>> {
    Ok(tx.ask(locked(tx.engine(), id))?)
}

/// Like [`lock`], but returns a query that can be sent together with other queries.
pub fn locked(engine: Engine, id: PersonId) -> First<PersonRow> {
    let lock = engine.for_update();
    rows(format!("SELECT {} FROM person WHERE id = $1{lock}", PersonRow::COLUMNS), params![id])
        .first()
}

pub fn find(tx: &mut Tx<'_>, id: PersonId) -> Result<Option<PersonRow>> {
    Ok(tx.ask(row_of(id))?)
}

/// Like [`find`], but returns a query that can be sent together with other queries.
pub fn row_of(id: PersonId) -> First<PersonRow> {
    rows(format!("SELECT {} FROM person WHERE id = $1", PersonRow::COLUMNS), params![id]).first()
}

pub fn set_mails_movements(tx: &mut Tx<'_>, id: PersonId, mails: bool) -> Result<()> {
    tx.later("UPDATE person SET mails_movements = $1 WHERE id = $2", params![mails, id])?;
    Ok(())
}

pub fn profile(tx: &mut Tx<'_>, id: PersonId) -> Result<ProfileRow> {
    Ok(tx.ask(profile_of(id))?)
}

/// Like [`profile`], but returns a query that can be sent together with other queries.
pub fn profile_of(id: PersonId) -> One<ProfileRow> {
    rows(
        "SELECT email, first_name, last_name, phone, address_line, unit, city, province, postal_code, language,
                mails_movements, created_at, password_hash IS NOT NULL
         FROM person WHERE id = $1",
        params![id],
    )
    .one()
}

pub fn facts_of(id: PersonId) -> First<FactsRow> {
    rows(
        "SELECT p.phone, p.city, p.province, p.language, p.created_at, p.seen_at,
                (SELECT MAX(s.rotated_at) FROM session s WHERE s.person_id = $1)
         FROM person p WHERE p.id = $1",
        params![id],
    )
    .first()
}

db::row! {
    /// Data about an account that the account page does not show.
    #[derive(Clone, Debug)]
    pub struct AccountFactsRow {
        pub brand: Brand,
        pub confirmed_at: Option<Timestamp>,
        /// Time of the last use of sessions that have been deleted since.
        pub forgotten_use_at: Option<Timestamp>,
        /// Time of the last use of the sessions that still exist.
        pub known_use_at: Option<Timestamp>,
    }
}

impl AccountFactsRow {
    /// Returns when the person was last active while signed in; `None` if never.
    pub fn last_seen_at(&self) -> Option<Timestamp> {
        self.forgotten_use_at.max(self.known_use_at)
    }
}

pub fn account_facts(tx: &mut Tx<'_>, id: PersonId) -> Result<AccountFactsRow> {
    Ok(tx.one(
        "SELECT p.brand, p.confirmed_at, p.seen_at, (SELECT MAX(s.rotated_at) FROM session s WHERE s.person_id = $1)
         FROM person p WHERE p.id = $1",
        params![id],
    )?)
}

/// Renames a person. For staff, the name is also added to the history of names.
pub fn set_names(
    tx: &mut Tx<'_>,
    now: Timestamp,
    id: PersonId,
    first_name: &str,
    last_name: &str,
    email: &str,
) -> Result<()> {
    tx.later(
        "UPDATE person SET first_name = $1, last_name = $2, search_key = $3 WHERE id = $4",
        params![first_name, last_name, key(first_name, last_name, email), id],
    )?;
    identity::record(tx, now, id)
}

pub fn set_contact(
    tx: &mut Tx<'_>,
    id: PersonId,
    contact: &Contact,
    language: Language,
) -> Result<()> {
    tx.later(
        "UPDATE person SET phone = $1, address_line = $2, unit = $3, city = $4, province = $5,
                           postal_code = $6, language = $7
         WHERE id = $8",
        params![
            contact.phone,
            contact.address_line,
            contact.unit,
            contact.city,
            contact.province,
            contact.postal_code,
            language,
            id
        ],
    )?;
    Ok(())
}

pub fn set_password(tx: &mut Tx<'_>, id: PersonId, hash: &str) -> Result<()> {
    tx.later("UPDATE person SET password_hash = $1 WHERE id = $2", params![hash, id])?;
    Ok(())
}

pub fn clear_password(tx: &mut Tx<'_>, id: PersonId) -> Result<()> {
    tx.later("UPDATE person SET password_hash = NULL WHERE id = $1", params![id])?;
    Ok(())
}

/// Marks a person's email address as confirmed.
pub fn confirm(tx: &mut Tx<'_>, id: PersonId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE person SET confirmed_at = $1 WHERE id = $2 AND confirmed_at IS NULL",
        params![now, id],
    )?;
    Ok(())
}

pub fn set_active(tx: &mut Tx<'_>, id: PersonId, is_active: bool) -> Result<()> {
    tx.later("UPDATE person SET is_active = $1 WHERE id = $2", params![is_active, id])?;
    Ok(())
}

/// Erases a person's personal data. The row stays, because financial records and the history of
/// staff refer to it.
pub fn close(tx: &mut Tx<'_>, id: PersonId, now: Timestamp) -> Result<()> {
    identity::record_closing(tx, now, id)?;
    // Replaces the email address by a random one that can't be guessed, in a domain that no form
    // accepts.
    let email = format!("{}@{CLOSED_DOMAIN}", random_hex());
    tx.execute(
        "UPDATE person SET email = $1, first_name = '', last_name = '', phone = NULL, address_line = NULL,
                           unit = NULL, city = NULL, province = NULL, postal_code = NULL, password_hash = NULL,
                           is_active = FALSE, closed_at = $2, search_key = '', seen_at = NULL
         WHERE id = $3",
        params![email, now, id],
    )?;
    forget_browsers(tx, id)?;
    tx.later("DELETE FROM mailed_code WHERE person_id = $1", params![id])?;
    tx.later("DELETE FROM closing_request WHERE person_id = $1", params![id])?;
    Ok(())
}

/// Lists the oldest people who registered before `registered_before`, never confirmed their
/// address, and have no valid link any more.
pub fn list_unconfirmed(
    tx: &mut Tx<'_>,
    now: Timestamp,
    registered_before: Timestamp,
    limit: i64,
) -> Result<Vec<PersonId>> {
    let ids: Vec<(PersonId,)> = tx.rows(
        "SELECT p.id FROM person p
         WHERE p.confirmed_at IS NULL AND p.closed_at IS NULL AND p.created_at < $1
           AND NOT EXISTS (SELECT 1 FROM person_role r WHERE r.person_id = p.id AND r.role <> 'CONSUMER')
           AND NOT EXISTS (SELECT 1 FROM mailed_code c WHERE c.person_id = p.id AND c.expires_at > $2)
         ORDER BY p.created_at, p.id LIMIT $3",
        params![registered_before, now, limit],
    )?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// Returns the client's browser if the person has signed in with it before, else `None`.
pub fn known_browser<'a>(
    tx: &mut Tx<'_>,
    id: PersonId,
    client: &'a ClientName,
) -> Result<Option<&'a str>> {
    let Some(browser) = client.browser.as_deref() else { return Ok(None) };
    let known: Option<(Timestamp,)> = tx.first(
        "SELECT seen_at FROM known_client WHERE person_id = $1 AND client = $2",
        params![id, browser],
    )?;
    Ok(known.map(|_| browser))
}

/// Returns the query for whether the owner of this address has signed in with the client's browser
/// before.
pub fn is_browser_known(email: &Email, client: &ClientName) -> impl Ask<Answer = bool> + use<> {
    rows::<(Timestamp,)>(
        "SELECT k.seen_at FROM known_client k JOIN person p ON p.id = k.person_id WHERE p.email = $1 AND k.client = $2",
        params![email, client.browser],
    )
    .first()
    .map(|found| found.is_some())
}

/// Deletes a person's known browsers. Other people who signed in with the former password then lose
/// the separate limit of sign-in attempts that known browsers have.
pub fn forget_browsers(tx: &mut Tx<'_>, id: PersonId) -> Result<()> {
    tx.later("DELETE FROM known_client WHERE person_id = $1", params![id])?;
    Ok(())
}

pub fn remember_browser(
    tx: &mut Tx<'_>,
    id: PersonId,
    client: &ClientName,
    now: Timestamp,
) -> Result<()> {
    let Some(browser) = &client.browser else { return Ok(()) };
    tx.later(
        "INSERT INTO known_client (person_id, client, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (person_id, client) DO UPDATE SET seen_at = excluded.seen_at",
        params![id, browser, now],
    )?;
    // Keeps only the most recent browsers, because a client without cookies adds a new one at each
    // sign-in.
    tx.later(
        "DELETE FROM known_client WHERE person_id = $1 AND client NOT IN
             (SELECT client FROM known_client WHERE person_id = $1 ORDER BY seen_at DESC, client LIMIT $2)",
        params![id, MAX_BROWSERS],
    )?;
    Ok(())
}

/// Deletes known browsers last seen before `seen_before`, oldest first. Returns the number deleted.
pub fn delete_clients(tx: &mut Tx<'_>, seen_before: Timestamp, limit: i64) -> Result<u64> {
    // Repeats the condition outside the subquery, because a browser may be used again while this
    // statement runs.
    Ok(tx.execute(
        "DELETE FROM known_client WHERE seen_at < $1 AND (person_id, client) IN
             (SELECT person_id, client FROM known_client WHERE seen_at < $1
              ORDER BY seen_at, person_id, client LIMIT $2)",
        params![seen_before, limit],
    )?)
}
