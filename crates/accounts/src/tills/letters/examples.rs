//! Examples of the letters, which the tests of all letters read.

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
