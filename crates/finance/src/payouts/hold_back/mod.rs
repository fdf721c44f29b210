//! Rolling hold-back: the platform holds back part of the amount payable for recently sold cards,
//! because buyers may still dispute the charges. The terms are settings of the platform that apply
//! from a date on. Without terms, nothing is held back.

mod rules;
mod store;

use std::{collections::BTreeSet, sync::Arc};

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Permission, Right, second_person::Decision},
    idempotency::Named,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::HoldBackTermsId,
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::{Payee, PayeePeriod};
use mail::{About, Mail};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::payouts::{
    actions::{self, HOLD_BACK},
    letters::{HoldBack, Letter},
};

pub use rules::{MAX_DAYS, MAX_PERCENT, Terms};
pub use store::TermsRow;

const MAX_DAYS_AHEAD: i32 = 366;

/// Right to set the hold-back terms.
pub struct SetTermsRight;

impl Right for SetTermsRight {
    const PERMISSION: Permission = Permission::SetHoldBack;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Amount held back from a payout, with the terms by which it was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    pub amount: Cents,
    pub percent: i64,
    /// First day whose sales count: cards sold on this day or later may still be disputed.
    pub since: BusinessDate,
    /// Day from which nothing of the reserve is held back any more.
    pub until: BusinessDate,
    pub terms: HoldBackTermsId,
}

/// Payee with the day on which the payee joined the marketplace.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub payee: Payee,
    pub joined_on: BusinessDate,
}

/// Computes the amount that the terms in force today hold back from each payable amount, in the
/// order of `members`. The payouts cover all amounts payable until the end of `last_day`. `None` if
/// nothing is held back.
pub fn reserves_of(
    tx: &mut Tx<'_>,
    members: &[(Member, Cents)],
    last_day: BusinessDate,
    today: BusinessDate,
) -> Result<Vec<Option<Reserve>>> {
    let Some(row) = store::in_force(tx, today)? else { return Ok(vec![None; members.len()]) };
    let applied: Vec<Option<rules::Applied>> = members
        .iter()
        .map(|(member, _)| row.terms().applied(member.joined_on, last_day, today))
        .collect();
    let period = |member: &Member, since: BusinessDate| PayeePeriod {
        payee: member.payee,
        from: since.start(),
        until: last_day.end_exclusive(),
    };
    let concerned = members.iter().zip(&applied);
    let periods = concerned
        .filter_map(|((member, _), applied)| Some(period(member, applied.as_ref()?.since)));
    let mut at_risk = ledger::owed_for_cards_sold(tx, &periods.collect::<Vec<_>>())?.into_iter();
    let mut reserves = Vec::new();
    for ((_, payable), applied) in members.iter().zip(applied) {
        let Some(rules::Applied { percent, since, until }) = applied else {
            reserves.push(None);
            continue;
        };
        let amount = rules::reserve(at_risk.next().unwrap_or_default(), percent, *payable)?;
        let reserve = Reserve { amount, percent, since, until, terms: row.id };
        reserves.push(amount.is_positive().then_some(reserve));
    }
    Ok(reserves)
}

/// Returns those of these terms of drafted payouts that hold back less than the terms in force
/// today. `None` are drafts from before the first terms.
pub fn looser_by_now(
    tx: &mut Tx<'_>,
    drafted: BTreeSet<Option<HoldBackTermsId>>,
    today: BusinessDate,
) -> Result<BTreeSet<Option<HoldBackTermsId>>> {
    let Some(row) = store::in_force(tx, today)? else { return Ok(BTreeSet::new()) };
    let mut looser = BTreeSet::new();
    for drafted in drafted {
        if drafted == Some(row.id) {
            continue;
        }
        let before = drafted.map(|id| store::find(tx, id)).transpose()?.flatten();
        let before = before.map(|row| row.terms()).unwrap_or_default();
        if before.is_looser_than(row.terms()) {
            looser.insert(drafted);
        }
    }
    Ok(looser)
}

/// Returns the hold-back terms in force on a day. The row of a drafted payout contains their id.
/// Returns `None` before the first terms.
pub fn in_force(tx: &mut Tx<'_>, day: BusinessDate) -> Result<Option<TermsRow>> {
    store::in_force(tx, day)
}

