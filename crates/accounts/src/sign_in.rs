//! Sign-in by password. Wrong passwords are limited, but owners can still sign in from browsers in
//! which they have signed in before.

use std::{sync::Arc, time::Duration};

use db::{Ask, Tx};
use serde_json::json;

use super::{
    notices::{self, Device},
    pins, register, second_factor,
    store::{self, people::PersonRow},
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        self, Client, Grant, Role,
        errors::SignedOut,
        sessions::{self, ClientName, Refreshed, TokenPair},
    },
};
use kernel::{
    brand::Brand, contact::Email, ids::PersonId, passwords::Password, timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result, SecondFactorAsked, codes::CAPTCHA_REQUIRED},
    limits::{self, Bucket, Limit, Permit},
    passwords,
    secrets::Secrets,
    services::captcha,
    turns::Rank,
};

use crate::{
    actions,
    errors::{
        ACCOUNT_INACTIVE, EMAIL_NOT_CONFIRMED, PASSWORD_TOO_WEAK, WRONG_CREDENTIALS, roles_inactive,
    },
    letters::AccountEvent,
};

/// Limit on attempts from a browser that has signed in to the account before. Other browsers can't
/// use up this limit.
const FROM_KNOWN_BROWSER: Limit = Limit { capacity: 10, interval: Duration::from_secs(5 * 60) };
/// Limit on attempts on one account from all unknown browsers together. Owners can make a browser
/// known by choosing a new password by email.
const FROM_STRANGERS: Limit = Limit { capacity: 10, interval: Duration::from_secs(4 * 60) };
/// Limit on attempts on one account from unknown browsers at one IP address. Addresses without an
/// account have the same limit.
const FROM_ONE_STRANGER: Limit = Limit { capacity: 5, interval: Duration::from_secs(10 * 60) };
/// Limit on attempts on all accounts from one IP address, against guessing across accounts.
const FROM_ONE_ADDRESS: Limit = Limit { capacity: 50, interval: Duration::from_secs(30) };

pub struct Credentials {
    pub email: Email,
    pub password: Password,
    /// Token of a solved captcha. Unknown browsers need one while the server is busy with sign-ins.
    pub captcha: String,
}

/// Returns the rate limit buckets that count a sign-in attempt, the narrowest first. A known
/// browser has a bucket of its own. For unknown browsers, the buckets are the same whether or not
/// the account exists, so that limits don't reveal it.
fn buckets(account: &str, client: &ClientName, known_browser: Option<&str>) -> Vec<Bucket> {
    if let Some(browser) = known_browser {
        return vec![Bucket { name: of_browser(account, browser), limit: FROM_KNOWN_BROWSER }];
    }
    let mut buckets = vec![
        Bucket { name: of_address(account, client), limit: FROM_ONE_STRANGER },
        Bucket { name: format!("sign-in {account}"), limit: FROM_STRANGERS },
    ];
    buckets.extend(client.buckets("sign-in", FROM_ONE_ADDRESS));
    buckets
}

fn of_browser(account: &str, browser: &str) -> String {
    format!("sign-in {account} with {browser}")
}

fn of_address(account: &str, client: &ClientName) -> String {
    format!("sign-in {account} from {}", client.address)
}

/// Clears the attempts of this client on this account, after the client proved to be the owner's.
pub(super) fn forget_tries(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    email: &Email,
    client: &ClientName,
) -> Result<()> {
    let account = limits::hidden(secrets, email);
    if let Some(browser) = &client.browser {
        limits::forget(tx, &of_browser(&account, browser))?;
    }
    limits::forget(tx, &of_address(&account, client))
}

