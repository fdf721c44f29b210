//! Identifiers of a transaction: our reference for it, and the number that the gateway assigns.

use std::fmt;

/// Our reference for one attempt to move money. It is sent as `refId` and `invoiceNumber`, and a
/// search finds the transaction by this reference. At most twenty characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference(String);

impl Reference {
    const MAX_LENGTH: usize = 20;

    /// Parses a reference. Returns `None` if it is too long or has characters other than letters,
    /// digits and hyphens.
    pub fn parse(text: &str) -> Option<Reference> {
        let fits = (1..=Self::MAX_LENGTH).contains(&text.len());
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        (fits && is_plain).then(|| Reference(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Number that the gateway assigned to a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionId(String);

impl TransactionId {
    /// Parses a transaction number. Returns `None` for `0`, which the gateway sends if there is no
    /// transaction.
    pub fn parse(text: &str) -> Option<TransactionId> {
        let is_number = (1..=20).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && text.bytes().any(|digit| digit != b'0');
        is_number.then(|| TransactionId(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TransactionId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reference_parse_refuses_texts_that_the_gateway_refuses() {
        assert!(Reference::parse("PAY-0123456789abcdef").is_some());
        for wrong in ["", "PAY-0123456789abcdefg", "a b", "é", "a\u{0}"] {
            assert_eq!(Reference::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn transaction_id_parse_refuses_zero_and_non_digits() {
        assert!(TransactionId::parse("60020981676").is_some());
        for wrong in ["", "0", "00", "-1", "12a", "123456789012345678901"] {
            assert_eq!(TransactionId::parse(wrong), None, "{wrong:?}");
        }
    }
}
