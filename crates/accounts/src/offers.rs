//! Role offers, for their recipients: reading an offer by the emailed code, accepting and declining
//! it.

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use super::{
    Contact, NewPerson, appointments,
    codes::{self, Purpose},
    invitations::{InvitationState, can_sign_in, organization, record},
    names, notices, rules, second_factor,
    store::{self, invitations::InvitationRow, people::PersonRow},
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Client, Role, sessions},
};
use kernel::{contact::Email, ids::PersonId, language::Language, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{
    actions,
    errors::{OTHER_PERSON, OWN_ROLE},
    letters::RoleChange,
};

/// Offer of a role, as shown to the recipient of the email.
pub struct Offer {
    pub email: String,
    pub inviter: Option<String>,
    pub organization: Option<String>,
    pub role: Role,
    pub is_open: bool,
}

/// Reads the offer to which an emailed code belongs.
pub async fn find_offer(app: &Arc<App>, code: String) -> Result<Offer> {
    app.read(move |tx, app, now| {
        let hashes = codes::hashes(&app.secrets, &code);
        let row = store::invitations::find_by_code(tx, &hashes)?.ok_or(Error::NotFound)?;
        let inviter = match row.invited_by {
            Some(person) => store::people::find(tx, person)?,
            None => None,
        };
        let name = |person: PersonRow| format!("{} {}", person.first_name, person.last_name);
        Ok(Offer {
            organization: organization(tx, row.tenant_id)?,
            inviter: inviter.map(name).map(|name| name.trim().to_owned()),
            role: row.role,
            is_open: is_open(&row, now),
            email: row.email.into(),
        })
    })
    .await
}

fn is_open(row: &InvitationRow, now: Timestamp) -> bool {
    row.state == InvitationState::Offered && !row.awaits_agreement && row.expires_at > now
}

/// Locks and returns the open offer with this code. The lock ensures that an offer is answered only
/// once.
fn lock_offer(tx: &mut Tx<'_>, app: &App, now: Timestamp, code: &str) -> Result<InvitationRow> {
    let hashes = codes::hashes(&app.secrets, code);
    let row = store::invitations::lock_by_code(tx, &hashes)?;
    row.filter(|row| is_open(row, now)).ok_or(Error::DeadLink)
}

/// Accepts an offer. The caller must be signed in with the address to which the offer was sent.
pub async fn accept(app: &Arc<App>, actor: Actor, code: String) -> Result<()> {
    app.write(move |tx, app, now| {
        let row = lock_offer(tx, app, now, &code)?;
        if row.email.as_ref() != actor.email {
            return Err(Error::Refused(OTHER_PERSON));
        }
        if row.invited_by == Some(actor.person) {
            return Err(Error::Refused(OWN_ROLE));
        }
        let person = store::people::lock(tx, actor.person)?.ok_or(Error::Unauthorized)?;
        take_up(tx, app, now, &row, &person, &Author::of(&actor))?;
        let (role, tenant) = (row.role, row.tenant_id);
        notices::notify_of_role(tx, app, now, &person, RoleChange::Granted, role, tenant)
    })
    .await
}

/// Declines an offer. The code from the email is sufficient; no session is needed.
pub async fn decline(app: &Arc<App>, code: String, client: Client) -> Result<()> {
    app.write(move |tx, app, now| {
        let row = lock_offer(tx, app, now, &code)?;
        store::invitations::decide(tx, row.id, InvitationState::Declined, now)?;
        record(tx, now, &Author::stranger(&client), actions::ROLE_DECLINED, &row)
    })
    .await
}

/// Puts the accepted role into effect and notifies the administrators who oversee appointments. A
/// person without a name gets the name from the invitation.
fn take_up(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &InvitationRow,
    person: &PersonRow,
    author: &Author,
) -> Result<()> {
    give_role(tx, now, row, person.id, author)?;
    second_factor::update_person(tx, person.id)?;
    if names::is_placeholder((&person.first_name, &person.last_name)) {
        let (first, last) = (&row.first_name, &row.last_name);
        store::people::set_names(tx, now, person.id, first, last, person.email.as_ref())?;
    }
    let (role, tenant) = (row.role, row.tenant_id);
    appointments::notify_of_begin(tx, app, now, person, role, tenant, &row.appointers())
}

fn give_role(
    tx: &mut Tx<'_>,
    now: Timestamp,
    row: &InvitationRow,
    person: PersonId,
    author: &Author,
) -> Result<()> {
    let appointed_by = row.appointers();
    let names: Vec<String> = appointed_by.iter().map(PersonId::to_string).collect();
    let accepted = Entry::new(actions::ROLE_ACCEPTED, Subject::person(person))
        .tenant(row.tenant_id)
        .after(json!({ "role": row.role, "invitation": row.id.to_string(), "appointedBy": names }));
    audit::record(tx, now, author, accepted)?;
    store::invitations::decide(tx, row.id, InvitationState::Accepted, now)?;
    let replaced = match row.replaces_id {
        Some(id) => store::roles::lock(tx, id)?.filter(|role| role.person_id == person),
        None => None,
    };
    if let Some(role) = replaced
        && store::roles::change(tx, now, &role, row.role, row.tenant_id, &appointed_by)?
    {
        return Ok(());
    }
    store::roles::insert(tx, now, person, row.role, row.tenant_id, &appointed_by).map(drop)
}

/// Returns the page to which the link in an offer's email leads: the offer itself, or a form to
/// choose a password. Returns `None` if the code belongs to no offer.
pub(super) fn page_of(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    code: &str,
) -> Result<Option<String>> {
    let hashes = codes::hashes(&app.secrets, code);
    let Some(row) = store::invitations::find_by_code(tx, &hashes)? else { return Ok(None) };
    let person = tx.ask(store::people::find_by_email(&row.email))?;
    if person.is_some_and(|person| can_sign_in(&person)) {
        let page = format!("{}/invitation", rules::origin_of(&row.success_url));
        return Ok(Some(rules::with_parameters(&page, &[("code", code)])));
    }
    let email = ("email", row.email.as_ref());
    if !is_open(&row, now) {
        return Ok(Some(rules::with_parameters(&row.failed_url, &[email])));
    }
    let parameters = [("code", code), email, ("purpose", row.purpose.word())];
    Ok(Some(rules::with_parameters(&row.success_url, &parameters)))
}

/// Returns true if the code belongs to an open offer to this address, which can be accepted by
/// choosing a password.
pub(super) fn is_joinable(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    code: &str,
    email: &Email,
    purpose: Option<Purpose>,
) -> Result<bool> {
    let hashes = codes::hashes(&app.secrets, code);
    let Some(row) = store::invitations::find_by_code(tx, &hashes)? else { return Ok(false) };
    let is_for_this = row.email == *email && purpose.is_none_or(|purpose| purpose == row.purpose);
    Ok(is_for_this && is_open(&row, now))
}

/// Input of a person who accepts an offer by choosing a password.
pub(super) struct Chosen<'a> {
    pub password_hash: &'a str,
    pub language: Language,
    pub client: &'a Client,
}

