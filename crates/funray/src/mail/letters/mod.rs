//! What each mail says, in both languages. The layout makes HTML and text of it, so the two always agree.
//! Each family of letters has a file; what they share of phrasing stands in `phrases`.

mod account;
mod appointments;
mod bursts;
mod cards;
mod closing;
mod colleagues;
mod content;
mod counter;
mod decisions;
#[cfg(test)]
mod examples;
mod factors;
mod gifts;
mod lost;
mod notices;
mod operators;
mod orders;
mod organizations;
mod payments;
mod payouts;
mod phrases;
mod reports;
mod roles;
mod shop_closings;
mod staff;
mod tills;
mod word;

use serde::{Deserialize, Serialize};

use crate::{
    auth::{Role, TenantKind},
    kernel::{
        dates::BusinessDate, language::Language, pace::PaceLimit, payouts::PayoutStep,
        timestamp::Timestamp,
    },
};

pub use appointments::AppointmentStep;
pub use closing::ClosedCards;
pub use content::{Button, Content, Picture, Sender};
pub use decisions::HoldBack;
#[cfg(test)]
pub use examples::examples;
pub use notices::AccountEvent;
pub use reports::{Cadence, MailedReport, ReportFigure};
pub use shop_closings::ShopClosingStep;

/// Everything the program writes to people about. Names, organizations and links are plain data.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// An operator asks whether mails arrive.
    Test,

    /// Somebody registered: is this address theirs?
    ConfirmAddress {
        first_name: String,
        link: String,
    },
    /// Somebody registered with an address that has an account: its owner is told, nobody else.
    AlreadyRegistered {
        first_name: String,
        sign_in: String,
        reset: String,
    },
    ResetPassword {
        first_name: String,
        link: String,
    },
    /// Somebody continues with this address: the digits that prove it is theirs.
    EmailCode {
        code: String,
    },
    /// Somebody of the staff signed in with a password that is not fit for it.
    BetterPassword {
        first_name: String,
        link: String,
    },
    /// `reset` is for whoever did not change it themselves.
    PasswordChanged {
        first_name: String,
        reset: String,
    },
    /// The last one to somebody.
    AccountClosed {
        first_name: String,
        #[serde(default)]
        cards: Option<ClosedCards>,
    },
    /// Something happened that the owner of an account should know of; `end_sessions` is for whoever did not do it.
    AccountNotice {
        first_name: String,
        event: AccountEvent,
        device: String,
        address: Option<String>,
        at: Timestamp,
        end_sessions: String,
    },
    /// What proves who somebody is beside their password has changed. The link leads to where they look after it.
    SecondFactor {
        first_name: String,
        change: FactorChange,
        account: String,
    },
    /// Their PIN at the tills of a shop has changed.
    Pin {
        first_name: String,
        change: PinChange,
        shop: String,
        account: String,
    },

    /// Somebody was given a role. The organization is that of a manager or an employee.
    Invite {
        first_name: String,
        inviter: String,
        organization: Option<String>,
        role: Role,
        link: WayIn,
    },
    /// A role of theirs was given, changed or switched by somebody: to the person, whoever did it.
    RoleChanged {
        first_name: String,
        change: RoleChange,
        role: Role,
        organization: Option<String>,
        link: String,
    },
    /// An administrator was proposed or appointed, or a manager by a manager: to those who watch over such roles.
    Appointment {
        step: AppointmentStep,
        name: String,
        email: String,
        role: Role,
        organization: Option<String>,
        /// Null where the server itself gave the role.
        by: Option<String>,
        link: String,
    },
    /// Staff ask for their account to be closed: to those who may decide.
    ClosingAsked {
        name: String,
        email: String,
        role: Role,
        link: String,
    },
    /// A colleague declined that: to the person.
    ClosingDeclined {
        first_name: String,
        by: String,
        reason: String,
        link: String,
    },
    /// A colleague changed the name of staff: to the person.
    Renamed {
        first_name: String,
        before: String,
        after: String,
        by: String,
        link: String,
    },
    /// An organization asks to join: to its contact person, who hears at once that it has come.
    RegistrationReceived {
        first_name: String,
        organization: String,
        /// Where they came from. Letters of earlier releases lack it.
        #[serde(default)]
        home: Option<String>,
    },
    /// An administrator has let an organization in: to its contact person.
    Approval {
        first_name: String,
        organization: String,
        link: WayIn,
    },
    /// An administrator has turned an organization down, in their own words: to its contact person.
    /// To the contact person of a registration: an administrator asks for what it lacks.
    RegistrationAsked {
        first_name: String,
        organization: String,
        /// The names of the fields.
        fields: Vec<String>,
        note: Option<String>,
        link: String,
    },
    Rejected {
        first_name: String,
        organization: String,
        #[serde(default)]
        reason: Option<String>,
    },
    /// An organization was taken off sale, or is on sale again: to its managers.
    SaleSwitched {
        first_name: String,
        organization: String,
        kind: TenantKind,
        is_on: bool,
        link: String,
    },
    /// Where an organization's money goes, who is written to or where it is was changed: to the contact person, and to the
    /// one before. What did not change is not told.
    OrganizationChanged {
        first_name: String,
        organization: String,
        /// Its last digits.
        bank_account: Option<String>,
        contact: Option<String>,
        address: Option<String>,
    },
    /// A visitor wrote by the contact form: to those who answer.
    ContactMessage {
        name: String,
        organization: Option<String>,
        email: String,
        phone: Option<String>,
        text: String,
    },
    /// An organization asks to join: to every administrator.
    NewRegistration {
        organization: String,
        kind: TenantKind,
        contact: String,
        email: String,
        link: String,
    },

    /// To a buyer: what was paid for, and with what.
    Receipt {
        first_name: String,
        number: String,
        lines: Vec<ReceiptLine>,
        total: String,
        paid_with: Option<String>,
        link: String,
    },
    /// To a buyer who was told to wait: the payment came to nothing. The link leads to the cart.
    PaymentFailed {
        first_name: String,
        number: String,
        total: String,
        link: String,
    },
    /// To a buyer: the order is charged, and somebody looks at it before its cards are made.
    PaymentInReview {
        first_name: String,
        number: String,
        total: String,
        link: String,
    },
    /// To every administrator: a charged order waits for a decision.
    OrderHeld {
        number: String,
        total: String,
        is_reminder: bool,
        link: String,
    },
    /// To every administrator: the gateway and our payments say different things of so many transactions.
    GatewayDiffers {
        count: String,
        link: String,
    },
    /// To each super administrator: an administrator has read the daily limit of rows of lists.
    ReadingLimitReached {
        name: String,
        limit: String,
        link: String,
    },
    /// To a buyer: an order was taken back.
    OrderCancelled {
        first_name: String,
        number: String,
        total: String,
        paid_with: Option<String>,
        link: String,
    },
    /// To a buyer: what was left on cards of an order goes back to them.
    OrderRefunded {
        first_name: String,
        number: String,
        lines: Vec<ReceiptLine>,
        total: String,
        paid_with: Option<String>,
        /// The shop, if it closes for good.
        #[serde(default)]
        closing_shop: Option<String>,
        link: String,
    },
    /// To a buyer: the bank has paid what the gateway could not refund.
    PaidByBank {
        first_name: String,
        number: String,
        amount: String,
        reference: String,
        /// The shop, if it closes for good.
        closing_shop: Option<String>,
        link: String,
    },
    /// To a buyer: somebody else took the charge of an order back, and its cards are frozen.
    ChargeReversed {
        first_name: String,
        number: String,
        amount: String,
        link: String,
    },
    /// To a buyer: the charge stands again, and its cards can be used.
    DisputeWon {
        first_name: String,
        number: String,
        amount: String,
        link: String,
    },
    /// That a charge was taken back, to every administrator, with what was still on the cards and what is lost.
    ChargeReversedAlarm {
        number: String,
        cause: String,
        amount: String,
        unspent: String,
        loss: String,
        link: String,
    },
    /// To the buyer of a card for themselves. The picture is drawn when the mail is sent and is in no row.
    Card {
        first_name: String,
        vendor: String,
        number: String,
        balance: String,
        charity: Option<String>,
        /// The colour of the shop's cards.
        hue: Option<u32>,
        link: String,
        qr_png: Vec<u8>,
        #[serde(default)]
        card_png: Vec<u8>,
    },
    /// To the recipient of a gift.
    Gift {
        to: String,
        from: String,
        vendor: String,
        value: String,
        message: Option<String>,
        charity: Option<String>,
        hue: Option<u32>,
        link: String,
        #[serde(default)]
        card_png: Vec<u8>,
    },
    /// To the recipient of a gift, who may have counted on it: its order was taken back.
    GiftCancelled {
        first_name: String,
        vendor: String,
        link: String,
    },
    /// To the recipient of a gift, who may have counted on it: it is frozen, because its charge was taken back.
    GiftFrozen {
        first_name: String,
        vendor: String,
        link: String,
    },
    /// To the holder of a card: money was moved on it at the counter.
    CardMoved {
        first_name: String,
        vendor: String,
        number: String,
        movement: Movement,
        value: String,
        balance: String,
        /// The card was not shown.
        #[serde(default)]
        is_by_name: bool,
        link: String,
    },
    /// To whoever decides at a shop: a clerk's redemption waits for them.
    RedemptionWaits {
        first_name: String,
        clerk: String,
        vendor: String,
        number: String,
        value: String,
        is_cash: bool,
        is_by_name: bool,
        cause: PaceLimit,
        link: String,
    },
    /// To a shop's other managers: one of them redeems beyond the pace of clerks.
    UnusualPace {
        first_name: String,
        by: String,
        vendor: String,
        value: String,
        count: i64,
        amount: String,
        link: String,
    },
    /// To a shop's other managers: what clerks may do was changed.
    CounterSettingsChanged {
        first_name: String,
        by: String,
        vendor: String,
        /// How many redemptions an hour, what they may come to, and a single one.
        pace: Option<(i64, String, String)>,
        redeems_by_name: bool,
        /// From when on, by the shop's clocks; at once where there is none.
        #[serde(default)]
        from: Option<String>,
        link: String,
    },
    /// To the managers of a shop: a day was closed at its counter. Without a difference the drawer and the books agree.
    CounterDayClosed {
        first_name: String,
        by: String,
        vendor: String,
        till: Option<String>,
        /// Whether it is the day of all tills.
        is_whole: bool,
        day: BusinessDate,
        redeemed: String,
        undone: String,
        taken: String,
        paid_out: String,
        counted: Option<String>,
        difference: Option<String>,
        link: String,
    },
    /// To the managers of a shop: a till's secret is shown by another device.
    TillElsewhere {
        first_name: String,
        vendor: String,
        till: String,
        /// The other device's browser and system.
        device: String,
        link: String,
    },
    /// To the holder of a card that was reported lost.
    CardReplaced {
        first_name: String,
        vendor: String,
        /// Its new number, masked.
        number: String,
        /// They have reported it themselves.
        is_by_holder: bool,
        link: String,
    },
    /// To the holder of a card that was deactivated, or can be used again.
    CardStatus {
        first_name: String,
        vendor: String,
        /// Its number, masked.
        number: String,
        balance: String,
        is_active: bool,
        link: String,
    },
    /// To administrators: many cards of a shop were redeemed within minutes.
    Burst {
        first_name: String,
        vendor: String,
        cards: i64,
        amount: String,
        /// On the shop's cards, before.
        outstanding: String,
        link: String,
    },
    /// To the managers of a shop: an administrator has moved money on one of its cards.
    CardMovedByAdministrator {
        first_name: String,
        by: String,
        vendor: String,
        number: String,
        movement: Movement,
        value: String,
        reason: String,
        link: String,
    },
    /// To who gave it: somebody at the shop or a desk has sent it to another address.
    GiftReaddressed {
        first_name: String,
        to: String,
        vendor: String,
        old: String,
        new: String,
        link: String,
    },
    /// To whoever had opened a gift: it was sent to another address.
    GiftMoved {
        to: String,
        from: String,
        vendor: String,
    },
    /// To who gave it: it was seen.
    GiftOpened {
        first_name: String,
        to: String,
        vendor: String,
        link: String,
    },
    /// A payout is approved, paid or has failed: to each manager of the payee.
    Payout {
        first_name: String,
        organization: String,
        step: PayoutStep,
        amount: String,
        first_day: BusinessDate,
        last_day: BusinessDate,
        /// The end of the account's number.
        bank_account: Option<String>,
        reference: Option<String>,
        held_back: Option<String>,
        /// What the terms of the hold-back leave with the platform, and from which day all of it is released.
        #[serde(default)]
        reserve: Option<(String, BusinessDate)>,
        link: String,
    },
    /// To administrators: the terms by which payouts are held back change.
    HoldBackSet {
        first_name: String,
        by: String,
        before: HoldBack,
        after: HoldBack,
        starts_on: BusinessDate,
        reason: String,
        link: String,
    },
    /// To administrators: a refund above the limit waits for a second person.
    RefundWaits {
        first_name: String,
        by: String,
        number: String,
        amount: String,
        reason: String,
        link: String,
    },
    /// To administrators: refunding a shop's cards waits for a second person, or has ended.
    ShopClosing {
        first_name: String,
        step: ShopClosingStep,
        shop: String,
        by: Option<String>,
        cards: String,
        amount: String,
        left: Option<String>,
        reason: String,
        link: String,
    },
    /// To a buyer: their own buying limit was raised until the end of a day, or has ended.
    BuyingLimit {
        first_name: String,
        raised: Option<(String, BusinessDate)>,
        link: String,
    },
    /// To whoever asked for it: the sums of a report of the last week or month.
    Report {
        first_name: String,
        report: MailedReport,
        cadence: Cadence,
        owner: Option<String>,
        first_day: BusinessDate,
        last_day: BusinessDate,
        campaign: Option<String>,
        has_cause: Option<bool>,
        figures: Vec<(ReportFigure, String)>,
        position: Option<String>,
        link: String,
        manage: String,
    },
}

