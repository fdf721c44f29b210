//! Validated texts: without outer white space, in Unicode's composed form, of limited length, and
//! without harmful characters. A line never contains a newline, so it can't inject mail headers.

use unicode_normalization::UnicodeNormalization;

use super::fields::Checked;
use super::messages::{self, Message};

/// Text on a single line, of at most `MAX` characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line<const MAX: usize>(String);

/// Text on several lines separated by `\n`, of at most `MAX` characters in total.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paragraphs<const MAX: usize>(String);

impl<const MAX: usize> Checked for Line<MAX> {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        clean(label, text, MAX, |_| false).map(Line)
    }
}

impl<const MAX: usize> Checked for Paragraphs<MAX> {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let text = text.replace("\r\n", "\n");
        clean(label, &text, MAX, |c| matches!(c, '\n' | '\t')).map(Paragraphs)
    }
}

/// Removes white space and invisible characters from both ends of a text.
pub(super) fn strip(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || is_invisible(c))
}

fn clean(
    label: &str,
    text: &str,
    most: usize,
    is_welcome: fn(char) -> bool,
) -> Result<String, Message> {
    let visible = text.chars().filter(|&c| !is_invisible(c));
    let cleaned: String = visible.nfc().collect();
    if cleaned.chars().any(|c| is_control(c) && !is_welcome(c)) {
        return Err(messages::forbidden_characters(label));
    }
    if cleaned.chars().count() > most {
        return Err(messages::too_long(label, most));
    }
    Ok(cleaned)
}

/// Returns whether a character is invisible: it has no width or controls the writing direction.
/// Pasted text often contains such characters, and they can disguise a name. Joiners are allowed,
/// because emoji and some scripts need them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Implements the traits of a validated text: reading it as `str`, printing, serializing, and
/// binding it to an SQL statement.
macro_rules! reads_as_str {
    ($name:ty $(, $size:ident)?) => {
        impl<$(const $size: usize)?> ::std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl<$(const $size: usize)?> ::std::fmt::Display for $name {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                out.write_str(&self.0)
            }
        }

        impl<$(const $size: usize)?> From<$name> for String {
            fn from(text: $name) -> String {
                text.0
            }
        }

        impl<$(const $size: usize)?> ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(&self.0)
            }
        }

        impl<$(const $size: usize)?> ::db::ToValue for $name {
            fn to_value(&self) -> ::db::Value<'_> {
                ::db::ToValue::to_value(&self.0)
            }
        }
    };
}
pub(super) use reads_as_str;

reads_as_str!(Line<MAX>, MAX);
reads_as_str!(Paragraphs<MAX>, MAX);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(text: &str) -> Result<String, String> {
        let checked = Line::<5>::check("Name", Line::<5>::strip(text));
        checked.map(String::from).map_err(|message| message.english().to_owned())
    }

    fn paragraphs(text: &str) -> Result<String, String> {
        let checked = Paragraphs::<9>::check("Message", Paragraphs::<9>::strip(text));
        checked.map(String::from).map_err(|message| message.english().to_owned())
    }

    #[test]
    fn line_check_trims_and_composes() {
        for (text, cleaned) in [
            ("  Zoe\u{308} ", "Zo\u{eb}"),
            ("\u{feff}Ann\u{200b}", "Ann"),
            ("A\u{202e}n\u{2069}n", "Ann"),
            ("a  b", "a  b"),
            ("👩\u{200d}🌾", "👩\u{200d}🌾"),
            ("éééée", "éééée"),
            ("e\u{301}e\u{301}e\u{301}e\u{301}e", "éééée"),
        ] {
            assert_eq!(line(text), Ok(cleaned.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn line_check_limits_the_length() {
        assert_eq!(line("abcdef"), Err("Name has a maximum limit of 5 characters.".to_owned()));
        let name = "x".repeat(255);
        assert!(Line::<255>::check("Campaign Name", &name).is_ok());
        assert_eq!(
            Line::<255>::check("Campaign Name", &format!("{name}x")).unwrap_err().english(),
            "Campaign Name has a maximum limit of 255 characters."
        );
    }

    #[test]
    fn line_check_refuses_control_characters() {
        for text in ["a\0b", "a\nb", "a\r\nBcc: x", "a\tb", "a\u{7f}b", "a\u{85}b", "a\u{2028}b"] {
            assert_eq!(
                line(text),
                Err("Name has characters that are not allowed.".to_owned()),
                "{text:?}"
            );
        }
    }

    #[test]
    fn paragraphs_check_keeps_newlines_and_tabs() {
        assert_eq!(paragraphs("\r\n a\r\n\n\tb \n"), Ok("a\n\n\tb".to_owned()));
        assert!(paragraphs("0123456789").is_err());
        for text in ["a\0b", "a\rb", "a\u{1b}b"] {
            assert!(paragraphs(text).is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn line_check_is_idempotent_for_any_text(text in ".{0,12}|\\PC{0,12}") {
            if let Ok(cleaned) = line(&text) {
                prop_assert!(cleaned.chars().count() <= 5);
                prop_assert!(!cleaned.contains(|c| is_control(c) || is_invisible(c)));
                prop_assert_eq!(line(&cleaned), Ok(cleaned));
            }
        }

        #[test]
        fn paragraphs_check_is_idempotent_for_any_text(text in "(.|\n|\r|\t){0,12}") {
            if let Ok(cleaned) = paragraphs(&text) {
                prop_assert!(cleaned.chars().all(|c| !is_control(c) || "\n\t".contains(c)));
                prop_assert_eq!(paragraphs(&cleaned), Ok(cleaned));
            }
        }
    }
}
