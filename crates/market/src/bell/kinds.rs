//! Kinds of notice, and who gets which.

use serde::Serialize;
use utoipa::ToSchema;

use access::auth::{Actor, Permission, Right, Role, TenantKind};
use kernel::ids::TenantId;
use platform::error::{Error, Result};

/// Kind of notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = NoticeKind)]
pub enum Kind {
    /// Sales of a shop on the previous day.
    DailySales,
    LargeRedemption,
    /// A card was frozen or unfrozen.
    Freeze,
    /// The bank account of a tenant was changed.
    BankChanged,
    /// A payout was approved or paid, or has failed.
    Payout,
    PayoutsPaused,
    /// A pause of the payouts was lifted.
    PayoutsResumed,
    /// Many cards of a shop were redeemed within minutes.
    Burst,
    /// A rule of a shop's counter was relaxed.
    CounterLoosened,
    /// A refund waits for the approval of a second administrator.
    RefundWaits,
    /// A raised buying limit waits for the approval of a second administrator.
    LimitWaits,
    /// A shop has changed its charity rate.
    RateChanged,
    /// The refunds of a closing shop's cards wait for the approval of a second administrator.
    ClosingWaits,
    /// The contact person of a registration has answered the administrators' question.
    RegistrationAnswered,
    /// A campaign has reached half of its goal, or its goal.
    CampaignMilestone,
}

db::text_enum! {
    Kind {
        DailySales = "DAILY_SALES",
        LargeRedemption = "LARGE_REDEMPTION",
        Freeze = "FREEZE",
        BankChanged = "BANK_CHANGED",
        Payout = "PAYOUT",
        PayoutsPaused = "PAYOUTS_PAUSED",
        PayoutsResumed = "PAYOUTS_RESUMED",
        Burst = "BURST",
        CounterLoosened = "COUNTER_LOOSENED",
        RefundWaits = "REFUND_WAITS",
        LimitWaits = "LIMIT_WAITS",
        RateChanged = "RATE_CHANGED",
        ClosingWaits = "CLOSING_WAITS",
        RegistrationAnswered = "REGISTRATION_ANSWERED",
        CampaignMilestone = "CAMPAIGN_MILESTONE",
    }
}

impl Kind {
    /// Returns true for kinds of notice that administrators get too, because such events may
    /// indicate fraud. Administrators get no notices of a shop's ordinary sales.
    pub(super) fn is_for_platform(self) -> bool {
        matches!(self, Kind::Freeze | Kind::BankChanged | Kind::PayoutsResumed)
            || self.is_for_platform_only()
    }

    /// Returns true for kinds that only administrators get: warnings about a shop's own managers,
    /// and requests for a decision. Administrators can't switch these off.
    pub(super) fn is_for_platform_only(self) -> bool {
        matches!(
            self,
            Kind::Burst
                | Kind::CounterLoosened
                | Kind::RefundWaits
                | Kind::LimitWaits
                | Kind::RateChanged
                | Kind::ClosingWaits
                | Kind::RegistrationAnswered
        )
    }

    pub(super) fn is_for(self, kind: TenantKind) -> bool {
        let is_of_place = match self {
            Kind::BankChanged | Kind::Payout | Kind::PayoutsPaused | Kind::PayoutsResumed => true,
            Kind::CampaignMilestone => kind == TenantKind::Charity,
            _ => kind == TenantKind::Vendor,
        };
        is_of_place && !self.is_for_platform_only()
    }
}

/// Source of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    Platform,
    Tenant(TenantId),
}

/// Sources whose notices a person gets, each with its kinds.
#[derive(Clone, Debug)]
pub struct Feeds(Vec<(Feed, Vec<Kind>)>);

impl Feeds {
    pub(super) fn of(actor: &Actor) -> Feeds {
        let mut feeds = Vec::new();
        if actor.is_administrator() {
            let kinds = Kind::ALL.into_iter().filter(|kind| kind.is_for_platform());
            feeds.push((Feed::Platform, kinds.collect()));
        }
        let managed = actor.grants.iter().filter(|grant| grant.role == Role::Manager);
        for (tenant, place) in managed.filter_map(|grant| grant.tenant) {
            let kinds = Kind::ALL.into_iter().filter(|kind| kind.is_for(place));
            feeds.push((Feed::Tenant(tenant), kinds.collect()));
        }
        Feeds(feeds)
    }

    pub(super) fn all(&self) -> Vec<Feed> {
        self.0.iter().map(|(feed, _)| *feed).collect()
    }

    /// Returns the kinds of notices from this source, if the person gets any.
    pub(super) fn kinds_of(&self, feed: Feed) -> Result<&[Kind]> {
        let found = self.0.iter().find(|(own, _)| *own == feed);
        found.map(|(_, kinds)| kinds.as_slice()).ok_or(Error::NotFound)
    }
}

/// Right to read the notices of the tenants that the person manages.
pub struct ReadNotices;

impl Right for ReadNotices {
    const PERMISSION: Permission = Permission::ReadNotices;
    type Scope = Feeds;

    fn scope(actor: &Actor) -> Feeds {
        Feeds::of(actor)
    }
}
