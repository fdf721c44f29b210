//! Mailed codes: 160 random bits in a link, kept as a keyed hash, good for one purpose, one person, one use.

use std::time::Duration;

use db::{Column, FromColumn, ToValue, Tx, Value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ReturnUrls, rules, store};
use crate::{
    app::App,
    auth::PersonId,
    error::{Error, Result},
    kernel::{crockford, random::random_bytes, timestamp::Timestamp},
    mail::lifetimes,
    secrets::{Secrets, Use},
};

/// What a mailed code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Purpose {
    #[serde(alias = "register", alias = "REGISTER")]
    Register,
    #[serde(alias = "invite", alias = "INVITE")]
    Invite,
    #[serde(alias = "reset", alias = "RESET")]
    Reset,
    #[serde(alias = "approval", alias = "APPROVAL")]
    Approval,
}

impl Purpose {
    pub const ALL: [Purpose; 4] =
        [Purpose::Register, Purpose::Invite, Purpose::Reset, Purpose::Approval];

    pub fn word(self) -> &'static str {
        match self {
            Purpose::Register => "Register",
            Purpose::Invite => "Invite",
            Purpose::Reset => "Reset",
            Purpose::Approval => "Approval",
        }
    }

    pub fn parse(text: &str) -> Option<Purpose> {
        Purpose::ALL.into_iter().find(|purpose| purpose.word().eq_ignore_ascii_case(text))
    }

    fn lifetime(self) -> Duration {
        match self {
            Purpose::Register => lifetimes::CONFIRM,
            Purpose::Reset => lifetimes::RESET,
            Purpose::Invite | Purpose::Approval => lifetimes::INVITE,
        }
    }
}

impl ToValue for Purpose {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.word().into())
    }
}

impl FromColumn for Purpose {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        Purpose::parse(&text).ok_or_else(|| format!("{text:?} is no purpose"))
    }
}

fn hash(secrets: &Secrets, code: &str) -> String {
    secrets.mac_hex(Use::MailedCode, &[code.trim().as_bytes()])
}

/// Makes a code, which takes the place of earlier ones for the same purpose, and the link that carries it.
/// The link leads to this program, which sends the reader on to the page that fits.
pub fn mail_link(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    purpose: Purpose,
    urls: &ReturnUrls,
) -> Result<String> {
    let code = crockford::encode(&random_bytes::<20>());
    store::codes::retire(tx, person, purpose)?;
    let row = store::codes::CodeRow {
        person_id: person,
        purpose,
        success_url: urls.success.clone(),
        failed_url: urls.failed.clone(),
        expires_at: now.plus(purpose.lifetime()),
        used_at: None,
    };
    store::codes::insert(tx, &hash(&app.secrets, &code), &row)?;
    Ok(format!("{}/api/v1/Accounts/links/{code}", app.public_url(urls.brand)))
}

/// Follows a mailed link: confirms the address when that is its purpose, and says where to go next.
/// Following it twice is harmless; a code that chooses a password is only used up by choosing one.
pub fn follow(tx: &mut Tx<'_>, app: &App, now: Timestamp, code: &str) -> Result<Option<String>> {
    let hash = hash(&app.secrets, code);
    let Some(row) = store::codes::find(tx, &hash)? else { return Ok(None) };
    let Some(person) = store::people::lock(tx, row.person_id)? else { return Ok(None) };
    let email: &str = person.email.as_ref();
    let is_confirmed_by_it = row.purpose == Purpose::Register && row.used_at.is_some();
    if row.expires_at <= now && !is_confirmed_by_it || person.closed_at.is_some() {
        return Ok(Some(rules::with_parameters(&row.failed_url, &[("email", email)])));
    }
    if row.purpose == Purpose::Register {
        store::codes::spend(tx, &hash, now)?;
        store::people::confirm(tx, person.id, now)?;
        return Ok(Some(rules::with_parameters(&row.success_url, &[("email", email)])));
    }
    if row.used_at.is_some() {
        return Ok(Some(rules::with_parameters(&row.failed_url, &[("email", email)])));
    }
    let parameters = [("code", code), ("email", email), ("purpose", row.purpose.word())];
    Ok(Some(rules::with_parameters(&row.success_url, &parameters)))
}

/// Uses up the code with which this person chooses a password. All that can be wrong with it has one answer.
pub fn spend_for_password(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    code: &str,
    person: PersonId,
    purpose: Option<Purpose>,
) -> Result<Purpose> {
    let hash = hash(secrets, code);
    let row = store::codes::find(tx, &hash)?.ok_or(Error::DeadLink)?;
    let is_for_this = row.person_id == person
        && row.purpose != Purpose::Register
        && purpose.is_none_or(|purpose| purpose == row.purpose);
    if !is_for_this || !store::codes::spend(tx, &hash, now)? {
        return Err(Error::DeadLink);
    }
    Ok(row.purpose)
}
