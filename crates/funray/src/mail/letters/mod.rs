//! What each mail says, in both languages. The layout makes HTML and text of it, so the two always agree.
//! Each family of letters has a file; what they share of phrasing stands in `phrases`.

mod account;
mod cards;
mod operators;
mod phrases;
mod staff;

use serde::{Deserialize, Serialize};

use crate::{
    auth::{Role, TenantKind},
    brand::Brand,
    kernel::language::Language,
};

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
        /// What was bought, with its price.
        lines: Vec<(String, String)>,
        total: String,
        paid_with: Option<String>,
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

/// A mail's words, without markup, in the order in which they are read.
#[derive(Default)]
pub struct Content {
    pub subject: String,
    /// What a mailbox shows beside the subject.
    pub preview: String,
    pub heading: String,
    pub paragraphs: Vec<String>,
    /// Details to look at, each with its label.
    pub facts: Vec<(String, String)>,
    /// What is shown below them: a code to scan.
    pub picture: Option<Picture>,
    pub button: Option<Button>,
    /// A second way, quieter than the button.
    pub other_way: Option<Button>,
    /// How long the button works, and what then.
    pub small_print: Option<String>,
    /// What to do for whom this mail is a surprise.
    pub not_you: Option<String>,
    /// Why this person gets this mail.
    pub reason: String,
}

/// A square picture, and what it is for whom can't see it.
pub struct Picture {
    pub alt: String,
    pub png: Vec<u8>,
}

pub struct Button {
    pub label: String,
    pub url: String,
}

impl Button {
    fn new(label: &str, url: &str) -> Option<Button> {
        Some(Button { label: label.to_owned(), url: url.to_owned() })
    }
}

/// In whose name a letter is written, and where the brand is at home (without a slash at the end).
#[derive(Clone, Copy)]
pub struct Sender<'a> {
    pub brand: Brand,
    pub site: &'a str,
}

impl Sender<'_> {
    /// The page that opens with the contact form.
    fn contact_page(&self) -> String {
        format!("{}/?support=show", self.site)
    }
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
                let order = cards::Order { number, lines, total, paid_with: paid_with.as_deref() };
                cards::receipt(from, lang, first_name, &order, link)
            }
            Letter::OrderCancelled { first_name, number, total, paid_with, link } => {
                let order =
                    cards::Order { number, lines: &[], total, paid_with: paid_with.as_deref() };
                cards::cancelled(from, lang, first_name, &order, link)
            }
            Letter::Card { first_name, vendor, number, balance, charity, link, qr_png } => {
                let card = cards::Bought { vendor, number, balance, charity: charity.as_deref() };
                cards::bought(from, lang, first_name, &card, link, qr_png)
            }
            Letter::Gift { to, from: giver, vendor, value, message, charity, link } => {
                let (message, charity) = (message.as_deref(), charity.as_deref());
                let gift = cards::Given { to, giver, vendor, value, message, charity };
                cards::gift(from, lang, &gift, link)
            }
            Letter::Redeemed { first_name, vendor, number, value, balance, link } => {
                let used = cards::Used { vendor, number, value, balance };
                cards::redeemed(from, lang, first_name, &used, link)
            }
            Letter::GiftOpened { first_name, to, vendor, link } => {
                cards::opened(from, lang, first_name, to, vendor, link)
            }
            Letter::NewRegistration { organization, kind, contact, email, link } => {
                let newcomer = operators::Newcomer { organization, kind: *kind, contact, email };
                operators::new_registration(from, lang, &newcomer, link)
            }
        }
    }
}

/// Every kind of letter, for the tests of what all of them have in common; a new one is added here.
#[cfg(test)]
pub fn examples() -> Vec<Letter> {
    let ann = || "Ann".to_owned();
    let shop = || "Maple Leaf Books".to_owned();
    let link = |path: &str| format!("https://shop.example/{path}");
    let ways_in = || {
        let new = WayIn::ChoosePassword(link("api/v1/Accounts/links/4w7q2n"));
        [new, WayIn::SignIn(link("admin/signin"))]
    };
    let invitations =
        Role::ALL.into_iter().zip(ways_in().into_iter().cycle()).map(|(role, link)| {
            Letter::Invite {
                first_name: ann(),
                inviter: "Louis Roy".to_owned(),
                organization: role.has_tenant().then(shop),
                role,
                link,
            }
        });
    let registrations = TenantKind::ALL.map(|kind| Letter::NewRegistration {
        organization: shop(),
        kind,
        contact: "Ann Roy".to_owned(),
        email: "ann@shop.example".to_owned(),
        link: link("admin/vendors"),
    });
    let approvals =
        ways_in().map(|link| Letter::Approval { first_name: ann(), organization: shop(), link });
    let mut all = vec![
        Letter::Test,
        Letter::ConfirmAddress { first_name: ann(), link: link("api/v1/Accounts/links/4w7q2n") },
        Letter::AlreadyRegistered {
            first_name: ann(),
            sign_in: link("signin"),
            reset: link("forgot-password"),
        },
        Letter::ResetPassword { first_name: ann(), link: link("api/v1/Accounts/links/4w7q2n") },
        Letter::PasswordChanged { first_name: ann(), reset: link("forgot-password") },
        Letter::AccountClosed { first_name: ann() },
        Letter::Rejected { first_name: ann(), organization: shop(), reason: None },
        Letter::Rejected {
            first_name: ann(),
            organization: shop(),
            reason: Some("N⁰ 4412?".to_owned()),
        },
        Letter::ContactMessage {
            name: "Ann Roy".to_owned(),
            organization: Some(shop()),
            email: "ann@shop.example".to_owned(),
            phone: Some("613-555-0100".to_owned()),
            text: "Card 4412?\n\nMerci!".to_owned(),
        },
    ];
    let charity = || Some("Bon Repas".to_owned());
    all.extend([
        Letter::Receipt {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            lines: vec![(shop(), "2 × 25".to_owned())],
            total: "50".to_owned(),
            paid_with: Some("Visa 1111".to_owned()),
            link: link("orders"),
        },
        Letter::OrderCancelled {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            total: "50".to_owned(),
            paid_with: Some("Visa 1111".to_owned()),
            link: link("orders"),
        },
        Letter::Card {
            first_name: ann(),
            vendor: shop(),
            number: "1234 5678".to_owned(),
            balance: "25".to_owned(),
            charity: charity(),
            link: link("transactions"),
            qr_png: Vec::new(),
        },
        Letter::Gift {
            to: ann(),
            from: "Louis Roy".to_owned(),
            vendor: shop(),
            value: "25".to_owned(),
            message: Some("Bravo!\nBravissimo!".to_owned()),
            charity: charity(),
            link: link("gift/4w7q2n"),
        },
        Letter::Redeemed {
            first_name: ann(),
            vendor: shop(),
            number: "1234 5678".to_owned(),
            value: "10".to_owned(),
            balance: "15".to_owned(),
            link: link("transactions"),
        },
        Letter::GiftOpened {
            first_name: ann(),
            to: "Louis".to_owned(),
            vendor: shop(),
            link: link("transactions"),
        },
    ]);
    all.extend(invitations);
    all.extend(registrations);
    all.extend(approvals);
    all
}
