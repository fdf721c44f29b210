//! A signed-in person with what they are, as the database says at this very call.

use super::{Permission, PersonId, Role, SessionId, TenantId, TenantKind};

#[derive(Clone, Debug)]
pub struct Actor {
    pub person: PersonId,
    pub session: SessionId,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// The active ones, the highest first. Never empty: who is nothing can't sign in.
    pub grants: Vec<Grant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    pub role: Role,
    pub tenant: Option<(TenantId, TenantKind)>,
}

impl Actor {
    pub fn has(&self, role: Role) -> bool {
        self.grants.iter().any(|grant| grant.role == role)
    }

    pub fn may(&self, permission: Permission) -> bool {
        self.grants.iter().any(|grant| permission.is_of(grant.role))
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

    pub fn highest_role(&self) -> Role {
        let highest = self.grants.iter().map(|grant| grant.role);
        highest
            .reduce(|one, other| if one.reaches(other) { one } else { other })
            .unwrap_or(Role::Consumer)
    }
}
