//! Decisions that need a second person. A decider may not have made the request, appointed the
//! person who made it, or been appointed by that person. A new role can't be used for decisions in
//! its first seven days, if another person appointed its holder.

mod reader;
mod rules;
mod store;

use db::{Ask, Tx};

use super::{Actor, Permission};
use kernel::{
    ids::{PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::{
    config::SecondPerson,
    error::{Code, Error, Result},
};

use crate::auth::errors::{APPOINTED_BY_EACH_OTHER, ROLE_TOO_NEW, SAME_PERSON};

pub use reader::{DecisionRefusal, Reader};
use rules::Refusal;
use store::RoleAge;

/// Permission that a decision needs, and the tenant where it is needed.
#[derive(Clone, Copy, Debug)]
pub struct DecidingRight {
    pub permission: Permission,
    /// Tenant whose staff may decide; `None` if only platform roles may. Platform roles may decide
    /// for every tenant.
    pub tenant: Option<TenantId>,
}

impl DecidingRight {
    /// Returns the right for a decision that only platform roles may take.
    pub fn of_platform(permission: Permission) -> DecidingRight {
        DecidingRight { permission, tenant: None }
    }

    /// Returns the right for a decision that a tenant's staff or platform roles may take.
    pub fn at(permission: Permission, tenant: TenantId) -> DecidingRight {
        DecidingRight { permission, tenant: Some(tenant) }
    }
}

/// Refuses a decision unless the decider is a valid second person. `first` lists the people who
/// requested, drafted or took the action to be decided about.
pub fn require(
    tx: &mut Tx<'_>,
    setting: SecondPerson,
    decider: &Actor,
    right: DecidingRight,
    first: &[PersonId],
    now: Timestamp,
) -> Result<()> {
    if !setting.required {
        return Ok(());
    }
    let facts = tx.ask(facts(decider.person, first))?;
    facts.require(setting, decider, right, first, now)
}

/// Returns the query for the facts that [`Facts::require`] needs, so that a call can combine it
/// with other queries.
pub fn facts(decider: PersonId, first: &[PersonId]) -> impl Ask<Answer = Facts> + use<> {
    let others = db::pieces(first).map(|first| store::list_appointments(decider, first));
    (store::list_role_ages(decider), others.collect::<Vec<_>>()).map(|(roles, others)| Facts {
        roles,
        appointments: others.into_iter().flatten().map(|(person,)| person).collect(),
    })
}

/// Ages of a decider's roles, and the people in `first` whom the decider appointed or who appointed
/// the decider.
#[derive(Default)]
pub struct Facts {
    roles: Vec<RoleAge>,
    appointments: Vec<PersonId>,
}

impl Facts {
    /// Like [`require`], but uses facts that were already read.
    pub fn require(
        &self,
        setting: SecondPerson,
        decider: &Actor,
        right: DecidingRight,
        first: &[PersonId],
        now: Timestamp,
    ) -> Result<()> {
        if !setting.required {
            return Ok(());
        }
        let deciding = self.roles.iter().filter(|role| decides(decider, right, role));
        let appointed_at: Vec<_> = deciding.map(|role| role.appointed_at).collect();
        let is_first = first.contains(&decider.person);
        let is_appointment_between = first.iter().any(|first| self.appointments.contains(first));
        rules::may_decide(is_first, is_appointment_between, &appointed_at, now).map_err(|refusal| {
            match refusal {
                Refusal::SamePerson => Error::Refused(SAME_PERSON),
                Refusal::AppointedByEachOther => Error::Refused(APPOINTED_BY_EACH_OTHER),
                Refusal::RoleTooNew => Error::Refused(ROLE_TOO_NEW),
                Refusal::NoRole => Error::Permission,
            }
        })
    }

    /// Returns the error code with which [`Facts::require`] refuses, or `None` if the decision is
    /// allowed.
    pub fn refusal(
        &self,
        setting: SecondPerson,
        decider: &Actor,
        right: DecidingRight,
        first: &[PersonId],
        now: Timestamp,
    ) -> Option<Code> {
        self.require(setting, decider, right, first, now).err().map(|error| error.code())
    }
}

/// Returns true if this role gives the actor the right to decide. In a session at a till, only
/// roles at the till's shop count.
fn decides(actor: &Actor, right: DecidingRight, role: &RoleAge) -> bool {
    let is_here = role.tenant_id.is_none() || role.tenant_id == right.tenant;
    let is_of_session = actor.grants.iter().any(|grant| {
        grant.role == role.role && grant.tenant.map(|(tenant, _)| tenant) == role.tenant_id
    });
    is_here && is_of_session && right.permission.is_of(role.role)
}

/// Records permanently who appointed a person. Does nothing if the person appointed themselves.
pub fn record_appointment(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    appointed_by: &[PersonId],
) -> Result<()> {
    let others = appointed_by.iter().filter(|appointer| **appointer != person);
    others.into_iter().try_for_each(|appointer| store::insert(tx, now, person, *appointer))
}
