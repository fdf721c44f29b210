//! Use of emailed codes, to confirm an address or to choose a password. A code takes effect only by
//! a POST request from the page that the link opens. Opening the link changes nothing.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::{
    codes::{self, Purpose},
    offers::{self, Chosen},
    register::{self, password_changed, post},
    sign_in::forget_tries,
    store::{self, people::PersonRow},
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{self, Client, Role, sessions},
};
use kernel::{
    contact::Email,
    fields::Fields,
    ids::PersonId,
    language::Language,
    messages::Message,
    passwords::{NewPassword, Password},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{Bucket, Limit, Permit},
    passwords::{self, Owner},
    turns::Rank,
};

use crate::actions;

/// Maximum rate of passwords tried per emailed link. Several attempts are allowed, because people
/// may not remember the password they registered with.
const CONFIRMATIONS: Limit = Limit { capacity: 10, interval: Duration::from_secs(60) };

/// Limit on passwords chosen by emailed links from one IP address. High enough for an office whose
/// staff all join on one day.
const PASSWORDS_FROM_ONE_ADDRESS: Limit = Limit { capacity: 30, interval: Duration::from_secs(60) };

/// Emailed code, and the password typed at registration.
pub struct Confirmation {
    pub code: String,
    pub password: Password,
}

/// Confirms an email address and returns the page that comes next. Requires the password of the
/// registration. The owner of an address therefore can't confirm an account that a stranger
/// registered and whose password the stranger knows.
pub async fn confirm(app: &Arc<App>, confirmation: Confirmation, client: Client) -> Result<String> {
    let code = confirmation.code.clone();
    // Looks up the code before any password is hashed. Hashing is expensive, and callers without a
    // valid code must not cause it.
    let (person, permit) = app
        .write(move |tx, app, now| {
            let (person, _) = codes::find_confirmation(tx, &app.secrets, now, &code)?;
            let name = format!("confirmation of {}", person.id);
            let permit = Permit::acquire(tx, now, &[Bucket { name, limit: CONFIRMATIONS }])?;
            Ok::<_, Error>((person, permit))
        })
        .await?;
    permit.run(app, confirm_person(app, confirmation, person, client)).await
}

async fn confirm_person(
    app: &Arc<App>,
    Confirmation { code, password }: Confirmation,
    person: PersonRow,
    client: Client,
) -> Result<String> {
    if !app.passwords.is_right(Rank::Known, &password, person.password_hash.clone()).await? {
        let message = Message::new(
            "This is not the password of your registration.",
            "Ce n’est pas le mot de passe de votre inscription.",
        );
        return Err(Error::Invalid(Fields::one("password", message)));
    }
    app.write(move |tx, app, now| {
        let (current, page) = codes::find_confirmation(tx, &app.secrets, now, &code)?;
        if current.password_hash != person.password_hash {
            return Err(Error::DeadLink);
        }
        codes::spend_confirmation(tx, &app.secrets, now, &code, current.id)?;
        store::people::confirm(tx, current.id, now)?;
        make_consumer(tx, now, current.id)?;
        let confirmed = Entry::new(actions::ACCOUNT_CONFIRMED, Subject::person(current.id));
        audit::record(tx, now, &Author::proven(current.id, &client), confirmed)?;
        Ok(page)
    })
    .await
}

