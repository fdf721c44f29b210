//! Facts about the companies behind the brands. Finds those that still have an example value or
//! can't be true. Administrators may enter facts on screen that no other layer sets.

use std::collections::BTreeMap;

use super::{BrandSettings, Config, ConfigError, Layers, Origin, production::is_real};
use kernel::{
    brand::Brand,
    contact::{Email, Phone},
    fields::Checked,
};

const MAX_LETTERS: usize = 200;

type Read = fn(&BrandSettings) -> &str;

/// Facts entered on screen, by the slug of the brand and the name of the setting.
pub type CompanyFacts = BTreeMap<(String, String), String>;

const FACTS: [(&str, Read); 7] = [
    ("company", |brand| &brand.company),
    ("address", |brand| &brand.address),
    ("city", |brand| &brand.city),
    ("phone", |brand| &brand.phone),
    ("email", |brand| &brand.email),
    ("privacy_officer", |brand| &brand.privacy_officer),
    ("privacy_email", |brand| &brand.privacy_email),
];

/// A fact about a company, and the layer that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyFact {
    pub name: &'static str,
    pub value: String,
    pub origin: FactOrigin,
    /// Whether the value is an example or can't be true.
    pub is_placeholder: bool,
}

/// Layer of a fact about a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactOrigin {
    /// Brand's folder.
    Default,
    /// Entered on screen.
    Screen,
    /// Settings file, environment or flag, which the screen can't change.
    Setting(Origin),
}

impl Config {
    /// Returns the settings of a brand with the facts that were entered on screen. The settings
    /// file, the environment and flags override these.
    pub fn company(&self, brand: Brand, entered: &CompanyFacts) -> BrandSettings {
        let (served, mut settings) = (self.served(brand), self.brand(brand).clone());
        for (name, _) in FACTS {
            let key = (served.slug().to_owned(), name.to_owned());
            if self.setting_of(served, name).is_none()
                && let (Some(value), Some(slot)) = (entered.get(&key), settings.fact_mut(name))
            {
                slot.clone_from(value);
            }
        }
        settings
    }

    /// Returns these settings with the facts that were entered on screen, for checks.
    #[must_use]
    pub fn with_companies(&self, entered: &CompanyFacts) -> Config {
        let mut config = self.clone();
        let served: Vec<Brand> = self.brands_served();
        for brand in served {
            *config.brands.of_mut(brand) = self.company(brand, entered);
        }
        config
    }

    /// Lists the facts about a brand's company.
    pub fn company_facts(&self, brand: Brand, entered: &CompanyFacts) -> Vec<CompanyFact> {
        let settings = self.company(brand, entered);
        let placeholders = settings.placeholders();
        let fact = |(name, read): (&'static str, Read)| {
            let key = (brand.slug().to_owned(), name.to_owned());
            let origin = match self.setting_of(brand, name) {
                Some(origin) => FactOrigin::Setting(origin),
                None if entered.contains_key(&key) => FactOrigin::Screen,
                None => FactOrigin::Default,
            };
            let is_placeholder = placeholders.contains(&name);
            CompanyFact { name, value: read(&settings).to_owned(), origin, is_placeholder }
        };
        FACTS.map(fact).into()
    }

    /// Returns the layer that sets a fact about a brand's company; `None` if it has its default.
    pub(super) fn setting_of(&self, brand: Brand, name: &str) -> Option<Origin> {
        self.origins_of_brands.get(&format!("brands.{}.{name}", brand.slug())).copied()
    }
}

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

    /// Returns this fact about the company, to change it.
    fn fact_mut(&mut self, name: &str) -> Option<&mut String> {
        Some(match name {
            "company" => &mut self.company,
            "address" => &mut self.address,
            "city" => &mut self.city,
            "phone" => &mut self.phone,
            "email" => &mut self.email,
            "privacy_officer" => &mut self.privacy_officer,
            "privacy_email" => &mut self.privacy_email,
            _ => return None,
        })
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
    fn company_takes_facts_from_the_screen_that_no_setting_gives() {
        let brand = Brand::DEFAULT;
        let config = config("brands.funray.city = \"Kingston, ON K7L 2W4\"").expect("valid");
        let key = |name: &str| (brand.slug().to_owned(), name.to_owned());
        let entered: CompanyFacts = [("company", "Main Street Cards Ltd."), ("city", "Toronto")]
            .map(|(name, value)| (key(name), value.to_owned()))
            .into();
        let company = config.company(brand, &entered);
        assert_eq!(company.company, "Main Street Cards Ltd.");
        assert_eq!(company.city, "Kingston, ON K7L 2W4");
        let facts = config.company_facts(brand, &entered);
        let origin = |name: &str| {
            let fact = facts.iter().find(|fact| fact.name == name).expect("a fact");
            (fact.origin, fact.is_placeholder)
        };
        assert_eq!(origin("company"), (FactOrigin::Screen, false));
        assert_eq!(origin("city"), (FactOrigin::Setting(Origin::File), false));
        assert_eq!(origin("phone"), (FactOrigin::Default, true));
        let all = config.with_companies(&entered);
        assert_eq!(all.brand(brand).company, "Main Street Cards Ltd.");
    }

    #[test]
    fn company_facts_are_single_lines() {
        let error = config("brands.rayzr.city = \"Kingston\\nOntario\"").expect_err("two lines");
        assert!(error.to_string().contains("brands.rayzr.city must be one line"), "{error}");
        let long = format!("brands.rayzr.company = \"{}\"", "x".repeat(MAX_LETTERS + 1));
        assert!(config(&long).is_err());
    }
}
