//! A day at a shop's counter: what was redeemed, undone and paid out in cash, at which till and by whom.

use super::{
    settings::refuse_unreached,
    store::{self, CounterHours, LineRow, MovementRow, Whose},
};
use crate::{
    app::App,
    auth::{Actor, Permission},
    error::Result,
    kernel::{dates::BusinessDate, ids::TenantId},
    tenants::TenantScope,
};

/// So many of the newest movements come with the sums.
const NEWEST: u32 = 5;

pub struct Asked {
    pub vendor: TenantId,
    pub day: BusinessDate,
    /// Only this till's, or one's own where somebody is at none.
    pub is_mine: bool,
}

pub struct CounterDay {
    pub lines: Vec<LineRow>,
    pub newest: Vec<MovementRow>,
}

/// Managers read all of a shop's day, clerks that of their till, or their own.
pub async fn read(
    app: &App,
    actor: &Actor,
    scope: TenantScope,
    asked: Asked,
) -> Result<CounterDay> {
    let Asked { vendor, day, is_mine } = asked;
    let managed = TenantScope::of(actor, Permission::ReverseRedemptions);
    let whose = match (&actor.till, managed.reaches(vendor) && !is_mine) {
        (_, true) => Whose::Everybodys,
        (Some(till), false) => Whose::Tills(till.id),
        (None, false) => Whose::Persons(actor.person),
    };
    let hours = CounterHours { vendor, from: day.start(), until: day.end_exclusive(), whose };
    app.db
        .read(move |tx| {
            refuse_unreached(tx, &scope, vendor)?;
            let lines = store::counter_lines(tx, &hours)?;
            let newest = store::newest_at_counter(tx, &hours, NEWEST)?;
            Ok(CounterDay { lines, newest })
        })
        .await
}
