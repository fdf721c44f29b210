//! Rows of campaigns. Managers see the campaigns in their scope, visitors the running campaigns.

use std::collections::BTreeMap;

use db::{Conditions, ToValue, Tx, Value, params};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Days, Draft};
use kernel::{
    dates::BusinessDate,
    fold::search_key,
    ids::{CampaignId, FileKey, TenantId},
    money::Cents,
    paging::{Page, PageRequest},
    sort::{Direction, Sort, SortKey},
    timestamp::Timestamp,
};
use platform::{
    error::Result,
    lists::{self, Depth, Indexed, Listing, Totals, Wanted},
};

use crate::tenants::TenantScope;

db::row! {
    /// Campaign with its charity's name and picture.
    #[derive(Clone, Debug)]
    pub struct CampaignRow {
        pub id: CampaignId,
        pub charity_id: TenantId,
        pub charity_name: String,
        pub charity_logo_key: Option<FileKey>,
        pub name: String,
        pub description: Option<String>,
        pub start_day: BusinessDate,
        pub end_day: BusinessDate,
        pub url: Option<String>,
        pub logo_key: Option<FileKey>,
        pub logo_hue: Option<u32>,
        pub is_active: bool,
        pub created_at: Timestamp,
        pub goal: Option<Cents>,
        /// Sum raised so far, less refunds and reversals.
        pub raised: Cents,
        pub supporters: i64,
        pub thanks: Option<String>,
    }
}

impl CampaignRow {
    pub fn days(&self) -> Days {
        Days { start: self.start_day, end: self.end_day }
    }

    /// Returns the fields that the form edits.
    pub fn draft(&self) -> Draft {
        Draft {
            name: self.name.clone(),
            description: self.description.clone(),
            days: self.days(),
            url: self.url.clone(),
            logo: self.logo_key,
            goal: self.goal,
            thanks: self.thanks.clone(),
        }
    }
}

const COLUMNS: &str =
    "c.id, c.charity_id, t.display_name, t.logo_key, c.name, c.description, c.start_day, c.end_day,
    c.campaign_url, c.logo_key, c.logo_hue, c.is_active, c.created_at, c.goal, COALESCE(g.raised, 0), COALESCE(g.supporters, 0), c.thanks";
const JOINED: &str = "LEFT JOIN tenant t ON t.id = c.charity_id LEFT JOIN campaign_progress g ON g.campaign_id = c.id";
const PROGRESS: &str = "LEFT JOIN campaign_progress g ON g.campaign_id = c.id";

/// Sort order of the list of campaigns.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CampaignOrder {
    #[default]
    CreatedAt,
    Name,
    StartDate,
    EndDate,
}

impl SortKey for CampaignOrder {
    const DEFAULT_DIRECTION: Direction = Direction::Desc;
    const TIE_BREAK: &'static str = "c.id";

    fn column(self) -> &'static str {
        match self {
            CampaignOrder::CreatedAt => "c.created_at",
            CampaignOrder::Name => "c.search_key",
            CampaignOrder::StartDate => "c.start_day",
            CampaignOrder::EndDate => "c.end_day",
        }
    }
}

/// Sort order of the public list of campaigns.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ShownOrder {
    #[default]
    EndDate,
    StartDate,
    Name,
}

impl SortKey for ShownOrder {
    const TIE_BREAK: &'static str = "c.id";

    fn column(self) -> &'static str {
        match self {
            ShownOrder::EndDate => "c.end_day",
            ShownOrder::StartDate => "c.start_day",
            ShownOrder::Name => "c.search_key",
        }
    }
}

#[derive(Clone, Debug)]
pub struct CampaignFilter {
    pub charity: Option<TenantId>,
    pub is_active: Option<bool>,
    pub wanted: Wanted,
}

#[derive(Clone, Debug)]
pub struct ShownFilter {
    pub charity: Option<TenantId>,
    pub wanted: Wanted,
}

