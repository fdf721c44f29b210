//! Masking of email addresses and card numbers.

/// Masks an email address for readers who only need to recognize it: `a***@shop.example`.
pub fn masked(email: &str) -> String {
    match email.split_once('@') {
        Some((name, host)) => {
            let first: String = name.chars().take(1).collect();
            format!("{first}***@{host}")
        }
        None => String::new(),
    }
}

/// Masks a card number for readers who only need to recognize it: `•••• 1234`.
pub fn masked_number(last_four: &str) -> String {
    format!("•••• {last_four}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_keeps_the_first_letter_and_the_domain() {
        assert_eq!(masked("ann.lee@shop.example"), "a***@shop.example");
        assert_eq!(masked(""), "");
    }

    #[test]
    fn masked_number_shows_four_digits() {
        assert_eq!(masked_number("0010"), "•••• 0010");
    }
}
