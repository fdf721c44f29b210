//! Validated names of people. Names are shown beside amounts, in emails to strangers and in logs,
//! so they must not look like links.

use super::{
    fields::Checked,
    messages::Message,
    text::{Line, reads_as_str},
};

/// First or last name of a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PersonName(String);

const WITH_ADDRESS: Message = Message::new(
    "A name can’t contain a web or email address. Put a space after each dot.",
    "Un nom ne peut contenir ni adresse web ni courriel. Mettez une espace après chaque point.",
);
const WITH_DIRECTIONS: Message = Message::new(
    "This name contains invisible characters that change how it reads. Type it again without them.",
    "Ce nom contient des caractères invisibles qui en changent la lecture. Saisissez-le de nouveau sans eux.",
);

const WITH_ALPHABETS: Message = Message::new(
    "One word of this name mixes letters of several alphabets. Type it again in one of them.",
    "Un mot de ce nom mêle des lettres de plusieurs alphabets. Saisissez-le de nouveau dans un seul.",
);

impl Checked for PersonName {
    /// Strips spaces but keeps characters that control the writing direction, so that `check_name`
    /// can refuse them.
    fn strip(text: &str) -> &str {
        text.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
        })
    }

    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let name = check_name(label, text)?;
        if looks_like_address(&name) { Err(WITH_ADDRESS) } else { Ok(PersonName(name)) }
    }
}

reads_as_str!(PersonName);

/// Name of the giver or recipient of a gift. It may include several people: “Mom & Dad” or
/// “Ann/Tom”.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GiftName(String);

impl Checked for GiftName {
    fn strip(text: &str) -> &str {
        PersonName::strip(text)
    }

    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let name = check_name(label, text)?;
        if holds_address(&name) { Err(WITH_ADDRESS) } else { Ok(GiftName(name)) }
    }
}

reads_as_str!(GiftName);

/// Validates a name. Refuses characters that control the writing direction, and words that mix
/// alphabets.
fn check_name(label: &str, text: &str) -> Result<String, Message> {
    if text.contains(is_direction) {
        return Err(WITH_DIRECTIONS);
    }
    let name: String = Line::<100>::check(label, text)?.into();
    if name.split(|c: char| !c.is_alphabetic()).any(mixes_alphabets) {
        return Err(WITH_ALPHABETS);
    }
    Ok(name)
}

/// Returns whether a character controls the writing direction. Such a character can make a name
/// read differently.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a word mixes Latin letters with Greek or Cyrillic letters that look alike. Such
/// a word could imitate someone else's name.
fn mixes_alphabets(word: &str) -> bool {
    let is_latin = |c: char| matches!(c, 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
    let is_lookalike = |c: char| matches!(c, '\u{370}'..='\u{52f}' | '\u{1f00}'..='\u{1fff}');
    word.contains(is_latin) && word.contains(is_lookalike)
}

/// Returns whether a text looks like a web address, email address or markup.
pub fn looks_like_address(text: &str) -> bool {
    text.contains(|letter: char| "/\\:@<>[]".contains(letter))
        || text.split_whitespace().any(has_dot_of_an_address)
}

/// Returns whether a text contains a web address, email address or markup. Unlike
/// [`looks_like_address`], allows characters that separate names, such as `/` and `&`.
fn holds_address(text: &str) -> bool {
    let is_mail = |word: &str| {
        word.split_once('@').is_some_and(|(before, after)| !before.is_empty() && !after.is_empty())
    };
    text.contains("//")
        || text.contains(|letter: char| "\\[]>".contains(letter))
        || text.split_whitespace().any(|word| has_dot_of_an_address(word) || is_mail(word))
}

/// Returns whether a word has a dot directly followed by text, as in an address. Initials such as
/// "J.R." are allowed, because no address ends in a single letter.
fn has_dot_of_an_address(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    parts.windows(2).any(|pair| {
        pair[1].starts_with(char::is_alphanumeric) && !(is_initial(pair[0]) && is_initial(pair[1]))
    })
}

fn is_initial(part: &str) -> bool {
    let mut letters = part.trim_matches(|letter: char| !letter.is_alphanumeric()).chars();
    // In scripts without upper and lower case, a single letter may be a whole word and is no
    // initial.
    let is_letter = |letter: char| letter.is_uppercase() || letter.is_lowercase();
    letters.next().is_some_and(is_letter) && letters.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Fields;

    fn said(text: &str) -> Result<String, String> {
        let mut fields = Fields::default();
        let name = fields.required::<PersonName>("firstName", "First Name", text);
        name.map(String::from).ok_or_else(|| fields.to_string())
    }

    #[test]
    fn person_name_takes_real_names() {
        for name in [
            "Ann",
            "Anne-Marie d’Arc",
            "J.R.R.",
            "St. John",
            "Zoë",
            "O'Neil",
            "李",
            "Ōkubo (Ken)",
            "Lindqvist Jr.",
            "علي",
            "Ελένη (Helen)",
            "Ivan Иван",
        ] {
            assert_eq!(said(name), Ok(name.to_owned()));
        }
        assert_eq!(said("  Ann\u{feff} "), Ok("Ann".to_owned()));
    }

    #[test]
    fn person_name_refuses_addresses() {
        for name in ["Pay www.evil.test", "evil.test", "http://x", "a@b.ca", "x/y", "<b>"] {
            let why = said(name).expect_err(name);
            assert!(why.contains("web or email address"), "{name}: {why}");
        }
    }

    fn said_of_gift(text: &str) -> Result<String, String> {
        let mut fields = Fields::default();
        let name = fields.required::<GiftName>("to", "To", text);
        name.map(String::from).ok_or_else(|| fields.to_string())
    }

    #[test]
    fn gift_name_takes_couples_families_and_teams() {
        for name in [
            "Mom & Dad",
            "Ann/Tom",
            "The Roy family",
            "Team @ Acme Inc.",
            "Santa :)",
            "J.R.R. Roy",
            "@ann",
            "My love <3",
        ] {
            assert_eq!(said_of_gift(name), Ok(name.to_owned()));
        }
    }

    #[test]
    fn gift_name_refuses_addresses_and_directions_of_writing() {
        for name in
            ["Pay www.evil.test", "evil.test/x", "http://x", "//evil", "a@b.ca", "a@b", "<b>x"]
        {
            let why = said_of_gift(name).expect_err(name);
            assert!(why.contains("web or email address"), "{name}: {why}");
        }
        for name in ["A\u{202e}nn", "Ann\u{2069}"] {
            assert!(said_of_gift(name).expect_err("refused").contains("invisible"), "{name:?}");
        }
    }

    #[test]
    fn person_name_refuses_words_of_two_alphabets() {
        for name in ["Fu\u{3b7}Ray", "\u{415}li", "No\u{432}ak Eli"] {
            assert!(said(name).expect_err("refused").contains("alphabets"), "{name}");
        }
    }

    #[test]
    fn person_name_refuses_directions_of_writing_and_control_characters() {
        for name in ["A\u{202e}nn", "\u{202e}Ann", "Ann\u{2069}", "A\u{200f}nn"] {
            assert!(said(name).expect_err("refused").contains("invisible"), "{name:?}");
        }
        assert!(said("A\u{7}nn").expect_err("refused").contains("not allowed"));
        assert!(said(&"x".repeat(101)).is_err());
    }
}
