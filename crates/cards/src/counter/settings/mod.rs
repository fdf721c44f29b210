//! A shop's counter settings: limits for clerks, and whether cards found by name may be redeemed.

pub mod api;
mod rules;
mod store;

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde_json::{Value, json};

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use kernel::{brand::Brand, ids::TenantId, time_zones::Zone, timestamp::Timestamp};
use mail::Mail;
use market::{
    bell,
    tenants::{self, TenantScope},
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
    web::versions::IfMatch,
};

use super::BusyHours;
use crate::{
    actions,
    counter::{
        self,
        rules::{Busiest, Pace},
    },
    letters::Letter,
};
use rules::CounterRules;

pub use rules::CounterSettings;
pub use store::{COLUMNS, IS_PACE_LIMITED, SettingsRow, mails_closed_days, settings_of};

/// Period searched for the busiest hour: half a year, which covers the current season and the one
/// before.
const LOOKED_BACK: Duration = Duration::from_secs(180 * 24 * 3600);

/// All counter settings of a shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    pub rules: CounterRules,
    /// Whether managers are emailed about each closed day. This setting loosens no rule, so a
    /// change takes effect at once.
    pub mails_closed_days: bool,
}

/// Settings to save; `None` leaves a setting unchanged.
pub struct Wanted {
    pub settings: CounterSettings,
    pub mails_closed_days: Option<bool>,
}

pub async fn find(app: &Arc<App>, scope: TenantScope, vendor: TenantId) -> Result<Saved> {
    app.read(move |tx, _, now| {
        reached_zone(tx, &scope, vendor)?;
        let rules = store::settings_of(tx, now, vendor)?;
        Ok(Saved { rules, mails_closed_days: store::mails_closed_days(tx, vendor)? })
    })
    .await
}

/// Finds the busiest hours of a shop in the last months, and proposes limits above them.
pub async fn propose(app: &App, scope: TenantScope, vendor: TenantId) -> Result<(Busiest, Pace)> {
    let since = app.clock.now().minus(LOOKED_BACK);
    app.db
        .bulk()
        .read(move |tx| {
            reached_zone(tx, &scope, vendor)?;
            let BusyHours { redemptions, amount, of_card } =
                counter::busy_hours(tx, vendor, since)?;
            let busiest = Busiest { redemptions, amount, of_card };
            Ok((busiest, counter::rules::proposed(busiest)))
        })
        .await
}

/// Saves a shop's counter settings and emails its other managers. Looser settings take effect a day
/// later, and the platform is informed of them.
pub async fn change(
    app: &Arc<App>,
    actor: Actor,
    scope: TenantScope,
    vendor: TenantId,
    began: IfMatch,
    wanted: Wanted,
) -> Result<Saved> {
    app.write(move |tx, app, now| {
        let zone = reached_zone(tx, &scope, vendor)?;
        let rules = store::lock_settings(tx, now, vendor)?;
        let mails_closed_days = store::mails_closed_days(tx, vendor)?;
        let before = Saved { rules, mails_closed_days };
        began.check(&app.secrets, &versioned(&before))?;
        let after = Saved {
            rules: rules.changed(wanted.settings, now),
            mails_closed_days: wanted.mails_closed_days.unwrap_or(mails_closed_days),
        };
        if after == before {
            return Ok(before);
        }
        store::set_settings(tx, now, vendor, &after.rules)?;
        store::set_mails_closed_days(tx, vendor, after.mails_closed_days)?;
        let entry = Entry::new(actions::COUNTER_SETTINGS_CHANGED, Subject::tenant(vendor))
            .tenant(vendor)
            .before(recorded(&before))
            .after(recorded(&after));
        audit::record(tx, now, &Author::of(&actor), entry)?;
        if after.rules != rules {
            notify(tx, app, now, &actor, (vendor, zone), &after.rules)?;
        }
        Ok(after)
    })
    .await
}

/// Returns the time zone of a shop. Fails with "not found" if the shop is not within the scope.
pub fn reached_zone(tx: &mut Tx<'_>, scope: &TenantScope, vendor: TenantId) -> Result<Zone> {
    let zone = tenants::zone_of(tx, vendor)?.filter(|_| scope.reaches(vendor));
    zone.ok_or(Error::NotFound)
}

/// Returns the settings for the audit log, with the field names of the form.
fn described(settings: &CounterSettings) -> Value {
    let Pace { most_redemptions, most_amount, single_amount } = settings.pace;
    json!({
        "isPaceLimited": settings.is_pace_limited,
        "mostRedemptions": most_redemptions,
        "mostAmount": most_amount.to_string(),
        "singleAmount": single_amount.to_string(),
        "redeemsByName": settings.redeems_by_name,
    })
}

/// Returns the settings that were saved last and their start, for the audit log.
fn recorded(Saved { rules, mails_closed_days }: &Saved) -> Value {
    let mut all = described(&rules.saved());
    all["from"] = json!(rules.next.map(|next| next.from));
    all["mailsClosedDays"] = json!(mails_closed_days);
    all
}

/// Returns the data from which the version of the settings is computed, for conditional requests.
pub fn versioned(saved: &Saved) -> Value {
    json!({ "settings": described(&saved.rules.settings), "saved": recorded(saved) })
}

/// Emails the shop's other managers about changed settings. If a rule is loosened, all
/// administrators are emailed too.
fn notify(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    (vendor, zone): (TenantId, Zone),
    rules: &CounterRules,
) -> Result<()> {
    let shop = tenants::name_of(tx, vendor)?.unwrap_or_default();
    let managers = people::managers_of(tx, vendor)?.into_iter();
    let mut readers: Vec<_> =
        managers.map(|reader| (reader, "/admin/vendor/counter".to_owned())).collect();
    if rules.next.is_some() {
        let area = format!("/admin/vendors/view/{vendor}/counter");
        let administrators = people::administrators(tx)?.into_iter();
        readers.extend(administrators.map(|reader| (reader, area.clone())));
        bell::notify_of_looser_counter(tx, now, vendor)?;
    }
    readers.retain(|(reader, _)| reader.id != by.person);
    let (saved, from) = (rules.saved(), rules.next.map(|next| zone.clock(next.from)));
    for (reader, page) in readers {
        let lang = reader.language;
        let Pace { most_redemptions, most_amount, single_amount } = saved.pace;
        let pace = (most_redemptions, most_amount.format(lang), single_amount.format(lang));
        let letter = Letter::CounterSettingsChanged {
            first_name: reader.first_name,
            by: by.name(),
            vendor: shop.clone(),
            pace: saved.is_pace_limited.then_some(pace),
            redeems_by_name: saved.redeems_by_name,
            from: from.clone(),
            link: format!("{}{page}", app.public_url(Brand::DEFAULT)),
        };
        enqueue(tx, now, &Mail { to: reader.email, brand: Brand::DEFAULT, lang, letter })?;
    }
    Ok(())
}
