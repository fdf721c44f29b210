//! `/Notices`: notices of the caller, and settings for which kinds they want.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{
    Facts, Feed, Kind, MAX_LARGE, MIN_LARGE, NoticeRow, ReadNotices, SettingRow,
    settings::{self, Settings},
};
use access::auth::{Can, TenantKind};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{CampaignId, CardId, NoticeId, OrderId, PayoutId, TenantId},
    messages::Message,
    money::Cents,
    paging::{PageRequest, Paging},
    payouts::PayoutStep,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_notices))
        .routes(routes!(read_notice))
        .routes(routes!(read_all_notices))
        .routes(routes!(get_notice_settings, change_notice_settings))
}

/// A notice.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    id: NoticeId,
    kind: Kind,
    /// Source of the notice: `platform`, or the id of a vendor or charity.
    feed: String,
    /// Shop or charity that the event concerns; null if it concerns none.
    #[schema(required)]
    tenant_id: Option<TenantId>,
    #[schema(required)]
    tenant_name: Option<String>,
    #[schema(required)]
    tenant_kind: Option<TenantKind>,
    /// The order whose refund waits for a second person.
    #[schema(required)]
    order_id: Option<OrderId>,
    #[schema(required)]
    card_id: Option<CardId>,
    /// The card's last four digits.
    #[schema(required)]
    card_number: Option<String>,
    /// True if the card was frozen, false if it was unfrozen.
    #[schema(required)]
    is_frozen: Option<bool>,
    /// Amount that the notice is about, such as a redemption, the sales of the day or a payout.
    /// Null if the notice has none.
    #[schema(required)]
    value: Option<Cents>,
    /// Number of cards that the notice is about: sold on the day, redeemed within minutes, left at
    /// a closing shop, or frozen or unfrozen at once. Null if the notice has none.
    #[schema(required)]
    cards: Option<i64>,
    #[schema(required)]
    day: Option<BusinessDate>,
    #[schema(required)]
    payout_id: Option<PayoutId>,
    /// New state of the payout.
    #[schema(required, inline)]
    payout_step: Option<PayoutStep>,
    /// Charity rate before the change, in percent. Null for other kinds of notice.
    #[schema(required)]
    former_charity_rate: Option<u8>,
    #[schema(required)]
    charity_rate: Option<u8>,
    /// Campaign that reached half of its goal, or its goal. Null for other kinds of notice.
    #[schema(required)]
    campaign_id: Option<CampaignId>,
    #[schema(required)]
    campaign_name: Option<String>,
    /// True if the campaign reached its goal, false if it reached half of it.
    #[schema(required)]
    is_full: Option<bool>,
    created_at: Timestamp,
    is_read: bool,
}

impl Notice {
    pub fn of(row: NoticeRow) -> Result<Notice> {
        let facts = Facts::read(&row.facts)?;
        let Facts { card, number, is_frozen, value, order, cards, day, .. } = facts;
        let Facts { payout, step, rates, campaign, is_full, .. } = facts;
        Ok(Notice {
            id: row.id,
            kind: row.kind,
            feed: row.feed.word(),
            tenant_id: row.tenant_id,
            tenant_name: row.tenant_name,
            tenant_kind: row.tenant_kind,
            order_id: order,
            card_id: card,
            card_number: number,
            is_frozen,
            value,
            cards,
            day,
            payout_id: payout,
            payout_step: step,
            former_charity_rate: rates.map(|(before, _)| before),
            charity_rate: rates.map(|(_, after)| after),
            campaign_id: campaign.as_ref().map(|(id, _)| *id),
            campaign_name: campaign.map(|(_, name)| name),
            is_full,
            created_at: row.created_at,
            is_read: row.read_at.is_some(),
        })
    }
}

/// A page of notices.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoticePage {
    items: Vec<Notice>,
    #[serde(flatten)]
    paging: Paging,
    /// Number of all unread notices.
    unread: u64,
}

/// Lists your notices, the newest first.
#[utoipa::path(get, path = "/Notices", tag = "Notices", responses((status = OK, body = NoticePage)))]
async fn list_notices(
    who: Can<ReadNotices>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<NoticePage>> {
    let (page, unread) = super::list(&app, who.actor.person, who.scope, page).await?;
    let (items, paging) = page.try_map(Notice::of)?.split();
    Ok(Json(NoticePage { items, paging, unread }))
}

/// Marks a notice as read.
#[utoipa::path(put, path = "/Notices/{id}/read", tag = "Notices",
    responses((status = NO_CONTENT)))]
