//! The rights that these calls ask for.

use crate::{
    auth::{Actor, Permission, Right},
    tenants::TenantScope,
};

/// The right to look tenants up by name.
pub struct FindTenants;

impl Right for FindTenants {
    const PERMISSION: Permission = Permission::FindTenants;
    type Scope = ();

    fn scope(_: &Actor) {}
}

macro_rules! rights {
    ($($(#[doc = $meaning:literal])+ $name:ident;)+) => {$(
        $(#[doc = $meaning])+
        pub struct $name;

        impl Right for $name {
            const PERMISSION: Permission = Permission::$name;
            type Scope = TenantScope;

            fn scope(actor: &Actor) -> TenantScope {
                TenantScope::of(actor, Permission::$name)
            }
        }
    )+};
}

rights! {
    /// The right to list, add, activate, deactivate and reject.
    ManageTenants;
    /// The right to see and edit: everything for administrators, what is theirs of their own for managers.
    EditTenants;
    /// The right to see what a vendor has sold.
    ViewSales;
}
