//! Vendors and charities that a person may access.

use access::auth::{Actor, Permission};
use kernel::ids::TenantId;

#[derive(Clone, Debug)]
pub enum TenantScope {
    All,
    /// Tenants at which the person works.
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

/// Declares rights, each named like a permission. A right covers the tenants at which a person has
/// that permission.
#[macro_export]
macro_rules! tenant_rights {
    ($($(#[doc = $meaning:literal])+ $visible:vis $name:ident;)+) => {$(
        $(#[doc = $meaning])+
        $visible struct $name;

        impl ::access::auth::Right for $name {
            const PERMISSION: ::access::auth::Permission = ::access::auth::Permission::$name;
            type Scope = $crate::tenants::TenantScope;

            fn scope(actor: &::access::auth::Actor) -> $crate::tenants::TenantScope {
                $crate::tenants::TenantScope::of(actor, ::access::auth::Permission::$name)
            }
        }
    )+};
}

pub use tenant_rights;
