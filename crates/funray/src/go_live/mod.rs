//! The list "ready to go live", which stays on the administrators' dashboard until every line is
//! done. The lines are computed from the settings, from rows of the database, and from the last
//! results of the doctor's checks. Administrators enter the facts about the company here.

pub mod actions;
pub mod api;
mod company;
mod rules;
pub mod secret_uses;
mod store;

use std::{collections::BTreeMap, sync::Arc};

use db::Tx;

use checkout::payments::figures;
use kernel::timestamp::Timestamp;
use platform::{
    app::App,
    config::Environment,
    error::{Error, Result},
};

use crate::doctor::{
    self,
    online::{Part, finding::Finding},
};
use rules::{CHECK_LASTS, Facts, Line};
use secret_uses::CHECKED_SETTINGS;
use store::StoredCheck;

/// Returns the lines of the list. Empty outside of production, where nothing goes live.
async fn lines(app: &Arc<App>) -> Result<Vec<Line>> {
    if app.config.environment != Environment::Production {
        return Ok(Vec::new());
    }
    app.refresh_companies().await;
    let config = app.config.with_companies(&app.companies.facts());
    let settings: Vec<Finding> = doctor::checks(&config).iter().map(Finding::of_settings).collect();
    let facts = app.read(move |tx, app, now| facts(tx, app, now, settings.clone())).await?;
    Ok(rules::lines(&facts))
}

fn facts(tx: &mut Tx<'_>, app: &App, now: Timestamp, settings: Vec<Finding>) -> Result<Facts> {
    Ok(Facts {
        administrators: store::count_administrators(tx)?,
        has_sent_mail: store::has_sent_mail(tx)?,
        has_shop: store::has_shop(tx)?,
        has_order: tx.ask(figures::last_paid())?.0.is_some(),
        has_bank: app.config.payouts.originator().is_some(),
        settings,
        checked: checked(tx, app, now)?,
    })
}

/// Returns the stored results that still say something: they are young, and the settings have not
/// changed since.
fn checked(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
) -> Result<BTreeMap<&'static str, Vec<Finding>>> {
    let settings = mark_of_settings(app);
    let mut checked = BTreeMap::new();
    for check in store::list_checks(tx)? {
        let is_young = now.since(check.checked_at) <= CHECK_LASTS;
        if let Some(part) = Part::from_name(&check.part)
            && is_young
            && check.settings == settings
        {
            let findings = serde_json::from_str(&check.findings).map_err(|error| {
                Error::Internal(format!("the results of {}: {error}", check.part))
            })?;
            checked.insert(part.name(), findings);
        }
    }
    Ok(checked)
}

/// Returns a hash of the settings that the checks look at. It has a key, because a setting may
/// contain a password.
fn mark_of_settings(app: &App) -> String {
    let config = &app.config;
    let brands: Vec<_> =
        config.brands_served().into_iter().map(|brand| app.company(brand)).collect();
    let text = format!(
        "{:?}",
        (
            (&config.mail, &config.mail_dkim_selectors, &config.database_url),
            (&config.gateway, &config.files),
            brands
        )
    );
    app.secrets.mac_hex(CHECKED_SETTINGS, &[text.as_bytes()])
}

/// Stores the results of a group of checks.
pub async fn record(app: &Arc<App>, part: Part, findings: &[Finding]) -> Result<()> {
    let findings =
        serde_json::to_string(findings).map_err(|error| Error::Internal(error.to_string()))?;
    let settings = mark_of_settings(app);
    app.write(move |tx, _, now| {
        let check = StoredCheck {
            part: part.name().to_owned(),
            settings: settings.clone(),
            findings: findings.clone(),
            checked_at: now,
        };
        store::put_check(tx, &check)
    })
    .await
}
