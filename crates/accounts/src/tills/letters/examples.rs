//! Example emails for the tests that render every kind of email.

use super::Letter;

pub fn examples() -> Vec<Letter> {
    vec![Letter::TillElsewhere {
        first_name: "Ann".to_owned(),
        vendor: "Maple Leaf Books".to_owned(),
        till: "Front".to_owned(),
        device: "Chrome, Windows".to_owned(),
        link: "https://shop.example/admin/vendor/tills".to_owned(),
    }]
}
