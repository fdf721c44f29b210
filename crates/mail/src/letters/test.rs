//! Test email, with which an operator checks that emails arrive.

use serde::{Deserialize, Serialize};

use super::{Letter, Texts, texts::COMMON};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase")]
pub enum TestLetter {
    Test,
}

impl Letter for TestLetter {
    fn texts() -> &'static Texts {
        &COMMON
    }

    fn is_awaited(&self) -> bool {
        true
    }
}
