//! What each letter is called where it is told that it was sent: as in the queue.

use super::Letter;

impl Letter {
    pub fn word(&self) -> &'static str {
        match self {
            Letter::Test => "test",
            Letter::ConfirmAddress { .. } => "confirmAddress",
            Letter::AlreadyRegistered { .. } => "alreadyRegistered",
            Letter::ResetPassword { .. } => "resetPassword",
            Letter::EmailCode { .. } => "emailCode",
            Letter::BetterPassword { .. } => "betterPassword",
            Letter::PasswordChanged { .. } => "passwordChanged",
            Letter::AccountClosed { .. } => "accountClosed",
            Letter::AccountNotice { .. } => "accountNotice",
            Letter::SecondFactor { .. } => "secondFactor",
            Letter::Pin { .. } => "pin",
            Letter::Invite { .. } => "invite",
            Letter::RoleChanged { .. } => "roleChanged",
            Letter::Appointment { .. } => "appointment",
            Letter::ClosingAsked { .. } => "closingAsked",
            Letter::ClosingDeclined { .. } => "closingDeclined",
            Letter::Renamed { .. } => "renamed",
            Letter::RegistrationReceived { .. } => "registrationReceived",
            Letter::Approval { .. } => "approval",
            Letter::Rejected { .. } => "rejected",
            Letter::RegistrationAsked { .. } => "registrationAsked",
            Letter::SaleSwitched { .. } => "saleSwitched",
            Letter::OrganizationChanged { .. } => "organizationChanged",
            Letter::ContactMessage { .. } => "contactMessage",
            Letter::NewRegistration { .. } => "newRegistration",
            Letter::Receipt { .. } => "receipt",
            Letter::PaymentFailed { .. } => "paymentFailed",
            Letter::PaymentInReview { .. } => "paymentInReview",
            Letter::OrderHeld { .. } => "orderHeld",
            Letter::GatewayDiffers { .. } => "gatewayDiffers",
            Letter::ReadingLimitReached { .. } => "readingLimitReached",
            Letter::OrderCancelled { .. } => "orderCancelled",
            Letter::OrderRefunded { .. } => "orderRefunded",
            Letter::PaidByBank { .. } => "paidByBank",
            Letter::ChargeReversed { .. } => "chargeReversed",
            Letter::DisputeWon { .. } => "disputeWon",
            Letter::ChargeReversedAlarm { .. } => "chargeReversedAlarm",
            Letter::Card { .. } => "card",
            Letter::Gift { .. } => "gift",
            Letter::GiftCancelled { .. } => "giftCancelled",
            Letter::GiftFrozen { .. } => "giftFrozen",
            Letter::CardMoved { .. } => "cardMoved",
            Letter::RedemptionWaits { .. } => "redemptionWaits",
            Letter::UnusualPace { .. } => "unusualPace",
            Letter::CounterSettingsChanged { .. } => "counterSettingsChanged",
            Letter::CounterDayClosed { .. } => "counterDayClosed",
            Letter::Burst { .. } => "burst",
            Letter::TillElsewhere { .. } => "tillElsewhere",
            Letter::CardReplaced { .. } => "cardReplaced",
            Letter::CardStatus { .. } => "cardStatus",
            Letter::CardMovedByAdministrator { .. } => "cardMovedByAdministrator",
            Letter::GiftReaddressed { .. } => "giftReaddressed",
            Letter::GiftMoved { .. } => "giftMoved",
            Letter::GiftOpened { .. } => "giftOpened",
            Letter::Payout { .. } => "payout",
            Letter::HoldBackSet { .. } => "holdBackSet",
            Letter::RefundWaits { .. } => "refundWaits",
            Letter::ShopClosing { .. } => "shopClosing",
            Letter::BuyingLimit { .. } => "buyingLimit",
            Letter::Report { .. } => "report",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples;

    #[test]
    fn word_is_the_name_in_json() {
        for letter in examples() {
            let json = serde_json::to_value(&letter).expect("JSON");
            assert_eq!(json["letter"], letter.word());
        }
    }
}
