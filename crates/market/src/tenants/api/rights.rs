//! Rights required by the calls about tenants.

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
    /// Right to read and edit tenants. Administrators may edit all fields; managers may edit the
    /// permitted fields of their own tenants.
    pub EditTenants;
}
