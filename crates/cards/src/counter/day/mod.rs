//! A day at a shop's counter: redemptions, reversals and cash-outs by till and person.

pub mod api;
pub mod closing;
mod store;

use std::sync::Arc;

use access::auth::{Actor, Permission};
use kernel::{
    dates::BusinessDate,
    ids::TenantId,
    paging::{Page, PageRequest},
};
use market::tenants::TenantScope;
use platform::{app::App, error::Result};

use crate::counter::settings::reached_zone;
use store::{CounterHours, LineRow, MovementFilter, MovementRow, Whose};

/// Number of latest events returned with the day's sums.
const NEWEST: u32 = 5;

pub struct Asked {
    pub vendor: TenantId,
    /// Requested day; `None` for today in the shop's time zone.
    pub day: Option<BusinessDate>,
    /// Whether to return only events at the caller's till, or the caller's own events if they are
    /// not at a till.
    pub is_mine: bool,
}

pub struct CounterDay {
    pub day: BusinessDate,
    pub today: BusinessDate,
    pub lines: Vec<LineRow>,
    pub newest: Vec<MovementRow>,
}

/// Returns which events of the day the caller may read. Managers may read all events; clerks may
/// read those at their till, or their own.
pub fn whose(actor: &Actor, asked: &Asked) -> Whose {
    let managed = TenantScope::of(actor, Permission::ReverseRedemptions);
    match (&actor.till, managed.reaches(asked.vendor) && !asked.is_mine) {
        (_, true) => Whose::Everybodys,
        (Some(till), false) => Whose::Tills(till.id),
        (None, false) => Whose::Persons(actor.person),
    }
}

/// Lists the events at a shop's counter on one day, the newest first.
pub async fn list(
    app: &App,
    actor: &Actor,
    scope: TenantScope,
    asked: Asked,
    (filter, page): (MovementFilter, PageRequest),
) -> Result<Page<MovementRow>> {
    let (whose, now) = (whose(actor, &asked), app.clock.now());
    let Asked { vendor, day, .. } = asked;
    app.db
        .bulk()
        .read(move |tx| {
            let zone = reached_zone(tx, &scope, vendor)?;
            let day = day.unwrap_or(zone.day_of(now));
            let (from, until) = (zone.start_of(day), zone.end_of(day));
            let hours = CounterHours { vendor, from, until, whose };
            let rows = store::list_at_counter(tx, &hours, &filter, page)?;
            Page::counted(rows, page, || store::count_at_counter(tx, &hours, &filter))
        })
        .await
}

/// Returns the sums of a day at a shop's counter, with the latest events.
pub async fn read(
    app: &Arc<App>,
    actor: &Actor,
    scope: TenantScope,
    asked: Asked,
) -> Result<CounterDay> {
    let whose = whose(actor, &asked);
    let Asked { vendor, day, .. } = asked;
    app.read(move |tx, _, now| {
        let zone = reached_zone(tx, &scope, vendor)?;
        let today = zone.day_of(now);
        let day = day.unwrap_or(today);
        let (from, until) = (zone.start_of(day), zone.end_of(day));
        let hours = CounterHours { vendor, from, until, whose };
        let lines = store::counter_lines(tx, &hours)?;
        let newest = PageRequest::new(1, NEWEST);
        let newest = store::list_at_counter(tx, &hours, &MovementFilter::default(), newest)?;
        Ok(CounterDay { day, today, lines, newest })
    })
    .await
}
