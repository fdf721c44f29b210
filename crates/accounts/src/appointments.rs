//! Appointments that need oversight. A proposed administrator needs the agreement of a super
//! administrator, and all super administrators are notified of the proposal. The platform's
//! administrators get an email when a manager appoints another manager.

use std::sync::Arc;

use db::Tx;

use super::{
    invitations::{self, InvitationState},
    store::{self, invitations::InvitationRow, people::PersonRow},
};
use access::{
    audit::Author,
    auth::{self, Actor, Permission, Role, second_person::Decision},
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

pub use store::invitations::PROPOSED;

/// Returns true if the actor can only propose a person for this role, not offer it.
pub(super) fn is_proposal(actor: &Actor, role: Role) -> bool {
    role == Role::Administrator && !actor.has(Role::SuperAdministrator)
}

/// Refuses to let an administrator activate another administrator. Only super administrators decide
/// about administrators, both when they are appointed and when they are activated.
pub(super) fn refuse_activation(actor: &Actor, roles: &[Role]) -> Result<()> {
    let appoints = roles.iter().any(|role| is_proposal(actor, *role));
    if appoints { Err(Error::Refused(SUPER_ADMINISTRATOR_DECIDES)) } else { Ok(()) }
}

/// Agrees to a proposed administrator and emails the offer to the proposed person.
pub async fn agree(app: &Arc<App>, actor: Actor, id: InvitationId) -> Result<()> {
    app.write(move |tx, app, now| {
        let row = lock_proposal(tx, app, now, &actor, id)?;
        store::invitations::agree(tx, row.id, actor.person)?;
        let agreed =
            InvitationRow { awaits_agreement: false, approved_by: Some(actor.person), ..row };
        invitations::record(tx, now, &Author::of(&actor), actions::ROLE_AGREED, &agreed)?;
        invitations::send_renewed(tx, app, now, &agreed)
    })
    .await
}

/// Declines a proposed administrator and emails the person who made the proposal.
pub async fn refuse(app: &Arc<App>, actor: Actor, id: InvitationId) -> Result<()> {
    app.write(move |tx, app, now| {
        let row = lock_proposal(tx, app, now, &actor, id)?;
        store::invitations::decide(tx, row.id, InvitationState::Withdrawn, now)?;
        invitations::record(tx, now, &Author::of(&actor), actions::ROLE_REFUSED, &row)?;
        let proposer = row.invited_by.map_or(Ok(None), |id| people::addressee(tx, id))?;
        let news = News::of_offer(AppointmentStep::Refused, &row, Some(actor.name()));
        proposer.map_or(Ok(()), |proposer| post(tx, app, now, vec![proposer], &news))
    })
    .await
}

/// Locks and returns a pending proposal. Fails if the proposal was already decided, or if the actor
/// may not decide about it as a second person.
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
    decision(row.invited_by).require(tx, app, now, actor)?;
    Ok(row)
}

/// Returns the decision that a proposed administrator waits for. Super administrators may appoint
/// administrators alone, so they may also agree to a proposal by someone they appointed.
pub fn decision(proposed_by: Option<PersonId>) -> Decision {
    Decision::of_platform(Permission::AppointAdministrators).proposed_by(proposed_by)
}

/// Content of the email about an appointment or a proposal.
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

/// Notifies all super administrators of a proposed administrator.
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

/// Emails the people who oversee appointments that a role took effect. For an administrator, these
/// are the super administrators. For a manager whom no administrator appointed, these are all
/// administrators.
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

/// Returns true if the role was given by one or more people, none of whom is an administrator.
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
