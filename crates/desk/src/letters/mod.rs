//! Letter to super administrators about an administrator who has read many rows of personal data.

mod examples;

use serde::{Deserialize, Serialize};

use mail::Texts;

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// Email to each super administrator: an administrator has reached the daily limit of rows read
    /// from lists of people.
    ReadingLimitReached { name: String, limit: String, link: String },
}

impl mail::Letter for Letter {
    fn texts() -> &'static Texts {
        &TEXTS
    }
}
