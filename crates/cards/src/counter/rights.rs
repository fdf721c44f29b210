//! The rights that these calls ask for.

use market::tenants::tenant_rights;

tenant_rights! {
    /// The right to look cards up.
    pub FindCards;
    /// The right to redeem them, and to pay out what little is left.
    pub RedeemCards;
    /// The right to reverse your own redemption within a minute. Managers and administrators reverse all redemptions of
    /// the day.
    pub UndoRedemptions;
    /// The right to set at which pace clerks redeem, and to decide about what goes beyond it.
    pub ManageCounter;
    /// The right to freeze cards and to let them be used again.
    pub FreezeCards;
}
