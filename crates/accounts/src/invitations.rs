//! Invitations: a role is offered to an email address and takes effect when the reader of the email
//! accepts it. The inviter sees only the data they typed and whether the offer is still open.

use std::sync::Arc;

use db::Tx;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{
    ReturnUrls, appointments,
    codes::{self, Purpose},
    rules,
    store::{self, invitations::InvitationRow, people::PersonRow},
    users::{self, UserScope},
};
use access::{
    audit::{self, Action, Author, Entry, Subject},
    auth::{Actor, Role},
    idempotency::Named,
};
use kernel::{
    contact::{Email, masked_address},
    fields::Fields,
    ids::{InvitationId, PersonId, TenantId, UserRoleId},
    language::Language,
    messages::Message,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use mail::{About, Mail, lifetimes};
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
    limits::mails::{self, Asker, MailKind},
};

use crate::{
    actions::{self, INVITATION},
    errors::{AWAITS_AGREEMENT, INVITATION_ANSWERED, OWN_ROLE},
    letters::{Letter, WayIn},
};

pub use store::invitations::ListedInvitation;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum InvitationState {
    Offered,
    Accepted,
    Declined,
    Withdrawn,
}

db::text_enum! {
    InvitationState {
        Offered = "OFFERED",
        Accepted = "ACCEPTED",
        Declined = "DECLINED",
        Withdrawn = "WITHDRAWN",
    }
}

pub(super) const IS_INVITED: Message = Message::new(
    "This address is invited already. You can send the invitation again.",
    "Cette adresse est déjà invitée. Vous pouvez renvoyer l’invitation.",
);

/// A role to be offered, and its recipient.
pub struct Invitation {
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
    pub tenant: Option<TenantId>,
    /// Language of the inviter's page, as a guess for people without an account.
    pub language: Language,
}

/// Author of an offer: a person who manages users, or the system, which makes an offer when a
/// registration is approved.
#[derive(Clone, Copy)]
pub(super) enum Inviter<'a> {
    Person(&'a Actor),
    /// The administrator who approved the tenant.
    Approval(Option<PersonId>),
}

/// Author and purpose of an offer of a role, the role that it replaces, and the pages to which its
/// link leads.
pub(super) struct Offering<'a> {
    pub inviter: Inviter<'a>,
    pub purpose: Purpose,
    /// Current role that ends when the person accepts the offered role; `None` if the role is
    /// additional.
    pub replaces: Option<UserRoleId>,
    pub urls: &'a ReturnUrls,
}

impl Inviter<'_> {
    fn id(self) -> Option<PersonId> {
        match self {
            Inviter::Person(actor) => Some(actor.person),
            Inviter::Approval(_) => None,
        }
    }

    fn name(self) -> Option<String> {
        match self {
            Inviter::Person(actor) => Some(actor.name()),
            Inviter::Approval(_) => None,
        }
    }

    /// Whether this author can only propose the role.
    fn proposes(self, role: Role) -> bool {
        match self {
            Inviter::Person(actor) => appointments::is_proposal(actor, role),
            Inviter::Approval(_) => false,
        }
    }

    fn approver(self) -> Option<PersonId> {
        match self {
            Inviter::Person(_) => None,
            Inviter::Approval(approver) => approver,
        }
    }

    fn author(self) -> Author {
        match self {
            Inviter::Person(actor) => Author::of(actor),
            Inviter::Approval(_) => Author::system("approval"),
        }
    }
}

/// Offers a role. The reply is the same whether or not the address has an account.
pub async fn invite(
    app: &Arc<App>,
    actor: Actor,
    call: Named,
    invitation: Invitation,
    urls: ReturnUrls,
) -> Result<InvitationId> {
    app.write(move |tx, app, now| {
        rules::may_manage_role(&actor, invitation.role, invitation.tenant)?;
        if invitation.email.as_ref() == actor.email {
            return Err(Error::Refused(OWN_ROLE));
        }
        users::fitting_tenant(tx, invitation.role, invitation.tenant)?;
        call.once(tx, now, |tx| {
            count_mail(tx, app, now, &actor, &invitation.email)?;
            refuse_holder(tx, &invitation)?;
            let offering = Offering {
                inviter: Inviter::Person(&actor),
                purpose: Purpose::Invite,
                replaces: None,
                urls: &urls,
            };
            match offer(tx, app, now, &invitation, &offering)? {
                Some(id) => Ok(id),
                None => refuse_email(IS_INVITED),
            }
        })
    })
    .await
}

