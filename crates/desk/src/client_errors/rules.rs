//! Which reports are of the same error, and which texts a report may hold.

use sha2::{Digest, Sha256};

use super::ErrorKind;
use kernel::{
    fields::Checked,
    messages::{self, Message},
    random::hex,
};

/// Number of files of the stack that tell two errors apart.
const MAX_FRAMES: usize = 3;
/// Maximum number of releases that are remembered of an error.
const MAX_RELEASES: usize = 8;
/// Length of the part of a file's name that changes with its content, such as `-Bx3f_a91`.
const FILE_HASH: usize = 9;

/// Short text of letters, digits and a few signs, of at most `MAX` characters: the name of a
/// release, a browser engine, a trace or the template of a page.
pub struct Plain<const MAX: usize>(String);

impl<const MAX: usize> Checked for Plain<MAX> {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || " /:.*?_+-()".contains(c);
        if !text.chars().all(is_plain) {
            return Err(messages::forbidden_characters(label));
        }
        if text.len() > MAX {
            return Err(messages::too_long(label, MAX));
        }
        Ok(Plain(text.to_owned()))
    }
}

impl<const MAX: usize> From<Plain<MAX>> for String {
    fn from(plain: Plain<MAX>) -> String {
        plain.0
    }
}

/// Returns the key of an error from its scrubbed texts. Numbers and names that a build makes are
/// left out, so that the key stays the same in the next release.
pub fn fingerprint(kind: ErrorKind, message: &str, stack: &str) -> String {
    let words: Vec<String> = message.split_whitespace().map(lasting).collect();
    let words = words.join(" ");
    let files = stack.lines().filter_map(code_file).take(MAX_FRAMES);
    let mut hash = Sha256::new();
    for part in [kind.word(), &words].into_iter().chain(files) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex(&hash.finalize()[..16])
}

/// Returns the part of a word that is the same in every release.
fn lasting(word: &str) -> String {
    let file = code_file(word).map(str::to_owned);
    file.unwrap_or_else(|| word.chars().filter(|c| !c.is_ascii_digit()).collect())
}

/// Returns the name of the script in a line of a stack, without its hash: `index` for
/// `at Xe (index-Bx3f_a91.js:1:2)`. Names of functions change with each build.
fn code_file(line: &str) -> Option<&str> {
    let before = &line[..line.find(".js")?];
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
    let name = &before[before.trim_end_matches(is_name).len()..];
    let hash = name.len().checked_sub(FILE_HASH).filter(|at| name[*at..].starts_with('-'));
    Some(&name[..hash.unwrap_or(name.len())])
}

/// Adds a release to those of an error, one per line, the newest first.
pub fn with_release(known: &str, newest: &str) -> String {
    let others = known.lines().filter(|release| *release != newest);
    let all: Vec<&str> = std::iter::once(newest).chain(others).take(MAX_RELEASES).collect();
    all.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: &str =
        "TypeError: x\n    at Xe (Cart-Bx3f_a91.js:1:2)\n    at b (index-Bx3f_a92.js:3:4)";

    #[test]
    fn fingerprint_is_the_same_in_the_next_release() {
        let next = STACK.replace("Xe", "aB").replace("Bx3f_a9", "Cq-0_zz").replace(":1:2", ":9:8");
        let of = |message: &str, stack: &str| fingerprint(ErrorKind::Uncaught, message, stack);
        assert_eq!(of("no item 12", STACK), of("no item 7", &next));
        assert_eq!(of("gone: A-Bx3f_a91.js", ""), of("gone: A-Cq-0_zzz.js", ""));
    }

    #[test]
    fn fingerprint_differs_by_kind_message_and_files() {
        let base = fingerprint(ErrorKind::Uncaught, "no item", STACK);
        let others = [
            fingerprint(ErrorKind::Caught, "no item", STACK),
            fingerprint(ErrorKind::Uncaught, "no card", STACK),
            fingerprint(ErrorKind::Uncaught, "no item", &STACK.replace("Cart", "Wallet")),
        ];
        assert!(others.iter().all(|other| *other != base));
    }

    #[test]
    fn fingerprint_survives_fuzzing() {
        fuzzing::run(&fuzzing::mutated(&[STACK.as_bytes()]), |bytes| {
            let text = String::from_utf8_lossy(&bytes);
            assert_eq!(fingerprint(ErrorKind::Import, &text, &text).len(), 32);
        });
    }

    #[test]
    fn with_release_keeps_the_newest_first() {
        assert_eq!(with_release("", "1"), "1");
        assert_eq!(with_release("2\n1", "1"), "1\n2");
        assert_eq!(with_release("8\n7\n6\n5\n4\n3\n2\n1", "9").lines().count(), MAX_RELEASES);
    }
}