/// Signs in by password. An unknown address and a wrong password get the same reply after the same
/// work, so that callers can't find out which addresses have accounts.
pub async fn sign_in(
    app: &Arc<App>,
    credentials: Credentials,
    client: &Client,
    brand: Brand,
) -> Result<TokenPair> {
    let (now, name) = (app.clock.now(), client.name(&app.secrets));
    let Credentials { email, password, captcha } = credentials;
    refuse_stranger_in_a_crowd(app, &email, &name, &captcha).await?;
    // Counts the attempt before the password is hashed, because hashing is the expensive part.
    let (counted, account) = (name.clone(), limits::hidden(&app.secrets, &email));
    let (person, is_known, permit) = app
        .db
        .write(move |tx| {
            let (person, is_known) = tx.ask((
                store::people::find_by_email(&email),
                store::people::is_browser_known(&email, &counted),
            ))?;
            let known = counted.browser.as_deref().filter(|_| is_known);
            let permit = Permit::acquire(tx, now, &buckets(&account, &counted, known))?;
            Ok::<_, Error>((person, known.is_some(), permit))
        })
        .await?;
    let proven = Proven { permit: permit.clone(), name, client: client.clone(), brand };
    let open = async {
        let rank = rank_of(app, is_known, &captcha).await?;
        open_session(app, person, (rank, &password), proven).await
    };
    match permit.run(app, open).await? {
        Opened::Session(tokens) => Ok(tokens),
        Opened::Door(asked) => Err(Error::SecondFactorRequired(asked)),
    }
}

/// Refuses an unknown browser that sent no captcha, if the queue for password hashing has no free
/// place for unknown browsers. Costs at most one database read.
async fn refuse_stranger_in_a_crowd(
    app: &App,
    email: &Email,
    client: &ClientName,
    captcha: &str,
) -> Result<()> {
    if !captcha.is_empty() || app.passwords.has_room(Rank::Stranger) {
        return Ok(());
    }
    let (email, client) = (email.clone(), client.clone());
    let is_known =
        app.db.read(move |tx| tx.ask(store::people::is_browser_known(&email, &client))).await?;
    if is_known { Ok(()) } else { Err(Error::Refused(CAPTCHA_REQUIRED)) }
}

/// Returns the rank of a sign-in in the queue for password hashing: known browsers first, then
/// browsers with a solved captcha.
async fn rank_of(app: &App, is_known: bool, captcha: &str) -> Result<Rank> {
    if is_known {
        return Ok(Rank::Known);
    }
    if captcha.is_empty() {
        return Ok(Rank::Stranger);
    }
    app.check_captcha(captcha::Purpose::SignIn, captcha).await?;
    Ok(Rank::Vouched)
}

/// Inputs of the step that follows a correct password.
struct Proven {
    permit: Permit,
    name: ClientName,
    client: Client,
    brand: Brand,
}

/// Result of a sign-in with a correct password.
enum Opened {
    Session(TokenPair),
    /// No session yet: the second factor is still required.
    Door(SecondFactorAsked),
}

async fn open_session(
    app: &Arc<App>,
    person: Option<PersonRow>,
    (rank, password): (Rank, &Password),
    proven: Proven,
) -> Result<Opened> {
    let hash = person.as_ref().and_then(|person| person.password_hash.clone());
    if !app.passwords.is_right(rank, password, hash).await? {
        return Err(Error::Refused(WRONG_CREDENTIALS));
    }
    let Some(person) = person else { return Err(Error::Refused(WRONG_CREDENTIALS)) };
    if person.confirmed_at.is_none() {
        return Err(Error::Refused(EMAIL_NOT_CONFIRMED));
    }
    let is_fit_for_staff = passwords::is_fit_for_staff(password, person.email.as_ref());
    app.write(move |tx, app, now| {
        let Proven { permit, name, client, brand } = &proven;
        // Reads the person again under a lock, because the row may have changed while the hash
        // was computed.
        let (current, standing, tries) = tx.ask((
            store::people::locked(tx.engine(), person.id),
            standing(person.id, client, &app.secrets),
            permit.lock(now),
        ))?;
        let current = current.ok_or(Error::Refused(WRONG_CREDENTIALS))?;
        if current.password_hash != person.password_hash {
            return Err(Error::Refused(WRONG_CREDENTIALS));
        }
        refuse_inactive(&current, &standing)?;
        // Removes the counted attempt, so that only failed attempts count. Otherwise, people in
        // an office would reach the limit of the IP address that they share.
        permit.release_locked(tx, now, &tries)?;
        if is_staff(&standing.grants) && !is_fit_for_staff {
            register::mail_better_password(tx, app, now, &current)?;
            // Returns the error as a value, so that the transaction commits and the email is
            // sent.
            return Ok(Err(Error::Refused(PASSWORD_TOO_WEAK)));
        }
        if current.has_second_factor {
            let asked = second_factor::ask_for_second_factor(tx, app, now, person.id, *brand)?;
            return Ok(Ok(Opened::Door(asked)));
        }
        let pair = open(tx, app, now, &current, &standing, client, name)?;
        Ok(Ok(Opened::Session(pair)))
    })
    .await?
}

