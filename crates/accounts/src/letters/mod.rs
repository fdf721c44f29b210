//! Letters about accounts: registration, sign-in, second factors, roles, and closing.

mod examples;

use serde::{Deserialize, Serialize};

use access::auth::{Role, TenantKind};
use kernel::timestamp::Timestamp;
use mail::Texts;

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// To a person who registered, with a link that confirms the address.
    ConfirmAddress { first_name: String, link: String },
    /// To the owner of an account whose address was registered again. No one else learns of the account.
    AlreadyRegistered { first_name: String, sign_in: String, reset: String },
    /// To a person who has forgotten their password.
    ResetPassword { first_name: String, link: String },
    /// To a person who continues with this address: the digits that prove it is theirs.
    EmailCode { code: String },
    /// To staff who signed in with a password that is too weak for their work.
    BetterPassword { first_name: String, link: String },
    /// To the owner of an account. `reset` is for an owner who did not change it.
    PasswordChanged { first_name: String, reset: String },
    /// To a person who has closed their account: the last email.
    AccountClosed { first_name: String, cards: Option<ClosedCards> },
    /// To the owner of an account: an event to know of. `end_sessions` is for an owner who did not cause it.
    AccountNotice {
        first_name: String,
        event: AccountEvent,
        device: String,
        address: Option<String>,
        at: Timestamp,
        end_sessions: String,
    },
    /// To a person whose second factors have changed. The link leads to where they are managed.
    SecondFactor { first_name: String, change: FactorChange, account: String },
    /// To a person whose PIN at the tills of a shop has changed.
    Pin { first_name: String, change: PinChange, shop: String, account: String },
    /// To a person who is offered a role. The organization is that of a manager or an employee.
    Invite {
        first_name: String,
        inviter: String,
        organization: Option<String>,
        role: Role,
        link: WayIn,
    },
    /// To a person whose role was given, changed, or set active or inactive.
    RoleChanged {
        first_name: String,
        change: RoleChange,
        role: Role,
        organization: Option<String>,
        link: String,
    },
    /// To those who watch over roles: an administrator was proposed or appointed, or a manager by a manager.
    Appointment {
        step: AppointmentStep,
        name: String,
        email: String,
        role: Role,
        organization: Option<String>,
        /// Null if a command on the server gave the role.
        by: Option<String>,
        link: String,
    },
    /// To those who decide: a member of staff asks for their account to be closed.
    ClosingAsked { name: String, email: String, role: Role, link: String },
    /// To that person: a colleague declined.
    ClosingDeclined { first_name: String, by: String, reason: String, link: String },
    /// To a member of staff whose name was changed by a colleague.
    Renamed { first_name: String, before: String, after: String, by: String, link: String },
    /// To the contact person of an organization that asks to join: the registration has arrived.
    RegistrationReceived {
        first_name: String,
        organization: String,
        /// The home page of the brand.
        home: Option<String>,
    },
    /// To every administrator: an organization asks to join.
    NewRegistration {
        organization: String,
        kind: TenantKind,
        contact: String,
        email: String,
        link: String,
    },
    /// To the contact person of an organization that was approved.
    Approval { first_name: String, organization: String, link: WayIn },
}

/// Cards of a person whose account is closed. The letter has a link to them, not their codes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClosedCards {
    pub count: i64,
    pub balance: String,
    pub link: String,
}

/// An event that concerns the security of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AccountEvent {
    /// A sign-in on a device that was never seen with this account.
    NewDevice,
    /// A session continued on a device that was never seen with this account.
    SessionMoved,
    /// A refresh token was used twice, so one of the two users had a copy; its session was ended.
    TokenReused,
    /// Emails about money that moves on the owner's cards were turned off.
    MovementMailsOff,
}

/// A change of a person's second factors. Passkeys have names.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FactorChange {
    AppAdded,
    AppRemoved,
    PasskeyAdded(String),
    /// Passkey of a shopper, which signs in as an alternative to the password.
    PasskeyBesidePassword(String),
    PasskeyRemoved(String),
    CodesMade,
    /// Number of codes left.
    CodeUsed(i64),
    Reset,
}

/// A change of a person's PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PinChange {
    Set,
    Removed,
    Locked,
}

/// How a person who was invited or approved gets in: newcomers choose a password, owners of an
/// account answer the offer, and present members just sign in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WayIn {
    ChoosePassword(String),
    Answer(String),
    SignIn(String),
}

/// A change of a person's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RoleChange {
    Granted,
    Changed,
    SetActive,
    SetInactive,
}

/// A step of an appointment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AppointmentStep {
    /// An administrator was proposed: a super administrator has to decide.
    Proposed,
    /// A super administrator declined. Sent to the person who proposed.
    Refused,
    /// The role took effect.
    Begun,
}

impl mail::Letter for Letter {
    const PEOPLE: &'static [&'static str] = &["firstName", "inviter"];

    fn texts() -> &'static Texts {
        &TEXTS
    }

    fn is_awaited(&self) -> bool {
        matches!(
            self,
            Letter::ConfirmAddress { .. }
                | Letter::AlreadyRegistered { .. }
                | Letter::ResetPassword { .. }
                | Letter::EmailCode { .. }
                | Letter::BetterPassword { .. }
                | Letter::PasswordChanged { .. }
                | Letter::AccountNotice { .. }
                | Letter::SecondFactor { .. }
                | Letter::Pin { .. }
                | Letter::Invite { .. }
        )
    }
}
