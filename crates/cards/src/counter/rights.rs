//! Rights required by the calls of the counter.

use market::tenants::tenant_rights;

tenant_rights! {
    /// The right to look up cards.
    pub FindCards;
    /// The right to redeem cards, and to pay out small balances in cash.
    pub RedeemCards;
    /// The right to reverse your own redemption within a minute. Managers and administrators reverse all redemptions of
    /// the day.
    pub UndoRedemptions;
    /// The right to set limits for clerks, and to decide about redemptions beyond these limits.
    pub ManageCounter;
    /// The right to freeze and unfreeze cards.
    pub FreezeCards;
}
