//! Checks that rules, their tests, runbooks and dashboards fit together and name existing metrics.

use std::{collections::BTreeSet, fs};

use serde_json::Value;

use super::{HOUR, MINUTE, monitoring, promtool};
use crate::support::{
    documents::repository,
    till::{APPROVED, Till, pay},
};

fn read(name: &str) -> String {
    fs::read_to_string(monitoring().join(name)).expect(name)
}

/// Returns the alerts that the rules declare, in order.
fn alerts() -> Vec<String> {
    let rules = read("rules.yml");
    rules
        .split("- alert: ")
        .skip(1)
        .filter_map(|rule| rule.lines().next())
        .map(str::to_owned)
        .collect()
}

/// Headings of every runbook.
const HEADINGS: [&str; 6] = [
    "## Meaning",
    "## Affected people",
    "## Check",
    "## Fix",
    "## Escalate",
    "## How you know it is over",
];

#[test]
fn every_alert_has_one_runbook_and_every_runbook_one_alert() {
    let folder = repository().join("docs/runbooks");
    let pages = fs::read_dir(&folder).expect("a folder").map(|entry| {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        name.trim_end_matches(".md").to_owned()
    });
    let pages: BTreeSet<String> = pages.filter(|name| name != "README").collect();
    let (alerts, rules) = (alerts(), read("rules.yml"));
    assert_eq!(pages, alerts.iter().cloned().collect(), "runbooks and alerts");
    assert_eq!(pages.len(), alerts.len(), "an alert is declared once");
    let index = fs::read_to_string(folder.join("README.md")).expect("the index");
    for name in &alerts {
        let page = fs::read_to_string(folder.join(format!("{name}.md"))).expect("a page");
        let headings: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(headings, HEADINGS, "{name}");
        assert!(rules.contains(&format!("runbook_url: docs/runbooks/{name}.md\n")), "{name}");
        assert!(index.contains(&format!("| [{name}]({name}.md) |")), "{name} is not in the index");
    }
}

#[test]
fn every_alert_is_tested_by_promtool() {
    let tests = read("rules.test.yml");
    for name in alerts() {
        for kind in ["fires", "rests"] {
            assert!(tests.contains(&format!("- name: {name} {kind}\n")), "{name} {kind}");
        }
    }
    if let Some(complaint) = promtool(&monitoring().join("rules.test.yml")) {
        assert!(complaint.is_empty(), "{complaint}");
    }
}

#[test]
fn every_alert_is_fired_by_the_program_in_a_test() {
    let folder = repository().join("crates/funray/tests/it/monitoring");
    let tests = ["firing.rs", "payments.rs"]
        .map(|name| fs::read_to_string(folder.join(name)).expect(name))
        .concat();
    // The arguments of each `Watch::expect` with alerts.
    let expected: String =
        tests.split("expect(&").skip(1).filter_map(|rest| rest.split(");").next()).collect();
    for name in alerts() {
        assert!(expected.contains(&format!("\"{name}\"")), "no test of the program fires {name}");
    }
}

/// Returns the expressions of the rules and dashboards.
fn expressions() -> Vec<String> {
    let rules = read("rules.yml");
    let mut found: Vec<String> = rules
        .split("expr: ")
        .skip(1)
        .filter_map(|rest| rest.split("\n        annotations:").next())
        .map(|rest| rest.split("\n        labels:").next().unwrap_or(rest).to_owned())
        .collect();
    for board in ["dashboards/money.json", "dashboards/service.json"] {
        let board: Value = serde_json::from_str(&read(board)).expect("JSON");
        for panel in board["panels"].as_array().expect("panels") {
            for target in panel["targets"].as_array().expect("targets") {
                found.push(target["expr"].as_str().expect("an expression").to_owned());
            }
        }
    }
    found
}

/// Words of PromQL, and labels that the expressions group by.
const NO_METRICS: &[&str] = &[
    "and",
    "or",
    "sum",
    "max",
    "min",
    "rate",
    "increase",
    "delta",
    "count",
    "time",
    "topk",
    "by",
    "le",
    "histogram_quantile",
    "class",
    "kind",
    "route",
    "status",
    "operation",
    "outcome",
    "brand",
    "access",
    "version",
    "commit",
    "for",
];

/// Returns the names of metrics in an expression: words outside of quotation marks, label filters
/// and ranges.
fn metrics_of(expression: &str) -> BTreeSet<String> {
    let mut plain = String::new();
    let (mut depth, mut is_quoted) = (0, false);
    for letter in expression.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '{' | '[' if !is_quoted => depth += 1,
            '}' | ']' if !is_quoted => depth -= 1,
            _ if depth == 0 && !is_quoted => plain.push(letter),
            _ => {}
        }
    }
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = plain.split(|letter| !is_part(letter));
    let named = words.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase()));
    // The duration in `for: 5m` begins with a digit.
    named.filter(|word| !NO_METRICS.contains(word)).map(str::to_owned).collect()
}

#[test]
fn metrics_of_finds_names_but_no_labels() {
    let text = r#"sum by (le) (rate(a_bucket{le="x_y", b!="c"}[5m])) / max(d_total) > 0.5 or e"#;
    let expected = ["a_bucket", "d_total", "e"].map(str::to_owned);
    assert_eq!(metrics_of(text), BTreeSet::from(expected));
}

#[tokio::test]
async fn rules_and_dashboards_name_metrics_that_the_program_reports() {
    let mut till = Till::new().await;
    // Families without values are not on the page: buy cards and let a job wait.
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    assert_eq!(pay(&till, &ann, &cart, APPROVED).await.status, 200);
    till.app.run_jobs().await;
    till.app.expect_leftover_jobs();
    till.app.post_mail("ann@shop.example").await;
    till.app.post("/api/v1/client-errors").json(crash()).send().await;
    till.app.hands.advance(HOUR + MINUTE);
    till.app.app.metrics.job_ended("mail", "done");
    let page = till.app.get("/metrics").send().await.text().to_owned();
    let is_end = |letter: char| letter == '{' || letter == ' ';
    let samples = page.lines().filter(|line| !line.starts_with('#'));
    let reported: BTreeSet<&str> = samples.filter_map(|line| line.split(is_end).next()).collect();
    let mut count = 0;
    for expression in expressions() {
        for name in metrics_of(&expression) {
            assert!(reported.contains(name.as_str()), "{name} is no metric, in {expression}");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} names were found");
}

fn crash() -> String {
    serde_json::json!({ "kind": "UNCAUGHT", "message": "x", "route": "/", "stack": "", "release": "1", "engine": "Firefox 128" })
        .to_string()
}
