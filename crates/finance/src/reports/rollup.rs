//! The roll-up: a scheduled task that adds sealed transfers to daily totals, in the order of each
//! vendor's chain of seals. Sales don't update the totals themselves, so they don't wait for the
//! roll-up. Reports add newer transfers from their entries, so their figures are always current.

use std::{collections::BTreeMap, sync::Arc};

use db::{Db, Tx};

use super::{breakdowns, rules, store::rollup as store};
use kernel::{
    clock::Clock,
    dates::BusinessDate,
    ids::{CampaignId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use market::campaigns::progress::{self, Given};
use platform::{
    app::App,
    error::{Error, Result},
};
use store::{Moved, Totals};

/// Maximum number of transfers added in one database transaction, so that other writers don't wait
/// long.
const BATCH: i64 = 1000;

/// Scheduled task: adds the transfers of all vendors to the daily totals, up to each vendor's last
/// seal.
pub async fn roll_up(app: Arc<App>) -> Result<()> {
    match carry_on(&app.db, &app.clock).await? {
        0 => {}
        vendors => tracing::debug!(vendors, "the totals of reports were updated"),
    }
    Ok(())
}

/// Result of rebuilding the daily totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    pub vendors: u64,
    /// Whether an earlier, interrupted rebuild was resumed.
    pub is_resumed: bool,
}

/// Rebuilds all daily totals while the program runs. An interrupted rebuild is resumed by the next
/// call or by the scheduled task.
pub async fn rebuild(db: &Db, clock: &Clock) -> Result<Rebuilt> {
    let begin = |tx: &mut Tx<'_>| {
        let is_resumed = store::count_stale(tx)? > 0;
        if !is_resumed {
            store::set_all_stale(tx)?;
        }
        Ok::<_, Error>(is_resumed)
    };
    let is_resumed = db.write(begin).await?;
    Ok(Rebuilt { vendors: carry_on(db, clock).await?, is_resumed })
}

/// Brings all daily totals up to date. Returns the number of vendors whose totals were not up to
/// date.
async fn carry_on(db: &Db, clock: &Clock) -> Result<u64> {
    let vendors = db.read(store::unfinished).await?;
    for vendor in &vendors {
        let (vendor, clock) = (*vendor, clock.clone());
        while db
            .write({
                let now = clock.now();
                move |tx| roll_up_some(tx, vendor, now)
            })
            .await?
        {}
    }
    Ok(vendors.len() as u64)
}

/// Adds a vendor's next transfers to its totals and breakdowns. Returns whether there may be more
/// transfers to add.
fn roll_up_some(tx: &mut Tx<'_>, vendor: TenantId, now: Timestamp) -> Result<bool> {
    let mut reached = store::lock_position(tx, vendor, now)?;
    if reached.is_stale || reached.position == 0 {
        store::forget_totals(tx, vendor)?;
        progress::forget(tx, now, vendor)?;
        (reached.position, reached.transfers) = (0, 0);
    }
    if reached.is_stale || reached.breakdown_position == 0 {
        breakdowns::forget(tx, vendor)?;
        (reached.breakdown_position, reached.owed) = (0, Cents::ZERO);
    }
    // Breakdowns were introduced after the totals, so the two may have reached different positions
    // in the chain of seals.
    let behind = reached.position.min(reached.breakdown_position);
    let next = store::next_position(tx, vendor, behind, BATCH)?;
    if let Some(next) = next {
        if next > reached.position {
            let moved = store::moved_between(tx, vendor, reached.position, next)?;
            reached.transfers += i64::try_from(moved.len()).unwrap_or(i64::MAX);
            for ((campaign, charity), added) in by_series(&moved)? {
                add(tx, vendor, campaign, charity, &added, now)?;
            }
            progress::add(tx, now, vendor, &given(&moved)?)?;
            reached.position = next;
        }
        if next > reached.breakdown_position {
            let after = reached.breakdown_position;
            let owed = breakdowns::add_between(tx, vendor, (after, next), now)?;
            reached.owed = reached.owed.checked_add(owed)?;
            reached.breakdown_position = next;
        }
    }
    store::set_position(tx, vendor, reached, now)?;
    Ok(next.is_some())
}

type Series = (Option<CampaignId>, Option<TenantId>);

/// Sums transfers by campaign and by day in Toronto. Fails on overflow.
fn by_series(moved: &[Moved]) -> Result<BTreeMap<Series, BTreeMap<BusinessDate, Totals>>> {
    let mut all: BTreeMap<Series, BTreeMap<BusinessDate, Totals>> = BTreeMap::new();
    for moved in moved {
        let days = all.entry((moved.campaign_id, moved.charity_id)).or_default();
        let totals = days.entry(BusinessDate::of(moved.created_at)).or_default();
        *totals = totals.checked_add(rules::totals_of(moved))?;
    }
    Ok(all)
}

fn add(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    campaign: Option<CampaignId>,
    charity: Option<TenantId>,
    added: &BTreeMap<BusinessDate, Totals>,
    now: Timestamp,
) -> Result<()> {
    let Some(first) = added.keys().next() else { return Ok(()) };
    store::insert_series(tx, vendor, campaign, charity)?;
    let known = store::totals_since(tx, vendor, campaign, *first)?;
    let days = rules::carried_on(&known, added)?;
    store::set_totals(tx, vendor, campaign, &days, now)
}

/// Returns the sums that transfers raised or returned, by campaign and buyer.
fn given(moved: &[Moved]) -> Result<Given> {
    let mut given = Given::new();
    for Moved { campaign_id, buyer_id, raised, .. } in moved {
        if let Some(campaign) = campaign_id
            && *raised != Cents::ZERO
        {
            let sum = given.entry(*campaign).or_default().entry(*buyer_id).or_default();
            *sum = sum.checked_add(*raised)?;
        }
    }
    Ok(given)
}
