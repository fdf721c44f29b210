//! Bursts: many of a shop's cards, or a large share of their balance, are redeemed within minutes.
//! The shop can continue to redeem cards. Administrators are informed at once, and the shop's next
//! payout waits until an administrator has recorded the outcome.

mod mails;
mod store;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Permission, second_person::Decision},
};
use kernel::{
    ids::{BurstId, JobId, TenantId},
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use market::bell;
use platform::{
    app::App,
    config::Counter,
    error::Result,
    jobs::{Job, JobClass, JobError, enqueue_at},
};

use super::rules;
use crate::actions::{self, BURST};

pub use store::{BurstRow, OPEN};

/// Delay before a shop is checked for a burst, so that a fast series of redemptions causes one
/// check.
const LOOKS_AFTER: Duration = Duration::from_secs(2);

/// Totals of a shop's redemptions within the burst period, the last minutes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minutes {
    /// Number of different cards redeemed.
    pub cards: i64,
    pub amount: Cents,
    pub began_at: Option<Timestamp>,
    pub last_at: Option<Timestamp>,
}

/// Whether the redemptions of these minutes are a burst. `left` is the balance left on the shop's
/// cards.
pub fn is_burst(rule: &Counter, minutes: &Minutes, left: Cents) -> bool {
    let Minutes { cards, amount, .. } = *minutes;
    let before = i128::from(left.get()) + i128::from(amount.get());
    let is_large_share =
        i128::from(amount.get()) * 100 >= before * i128::from(rule.burst_share_percent);
    cards >= rule.burst_cards
        || (cards >= rule.burst_share_cards
            && amount >= rule.burst_share_amount()
            && is_large_share)
}

/// Job that checks a shop's redemptions of the last minutes for a burst.
#[derive(Serialize, Deserialize)]
pub struct CheckBurst {
    pub vendor: TenantId,
}

impl Job for CheckBurst {
    const KIND: &'static str = "burst check";
    const CLASS: JobClass = JobClass::Upkeep;
}

/// Enqueues a check of a shop for bursts, unless a check is already due.
pub fn check_soon(
    tx: &mut Tx<'_>,
    now: Timestamp,
    vendor: TenantId,
    due: Option<Timestamp>,
) -> Result<()> {
    if due.is_some_and(|due| due > now) {
        return Ok(());
    }
    let due = now.plus(LOOKS_AFTER);
    store::set_check(tx, vendor, due)?;
    enqueue_at(tx, now, due, &CheckBurst { vendor }).map(drop)
}

/// Checks a shop for a burst. Running the job twice records no second burst.
pub async fn check(app: Arc<App>, _: JobId, job: CheckBurst) -> Result<(), JobError> {
    let look = app.write(move |tx, app, now| look(tx, app, now, job.vendor));
    look.await.map_err(JobError::from)
}

/// Enqueues a check for bursts if several of the shop's cards were redeemed in the last minutes.
pub fn check_if_busy(tx: &mut Tx<'_>, app: &App, now: Timestamp, vendor: TenantId) -> Result<()> {
    let minutes = store::minutes_of(tx, vendor, now.minus(app.config.counter.burst_time()))?;
    if minutes.cards < rules::MIN_CARDS_OF_BURST {
        return Ok(());
    }
    let due = store::due(tx, vendor)?;
    check_soon(tx, now, vendor, due)
}

fn look(tx: &mut Tx<'_>, app: &App, now: Timestamp, vendor: TenantId) -> Result<()> {
    store::lock_check(tx, vendor)?;
    let rule = &app.config.counter;
    if let Some(open) = store::find_open(tx, vendor)? {
        return extend(tx, rule, now, &open);
    }
    let since = now.minus(rule.burst_time());
    // Counts no redemptions from before the last burst was closed, because an administrator has
    // already reviewed them.
    let since = store::last_closed(tx, vendor)?.map_or(since, |closed| closed.max(since));
    let minutes = store::minutes_of(tx, vendor, since)?;
    let left = store::outstanding(tx, vendor)?;
    if !is_burst(rule, &minutes, left) {
        return Ok(());
    }
    let outstanding = left.checked_add(minutes.amount)?;
    let id = BurstId::new(now);
    store::insert(tx, now, (vendor, id), &minutes, outstanding)?;
    let entry = Entry::new(actions::BURST_FOUND, subject(id)).tenant(vendor).after(json!({
        "cards": minutes.cards,
        "amount": minutes.amount.to_string(),
        "outstanding": outstanding.to_string(),
    }));
    audit::record(tx, now, &Author::system("counter"), entry)?;
    bell::notify_of_burst(tx, now, vendor, minutes.cards, minutes.amount)?;
    mails::notify_administrators(tx, app, now, vendor, &minutes, outstanding)
}