/// Records an action in the audit log. The subject is the invitation, so that the log doesn't
/// reveal whether the address has an account.
pub(super) fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    action: Action,
    row: &InvitationRow,
) -> Result<()> {
    let email = masked_address(row.email.as_ref());
    let entry = Entry::new(action, Subject::of(INVITATION, row.id))
        .tenant(row.tenant_id)
        .after(json!({ "role": row.role, "email": email }));
    audit::record(tx, now, author, entry)
}

/// Counts an invitation against the limits on emails of its sender and of its recipient's address.
pub(super) fn count_mail(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    to: &Email,
) -> Result<()> {
    let kind = match actor.is_administrator() {
        true => MailKind::AdministratorInvitation,
        false => MailKind::Invitation,
    };
    mails::count_sender(tx, now, &[kind.bucket_of(&actor.person.to_string())])?;
    mails::count_address(tx, &app.secrets, now, kind, to, &Asker::colleague(actor.person))
}

/// Refuses if the invitee has the role already. The error reveals nothing, because the inviter's
/// list of users shows the role anyway.
fn refuse_holder(tx: &mut Tx<'_>, invitation: &Invitation) -> Result<()> {
    let Some(person) = tx.ask(store::people::find_by_email(&invitation.email))? else {
        return Ok(());
    };
    match store::roles::find(tx, person.id, invitation.role, invitation.tenant)? {
        None => Ok(()),
        Some(_) => refuse_email(Message::new(
            "This person has that role already.",
            "Cette personne a déjà ce rôle.",
        )),
    }
}

pub(super) fn refuse_email<T>(message: Message) -> Result<T> {
    Err(Error::Invalid(Fields::one("email", message)))
}

/// Stores an offer and emails it; `None` if the same role is on offer to this address already.
pub(super) fn offer(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    invitation: &Invitation,
    offering: &Offering<'_>,
) -> Result<Option<InvitationId>> {
    let Offering { inviter, urls, .. } = *offering;
    let row = InvitationRow {
        id: InvitationId::new(now),
        email: invitation.email.clone(),
        first_name: invitation.first_name.clone(),
        last_name: invitation.last_name.clone(),
        role: invitation.role,
        tenant_id: invitation.tenant,
        replaces_id: offering.replaces,
        purpose: offering.purpose,
        state: InvitationState::Offered,
        invited_by: inviter.id(),
        approved_by: inviter.approver(),
        awaits_agreement: inviter.proposes(invitation.role),
        success_url: urls.success.clone(),
        failed_url: urls.failed.clone(),
        brand: urls.brand,
        language: invitation.language,
        created_at: now,
        sent_at: now,
        expires_at: now.plus(lifetimes::INVITE),
    };
    let code = codes::random();
    if !store::invitations::insert(tx, &row, codes::hashes(&app.secrets, &code).current())? {
        return Ok(None);
    }
    match inviter {
        Inviter::Person(actor) if row.awaits_agreement => {
            record(tx, now, &inviter.author(), actions::ROLE_PROPOSED, &row)?;
            appointments::notify_of_proposal(tx, app, now, &row, actor)?;
        }
        _ => {
            record(tx, now, &inviter.author(), actions::ROLE_OFFERED, &row)?;
            mail_offer(tx, app, now, &row, inviter.name().as_deref(), &code)?;
        }
    }
    Ok(Some(row.id))
}

/// Emails an offer. A person who can sign in is led to the offer; others accept it by choosing a
/// password.
fn mail_offer(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &InvitationRow,
    inviter: Option<&str>,
    code: &str,
) -> Result<()> {
    let person = tx.ask(store::people::find_by_email(&row.email))?.filter(can_sign_in);
    let url = codes::link(app, row.brand, code);
    let link = match person {
        Some(_) => WayIn::Answer(url),
        None => WayIn::ChoosePassword(url),
    };
    let first_name = person.as_ref().map_or(&row.first_name, |person| &person.first_name).clone();
    let organization = organization(tx, row.tenant_id)?;
    let letter = match inviter {
        None => {
            Letter::Approval { first_name, organization: organization.unwrap_or_default(), link }
        }
        Some(inviter) => Letter::Invite {
            first_name,
            inviter: inviter.to_owned(),
            organization,
            role: row.role,
            link,
        },
    };
    let person_id = person.as_ref().map(|person| person.id);
    let about = About::of(&[&row.id]).and(person_id).and(row.tenant_id);
    let lang = person.map_or(row.language, |person| person.language);
    let mail = Mail { to: row.email.to_string(), brand: row.brand, lang, letter };
    mail::post_about(tx, now, mail, about)
}

