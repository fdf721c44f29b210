//! Sign-in by an emailed code of six digits. If the address has no account, signing in creates a
//! consumer's account. The caller never learns whether the address had an account.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::{
    NewPerson, register, second_factor, sign_in,
    store::{
        self,
        email_codes::EmailCodeRow,
        people::{Contact, PersonRow},
    },
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Client, Role, sessions::TokenPair},
};
use kernel::{
    brand::Brand,
    contact::Email,
    fields::Fields,
    ids::{PersonId, SessionId},
    language::Language,
    messages::Message,
    random::{random_bytes, random_hex},
    timestamp::Timestamp,
};
use mail::{Mail, lifetimes};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{
        self, Limit,
        mails::{self, MailKind},
    },
    secrets::{Hashes, Secrets},
};

use crate::{actions, letters::Letter, secret_uses::EMAIL_CODE};

/// Maximum number of attempts per ticket. Each code has six digits, so guessing succeeds once in
/// 200,000 emails on average.
const MAX_TRIES: i64 = 5;
/// Limit on codes emailed to a signed-in person who re-authenticates.
const PROOF_CODES: Limit = Limit { capacity: 5, interval: Duration::from_secs(5 * 60) };
/// Number of expired codes deleted when a new code is stored.
const SWEPT: i64 = 20;

fn hidden(secrets: &Secrets, parts: &[&str]) -> Hashes {
    let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes()).collect();
    secrets.hashes(EMAIL_CODE, &parts)
}

/// Returns a random code of six digits. The modulo of a 64-bit number is so evenly distributed that
/// no code is worth guessing first.
fn random_code() -> String {
    format!("{:06}", u64::from_be_bytes(random_bytes()) % 1_000_000)
}

/// Emails a code to an address and returns a ticket, which is needed to use the code. If no code
/// may be sent, the ticket is worthless but looks like any other.
pub async fn mail_code(
    app: &Arc<App>,
    email: Email,
    client: &Client,
    brand: Brand,
    language: Language,
) -> Result<String> {
    let (kind, name) = (MailKind::EmailCode, client.name(&app.secrets));
    let senders = name.buckets(kind.word(), kind.limit());
    app.write(move |tx, app, now| {
        let asker = register::asker(tx, &email, &name)?;
        register::count_stranger(tx, now, &senders, &asker)?;
        let (ticket, code) = (random_hex(), random_code());
        if !mails::may_mail(tx, &app.secrets, now, kind, &email, &asker)? {
            return Ok(ticket);
        }
        let person = store::people::lock_by_email(tx, &email)?;
        let takes_codes = match &person {
            Some(person) => may_use_codes(tx, person)?,
            None => true,
        };
        if takes_codes {
            keep(tx, &app.secrets, now, &["address", email.as_ref()], (&ticket, &code))?;
            let lang = person.as_ref().map_or(language, |person| person.language);
            let letter = Letter::EmailCode { code };
            mail::post(tx, now, &Mail { to: email.to_string(), brand, lang, letter })?;
        } else if let Some(person) = person.filter(|person| person.is_active) {
            // Staff can't sign in by emailed codes. The email tells them to sign in with their
            // password.
            let site = app.public_url(brand);
            let letter = Letter::AlreadyRegistered {
                first_name: person.first_name.clone(),
                sign_in: format!("{site}/signin"),
                reset: format!("{site}/forgot-password"),
            };
            register::post(tx, now, &person, brand, letter)?;
        }
        Ok(ticket)
    })
    .await
}

/// Stores a code under its ticket. `opens` says what the code is valid for: an email address or a
/// session.
fn keep(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    opens: &[&str],
    (ticket, code): (&str, &str),
) -> Result<()> {
    store::email_codes::delete_over(tx, now, SWEPT)?;
    let hash = |parts: &[&str]| hidden(secrets, parts).current().to_owned();
    let row = EmailCodeRow {
        address_hash: hash(opens),
        code_hash: hash(&["code", ticket, code]),
        tries: 0,
        expires_at: now.plus(lifetimes::EMAIL_CODE),
    };
    store::email_codes::insert(tx, &hash(&["ticket", ticket]), &row)
}

/// Returns true if a person re-authenticates by emailed codes: only consumers without a password
/// and without a second factor.
pub(super) fn proves_by_codes(tx: &mut Tx<'_>, person: &PersonRow) -> Result<bool> {
    let has_other_way = person.password_hash.is_some() || person.has_second_factor;
    Ok(!has_other_way && may_use_codes(tx, person)?)
}

/// Emails a code by which a signed-in person can re-authenticate in the current session. Returns
/// the ticket of the code.
pub async fn mail_proof_code(app: &Arc<App>, actor: &Actor) -> Result<String> {
    let actor = actor.clone();
    app.write(move |tx, app, now| {
        let person = store::people::lock(tx, actor.person)?.ok_or(Error::Unauthorized)?;
        if !proves_by_codes(tx, &person)? {
            return Err(Error::NotFound);
        }
        // Uses a separate limit, so that strangers who request sign-in codes for this address
        // can't use it up.
        let bucket = format!("proof codes of {}", person.id);
        limits::acquire(tx, now, &bucket, PROOF_CODES)?.or_refuse()?;
        let (ticket, code) = (random_hex(), random_code());
        let session = actor.session.to_string();
        keep(tx, &app.secrets, now, &["session", &session], (&ticket, &code))?;
        register::post(tx, now, &person, person.brand, Letter::EmailCode { code })?;
        Ok(ticket)
    })
    .await
}

