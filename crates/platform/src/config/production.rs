//! Checks of the settings before a production start. A failed check says how to correct the
//! setting.

use std::fmt;

use serde::Deserialize;

use super::{Config, ConfigError, Environment};
use kernel::{brand::Brand, random::from_hex};

/// Setting that is harmless in development and dangerous in production. The program starts in
/// production only if `production_allows` names the risk.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Risk {
    Demo,
    PlainHttp,
    SandboxGateway,
    MailFolder,
    PlainMail,
    MailFrom,
    Placeholders,
    PublicMetrics,
}

impl Risk {
    fn name(self) -> &'static str {
        match self {
            Risk::Demo => "demo",
            Risk::PlainHttp => "plain-http",
            Risk::SandboxGateway => "sandbox-gateway",
            Risk::MailFolder => "mail-folder",
            Risk::PlainMail => "plain-mail",
            Risk::MailFrom => "mail-from",
            Risk::Placeholders => "placeholders",
            Risk::PublicMetrics => "public-metrics",
        }
    }
}

/// Result of one check of the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub subject: &'static str,
    pub verdict: Verdict,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Fine,
    /// Dangerous, but accepted by an entry in `production_allows`.
    Accepted(String),
    /// Allowed, but probably unintended.
    Advice(String),
    /// Prevents a production start. Holds the problem and its remedy.
    Refused(String),
}

impl Check {
    pub fn fine(subject: &'static str) -> Check {
        Check { subject, verdict: Verdict::Fine }
    }

    pub fn refused(subject: &'static str, problem: &str, remedy: &str) -> Check {
        Check { subject, verdict: Verdict::Refused(format!("{problem}; {remedy}")) }
    }

    pub fn advice(subject: &'static str, advice: &str) -> Check {
        Check { subject, verdict: Verdict::Advice(advice.to_owned()) }
    }

    /// Returns the reason if this check prevents a production start.
    pub fn refusal(&self) -> Option<String> {
        match &self.verdict {
            Verdict::Refused(why) => Some(format!("production refuses {why}")),
            _ => None,
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = self.subject;
        match &self.verdict {
            Verdict::Fine => write!(out, "fine      {subject}"),
            Verdict::Accepted(what) => write!(out, "accepted  {subject}: {what}"),
            Verdict::Advice(what) => write!(out, "advice    {subject}: {what}"),
            Verdict::Refused(what) => write!(out, "REFUSED   {subject}: {what}"),
        }
    }
}

const COMPANY_REMEDY: &str =
    "set those of your company, or enter them in the portal before real money is taken";

fn examples_in(names: &[(Brand, &str)]) -> String {
    let names: Vec<String> =
        names.iter().map(|(brand, name)| format!("brands.{}.{name}", brand.slug())).collect();
    format!("examples in {}, which footers, letters and legal texts show", names.join(", "))
}

/// Minimum number of different byte values in a secret key. Of 32 random bytes, nearly all have
/// different values. A key with fewer different values was probably typed by a person.
const FEWEST_BYTES: usize = 16;
/// Domain endings that can't send email.
const UNREAL: [&str; 7] = ["localhost", "invalid", "test", "example", "local", "lan", "internal"];
const EXAMPLES: [&str; 3] = ["example.com", "example.net", "example.org"];

impl Config {
    /// Checks the settings as a production start does.
    pub fn production_checks(&self) -> Vec<Check> {
        let mut checks = vec![
            self.check_demo(),
            self.check_gateway(),
            self.check_public_urls(),
            self.check_proxies(),
            self.check_mail(),
            self.check_senders(),
            self.check_companies(),
            self.check_key(),
            self.check_metrics(),
        ];
        checks.extend(self.advice());
        checks
    }

    pub(super) fn refuse_risks(&self) -> Result<(), ConfigError> {
        if self.environment == Environment::Development {
            return Ok(());
        }
        match self.production_checks().iter().find_map(Check::refusal) {
            Some(why) => Err(ConfigError(why)),
            None => Ok(()),
        }
    }

    fn risky(&self, subject: &'static str, risk: Risk, problem: &str, remedy: &str) -> Check {
        let name = risk.name();
        let verdict = if self.production_allows.contains(&risk) {
            Verdict::Accepted(format!("{problem}, as production_allows says (\"{name}\")"))
        } else {
            Verdict::Refused(format!(
                "{problem}; {remedy}, or name \"{name}\" in production_allows"
            ))
        };
        Check { subject, verdict }
    }

