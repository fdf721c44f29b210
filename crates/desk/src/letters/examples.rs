//! Example letters for the tests that render every letter.

use super::Letter;

pub fn examples() -> Vec<Letter> {
    vec![Letter::ReadingLimitReached {
        name: "Adam Roy".to_owned(),
        limit: "20000".to_owned(),
        link: "https://shop.example/admin/history".to_owned(),
    }]
}
