//! JSON forms in which the API returns reports. Names keep the spelling of the specification, such
//! as `chairtyRate`.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{
        TenantReport, VendorFigures,
        homes::{self, EventKind},
        revenue, rules,
        store::{
            CampaignSums, Sums, VendorSums,
            by_day::DaySums,
            details::{Movement, Support},
            figures::Figures,
        },
    },
    homes::ShopEventKind,
};
use cards::masked_number;
use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, CardId, TenantId},
    money::Cents,
    paging::Page,
    rates::CharityRate,
    timestamp::Timestamp,
};
use platform::error::Result;

/// Figures of a vendor. `totalPurchasedAmount - totalFundraising - totalFunrayRevenue` is `totalRevenue`, and `openingBalance +
/// totalPurchasedAmount - totalRedemption` is `totalBalance`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VendorSummary {
    /// The vendor's part of the sales.
    total_revenue: Cents,
    total_card_sold: i64,
    /// Sum of redemptions on these days, whenever the cards were sold.
    total_redemption: Cents,
    /// Part of the redemptions that the shop paid out in cash.
    total_paid_out_in_cash: Cents,
    /// Balance of all cards at the end of the last day.
    total_balance: Cents,
    /// Sales before refunds.
    gross_sold: Cents,
    /// Refunded, cancelled and reversed sales, on the day of the refund. `grossSold - refunds` is `totalPurchasedAmount`.
    refunds: Cents,
    total_purchased_amount: Cents,
    total_fundraising: Cents,
    total_funray_revenue: Cents,
    /// Balance of all cards before the first day.
    opening_balance: Cents,
}

/// Figures of a vendor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VendorRowFigures {
    vendor_id: TenantId,
    /// Sales in the requested period.
    sold: Cents,
    /// Balance of all cards at the end of the last day.
    balance: Cents,
    /// Amount owed to the vendor at present. Negative if the vendor owes it to the platform.
    owed: Cents,
}

/// Figures of several vendors.
#[derive(Serialize, ToSchema)]
pub struct VendorFiguresReply {
    /// One item for each vendor, in the order of the ids in the query.
    items: Vec<VendorRowFigures>,
}

impl From<Vec<(TenantId, VendorFigures)>> for VendorFiguresReply {
    fn from(figures: Vec<(TenantId, VendorFigures)>) -> Self {
        let items =
            figures.into_iter().map(|(vendor_id, VendorFigures { sold, balance, owed })| {
                VendorRowFigures { vendor_id, sold, balance, owed }
            });
        VendorFiguresReply { items: items.collect() }
    }
}

impl VendorSummary {
    pub fn of(sums: &Sums) -> Result<VendorSummary> {
        Ok(VendorSummary {
            total_revenue: sums.revenue()?,
            total_card_sold: sums.cards,
            total_redemption: sums.redeemed,
            total_paid_out_in_cash: sums.cash,
            total_balance: sums.closing,
            gross_sold: sums.gross()?,
            refunds: sums.refunded,
            total_purchased_amount: sums.purchased,
            total_fundraising: sums.raised,
            total_funray_revenue: sums.platform,
            opening_balance: sums.opening,
        })
    }
}

/// A vendor's report. `totalPurchasedAmount - totalFundraising - totalFunrayRevenue` is `actualRevenue`, and
/// `openingBalance + totalPurchasedAmount - totalRedemption` is `totalBalance`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VendorReport {
    /// Sales before refunds.
    gross_sold: Cents,
    /// Refunded, cancelled and reversed sales, on the day of the refund. `grossSold - refunds` is `totalPurchasedAmount`.
    refunds: Cents,
    total_purchased_amount: Cents,
    total_cards_sold: i64,
    total_redemption: Cents,
    /// Part of the redemptions that the shop paid out in cash.
    total_paid_out_in_cash: Cents,
    /// Balance of all cards at the end of the last day.
    total_balance: Cents,
    /// The vendor's part of the sales.
    actual_revenue: Cents,
    total_fundraising: Cents,
    total_funray_revenue: Cents,
    /// Balance of all cards before the first day.
    opening_balance: Cents,
    /// Events on the vendor's cards, the newest first.
    transactions: Vec<VendorTransaction>,
    page_index: u32,
    page_size: u32,
    total_pages: u64,
    total_items: u64,
}

/// An event on a card. Cancellations and reversals have the opposite sign.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VendorTransaction {
    date: Timestamp,
    #[schema(inline)]
    kind: ShopEventKind,
    /// First name and initial of the clerk; null if the event did not happen at a counter.
    #[schema(required)]
    clerk: Option<String>,
    /// Name of the till; null if no till was used.
    #[schema(required)]
    till: Option<String>,
    card_id: CardId,
    /// Last four digits of the card number.
    card_number: String,
    purchased: Cents,
    redemption: Cents,
    /// Balance of the card after the event.
    balance: Cents,
    actual_revenue: Cents,
    /// Charity rate in percent; null for a card that supports no charity.
    #[schema(required)]
    chairty_rate: Option<u8>,
    #[schema(required)]
    charity_sponsor: Option<String>,
}

