//! The rights that these calls ask for.

use access::auth::{Actor, Permission, Right};

use crate::tenants::tenant_rights;

/// The right to look tenants up by name.
pub struct FindTenants;

impl Right for FindTenants {
    const PERMISSION: Permission = Permission::FindTenants;
    type Scope = ();

    fn scope(_: &Actor) {}
}

tenant_rights! {
    /// The right to list, add, activate, deactivate and reject.
    pub ManageTenants;
    /// The right to see and edit: everything for administrators, what is theirs of their own for managers.
    pub EditTenants;
}
