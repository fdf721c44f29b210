//! Tests of the operations kit: alerts, their runbooks and the dashboards. An alert fires when the
//! real program reports its metrics, not made-up ones.

mod firing;
mod guards;
mod payments;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use platform::{metrics::SAMPLE_LASTS, safeguards};

use crate::support::{TestApp, documents::repository};

/// Returns the folder of rules and dashboards.
fn monitoring() -> PathBuf {
    repository().join("deploy/monitoring")
}

/// Runs promtool on a file of rule tests. Returns `None` if promtool is not installed, and
/// otherwise its complaint, empty if all tests pass.
#[allow(clippy::print_stderr, reason = "a skipped test must say so")]
fn promtool(file: &Path) -> Option<String> {
    let folder = file.parent().expect("a folder");
    let mut command = Command::new("promtool");
    command.args(["test", "rules"]).arg(file).current_dir(folder);
    match command.output() {
        Ok(output) if output.status.success() => Some(String::new()),
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            Some(String::from_utf8_lossy(&text).into_owned())
        }
        Err(error) => {
            eprintln!("SKIPPED: promtool can't run ({error}); install the package prometheus");
            None
        }
    }
}

/// Values of all series on a page of metrics, by name and labels, and the names of the counters.
struct Scrape(BTreeMap<String, f64>);

impl Scrape {
    async fn of(app: &TestApp) -> Scrape {
        // Values from the database are reused for some seconds.
        app.hands.advance(SAMPLE_LASTS);
        let page = app.get("/metrics").send().await.text().to_owned();
        let lines = page.lines().filter(|line| !line.starts_with('#'));
        let series = lines.filter_map(|line| line.rsplit_once(' '));
        Scrape(series.map(|(name, value)| (name.to_owned(), value.parse().expect(name))).collect())
    }
}

fn is_counter(series: &str) -> bool {
    let name = series.split('{').next().unwrap_or_default();
    ["_total", "_bucket", "_count", "_sum"].iter().any(|end| name.ends_with(end))
}

/// Alerts that depend on the speed of the machine that runs the tests.
const ABOUT_SPEED: [&str; 2] = ["GatewaySlow", "LatencyP99"];

/// Watches a program's metrics from one moment on.
pub struct Watch(Scrape);

impl Watch {
    pub async fn begin(app: &TestApp) -> Watch {
        Watch(Scrape::of(app).await)
    }

    /// Checks that these alerts fire, and no others, if the counters grow each minute as they grew
    /// since the watch began. The last backup and drill are now, unless the test is about them.
    pub async fn expect(self, app: &TestApp, alerts: &[&str]) {
        if !alerts.contains(&"BackupOld") {
            let now = app.app.clock.now();
            let guard = move |tx: &mut db::Tx<'_>| {
                safeguards::record_backup(tx, now)?;
                safeguards::record_drill(tx, now)
            };
            app.app.db.write(guard).await.expect("recorded");
        }
        let (before, after) = (self.0, Scrape::of(app).await);
        let series = after.0.iter().map(|(name, value)| {
            let values = if is_counter(name) {
                let then = before.0.get(name).copied().unwrap_or(0.0);
                format!("{then}+{}x90", value - then)
            } else {
                format!("{value}x90")
            };
            format!("      - {{ series: '{}', values: '{values}' }}\n", name.replace('\'', "''"))
        });
        let left_out: Vec<_> =
            ABOUT_SPEED.into_iter().filter(|name| !alerts.contains(name)).collect();
        let samples: BTreeSet<String> = alerts
            .iter()
            .map(|name| format!("{{ labels: '{{alertname=\"{name}\"}}', value: 1 }}"))
            .collect();
        let text = format!(
            "rule_files: ['{}']\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n{}    \
             promql_expr_test:\n      - expr: count by (alertname) (ALERTS{{alertstate=\"firing\", alertname!~\"{}\"}}) > bool 0\n        \
             eval_time: 80m\n        exp_samples: [{}]\n",
            monitoring().join("rules.yml").display(),
            series.collect::<String>(),
            left_out.join("|"),
            samples.into_iter().collect::<Vec<_>>().join(", ")
        );
        let file = app.place.folder.path().join("alerts.test.yml");
        fs::write(&file, text).expect("a file");
        if let Some(complaint) = promtool(&file) {
            assert!(complaint.is_empty(), "expected {alerts:?}: {complaint}");
        }
    }
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
