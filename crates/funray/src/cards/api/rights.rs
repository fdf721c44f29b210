//! The rights that these calls ask for.

use crate::{
    auth::{Actor, Permission, Right},
    tenants::TenantScope,
};

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
    /// The right to look cards up.
    FindCards;
    /// The right to redeem them, and to pay out what little is left.
    RedeemCards;
    /// The right to take back what was redeemed today.
    ReverseRedemptions;
    /// The right to freeze cards and to let them be used again.
    SwitchCards;
}
