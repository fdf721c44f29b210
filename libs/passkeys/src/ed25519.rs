//! Checks whether 32 bytes encode a point of Ed25519 (RFC 8032, section 5.1.3). `ring` checks this
//! only while it verifies a signature. Public keys are not secret, so the code need not run in
//! constant time.

/// Number below 2^256, lowest word first. Numbers with the same remainder modulo the prime count as
/// equal.
type Number = [u64; 4];

/// Prime of the field: 2^255 - 19.
const PRIME: Number = [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1];
/// Remainder of 2^256 modulo the prime.
const FOLDED: u64 = 38;
/// Constants of the curve's equation: -x² + y² = 1 - (121665/121666)x²y².
const NUMERATOR: u64 = 121_665;
const DENOMINATOR: u64 = 121_666;

/// Returns true if the bytes encode a point. They contain y and the sign of x, so a point exists if
/// the curve's equation gives a square for x². Points with x = 0 are refused, because no signature
/// can be made with them.
pub fn is_point(bytes: &[u8; 32]) -> bool {
    let mut y = [0; 4];
    for (word, bytes) in y.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    y[3] &= u64::MAX >> 1;
    if !is_below(&y, &PRIME) {
        return false;
    }
    let (one, square) = ([1, 0, 0, 0], multiply(&y, &y));
    let above = subtract(&square, &one);
    let below = subtract(&[DENOMINATOR, 0, 0, 0], &multiply(&square, &[NUMERATOR, 0, 0, 0]));
    // A quotient is a square if and only if the product of its two numbers is a square.
    let product = multiply(&multiply(&above, &below), &[DENOMINATOR, 0, 0, 0]);
    reduced(&half_power(&product)) == one
}

/// Raises a number to the power (prime - 1) / 2 = 2^254 - 10. The result is 1 if the number is a
/// square other than 0.
fn half_power(number: &Number) -> Number {
    let mut power = *number;
    // The exponent has 254 bits, all of them 1 except the lowest four, which are 0110.
    for bit in (0..253).rev() {
        power = multiply(&power, &power);
        if bit > 3 || bit == 2 || bit == 1 {
            power = multiply(&power, number);
        }
    }
    power
}

fn multiply(one: &Number, other: &Number) -> Number {
    let mut product = [0; 8];
    for (low, word) in one.iter().enumerate() {
        let mut carry = 0;
        for (high, factor) in other.iter().enumerate() {
            let sum = u128::from(product[low + high]) + wide(*word, *factor) + u128::from(carry);
            (product[low + high], carry) = split(sum);
        }
        product[low + 4] = carry;
    }
    let [a, b, c, d, high @ ..] = product;
    let (sum, carry) = add_multiple(&[a, b, c, d], &high, FOLDED);
    fold(sum, carry)
}

/// Subtracts `less` from a number, modulo the prime.
fn subtract(number: &Number, less: &Number) -> Number {
    let (mut rest, less) = (reduced(number), reduced(less));
    if is_below(&rest, &less) {
        rest = add_multiple(&rest, &PRIME, 1).0;
    }
    minus(&rest, &less)
}

/// Reduces a number with an overflow beyond four words to four words: adds the overflow times
/// `FOLDED`.
fn fold(mut number: Number, mut carry: u64) -> Number {
    while carry > 0 {
        (number, carry) = add_multiple(&number, &[carry, 0, 0, 0], FOLDED);
    }
    number
}

/// Returns the remainder of a number modulo the prime.
fn reduced(number: &Number) -> Number {
    let mut number = *number;
    while !is_below(&number, &PRIME) {
        number = minus(&number, &PRIME);
    }
    number
}

/// Adds `times` times another number. Returns the sum and its overflow beyond four words.
fn add_multiple(number: &Number, other: &Number, times: u64) -> (Number, u64) {
    let (mut sum, mut carry) = (*number, 0);
    for (word, added) in sum.iter_mut().zip(other) {
        let total = u128::from(*word) + wide(*added, times) + u128::from(carry);
        (*word, carry) = split(total);
    }
    (sum, carry)
}

/// Subtracts `less`, which must not be larger than the number.
fn minus(number: &Number, less: &Number) -> Number {
    let (mut rest, mut borrowed) = (*number, false);
    for (word, less) in rest.iter_mut().zip(less) {
        let (once, first) = word.overflowing_sub(*less);
        let (twice, second) = once.overflowing_sub(u64::from(borrowed));
        (*word, borrowed) = (twice, first || second);
    }
    rest
}

fn is_below(number: &Number, limit: &Number) -> bool {
    number.iter().rev().lt(limit.iter().rev())
}

fn wide(one: u64, other: u64) -> u128 {
    u128::from(one) * u128::from(other)
}

/// Returns the lower and the upper word of a sum.
fn split(sum: u128) -> (u64, u64) {
    (sum as u64, (sum >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use ring::{
        rand::SystemRandom,
        signature::{Ed25519KeyPair, KeyPair},
    };

    use super::*;

    #[test]
    fn is_point_of_every_key_that_is_made() {
        for _ in 0..20 {
            let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
            let pair = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).expect("a key");
            let bytes = pair.public_key().as_ref().try_into().expect("32 bytes");
            assert!(is_point(bytes));
        }
    }

    #[test]
    fn is_point_knows_those_that_are_none() {
        let numbered = |y: u8| {
            let mut bytes = [0; 32];
            bytes[0] = y;
            bytes
        };
        for (y, expected) in [
            (1, false),
            (2, false),
            (3, true),
            (4, true),
            (5, true),
            (7, false),
            (8, false),
            (9, true),
        ] {
            assert_eq!(is_point(&numbered(y)), expected, "{y}");
        }
        // The prime and larger numbers would be second encodings of 0, 1, …, which are invalid.
        for first in 0xec..=0xff {
            let mut bytes = [0xff; 32];
            (bytes[0], bytes[31]) = (first, 0x7f);
            assert!(!is_point(&bytes), "{first}");
        }
    }
}
