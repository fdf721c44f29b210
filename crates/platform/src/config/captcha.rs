//! Captcha provider of public forms, and its difficulty.

use serde::Deserialize;

use super::{ConfigError, Environment};

const RECAPTCHA_VERIFY_URL: &str = "https://www.google.com/recaptcha/api/siteverify";
/// Maximum cost of the proof of work. For each challenge, the server itself derives one key at this
/// cost, on the thread that handles the request. At the maximum, this takes a few milliseconds.
const HIGHEST_COST: u32 = 20_000;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captcha {
    provider: Choice,
    pub altcha_cost: u32,
    pub altcha_counter_min: u32,
    pub altcha_counter_max: u32,
    pub recaptcha_site_key: String,
    pub recaptcha_secret: String,
    pub recaptcha_min_score: f64,
    pub recaptcha_timeout_seconds: u64,
    pub recaptcha_verify_url: String,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Auto,
    Altcha,
    Recaptcha,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaProvider {
    Altcha,
    Recaptcha,
}

impl Captcha {
    pub fn provider(&self) -> CaptchaProvider {
        match self.provider {
            Choice::Altcha => CaptchaProvider::Altcha,
            Choice::Recaptcha => CaptchaProvider::Recaptcha,
            Choice::Auto if self.recaptcha_site_key.is_empty() => CaptchaProvider::Altcha,
            Choice::Auto => CaptchaProvider::Recaptcha,
        }
    }

    pub(super) fn refuse_nonsense(&self, environment: Environment) -> Result<(), ConfigError> {
        let refuse = |what: String| Err(ConfigError(what));
        if !(1..=HIGHEST_COST).contains(&self.altcha_cost) {
            return refuse(format!("captcha.altcha_cost must be between 1 and {HIGHEST_COST}"));
        }
        if self.altcha_counter_min > self.altcha_counter_max {
            return refuse(
                "captcha.altcha_counter_min must not be above captcha.altcha_counter_max"
                    .to_owned(),
            );
        }
        if !(0.0..=1.0).contains(&self.recaptcha_min_score) {
            return refuse("captcha.recaptcha_min_score must be between 0.0 and 1.0".to_owned());
        }
        let uses_recaptcha = self.provider() == CaptchaProvider::Recaptcha;
        for (name, key) in [
            ("captcha.recaptcha_site_key", &self.recaptcha_site_key),
            ("captcha.recaptcha_secret", &self.recaptcha_secret),
        ] {
            if uses_recaptcha && key.is_empty() {
                return refuse(format!("reCAPTCHA needs {name}: Google gives out both keys"));
            }
        }
        if uses_recaptcha && self.recaptcha_timeout_seconds == 0 {
            return refuse("captcha.recaptcha_timeout_seconds must be at least 1".to_owned());
        }
        let is_google = self.recaptcha_verify_url == RECAPTCHA_VERIFY_URL;
        if environment == Environment::Production && !is_google {
            return refuse(format!(
                "captcha.recaptcha_verify_url can only be another one in development; leave it at {RECAPTCHA_VERIFY_URL}"
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Layers, Origin, production::tests::FINE};

    fn config(toml: &str) -> Result<Config, ConfigError> {
        let mut layers = Layers::defaults();
        layers.add_toml(toml, Origin::File)?;
        Config::from_layers(&layers)
    }

    const KEYS: &str =
        "captcha.recaptcha_site_key = \"site\"\ncaptcha.recaptcha_secret = \"secret\"";

    #[test]
    fn provider_is_recaptcha_when_keys_are_set_unless_named() {
        for (toml, provider) in [
            ("", CaptchaProvider::Altcha),
            (KEYS, CaptchaProvider::Recaptcha),
            (&format!("{KEYS}\ncaptcha.provider = \"recaptcha\""), CaptchaProvider::Recaptcha),
            (&format!("{KEYS}\ncaptcha.provider = \"altcha\""), CaptchaProvider::Altcha),
        ] {
            assert_eq!(config(toml).expect(toml).captcha.provider(), provider, "{toml}");
        }
    }

    #[test]
    fn captcha_settings_name_invalid_values() {
        for (toml, word) in [
            ("captcha.altcha_cost = 0", "altcha_cost"),
            ("captcha.altcha_cost = 20001", "altcha_cost"),
            ("captcha.altcha_counter_min = 9999999", "altcha_counter_min"),
            ("captcha.recaptcha_min_score = 1.5", "recaptcha_min_score"),
            ("captcha.provider = \"recaptcha\"", "recaptcha_site_key"),
            ("captcha.recaptcha_site_key = \"site\"", "recaptcha_secret"),
            (&format!("{KEYS}\ncaptcha.recaptcha_timeout_seconds = 0"), "timeout"),
            ("captcha.provider = \"turnstile\"", "turnstile"),
        ] {
            let error = config(toml).expect_err(toml);
            assert!(error.0.contains(word), "{toml}: {error}");
        }
    }

    #[test]
    fn captcha_verify_url_is_google_in_production() {
        let production = FINE;
        let elsewhere = "captcha.recaptcha_verify_url = \"http://127.0.0.1:1\"";
        assert!(config(production).is_ok());
        assert!(config(elsewhere).is_ok());
        let error = config(&format!("{production}{elsewhere}")).expect_err("elsewhere");
        assert!(error.0.contains("recaptcha_verify_url"), "{error}");
    }
}