pub fn list(
    tx: &mut Tx<'_>,
    totals: &Totals,
    scope: &TenantScope,
    filter: &CampaignFilter,
    sort: Sort<CampaignOrder>,
    page: PageRequest,
) -> Result<Page<CampaignRow>> {
    let mut list = Listing::new(COLUMNS, "campaign c", "c.id").showing(JOINED);
    match scope {
        TenantScope::All => {}
        TenantScope::Own(own) => list.only_among("c.charity_id", own),
    }
    if let Some(charity) = filter.charity {
        list.only("c.charity_id =", &charity);
    }
    if let Some(is_active) = filter.is_active {
        list.only("c.is_active =", &is_active);
    }
    list.search(&[Indexed::Campaign], &filter.wanted, sort.is_chosen());
    list.order_by(&sort.columns());
    page_of(tx, totals, &list, &filter.wanted, page)
}

pub fn list_shown(
    tx: &mut Tx<'_>,
    totals: &Totals,
    filter: &ShownFilter,
    today: BusinessDate,
    sort: Sort<ShownOrder>,
    page: PageRequest,
) -> Result<Page<CampaignRow>> {
    let charity =
        "JOIN tenant t ON t.id = c.charity_id AND t.kind = 'CHARITY' AND t.state = 'ACTIVE'";
    let mut list = Listing::new(COLUMNS, "campaign c", "c.id").joined(charity).showing(PROGRESS);
    list.only("c.is_active =", &true);
    list.only("c.end_day >=", &today);
    list.only("c.start_day <=", &today);
    if let Some(charity) = filter.charity {
        list.only("c.charity_id =", &charity);
    }
    list.search(&[Indexed::Campaign], &filter.wanted, sort.is_chosen());
    list.order_by(&sort.columns());
    page_of(tx, totals, &list, &filter.wanted, page)
}

fn page_of(
    tx: &mut Tx<'_>,
    totals: &Totals,
    list: &Listing,
    wanted: &Wanted,
    page: PageRequest,
) -> Result<Page<CampaignRow>> {
    if !wanted.is_narrowed() {
        return list.page(tx, totals, page);
    }
    list.page_within(tx, totals, page, |_, mut rows: Vec<CampaignRow>| {
        rows.retain(|row| {
            let description = row.description.as_deref().unwrap_or_default();
            wanted.fits(&[("name", &row.name), ("description", description)])
        });
        Ok(rows)
    })
}

/// Finds a campaign of a charity within the scope.
pub fn find(tx: &mut Tx<'_>, scope: &TenantScope, id: CampaignId) -> Result<Option<CampaignRow>> {
    let sql = format!("SELECT {COLUMNS} FROM campaign c {JOINED} WHERE c.id = $1");
    let found: Option<CampaignRow> = tx.first(&sql, params![id])?;
    Ok(found.filter(|campaign| scope.reaches(campaign.charity_id)))
}

/// Finds these campaigns, however many. If `locks`, they stay locked until the transaction ends.
pub fn find_every(
    tx: &mut Tx<'_>,
    ids: &[CampaignId],
    locks: bool,
) -> Result<BTreeMap<CampaignId, CampaignRow>> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let mut found = BTreeMap::new();
    for some in db::pieces(&ids) {
        if locks {
            let values: Vec<Value<'_>> = some.iter().map(ToValue::to_value).collect();
            let (places, lock) = (db::places(1..=values.len()), tx.engine().for_update());
            let sql = format!("SELECT id FROM campaign WHERE id IN ({places}) ORDER BY id{lock}");
            tx.rows::<(CampaignId,)>(&sql, &values)?;
        }
        found.extend(find_all(tx, some)?.into_iter().map(|row| (row.id, row)));
    }
    Ok(found)
}

/// Finds these campaigns, ordered by id.
pub fn find_all(tx: &mut Tx<'_>, ids: &[CampaignId]) -> Result<Vec<CampaignRow>> {
    let mut conditions = Conditions::default();
    conditions.only_among("c.id", ids.iter().copied());
    let condition = conditions.sql();
    let sql = format!("SELECT {COLUMNS} FROM campaign c {JOINED} WHERE {condition} ORDER BY c.id");
    Ok(tx.rows(&sql, conditions.parameters())?)
}

/// Like [`find`], but locks the row until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, scope: &TenantScope, id: CampaignId) -> Result<Option<CampaignRow>> {
    // Joined rows can't be locked in the same statement, so they are read once the campaign is
    // locked.
    let sql = format!("SELECT id FROM campaign WHERE id = $1{}", tx.engine().for_update());
    tx.first::<(CampaignId,)>(&sql, params![id])?;
    find(tx, scope, id)
}

