//! Mailed codes: 160 random bits in a link, stored as a keyed hash, valid for one purpose, one
//! person and one use.

use std::time::Duration;

use db::{Column, FromColumn, ToValue, Tx, Value};
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

use super::{ReturnUrls, offers, rules, rules::with_parameters, store, store::people::PersonRow};
use kernel::{
    brand::Brand, crockford, ids::PersonId, messages, random::random_bytes, timestamp::Timestamp,
};
use mail::lifetimes;
use platform::{
    app::App,
    error::{Error, Result},
    secrets::{Hashes, Secrets},
};

use crate::secret_uses::MAILED_CODE;

/// Purpose of a mailed code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum Purpose {
    Register,
    Invite,
    Reset,
    Approval,
}

/// Accepts a purpose in upper or lower case. Not derived, because the error messages of serde would
/// list every alias.
impl<'de> Deserialize<'de> for Purpose {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let known = Purpose::ALL.map(Purpose::word).join(", ");
        Purpose::parse(&text).ok_or_else(|| de::Error::custom(messages::one_of(&known).carried()))
    }
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

    /// Returns the default pages that a link leads to on success and on failure.
    pub(super) fn pages(self) -> [&'static str; 2] {
        match self {
            Purpose::Register => ["", ""],
            Purpose::Reset => ["/reset-password", "/reset-password-failed"],
            Purpose::Invite | Purpose::Approval => {
                ["/admin/setup-password", "/admin/setup-password-failed"]
            }
        }
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

pub(super) fn hashes(secrets: &Secrets, code: &str) -> Hashes {
    secrets.hashes(MAILED_CODE, &[code.trim().as_bytes()])
}

pub(super) fn random() -> String {
    crockford::encode(&random_bytes::<20>())
}

/// Returns the link with a code. It leads to this server, which redirects to the right page.
pub(super) fn link(app: &App, brand: Brand, code: &str) -> String {
    format!("{}/api/v1/Accounts/links/{code}", app.public_url(brand))
}

/// Creates a code and returns its link. A new invitation makes the links of earlier invitations
/// invalid. Strangers can request links to confirm an address or to reset a password. Such a link
/// leaves the earlier ones valid, so that strangers can't invalidate them.
pub fn mail_link(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    purpose: Purpose,
    urls: &ReturnUrls,
) -> Result<String> {
    let code = random();
    match purpose {
        Purpose::Invite | Purpose::Approval => store::codes::retire(tx, person, purpose)?,
        Purpose::Register | Purpose::Reset => {}
    }
    let row = store::codes::CodeRow {
        person_id: person,
        purpose,
        success_url: urls.success.clone(),
        failed_url: urls.failed.clone(),
        expires_at: now.plus(purpose.lifetime()),
        used_at: None,
    };
    store::codes::insert(tx, hashes(&app.secrets, &code).current(), &row)?;
    Ok(link(app, urls.brand, &code))
}

/// Finds the page that a mailed link leads to, without changing anything, because mail scanners
/// follow links too.
pub fn page_of(tx: &mut Tx<'_>, app: &App, now: Timestamp, code: &str) -> Result<Option<String>> {
    let Some(row) = store::codes::find(tx, &hashes(&app.secrets, code))? else {
        return offers::page_of(tx, app, now, code);
    };
    let Some(person) = store::people::find(tx, row.person_id)? else { return Ok(None) };
    let email = ("email", person.email.as_ref());
    let is_used = row.used_at.is_some();
    let page = match row.purpose {
        Purpose::Register if is_used => {
            return Ok(Some(with_parameters(&row.success_url, &[email])));
        }
        _ if is_used || row.expires_at <= now || person.closed_at.is_some() => {
            return Ok(Some(with_parameters(&row.failed_url, &[email])));
        }
        Purpose::Register => format!("{}/confirm-email", rules::origin_of(&row.success_url)),
        _ => row.success_url.clone(),
    };
    let parameters = [("code", code), email, ("purpose", row.purpose.word())];
    Ok(Some(with_parameters(&page, &parameters)))
}

/// Finds and locks the person whose address a code confirms; returns them with the page that comes
/// next.
pub(super) fn find_confirmation(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    code: &str,
) -> Result<(PersonRow, String)> {
    let row = store::codes::find(tx, &hashes(secrets, code))?.ok_or(Error::DeadLink)?;
    if row.purpose != Purpose::Register || row.used_at.is_some() || row.expires_at <= now {
        return Err(Error::DeadLink);
    }
    let person = store::people::lock(tx, row.person_id)?.ok_or(Error::DeadLink)?;
    if person.closed_at.is_some() {
        return Err(Error::DeadLink);
    }
    let page = with_parameters(&row.success_url, &[("email", person.email.as_ref())]);
    Ok((person, page))
}

pub(super) fn spend_confirmation(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    code: &str,
    person: PersonId,
) -> Result<()> {
    if !store::codes::spend(tx, &hashes(secrets, code), now)? {
        return Err(Error::DeadLink);
    }
    // Marks the codes as used, not deleted, so that earlier links lead to the page for confirmed
    // addresses.
    store::codes::spend_others(tx, person, Purpose::Register, now)
}

/// Uses up the code by which this person chooses a password.
pub fn spend_for_password(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    code: &str,
    person: PersonId,
    purpose: Option<Purpose>,
) -> Result<Purpose> {
    let found = check_for_password(tx, secrets, now, code, person, purpose)?;
    if !store::codes::spend(tx, &hashes(secrets, code), now)? {
        return Err(Error::DeadLink);
    }
    Ok(found)
}

/// Checks that this person may choose a password with this code, without using it up.
pub fn check_for_password(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    code: &str,
    person: PersonId,
    purpose: Option<Purpose>,
) -> Result<Purpose> {
    let row = store::codes::find(tx, &hashes(secrets, code))?.ok_or(Error::DeadLink)?;
    // The link that confirms an address can also be used to choose a password, but only if the call
    // names `Register` as the purpose.
    let is_purpose = match row.purpose {
        Purpose::Register => purpose == Some(Purpose::Register),
        other => purpose.is_none_or(|purpose| purpose == other),
    };
    let is_for_this = row.person_id == person && is_purpose;
    let is_open = row.used_at.is_none() && row.expires_at > now;
    if is_for_this && is_open { Ok(row.purpose) } else { Err(Error::DeadLink) }
}