impl VendorReport {
    pub fn of(sums: &Sums, rows: Page<Movement>) -> Result<VendorReport> {
        let rows = rows.try_map(VendorTransaction::of)?;
        Ok(VendorReport {
            gross_sold: sums.gross()?,
            refunds: sums.refunded,
            total_purchased_amount: sums.purchased,
            total_cards_sold: sums.cards,
            total_redemption: sums.redeemed,
            total_paid_out_in_cash: sums.cash,
            total_balance: sums.closing,
            actual_revenue: sums.revenue()?,
            total_fundraising: sums.raised,
            total_funray_revenue: sums.platform,
            opening_balance: sums.opening,
            transactions: rows.items,
            page_index: rows.page_index,
            page_size: rows.page_size,
            total_pages: rows.total_pages,
            total_items: rows.total_items,
        })
    }
}

impl VendorTransaction {
    fn of(row: Movement) -> Result<VendorTransaction> {
        let kind =
            EventKind::of(row.kind, row.reversed_kind, (row.is_taken_over, row.is_handed_over));
        let clerk = match kind {
            EventKind::Redeemed | EventKind::CashedOut | EventKind::Undone => {
                homes::person_name(row.first_name, row.last_name)
            }
            _ => None,
        };
        Ok(VendorTransaction {
            date: row.created_at,
            kind: kind.into(),
            clerk,
            till: row.till,
            card_id: row.card_id,
            card_number: masked_number(&row.last_four),
            purchased: row.purchased,
            redemption: row.redeemed,
            balance: row.balance,
            actual_revenue: revenue(row.purchased, row.raised, row.platform)?,
            chairty_rate: row.charity_rate.map(CharityRate::percent),
            charity_sponsor: row.charity_name,
        })
    }
}

/// A charity's report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CharityReport {
    total_purchased_amount: Cents,
    total_fundraising: Cents,
    /// Cards sold for the charity's campaigns, the newest first.
    transactions: Vec<CharityTransaction>,
    page_index: u32,
    page_size: u32,
    total_pages: u64,
    total_items: u64,
}

/// A card sold for a campaign. Cancellations and reversals have the opposite sign.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CharityTransaction {
    campaign_name: String,
    date: Timestamp,
    /// The buyer's first name and an initial.
    customer_name: String,
    /// Last four digits of the card number.
    card_number: String,
    purchased_amount: Cents,
    /// Charity rate in percent; null if the card had none.
    #[schema(required)]
    charity_rate: Option<u8>,
    total_fundraising: Cents,
    vendor_supported: String,
    /// Whether another shop took the card over: the card left the old shop, or came to the new one.
    is_handover: bool,
}

impl CharityReport {
    pub fn of(sums: &Sums, rows: Page<Support>) -> CharityReport {
        let rows = rows.map(CharityTransaction::of);
        CharityReport {
            total_purchased_amount: sums.supported,
            total_fundraising: sums.raised,
            transactions: rows.items,
            page_index: rows.page_index,
            page_size: rows.page_size,
            total_pages: rows.total_pages,
            total_items: rows.total_items,
        }
    }
}

impl CharityTransaction {
    pub fn of(row: Support) -> CharityTransaction {
        CharityTransaction {
            campaign_name: row.campaign_name,
            date: row.created_at,
            customer_name: rules::customer_name(&row.first_name, &row.last_name),
            card_number: masked_number(&row.last_four),
            purchased_amount: row.purchased,
            charity_rate: row.charity_rate.map(CharityRate::percent),
            total_fundraising: row.raised,
            vendor_supported: row.vendor_name,
            is_handover: row.is_handover,
        }
    }
}

/// A vendor's or a charity's report, depending on the tenant that was asked for.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ReportOfTenant {
    Vendor(VendorReport),
    Charity(CharityReport),
}

impl ReportOfTenant {
    pub fn of(report: TenantReport) -> Result<ReportOfTenant> {
        Ok(match report {
            TenantReport::Vendor(sums, rows) => {
                ReportOfTenant::Vendor(VendorReport::of(&sums, rows)?)
            }
            TenantReport::Charity(sums, rows) => {
                ReportOfTenant::Charity(CharityReport::of(&sums, rows))
            }
        })
    }
}

/// Sales of all vendors.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VendorsReport {
    total_cards_sold: i64,
    /// Sales before refunds.
    gross_sold: Cents,
    /// Refunded, cancelled and reversed sales, on the day of the refund. `grossSold - refunds` is `totalPurchasedAmount`.
    refunds: Cents,
    total_purchased_amount: Cents,
    total_funray_revenue: Cents,
    total_fundraising: Cents,
    total_redeemed_amount: Cents,
    /// Part of the redemptions that was paid out in cash.
    total_paid_out_in_cash: Cents,
    /// Balance of all cards at the end of the last day.
    total_balance: Cents,
    /// The vendors' part of the sales.
    vendor_revenue: Cents,
    /// Balance of all cards before the first day.
    opening_balance: Cents,
    /// Vendors that have ever sold a card, by name.
    vendor_summaries: Vec<VendorSummaryRow>,
    page_index: u32,
    page_size: u32,
    total_pages: u64,
    total_items: u64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VendorSummaryRow {
    vendor_id: TenantId,
    vendor_name: String,
    total_card_sold: i64,
    /// Sales before refunds.
    gross_sold: Cents,
    /// Refunded, cancelled and reversed sales, on the day of the refund. `grossSold - refunds` is `totalPurchasedAmount`.
    refunds: Cents,
    total_purchased_amount: Cents,
    total_redeemed_amount: Cents,
    /// Part of the redemptions that was paid out in cash.
    total_paid_out_in_cash: Cents,
    total_balance: Cents,
    total_fundraising: Cents,
    vendor_revenue: Cents,
    total_funray_revenue: Cents,
}

