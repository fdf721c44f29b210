//! Letters to the contact persons and managers of shops and charities.

mod examples;

use serde::{Deserialize, Serialize};

use access::auth::TenantKind;
use mail::{Texts, Writing, lifetimes};

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// Requests missing details from the contact person of a registration.
    RegistrationAsked {
        first_name: String,
        organization: String,
        /// Names of the missing fields.
        fields: Vec<String>,
        note: Option<String>,
        link: String,
    },
    /// Notifies the contact person that a registration was rejected, with the administrator's
    /// reason.
    Rejected { first_name: String, organization: String, reason: Option<String> },
    /// Notifies an organization's managers that the organization was deactivated or activated
    /// again.
    SaleSwitched {
        first_name: String,
        organization: String,
        kind: TenantKind,
        is_on: bool,
        link: String,
    },
    /// Notifies the current and the previous contact person that the bank account, contact person
    /// or address was changed. Unchanged details are `None`.
    OrganizationChanged {
        first_name: String,
        organization: String,
        /// Last digits of the account number.
        bank_account: Option<String>,
        contact: Option<String>,
        address: Option<String>,
    },
    /// Notifies a charity's managers that a campaign has reached half of its goal, or its goal.
    CampaignMilestone {
        first_name: String,
        organization: String,
        campaign: String,
        is_full: bool,
        raised: String,
        goal: String,
        supporters: i64,
        link: String,
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
            // The three numbers of a bank account share one name, which is listed once.
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

/// Names of the form fields of a bank account.
const BANK: [&str; 3] = ["institutionNumber", "transitNumber", "accountNumber"];
