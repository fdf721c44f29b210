//! Copies of the program's keys as text for paper, in groups of letters and digits that cannot be
//! confused. The last group reveals typing errors.

use sha2::{Digest, Sha256};

use super::{Key, Secrets};
use kernel::crockford;

const GROUP: usize = 4;

/// A key as text for the operator.
pub struct KeyCopy {
    /// Name of the key, which reveals nothing about it.
    pub name: String,
    pub text: String,
}

impl Secrets {
    /// Returns copies of the current key and of the previous ones. Without them the
    /// database is unreadable.
    pub fn copies(&self) -> Vec<KeyCopy> {
        let copy = |key: &Key| KeyCopy { name: key.name.clone(), text: printed(&key.root) };
        self.ring.iter().map(copy).collect()
    }

    /// Returns the name of the configured key that a typed copy contains.
    pub fn name_of_copy(&self, typed: &str) -> Option<&str> {
        let root = parse(typed)?;
        self.ring.iter().find(|key| key.root == root).map(|key| key.name.as_str())
    }
}

fn printed(root: &[u8; 32]) -> String {
    let text = (crockford::encode(root) + &check(root)).to_uppercase();
    let letters: Vec<char> = text.chars().collect();
    let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Parses a copy. Ignores case, spaces and hyphens. Returns `None` if it has a typing error.
pub(super) fn parse(typed: &str) -> Option<[u8; 32]> {
    let text: String = typed.chars().filter(|letter| !matches!(letter, ' ' | '-')).collect();
    let (key, last) = text.split_at_checked(text.len().checked_sub(GROUP)?)?;
    let root = crockford::decode(key)?;
    let plain = last.to_lowercase().replace('o', "0").replace(['i', 'l'], "1");
    (plain == check(&root)).then_some(root)
}

fn check(root: &[u8; 32]) -> String {
    let hash = Sha256::digest([b"copy of a key".as_slice(), root].concat());
    crockford::encode(&hash).chars().take(GROUP).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_copy_reads_what_was_printed_and_no_typing_error() {
        let key = "0f".repeat(32);
        let secrets = Secrets::of(&key, &["1e".repeat(32)], &[]).expect("keys");
        let copies = secrets.copies();
        assert_eq!(copies.len(), 2);
        for copy in &copies {
            let spoken = copy.text.to_lowercase().replace('-', " ").replace('0', "o");
            assert_eq!(secrets.name_of_copy(&spoken), Some(copy.name.as_str()));
            assert_eq!(copy.text.split('-').count(), 14, "{}", copy.text);
        }
        let text = &copies[0].text;
        for at in (0..text.len()).filter(|at| &text[*at..=*at] != "-") {
            let other = if &text[at..=at] == "7" { "8" } else { "7" };
            let typed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            assert_eq!(secrets.name_of_copy(&typed), None, "{typed}");
        }
        for wrong in ["", "abc", "ÄÖÜÄÖÜ", &text[..20]] {
            assert_eq!(secrets.name_of_copy(wrong), None, "{wrong}");
        }
        assert_eq!(Secrets::random().name_of_copy(text), None, "another program's key");
    }

    #[test]
    fn of_takes_a_copy_as_a_key() {
        let secrets = Secrets::of(&"0f".repeat(32), &[], &[]).expect("a key");
        let copied = Secrets::of(&secrets.copies()[0].text, &[], &[]).expect("the same key");
        assert_eq!(copied.name(), secrets.name());
    }
}