pub fn find_shown(tx: &mut Tx<'_>, id: CampaignId) -> Result<Option<CampaignRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM campaign c {JOINED}
         WHERE c.id = $1 AND c.is_active = TRUE AND t.state = 'ACTIVE'"
    );
    Ok(tx.first(&sql, params![id])?)
}

/// Number of a shop's latest cards from which to find out which charities its customers choose.
const RECENT_CARDS: i64 = 200;

/// Finds the running campaign that fits a shop best: a campaign of a charity nearby, else one of a
/// charity that the shop's customers choose, else the campaign that ends first.
pub fn find_fitting(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    today: BusinessDate,
) -> Result<Option<CampaignRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tenant v
         JOIN campaign c ON c.is_active = TRUE AND c.end_day >= $2 AND c.start_day <= $2
         JOIN tenant t ON t.id = c.charity_id AND t.kind = 'CHARITY' AND t.state = 'ACTIVE'
         {PROGRESS}
         LEFT JOIN (SELECT campaign_id, COUNT(*) AS sold
                    FROM (SELECT campaign_id FROM card WHERE vendor_id = $1
                          ORDER BY created_at DESC, id DESC LIMIT $3) recent
                    GROUP BY campaign_id) liked ON liked.campaign_id = c.id
         WHERE v.id = $1 AND v.kind = 'VENDOR' AND v.state = 'ACTIVE'
         ORDER BY CASE WHEN SUBSTR(t.postal_code, 1, 3) = SUBSTR(v.postal_code, 1, 3) THEN 0
                       WHEN t.city = v.city AND t.province = v.province THEN 1
                       ELSE 2 END,
                  COALESCE(liked.sold, 0) DESC, c.end_day, c.id
         LIMIT 1"
    );
    Ok(tx.first(&sql, params![vendor, today, RECENT_CARDS])?)
}

pub fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    charity: TenantId,
    draft: &Draft,
    hue: Option<u32>,
) -> Result<CampaignId> {
    let id = CampaignId::new(now);
    tx.execute(
        "INSERT INTO campaign (id, charity_id, name, description, start_day, end_day, campaign_url, logo_key,
                               logo_hue, is_active, search_key, created_at, updated_at, goal, thanks)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, TRUE, $10, $11, $11, $12, $13)",
        params![
            id,
            charity,
            draft.name,
            draft.description,
            draft.days.start,
            draft.days.end,
            draft.url,
            draft.logo,
            hue,
            search_key(&draft.name),
            now,
            draft.goal,
            draft.thanks
        ],
    )?;
    index(tx, id, draft)?;
    Ok(id)
}

pub fn update(
    tx: &mut Tx<'_>,
    now: Timestamp,
    id: CampaignId,
    draft: &Draft,
    hue: Option<u32>,
) -> Result<()> {
    tx.execute(
        "UPDATE campaign SET name = $1, description = $2, start_day = $3, end_day = $4, campaign_url = $5,
                             logo_key = $6, logo_hue = $7, search_key = $8, updated_at = $9, goal = $10, thanks = $11
         WHERE id = $12",
        params![
            draft.name,
            draft.description,
            draft.days.start,
            draft.days.end,
            draft.url,
            draft.logo,
            hue,
            search_key(&draft.name),
            now,
            draft.goal,
            draft.thanks,
            id
        ],
    )?;
    index(tx, id, draft)
}

fn index(tx: &mut Tx<'_>, id: CampaignId, draft: &Draft) -> Result<()> {
    let description = draft.description.as_deref().unwrap_or_default();
    let texts = [(Depth::Name, draft.name.as_str()), (Depth::Text, description)];
    lists::index(tx, Indexed::Campaign, &id.to_string(), &texts, &[&draft.name])
}

pub fn set_end(tx: &mut Tx<'_>, now: Timestamp, id: CampaignId, end: BusinessDate) -> Result<()> {
    tx.later(
        "UPDATE campaign SET end_day = $1, updated_at = $2 WHERE id = $3",
        params![end, now, id],
    )?;
    Ok(())
}

pub fn set_active(tx: &mut Tx<'_>, now: Timestamp, id: CampaignId, is_active: bool) -> Result<()> {
    tx.later(
        "UPDATE campaign SET is_active = $1, updated_at = $2 WHERE id = $3 AND is_active <> $1",
        params![is_active, now, id],
    )?;
    Ok(())
}
