//! Result of one check of the doctor, for people and for programs.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use platform::config::{Check, Verdict};

/// Outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DoctorOutcome)]
pub enum Outcome {
    Fine,
    /// Dangerous, but accepted by an entry in `production_allows`.
    Accepted,
    /// Allowed, but probably unintended.
    Advice,
    /// Could not be checked.
    Unknown,
    /// Does not work, or is unsafe.
    Failed,
    /// Prevents a production start.
    Refused,
}

/// Result of one check. Programs that read it rely on `name` and `outcome`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = DoctorFinding)]
pub struct Finding {
    /// Stable name of the check.
    #[schema(example = "spf")]
    pub name: String,
    /// Checked brand, domain or address. Empty if the check has one subject only.
    #[schema(example = "cards.shop.ca")]
    pub about: String,
    /// Outcome of the check.
    pub outcome: Outcome,
    /// Observed state.
    #[schema(example = "there is no SPF record")]
    pub found: String,
    /// Next step of the operator. Empty if there is none.
    #[schema(example = "add the TXT record that your mail provider names")]
    pub remedy: String,
    /// Page of the documentation.
    #[schema(example = "operate/mail")]
    pub page: String,
}

/// Name and page of a check, from which its findings are made.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    pub name: &'static str,
    pub page: &'static str,
}

impl Topic {
    pub fn fine(self, about: &str, found: impl Into<String>) -> Finding {
        self.finding(about, Outcome::Fine, found.into(), "")
    }

    pub fn advice(self, about: &str, found: impl Into<String>, remedy: &str) -> Finding {
        self.finding(about, Outcome::Advice, found.into(), remedy)
    }

    pub fn unknown(self, about: &str, found: impl Into<String>, remedy: &str) -> Finding {
        self.finding(about, Outcome::Unknown, found.into(), remedy)
    }

    pub fn failed(self, about: &str, found: impl Into<String>, remedy: &str) -> Finding {
        self.finding(about, Outcome::Failed, found.into(), remedy)
    }

    fn finding(self, about: &str, outcome: Outcome, found: String, remedy: &str) -> Finding {
        Finding {
            name: self.name.to_owned(),
            about: about.to_owned(),
            outcome,
            found,
            remedy: remedy.to_owned(),
            page: self.page.to_owned(),
        }
    }
}

/// Pages that explain the checks of the settings, by the subject of the check.
const PAGES: [(&str, &str); 5] = [
    ("mail", "operate/mail"),
    ("mail senders", "operate/mail"),
    ("public addresses", "operate/domains"),
    ("reverse proxy", "operate/domains"),
    ("webhooks", "operate/authorize-net"),
];

impl Finding {
    /// Converts a check of the settings. Its name is the subject with hyphens.
    pub fn of_settings(check: &Check) -> Finding {
        let page = PAGES.iter().find(|(subject, _)| *subject == check.subject);
        let (outcome, text) = match &check.verdict {
            Verdict::Fine => (Outcome::Fine, ""),
            Verdict::Accepted(text) => (Outcome::Accepted, text.as_str()),
            Verdict::Advice(text) => (Outcome::Advice, text.as_str()),
            Verdict::Refused(text) => (Outcome::Refused, text.as_str()),
        };
        // A refusal is the problem and its remedy in one sentence.
        let (found, remedy) = match outcome {
            Outcome::Refused => text.split_once("; ").unwrap_or((text, "")),
            _ => (text, ""),
        };
        // The name "database" belongs to the check that asks the database.
        let name = if check.subject == "database" { "database-tls" } else { check.subject };
        Finding {
            name: name.replace(' ', "-"),
            about: String::new(),
            outcome,
            found: found.to_owned(),
            remedy: remedy.to_owned(),
            page: page.map_or("reference/settings", |(_, page)| page).to_owned(),
        }
    }

    /// Returns true if the operator must act before going live.
    pub fn is_bad(&self) -> bool {
        matches!(self.outcome, Outcome::Failed | Outcome::Refused)
    }
}

impl Outcome {
    fn label(self) -> &'static str {
        match self {
            Outcome::Fine => "fine",
            Outcome::Accepted => "accepted",
            Outcome::Advice => "advice",
            Outcome::Unknown => "unknown",
            Outcome::Failed => "FAILED",
            Outcome::Refused => "REFUSED",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:<9} {}", self.outcome.label(), self.name)?;
        if !self.about.is_empty() {
            write!(out, " {}", self.about)?;
        }
        let said = [&self.found, &self.remedy].map(String::as_str);
        let said: Vec<&str> = said.into_iter().filter(|text| !text.is_empty()).collect();
        if !said.is_empty() {
            write!(out, ": {}", said.join("; "))?;
        }
        match self.outcome {
            Outcome::Fine => Ok(()),
            _ => write!(out, " (see {})", self.page),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_settings_separates_problem_and_remedy() {
        let check = Check::refused("reverse proxy", "no proxy is named", "name it; or \"none\"");
        let finding = Finding::of_settings(&check);
        assert_eq!(
            (finding.name.as_str(), finding.found.as_str(), finding.remedy.as_str()),
            ("reverse-proxy", "no proxy is named", "name it; or \"none\"")
        );
        assert!(finding.is_bad());
        assert_eq!(
            finding.to_string(),
            "REFUSED   reverse-proxy: no proxy is named; name it; or \"none\" (see operate/domains)"
        );
        assert_eq!(Finding::of_settings(&Check::fine("mail")).to_string(), "fine      mail");
    }
}
