//! Sign-in by password. Wrong passwords use up limits, but the owner keeps access from browsers
//! they have signed in with.

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

/// Limit for a browser that has signed in to this account before; no one else can use it up.
const FROM_KNOWN_BROWSER: Limit = Limit { capacity: 10, interval: Duration::from_secs(5 * 60) };
/// Limit for all other browsers together. Choosing a new password by email makes a browser known.
const FROM_STRANGERS: Limit = Limit { capacity: 10, interval: Duration::from_secs(4 * 60) };
/// Limit for one IP address on one account, without a known browser. Unknown accounts have the same
/// limit.
const FROM_ONE_STRANGER: Limit = Limit { capacity: 5, interval: Duration::from_secs(10 * 60) };
/// Limit for one IP address on all accounts, against guessing across accounts.
const FROM_ONE_ADDRESS: Limit = Limit { capacity: 50, interval: Duration::from_secs(30) };

pub struct Credentials {
    pub email: Email,
    pub password: Password,
    /// Token of a solved captcha, required from unknown browsers while the server is busy with
    /// sign-ins.
    pub captcha: String,
}

/// Lists the buckets that count an attempt, the narrowest first. A known browser has its own. All
/// others share theirs whether or not the account exists, so that limits don't reveal it.
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

/// Empties the buckets of this client for this account after it proved to be the owner's.
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

/// Signs in. An unknown address and a wrong password get the same reply after the same work.
pub async fn sign_in(
    app: &Arc<App>,
    credentials: Credentials,
    client: &Client,
    brand: Brand,
) -> Result<TokenPair> {
    let (now, name) = (app.clock.now(), client.name(&app.secrets));
    let Credentials { email, password, captcha } = credentials;
    refuse_stranger_in_a_crowd(app, &email, &name, &captcha).await?;
    // Counted before the hash is computed, because hashing is the expensive part.
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

/// Refuses an unknown browser without a captcha while the unknown browsers' share of the hash queue
/// is full. Costs only one read.
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

/// Returns the rank in the hash queue for a sign-in.
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

/// Inputs of the step after a correct password.
struct Proven {
    permit: Permit,
    name: ClientName,
    client: Client,
    brand: Brand,
}

/// Result of a correct password.
enum Opened {
    Session(TokenPair),
    /// The second factor is still required.
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
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let Proven { permit, name, client, brand } = &proven;
            // Read again under a lock, because it may have changed while the hash was computed.
            let (current, standing, tries) = tx.ask((
                store::people::locked(tx.engine(), person.id),
                standing(person.id, client, &shared.secrets),
                permit.lock(now),
            ))?;
            let current = current.ok_or(Error::Refused(WRONG_CREDENTIALS))?;
            if current.password_hash != person.password_hash {
                return Err(Error::Refused(WRONG_CREDENTIALS));
            }
            refuse_inactive(&current, &standing)?;
            // Only failed attempts stay counted: an office shares one IP address, and a person uses
            // many.
            permit.release_locked(tx, now, &tries)?;
            if is_staff(&standing.grants) && !is_fit_for_staff {
                register::mail_better_password(tx, &shared, now, &current)?;
                // Returned as a value, so that the transaction commits and the email is sent.
                return Ok(Err(Error::Refused(PASSWORD_TOO_WEAK)));
            }
            if current.has_second_factor {
                let asked =
                    second_factor::ask_for_second_factor(tx, &shared, now, person.id, *brand)?;
                return Ok(Ok(Opened::Door(asked)));
            }
            let pair = open(tx, &shared, now, &current, &standing, client, name)?;
            Ok(Ok(Opened::Session(pair)))
        })
        .await?
}

fn is_staff(grants: &[Grant]) -> bool {
    grants.iter().any(|grant| grant.role != Role::Consumer)
}

/// Data needed to open a person's session.
pub(super) struct Standing {
    grants: Vec<Grant>,
    device: Device,
    open_sessions: i64,
}

/// Reads that data, after the person was locked.
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

/// Opens the session of a person who has given every required proof.
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

/// Renews the tokens of a session. Any error means that the person has to sign in again.
pub async fn refresh(app: &Arc<App>, token: String, client: &Client) -> Result<TokenPair> {
    let (now, name, shared) = (app.clock.now(), client.name(&app.secrets), app.clone());
    let client = client.clone();
    app.db
        .write(move |tx| match sessions::refresh(tx, &shared, now, &token, &name)? {
            Refreshed::Tokens { pair, moved } => {
                if let Some(person) = moved {
                    let event = AccountEvent::SessionMoved;
                    let device =
                        tx.ask(notices::device_continuing(person, &client, &shared.secrets))?;
                    notices::note_device(tx, &shared, now, person, &client, &device, event)?;
                }
                Ok::<_, Error>(Ok(pair))
            }
            Refreshed::Stolen { person, session } => {
                let entry = Entry::new(actions::SESSION_REVOKED, Subject::person(person))
                    .after(json!({ "session": session.to_string() }))
                    .reason(Some("a refresh token was used twice"));
                // The bearer of the copied token has not proved to be the person.
                audit::record(tx, now, &Author::stranger(&client), entry)?;
                notices::send(tx, &shared, now, person, &client, AccountEvent::TokenReused)?;
                Ok(Err(SignedOut::UsedTwice.into()))
            }
            Refreshed::Over(reason) => Ok(Err(reason.into())),
            Refreshed::Unknown => Ok(Err(Error::Unauthorized)),
        })
        .await?
}
