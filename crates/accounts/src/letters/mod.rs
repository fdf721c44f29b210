//! Emails about accounts: registration, sign-in, second factors, roles, and closing.

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
    /// Email to a person who registered, with a link that confirms the address.
    ConfirmAddress { first_name: String, link: String },
    /// Email to the owner of an account whose address was registered again. Only the owner learns
    /// that the account exists.
    AlreadyRegistered { first_name: String, sign_in: String, reset: String },
    /// Email to a person who has forgotten their password, with a link to choose a new one.
    ResetPassword { first_name: String, link: String },
    /// Email to a person who signs in or re-authenticates by email, with the code that proves the
    /// address is theirs.
    EmailCode { code: String },
    /// Email to staff who signed in with a password that is too weak for their role, with a link to
    /// choose a new one.
    BetterPassword { first_name: String, link: String },
    /// Email to the owner of an account whose password was changed. `reset` links to a password
    /// reset, in case the owner did not change it.
    PasswordChanged { first_name: String, reset: String },
    /// Last email to a person whose account was closed. `cards` is set if cards with a balance
    /// remain.
    AccountClosed { first_name: String, cards: Option<ClosedCards> },
    /// Email to the owner of an account about a security event. `end_sessions` links to a page that
    /// ends all sessions, in case the owner did not cause the event.
    AccountNotice {
        first_name: String,
        event: AccountEvent,
        device: String,
        address: Option<String>,
        at: Timestamp,
        end_sessions: String,
    },
    /// Email to a person whose second factors have changed. `account` links to the page where they
    /// are managed.
    SecondFactor { first_name: String, change: FactorChange, account: String },
    /// Email to a person whose PIN for the tills of a shop was set, removed or locked.
    Pin { first_name: String, change: PinChange, shop: String, account: String },
    /// Email to a person who is offered a role. `organization` is the vendor or charity of the
    /// role, if it has one.
    Invite {
        first_name: String,
        inviter: String,
        organization: Option<String>,
        role: Role,
        link: WayIn,
    },
    /// Email to a person whose role was granted, changed, activated or deactivated.
    RoleChanged {
        first_name: String,
        change: RoleChange,
        role: Role,
        organization: Option<String>,
        link: String,
    },
    /// Email about an appointment to the administrators who oversee it: an administrator was
    /// proposed or appointed, or a manager was appointed by another manager. A declined proposal is
    /// emailed to the proposer.
    Appointment {
        step: AppointmentStep,
        name: String,
        email: String,
        role: Role,
        organization: Option<String>,
        /// Names of the people who proposed, declined or appointed. `None` if a command on the
        /// server granted the role.
        by: Option<String>,
        link: String,
    },
    /// Email to administrators who can decide: a member of staff asks to close their account.
    ClosingAsked { name: String, email: String, role: Role, link: String },
    /// Email to a member of staff: a colleague declined the request to close their account.
    ClosingDeclined { first_name: String, by: String, reason: String, link: String },
    /// Email to a member of staff whose name was changed by a colleague.
    Renamed { first_name: String, before: String, after: String, by: String, link: String },
    /// Email to the contact person of a vendor or charity that applied: the registration was
    /// received.
    RegistrationReceived {
        first_name: String,
        organization: String,
        /// Link to the home page of the brand.
        home: Option<String>,
    },
    /// Email to every administrator: a vendor or charity applied to join.
    NewRegistration {
        organization: String,
        kind: TenantKind,
        contact: String,
        email: String,
        link: String,
    },
    /// Email to the contact person of a vendor or charity that was approved.
    Approval { first_name: String, organization: String, link: WayIn },
}

/// Remaining cards of a person whose account was closed. The email links to the cards and does not
/// contain their codes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClosedCards {
    pub count: i64,
    pub balance: String,
    pub link: String,
}

/// Event that concerns the security of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AccountEvent {
    /// A sign-in on a device that was never seen with this account.
    NewDevice,
    /// A session continued on a device that was never seen with this account.
    SessionMoved,
    /// A refresh token was used twice, so one of the two clients had a stolen copy of it. The
    /// session was ended.
    TokenReused,
    /// Emails about transactions on the owner's cards were turned off.
    MovementMailsOff,
}

/// Change of a person's second factors. The text in a variant is the name of a passkey.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FactorChange {
    AppAdded,
    AppRemoved,
    PasskeyAdded(String),
    /// A consumer added a passkey, which signs in as an alternative to the password.
    PasskeyBesidePassword(String),
    PasskeyRemoved(String),
    CodesMade,
    /// A recovery code was used. The number says how many recovery codes are left.
    CodeUsed(i64),
    Reset,
}

/// Change of a person's PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PinChange {
    Set,
    Removed,
    Locked,
}

/// Link for a person who was invited or approved. Newcomers choose a password, owners of an account
/// accept or decline the offer, and people who already have the role sign in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WayIn {
    ChoosePassword(String),
    Answer(String),
    SignIn(String),
}

/// Change of a person's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RoleChange {
    Granted,
    Changed,
    SetActive,
    SetInactive,
}

/// Step in the appointment of an administrator or manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AppointmentStep {
    /// An administrator was proposed, and a super administrator has to decide.
    Proposed,
    /// A super administrator declined the proposal. The email goes to the person who made the
    /// proposal.
    Refused,
    /// The role of an administrator or manager took effect.
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
