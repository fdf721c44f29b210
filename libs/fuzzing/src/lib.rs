//! Generates random input to test the parsers of all crates: some hundred cases in normal tests, or
//! as many as fit into `FUZZ_SECONDS` (`make fuzz`). A parser may refuse its input, but must not
//! panic or break its invariants.

use std::{
    fmt::Debug,
    time::{Duration, Instant},
};

use proptest::{
    collection::vec,
    prelude::*,
    sample::Index,
    test_runner::{Config, TestRunner},
};

const CASES: u32 = 300;
const MAX_CHANGES: usize = 12;

/// Runs `check` on generated inputs. Panics with the smallest failing input if a check fails.
pub fn run<S: Strategy>(strategy: &S, check: impl Fn(S::Value))
where
    S::Value: Debug,
{
    let (begun, time) = (Instant::now(), time());
    loop {
        let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
        let checked = TestRunner::new(config).run(strategy, |input| {
            check(input);
            Ok(())
        });
        assert!(
            checked.is_ok(),
            "{}",
            checked.err().map(|error| error.to_string()).unwrap_or_default()
        );
        if begun.elapsed() >= time {
            return;
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "a test's own switch, no setting of the program")]
fn time() -> Duration {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}

/// Returns a strategy that generates mutations of the examples, and sometimes unrelated bytes.
pub fn mutated(examples: &[&[u8]]) -> impl Strategy<Value = Vec<u8>> + use<> {
    let examples: Vec<Vec<u8>> = examples.iter().map(|example| example.to_vec()).collect();
    let changed =
        (proptest::sample::select(examples.clone()), vec(change(examples), 0..MAX_CHANGES))
            .prop_map(|(mut bytes, changes)| {
                for change in changes {
                    change.apply(&mut bytes);
                }
                bytes
            });
    prop_oneof![9 => changed, 1 => vec(any::<u8>(), 0..200)]
}

/// Like [`mutated`], but generates text. Invalid UTF-8 is replaced.
pub fn mutated_text(examples: &[&str]) -> impl Strategy<Value = String> + use<> {
    let examples: Vec<&[u8]> = examples.iter().map(|example| example.as_bytes()).collect();
    mutated(&examples).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Change that mutates an input at random positions.
#[derive(Clone, Debug)]
enum Change {
    Set(Index, u8),
    Flip(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, Index),
    Repeat(Index, Index, usize),
    /// Replaces the end of the input by the end of another example.
    Splice(Index, Vec<u8>, Index),
}

/// Tokens that mutations insert, because they have a meaning to one of our parsers.
const WORDS: [&str; 24] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ",",
    ":",
    "null",
    "true",
    "-0",
    "1e309",
    "9223372036854775808",
    "0.001",
    "\\u0000",
    "\\ud800",
    "\u{1e}",
    "\u{feff}",
    "%00",
    "&",
    "=",
    "4111111111111111",
    "\r\n",
    "é",
];

fn change(examples: Vec<Vec<u8>>) -> impl Strategy<Value = Change> {
    let words: Vec<Vec<u8>> = WORDS.iter().map(|word| word.as_bytes().to_vec()).collect();
    let place = any::<Index>;
    prop_oneof![
        (place(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (place(), 0..8_u8).prop_map(|(at, bit)| Change::Flip(at, 1 << bit)),
        (place(), proptest::sample::select(words)).prop_map(|(at, word)| Change::Insert(at, word)),
        (place(), vec(any::<u8>(), 1..9)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (place(), place()).prop_map(|(from, to)| Change::Remove(from, to)),
        (place(), place(), 2..40_usize)
            .prop_map(|(from, to, times)| Change::Repeat(from, to, times)),
        (place(), proptest::sample::select(examples), place())
            .prop_map(|(at, other, from)| Change::Splice(at, other, from)),
    ]
}

impl Change {
    fn apply(self, bytes: &mut Vec<u8>) {
        let end = bytes.len();
        let range = |one: Index, other: Index| {
            let (one, other) = (one.index(end + 1), other.index(end + 1));
            one.min(other)..one.max(other)
        };
        match self {
            Change::Set(at, byte) if end > 0 => bytes[at.index(end)] = byte,
            Change::Flip(at, bits) if end > 0 => bytes[at.index(end)] ^= bits,
            Change::Set(..) | Change::Flip(..) => {}
            Change::Insert(at, new) => {
                let at = at.index(end + 1);
                bytes.splice(at..at, new);
            }
            Change::Remove(from, to) => drop(bytes.drain(range(from, to))),
            Change::Repeat(from, to, times) => {
                let range = range(from, to);
                // Limits the size of the input, which several of these changes could make huge.
                if end < 100_000 {
                    let again = bytes[range.clone()].repeat(times);
                    bytes.splice(range, again);
                }
            }
            Change::Splice(at, other, from) => {
                bytes.truncate(at.index(end + 1));
                bytes.extend_from_slice(&other[from.index(other.len() + 1)..]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a zero")]
    fn run_finds_an_input_that_fails_the_check() {
        run(&mutated(&[b"0123456789"]), |bytes| assert!(!bytes.contains(&0), "a zero"));
    }
}
