//! A signed-in person with what they are, as the database says at this very call.

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
    /// When they signed in, or proved again within this session that it is really them.
    pub proven_at: Timestamp,
    pub has_second_factor: bool,
    /// The active ones, the highest first. Never empty: who is nothing can't sign in. At a till, only those in its shop.
    pub grants: Vec<Grant>,
    /// Where they signed in by PIN, if they did.
    pub till: Option<AtTill>,
    /// Where the call comes from.
    pub client: Client,
}

/// The till that somebody signed in on by PIN.
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

    /// Whether they signed in by PIN at a till.
    pub fn is_at_till(&self) -> bool {
        self.till.is_some()
    }

    /// Whether they signed in or proved who they are a moment ago (`sessions.proof_seconds`). A PIN proves too little.
    pub fn is_freshly_proven(&self, app: &App, now: Timestamp) -> bool {
        !self.is_at_till() && now.since(self.proven_at) <= app.config.sessions.proof_lasts()
    }

    /// Whether they have to set up a second factor before anything else. At a till they have shown two: the device and the PIN.
    pub fn must_enrol(&self, app: &App) -> bool {
        !self.is_at_till() && !self.has_second_factor && self.needs_second_factor(app)
    }

    /// Whether their role may not do without a second factor.
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

    /// Administrators of either rank act for everybody.
    pub fn is_administrator(&self) -> bool {
        self.has(Role::SuperAdministrator) || self.has(Role::Administrator)
    }

    /// The tenants in which this person has a permission through a role there.
    pub fn tenants_with(&self, permission: Permission) -> Vec<TenantId> {
        let granted = self.grants.iter().filter(|grant| permission.is_of(grant.role));
        granted.filter_map(|grant| grant.tenant).map(|(tenant, _)| tenant).collect()
    }

    /// The vendors and charities that they work for, that of the highest role first.
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