pub(super) fn organization(tx: &mut Tx<'_>, tenant: Option<TenantId>) -> Result<Option<String>> {
    tenant.map_or(Ok(None), |tenant| tenants::name_of(tx, tenant))
}

pub(super) fn can_sign_in(person: &PersonRow) -> bool {
    person.confirmed_at.is_some() && person.password_hash.is_some()
}

/// Lists offers that are open or declined.
pub async fn list(
    app: &App,
    scope: UserScope,
    tenant: Option<TenantId>,
    page: PageRequest,
) -> Result<Page<ListedInvitation>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::invitations::list(tx, &scope, tenant, page)?;
            Page::counted(rows, page, || store::invitations::count(tx, &scope, tenant))
        })
        .await
}

/// Locks an offer that the caller may manage.
fn lock_managed(tx: &mut Tx<'_>, actor: &Actor, id: InvitationId) -> Result<InvitationRow> {
    let row = store::invitations::lock(tx, id)?.ok_or(Error::NotFound)?;
    if !UserScope::of(actor).shows(row.tenant_id) {
        return Err(Error::NotFound);
    }
    rules::may_manage_role(actor, row.role, row.tenant_id)?;
    Ok(row)
}

/// Emails an offer again. The link of the earlier email stops working.
pub async fn send_again(app: &Arc<App>, actor: Actor, id: InvitationId) -> Result<()> {
    app.write(move |tx, app, now| {
        let row = lock_managed(tx, &actor, id)?;
        renew(tx, app, now, &actor, &row)
    })
    .await
}

fn renew(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    row: &InvitationRow,
) -> Result<()> {
    if row.state != InvitationState::Offered {
        return Err(Error::Refused(INVITATION_ANSWERED));
    }
    if row.awaits_agreement {
        return Err(Error::Refused(AWAITS_AGREEMENT));
    }
    count_mail(tx, app, now, actor, &row.email)?;
    record(tx, now, &Author::of(actor), actions::ROLE_OFFER_RESENT, row)?;
    let inviter = (row.purpose == Purpose::Invite).then(|| actor.name());
    mail_renewed(tx, app, now, row, inviter.as_deref())
}

/// Emails an offer after a super administrator has agreed to it. The email names the proposer.
pub(super) fn send_renewed(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &InvitationRow,
) -> Result<()> {
    let proposer = row.invited_by.map_or(Ok(None), |id| store::people::find(tx, id))?;
    let name = proposer.map(|person| format!("{} {}", person.first_name, person.last_name));
    mail_renewed(tx, app, now, row, Some(name.unwrap_or_default().trim()))
}

fn mail_renewed(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &InvitationRow,
    inviter: Option<&str>,
) -> Result<()> {
    let (code, expires_at) = (codes::random(), now.plus(lifetimes::INVITE));
    store::invitations::renew(
        tx,
        row.id,
        codes::hashes(&app.secrets, &code).current(),
        now,
        expires_at,
    )?;
    mail_offer(tx, app, now, row, inviter, &code)
}

/// Emails the newest open offer to an address again; `false` if there is none in the caller's
/// scope.
pub(super) fn send_newest_again(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    email: &Email,
) -> Result<bool> {
    let open = store::invitations::lock_open(tx, email)?;
    let scope = UserScope::of(actor);
    let seen = open.iter().find(|row| {
        !row.awaits_agreement
            && scope.shows(row.tenant_id)
            && rules::may_manage_role(actor, row.role, row.tenant_id).is_ok()
    });
    match seen {
        Some(row) => renew(tx, app, now, actor, row).map(|()| true),
        None => Ok(false),
    }
}

/// Withdraws an open or declined offer, which then disappears from the list.
pub async fn withdraw(app: &Arc<App>, actor: Actor, id: InvitationId) -> Result<()> {
    app.write(move |tx, _, now| {
        let row = lock_managed(tx, &actor, id)?;
        if row.state == InvitationState::Accepted {
            return Err(Error::Refused(INVITATION_ANSWERED));
        }
        store::invitations::decide(tx, row.id, InvitationState::Withdrawn, now)?;
        mail::close_bounces_to(tx, now, row.id, row.email.as_ref())?;
        record(tx, now, &Author::of(&actor), actions::ROLE_WITHDRAWN, &row)
    })
    .await
}

/// Withdraws the open offers of a person who has lost the right to make them.
pub(super) fn withdraw_of(
    tx: &mut Tx<'_>,
    inviter: PersonId,
    tenant: Option<TenantId>,
    now: Timestamp,
) -> Result<()> {
    store::invitations::withdraw_of(tx, inviter, tenant, now)
}
