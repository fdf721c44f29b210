//! Progress of campaigns: the sums that they raised, and the number of their supporters. Progress is
//! computed together with the daily totals of reports, so that no sale waits for another one.

mod milestones;
mod rules;
mod store;

use std::collections::BTreeMap;

use db::Tx;

use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, OrderId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::{error::Result, jobs::enqueue};

use super::store::{self as campaigns, CampaignRow};
use rules::{Marks, Totals};

use milestones::Milestone;
pub use milestones::{NotifyOfMilestone, notify_of_milestone};

/// Sums that transfers raised or returned, by campaign and buyer.
pub type Given = BTreeMap<CampaignId, BTreeMap<PersonId, Cents>>;

/// Adds the sums from a vendor's transfers to the campaigns' progress.
pub fn add(tx: &mut Tx<'_>, now: Timestamp, vendor: TenantId, given: &Given) -> Result<()> {
    for (campaign, people) in given {
        let before = store::lock(tx, *campaign, now)?;
        let people: Vec<(PersonId, Cents)> =
            people.iter().map(|(person, raised)| (*person, *raised)).collect();
        let mut totals = before.totals();
        for some in db::pieces(&people) {
            let ids: Vec<PersonId> = some.iter().map(|(person, _)| *person).collect();
            let earlier = store::raised_by(tx, *campaign, &ids)?;
            totals = rules::with(totals, &earlier, some)?;
            store::add_supporters(tx, vendor, *campaign, some)?;
        }
        store::set(tx, *campaign, totals, now)?;
        let terms = store::terms(tx, *campaign)?;
        let is_running = terms.days().include(BusinessDate::of(now));
        if is_running && rules::reached(before.marks(), terms.goal, totals.raised).is_some() {
            enqueue(tx, now, &NotifyOfMilestone { campaign: *campaign })?;
        }
    }
    Ok(())
}

/// Removes a vendor's sums from the progress of campaigns, before they are computed again.
pub fn forget(tx: &mut Tx<'_>, now: Timestamp, vendor: TenantId) -> Result<()> {
    let campaigns = store::campaigns_of(tx, vendor)?;
    for campaign in &campaigns {
        store::lock(tx, *campaign, now)?;
    }
    store::delete_of(tx, vendor)?;
    for campaign in campaigns {
        let totals = store::count(tx, campaign)?;
        store::set(tx, campaign, totals, now)?;
    }
    Ok(())
}

/// Campaign of an order, as its buyer sees it.
#[derive(Clone, Debug)]
pub struct OrderedCampaign {
    pub campaign: CampaignRow,
    /// Number of supporters besides the buyer.
    pub others: i64,
}

/// Lists the campaigns that an order supports. Their progress includes the order, even if the daily
/// totals don't include it yet.
pub fn of_order(tx: &mut Tx<'_>, buyer: PersonId, order: OrderId) -> Result<Vec<OrderedCampaign>> {
    let missing = store::missing_of(tx, order)?;
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<CampaignId> = missing.iter().map(|(campaign, _)| *campaign).collect();
    let own = store::raised_from(tx, buyer, &ids)?;
    let missing: BTreeMap<CampaignId, Cents> = missing.into_iter().collect();
    campaigns::find_all(tx, &ids)?
        .into_iter()
        .map(|mut campaign| {
            let counted = own.get(&campaign.id).copied().unwrap_or_default();
            let others = campaign.supporters - i64::from(counted.is_positive());
            let more = missing.get(&campaign.id).copied().unwrap_or_default();
            campaign.raised = campaign.raised.checked_add(more)?;
            campaign.supporters = others + 1;
            Ok(OrderedCampaign { campaign, others })
        })
        .collect()
}
