//! Which vendors and charities somebody reaches.

use crate::auth::{Actor, Permission, TenantId};

#[derive(Clone, Debug)]
pub enum TenantScope {
    All,
    /// These, because the person works there.
    Own(Vec<TenantId>),
}

impl TenantScope {
    pub fn of(actor: &Actor, permission: Permission) -> TenantScope {
        if actor.is_administrator() {
            return TenantScope::All;
        }
        TenantScope::Own(actor.tenants_with(permission))
    }

    pub fn reaches(&self, tenant: TenantId) -> bool {
        match self {
            TenantScope::All => true,
            TenantScope::Own(own) => own.contains(&tenant),
        }
    }
}
