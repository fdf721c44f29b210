//! Which lines of the list "ready to go live" are done.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;
use utoipa::ToSchema;

use crate::doctor::online::{
    Part,
    finding::{Finding, Outcome},
};

/// Age from which a check has to be repeated.
pub const CHECK_LASTS: Duration = Duration::from_secs(30 * 24 * 3600);
/// Number of administrators without whom nothing that needs two people can be decided.
const MIN_ADMINISTRATORS: i64 = 2;

/// Step on the way to opening the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = GoLiveStep)]
pub enum Step {
    /// Two administrators have a second step of signing in.
    Administrators,
    /// No fact about the company is an example.
    Company,
    /// The settings are those of a production server.
    Settings,
    /// An email was sent.
    Mail,
    /// The sender's domain, the addresses and their certificates are right.
    Domains,
    /// A shop is active.
    Shop,
    /// An order was paid.
    Purchase,
    /// The card gateway takes real money, and its notes arrive.
    Gateway,
    /// Bank files can be made.
    Bank,
    /// Database, clock, storage and disk are right.
    Machine,
    /// Backups are made and were restored, and the key has a copy.
    Safeguards,
}

/// A line of the list.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoLiveLine)]
pub struct Line {
    /// Step on the way to opening the shop.
    pub step: Step,
    /// Whether the step is done.
    pub is_done: bool,
    /// Whether checks belong to this step that were not run with the present settings in the last 30 days.
    pub is_unchecked: bool,
    /// Findings that keep the step from being done.
    pub findings: Vec<Finding>,
}

/// Facts about the server and its settings, from which the lines are computed.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub administrators: i64,
    pub has_sent_mail: bool,
    pub has_shop: bool,
    pub has_order: bool,
    pub has_bank: bool,
    /// Checks of the settings.
    pub settings: Vec<Finding>,
    /// Results of the groups that were checked.
    pub checked: BTreeMap<&'static str, Vec<Finding>>,
}

/// Name of the finding about the company.
const COMPANY: &str = "company";

/// Returns the lines of the list in order.
pub fn lines(facts: &Facts) -> Vec<Line> {
    let settings = facts.settings.iter().filter(|finding| is_open_setting(finding));
    let (company, others): (Vec<_>, Vec<_>) =
        settings.cloned().partition(|finding| finding.name == COMPANY);
    let of_fact = |step, is_done| line(step, is_done, Vec::new());
    let of_parts = |step, is_done: bool, parts: &[Part]| {
        let results: Vec<_> = parts.iter().map(|part| facts.checked.get(part.name())).collect();
        let open = |finding: &&Finding| finding.outcome != Outcome::Fine;
        let findings = results.iter().copied().flatten().flatten().filter(open).cloned().collect();
        let is_unchecked = results.iter().any(Option::is_none);
        let line = line(step, is_done, findings);
        Line { is_done: line.is_done && !is_unchecked, is_unchecked, ..line }
    };
    vec![
        of_fact(Step::Administrators, facts.administrators >= MIN_ADMINISTRATORS),
        line(Step::Company, true, company),
        line(Step::Settings, true, others),
        of_parts(Step::Mail, facts.has_sent_mail, &[Part::Mail]),
        of_parts(Step::Domains, true, &[Part::Domains, Part::Addresses, Part::Operations]),
        of_fact(Step::Shop, facts.has_shop),
        of_fact(Step::Purchase, facts.has_order),
        of_parts(Step::Gateway, true, &[Part::Gateway, Part::Webhooks]),
        of_fact(Step::Bank, facts.has_bank),
        of_parts(Step::Machine, true, &[Part::Database, Part::Storage]),
        of_parts(Step::Safeguards, true, &[Part::Safeguards]),
    ]
}

fn line(step: Step, is_done: bool, findings: Vec<Finding>) -> Line {
    Line { step, is_done: is_done && findings.is_empty(), is_unchecked: false, findings }
}

/// Returns whether a check of the settings keeps the shop from opening. Advice about a guard that
/// the operator has switched off does not.
fn is_open_setting(finding: &Finding) -> bool {
    let is_advice = finding.outcome == Outcome::Advice && finding.name != COMPANY;
    finding.outcome != Outcome::Fine && !is_advice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::online::finding::Topic;

    fn done(facts: &Facts) -> Vec<Step> {
        lines(facts).into_iter().filter(|line| line.is_done).map(|line| line.step).collect()
    }

    fn all_fine() -> Facts {
        let topic = Topic { name: "x", page: "operate/start" };
        let checked = Part::ALL.map(|part| (part.name(), vec![topic.fine("", "fine")]));
        Facts {
            administrators: 2,
            has_sent_mail: true,
            has_shop: true,
            has_order: true,
            has_bank: true,
            settings: Vec::new(),
            checked: checked.into_iter().collect(),
        }
    }

    #[test]
    fn lines_are_all_done_when_everything_is_true() {
        assert!(lines(&all_fine()).iter().all(|line| line.is_done));
        let facts = Facts::default();
        assert_eq!(done(&facts), [Step::Company, Step::Settings], "nothing was done yet");
    }

    #[test]
    fn lines_are_open_while_their_fact_is_missing() {
        type Change = fn(&mut Facts);
        let changes: [(Step, Change); 5] = [
            (Step::Administrators, |facts| facts.administrators = 1),
            (Step::Mail, |facts| facts.has_sent_mail = false),
            (Step::Shop, |facts| facts.has_shop = false),
            (Step::Purchase, |facts| facts.has_order = false),
            (Step::Bank, |facts| facts.has_bank = false),
        ];
        for (step, change) in changes {
            let mut facts = all_fine();
            change(&mut facts);
            let open: Vec<Step> = lines(&facts)
                .into_iter()
                .filter(|line| !line.is_done)
                .map(|line| line.step)
                .collect();
            assert_eq!(open, [step]);
        }
    }

    #[test]
    fn lines_of_checks_are_open_until_every_finding_is_fine() {
        let topic = Topic { name: "gateway-account", page: "operate/authorize-net" };
        let mut facts = all_fine();
        facts
            .checked
            .insert("gateway", vec![topic.advice("", "a test account", "set the live one")]);
        let lines_of = lines(&facts);
        let open: Vec<&Line> = lines_of.iter().filter(|line| !line.is_done).collect();
        assert_eq!(open.len(), 1);
        assert_eq!((open[0].step, open[0].is_unchecked), (Step::Gateway, false));
        assert_eq!(open[0].findings[0].found, "a test account");
        facts.checked.remove("gateway");
        let gateway = lines(&facts).into_iter().find(|line| line.step == Step::Gateway);
        assert!(gateway.is_some_and(|line| line.is_unchecked && !line.is_done));
    }

    #[test]
    fn lines_of_settings_are_open_for_risks_and_not_for_advice() {
        let topic = |name| Topic { name, page: "reference/settings" };
        let mut facts = all_fine();
        facts.settings = vec![topic("second-persons").advice("", "not required", "")];
        assert!(lines(&facts).iter().all(|line| line.is_done));
        let accepted = Finding { outcome: Outcome::Accepted, ..topic("mail").fine("", "a folder") };
        facts.settings = vec![accepted, topic("company").advice("", "examples", "")];
        let open: Vec<Step> =
            lines(&facts).into_iter().filter(|line| !line.is_done).map(|line| line.step).collect();
        assert_eq!(open, [Step::Company, Step::Settings]);
    }
}