/// Returns true if the code was emailed for this session and not used yet. Uses up a correct code.
pub(super) fn is_proof(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    session: SessionId,
    (ticket, code): (&str, &str),
) -> Result<bool> {
    let session = session.to_string();
    is_of(tx, secrets, now, &["session", &session], (ticket, code))
}

/// Returns true if a person may use emailed codes. Only active consumers may, because access to a
/// mailbox must not open a shop's counter or the portal.
fn may_use_codes(tx: &mut Tx<'_>, person: &PersonRow) -> Result<bool> {
    Ok(person.is_active && person.closed_at.is_none() && register::is_consumer_only(tx, person.id)?)
}

/// Input of the form in which a person types an emailed code.
#[derive(Clone)]
pub struct TypedCode {
    pub ticket: String,
    /// Tickets of earlier requests for the same address. If a limit prevented the email of the
    /// newest request, the person types the code from an earlier email.
    pub earlier_tickets: Vec<String>,
    pub email: Email,
    pub code: String,
}

/// Signs in by an emailed code. Wrong, used and unknown codes get the same reply.
pub async fn sign_in(
    app: &Arc<App>,
    typed: TypedCode,
    client: &Client,
    brand: Brand,
    language: Language,
) -> Result<TokenPair> {
    match try_signing_in(app, typed.clone(), client, brand, language).await {
        // Another call with a code for the same new address may have created the account first. The
        // second attempt then finds that account.
        Err(error) if is_account_taken(&error) => {
            try_signing_in(app, typed, client, brand, language).await
        }
        answered => answered,
    }
}

fn is_account_taken(error: &Error) -> bool {
    matches!(error, Error::Database(inner) if inner.unique() == Some(store::people::EMAIL_KEY))
}

async fn try_signing_in(
    app: &Arc<App>,
    typed: TypedCode,
    client: &Client,
    brand: Brand,
    language: Language,
) -> Result<TokenPair> {
    let (name, client) = (client.name(&app.secrets), client.clone());
    app.write(move |tx, app, now| {
        let secrets = &app.secrets;
        if !is_right(tx, secrets, now, &typed)? {
            // Returns the error as a value, so that the transaction commits and the attempt
            // stays counted.
            return Ok(Err(wrong_code()));
        }
        let person = match store::people::lock_by_email(tx, &typed.email)? {
            Some(person) => person,
            None => add_consumer(tx, now, &typed.email, brand, language)?,
        };
        if !may_use_codes(tx, &person)? {
            return Ok(Err(wrong_code()));
        }
        if person.confirmed_at.is_none() {
            // Deletes the password of an unconfirmed account. A stranger who doesn't own the
            // address may have registered it, and would know the password.
            store::people::clear_password(tx, person.id)?;
            store::people::confirm(tx, person.id, now)?;
            store::codes::retire_all(tx, person.id)?;
            let entry = Entry::new(actions::ACCOUNT_CONFIRMED, Subject::person(person.id));
            audit::record(tx, now, &Author::proven(person.id, &client), entry)?;
        }
        make_consumer(tx, now, person.id)?;
        if person.has_second_factor {
            let asked = second_factor::ask_for_second_factor(tx, app, now, person.id, brand)?;
            return Ok(Err(Error::SecondFactorRequired(asked)));
        }
        let standing = tx.ask(sign_in::standing(person.id, &client, &app.secrets))?;
        sign_in::open(tx, app, now, &person, &standing, &client, &name).map(Ok)
    })
    .await?
}

/// Returns true if the code belongs to one of the tickets. A correct code is used up; a wrong code
/// counts as an attempt on each ticket.
fn is_right(tx: &mut Tx<'_>, secrets: &Secrets, now: Timestamp, typed: &TypedCode) -> Result<bool> {
    for ticket in std::iter::once(&typed.ticket).chain(&typed.earlier_tickets) {
        let opens = ["address", typed.email.as_ref()];
        if is_of(tx, secrets, now, &opens, (ticket, &typed.code))? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_of(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    opens: &[&str],
    (ticket, code): (&str, &str),
) -> Result<bool> {
    let hashes = hidden(secrets, &["ticket", ticket]);
    let Some(row) = store::email_codes::count_try(tx, &hashes)? else { return Ok(false) };
    let is_open = row.tries <= MAX_TRIES && row.expires_at > now;
    let is_right = is_open
        && hidden(secrets, opens).has(&row.address_hash)
        && hidden(secrets, &["code", ticket, code]).has(&row.code_hash);
    if is_right {
        store::email_codes::delete(tx, &hashes)?;
    }
    Ok(is_right)
}

/// Creates an account that has only an email address. The owner can add name and contact data
/// later.
fn add_consumer(
    tx: &mut Tx<'_>,
    now: Timestamp,
    email: &Email,
    brand: Brand,
    language: Language,
) -> Result<PersonRow> {
    let person = NewPerson {
        email: email.clone(),
        first_name: String::new(),
        last_name: String::new(),
        contact: Contact::default(),
        language,
        brand,
        password_hash: None,
    };
    let id = store::people::insert(tx, now, &person)?;
    store::people::lock(tx, id)?.ok_or(Error::NotFound)
}

fn make_consumer(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<()> {
    if store::roles::list_of(tx, person)?.is_empty() {
        store::roles::insert(tx, now, person, Role::Consumer, None, &[])?;
    }
    Ok(())
}

fn wrong_code() -> Error {
    Error::Invalid(Fields::one(
        "code",
        Message::new(
            "That code is wrong or has expired. Ask for a new one.",
            "Ce code n’est pas le bon ou n’est plus valable. Demandez-en un nouveau.",
        ),
    ))
}
