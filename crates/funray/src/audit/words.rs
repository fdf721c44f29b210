//! What is recorded and of what, with the words that rows and the wire know them by. A word never changes its meaning:
//! rows keep it for years.

use db::{Column, FromColumn, ToValue, Value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($variant:ident $word:literal)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        pub enum $name {
            $($variant,)+
        }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant),+];

            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        impl ToValue for $name {
            fn to_value(&self) -> Value<'_> {
                Value::Text(self.word().into())
            }
        }

        impl FromColumn for $name {
            fn from_column(column: Column<'_>) -> Result<Self, String> {
                let text = String::from_column(column)?;
                let found = $name::ALL.iter().find(|one| one.word() == text);
                found.copied().ok_or_else(|| format!("{text:?} is no {}", stringify!($name)))
            }
        }
    };
}

words! {
    /// What was done. A new one is one line here, and its sentence in the web app's messages.
    Action {
        RoleOffered "ROLE_OFFERED"
        RoleAccepted "ROLE_ACCEPTED"
        RoleDeclined "ROLE_DECLINED"
        RoleWithdrawn "ROLE_WITHDRAWN"
        RoleProposed "ROLE_PROPOSED"
        RoleAgreed "ROLE_AGREED"
        RoleRefused "ROLE_REFUSED"
        RoleOfferResent "ROLE_OFFER_RESENT"
        RoleGranted "ROLE_GRANTED"
        RoleChanged "ROLE_CHANGED"
        RoleActivated "ROLE_ACTIVATED"
        RoleDeactivated "ROLE_DEACTIVATED"
        AccountConfirmed "ACCOUNT_CONFIRMED"
        AccountChanged "ACCOUNT_CHANGED"
        AccountActivated "ACCOUNT_ACTIVATED"
        AccountDeactivated "ACCOUNT_DEACTIVATED"
        AccountClosed "ACCOUNT_CLOSED"
        ClosingAsked "CLOSING_ASKED"
        ClosingWithdrawn "CLOSING_WITHDRAWN"
        ClosingDeclined "CLOSING_DECLINED"
        ClosedCardsOpened "CLOSED_CARDS_OPENED"
        SignedIn "SIGNED_IN"
        SessionRevoked "SESSION_REVOKED"
        PasswordChanged "PASSWORD_CHANGED"
        PasswordResetAsked "PASSWORD_RESET_ASKED"
        SecondFactorAdded "SECOND_FACTOR_ADDED"
        SecondFactorRemoved "SECOND_FACTOR_REMOVED"
        SecondFactorReset "SECOND_FACTOR_RESET"
        RecoveryCodesMade "RECOVERY_CODES_MADE"
        RecoveryCodeUsed "RECOVERY_CODE_USED"
        StepUpProven "STEP_UP_PROVEN"
        StepUpFailed "STEP_UP_FAILED"
        PinSet "PIN_SET"
        PinReset "PIN_RESET"
        PinLocked "PIN_LOCKED"
        PinUnlocked "PIN_UNLOCKED"
        TillEnrolled "TILL_ENROLLED"
        TillRevoked "TILL_REVOKED"
        TillSeenElsewhere "TILL_SEEN_ELSEWHERE"
        TenantCreated "TENANT_CREATED"
        TenantApproved "TENANT_APPROVED"
        TenantRejected "TENANT_REJECTED"
        RegistrationAsked "REGISTRATION_ASKED"
        RegistrationAnswered "REGISTRATION_ANSWERED"
        TenantActivated "TENANT_ACTIVATED"
        TenantDeactivated "TENANT_DEACTIVATED"
        ShopClosed "SHOP_CLOSED"
        ShopClosingAsked "SHOP_CLOSING_ASKED"
        ShopClosingApproved "SHOP_CLOSING_APPROVED"
        ShopClosingDeclined "SHOP_CLOSING_DECLINED"
        ShopClosingEnded "SHOP_CLOSING_ENDED"
        ShopClosingPaid "SHOP_CLOSING_PAID"
        TenantChanged "TENANT_CHANGED"
        TenantViewed "TENANT_VIEWED"
        BankAccountChanged "BANK_ACCOUNT_CHANGED"
        RatesChanged "RATES_CHANGED"
        CounterSettingsChanged "COUNTER_SETTINGS_CHANGED"
        CounterDayClosed "COUNTER_DAY_CLOSED"
        TestCardMade "TEST_CARD_MADE"
        TestCardRedeemed "TEST_CARD_REDEEMED"
        CardViewed "CARD_VIEWED"
        CardFrozen "CARD_FROZEN"
        CardUnfrozen "CARD_UNFROZEN"
        CardRedeemedByAdministrator "CARD_REDEEMED_BY_ADMINISTRATOR"
        CardRedeemedByName "CARD_REDEEMED_BY_NAME"
        CardReversed "CARD_REVERSED"
        RedemptionHeld "REDEMPTION_HELD"
        RedemptionApproved "REDEMPTION_APPROVED"
        RedemptionDeclined "REDEMPTION_DECLINED"
        RedemptionUnusual "REDEMPTION_UNUSUAL"
        BurstFound "BURST_FOUND"
        BurstClosed "BURST_CLOSED"
        CardResent "CARD_RESENT"
        CardReplaced "CARD_REPLACED"
        GiftReaddressed "GIFT_READDRESSED"
        GiftResent "GIFT_RESENT"
        OrderCancelled "ORDER_CANCELLED"
        OrderRefunded "ORDER_REFUNDED"
        OrderRefundAsked "ORDER_REFUND_ASKED"
        OrderRefundApproved "ORDER_REFUND_APPROVED"
        OrderRefundDeclined "ORDER_REFUND_DECLINED"
        BuyingLimitRequested "BUYING_LIMIT_REQUESTED"
        BuyingLimitRaised "BUYING_LIMIT_RAISED"
        BuyingLimitDeclined "BUYING_LIMIT_DECLINED"
        BuyingLimitEnded "BUYING_LIMIT_ENDED"
        OrderHeld "ORDER_HELD"
        OrderReleased "ORDER_RELEASED"
        OrderVoided "ORDER_VOIDED"
        ChargeTakenBack "CHARGE_TAKEN_BACK"
        DisputeWon "DISPUTE_WON"
        ReversalClosed "REVERSAL_CLOSED"
        DifferenceClosed "DIFFERENCE_CLOSED"
        PayoutDrafted "PAYOUT_DRAFTED"
        PayoutHeldBack "PAYOUT_HELD_BACK"
        PayoutApproved "PAYOUT_APPROVED"
        PayoutDiscarded "PAYOUT_DISCARDED"
        PayoutExported "PAYOUT_EXPORTED"
        PayoutFileRead "PAYOUT_FILE_READ"
        PayoutFileReleased "PAYOUT_FILE_RELEASED"
        PayoutPaid "PAYOUT_PAID"
        PayoutFailureAsked "PAYOUT_FAILURE_ASKED"
        PayoutFailureRefused "PAYOUT_FAILURE_REFUSED"
        PayoutFailed "PAYOUT_FAILED"
        HoldBackSet "HOLD_BACK_SET"
        MonthClosed "MONTH_CLOSED"
        CashOutsCorrected "CASH_OUTS_CORRECTED"
        KeyRotated "KEY_ROTATED"
        FormerRowsSealed "FORMER_ROWS_SEALED"
        PersonExported "PERSON_EXPORTED"
        PersonViewed "PERSON_VIEWED"
        ListRead "LIST_READ"
        ListExported "LIST_EXPORTED"
        ReadingLimitReached "READING_LIMIT_REACHED"
        CampaignCreated "CAMPAIGN_CREATED"
        CampaignChanged "CAMPAIGN_CHANGED"
        CampaignActivated "CAMPAIGN_ACTIVATED"
        CampaignDeactivated "CAMPAIGN_DEACTIVATED"
        DirectoryEntryCreated "DIRECTORY_ENTRY_CREATED"
        DirectoryEntryChanged "DIRECTORY_ENTRY_CHANGED"
        DirectoryEntryActivated "DIRECTORY_ENTRY_ACTIVATED"
        DirectoryEntryDeactivated "DIRECTORY_ENTRY_DEACTIVATED"
    }
}

words! {
    /// Of what kind something is that was changed or looked at. Its page shows the history.
    SubjectKind {
        Person "PERSON"
        Invitation "INVITATION"
        Tenant "TENANT"
        Card "CARD"
        Order "ORDER"
        Campaign "CAMPAIGN"
        Region "REGION"
        Category "CATEGORY"
        OrganizationKind "ORGANIZATION_KIND"
        DirectoryEntry "DIRECTORY_ENTRY"
        Till "TILL"
        Burst "BURST"
        GatewayDifference "GATEWAY_DIFFERENCE"
        Payout "PAYOUT"
        PayoutExport "PAYOUT_EXPORT"
        HoldBack "HOLD_BACK"
        ClosedMonth "CLOSED_MONTH"
        ProgramKey "PROGRAM_KEY"
        List "LIST"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn action_and_subject_words_match_their_json() {
        for action in Action::ALL {
            assert_eq!(serde_json::json!(action), action.word());
        }
        for kind in SubjectKind::ALL {
            assert_eq!(serde_json::json!(kind), kind.word());
        }
    }
}