/// Extends an open burst by later redemptions, unless its last redemption is older than the burst
/// period.
fn extend(tx: &mut Tx<'_>, rule: &Counter, now: Timestamp, open: &BurstRow) -> Result<()> {
    if now.since(open.last_at) > rule.burst_time() {
        return Ok(());
    }
    let before = open.began_at.minus(Duration::from_micros(1));
    let minutes = store::minutes_of(tx, open.vendor_id, before)?;
    match minutes.last_at {
        Some(last) => store::extend(tx, (open.vendor_id, open.id), &minutes, last),
        None => Ok(()),
    }
}

fn subject(id: BurstId) -> Subject {
    Subject::of(BURST, id)
}

/// Returns those of these shops that have a burst that no administrator has closed yet.
pub fn open_among(tx: &mut Tx<'_>, vendors: &[TenantId]) -> Result<BTreeSet<TenantId>> {
    store::open_among(tx, vendors)
}

/// A burst and, while it is open, the decision to close it.
pub struct Listed {
    pub burst: BurstRow,
    pub decision: Option<Decision>,
}

pub async fn list(app: &App, is_open_only: bool, page: PageRequest) -> Result<Page<Listed>> {
    app.db
        .read(move |tx| {
            OPEN.page(tx, is_open_only, page)?.try_map(|burst| {
                let is_open = burst.closed_at.is_none();
                let decision = is_open.then(|| closing_of(tx, &burst)).transpose()?;
                Ok(Listed { burst, decision })
            })
        })
        .await
}

/// Returns the decision to close a burst. It excludes everyone who redeemed cards in it.
fn closing_of(tx: &mut Tx<'_>, burst: &BurstRow) -> Result<Decision> {
    let people = store::people_of(tx, burst)?;
    Ok(Decision::of_platform(Permission::HelpCustomers).excluding(people))
}

/// Closes a burst with its outcome, so that the shop's payouts can continue. Closing a burst again
/// keeps the first outcome.
pub async fn close(app: &Arc<App>, by: &Actor, id: BurstId, outcome: String) -> Result<BurstRow> {
    let actor = by.clone();
    app.write(move |tx, app, now| {
        let burst = OPEN.find(tx, id)?;
        if burst.closed_at.is_some() {
            return Ok(burst);
        }
        closing_of(tx, &burst)?.require(tx, app, now, &actor)?;
        if store::close(tx, now, &burst, actor.person, &outcome)? {
            let entry = Entry::new(actions::BURST_CLOSED, subject(id)).tenant(burst.vendor_id);
            audit::record(tx, now, &Author::of(&actor), entry.reason(Some(outcome.clone())))?;
        }
        OPEN.find(tx, id)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::config::{Config, Layers};

    fn is(cards: i64, dollars: u32, left: u32) -> bool {
        let amount = Cents::from_dollars(dollars);
        let minutes = Minutes { cards, amount, ..Minutes::default() };
        let config = Config::from_layers(&Layers::defaults()).expect("defaults");
        is_burst(&config.counter, &minutes, Cents::from_dollars(left))
    }

    #[test]
    fn is_burst_finds_many_cards_and_large_shares() {
        assert!(is(401, 20_000, 500_000), "many cards");
        assert!(is(36, 710, 0), "all that a small shop has sold");
        assert!(is(5, 300, 700), "a large share of little");
        assert!(!is(4, 400, 0), "too few cards");
        assert!(!is(5, 299, 0), "too little money");
    }

    #[test]
    fn is_burst_ignores_a_busy_bakery() {
        // Not a burst: each of three tills redeems one card a minute, twelve dollars each.
        assert!(!is(30, 360, 5_000));
        // Not a burst: a café in its first week, with a queue at noon.
        assert!(!is(10, 120, 400));
    }
}
