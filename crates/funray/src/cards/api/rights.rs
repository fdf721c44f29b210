//! The rights that these calls ask for.

use crate::tenants::tenant_rights;

tenant_rights! {
    /// The right to look cards up.
    pub FindCards;
    /// The right to redeem them, and to pay out what little is left.
    pub RedeemCards;
    /// The right to take back what was redeemed today.
    pub ReverseRedemptions;
    /// The right to freeze cards and to let them be used again.
    pub SwitchCards;
}
