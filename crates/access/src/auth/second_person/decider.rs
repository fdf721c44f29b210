//! Checks whether a person may take decisions.

use std::collections::BTreeSet;

use db::Tx;

use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::{
    app::App,
    config::SecondPerson,
    error::{Code, Error, Result},
};

use super::{
    Decision,
    rules::{self, Refusal},
    store::{self, RoleAge},
};
use crate::auth::{
    Actor,
    errors::{APPOINTED_BY_EACH_OTHER, ROLE_TOO_NEW, SAME_PERSON},
};

/// Person who may decide, with the facts about everyone who took part in the matters.
pub struct Decider {
    actor: Actor,
    setting: SecondPerson,
    now: Timestamp,
    roles: Vec<RoleAge>,
    /// People who took part and whom the person appointed, or who appointed the person.
    appointments: Vec<PersonId>,
}

impl Decider {
    fn new(actor: &Actor, setting: SecondPerson, now: Timestamp) -> Decider {
        let (roles, appointments) = (Vec::new(), Vec::new());
        Decider { actor: actor.clone(), setting, now, roles, appointments }
    }

    /// Reads the facts for these decisions, if a second person is required.
    pub fn read(
        tx: &mut Tx<'_>,
        setting: SecondPerson,
        now: Timestamp,
        actor: &Actor,
        decisions: &[Decision],
    ) -> Result<Decider> {
        let decider = Decider::new(actor, setting, now);
        if setting.required { decider.informed(tx, decisions) } else { Ok(decider) }
    }

    /// Like [`Decider::read`], in a read transaction of its own. Without decisions it reads nothing.
    pub(super) async fn read_apart(
        app: &App,
        actor: &Actor,
        decisions: Vec<Decision>,
    ) -> Result<Decider> {
        let decider = Decider::new(actor, app.config.second_person, app.clock.now());
        if !decider.setting.required || decisions.is_empty() {
            return Ok(decider);
        }
        app.db.read(move |tx| decider.informed(tx, &decisions)).await
    }

    fn informed(&self, tx: &mut Tx<'_>, decisions: &[Decision]) -> Result<Decider> {
        let person = self.actor.person;
        let first = decisions.iter().flat_map(|decision| decision.first.iter().copied());
        let first: Vec<PersonId> = first.collect::<BTreeSet<_>>().into_iter().collect();
        let others = db::pieces(&first).map(|first| store::list_appointments(person, first));
        let (roles, others) =
            tx.ask((store::list_role_ages(person), others.collect::<Vec<_>>()))?;
        let appointments = others.into_iter().flatten().map(|(person,)| person).collect();
        Ok(Decider { roles, appointments, ..Decider::new(&self.actor, self.setting, self.now) })
    }

    pub(super) fn is(&self, person: PersonId) -> bool {
        self.actor.person == person
    }

    /// Refuses a decision for which the facts were read, unless the person may take it.
    pub fn require(&self, decision: &Decision) -> Result<()> {
        if let Some((_, code)) = decision.owner.filter(|(owner, _)| self.is(*owner)) {
            return Err(Error::Refused(code));
        }
        if !self.setting.required {
            return Ok(());
        }
        let first = &decision.first;
        let deciding = self.roles.iter().filter(|role| self.decides(decision, role));
        let appointed_at: Vec<_> = deciding.map(|role| role.appointed_at).collect();
        let is_first = first.iter().chain(&decision.proposer).any(|first| self.is(*first));
        let is_appointment_between = first.iter().any(|first| self.appointments.contains(first));
        rules::may_decide(is_first, is_appointment_between, &appointed_at, self.now).map_err(
            |refusal| match refusal {
                Refusal::SamePerson => Error::Refused(SAME_PERSON),
                Refusal::AppointedByEachOther => Error::Refused(APPOINTED_BY_EACH_OTHER),
                Refusal::RoleTooNew => Error::Refused(ROLE_TOO_NEW),
                Refusal::NoRole => Error::Permission,
            },
        )
    }

    /// Returns the code with which [`Decider::require`] refuses, or `None` if the decision is
    /// allowed.
    pub fn refusal(&self, decision: &Decision) -> Option<Code> {
        self.require(decision).err().map(|error| error.code())
    }

    /// Returns true if this role gives the person the right to decide. In a session at a till, only
    /// roles at the till's shop count.
    fn decides(&self, decision: &Decision, role: &RoleAge) -> bool {
        let is_here = role.tenant_id.is_none() || role.tenant_id == decision.tenant;
        let is_of_session = self.actor.grants.iter().any(|grant| {
            grant.role == role.role && grant.tenant.map(|(tenant, _)| tenant) == role.tenant_id
        });
        is_here && is_of_session && decision.permission.is_of(role.role)
    }
}