    fn check_demo(&self) -> Check {
        const SUBJECT: &str = "demo data";
        if !self.demo {
            return Check::fine(SUBJECT);
        }
        self.risky(SUBJECT, Risk::Demo, "demo data and the sandbox", "start without them")
    }

    fn check_gateway(&self) -> Check {
        const SUBJECT: &str = "card gateway";
        if let Some((name, url)) = self.gateway.readable_by_others() {
            let problem = format!("{name} {url:?}, which sends keys and payments unencrypted");
            let remedy = "begin it with https:// (http:// is for a sandbox on this machine)";
            return Check::refused(SUBJECT, &problem, remedy);
        }
        let Some(url) = self.gateway.play_money() else { return Check::fine(SUBJECT) };
        let problem = format!("the gateway at {url:?}, which moves no real money");
        self.risky(SUBJECT, Risk::SandboxGateway, &problem, "set gateway.url to the live one")
    }

    fn check_public_urls(&self) -> Check {
        const SUBJECT: &str = "public addresses";
        let served = self.brands_served();
        let plain = served.iter().find(|brand| !self.brand(**brand).is_https());
        let Some(brand) = plain else { return Check::fine(SUBJECT) };
        let url = &self.brand(*brand).public_url;
        let problem = format!("brands.{}.public_url without https:// ({url:?})", brand.slug());
        let remedy = "set the address that people type; a brand without one is left out where the other has one";
        self.risky(SUBJECT, Risk::PlainHttp, &problem, remedy)
    }

    fn check_proxies(&self) -> Check {
        const SUBJECT: &str = "reverse proxy";
        let is_https = self.brands_served().into_iter().any(|brand| self.brand(brand).is_https());
        if !is_https || self.http.trusted_proxies.are_named() {
            return Check::fine(SUBJECT);
        }
        Check::refused(
            SUBJECT,
            "https addresses without http.trusted_proxies: everybody behind the proxy that speaks https would count as \
             one client",
            "name that proxy's address or network, or [\"none\"] where clients connect to the program themselves",
        )
    }

    fn check_mail(&self) -> Check {
        const SUBJECT: &str = "mail";
        let mail = self.mail.as_str();
        if mail.is_empty() && self.demo {
            return Check::fine(SUBJECT);
        }
        if mail.is_empty() || mail.starts_with("dir:") {
            let problem = "emails in a folder: they reach no recipient, and anyone who can read the folder can open gifts and accounts";
            let remedy = "set mail to smtps://… or smtp://…?tls=required";
            return self.risky(SUBJECT, Risk::MailFolder, problem, remedy);
        }
        if mail.starts_with("smtp://") && !mail.contains("tls=required") {
            let problem = "mail over smtp:// that may go without TLS";
            return self.risky(
                SUBJECT,
                Risk::PlainMail,
                problem,
                "use smtps:// or add ?tls=required",
            );
        }
        Check::fine(SUBJECT)
    }

    fn check_senders(&self) -> Check {
        const SUBJECT: &str = "mail senders";
        let mut served = self.brands_served().into_iter();
        let wrong = served.find(|brand| !is_real(&self.brand(*brand).mail_from));
        let Some(brand) = wrong else { return Check::fine(SUBJECT) };
        let from = &self.brand(brand).mail_from;
        let problem =
            format!("brands.{}.mail_from {from:?}, which no mail can come from", brand.slug());
        self.risky(SUBJECT, Risk::MailFrom, &problem, "set an address of your own domain")
    }

    /// Checks the company data. It appears in footers, letters, receipts and legal texts, and the
    /// law requires the real company.
    fn check_companies(&self) -> Check {
        const SUBJECT: &str = "company";
        let names = self.placeholders();
        if names.is_empty() {
            return Check::fine(SUBJECT);
        }
        // An administrator can still enter facts that no setting gives.
        let is_open = names.iter().all(|(brand, name)| self.setting_of(*brand, name).is_none());
        if is_open && !self.production_allows.contains(&Risk::Placeholders) {
            return Check::advice(SUBJECT, &format!("{}; {COMPANY_REMEDY}", examples_in(&names)));
        }
        self.risky(SUBJECT, Risk::Placeholders, &examples_in(&names), COMPANY_REMEDY)
    }

    /// Lists the facts about companies that are examples or can't be true.
    fn placeholders(&self) -> Vec<(Brand, &'static str)> {
        let served = self.brands_served().into_iter();
        let of = |brand| {
            let names = self.brand(brand).placeholders().into_iter();
            names.map(move |name| (brand, name))
        };
        served.flat_map(of).collect()
    }

