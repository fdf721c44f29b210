//! Folds text for searches. This is done in Rust, so that searches on SQLite and PostgreSQL find
//! the same rows.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Converts a text to lower-case words without accents or punctuation, separated by single spaces.
/// `L'Œuvre d'Émilie-Anne` becomes `l oeuvre d emilie anne`.
pub fn search_key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    let mut is_between_words = false;
    let letters = text.nfkd().flat_map(char::to_lowercase);
    for letter in letters.filter(|&letter| !is_combining_mark(letter)) {
        if !letter.is_alphanumeric() {
            is_between_words = true;
            continue;
        }
        if is_between_words && !key.is_empty() {
            key.push(' ');
        }
        is_between_words = false;
        match spelt_out(letter) {
            Some(letters) => key.push_str(letters),
            None => key.push(letter),
        }
    }
    key
}

/// Converts a name to a key for uniqueness checks. Case, accents and extra spaces are ignored.
/// Punctuation counts, so `< 30 $` differs from `> 30 $`.
pub fn name_key(text: &str) -> String {
    let letters =
        text.nfkd().flat_map(char::to_lowercase).filter(|&letter| !is_combining_mark(letter));
    letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits a text into words for searches: in lower case, without accents or punctuation.
pub fn words(text: &str) -> Vec<String> {
    search_key(text).split_whitespace().map(str::to_owned).collect()
}

/// Returns the usual replacement for a letter that Unicode does not decompose, or `None` for any
/// other letter.
fn spelt_out(letter: char) -> Option<&'static str> {
    Some(match letter {
        'œ' => "oe",
        'æ' => "ae",
        'ß' => "ss",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'þ' => "th",
        'ı' => "i",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn search_key_folds_case_accents_and_punctuation() {
        for (text, key) in [
            ("", ""),
            (" \t\n", ""),
            ("Café", "cafe"),
            ("Cafe\u{301}", "cafe"),
            ("  Le   Café  ", "le cafe"),
            ("L’Œuvre d'Émilie-Anne", "l oeuvre d emilie anne"),
            ("STRASSE, Straße, STRAẞE", "strasse strasse strasse"),
            ("İstanbul ISPARTA ısparta", "istanbul isparta isparta"),
            ("Ærø · Łódź · Þór", "aero lodz thor"),
            ("A&W #42", "a w 42"),
            ("ann@demo.test", "ann demo test"),
            ("ﬁn ½ ２", "fin 1 2 2"),
            ("50%_\\", "50"),
            ("\0\u{202e}abc", "abc"),
            ("🎁 gift", "gift"),
            ("Ελλάς Ωμέγα", "ελλασ ωμεγα"),
        ] {
            assert_eq!(search_key(text), key, "{text}");
        }
    }

    #[test]
    fn words_are_split_and_folded() {
        assert_eq!(words("  Crème-brûlée!  "), ["creme", "brulee"]);
        assert!(words("…").is_empty());
    }

    proptest! {
        #[test]
        fn search_key_is_idempotent(text in "\\PC{0,40}|.{0,40}") {
            let key = search_key(&text);
            prop_assert_eq!(&search_key(&key), &key);
        }

        #[test]
        fn search_key_has_only_words_and_single_spaces(text in "\\PC{0,40}|.{0,40}") {
            let key = search_key(&text);
            prop_assert!(!key.starts_with(' ') && !key.ends_with(' ') && !key.contains("  "));
            prop_assert!(key.chars().all(|c| c == ' ' || c.is_alphanumeric()), "{}", key);
        }

        #[test]
        fn search_key_ignores_case(text in "[a-zA-Z éÉœŒçÇàÀ'-]{0,40}") {
            prop_assert_eq!(search_key(&text.to_uppercase()), search_key(&text.to_lowercase()));
        }
    }
}
