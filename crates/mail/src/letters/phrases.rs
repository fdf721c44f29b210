//! Formats values for use in sentences: durations, and texts that users typed.

use std::time::Duration;

use kernel::{language::Language, names::looks_like_address};

/// Maximum length of a person's name, in characters.
const MAX_NAME: usize = 40;
/// Maximum length of an organization's name in a sentence, and of any name in a subject line, in
/// characters.
const MAX_ORGANIZATION: usize = 100;
const MAX_IN_SUBJECT: usize = 40;

/// Returns the name if it looks like a person's name. Anyone can make the program email a stranger,
/// by registering with the stranger's address. The name must therefore not contain a web address or
/// an advertisement.
pub fn name(text: &str) -> Option<String> {
    let name = one_line(text);
    let is_too_long = name.chars().count() > MAX_NAME;
    (!name.is_empty() && !is_too_long && !looks_like_address(&name)).then_some(name)
}

pub fn organization(text: &str) -> String {
    cut(&one_line(text), MAX_ORGANIZATION)
}

pub fn in_subject(text: &str) -> String {
    cut(&one_line(text), MAX_IN_SUBJECT)
}

/// Replaces line breaks and other control characters, which could inject another mail header.
fn one_line(text: &str) -> String {
    let plain = text.replace(char::is_control, " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end())
}

/// Formats a duration such as "3 days" or "1 heure" in days, hours or minutes, rounded down.
pub fn span(lang: Language, span: Duration) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let seconds = span.as_secs();
    let (count, one, many) = match lang {
        Language::En if seconds >= DAY => (seconds / DAY, "day", "days"),
        Language::En if seconds >= HOUR => (seconds / HOUR, "hour", "hours"),
        _ if seconds < HOUR => (seconds / MINUTE, "minute", "minutes"),
        Language::Fr if seconds >= DAY => (seconds / DAY, "jour", "jours"),
        _ => (seconds / HOUR, "heure", "heures"),
    };
    format!("{count}\u{a0}{}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lifetimes;

    #[test]
    fn name_leaves_out_names_that_look_like_addresses() {
        for named in [
            "Ann",
            "Anne-Marie  d’Arc",
            "J. P.",
            "J.R. Smith",
            "J.P. Tremblay",
            "J.R.R. Tolkien",
            "M.-É.L. Roy",
            "Ann (A.R.)",
            "李",
            "Zoë O'Neil",
        ] {
            assert!(name(named).is_some(), "{named}");
        }
        let long = "x".repeat(41);
        for no_name in [
            "",
            " ",
            "http://evil.example",
            "win at evil.example",
            "evil.example/x",
            "a@b",
            "a.co",
            "x.y.com",
            "J.R.Smith",
            "evil.x",
            ".co",
            "1.1.1.1",
            "李.王",
            &long,
        ] {
            assert_eq!(name(no_name), None, "{no_name}");
        }
        assert_eq!(name("Anne\r\n Marie").as_deref(), Some("Anne Marie"));
    }

    #[test]
    fn in_subject_is_one_short_line() {
        assert_eq!(in_subject("Maple\r\nBcc: x\u{2028}y"), "Maple Bcc: x y");
        let cut = in_subject(&"word ".repeat(20));
        assert!(cut.chars().count() <= 40 && cut.ends_with("word…"), "{cut}");
    }

    #[test]
    fn span_is_written_in_words() {
        for (lang, words) in [
            (Language::En, ["3\u{a0}days", "1\u{a0}hour", "15\u{a0}minutes"]),
            (Language::Fr, ["3\u{a0}jours", "1\u{a0}heure", "15\u{a0}minutes"]),
        ] {
            let said = [lifetimes::CONFIRM, lifetimes::RESET, lifetimes::EMAIL_CODE]
                .map(|lifetime| span(lang, lifetime));
            assert_eq!(said, words);
        }
    }
}
