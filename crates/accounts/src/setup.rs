//! First start. While no super administrator exists, a production server shows only the page
//! `/setup`. A link that the program prints opens it, and the first administrator is created there.
//! The link contains a token in the fragment, which browsers send to no server. The page exchanges
//! the token for a key of a short session.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use db::Tx;

use super::{appoint_super_administrator, codes, store};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Client, sessions},
};
use kernel::{
    brand::Brand, contact::Email, language::Language, passwords::Password, timestamp::Timestamp,
};
use platform::{
    app::App,
    config::Environment,
    error::{Error, Result},
    limits::{Limit, Permit},
    passwords::{self, Owner},
    secrets::{Hashes, Secrets},
    turns::Rank,
};

use crate::{actions, secret_uses::SETUP_KEY};

/// Validity of the printed link.
pub const LINK_LASTS: Duration = Duration::from_secs(24 * 3600);
/// Time to fill in the form after the link was opened.
const SESSION_LASTS: Duration = Duration::from_secs(3600);
/// Limit on attempts from one IP address.
const TRIES: Limit = Limit { capacity: 20, interval: Duration::from_secs(60) };
/// Page that the link opens.
pub const PAGE: &str = "/setup";

/// Purpose of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The page, as a token in the printed link.
    Link,
    /// The form of the first administrator.
    Session,
}

db::text_enum! {
    Kind {
        Link = "LINK",
        Session = "SESSION",
    }
}

/// Whether this program has seen a super administrator. One that exists never becomes none, so the
/// database is asked only until then.
#[derive(Default)]
pub struct FirstStart {
    is_over: AtomicBool,
}

/// First administrator, as entered in the form.
pub struct FirstAdministrator {
    pub first_name: String,
    pub last_name: String,
    pub email: Email,
    pub password: Password,
    /// Language and brand of the page, which the account gets.
    pub language: Language,
    pub brand: Brand,
}

fn hashes(secrets: &Secrets, key: &str) -> Hashes {
    secrets.hashes(SETUP_KEY, &[key.trim().as_bytes()])
}

/// Returns whether this is a production server without a super administrator.
pub async fn is_awaited(app: &Arc<App>) -> Result<bool> {
    let first_start = app.shared.get::<FirstStart>();
    if app.config.environment != Environment::Production || first_start.is_over.load(Relaxed) {
        return Ok(false);
    }
    let is_over = app.db.read(store::setup::has_super_administrator).await?;
    first_start.is_over.store(is_over, Relaxed);
    Ok(!is_over)
}

async fn refuse_when_over(app: &Arc<App>) -> Result<()> {
    if is_awaited(app).await? { Ok(()) } else { Err(Error::NotFound) }
}

/// Returns a new link to the page, or `None` if a super administrator exists or this is no
/// production server. Earlier links stay valid, because other servers may have printed them.
pub async fn new_link(app: &Arc<App>) -> Result<Option<String>> {
    if !is_awaited(app).await? {
        return Ok(None);
    }
    let token = new_key(app, Kind::Link, LINK_LASTS).await?;
    let brand = app.config.served(Brand::DEFAULT);
    Ok(Some(format!("{}{PAGE}#token={token}", app.public_url(brand))))
}

async fn new_key(app: &Arc<App>, kind: Kind, lasts: Duration) -> Result<String> {
    let key = codes::random();
    let hash = hashes(&app.secrets, &key).current().to_owned();
    app.write(move |tx, _, now| {
        store::setup::delete_expired(tx, now)?;
        store::setup::insert(tx, &hash, kind, now.plus(lasts))
    })
    .await?;
    Ok(key)
}

/// Exchanges the token of the link for a key, with which the form can be sent.
pub async fn open(app: &Arc<App>, token: String, client: &Client) -> Result<(String, Timestamp)> {
    refuse_when_over(app).await?;
    let expires_at = app.clock.now().plus(SESSION_LASTS);
    let open = async {
        refuse_dead(app, token, Kind::Link).await?;
        new_key(app, Kind::Session, SESSION_LASTS).await
    };
    let key = counted(app, client).await?.run(app, open).await?;
    Ok((key, expires_at))
}

/// Counts an attempt of this client.
async fn counted(app: &Arc<App>, client: &Client) -> Result<Permit> {
    let buckets = client.name(&app.secrets).buckets("setup", TRIES);
    app.write(move |tx, _, now| Permit::acquire(tx, now, &buckets)).await
}

async fn refuse_dead(app: &Arc<App>, key: String, kind: Kind) -> Result<()> {
    let hashes = hashes(&app.secrets, &key);
    let is_valid = app.read(move |tx, _, now| store::setup::is_valid(tx, &hashes, kind, now));
    if is_valid.await? { Ok(()) } else { Err(Error::DeadLink) }
}

/// Creates the first administrator with a password, and makes all links and keys invalid.
pub async fn create(
    app: &Arc<App>,
    key: String,
    administrator: FirstAdministrator,
    client: &Client,
) -> Result<()> {
    refuse_when_over(app).await?;
    let create = create_with(app, key, administrator, client.clone());
    counted(app, client).await?.run(app, create).await
}

async fn create_with(
    app: &Arc<App>,
    key: String,
    administrator: FirstAdministrator,
    client: Client,
) -> Result<()> {
    // Hashing a password is expensive, so callers without a valid key must not cause it.
    refuse_dead(app, key.clone(), Kind::Session).await?;
    let owner = Owner { email: administrator.email.as_ref(), is_staff: true };
    let password = passwords::check_new("password", "Password", &administrator.password, owner)?;
    let hash = app.passwords.hash(Rank::Known, &password).await?;
    let administrator = Arc::new(administrator);
    app.write(move |tx, app, now| {
        let is_taken = store::setup::take(tx, &hashes(&app.secrets, &key), Kind::Session, now)?;
        if !is_taken || store::setup::has_super_administrator(tx)? {
            return Err(Error::DeadLink);
        }
        store::setup::delete_all(tx)?;
        appoint(tx, app, now, &administrator, &hash, &client)
    })
    .await
}

fn appoint(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    now: Timestamp,
    administrator: &FirstAdministrator,
    hash: &str,
    client: &Client,
) -> Result<()> {
    let FirstAdministrator { first_name, last_name, email, language, brand, .. } = administrator;
    let name = (first_name.clone(), last_name.clone());
    let (author, look) = (Author::system("setup"), (*language, *brand));
    let id = appoint_super_administrator(tx, app, now, &author, email, (Some(&name), look))?;
    // Someone else may have registered this address before.
    sessions::end_all(tx, id, None, now)?;
    store::codes::retire_all(tx, id)?;
    store::people::set_names(tx, now, id, first_name, last_name, email.as_ref())?;
    store::people::set_password(tx, id, hash)?;
    store::people::confirm(tx, id, now)?;
    people::set_language(tx, id, *language)?;
    store::people::remember_browser(tx, id, &client.name(&app.secrets), now)?;
    let entry = Entry::new(actions::ACCOUNT_CONFIRMED, Subject::person(id));
    audit::record(tx, now, &Author::proven(id, client), entry)
}
