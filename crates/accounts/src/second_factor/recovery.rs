//! Recovery codes: ten codes that a person keeps on paper, in case they lose their phone and
//! passkeys. Each code works once and is stored as a keyed hash.

use db::Tx;

use super::store;
use kernel::{crockford, ids::PersonId, random::random_bytes, timestamp::Timestamp};
use platform::{
    error::Result,
    secrets::{Hashes, Secrets},
};

use crate::secret_uses::RECOVERY_CODE;

pub const COUNT: usize = 10;
/// Number of characters of a recovery code: 50 random bits, shown in two groups of five characters.
const LENGTH: usize = 10;

/// Creates ten new recovery codes and deletes the person's earlier codes. Returns the codes in the
/// form in which people write them down.
pub fn make(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    person: PersonId,
) -> Result<Vec<String>> {
    store::delete_recovery_codes(tx, person)?;
    let mut codes = Vec::with_capacity(COUNT);
    for _ in 0..COUNT {
        // Seven bytes give a few more characters than a code needs.
        let text = crockford::encode(&random_bytes::<7>())[..LENGTH].to_uppercase();
        store::insert_recovery_code(tx, person, hashes(secrets, person, &text).current(), now)?;
        codes.push(format!("{}-{}", &text[..LENGTH / 2], &text[LENGTH / 2..]));
    }
    Ok(codes)
}

/// Uses up a recovery code. Returns false if the code is unknown or was already used.
pub fn redeem(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    person: PersonId,
    typed: &str,
) -> Result<bool> {
    match normalized(typed) {
        Some(code) => store::use_recovery_code(tx, person, &hashes(secrets, person, &code), now),
        None => Ok(false),
    }
}

fn hashes(secrets: &Secrets, person: PersonId, code: &str) -> Hashes {
    secrets.hashes(RECOVERY_CODE, &[person.to_string().as_bytes(), code.as_bytes()])
}

/// Removes the spaces from a typed code.
pub fn without_spaces(typed: &str) -> String {
    typed.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// Normalizes a typed recovery code: ignores spaces and dashes, and accepts lower case and
/// look-alike letters. Returns `None` if the text can't be a code.
fn normalized(typed: &str) -> Option<String> {
    let letters = typed.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
    let code: String = letters
        .map(|letter| match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            letter => letter,
        })
        .take(LENGTH + 1)
        .collect();
    let is_plain = code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_plain && code.len() == LENGTH).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalized_accepts_spaces_case_and_look_alikes() {
        for typed in ["ABCDE-01234", "abcde01234", " abcde oi234 ", "ABCDE-0L234"] {
            assert_eq!(normalized(typed).as_deref(), Some("ABCDE01234"), "{typed}");
        }
        for wrong in ["", "ABCDE", "ABCDE-012345", "ABCDE-É1234", "------------"] {
            assert_eq!(normalized(wrong), None, "{wrong}");
        }
    }
}