    /// Refuses to take real money for a company whose facts are examples, after the facts that were
    /// entered on screen have been added.
    pub fn refuse_examples_for_money(&self) -> Result<(), ConfigError> {
        let is_paid = self.takes_real_money() && self.gateway.account(self.demo).is_some();
        let names = self.placeholders();
        if !is_paid || names.is_empty() || self.production_allows.contains(&Risk::Placeholders) {
            return Ok(());
        }
        let problem = examples_in(&names);
        Err(ConfigError(format!("production refuses {problem}; {COMPANY_REMEDY}")))
    }

    fn check_key(&self) -> Check {
        const SUBJECT: &str = "secret key";
        let key = from_hex::<32>(self.secret_key.trim());
        let is_poor = key.is_some_and(|mut bytes| {
            bytes.sort_unstable();
            bytes.chunk_by(|one, other| one == other).count() < FEWEST_BYTES
        });
        if !is_poor {
            return Check::fine(SUBJECT);
        }
        let problem = "a secret_key that can be guessed";
        Check::refused(SUBJECT, problem, "set what `openssl rand -hex 32` prints")
    }

    fn check_metrics(&self) -> Check {
        const SUBJECT: &str = "metrics";
        if !self.ops_listen.is_empty() {
            return Check::fine(SUBJECT);
        }
        let remedy = "set ops_listen to an address that only operators reach";
        self.risky(SUBJECT, Risk::PublicMetrics, "/metrics on the public address", remedy)
    }

    fn advice(&self) -> Vec<Check> {
        let account = self.gateway.account(self.demo);
        let is_deaf =
            account.as_ref().is_some_and(|account| account.signature_key.expose().is_empty());
        let is_remote = !self.database_url.is_empty()
            && !["localhost", "127.0.0.1", "[::1]"]
                .iter()
                .any(|host| self.database_url.contains(host));
        let is_plain = is_remote && !self.database_url.contains("sslmode=");
        let guards = self.guards_off().into_iter();
        let guards = guards.map(|guard| Check::advice(guard.subject(), guard.warning()));
        let others = [
            (account.is_none(), "payments", "gateway.url is empty, so nothing can be paid"),
            (
                is_deaf,
                "webhooks",
                "gateway.signature_key is empty, so all webhooks of the gateway are rejected",
            ),
            (
                is_plain,
                "database",
                "database_url has no sslmode=require, so the connection may be unencrypted",
            ),
        ]
        .into_iter()
        .filter(|(is_so, ..)| *is_so)
        .map(|(_, subject, advice)| Check::advice(subject, advice));
        guards.chain(others).collect()
    }
}

/// Returns true if emails can be sent from this address, judging by its domain.
pub(super) fn is_real(mail_from: &str) -> bool {
    let Some((_, domain)) = mail_from.rsplit_once('@') else { return false };
    let domain = domain.trim_end_matches('>').to_ascii_lowercase();
    let Some((_, ending)) = domain.rsplit_once('.') else { return false };
    !ending.is_empty() && !UNREAL.contains(&ending) && !is_example(&domain)
}

/// Returns true for a host name reserved for documentation.
pub(super) fn is_example(host: &str) -> bool {
    host.ends_with(".example") || EXAMPLES.iter().any(|example| host.ends_with(example))
}

#[cfg(test)]
pub mod tests {
    use super::super::{Layers, Origin};
    use super::*;

    /// Minimal settings that a production start accepts.
    pub const FINE: &str = "environment = \"production\"\n\
        ops_listen = \"127.0.0.1:8081\"\n\
        mail = \"smtps://ann:hunter2@mail.shop.ca\"\n\
        http.trusted_proxies = [\"10.0.0.1\"]\n\
        brands.funray.public_url = \"https://funray.ca\"\n\
        brands.funray.mail_from = \"FunRay <hello@funray.ca>\"\n\
        brands.funray.company = \"Main Street Cards Ltd.\"\n\
        brands.funray.address = \"7 King Street West\"\n\
        brands.funray.city = \"Kingston, ON K7L 2W4\"\n\
        brands.funray.phone = \"613-549-7000\"\n\
        brands.funray.email = \"hello@funray.ca\"\n\
        brands.funray.privacy_officer = \"Ann Tremblay\"\n\
        brands.funray.privacy_email = \"privacy@funray.ca\"\n\
        brands.rayzr.public_url = \"https://rayzr.ca\"\n\
        brands.rayzr.mail_from = \"hello@rayzr.ca\"\n\
        brands.rayzr.company = \"Main Street Cards Ltd.\"\n\
        brands.rayzr.address = \"7 King Street West\"\n\
        brands.rayzr.city = \"Kingston, ON K7L 2W4\"\n\
        brands.rayzr.phone = \"613-549-7000\"\n\
        brands.rayzr.email = \"hello@rayzr.ca\"\n\
        brands.rayzr.privacy_officer = \"Ann Tremblay\"\n\
        brands.rayzr.privacy_email = \"privacy@rayzr.ca\"\n";