/// Returns one page of all hold-back terms: future, current and past.
pub async fn list(app: &App, page: PageRequest) -> Result<Page<TermsRow>> {
    app.db
        .read(move |tx| {
            let rows = store::list(tx, page)?;
            Page::counted(rows, page, || store::count(tx))
        })
        .await
}

/// Input of a call that sets hold-back terms.
pub struct Wanted {
    pub terms: Terms,
    pub starts_on: BusinessDate,
    pub reason: String,
}

/// Sets hold-back terms from a day on and emails all administrators. Terms that hold back less than
/// the terms before them start tomorrow at the earliest, and can't be set by an administrator whose
/// role is younger than seven days.
pub async fn set(app: &Arc<App>, call: Named, by: &Actor, wanted: Wanted) -> Result<TermsRow> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let id = call.once(tx, now, |tx| insert(tx, app, now, &by, &wanted))?;
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

fn insert(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    wanted: &Wanted,
) -> Result<HoldBackTermsId> {
    let Wanted { terms, starts_on, reason } = wanted;
    let (terms, starts_on) = (*terms, *starts_on);
    let before = store::in_force(tx, starts_on)?.map(|row| row.terms()).unwrap_or_default();
    let is_looser = terms.is_looser_than(before);
    if is_looser {
        Decision::of_platform(Permission::SetHoldBack).require(tx, app, now, by)?;
    }
    refuse_other_days(starts_on, BusinessDate::of(now), is_looser)?;
    let id = HoldBackTermsId::new(now);
    store::insert(tx, id, now, &store::NewTerms { starts_on, terms, reason, by: by.person })?;
    let mut after = json!(terms);
    after["startsOn"] = json!(starts_on);
    let entry = Entry::new(actions::HOLD_BACK_SET, Subject::of(HOLD_BACK, id))
        .before(json!(before))
        .after(after)
        .reason(Some(reason.clone()));
    audit::record(tx, now, &Author::of(by), entry)?;
    let news = News { by: by.name(), before, terms, starts_on, reason: reason.clone() };
    news.mail(tx, app, now)?;
    Ok(id)
}

/// Checks that terms don't start too early or too far ahead. Terms can't be deleted, so terms dated
/// far ahead by mistake would stay pending forever.
fn refuse_other_days(starts_on: BusinessDate, today: BusinessDate, is_looser: bool) -> Result<()> {
    let earliest = if is_looser { today.tomorrow() } else { today };
    let message = if starts_on < earliest {
        Message::new(
            "Must be today or later, and tomorrow or later where less is held back.",
            "Doit être aujourd’hui ou plus tard, et demain ou plus tard si la retenue diminue.",
        )
    } else if starts_on > today.plus_days(MAX_DAYS_AHEAD) {
        Message::new(
            "Please choose a day within a year from today.",
            "Veuillez choisir un jour d’ici un an.",
        )
    } else {
        return Ok(());
    };
    Err(Fields::one("startsOn", message).into())
}

/// Content of the email that informs administrators about new hold-back terms.
struct News {
    by: String,
    before: Terms,
    terms: Terms,
    starts_on: BusinessDate,
    reason: String,
}

impl News {
    fn mail(&self, tx: &mut Tx<'_>, app: &App, now: Timestamp) -> Result<()> {
        for reader in people::administrators(tx)? {
            let letter = Letter::HoldBackSet {
                first_name: reader.first_name,
                by: self.by.clone(),
                before: told(self.before),
                after: told(self.terms),
                starts_on: self.starts_on,
                reason: self.reason.clone(),
                link: format!("{}/admin/payouts/hold-back", app.public_url(reader.brand)),
            };
            let mail =
                Mail { to: reader.email, brand: reader.brand, lang: reader.language, letter };
            mail::post_about(tx, now, mail, About::of(&[&reader.id]))?;
        }
        Ok(())
    }
}

fn told(terms: Terms) -> HoldBack {
    let Terms { card_days, card_percent, young_days, young_percent } = terms;
    HoldBack { card_days, card_percent, young_days, young_percent }
}
