//! Requests from present and former staff to close their account. A colleague either closes the
//! account or declines. Records of past actions keep the name that the person had then. Requiring a
//! second person prevents staff from leaving before open questions are settled.

use std::{sync::Arc, time::Duration};

use db::{Ask, Tx};
use serde_json::json;

use super::{closing, register::post, rules, store, store::people::PersonRow};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        Actor, Grant, Permission, Role,
        errors::SAME_PERSON,
        second_person::{Decision, DecisionRefusal, Reader},
    },
};
use kernel::{ids::PersonId, language::Language, timestamp::Timestamp};
use mail::Mail;
use people::Addressee;
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Limit, Verdict},
};

use crate::{actions, errors::NO_CLOSING_REQUEST, letters::Letter};

/// Limit on emails to the people who can decide about a request, per request.
const MAILS: Limit = Limit { capacity: 2, interval: Duration::from_secs(24 * 3600) };

/// Returns the query for the time when a person asked to close their account; `None` without an
/// open request.
pub fn asked_at(person: PersonId) -> impl Ask<Answer = Option<Timestamp>> + use<> {
    store::closing_requests::asked_at(person).first().map(|row| row.map(|(asked_at,)| asked_at))
}

/// Stores a person's request to close their account, after the caller has checked the person's
/// proof. A repeated request emails the deciders again. Returns the time of the first request.
pub(super) fn file(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    proven_by: &str,
) -> Result<Timestamp> {
    let person = actor.person;
    let asked_at = store::closing_requests::file(tx, person, now, proven_by)?;
    if asked_at == now {
        let entry = Entry::new(actions::CLOSING_ASKED, Subject::person(person));
        audit::record(tx, now, &Author::of(actor), entry.after(json!({ "provenBy": proven_by })))?;
    }
    if limits::acquire(tx, now, &format!("closing request of {person}"), MAILS)? != Verdict::GoOn {
        return Ok(asked_at);
    }
    let roles = store::roles::list_of(tx, person)?;
    for decider in deciders(tx, &roles)?.into_iter().filter(|decider| decider.id != person) {
        let letter = Letter::ClosingAsked {
            name: actor.name(),
            email: actor.email.clone(),
            role: highest(&roles),
            link: format!("{}/admin/users/{person}", app.public_url(decider.brand)),
        };
        let Addressee { email: to, brand, language: lang, .. } = decider;
        mail::post(tx, now, &Mail { to, brand, lang, letter })?;
    }
    Ok(asked_at)
}

/// Withdraws the caller's request to close their account.
pub async fn withdraw(app: &Arc<App>, actor: &Actor) -> Result<()> {
    let (person, author) = (actor.person, Author::of(actor));
    app.write(move |tx, _, now| {
        let asked_at = store::closing_requests::take(tx, person)?.ok_or(Error::NotFound)?;
        let entry = Entry::new(actions::CLOSING_WITHDRAWN, Subject::person(person));
        audit::record(tx, now, &author, entry.before(json!({ "askedAt": asked_at })))
    })
    .await
}

/// Closes the account of a colleague who requested it.
pub async fn close(app: &Arc<App>, actor: Actor, id: PersonId) -> Result<()> {
    app.write(move |tx, app, now| {
        closing::refuse_last(tx, id)?;
        let (row, roles, asked_at) = take_decidable(tx, app, now, &actor, id)?;
        let names = [row.first_name.clone(), row.last_name.clone()];
        let words: Vec<&str> = roles.iter().map(|grant| grant.role.word()).collect();
        let entry = Entry::new(actions::ACCOUNT_CLOSED, Subject::person(id))
            .before(json!({ "name": names.join(" "), "roles": words, "askedAt": asked_at }))
            .after(json!({ "name": null, "roles": [] }));
        closing::prepare(tx, id)?;
        let left = cards::left_of(tx, id)?;
        closing::erase(tx, app, now, &row, left, &Author::of(&actor), entry)
    })
    .await
}

/// Declines a person's request to close their account, and emails them the reason.
pub async fn decline(app: &Arc<App>, actor: Actor, id: PersonId, reason: String) -> Result<()> {
    app.write(move |tx, app, now| {
        let (row, _, asked_at) = take_decidable(tx, app, now, &actor, id)?;
        let entry = Entry::new(actions::CLOSING_DECLINED, Subject::person(id))
            .before(json!({ "askedAt": asked_at }))
            .reason(Some(&reason));
        audit::record(tx, now, &Author::of(&actor), entry)?;
        let letter = Letter::ClosingDeclined {
            first_name: row.first_name.clone(),
            by: actor.name(),
            reason: reason.clone(),
            link: format!("{}/account/data", app.public_url(row.brand)),
        };
        post(tx, now, &row, row.brand, letter)
    })
    .await
}

/// Locks a person and deletes their open request, if the actor may decide about it. Returns the
/// person, their roles and the time of the request.
fn take_decidable(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    id: PersonId,
) -> Result<(PersonRow, Vec<Grant>, Timestamp)> {
    let row = store::people::lock(tx, id)?.filter(|row| row.closed_at.is_none());
    let row = row.ok_or(Error::NotFound)?;
    if id == actor.person {
        return Err(Error::Refused(SAME_PERSON));
    }
    let roles = store::roles::list_of(tx, id)?;
    rules::may_close_account(actor, &roles)?;
    let asked_at = store::closing_requests::take(tx, id)?;
    let asked_at = asked_at.ok_or(Error::Refused(NO_CLOSING_REQUEST))?;
    decision(id, &roles).require(tx, app, now, actor)?;
    Ok((row, roles, asked_at))
}

/// Returns the decision about closing the account of a person with these roles.
fn decision(person: PersonId, roles: &[Grant]) -> Decision {
    let permission = match is_watched(roles) {
        true => Permission::AppointAdministrators,
        false => Permission::CloseStaffAccounts,
    };
    Decision::of_platform(permission).excluding([person])
}

/// Returns why the caller can't decide about closing this account as the second person. Returns
/// `None` if the caller can decide, or lacks the rank to close it.
pub async fn refusal(
    app: &App,
    actor: &Actor,
    language: Language,
    person: PersonId,
    roles: &[Grant],
) -> Result<Option<DecisionRefusal>> {
    if rules::may_close_account(actor, roles).is_err() {
        return Ok(None);
    }
    let decision = decision(person, roles);
    let reader = Reader::of(app, actor, language, [decision.clone()]).await?;
    Ok(reader.refusal(Some(decision)))
}

fn deciders(tx: &mut Tx<'_>, roles: &[Grant]) -> Result<Vec<Addressee>> {
    if is_watched(roles) { people::super_administrators(tx) } else { people::administrators(tx) }
}

/// Returns true if only a super administrator may decide about an account with these roles.
fn is_watched(roles: &[Grant]) -> bool {
    roles.iter().any(|grant| grant.role.reaches(Role::Administrator))
}

fn highest(roles: &[Grant]) -> Role {
    let highest = Role::ALL.into_iter().find(|role| roles.iter().any(|grant| grant.role == *role));
    highest.unwrap_or(Role::Consumer)
}
