//! The rights that these calls ask for.

use crate::tenants::tenant_rights;

tenant_rights! {
    /// The right to look cards up.
    pub FindCards;
    /// The right to redeem them, and to pay out what little is left.
    pub RedeemCards;
    /// The right to reverse what one has redeemed oneself a moment ago. Managers and administrators reverse what was
    /// redeemed today, whoever did it.
    pub UndoRedemptions;
    /// The right to set at which pace clerks redeem, and to decide about what goes beyond it.
    pub ManageCounter;
    /// The right to freeze cards and to let them be used again.
    pub FreezeCards;
}
