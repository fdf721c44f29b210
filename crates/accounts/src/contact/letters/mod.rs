//! Emails about a message from the contact form: to its readers and to its writer.

mod examples;

use serde::{Deserialize, Serialize};

use mail::Texts;

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// Email to the operators of a brand: a visitor sent a message by the contact form.
    ContactMessage {
        name: String,
        organization: Option<String>,
        email: String,
        phone: Option<String>,
        text: String,
    },
    /// Email to the visitor who sent a message by the contact form.
    ContactReceived {
        first_name: String,
        /// The message; `None` unless the browser is known to belong to the owner of the address.
        text: Option<String>,
    },
}

impl mail::Letter for Letter {
    fn texts() -> &'static Texts {
        &TEXTS
    }

    fn reply_to(&self) -> Option<&str> {
        match self {
            Letter::ContactMessage { email, .. } => Some(email),
            Letter::ContactReceived { .. } => None,
        }
    }
}