/// Accepts an offer by choosing a password. An unconfirmed registration of the same address is
/// replaced. Owners of a confirmed account with a password must sign in and call [`accept`]
/// instead.
pub(super) fn join(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    code: &str,
    chosen: &Chosen<'_>,
) -> Result<PersonRow> {
    let Chosen { password_hash, language, client } = *chosen;
    let row = lock_offer(tx, app, now, code)?;
    let newcomer = NewPerson {
        email: row.email.clone(),
        first_name: row.first_name.clone(),
        last_name: row.last_name.clone(),
        contact: Contact::default(),
        language,
        brand: row.brand,
        password_hash: Some(password_hash.to_owned()),
    };
    let id = match store::people::lock_by_email(tx, &row.email)? {
        Some(person) if can_sign_in(&person) => return Err(Error::DeadLink),
        Some(person) => {
            store::people::register_anew(tx, now, person.id, &newcomer)?;
            sessions::end_all(tx, person.id, None, now)?;
            store::codes::retire_all(tx, person.id)?;
            person.id
        }
        None => store::people::insert(tx, now, &newcomer)?,
    };
    store::people::confirm(tx, id, now)?;
    let person = store::people::lock(tx, id)?.ok_or(Error::NotFound)?;
    take_up(tx, app, now, &row, &person, &Author::proven(id, client))?;
    Ok(person)
}
