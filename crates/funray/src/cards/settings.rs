//! What a shop's manager sets for its counter: at which pace clerks redeem by themselves, and whether a card may be redeemed
//! that was only found by name.

use std::sync::Arc;

use db::Tx;
use serde_json::{Value, json};

use super::{
    rules::Pace,
    store::{self, CounterSettings},
};
use crate::{
    app::App,
    audit::{self, Action, Author, Entry, Subject},
    auth::{Actor, TenantKind},
    brand::Brand,
    error::{Error, Result},
    jobs::enqueue,
    kernel::{ids::TenantId, timestamp::Timestamp},
    mail::{Letter, Mail},
    people,
    tenants::{self, TenantScope},
    web::versions::IfMatch,
};

pub async fn find(app: &App, scope: TenantScope, vendor: TenantId) -> Result<CounterSettings> {
    app.db
        .read(move |tx| {
            refuse_unreached(tx, &scope, vendor)?;
            store::settings_of(tx, vendor)
        })
        .await
}

/// Changes them, and tells the shop's other managers.
pub async fn change(
    app: &Arc<App>,
    actor: Actor,
    scope: TenantScope,
    vendor: TenantId,
    began: IfMatch,
    settings: CounterSettings,
) -> Result<CounterSettings> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            refuse_unreached(tx, &scope, vendor)?;
            let before = store::lock_settings(tx, now, vendor)?;
            began.check(&shared.secrets, &described(&before))?;
            if before == settings {
                return Ok(before);
            }
            store::set_settings(tx, now, vendor, &settings)?;
            let entry = Entry::new(Action::CounterSettingsChanged, Subject::tenant(vendor))
                .tenant(vendor)
                .before(described(&before))
                .after(described(&settings));
            audit::record(tx, now, &Author::of(&actor), entry)?;
            notify_managers(tx, &shared, now, &actor, vendor, &settings)?;
            Ok(settings)
        })
        .await
}

pub(super) fn refuse_unreached(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    vendor: TenantId,
) -> Result<()> {
    let is_vendor = tenants::kind_of(tx, vendor)? == Some(TenantKind::Vendor);
    if is_vendor && scope.reaches(vendor) { Ok(()) } else { Err(Error::NotFound) }
}

/// What their form edits, which is what the audit log says of them.
pub fn described(settings: &CounterSettings) -> Value {
    let Pace { most_redemptions, most_amount, single_amount } = settings.pace;
    json!({
        "isPaceLimited": settings.is_pace_limited,
        "mostRedemptions": most_redemptions,
        "mostAmount": most_amount.to_string(),
        "singleAmount": single_amount.to_string(),
        "redeemsByName": settings.redeems_by_name,
    })
}

fn notify_managers(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    vendor: TenantId,
    settings: &CounterSettings,
) -> Result<()> {
    let shop = tenants::name_of(tx, vendor)?.unwrap_or_default();
    for manager in people::managers_of(tx, vendor)? {
        if manager.id == by.person {
            continue;
        }
        let lang = manager.language;
        let pace = settings.limit().map(|pace| {
            let Pace { most_redemptions, most_amount, single_amount } = pace;
            (most_redemptions, most_amount.format(lang), single_amount.format(lang))
        });
        let letter = Letter::CounterSettingsChanged {
            first_name: manager.first_name,
            by: by.name(),
            vendor: shop.clone(),
            pace,
            redeems_by_name: settings.redeems_by_name,
            link: format!("{}/admin/vendor/counter", app.public_url(Brand::FunRay)),
        };
        enqueue(tx, now, &Mail { to: manager.email, brand: Brand::FunRay, lang, letter })?;
    }
    Ok(())
}
