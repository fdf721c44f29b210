//! Checks of `funray doctor --online`: what only shows in use, such as the sign-in at the mail server
//! or the certificate of a public address.
//!
//! Each part has its own time limit, so that a broken part hides no other.

pub mod dns;
pub mod finding;
mod gateway;
mod machine;
mod mail;
pub mod site;
mod store;

use std::time::Duration;

use db::Db;
use serde::Serialize;
use tokio::{task::JoinSet, time::timeout};
use utoipa::ToSchema;

use kernel::timestamp::Timestamp;
use platform::config::Config;

use dns::Resolver;
use finding::{Finding, Topic};
use site::Roots;

/// Maximum wait for one reply of another machine.
pub const PATIENCE: Duration = Duration::from_secs(8);
/// Maximum time of a part, which may ask several machines.
const MAX_TIME: Duration = Duration::from_secs(25);

/// Settings, database and network that the checks look at.
#[derive(Clone)]
pub struct Installation {
    pub config: Config,
    /// The database, or why it can't be opened.
    pub db: Result<Db, String>,
    pub now: Timestamp,
    pub resolver: Resolver,
    pub roots: Roots,
    pub patience: Duration,
}

/// Group of checks that run one after the other. The portal asks for one part at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DoctorPart)]
pub enum Part {
    Settings,
    Database,
    Mail,
    Domains,
    Addresses,
    Operations,
    Gateway,
    Webhooks,
    Storage,
    Safeguards,
}

impl Part {
    pub const ALL: [Part; 10] = [
        Part::Settings,
        Part::Database,
        Part::Mail,
        Part::Domains,
        Part::Addresses,
        Part::Operations,
        Part::Gateway,
        Part::Webhooks,
        Part::Storage,
        Part::Safeguards,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Part::Settings => "settings",
            Part::Database => "database",
            Part::Mail => "mail",
            Part::Domains => "domains",
            Part::Addresses => "addresses",
            Part::Operations => "operations",
            Part::Gateway => "gateway",
            Part::Webhooks => "webhooks",
            Part::Storage => "storage",
            Part::Safeguards => "safeguards",
        }
    }

    pub fn from_name(name: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.name() == name)
    }

    /// Runs the checks of this part.
    pub async fn examine(self, about: &Installation) -> Vec<Finding> {
        match timeout(MAX_TIME, self.examine_at_leisure(about)).await {
            Ok(findings) => findings,
            Err(_) => {
                let topic = Topic { name: self.name(), page: "operate/troubleshooting" };
                let found = format!("no result within {} seconds", MAX_TIME.as_secs());
                vec![topic.failed("", found, "look for a machine that doesn't answer")]
            }
        }
    }

    async fn examine_at_leisure(self, about: &Installation) -> Vec<Finding> {
        match self {
            Part::Settings => {
                super::checks(&about.config).iter().map(Finding::of_settings).collect()
            }
            Part::Database => machine::check_database(about).await,
            Part::Mail => mail::check_sign_in(about).await,
            Part::Domains => mail::check_domains(about).await,
            Part::Addresses => {
                let certificates = site::check_certificates(about).await;
                [certificates, site::check_brands(about).await].concat()
            }
            Part::Operations => site::check_operators_pages(about).await,
            Part::Gateway => gateway::check_account(about).await,
            Part::Webhooks => gateway::check_signature(about).await,
            Part::Storage => {
                let mut findings = machine::check_store(about).await;
                findings.push(machine::check_disk(&about.config.data));
                findings
            }
            Part::Safeguards => machine::check_safeguards(about).await,
        }
    }
}

/// Runs these parts at once. Returns their findings in the order of the parts.
pub async fn examine(about: &Installation, parts: &[Part]) -> Vec<Finding> {
    let mut running = JoinSet::new();
    for (place, part) in parts.iter().copied().enumerate() {
        let about = about.clone();
        running.spawn(async move { (place, part.examine(&about).await) });
    }
    let mut found: Vec<(usize, Vec<Finding>)> = running.join_all().await;
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().flat_map(|(_, findings)| findings).collect()
}

/// Awaits a reply for a limited time.
async fn within<T>(
    patience: Duration,
    reply: impl Future<Output = Result<T, String>>,
) -> Result<T, String> {
    match timeout(patience, reply).await {
        Ok(reply) => reply,
        Err(_) => Err(format!("no answer within {} seconds", patience.as_secs())),
    }
}