async fn read_notice(
    who: Can<ReadNotices>,
    State(app): AppState,
    Path(id): Path<NoticeId>,
) -> Result<StatusCode> {
    super::set_read(&app, who.actor.person, who.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Marks all notices as read.
#[utoipa::path(post, path = "/Notices/read", tag = "Notices", responses((status = NO_CONTENT)))]
async fn read_all_notices(who: Can<ReadNotices>, State(app): AppState) -> Result<StatusCode> {
    super::set_all_read(&app, who.actor.person, who.scope).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Notification settings of one source. Null marks notices that this source never sends.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoticeSettings {
    /// Whether to get a notice each morning about the sales of the previous day.
    #[schema(required)]
    daily_sales: Option<bool>,
    #[schema(required)]
    large_redemption: Option<bool>,
    /// Amount from which a redemption counts as large.
    #[schema(required)]
    large_amount: Option<Cents>,
    /// Whether to get notices about frozen and unfrozen cards.
    #[schema(required)]
    freeze: Option<bool>,
    #[schema(required)]
    bank_changed: Option<bool>,
    /// Whether to get notices about payouts that are approved, paid or failed.
    #[schema(required)]
    payout: Option<bool>,
}

impl From<Settings> for NoticeSettings {
    fn from(settings: Settings) -> Self {
        let Settings { daily_sales, large_redemption, large_amount, freeze, bank_changed, payout } =
            settings;
        NoticeSettings { daily_sales, large_redemption, large_amount, freeze, bank_changed, payout }
    }
}

fn feed_of(text: &str) -> Result<Feed> {
    Feed::parse(text).ok_or(Error::NotFound)
}

/// Reads notification settings.
///
/// `id` is `platform`, or the id of a vendor or charity.
#[utoipa::path(get, path = "/Notices/settings/{id}", tag = "Notices",
    responses((status = OK, body = NoticeSettings)))]
async fn get_notice_settings(
    who: Can<ReadNotices>,
    State(app): AppState,
    Path(id): Path<String>,
) -> Result<Json<NoticeSettings>> {
    let settings = settings::find(&app, who.actor.person, who.scope, feed_of(&id)?).await?;
    Ok(Json(settings.into()))
}

/// Notification settings to change. Settings that are left out keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoticeSettingsForm {
    daily_sales: Option<bool>,
    large_redemption: Option<bool>,
    large_amount: Option<Cents>,
    freeze: Option<bool>,
    bank_changed: Option<bool>,
    payout: Option<bool>,
}

impl NoticeSettingsForm {
    fn check(&self) -> Result<Settings, Fields> {
        let mut fields = Fields::default();
        if self.large_redemption.is_some() {
            let amount = fields.present("largeAmount", "Amount", self.large_amount);
            if amount.is_some_and(|amount| !(MIN_LARGE..=MAX_LARGE).contains(&amount)) {
                fields.add(
                    "largeAmount",
                    Message::new(
                        "Must be from $20 to $10,000.",
                        "Doit être de 20\u{a0}$ à 10\u{a0}000\u{a0}$.",
                    ),
                );
            }
        }
        fields.finish(|| {
            Some(Settings {
                daily_sales: self.daily_sales,
                large_redemption: self.large_redemption,
                large_amount: self.large_amount,
                freeze: self.freeze,
                bank_changed: self.bank_changed,
                payout: self.payout,
            })
        })
    }
}

/// Changes notification settings.
///
/// `id` is `platform`, or the id of a vendor or charity.
#[utoipa::path(put, path = "/Notices/settings/{id}", tag = "Notices",
    responses((status = OK, body = NoticeSettings)))]
async fn change_notice_settings(
    who: Can<ReadNotices>,
    State(app): AppState,
    Path(id): Path<String>,
    extract::Json(form): extract::Json<NoticeSettingsForm>,
) -> Result<Json<NoticeSettings>> {
    let (feed, wanted) = (feed_of(&id)?, form.check()?);
    let person = who.actor.person;
    let settings = settings::change(&app, person, who.scope, feed, wanted).await?;
    Ok(Json(settings.into()))
}

/// A notification setting.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedNoticeSetting {
    feed: String,
    kind: Kind,
    is_on: bool,
    #[schema(required)]
    amount: Option<Cents>,
}

impl From<SettingRow> for ExportedNoticeSetting {
    fn from(row: SettingRow) -> Self {
        let SettingRow { feed, kind, is_on, amount } = row;
        ExportedNoticeSetting { feed: feed.word(), kind, is_on, amount }
    }
}
