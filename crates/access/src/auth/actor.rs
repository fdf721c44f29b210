//! Signed-in person with their roles, read from the database on every request.

use super::{Client, Permission, Role, TenantKind};
use kernel::{
    ids::{PersonId, SessionId, TenantId, TillId},
    timestamp::Timestamp,
};
use platform::{app::App, config::SecondFactorFor};

#[derive(Clone, Debug)]
pub struct Actor {
    pub person: PersonId,
    pub session: SessionId,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// Time when the person signed in or last re-authenticated in this session.
    pub proven_at: Timestamp,
    pub has_second_factor: bool,
    /// Active roles, highest first. Never empty, because a person without roles can't sign in. At a
    /// till, only the roles at the till's shop.
    pub grants: Vec<Grant>,
    /// Till at which the person signed in by PIN; `None` for other sessions.
    pub till: Option<AtTill>,
    /// Client that sent the request.
    pub client: Client,
}

/// Till at which a clerk signed in by PIN.
#[derive(Clone, Debug)]
pub struct AtTill {
    pub id: TillId,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    pub role: Role,
    pub tenant: Option<(TenantId, TenantKind)>,
}

impl Actor {
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// Returns true if the person signed in by PIN at a till.
    pub fn is_at_till(&self) -> bool {
        self.till.is_some()
    }

    /// Returns true if the person signed in or re-authenticated recently
    /// (`sessions.proof_seconds`). A PIN does not count.
    pub fn is_freshly_proven(&self, app: &App, now: Timestamp) -> bool {
        !self.is_at_till() && now.since(self.proven_at) <= app.config.sessions.proof_lasts()
    }

    /// Returns true if the person must set up a second factor before doing anything else. At a
    /// till, the device and the PIN already are two factors.
    pub fn must_enrol(&self, app: &App) -> bool {
        !self.is_at_till() && !self.has_second_factor && self.needs_second_factor(app)
    }

    /// Returns true if the person's role requires a second factor.
    pub fn needs_second_factor(&self, app: &App) -> bool {
        match app.config.second_factor_for() {
            SecondFactorFor::Auto | SecondFactorFor::Off => false,
            SecondFactorFor::Managers => self.highest_role().reaches(Role::Manager),
            SecondFactorFor::Staff => self.highest_role().reaches(Role::Employee),
        }
    }

    pub fn has(&self, role: Role) -> bool {
        self.grants.iter().any(|grant| grant.role == role)
    }

    pub fn may(&self, permission: Permission) -> bool {
        let is_open_here = !self.is_at_till() || permission.is_for_tills();
        is_open_here && self.grants.iter().any(|grant| permission.is_of(grant.role))
    }

    /// Returns true for administrators and super administrators, who may act for every tenant.
    pub fn is_administrator(&self) -> bool {
        self.has(Role::SuperAdministrator) || self.has(Role::Administrator)
    }

    /// Returns the tenants at which one of the person's roles has this permission.
    pub fn tenants_with(&self, permission: Permission) -> Vec<TenantId> {
        let granted = self.grants.iter().filter(|grant| permission.is_of(grant.role));
        granted.filter_map(|grant| grant.tenant).map(|(tenant, _)| tenant).collect()
    }

    /// Returns the vendors and charities at which the person has a role, highest role first.
    pub fn workplaces(&self) -> Vec<(TenantId, TenantKind)> {
        let mut places = Vec::new();
        for place in self.grants.iter().filter_map(|grant| grant.tenant) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    pub fn highest_role(&self) -> Role {
        let highest = self.grants.iter().map(|grant| grant.role);
        highest
            .reduce(|one, other| if one.reaches(other) { one } else { other })
            .unwrap_or(Role::Consumer)
    }
}
