//! Letters to the contact persons and managers of shops and causes.

mod examples;

use serde::{Deserialize, Serialize};

use access::auth::TenantKind;
use mail::{Texts, Writing, lifetimes};

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// To the contact person of a registration: an administrator asks for missing details.
    RegistrationAsked {
        first_name: String,
        organization: String,
        /// Names of the fields.
        fields: Vec<String>,
        note: Option<String>,
        link: String,
    },
    /// To the contact person of a registration that was rejected, in the words of an administrator.
    Rejected {
        first_name: String,
        organization: String,
        #[serde(default)]
        reason: Option<String>,
    },
    /// To the managers of an organization that was taken off sale, or is on sale again.
    SaleSwitched {
        first_name: String,
        organization: String,
        kind: TenantKind,
        is_on: bool,
        link: String,
    },
    /// To the contact person of an organization, and to the one before: its bank account, contact person or address was
    /// changed. A detail that did not change is null.
    OrganizationChanged {
        first_name: String,
        organization: String,
        /// Its last digits.
        bank_account: Option<String>,
        contact: Option<String>,
        address: Option<String>,
    },
}

impl mail::Letter for Letter {
    const PEOPLE: &'static [&'static str] = &["firstName", "contact"];

    fn texts() -> &'static Texts {
        &TEXTS
    }

    fn complete(&self, writing: &mut Writing<'_>) {
        if let Letter::RegistrationAsked { fields, .. } = self {
            writing.set("days", lifetimes::REGISTRATION.as_secs() / (24 * 3600));
            writing.set("asksForBank", fields.iter().any(|field| BANK.contains(&field.as_str())));
            // The three numbers of a bank account have one name.
            let mut names: Vec<String> = Vec::new();
            for name in fields.iter().filter_map(|field| writing.text(field)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            writing.set("missing", names.join(", "));
        }
    }
}

/// The fields of a bank account.
const BANK: [&str; 3] = ["institutionNumber", "transitNumber", "accountNumber"];
