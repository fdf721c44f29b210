//! Fundraising campaigns of charities, from the start of one business day to the end of another.

pub mod actions;
pub mod api;
pub mod import;
mod poster;
pub mod progress;
mod rules;
mod store;
pub mod updates;

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
    sent::Sent,
    sort::Sort,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::Work,
    lists::{self, Depth, Searchable},
    web::versions::IfMatch,
};

use crate::{
    campaigns::actions::CAMPAIGN,
    files::{self, FileKind},
    tenants::{self, TenantScope, errors::CAMPAIGN_NOT_RUNNING},
};

pub use rules::{Days, check_goal};
pub use store::{CampaignFilter, CampaignOrder, CampaignRow, ShownFilter, ShownOrder};

/// All fields of a campaign that can be edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    pub description: Option<String>,
    pub days: Days,
    pub url: Option<String>,
    pub logo: Option<FileKey>,
    /// Fundraising goal.
    pub goal: Option<Cents>,
    /// Thanks that buyers read after a purchase and on the receipt.
    pub thanks: Option<String>,
}

/// Submitted form of a campaign, whose fields were checked one by one. `rules::drafted` checks the
/// form against the stored campaign.
#[derive(Clone, Debug)]
pub struct Change {
    /// Error messages about single fields.
    pub problems: Fields,
    pub name: Option<String>,
    pub days: Option<Days>,
    /// Charity of the campaign, which can't be changed later.
    pub charity: Option<TenantId>,
    pub description: Sent<Option<String>>,
    pub url: Sent<Option<String>>,
    pub logo: Sent<Option<FileKey>>,
    pub goal: Sent<Option<Cents>>,
    pub thanks: Sent<Option<String>>,
}

/// Fields of campaigns that a search can name.
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

/// Adds a campaign to a charity and marks the campaign's logo as used.
pub fn add(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charity: TenantId,
    draft: &Draft,
) -> Result<CampaignId> {
    let hue = show_logo(tx, None, draft)?;
    store::insert(tx, now, charity, draft, hue)
}

/// Creates a campaign. A manager of only one charity need not name the charity.
pub async fn create(
    app: &Arc<App>,
    author: Author,
    call: Named,
    scope: TenantScope,
    change: Change,
) -> Result<CampaignId> {
    let draft = rules::drafted(&change, None, BusinessDate::today(&app.clock))?;
    app.write(move |tx, _, now| {
        call.once(tx, now, |tx| {
            let charity = charity_of(tx, &scope, change.charity)?;
            let id = add(tx, now, charity, &draft)?;
            record_created(tx, now, &author, id)?;
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

/// Marks a new logo as used. Returns the logo's hue, if any.
fn show_logo(tx: &mut Tx<'_>, before: Option<&CampaignRow>, draft: &Draft) -> Result<Option<u32>> {
    let old = before.and_then(|before| before.logo_key);
    match draft.logo {
        Some(key) if Some(key) == old => Ok(before.and_then(|before| before.logo_hue)),
        Some(key) => files::attach(tx, FileKind::Campaign, key),
        None => Ok(None),
    }
}

/// Changes a campaign. Fails if the change is not valid for the stored campaign.
pub async fn edit(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    id: CampaignId,
    began: IfMatch,
    change: Change,
) -> Result<()> {
    let today = BusinessDate::today(&app.clock);
    app.write(move |tx, app, now| {
        let before = store::lock(tx, &scope, id)?.ok_or(Error::NotFound)?;
        began.check(&app.secrets, &edited(&before))?;
        let draft = rules::drafted(&change, Some(&before), today)?;
        let hue = show_logo(tx, Some(&before), &draft)?;
        store::update(tx, now, id, &draft, hue)?;
        record_change(tx, now, &author, actions::CAMPAIGN_CHANGED, &before)
    })
    .await
}

/// Makes today the last day of a running campaign, which supporters can still choose until
/// midnight.
pub async fn end_today(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    id: CampaignId,
) -> Result<()> {
    let today = BusinessDate::today(&app.clock);
    app.write(move |tx, _, now| {
        let before = store::lock(tx, &scope, id)?.ok_or(Error::NotFound)?;
        if !rules::may_end(before.days(), today) {
            return Err(Error::Refused(CAMPAIGN_NOT_RUNNING));
        }
        store::set_end(tx, now, id, today)?;
        record_change(tx, now, &author, actions::CAMPAIGN_CHANGED, &before)
    })
    .await
}

pub async fn set_active(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    id: CampaignId,
    is_on: bool,
) -> Result<()> {
    let action = if is_on { actions::CAMPAIGN_ACTIVATED } else { actions::CAMPAIGN_DEACTIVATED };
    app.write(move |tx, _, now| {
        let before = store::lock(tx, &scope, id)?.ok_or(Error::NotFound)?;
        store::set_active(tx, now, id, is_on)?;
        record_change(tx, now, &author, action, &before)?;
        lists::changed(tx)
    })
    .await
}

fn record_created(tx: &mut Tx<'_>, now: Timestamp, author: &Author, id: CampaignId) -> Result<()> {
    let created = store::find(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
    let entry = entry(actions::CAMPAIGN_CREATED, &created).after(described(&created));
    audit::record(tx, now, author, entry)
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

/// Returns a campaign in the form used in the audit log.
fn described(campaign: &CampaignRow) -> serde_json::Value {
    let mut described = edited(campaign);
    described["isActive"] = campaign.is_active.into();
    described
}

/// Returns the fields of a campaign that its form edits, from which the version for `If-Match` is
/// computed.
pub fn edited(campaign: &CampaignRow) -> serde_json::Value {
    serde_json::json!({
        "name": campaign.name,
        "description": campaign.description,
        "startDate": campaign.start_day.to_string(),
        "endDate": campaign.end_day.to_string(),
        "url": campaign.url,
        "logo": campaign.logo_key.map(|key| key.to_string()),
        "goal": campaign.goal,
        "thanks": campaign.thanks,
    })
}

/// Lists the campaigns of active charities that run today.
pub async fn list_shown(
    app: &Arc<App>,
    filter: ShownFilter,
    sort: Sort<ShownOrder>,
    page: PageRequest,
) -> Result<Page<CampaignRow>> {
    let today = BusinessDate::today(&app.clock);
    app.browse(move |tx, app, _| store::list_shown(tx, &app.totals, &filter, today, sort, page))
        .await
}

/// Finds an active campaign of an active charity, even if the campaign has ended or has not started
/// yet.
pub fn find_shown(tx: &mut Tx<'_>, id: CampaignId) -> Result<CampaignRow> {
    store::find_shown(tx, id)?.ok_or(Error::NotFound)
}

/// Finds the campaign suggested for a shop's cards until the buyer chooses another one.
pub fn find_fitting(tx: &mut Tx<'_>, vendor: TenantId, today: BusinessDate) -> Result<CampaignRow> {
    store::find_fitting(tx, vendor, today)?.ok_or(Error::NotFound)
}

/// Adds the jobs of campaigns.
pub fn add_work(work: Work) -> Work {
    work.on(progress::notify_of_milestone)
}
