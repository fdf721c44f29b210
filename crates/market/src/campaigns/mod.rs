//! Campaigns: what a charity collects for, from the start of one business day to the end of another.

pub mod actions;
pub mod api;
mod rules;
mod store;

use std::sync::Arc;

use db::Tx;

use access::{
    audit::{self, Action, Author, Entry, Subject},
    auth::TenantKind,
    idempotency::Named,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{CampaignId, FileKey, TenantId},
    messages,
    money::Cents,
    paging::{Page, PageRequest},
    sort::Sort,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    lists::{self, Depth, Searchable},
    web::versions::IfMatch,
};

use crate::{
    campaigns::actions::CAMPAIGN,
    files::{self, FileKind},
    tenants::{self, TenantScope},
};

pub use rules::{Days, check_days, check_goal};
pub use store::{CampaignFilter, CampaignOrder, CampaignRow, ShownFilter, ShownOrder};

/// Everything that can be edited.
#[derive(Clone, Debug)]
pub struct Draft {
    pub name: String,
    pub description: Option<String>,
    pub days: Days,
    pub url: Option<String>,
    pub logo: Option<FileKey>,
    /// How much is to be raised.
    pub goal: Option<Cents>,
}

/// What campaigns may be searched in.
pub struct CampaignSearch;

impl Searchable for CampaignSearch {
    const FIELDS: &'static [(&'static str, Depth)] =
        &[("name", Depth::Name), ("description", Depth::Text)];
}

pub async fn list(
    app: &Arc<App>,
    scope: TenantScope,
    filter: CampaignFilter,
    sort: Sort<CampaignOrder>,
    page: PageRequest,
) -> Result<Page<CampaignRow>> {
    let shared = app.clone();
    app.db.bulk().read(move |tx| store::list(tx, &shared.totals, &scope, &filter, sort, page)).await
}

pub async fn find(app: &App, scope: TenantScope, id: CampaignId) -> Result<CampaignRow> {
    app.db.read(move |tx| store::find(tx, &scope, id)).await?.ok_or(Error::NotFound)
}

/// A campaign of a charity. Its picture is in use from now on.
pub fn add(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charity: TenantId,
    draft: &Draft,
) -> Result<CampaignId> {
    let hue = show_logo(tx, None, draft)?;
    store::insert(tx, now, charity, draft, hue)
}

/// Adds a campaign to a charity; a manager needn't name their only one.
pub async fn create(
    app: &App,
    author: Author,
    call: Named,
    scope: TenantScope,
    charity: Option<TenantId>,
    draft: Draft,
) -> Result<CampaignId> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            call.once(tx, now, |tx| {
                let charity = charity_of(tx, &scope, charity)?;
                let id = add(tx, now, charity, &draft)?;
                let created = store::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
                let entry = entry(actions::CAMPAIGN_CREATED, &created).after(described(&created));
                audit::record(tx, now, &author, entry)?;
                Ok(id)
            })
        })
        .await
}

fn charity_of(tx: &mut Tx<'_>, scope: &TenantScope, named: Option<TenantId>) -> Result<TenantId> {
    let mut is_charity =
        |id| Ok::<_, Error>(tenants::kind_of(tx, id)? == Some(TenantKind::Charity));
    match (named, scope) {
        (Some(id), TenantScope::All) if is_charity(id)? => Ok(id),
        (Some(_), TenantScope::All) => {
            Err(Error::Invalid(Fields::one("charityId", messages::NOT_IN_LIST)))
        }
        (Some(id), scope) if scope.reaches(id) && is_charity(id)? => Ok(id),
        (Some(_), _) => Err(Error::NotFound),
        (None, TenantScope::Own(own)) => {
            let mut charities = Vec::new();
            for id in own {
                if is_charity(*id)? {
                    charities.push(*id);
                }
            }
            match charities.as_slice() {
                [only] => Ok(*only),
                _ => Err(charity_required()),
            }
        }
        (None, TenantScope::All) => Err(charity_required()),
    }
}

