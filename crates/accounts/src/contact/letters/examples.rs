//! Example emails for the tests that render every kind of email.

use super::Letter;

pub fn examples() -> Vec<Letter> {
    let text = || "Card 4412?\n\nMerci!".to_owned();
    let received = |text| Letter::ContactReceived { first_name: "Ann".to_owned(), text };
    vec![
        Letter::ContactMessage {
            name: "Ann Roy".to_owned(),
            organization: Some("Maple Leaf Books".to_owned()),
            email: "ann@shop.example".to_owned(),
            phone: Some("613-555-0100".to_owned()),
            text: text(),
        },
        received(Some(text())),
        received(None),
    ]
}