fn is_staff(grants: &[Grant]) -> bool {
    grants.iter().any(|grant| grant.role != Role::Consumer)
}

/// Data needed to open a person's session: roles, device and number of open sessions.
pub(super) struct Standing {
    grants: Vec<Grant>,
    device: Device,
    open_sessions: i64,
}

/// Returns the query for the data needed to open a session. Run it after the person's row was
/// locked.
pub(super) fn standing(
    person: PersonId,
    client: &Client,
    secrets: &Secrets,
) -> impl Ask<Answer = Standing> + use<> {
    let device = notices::device_signing_in(person, client, secrets);
    let all = (auth::grants_of(person), device, sessions::count_open(person));
    all.map(|(grants, device, open_sessions)| Standing { grants, device, open_sessions })
}

fn refuse_inactive(person: &PersonRow, standing: &Standing) -> Result<()> {
    if !person.is_active {
        return Err(Error::Refused(ACCOUNT_INACTIVE));
    }
    if standing.grants.is_empty() { Err(roles_inactive()) } else { Ok(()) }
}

/// Opens a session for a person who has passed every required step of signing in.
pub(super) fn open(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    now: Timestamp,
    person: &PersonRow,
    standing: &Standing,
    client: &Client,
    name: &ClientName,
) -> Result<TokenPair> {
    refuse_inactive(person, standing)?;
    store::people::remember_browser(tx, person.id, name, now)?;
    forget_tries(tx, &app.secrets, &person.email, name)?;
    second_factor::forget_tickets(tx, person.id)?;
    pins::unlock(tx, person.id)?;
    let entry = Entry::new(actions::SIGNED_IN, Subject::person(person.id));
    audit::record(tx, now, &Author::proven(person.id, client), entry)?;
    let event = AccountEvent::NewDevice;
    notices::note_device(tx, app, now, person.id, client, &standing.device, event)?;
    sessions::begin(tx, app, now, person.id, standing.open_sessions, name)
}

/// Exchanges a refresh token for new tokens. Any error means that the person has to sign in again.
pub async fn refresh(app: &Arc<App>, token: String, client: &Client) -> Result<TokenPair> {
    let name = client.name(&app.secrets);
    let client = client.clone();
    app.write(move |tx, app, now| match sessions::refresh(tx, app, now, &token, &name)? {
        Refreshed::Tokens { pair, moved } => {
            if let Some(person) = moved {
                let event = AccountEvent::SessionMoved;
                let device = tx.ask(notices::device_continuing(person, &client, &app.secrets))?;
                notices::note_device(tx, app, now, person, &client, &device, event)?;
            }
            Ok::<_, Error>(Ok(pair))
        }
        Refreshed::Stolen { person, session } => {
            let entry = Entry::new(actions::SESSION_REVOKED, Subject::person(person))
                .after(json!({ "session": session.to_string() }))
                .reason(Some("a refresh token was used twice"));
            // Records a stranger as the author. The client that sent the token may be a thief
            // and has not proved to be the person.
            audit::record(tx, now, &Author::stranger(&client), entry)?;
            notices::send(tx, app, now, person, &client, AccountEvent::TokenReused)?;
            Ok(Err(SignedOut::UsedTwice.into()))
        }
        Refreshed::Over(reason) => Ok(Err(reason.into())),
        Refreshed::Unknown => Ok(Err(Error::Unauthorized)),
    })
    .await?
}
