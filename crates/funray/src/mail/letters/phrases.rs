//! What the letters share: greetings, spans of time, and what people typed, made fit for a sentence.

use std::time::Duration;

use crate::{
    brand::Brand,
    kernel::{language::Language, names::looks_like_address},
};

/// The longest name that is greeted by.
const LONGEST_NAME: usize = 40;
/// So much of an organization's name fits a sentence, and so much a subject.
const LONGEST_ORGANIZATION: usize = 100;
const LONGEST_IN_SUBJECT: usize = 40;

/// "Hello Ann," or, when the name isn't one, "Hello,".
pub fn hello(lang: Language, first_name: &str) -> String {
    let word = match lang {
        Language::En => "Hello",
        Language::Fr => "Bonjour",
    };
    match name(first_name) {
        Some(name) => format!("{word} {name},"),
        None => format!("{word},"),
    }
}

/// A person's name, if it looks like one. Anybody can have a mail sent to anybody by registering: it must not
/// carry their web address or advertisement where the name should be.
pub fn name(text: &str) -> Option<String> {
    let name = one_line(text);
    let is_too_long = name.chars().count() > LONGEST_NAME;
    (!name.is_empty() && !is_too_long && !looks_like_address(&name)).then_some(name)
}

pub fn organization(text: &str) -> String {
    cut(&one_line(text), LONGEST_ORGANIZATION)
}

pub fn in_subject(text: &str) -> String {
    cut(&one_line(text), LONGEST_IN_SUBJECT)
}

/// The text without line breaks and other control characters: those could start a header of their own.
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

/// What a card does for a cause, where it supports one. A brand that knows no charities says nothing of it.
pub fn support(brand: Brand, lang: Language, charity: Option<&str>) -> Option<String> {
    let charity = organization(charity.filter(|_| brand == Brand::FunRay)?);
    Some(match lang {
        Language::En => format!("Part of its price goes to {charity}."),
        Language::Fr => format!("Une part de son prix va à {charity}."),
    })
}

/// Facts under their names, as far as they are known.
pub fn named<'a, const COUNT: usize>(
    names: [&str; COUNT],
    values: [impl Into<Option<&'a str>>; COUNT],
) -> Vec<(String, String)> {
    let known =
        names.into_iter().zip(values).filter_map(|(name, value)| Some((name, value.into()?)));
    known.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// "3 days", "1 heure": whole days where it is some, else hours.
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
    use crate::mail::lifetimes;

    #[test]
    fn hello_leaves_out_names_that_look_like_addresses() {
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
            assert_eq!(hello(Language::En, no_name), "Hello,", "{no_name}");
            assert_eq!(hello(Language::Fr, no_name), "Bonjour,", "{no_name}");
        }
        assert_eq!(hello(Language::Fr, "Anne\r\n Marie"), "Bonjour Anne Marie,");
    }

    #[test]
    fn in_subject_is_one_short_line() {
        assert_eq!(in_subject("Maple\r\nBcc: x\u{2028}y"), "Maple Bcc: x y");
        let cut = in_subject(&"word ".repeat(20));
        assert!(cut.chars().count() <= 40 && cut.ends_with("word…"), "{cut}");
    }

    #[test]
    fn support_names_the_charity_for_funray_only() {
        let said = |brand| support(brand, Language::En, Some("Bon Repas"));
        assert_eq!(said(Brand::FunRay).as_deref(), Some("Part of its price goes to Bon Repas."));
        assert_eq!(said(Brand::RayZr), None);
        assert_eq!(support(Brand::FunRay, Language::En, None), None);
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