impl VendorsReport {
    pub fn of(sums: &Sums, rows: Page<VendorSums>) -> Result<VendorsReport> {
        let rows = rows.try_map(VendorSummaryRow::of)?;
        Ok(VendorsReport {
            total_cards_sold: sums.cards,
            gross_sold: sums.gross()?,
            refunds: sums.refunded,
            total_purchased_amount: sums.purchased,
            total_funray_revenue: sums.platform,
            total_fundraising: sums.raised,
            total_redeemed_amount: sums.redeemed,
            total_paid_out_in_cash: sums.cash,
            total_balance: sums.closing,
            vendor_revenue: sums.revenue()?,
            opening_balance: sums.opening,
            vendor_summaries: rows.items,
            page_index: rows.page_index,
            page_size: rows.page_size,
            total_pages: rows.total_pages,
            total_items: rows.total_items,
        })
    }
}

impl VendorSummaryRow {
    fn of(VendorSums { vendor, vendor_name, sums }: VendorSums) -> Result<VendorSummaryRow> {
        Ok(VendorSummaryRow {
            vendor_id: vendor,
            vendor_revenue: sums.revenue()?,
            vendor_name,
            total_card_sold: sums.cards,
            gross_sold: sums.gross()?,
            refunds: sums.refunded,
            total_purchased_amount: sums.purchased,
            total_redeemed_amount: sums.redeemed,
            total_paid_out_in_cash: sums.cash,
            total_balance: sums.closing,
            total_fundraising: sums.raised,
            total_funray_revenue: sums.platform,
        })
    }
}

/// Sums raised for all charities.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CharitiesReport {
    total_purchased_amount: Cents,
    total_charity_fundraising: Cents,
    /// Campaigns with purchases, by the names of their charities.
    charity_summaries: Vec<CharitySummaryRow>,
    page_index: u32,
    page_size: u32,
    total_pages: u64,
    total_items: u64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CharitySummaryRow {
    campaign_id: CampaignId,
    charity_id: TenantId,
    campaign_name: String,
    charity_name: String,
    total_purchased_amount: Cents,
    total_fundraising: Cents,
}

impl CharitiesReport {
    pub fn of(sums: &Sums, rows: Page<CampaignSums>) -> CharitiesReport {
        let rows = rows.map(|row| CharitySummaryRow {
            campaign_id: row.campaign,
            charity_id: row.charity,
            campaign_name: row.campaign_name,
            charity_name: row.charity_name,
            total_purchased_amount: row.sums.supported,
            total_fundraising: row.sums.raised,
        });
        CharitiesReport {
            total_purchased_amount: sums.supported,
            total_charity_fundraising: sums.raised,
            charity_summaries: rows.items,
            page_index: rows.page_index,
            page_size: rows.page_size,
            total_pages: rows.total_pages,
            total_items: rows.total_items,
        }
    }
}

/// Sums for each day.
#[derive(Serialize, ToSchema)]
pub struct DailyReport {
    /// Days with any movement, the earliest first.
    days: Vec<DailyRow>,
}

/// Sums of a day in Toronto, minus the cancellations and reversals of that day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DailyRow {
    day: BusinessDate,
    total_cards_sold: i64,
    total_purchased_amount: Cents,
    total_redeemed_amount: Cents,
    /// Part of the redemptions that was paid out in cash.
    total_paid_out_in_cash: Cents,
    total_fundraising: Cents,
    total_funray_revenue: Cents,
}

impl DailyReport {
    pub fn of(days: Vec<DaySums>) -> DailyReport {
        let row = |sums: DaySums| DailyRow {
            day: sums.day,
            total_cards_sold: sums.cards,
            total_purchased_amount: sums.purchased,
            total_redeemed_amount: sums.redeemed,
            total_paid_out_in_cash: sums.cash,
            total_fundraising: sums.raised,
            total_funray_revenue: sums.platform,
        };
        DailyReport { days: days.into_iter().map(row).collect() }
    }
}

/// Figures of the whole marketplace.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicFigures {
    /// Number of active shops.
    vendor_count: i64,
    charity_count: i64,
    total_fundraising: Cents,
}

impl From<Figures> for PublicFigures {
    fn from(figures: Figures) -> Self {
        PublicFigures {
            vendor_count: figures.vendors,
            charity_count: figures.charities,
            total_fundraising: figures.raised,
        }
    }
}
