//! Gifts by status: sent, delivered, opened, used.

use db::{One, Rows, params, rows};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::{
    date_range::DateRange,
    ids::{CardId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};

/// Status of a gift. Each status includes the later ones: a used gift counts as opened and delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum GiftStep {
    #[default]
    Sent,
    Delivered,
    Opened,
    Used,
}

impl GiftStep {
    const ALL: [GiftStep; 4] =
        [GiftStep::Sent, GiftStep::Delivered, GiftStep::Opened, GiftStep::Used];

    fn condition(self) -> String {
        const USED: &str = "k.used_at IS NOT NULL";
        const BOUNCED: &str = "SELECT m.subject_id FROM sent_mail m
            WHERE m.letter = 'gift' AND m.bounce_status IS NOT NULL AND m.bounce_closed_at IS NULL";
        let later = |step: GiftStep| step.condition();
        match self {
            GiftStep::Sent => "TRUE".to_owned(),
            GiftStep::Delivered => format!(
                "((k.mailed_at IS NOT NULL AND k.id NOT IN ({BOUNCED})) OR {})",
                later(GiftStep::Opened)
            ),
            GiftStep::Opened => format!(
                "(k.opened_at IS NOT NULL OR k.claimed_at IS NOT NULL OR {})",
                later(GiftStep::Used)
            ),
            GiftStep::Used => USED.to_owned(),
        }
    }
}

/// Filter of gifts: days of the purchase, and whether they support a charity.
#[derive(Clone, Copy, Debug)]
pub struct GiftFilter {
    pub days: DateRange,
    pub has_cause: Option<bool>,
}

impl GiftFilter {
    fn condition(&self) -> String {
        let of_cause = match self.has_cause {
            None => "",
            Some(true) => " AND k.campaign_id IS NOT NULL",
            Some(false) => " AND k.campaign_id IS NULL",
        };
        format!(
            "k.is_gift AND k.moved_from_id IS NULL AND k.created_at >= $1 AND k.created_at < $2{of_cause}"
        )
    }
}

db::row! {
    /// Counts of gifts by status.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct GiftCounts {
        pub sent: i64,
        pub delivered: i64,
        pub opened: i64,
        pub used: i64,
    }
}

pub fn count_steps(filter: &GiftFilter) -> One<GiftCounts> {
    let (from, until) = filter.days.moments();
    let counts = GiftStep::ALL
        .map(|step| format!("COUNT(CASE WHEN {} THEN 1 END)", step.condition()))
        .join(", ");
    let sql = format!("SELECT {counts} FROM card k WHERE {}", filter.condition());
    rows(sql, params![from, until]).one()
}

db::row! {
    /// A gift with the times of its steps.
    #[derive(Clone, Debug)]
    pub struct GivenRow {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub vendor_name: String,
        pub last_four: String,
        pub value: Cents,
        pub gift_to: Option<String>,
        pub recipient_email: Option<String>,
        pub bought_at: Timestamp,
        pub is_delivered: bool,
        pub opened_at: Option<Timestamp>,
        pub is_used: bool,
    }
}

/// Lists the gifts that have reached this status, the newest first.
pub fn list(filter: &GiftFilter, step: GiftStep, page: PageRequest) -> Rows<GivenRow> {
    let sql = format!(
        "SELECT k.id, k.vendor_id, v.display_name, k.last_four, k.face, k.gift_to, k.recipient_email, k.created_at, {},
                COALESCE(k.opened_at, k.claimed_at), {}
         FROM card k JOIN tenant v ON v.id = k.vendor_id
         WHERE {} AND {} ORDER BY k.created_at DESC, k.id DESC LIMIT $3 OFFSET $4",
        GiftStep::Delivered.condition(),
        GiftStep::Used.condition(),
        filter.condition(),
        step.condition(),
    );
    let (from, until) = filter.days.moments();
    rows(sql, params![from, until, page.limit(), page.offset()])
}

pub fn count_listed(filter: &GiftFilter, step: GiftStep) -> One<(i64,)> {
    let (from, until) = filter.days.moments();
    let sql = format!(
        "SELECT count(*) FROM card k WHERE {} AND {}",
        filter.condition(),
        step.condition()
    );
    rows(sql, params![from, until]).one()
}