    fn start(more: &str) -> Result<Config, ConfigError> {
        let mut layers = Layers::defaults();
        layers.add_toml(FINE, Origin::File)?;
        layers.add_toml(more, Origin::Environment)?;
        Config::from_layers(&layers)
    }

    #[test]
    fn production_checks_refuse_risks_and_name_a_remedy() {
        let config = start("").expect("fine");
        let checks = config.production_checks();
        assert_eq!(checks.iter().find_map(Check::refusal), None);
        let zeros = format!("secret_key = \"{}\"", "0".repeat(64));
        let typed = format!("secret_key = \"{}\"", "0123456789abcdef".repeat(4));
        for (settings, words) in [
            ("demo = true", "\"demo\" in production_allows"),
            ("mail = \"\"", "\"mail-folder\" in production_allows"),
            ("mail = \"dir:/tmp/mail\"", "\"mail-folder\" in production_allows"),
            ("mail = \"smtp://mail.shop.ca\"", "\"plain-mail\" in production_allows"),
            ("mail = \"smtp://mail.shop.ca?tls=opportunistic\"", "?tls=required"),
            ("http.trusted_proxies = []", "[\"none\"]"),
            ("ops_listen = \"\"", "\"public-metrics\" in production_allows"),
            ("brands.rayzr.public_url = \"http://rayzr.ca\"", "\"plain-http\" in"),
            ("brands.rayzr.mail_from = \"hello@rayzr.localhost\"", "brands.rayzr.mail_from"),
            ("brands.rayzr.mail_from = \"hello@mail.example.com\"", "\"mail-from\" in"),
            ("brands.rayzr.mail_from = \"hello\"", "mail_from"),
            (
                "brands.rayzr.public_url = \"\"\nbrands.funray.public_url = \"\"",
                "\"plain-http\" in",
            ),
            ("brands.funray.company = \"\"", "\"placeholders\" in production_allows"),
            ("brands.rayzr.phone = \"416-555-0168\"", "examples in brands.rayzr.phone, which"),
            (zeros.as_str(), "openssl rand"),
            (typed.as_str(), "openssl rand"),
        ] {
            let refused = start(settings).expect_err(settings);
            assert!(refused.0.starts_with("production refuses "), "{refused}");
            assert!(refused.0.contains(words), "{settings}: {refused}");
            assert!(!refused.0.contains("hunter2"), "{refused}");
            let development = format!("environment = \"development\"\n{settings}");
            assert!(start(&development).is_ok(), "{settings}");
        }
    }

    #[test]
    fn production_checks_accept_risks_in_production_allows() {
        for (settings, name) in [
            ("demo = true", "demo"),
            ("mail = \"\"", "mail-folder"),
            ("mail = \"smtp://mail.shop.ca\"", "plain-mail"),
            ("ops_listen = \"\"", "public-metrics"),
            ("brands.rayzr.mail_from = \"hello@localhost\"", "mail-from"),
            ("brands.rayzr.public_url = \"http://rayzr.ca\"", "plain-http"),
            ("brands.rayzr.privacy_officer = \"\"", "placeholders"),
        ] {
            let config =
                start(&format!("production_allows = [\"{name}\"]\n{settings}")).expect(name);
            let checks = config.production_checks();
            let is_accepted = |check: &Check| matches!(check.verdict, Verdict::Accepted(_));
            assert_eq!(checks.iter().filter(|check| is_accepted(check)).count(), 1, "{name}");
        }
        assert!(start("http.trusted_proxies = [\"none\"]").is_ok());
        // A brand that is not served needs no settings.
        let alone =
            "brands.rayzr = { public_url = \"\", mail_from = \"\", company = \"\", phone = \"\" }";
        assert_eq!(
            start(alone).expect("one brand").production_checks().iter().find_map(Check::refusal),
            None
        );
        let random = "4f1c9be27a03d5568e21c0f7b9436ad85e7092fb13c84d6ea95b2f700d8c61e3";
        assert!(start(&format!("secret_key = \"{random}\"")).is_ok());
    }
}