fn make_consumer(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<()> {
    store::roles::insert(tx, now, person, Role::Consumer, None, &[]).map(drop)
}

/// Form to choose a password by an emailed link. The former password, all other links and all
/// sessions become invalid.
pub struct ChosenPassword {
    pub code: String,
    pub email: Email,
    pub purpose: Option<Purpose>,
    pub password: Password,
    /// Language of the page on which the password is chosen.
    pub language: Language,
}

pub async fn choose_password(
    app: &Arc<App>,
    chosen: ChosenPassword,
    client: &Client,
) -> Result<()> {
    let (now, shared, name) = (app.clock.now(), app.clone(), client.name(&app.secrets));
    let chosen = Arc::new(chosen);
    // Looks up the code before any password is hashed. Hashing is expensive, and callers without a
    // valid code must not cause it.
    let looked_up = chosen.clone();
    let is_staff = app.db.read(move |tx| looked_up.is_for_staff(tx, &shared, now)).await?;
    let owner = Owner { email: chosen.email.as_ref(), is_staff };
    let password = passwords::check_new("password", "New Password", &chosen.password, owner)?;
    let buckets = name.buckets("password links", PASSWORDS_FROM_ONE_ADDRESS);
    let permit = app.db.write(move |tx| Permit::acquire(tx, now, &buckets)).await?;
    permit.run(app, set_chosen_password(app, chosen, password, client.clone())).await
}

impl ChosenPassword {
    fn is_joining(&self, tx: &mut Tx<'_>, app: &App, now: Timestamp) -> Result<bool> {
        offers::is_joinable(tx, app, now, &self.code, &self.email, self.purpose)
    }

    /// Returns true if the person who chooses the password is a member of staff. Refuses a code
    /// that doesn't allow this person to choose a password.
    fn is_for_staff(&self, tx: &mut Tx<'_>, app: &App, now: Timestamp) -> Result<bool> {
        if self.is_joining(tx, app, now)? {
            return Ok(true);
        }
        let person = tx.ask(store::people::find_by_email(&self.email))?.ok_or(Error::DeadLink)?.id;
        codes::check_for_password(tx, &app.secrets, now, &self.code, person, self.purpose)?;
        Ok(!register::is_consumer_only(tx, person)?)
    }
}

async fn set_chosen_password(
    app: &Arc<App>,
    chosen: Arc<ChosenPassword>,
    password: NewPassword,
    client: Client,
) -> Result<()> {
    let hash = app.passwords.hash(Rank::Known, &password).await?;
    let name = client.name(&app.secrets);
    app.write(move |tx, app, now| {
        let person = if chosen.is_joining(tx, app, now)? {
            let language = chosen.language;
            let joining = Chosen { password_hash: &hash, language, client: &client };
            offers::join(tx, app, now, &chosen.code, &joining)?
        } else {
            replace_password(tx, app, now, &chosen, &hash)?
        };
        let changed = Entry::new(actions::PASSWORD_CHANGED, Subject::person(person.id));
        audit::record(tx, now, &Author::proven(person.id, &client), changed)?;
        // Remembers the browser as a known one. Failed sign-in attempts by strangers then don't
        // lock out the owner.
        store::people::remember_browser(tx, person.id, &name, now)?;
        forget_tries(tx, &app.secrets, &person.email, &name)
    })
    .await
}

fn replace_password(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    chosen: &ChosenPassword,
    hash: &str,
) -> Result<PersonRow> {
    let person = store::people::lock_by_email(tx, &chosen.email)?.ok_or(Error::DeadLink)?;
    let purpose =
        codes::spend_for_password(tx, &app.secrets, now, &chosen.code, person.id, chosen.purpose)?;
    store::people::set_password(tx, person.id, hash)?;
    store::people::confirm(tx, person.id, now)?;
    store::codes::retire_all(tx, person.id)?;
    sessions::end_all(tx, person.id, None, now)?;
    store::people::forget_browsers(tx, person.id)?;
    // Makes the person a consumer if they have no active role. Everyone who proves their address
    // can shop.
    if tx.ask(auth::grants_of(person.id))?.is_empty() {
        make_consumer(tx, now, person.id)?;
    }
    if purpose == Purpose::Reset {
        post(tx, now, &person, person.brand, password_changed(app, &person))?;
    } else {
        // Sets the language of the page, because the inviter could only guess the person's
        // language.
        people::set_language(tx, person.id, chosen.language)?;
    }
    Ok(person)
}
