//! Email to a shop's managers about another device that uses a till's secret.

mod examples;

use serde::{Deserialize, Serialize};

use mail::Texts;

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// Email to the managers of a shop: another device uses the secret of a till.
    TillElsewhere {
        first_name: String,
        vendor: String,
        till: String,
        /// Browser and operating system of the device that used the secret.
        device: String,
        link: String,
    },
}

impl mail::Letter for Letter {
    fn texts() -> &'static Texts {
        &TEXTS
    }
}
