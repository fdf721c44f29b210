//! What each mail says, in both languages. The layout makes HTML and text of it, so the two always agree.
//! Each family of letters has a file; what they share of phrasing stands in `phrases`.

mod account;
mod cards;
mod content;
#[cfg(test)]
mod examples;
mod gifts;
mod operators;
mod orders;
mod payments;
mod phrases;
mod staff;

use serde::{Deserialize, Serialize};

use crate::{
    auth::{Role, TenantKind},
    kernel::language::Language,
};

pub use content::{Button, Content, Picture, Sender};
#[cfg(test)]
pub use examples::examples;

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
    /// `reset` is for whoever did not change it themselves.
    PasswordChanged {
        first_name: String,
        reset: String,
    },
    AccountClosed {
        first_name: String,
    },

    /// Somebody was given a role. The organization is that of a manager or an employee.
    Invite {
        first_name: String,
        inviter: String,
        organization: Option<String>,
        role: Role,
        link: WayIn,
    },
    /// An administrator has let an organization in: to its contact person.
    Approval {
        first_name: String,
        organization: String,
        link: WayIn,
    },
    /// An administrator has turned an organization down, in their own words: to its contact person.
    Rejected {
        first_name: String,
        organization: String,
        #[serde(default)]
        reason: Option<String>,
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
    /// To a buyer: an order was taken back.
    OrderCancelled {
        first_name: String,
        number: String,
        total: String,
        paid_with: Option<String>,
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
    },
    /// To the recipient of a gift, who may have counted on it: its order was taken back.
    GiftCancelled {
        first_name: String,
        vendor: String,
        link: String,
    },
    /// To the holder of a card: it was used at the counter.
    Redeemed {
        first_name: String,
        vendor: String,
        number: String,
        value: String,
        balance: String,
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
    /// To who gave it: it was seen.
    GiftOpened {
        first_name: String,
        to: String,
        vendor: String,
        link: String,
    },
}

/// How somebody who was let in gets in: newcomers choose a password first, others just sign in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WayIn {
    ChoosePassword(String),
    SignIn(String),
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
            Letter::PasswordChanged { first_name, reset } => {
                account::password_changed(from, lang, first_name, reset)
            }
            Letter::AccountClosed { first_name } => account::closed(from, lang, first_name),
            Letter::Invite { first_name, inviter, organization, role, link } => {
                let invitation = staff::Invitation {
                    inviter,
                    organization: organization.as_deref(),
                    role: *role,
                    link,
                };
                staff::invite(from, lang, first_name, &invitation)
            }
            Letter::Approval { first_name, organization, link } => {
                staff::approval(from, lang, first_name, organization, link)
            }
            Letter::Rejected { first_name, organization, reason } => {
                staff::rejected(from, lang, first_name, organization, reason.as_deref())
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
            Letter::OrderCancelled { first_name, number, total, paid_with, link } => {
                let order =
                    orders::Order { number, lines: &[], total, paid_with: paid_with.as_deref() };
                orders::cancelled(from, lang, first_name, &order, link)
            }
            Letter::Card { first_name, vendor, number, balance, charity, hue, link, qr_png } => {
                let (charity, hue) = (charity.as_deref(), *hue);
                let card = cards::Bought { vendor, number, balance, charity, hue };
                cards::bought(from, lang, first_name, &card, link, qr_png)
            }
            Letter::Gift { to, from: giver, vendor, value, message, charity, hue, link } => {
                let (message, charity, hue) = (message.as_deref(), charity.as_deref(), *hue);
                let gift = gifts::Given { to, giver, vendor, value, message, charity, hue };
                gifts::given(from, lang, &gift, link)
            }
            Letter::GiftCancelled { first_name, vendor, link } => {
                gifts::cancelled(from, lang, first_name, vendor, link)
            }
            Letter::Redeemed { first_name, vendor, number, value, balance, link } => {
                let used = cards::Used { vendor, number, value, balance };
                cards::redeemed(from, lang, first_name, &used, link)
            }
            Letter::GiftReaddressed { first_name, to, vendor, old, new, link } => {
                let moved = gifts::Readdressed { to, vendor, old, new };
                gifts::readdressed(from, lang, first_name, &moved, link)
            }
            Letter::GiftOpened { first_name, to, vendor, link } => {
                gifts::opened(from, lang, first_name, to, vendor, link)
            }
            Letter::NewRegistration { organization, kind, contact, email, link } => {
                let newcomer = operators::Newcomer { organization, kind: *kind, contact, email };
                operators::new_registration(from, lang, &newcomer, link)
            }
        }
    }
}