impl Letter {
    /// Whether its reader waits for it to continue, or has to act on it at once. It leaves before all others, so nothing that
    /// is sent by the thousand belongs here.
    pub fn is_awaited(&self) -> bool {
        matches!(
            self,
            Letter::Test
                | Letter::ConfirmAddress { .. }
                | Letter::AlreadyRegistered { .. }
                | Letter::ResetPassword { .. }
                | Letter::EmailCode { .. }
                | Letter::BetterPassword { .. }
                | Letter::PasswordChanged { .. }
                | Letter::AccountNotice { .. }
                | Letter::SecondFactor { .. }
                | Letter::Pin { .. }
                | Letter::Invite { .. }
                | Letter::RedemptionWaits { .. }
        )
    }
}

/// What was done with a card at the counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Movement {
    #[default]
    Redeemed,
    CashedOut,
    Reversed,
}

/// What has happened to somebody's second factors. Passkeys go by their names.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FactorChange {
    AppAdded,
    AppRemoved,
    PasskeyAdded(String),
    /// A shopper's, which signs in beside the password.
    PasskeyBesidePassword(String),
    PasskeyRemoved(String),
    CodesMade,
    /// So many are left.
    CodeUsed(i64),
    Reset,
}

/// What has happened to somebody's PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PinChange {
    Set,
    Removed,
    Locked,
}

