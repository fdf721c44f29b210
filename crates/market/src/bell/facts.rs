//! Details of a notice, stored as JSON.

use serde::{Deserialize, Serialize};

use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, CardId, OrderId, PayoutId},
    money::Cents,
    payouts::PayoutStep,
};
use platform::error::{Error, Result};

/// Details of a notice besides its tenant, kind and time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardId>,
    /// Last four digits of the card number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_frozen: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Cents>,
    /// Order whose refund waits for the approval of a second administrator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderId>,
    /// Number of cards that were sold on the day, redeemed within minutes, left at a closing shop,
    /// or frozen or unfrozen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payout: Option<PayoutId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<PayoutStep>,
    /// Charity rate in percent, before and after the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rates: Option<(u8, u8)>,
    /// Campaign of a milestone, with its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<(CampaignId, String)>,
    /// Whether the campaign reached its goal, not only half of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_full: Option<bool>,
}

impl Facts {
    pub(super) fn read(text: &str) -> Result<Facts> {
        serde_json::from_str(text)
            .map_err(|error| Error::Internal(format!("the facts of a notice: {error}")))
    }

    pub(super) fn written(&self) -> Result<String> {
        serde_json::to_string(self)
            .map_err(|error| Error::Internal(format!("the facts of a notice: {error}")))
    }
}
