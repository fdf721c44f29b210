//! Rights that these calls require.

use access::auth::{Actor, Permission, Right};

use crate::tenants::tenant_rights;

/// Right to search tenants by name.
pub struct FindTenants;

impl Right for FindTenants {
    const PERMISSION: Permission = Permission::FindTenants;
    type Scope = ();

    fn scope(_: &Actor) {}
}

tenant_rights! {
    /// Right to list, add, activate, deactivate and reject tenants.
    pub ManageTenants;
    /// Right to read and edit tenants: administrators everything, managers the permitted fields of
    /// their own.
    pub EditTenants;
}