/// How somebody who was let in gets in: newcomers choose a password, who has an account answers the offer, who is in
/// already just signs in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WayIn {
    ChoosePassword(String),
    Answer(String),
    SignIn(String),
}

/// What became of somebody's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RoleChange {
    Granted,
    Changed,
    #[serde(alias = "switchedOn")]
    SetActive,
    #[serde(alias = "switchedOff")]
    SetInactive,
}

impl RoleChange {
    pub const ALL: [RoleChange; 4] =
        [RoleChange::Granted, RoleChange::Changed, RoleChange::SetActive, RoleChange::SetInactive];
}

/// A card on a receipt, with what tells it from others of its shop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptLine {
    pub vendor: String,
    pub price: String,
    /// Whom it is for, where it is a gift.
    pub gift_for: Option<String>,
    pub charity: Option<String>,
}

impl Letter {
    /// To whom an answer goes, if not to the brand.
    pub fn reply_to(&self) -> Option<&str> {
        match self {
            Letter::ContactMessage { email, .. } => Some(email),
            _ => None,
        }
    }

    pub fn content(&self, from: Sender<'_>, lang: Language) -> Content {
        self.worded(from, lang).with_single_periods()
    }

    fn worded(&self, from: Sender<'_>, lang: Language) -> Content {
        match self {
            Letter::Test => operators::test(from, lang),
            Letter::ConfirmAddress { first_name, link } => {
                account::confirm_address(from, lang, first_name, link)
            }
            Letter::AlreadyRegistered { first_name, sign_in, reset } => {
                account::already_registered(from, lang, first_name, sign_in, reset)
            }
            Letter::ResetPassword { first_name, link } => {
                account::reset_password(from, lang, first_name, link)
            }
            Letter::EmailCode { code } => account::email_code(from, lang, code),
            Letter::BetterPassword { first_name, link } => {
                account::better_password(from, lang, first_name, link)
            }
            Letter::PasswordChanged { first_name, reset } => {
                account::password_changed(from, lang, first_name, reset)
            }
            Letter::AccountClosed { first_name, cards } => {
                closing::closed(from, lang, first_name, cards.as_ref())
            }
            Letter::AccountNotice { first_name, event, device, address, at, end_sessions } => {
                let (event, address, at) = (*event, address.as_deref(), *at);
                let happened = notices::Happened { event, device, address, at };
                notices::account_notice(from, lang, first_name, &happened, end_sessions)
            }
            Letter::SecondFactor { first_name, change, account } => {
                factors::changed(from, lang, first_name, change, account)
            }
            Letter::Pin { first_name, change, shop, account } => {
                factors::pin_changed(from, lang, first_name, (*change, shop), account)
            }
            Letter::Invite { first_name, inviter, organization, role, link } => {
                let invitation = staff::Invitation {
                    inviter,
                    organization: organization.as_deref(),
                    role: *role,
                    link,
                };
                staff::invite(from, lang, first_name, &invitation)
            }
            Letter::RoleChanged { first_name, change, role, organization, link } => {
                let organization = organization.as_deref();
                let news = roles::RoleNews { change: *change, role: *role, organization, link };
                roles::changed(from, lang, first_name, &news)
            }
            Letter::RegistrationReceived { first_name, organization, home } => {
                staff::registration_received(from, lang, first_name, organization, home.as_deref())
            }
            Letter::Approval { first_name, organization, link } => {
                staff::approval(from, lang, first_name, organization, link)
            }
            Letter::RegistrationAsked { first_name, organization, fields, note, link } => {
                let asked = organizations::Asked { organization, fields, note: note.as_deref() };
                organizations::asked(from, lang, first_name, &asked, link)
            }
            Letter::Rejected { first_name, organization, reason } => {
                staff::rejected(from, lang, first_name, organization, reason.as_deref())
            }
            Letter::SaleSwitched { first_name, organization, kind, is_on, link } => {
                organizations::switched(from, lang, first_name, organization, (*kind, *is_on), link)
            }
            Letter::OrganizationChanged {
                first_name,
                organization,
                bank_account,
                contact,
                address,
            } => {
                let changed = organizations::Changed {
                    organization,
                    bank_account: bank_account.as_deref(),
                    contact: contact.as_deref(),
                    address: address.as_deref(),
                };
                organizations::changed(from, lang, first_name, &changed)
            }
            Letter::ContactMessage { name, organization, email, phone, text } => {
                let visitor = operators::Visitor {
                    name,
                    organization: organization.as_deref(),
                    email,
                    phone: phone.as_deref(),
                    text,
                };
                operators::contact_message(from, lang, &visitor)
            }
            Letter::Receipt { first_name, number, lines, total, paid_with, link } => {
                let order = orders::Order { number, lines, total, paid_with: paid_with.as_deref() };
                orders::receipt(from, lang, first_name, &order, link)
            }
            Letter::PaymentFailed { first_name, number, total, link } => {
                payments::failed(from, lang, first_name, total, number, link)
            }
            Letter::PaymentInReview { first_name, number, total, link } => {
                payments::in_review(from, lang, first_name, total, number, link)
            }
            Letter::OrderHeld { number, total, is_reminder, link } => {
                operators::order_held(from, lang, number, total, *is_reminder, link)
            }
            Letter::GatewayDiffers { count, link } => {
                operators::gateway_differs(from, lang, count, link)
            }
            Letter::ReadingLimitReached { name, limit, link } => {
                operators::reading_limit_reached(from, lang, name, limit, link)
            }
            Letter::OrderCancelled { first_name, number, total, paid_with, link } => {
                let order =
                    orders::Order { number, lines: &[], total, paid_with: paid_with.as_deref() };
                orders::cancelled(from, lang, first_name, &order, link)
            }
            Letter::OrderRefunded {
                first_name,
                number,
                lines,
                total,
                paid_with,
                closing_shop,
                link,
            } => {
                let order = orders::Order { number, lines, total, paid_with: paid_with.as_deref() };
                orders::refunded(from, lang, first_name, &order, closing_shop.as_deref(), link)
            }
            Letter::PaidByBank { first_name, number, amount, reference, closing_shop, link } => {
                let paid = payments::PaidByBank {
                    number,
                    amount,
                    reference,
                    closing_shop: closing_shop.as_deref(),
                };
                payments::paid_by_bank(from, lang, first_name, &paid, link)
            }
            Letter::ChargeReversed { first_name, number, amount, link } => {
                payments::charge_reversed(from, lang, first_name, amount, number, link)
            }
            Letter::DisputeWon { first_name, number, amount, link } => {
                payments::dispute_won(from, lang, first_name, amount, number, link)
            }
            Letter::ChargeReversedAlarm { number, cause, amount, unspent, loss, link } => {
                let charge = operators::ReversedCharge { number, cause, amount, unspent, loss };
                operators::charge_reversed(from, lang, &charge, link)
            }
            Letter::Card {
                first_name,
                vendor,
                number,
                balance,
                charity,
                hue,
                link,
                qr_png,
                card_png,
            } => {
                let (charity, hue) = (charity.as_deref(), *hue);
                let card = cards::Bought { vendor, number, balance, charity, hue, card_png };
                cards::bought(from, lang, first_name, &card, link, qr_png)
            }
            Letter::Gift {
                to,
                from: giver,
                vendor,
                value,
                message,
                charity,
                hue,
                link,
                card_png,
            } => {
                let (message, charity, hue) = (message.as_deref(), charity.as_deref(), *hue);
                let gift =
                    gifts::Given { to, giver, vendor, value, message, charity, hue, card_png };
                gifts::given(from, lang, &gift, link)
            }
            Letter::GiftCancelled { first_name, vendor, link } => {
                gifts::cancelled(from, lang, first_name, vendor, link)
            }
            Letter::GiftFrozen { first_name, vendor, link } => {
                gifts::frozen(from, lang, first_name, vendor, link)
            }
            Letter::CardMoved {
                first_name,
                vendor,
                number,
                movement,
                value,
                balance,
                is_by_name,
                link,
            } => {
                let (movement, is_by_name) = (*movement, *is_by_name);
                let moved = cards::Moved { vendor, number, movement, value, balance, is_by_name };
                cards::moved(from, lang, first_name, &moved, link)
            }
            Letter::RedemptionWaits {
                first_name,
                clerk,
                vendor,
                number,
                value,
                is_cash,
                is_by_name,
                cause,
                link,
            } => {
                let (is_cash, is_by_name, cause) = (*is_cash, *is_by_name, *cause);
                let asked =
                    counter::Waits { clerk, vendor, number, value, is_cash, is_by_name, cause };
                counter::waits(from, lang, first_name, &asked, link)
            }
            Letter::UnusualPace { first_name, by, vendor, value, count, amount, link } => {
                let done = counter::Beyond { by, vendor, value, count: *count, amount };
                counter::beyond(from, lang, first_name, &done, link)
            }
            Letter::CounterSettingsChanged {
                first_name,
                by,
                vendor,
                pace,
                redeems_by_name,
                from: begins,
                link,
            } => {
                let pace = pace.as_ref();
                let pace = pace.map(|(count, all, one)| (*count, all.as_str(), one.as_str()));
                let set = counter::Settings {
                    by,
                    vendor,
                    pace,
                    redeems_by_name: *redeems_by_name,
                    from: begins.as_deref(),
                };
                counter::settings(from, lang, first_name, &set, link)
            }
            Letter::CounterDayClosed {
                first_name,
                by,
                vendor,
                till,
                is_whole,
                day,
                redeemed,
                undone,
                taken,
                paid_out,
                counted,
                difference,
                link,
            } => {
                let closed = counter::Closed {
                    by,
                    vendor,
                    till: till.as_deref(),
                    is_whole: *is_whole,
                    day: *day,
                    sums: [redeemed, undone, taken, paid_out],
                    counted: counted.as_deref(),
                    difference: difference.as_deref(),
                };
                counter::closed(from, lang, first_name, &closed, link)
            }
            Letter::TillElsewhere { first_name, vendor, till, device, link } => {
                let seen = tills::Elsewhere { vendor, till, device };
                tills::elsewhere(from, lang, first_name, &seen, link)
            }
            Letter::CardReplaced { first_name, vendor, number, is_by_holder, link } => {
                let card = lost::Replaced { vendor, number, is_by_holder: *is_by_holder };
                lost::replaced(from, lang, first_name, &card, link)
            }
            Letter::CardStatus { first_name, vendor, number, balance, is_active, link } => {
                let card = lost::Status { vendor, number, balance, is_active: *is_active };
                lost::status(from, lang, first_name, &card, link)
            }
            Letter::Burst { first_name, vendor, cards, amount, outstanding, link } => {
                let burst = bursts::Burst { vendor, cards: *cards, amount, outstanding };
                bursts::found(from, lang, first_name, &burst, link)
            }
            Letter::CardMovedByAdministrator {
                first_name,
                by,
                vendor,
                number,
                movement,
                value,
                reason,
                link,
            } => {
                let moved = staff::MovedByAdministrator {
                    by,
                    vendor,
                    number,
                    movement: *movement,
                    value,
                    reason,
                };
                staff::moved_by_administrator(from, lang, first_name, &moved, link)
            }
            Letter::GiftReaddressed { first_name, to, vendor, old, new, link } => {
                let moved = gifts::Readdressed { to, vendor, old, new };
                gifts::readdressed(from, lang, first_name, &moved, link)
            }
            Letter::GiftMoved { to, from: giver, vendor } => {
                gifts::moved(from, lang, to, giver, vendor)
            }
            Letter::GiftOpened { first_name, to, vendor, link } => {
                gifts::opened(from, lang, first_name, to, vendor, link)
            }
            Letter::Payout {
                first_name,
                organization,
                step,
                amount,
                first_day,
                last_day,
                bank_account,
                reference,
                held_back,
                reserve,
                link,
            } => {
                let reserve = reserve.as_ref().map(|(amount, until)| (amount.as_str(), *until));
                let payout = payouts::Payout {
                    organization,
                    step: *step,
                    amount,
                    first_day: *first_day,
                    last_day: *last_day,
                    bank_account: bank_account.as_deref(),
                    reference: reference.as_deref(),
                    held_back: held_back.as_deref(),
                    reserve,
                    link,
                };
                payouts::payout(from, lang, first_name, &payout)
            }
            Letter::HoldBackSet { first_name, by, before, after, starts_on, reason, link } => {
                let (before, after, starts_on) = (*before, *after, *starts_on);
                let news = decisions::HoldBackNews { by, before, after, starts_on, reason };
                decisions::hold_back(from, lang, first_name, &news, link)
            }
            Letter::RefundWaits { first_name, by, number, amount, reason, link } => {
                let refund = decisions::RefundWaits { by, number, amount, reason };
                decisions::refund_waits(from, lang, first_name, &refund, link)
            }
            Letter::ShopClosing {
                first_name,
                step,
                shop,
                by,
                cards,
                amount,
                left,
                reason,
                link,
            } => {
                let closing = shop_closings::ShopClosing {
                    step: *step,
                    shop,
                    by: by.as_deref(),
                    cards,
                    amount,
                    left: left.as_deref(),
                    reason,
                };
                shop_closings::closing(from, lang, first_name, &closing, link)
            }
            Letter::BuyingLimit { first_name, raised, link } => {
                let raised = raised.as_ref().map(|(amount, day)| (amount.as_str(), *day));
                decisions::buying_limit(from, lang, first_name, raised, link)
            }
            Letter::Report {
                first_name,
                report,
                cadence,
                owner,
                first_day,
                last_day,
                campaign,
                has_cause,
                figures,
                position,
                link,
                manage,
            } => {
                let told = reports::Told {
                    report: *report,
                    cadence: *cadence,
                    owner: owner.as_deref(),
                    first_day: *first_day,
                    last_day: *last_day,
                    campaign: campaign.as_deref(),
                    has_cause: *has_cause,
                    figures,
                    position: position.as_deref(),
                    link,
                    manage,
                };
                reports::report(from, lang, first_name, &told)
            }
            Letter::Appointment { step, name, email, role, organization, by, link } => {
                let (organization, by) = (organization.as_deref(), by.as_deref());
                let appointee =
                    appointments::Appointee { name, email, role: *role, organization, by };
                appointments::appointment(from, lang, *step, &appointee, link)
            }
            Letter::ClosingAsked { name, email, role, link } => {
                let leaving = colleagues::Leaving { name, email, role: *role };
                colleagues::closing_asked(from, lang, &leaving, link)
            }
            Letter::ClosingDeclined { first_name, by, reason, link } => {
                colleagues::closing_declined(from, lang, first_name, (by, reason), link)
            }
            Letter::Renamed { first_name, before, after, by, link } => {
                let change = colleagues::NameChange { before, after, by };
                colleagues::renamed(from, lang, first_name, &change, link)
            }
            Letter::NewRegistration { organization, kind, contact, email, link } => {
                let newcomer = operators::Newcomer { organization, kind: *kind, contact, email };
                operators::new_registration(from, lang, &newcomer, link)
            }
        }
    }
}
