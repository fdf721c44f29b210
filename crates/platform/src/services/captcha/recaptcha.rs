//! Google's reCAPTCHA: Google verifies the token and reports its score, site and action.

use std::time::Duration;

use axum::http::Uri;
use serde::Deserialize;
use ureq::Agent;

use super::Purpose;
use crate::{
    config,
    error::{Error, Result},
};

/// Maximum length of a token in bytes, well above the length of Google's current tokens.
const MAX_TOKEN_LENGTH: usize = 16 * 1024;
const MAX_REPLY: u64 = 64 * 1024;
/// Error codes of Google that blame our configuration and not the visitor's token.
const OUR_FAULT: [&str; 3] = ["missing-input-secret", "invalid-input-secret", "bad-request"];

pub struct Recaptcha {
    agent: Agent,
    url: String,
    secret: String,
    min_score: f64,
}

#[derive(Deserialize)]
struct Reply {
    success: bool,
    hostname: Option<String>,
    /// Action for which the token was issued. Only reCAPTCHA version 3 reports an action and a
    /// score.
    action: Option<String>,
    score: Option<f64>,
    #[serde(rename = "error-codes", default)]
    error_codes: Vec<String>,
}

impl Recaptcha {
    pub fn new(config: &config::Captcha) -> Recaptcha {
        let agent = Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(config.recaptcha_timeout_seconds)))
            .max_redirects(0)
            .build()
            .new_agent();
        Recaptcha {
            agent,
            url: config.recaptcha_verify_url.clone(),
            secret: config.recaptcha_secret.clone(),
            min_score: config.recaptcha_min_score,
        }
    }

    /// Asks Google whether the token is valid for this form on one of these sites.
    pub async fn verify(&self, purpose: Purpose, token: &str, sites: &[String]) -> Result<bool> {
        if token.len() > MAX_TOKEN_LENGTH {
            return Ok(false);
        }
        let reply = self.ask(token.to_owned()).await?;
        if let Some(code) = reply.error_codes.iter().find(|code| OUR_FAULT.contains(&code.as_str()))
        {
            return Err(Error::CaptchaUnavailable(format!(
                "reCAPTCHA says {code}: look at captcha.recaptcha_secret"
            )));
        }
        let refusal = self.refusal(&reply, purpose, sites);
        if let Some(why) = refusal {
            tracing::info!(why, "a captcha token was refused");
        }
        Ok(refusal.is_none())
    }

    async fn ask(&self, token: String) -> Result<Reply> {
        let (agent, url, secret) = (self.agent.clone(), self.url.clone(), self.secret.clone());
        let asked = tokio::task::spawn_blocking(move || {
            let form = [("secret", secret.as_str()), ("response", token.as_str())];
            let mut response = agent.post(&url).send_form(form)?;
            response.body_mut().with_config().limit(MAX_REPLY).read_to_string()
        });
        let text = asked
            .await
            .map_err(|error| Error::Internal(error.to_string()))?
            .map_err(|error| Error::CaptchaUnavailable(format!("reCAPTCHA: {error}")))?;
        serde_json::from_str(&text)
            .map_err(|error| Error::CaptchaUnavailable(format!("reCAPTCHA's reply: {error}")))
    }

    fn refusal(&self, reply: &Reply, purpose: Purpose, sites: &[String]) -> Option<&'static str> {
        // Google allows letters and underscores in action names.
        let action = purpose.slug().replace('-', "_");
        let is_ours = |hostname: &str| {
            sites
                .iter()
                .filter_map(|site| host(site))
                .any(|host| host.eq_ignore_ascii_case(hostname))
        };
        if !reply.success {
            return Some("not earned, used before or too old");
        }
        if !reply.hostname.as_deref().is_some_and(is_ours) {
            return Some("earned on another site");
        }
        if reply.action.as_ref().is_some_and(|earned_for| *earned_for != action) {
            return Some("earned for another form");
        }
        if reply.score.is_some_and(|score| score < self.min_score) {
            return Some("too low a score");
        }
        None
    }
}

fn host(site: &str) -> Option<String> {
    site.parse::<Uri>().ok()?.host().map(str::to_owned)
}