fn charity_required() -> Error {
    Error::Invalid(Fields::one("charityId", kernel::messages::required("Charity")))
}

/// A new logo is in use from now on.
fn show_logo(tx: &mut Tx<'_>, before: Option<&CampaignRow>, draft: &Draft) -> Result<Option<u32>> {
    let old = before.and_then(|before| before.logo_key);
    match draft.logo {
        Some(key) if Some(key) == old => Ok(before.and_then(|before| before.logo_hue)),
        Some(key) => files::attach(tx, FileKind::Campaign, key),
        None => Ok(None),
    }
}

/// Changes a campaign by a form that is checked against what the campaign is now.
pub async fn edit(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    id: CampaignId,
    began: IfMatch,
    change: impl Fn(&CampaignRow) -> Result<Draft, Fields> + Send + 'static,
) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let before = store::lock(tx, &scope, id)?.ok_or(Error::NotFound)?;
            began.check(&shared.secrets, &edited(&before))?;
            let draft = change(&before)?;
            let hue = show_logo(tx, Some(&before), &draft)?;
            store::update(tx, now, id, &draft, hue)?;
            record_change(tx, now, &author, actions::CAMPAIGN_CHANGED, &before)
        })
        .await
}

pub async fn set_active(
    app: &App,
    author: Author,
    scope: TenantScope,
    id: CampaignId,
    is_on: bool,
) -> Result<()> {
    let now = app.clock.now();
    let action = if is_on { actions::CAMPAIGN_ACTIVATED } else { actions::CAMPAIGN_DEACTIVATED };
    app.db
        .write(move |tx| {
            let before = store::lock(tx, &scope, id)?.ok_or(Error::NotFound)?;
            store::set_active(tx, now, id, is_on)?;
            record_change(tx, now, &author, action, &before)?;
            lists::changed(tx)
        })
        .await
}

fn record_change(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    action: Action,
    before: &CampaignRow,
) -> Result<()> {
    let after = store::find(tx, &TenantScope::All, before.id)?.ok_or(Error::NotFound)?;
    let entry = entry(action, before).before(described(before)).after(described(&after));
    audit::record_change(tx, now, author, entry)
}

fn entry(action: Action, campaign: &CampaignRow) -> Entry {
    let subject = Subject::of(CAMPAIGN, campaign.id);
    Entry::new(action, subject).tenant(campaign.charity_id)
}

/// What the audit log says of a campaign.
fn described(campaign: &CampaignRow) -> serde_json::Value {
    let mut described = edited(campaign);
    described["isActive"] = campaign.is_active.into();
    described
}

/// What its form edits.
pub fn edited(campaign: &CampaignRow) -> serde_json::Value {
    serde_json::json!({
        "name": campaign.name,
        "description": campaign.description,
        "startDate": campaign.start_day.to_string(),
        "endDate": campaign.end_day.to_string(),
        "url": campaign.url,
        "logo": campaign.logo_key.map(|key| key.to_string()),
        "goal": campaign.goal,
    })
}

/// The campaigns that run today, of charities that are open.
pub async fn list_shown(
    app: &Arc<App>,
    filter: ShownFilter,
    sort: Sort<ShownOrder>,
    page: PageRequest,
) -> Result<Page<CampaignRow>> {
    let (shared, today) = (app.clone(), BusinessDate::today(&app.clock));
    app.db.read(move |tx| store::list_shown(tx, &shared.totals, &filter, today, sort, page)).await
}

/// A campaign that is active, of a charity that is open: over or to come, it can be looked at.
pub fn find_shown(tx: &mut Tx<'_>, id: CampaignId) -> Result<CampaignRow> {
    store::find_shown(tx, id)?.ok_or(Error::NotFound)
}

/// The campaign that a shop's cards are offered with, until somebody chooses another.
pub fn find_fitting(tx: &mut Tx<'_>, vendor: TenantId, today: BusinessDate) -> Result<CampaignRow> {
    store::find_fitting(tx, vendor, today)?.ok_or(Error::NotFound)
}
