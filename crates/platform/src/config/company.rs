//! Finds company data that still has an example value or can't be true.

use super::{BrandSettings, Config, ConfigError, Layers, production::is_real};
use kernel::{
    brand::Brand,
    contact::{Email, Phone},
    fields::Checked,
};

const MAX_LETTERS: usize = 200;

type Read = fn(&BrandSettings) -> &str;

const FACTS: [(&str, Read); 7] = [
    ("company", |brand| &brand.company),
    ("address", |brand| &brand.address),
    ("city", |brand| &brand.city),
    ("phone", |brand| &brand.phone),
    ("email", |brand| &brand.email),
    ("privacy_officer", |brand| &brand.privacy_officer),
    ("privacy_email", |brand| &brand.privacy_email),
];

impl BrandSettings {
    /// Returns the names of the brand's settings that still have example values.
    pub fn placeholders(&self) -> Vec<&'static str> {
        let examples = Config::unchecked(&Layers::defaults()).ok();
        let is_placeholder = |(name, read): &(&str, Read)| {
            let value = read(self).trim();
            let is_example = |brand: Brand| {
                examples.as_ref().is_some_and(|examples| read(examples.brand(brand)) == value)
            };
            let is_false = match *name {
                "phone" => is_false_phone(value),
                "email" | "privacy_email" => Email::parse(value).is_none() || !is_real(value),
                _ => value.is_empty(),
            };
            is_false || Brand::all().any(is_example)
        };
        let facts = FACTS.iter().filter(|fact| is_placeholder(fact)).map(|(name, _)| *name);
        let address = self.is_at_an_example().then_some("public_url");
        address.into_iter().chain(facts).collect()
    }

    pub(super) fn refuse_broken_lines(&self, brand: Brand) -> Result<(), ConfigError> {
        let is_broken = |(_, read): &&(&str, Read)| {
            let value = read(self);
            value.chars().count() > MAX_LETTERS || value.contains(char::is_control)
        };
        match FACTS.iter().find(is_broken) {
            None => Ok(()),
            Some((name, _)) => Err(ConfigError(format!(
                "brands.{}.{name} must be one line of at most {MAX_LETTERS} letters",
                brand.slug()
            ))),
        }
    }
}

/// Returns true for an invalid phone number, or a fictitious one (555-0100 to 555-0199).
fn is_false_phone(text: &str) -> bool {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let local = &digits[digits.len().saturating_sub(7)..];
    Phone::check("", text).is_err() || local.starts_with("55501")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::config;

    #[test]
    fn placeholders_are_examples_and_impossible_values() {
        let all: Vec<&str> = FACTS.iter().map(|(name, _)| *name).collect();
        let placeholders = |more: &str| {
            config(more).expect("valid").brand(Brand::DEFAULT).placeholders().join(" ")
        };
        assert_eq!(placeholders(""), all.join(" "));
        let filled = "brands.funray = { company = \"Main Street Cards Ltd.\", address = \"7 King Street West\", \
                      city = \"Kingston, ON K7L 2W4\", phone = \"613 549-7000\", email = \"hello@funray.ca\", \
                      privacy_officer = \"Ann Tremblay\", privacy_email = \"privacy@funray.ca\"";
        assert_eq!(placeholders(&format!("{filled} }}")), "");
        for (setting, value) in [
            ("company", "RayZR Cards Inc."),
            ("address", " "),
            ("phone", "613-555-0142"),
            ("phone", "549-7000"),
            ("email", "hello@funray.example"),
            ("email", "hello"),
            ("privacy_email", "privacy@example.com"),
        ] {
            let other = filled.replacen(
                &format!("{setting} = "),
                &format!("{setting} = \"{value}\", was = "),
                1,
            );
            let (before, after) = other.split_once(", was = ").expect("replaced");
            let rest = after.split_once("\", ").map_or("", |(_, rest)| rest);
            let whole = [before, rest].into_iter().filter(|part| !part.is_empty());
            let whole = whole.collect::<Vec<_>>().join(", ");
            assert_eq!(placeholders(&format!("{whole} }}")), setting, "{value}");
        }
    }

    #[test]
    fn company_facts_are_single_lines() {
        let error = config("brands.rayzr.city = \"Kingston\\nOntario\"").expect_err("two lines");
        assert!(error.to_string().contains("brands.rayzr.city must be one line"), "{error}");
        let long = format!("brands.rayzr.company = \"{}\"", "x".repeat(MAX_LETTERS + 1));
        assert!(config(&long).is_err());
    }
}
