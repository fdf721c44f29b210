//! Appointments that others watch: administrators are proposed, agreed to by a super administrator and told to all of them;
//! the platform's administrators are mailed about a manager whom a manager appoints.

use std::sync::Arc;

use db::Tx;

use super::{
    invitations::{self, InvitationState},
    store::{self, invitations::InvitationRow, people::PersonRow},
};
use access::{
    audit::Author,
    auth::{
        self, Actor, Permission, Role,
        errors::SAME_PERSON,
        second_person::{self, DecidingRight, DecisionRefusal, Reader},
    },
};
use kernel::{
    ids::{InvitationId, PersonId, TenantId},
    timestamp::Timestamp,
};
use mail::Mail;
use people::Addressee;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{
    actions,
    errors::{INVITATION_ANSWERED, SUPER_ADMINISTRATOR_DECIDES},
    letters::{AppointmentStep, Letter},
};

/// Whether this role is only proposed when the actor offers it.
pub(super) fn is_proposal(actor: &Actor, role: Role) -> bool {
    role == Role::Administrator && !actor.has(Role::SuperAdministrator)
}

/// Refuses to let an administrator set another one active: that is a super administrator's to decide, like an appointment.
pub(super) fn refuse_activation(actor: &Actor, roles: &[Role]) -> Result<()> {
    let appoints = roles.iter().any(|role| is_proposal(actor, *role));
    if appoints { Err(Error::Refused(SUPER_ADMINISTRATOR_DECIDES)) } else { Ok(()) }
}

/// Agrees to a proposed administrator: only now the offer is mailed.
pub async fn agree(app: &Arc<App>, actor: Actor, id: InvitationId) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let row = lock_proposal(tx, &shared, now, &actor, id)?;
            store::invitations::agree(tx, row.id, actor.person)?;
            let agreed =
                InvitationRow { awaits_agreement: false, approved_by: Some(actor.person), ..row };
            invitations::record(tx, now, &Author::of(&actor), actions::ROLE_AGREED, &agreed)?;
            invitations::send_renewed(tx, &shared, now, &agreed)
        })
        .await
}

/// Declines a proposed administrator, and mails the proposer.
pub async fn refuse(app: &Arc<App>, actor: Actor, id: InvitationId) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let row = lock_proposal(tx, &shared, now, &actor, id)?;
            store::invitations::decide(tx, row.id, InvitationState::Withdrawn, now)?;
            invitations::record(tx, now, &Author::of(&actor), actions::ROLE_REFUSED, &row)?;
            let proposer = row.invited_by.map_or(Ok(None), |id| people::addressee(tx, id))?;
            let news = News::of_offer(AppointmentStep::Refused, &row, Some(actor.name()));
            proposer.map_or(Ok(()), |proposer| post(tx, &shared, now, vec![proposer], &news))
        })
        .await
}

/// Locks a proposal that waits. Refused unless the actor is a second person to the proposer.
fn lock_proposal(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    id: InvitationId,
) -> Result<InvitationRow> {
    let row = store::invitations::lock(tx, id)?.ok_or(Error::NotFound)?;
    if row.state != InvitationState::Offered || !row.awaits_agreement {
        return Err(Error::Refused(INVITATION_ANSWERED));
    }
    if row.invited_by == Some(actor.person) && app.config.second_person.required {
        return Err(Error::Refused(SAME_PERSON));
    }
    second_person::require(tx, app.config.second_person, actor, deciding(), &[], now)?;
    Ok(row)
}

/// The right by which a proposed administrator is agreed to. A super administrator could appoint an administrator alone, so they
/// may agree to one whom their own appointee proposed.
fn deciding() -> DecidingRight {
    DecidingRight::of_platform(Permission::AppointAdministrators)
}

/// The number of proposed administrators.
pub fn count_open(tx: &mut Tx<'_>) -> Result<u64> {
    store::invitations::count_awaiting_agreement(tx)
}

/// Why the reader can't agree to an administrator whom somebody proposed.
pub fn refusal(proposed_by: Option<PersonId>, reader: &Reader) -> Option<DecisionRefusal> {
    let is_own = proposed_by.is_some_and(|proposer| reader.is(proposer));
    // The platform's setting counts for both rules.
    let own = proposed_by.filter(|_| is_own);
    reader.refusal(deciding(), own.as_slice())
}

/// Facts in the mail about an appointment.
struct News {
    step: AppointmentStep,
    name: String,
    email: String,
    role: Role,
    organization: Option<String>,
    by: Option<String>,
}

impl News {
    fn of_offer(step: AppointmentStep, row: &InvitationRow, by: Option<String>) -> News {
        News {
            step,
            name: format!("{} {}", row.first_name, row.last_name),
            email: row.email.to_string(),
            role: row.role,
            organization: None,
            by,
        }
    }
}

/// Tells all super administrators that an administrator was proposed.
pub(super) fn notify_of_proposal(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &InvitationRow,
    by: &Actor,
) -> Result<()> {
    let news = News::of_offer(AppointmentStep::Proposed, row, Some(by.name()));
    let supers = people::super_administrators(tx)?;
    post(tx, app, now, supers, &news)
}

/// Tells those who watch over a role that it has begun: all super administrators of an administrator, and the platform's
/// administrators of a manager whom no administrator appointed.
pub(super) fn notify_of_begin(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
    role: Role,
    tenant: Option<TenantId>,
    appointed_by: &[PersonId],
) -> Result<()> {
    let told = match role {
        Role::SuperAdministrator | Role::Administrator => people::super_administrators(tx)?,
        Role::Manager if is_among_themselves(tx, appointed_by)? => people::administrators(tx)?,
        _ => return Ok(()),
    };
    let names = people::names_of(tx, appointed_by)?;
    let names: Vec<String> =
        names.into_values().map(|(first, last)| format!("{first} {last}")).collect();
    let news = News {
        step: AppointmentStep::Begun,
        name: format!("{} {}", person.first_name, person.last_name),
        email: person.email.to_string(),
        role,
        organization: invitations::organization(tx, tenant)?,
        by: (!names.is_empty()).then(|| names.join(", ")),
    };
    post(tx, app, now, told, &news)
}

/// Whether somebody appointed, and no administrator had a part in it.
fn is_among_themselves(tx: &mut Tx<'_>, appointed_by: &[PersonId]) -> Result<bool> {
    for person in appointed_by {
        let grants = tx.ask(auth::grants_of(*person))?;
        if grants.iter().any(|grant| grant.role.reaches(Role::Administrator)) {
            return Ok(false);
        }
    }
    Ok(!appointed_by.is_empty())
}

fn post(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    told: Vec<Addressee>,
    news: &News,
) -> Result<()> {
    for person in told {
        let letter = Letter::Appointment {
            step: news.step,
            name: news.name.clone(),
            email: news.email.clone(),
            role: news.role,
            organization: news.organization.clone(),
            by: news.by.clone(),
            link: format!("{}/admin/users", app.public_url(person.brand)),
        };
        let (to, brand, lang) = (person.email, person.brand, person.language);
        mail::post(tx, now, &Mail { to, brand, lang, letter })?;
    }
    Ok(())
}
