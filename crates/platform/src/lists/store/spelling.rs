//! Words with one typing error: an added, missing or replaced letter, or two swapped ones.
//!
//! A known word is stored as a whole and without each of its letters, together with the letter's
//! position. A typed word is looked up in all forms that the intended word may have if one letter
//! is wrong. A single index lookup is therefore enough.

use kernel::random::hex;

/// Lengths of words for which a typing error is tolerated. Shorter words are too similar to each
/// other; longer words have too many forms.
const MIN_LENGTH: usize = 3;
const MAX_LENGTH: usize = 16;

fn letters_of(word: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = word.chars().collect();
    let is_fit = (MIN_LENGTH..=MAX_LENGTH).contains(&letters.len());
    // Numbers and codes must match exactly.
    (is_fit && letters.iter().all(|letter| letter.is_alphabetic())).then_some(letters)
}

fn whole(letters: &[char]) -> String {
    hex(letters.iter().collect::<String>().as_bytes())
}

fn without(letters: &[char], place: usize) -> Vec<char> {
    [&letters[..place], &letters[place + 1..]].concat()
}

/// Returns the stored form of a word that lacks the letter at this position.
fn lacking(letters: &[char], place: usize) -> String {
    format!("{}.{place}", whole(letters))
}

/// Returns the forms under which a word is stored. Returns an empty list if errors are not
/// tolerated for the word.
pub fn slips_of_known(word: &str) -> Vec<String> {
    let Some(letters) = letters_of(word) else { return Vec::new() };
    let lacking = (0..letters.len()).map(|place| lacking(&without(&letters, place), place));
    std::iter::once(whole(&letters)).chain(lacking).collect()
}

/// Returns the stored forms of all words that the user may have meant by a typed word.
pub fn slips_of_typed(word: &str) -> Vec<String> {
    let Some(letters) = letters_of(word) else { return Vec::new() };
    let count = letters.len();
    let one_too_many = (0..count).map(|place| whole(&without(&letters, place)));
    let one_missing = (0..=count).map(|place| lacking(&letters, place));
    let another = (0..count).map(|place| lacking(&without(&letters, place), place));
    let changed_places = (1..count).map(|place| {
        let mut swapped = letters.clone();
        swapped.swap(place - 1, place);
        whole(&swapped)
    });
    let mut slips: Vec<String> =
        one_too_many.chain(one_missing).chain(another).chain(changed_places).collect();
    slips.sort();
    slips.dedup();
    slips
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_forgiven(typed: &str, known: &str) -> bool {
        let known = slips_of_known(known);
        slips_of_typed(typed).iter().any(|slip| known.contains(slip))
    }

    /// Returns the number of typing errors between two words (the optimal string alignment
    /// distance).
    fn distance(one: &str, other: &str) -> usize {
        let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let cost = usize::from(a[i - 1] != b[j - 1]);
                    let mut least = (table[i - 1][j] + 1)
                        .min(table[i][j - 1] + 1)
                        .min(table[i - 1][j - 1] + cost);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        least = least.min(table[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn slips_forgive_one_wrong_letter() {
        for (typed, known) in [
            ("mapel", "maple"),
            ("barow", "barrow"),
            ("fod", "food"),
            ("bakrey", "bakery"),
            ("xmaple", "maple"),
            ("naple", "maple"),
        ] {
            assert!(is_forgiven(typed, known), "{typed} {known}");
        }
        for (typed, known) in
            [("mpael", "maple"), ("cats", "cart"), ("m6h", "m6g"), ("at", "act"), ("maple", "oak")]
        {
            assert!(!is_forgiven(typed, known), "{typed} {known}");
        }
    }

    proptest! {
        #[test]
        fn slips_match_exactly_words_one_letter_away(typed in "[ab]{3,7}", known in "[ab]{3,7}") {
            prop_assume!(typed != known);
            prop_assert_eq!(is_forgiven(&typed, &known), distance(&typed, &known) == 1);
        }
    }
}
