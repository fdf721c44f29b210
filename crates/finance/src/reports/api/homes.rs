//! `/Vendors/home` and `/Charities/home`: everything that the overview page shows, in one call.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{
    ReportQuery, ViewSales,
    replies::{CharityTransaction, VendorSummary},
};
use access::auth::{
    Can,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
};
use cards::masked_number;
use kernel::{
    date_range::DateFilter,
    dates::BusinessDate,
    fields::Fields,
    ids::{CampaignId, CardId, PersonId, TenantId},
    messages::Message,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Result, codes::NOT_FOUND},
    web::{AppState, calls::routes, extract::Query},
};

use crate::reports::{
    CampaignSums, Counted,
    homes::{self, Event, EventKind, Redeemer, Running, Share},
    store::events::Behind,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_vendor_home: NOT_FOUND TOO_MUCH_READ))
        .routes(routes!(list_vendor_events: NOT_FOUND TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(get_charity_home: NOT_FOUND TOO_MUCH_READ))
}

/// Overview of a vendor. The sums in `amounts` and `causes` are parts of the `summary`. Those in `employees` and in `hours`
/// add up to its `totalRedemption`. A reversal is subtracted from the clerk who redeemed, in the hour of the reversal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VendorHome {
    summary: VendorSummary,
    /// Balance of all cards today.
    balance_today: Cents,
    /// Number of cards ever sold, without cancelled ones.
    cards_ever: i64,
    /// Sales by the amount of the card, the smallest first.
    amounts: Vec<AmountSold>,
    /// Charities that the shop's cards support, the largest sum first.
    causes: Vec<CauseFed>,
    /// Redemptions by clerk, the largest sum first.
    employees: Vec<EmployeeRedeemed>,
    /// Redemptions by hour of the day; hours without redemptions are left out.
    hours: Vec<HourRedeemed>,
    /// Latest events in any period, the newest first.
    events: Vec<ShopEvent>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AmountSold {
    amount: Cents,
    cards_sold: i64,
    total_purchased_amount: Cents,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CauseFed {
    charity_id: TenantId,
    charity_name: String,
    total_fundraising: Cents,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EmployeeRedeemed {
    /// Id of the person who redeemed; null if the system acted.
    #[schema(required)]
    person_id: Option<PersonId>,
    /// First name and initial of the person.
    #[schema(required)]
    name: Option<String>,
    /// Number of redemptions, without reversed ones.
    redemptions: i64,
    total_redemption: Cents,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HourRedeemed {
    /// Hour of the day in Toronto, 0 to 23.
    hour: i8,
    redemptions: i64,
    total_redemption: Cents,
}

/// An event on a card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShopEvent {
    date: Timestamp,
    #[schema(inline)]
    kind: ShopEventKind,
    card_id: CardId,
    /// Last four digits of the card number.
    card_number: String,
    /// Amount moved; null if no money moved.
    #[schema(required)]
    amount: Option<Cents>,
    /// First name and initial of the buyer or actor; null if no person acted.
    #[schema(required)]
    person: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ShopEventKind {
    Sold,
    /// The card was taken over from a shop that closed.
    TakenOver,
    /// Another shop took the card over.
    HandedOver,
    Redeemed,
    CashedOut,
    /// A redemption or a cash-out was undone.
    Undone,
    /// A sale was cancelled, reversed or refunded.
    Cancelled,
    Frozen,
    Unfrozen,
}

impl From<EventKind> for ShopEventKind {
    fn from(kind: EventKind) -> ShopEventKind {
        match kind {
            EventKind::Sold => ShopEventKind::Sold,
            EventKind::TakenOver => ShopEventKind::TakenOver,
            EventKind::HandedOver => ShopEventKind::HandedOver,
            EventKind::Redeemed => ShopEventKind::Redeemed,
            EventKind::CashedOut => ShopEventKind::CashedOut,
            EventKind::Undone => ShopEventKind::Undone,
            EventKind::Cancelled => ShopEventKind::Cancelled,
            EventKind::Frozen => ShopEventKind::Frozen,
            EventKind::Unfrozen => ShopEventKind::Unfrozen,
        }
    }
}

impl From<Event> for ShopEvent {
    fn from(event: Event) -> ShopEvent {
        ShopEvent {
            date: event.at,
            kind: event.kind.into(),
            card_id: event.card,
            card_number: masked_number(&event.last_four),
            amount: event.amount,
            person: event.person,
        }
    }
}

impl From<Redeemer> for EmployeeRedeemed {
    fn from(redeemer: Redeemer) -> EmployeeRedeemed {
        let Counted { items, amount } = redeemer.redeemed;
        EmployeeRedeemed {
            person_id: redeemer.person,
            name: redeemer.name,
            redemptions: items,
            total_redemption: amount,
        }
    }
}

impl VendorHome {
    fn of(home: homes::VendorHome) -> Result<VendorHome> {
        let amounts = home.breakdown.amounts.into_iter();
        let hours = home.breakdown.hours.into_iter();
        let causes = home.causes.into_iter();
        Ok(VendorHome {
            summary: VendorSummary::of(&home.sums)?,
            balance_today: home.ever.closing,
            cards_ever: home.ever.cards,
            amounts: amounts
                .map(|(amount, sold)| AmountSold {
                    amount,
                    cards_sold: sold.items,
                    total_purchased_amount: sold.amount,
                })
                .collect(),
            causes: causes
                .map(|cause| CauseFed {
                    charity_id: cause.tenant,
                    charity_name: cause.name,
                    total_fundraising: cause.raised,
                })
                .collect(),
            employees: home.employees.into_iter().map(EmployeeRedeemed::from).collect(),
            hours: hours
                .map(|(hour, redeemed)| HourRedeemed {
                    hour,
                    redemptions: redeemed.items,
                    total_redemption: redeemed.amount,
                })
                .collect(),
            events: home.events.into_iter().map(ShopEvent::from).collect(),
        })
    }
}

/// Reads the overview of a vendor.
///
/// It contains the figures of a period, their breakdown, and the latest events.
#[utoipa::path(get, path = "/Vendors/home", tag = "Vendors", responses((status = OK, body = VendorHome)))]
async fn get_vendor_home(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<VendorHome>> {
    let wanted = query.wanted(None, days, PageRequest::default())?;
    let home = app.db.bulk().read(move |tx| homes::of_vendor(tx, &who.scope, &wanted)).await?;
    VendorHome::of(home).map(Json)
}

page_schema! {
    /// A page of events on a vendor's cards.
    ShopEventPage of ShopEvent
}

/// Kind of figure: sales with their cancellations, or redemptions with their reversals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum EventsOf {
    Sales,
    Redemptions,
}

/// At most one filter may be set, because no event matches two of them.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct EventsQuery {
    #[param(inline)]
    of: Option<EventsOf>,
    /// Only sales of cards of this amount, in dollars.
    amount: Option<String>,
    /// Only sales of cards that support this charity.
    #[param(inline)]
    charity_id: Option<TenantId>,
    /// Only redemptions that this person made.
    #[param(inline)]
    employee_id: Option<PersonId>,
}

impl EventsQuery {
    fn behind(self) -> Result<Behind> {
        let amount = self.amount.as_deref().map(|amount| {
            Cents::parse(amount).map_err(|problem| Fields::one("amount", problem.message()))
        });
        let all = [
            self.of.map(|of| match of {
                EventsOf::Sales => Behind::Sales,
                EventsOf::Redemptions => Behind::Redemptions,
            }),
            amount.transpose()?.map(Behind::SalesOf),
            self.charity_id.map(Behind::SalesFor),
            self.employee_id.map(Behind::RedemptionsBy),
        ];
        let mut named = all.into_iter().flatten();
        let behind = named.next().unwrap_or(Behind::All);
        match named.next() {
            None => Ok(behind),
            Some(_) => {
                let message = Message::new(
                    "Choose one of of, amount, charityId and employeeId.",
                    "Choisissez un seul de of, amount, charityId et employeeId.",
                );
                Err(Fields::one("of", message).into())
            }
        }
    }
}

/// Lists the events that make up a figure of the overview.
///
/// The newest comes first. Freezes are not included.
#[utoipa::path(get, path = "/Vendors/events", tag = "Vendors", responses((status = OK, body = ShopEventPage)))]
async fn list_vendor_events(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(events): Query<EventsQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<ShopEvent>>> {
    let wanted = query.wanted(None, days, page)?;
    let behind = events.behind()?;
    let read = move |tx: &mut db::Tx<'_>| homes::events_behind(tx, &who.scope, &wanted, behind);
    Ok(Json(app.db.bulk().read(read).await?.map(ShopEvent::from)))
}

/// Overview of a charity. The sums of the campaigns, and those of the shops, add up to `totalFundraising`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CharityHome {
    total_purchased_amount: Cents,
    total_fundraising: Cents,
    /// Sum raised since the charity joined.
    total_fundraising_ever: Cents,
    /// Number of purchases that ever raised a donation.
    purchases_ever: i64,
    /// Campaigns with donations in the period.
    campaigns: Vec<CampaignRaised>,
    /// Shops that raised donations in the period, the largest sum first.
    shops: Vec<ShopRaised>,
    /// Campaigns that run today, the earliest end first.
    running: Vec<RunningCampaign>,
    /// Latest purchases for the charity, in any period.
    newest: Vec<CharityTransaction>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CampaignRaised {
    campaign_id: CampaignId,
    campaign_name: String,
    total_purchased_amount: Cents,
    total_fundraising: Cents,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShopRaised {
    vendor_id: TenantId,
    vendor_name: String,
    total_purchased_amount: Cents,
    total_fundraising: Cents,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RunningCampaign {
    campaign_id: CampaignId,
    campaign_name: String,
    start_date: BusinessDate,
    end_date: BusinessDate,
    /// Fundraising goal in dollars.
    #[schema(required)]
    goal: Option<Cents>,
    /// Sum raised since the campaign began.
    total_fundraising: Cents,
}

impl From<CampaignSums> for CampaignRaised {
    fn from(row: CampaignSums) -> CampaignRaised {
        CampaignRaised {
            campaign_id: row.campaign,
            campaign_name: row.campaign_name,
            total_purchased_amount: row.sums.supported,
            total_fundraising: row.sums.raised,
        }
    }
}

impl From<Share> for ShopRaised {
    fn from(shop: Share) -> ShopRaised {
        ShopRaised {
            vendor_id: shop.tenant,
            vendor_name: shop.name,
            total_purchased_amount: shop.purchased,
            total_fundraising: shop.raised,
        }
    }
}

impl From<Running> for RunningCampaign {
    fn from(Running { campaign, raised }: Running) -> RunningCampaign {
        RunningCampaign {
            campaign_id: campaign.id,
            campaign_name: campaign.name,
            start_date: campaign.start_day,
            end_date: campaign.end_day,
            goal: campaign.goal,
            total_fundraising: raised,
        }
    }
}

impl From<homes::CharityHome> for CharityHome {
    fn from(home: homes::CharityHome) -> CharityHome {
        CharityHome {
            total_purchased_amount: home.sums.supported,
            total_fundraising: home.sums.raised,
            total_fundraising_ever: home.ever.raised,
            purchases_ever: home.ever.supports,
            campaigns: home.campaigns.into_iter().map(CampaignRaised::from).collect(),
            shops: home.shops.into_iter().map(ShopRaised::from).collect(),
            running: home.running.into_iter().map(RunningCampaign::from).collect(),
            newest: home.newest.into_iter().map(CharityTransaction::of).collect(),
        }
    }
}

/// Reads the overview of a charity.
///
/// It contains the sums raised in a period by shop and campaign, and the campaigns that run today.
#[utoipa::path(get, path = "/Charities/home", tag = "Charities", responses((status = OK, body = CharityHome)))]
async fn get_charity_home(
    who: Can<ViewSales>,
    State(app): AppState,
    Query(query): Query<ReportQuery>,
    Query(days): Query<DateFilter>,
) -> Result<Json<CharityHome>> {
    let wanted = query.wanted(None, days, PageRequest::default())?;
    let today = BusinessDate::today(&app.clock);
    let home =
        app.db.bulk().read(move |tx| homes::of_charity(tx, &who.scope, &wanted, today)).await?;
    Ok(Json(home.into()))
}
