//! Closing a day at a shop's counter. Its managers are emailed the sums, and the difference between
//! the cash payouts counted in the drawer and those in the ledger.

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
    idempotency::Named,
};
use kernel::{
    brand::Brand, dates::BusinessDate, fields::Fields, ids::TenantId, language::Language,
    messages::Message, money::Cents, timestamp::Timestamp,
};
use mail::Mail;
use market::tenants::{self, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
    limits::{self, Limit},
};

use super::{Asked, store};
use crate::{
    actions,
    counter::{
        day::{
            self,
            store::{CounterHours, Whose},
        },
        settings::{self, reached_zone},
    },
    letters::Letter,
};

/// Limit on closings of a day: ten at once, then one every six minutes. A day may be closed again
/// to correct a count.
const CLOSINGS: Limit = Limit { capacity: 10, interval: Duration::from_secs(6 * 60) };

/// Sums of a closed day.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    redeemed: Cents,
    undone: Cents,
    taken: Cents,
    paid_out: Cents,
}

/// A day that was closed at the counter.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosedDay {
    pub day: BusinessDate,
    /// Number of managers who get an email; 0 if the shop's settings switch it off.
    pub mailed_managers: usize,
}

/// Closes the caller's part of a day: the whole shop for managers, their till or their own part for
/// clerks. `counted` is the sum of the cash payouts in the drawer.
pub async fn close(
    app: &Arc<App>,
    actor: Actor,
    scope: TenantScope,
    call: Named,
    (asked, counted): (Asked, Option<Cents>),
) -> Result<ClosedDay> {
    let link = app.public_url(Brand::DEFAULT);
    app.write(move |tx, _, now| {
        let vendor = asked.vendor;
        let zone = reached_zone(tx, &scope, vendor)?;
        let day = asked.day.unwrap_or(zone.day_of(now));
        if day > zone.day_of(now) {
            let message = Message::new(
                "This day is still to come. Choose today or an earlier day.",
                "Cette journée n’est pas encore là. Choisissez aujourd’hui ou un jour passé.",
            );
            return Err(Error::Invalid(Fields::one("day", message)));
        }
        let whose = day::whose(&actor, &asked);
        call.once(tx, now, |tx| {
            let bucket = format!("closed days of {vendor} by {}", actor.person);
            limits::acquire(tx, now, &bucket, CLOSINGS)?.or_refuse()?;
            let (from, until) = (zone.start_of(day), zone.end_of(day));
            let sums = sums_of(tx, &CounterHours { vendor, from, until, whose })?;
            let closing = Closing { vendor, day, whose, sums, counted };
            record(tx, now, &actor, &closing)?;
            let mailed_managers = match settings::mails_closed_days(tx, vendor)? {
                true => notify_managers(tx, now, &actor, &closing, &link)?,
                false => 0,
            };
            Ok(ClosedDay { day, mailed_managers })
        })
    })
    .await
}

struct Closing {
    vendor: TenantId,
    day: BusinessDate,
    whose: Whose,
    sums: Sums,
    counted: Option<Cents>,
}

impl Closing {
    /// Computes the counted cash less the cash payouts in the ledger; negative if money is missing.
    fn difference(&self) -> Option<Cents> {
        self.counted.and_then(|counted| counted.checked_sub(self.sums.paid_out).ok())
    }
}

fn sums_of(tx: &mut Tx<'_>, hours: &CounterHours) -> Result<Sums> {
    let lines = store::counter_lines(tx, hours)?;
    let sum = |of: fn(&store::LineRow) -> Cents| Cents::sum(lines.iter().map(of));
    let (redeemed, undone) = (sum(|row| row.redeemed)?, sum(|row| row.undone)?);
    let paid_out = sum(|row| row.paid_out)?;
    let taken = redeemed.checked_sub(undone).unwrap_or_default();
    Ok(Sums { redeemed, undone, taken, paid_out })
}

fn record(tx: &mut Tx<'_>, now: Timestamp, actor: &Actor, closing: &Closing) -> Result<()> {
    let after = json!({
        "day": closing.day,
        "till": actor.till.as_ref().map(|till| till.name.clone()),
        "taken": closing.sums.taken.to_string(),
        "paidOut": closing.sums.paid_out.to_string(),
        "counted": closing.counted.map(|counted| counted.to_string()),
    });
    let subject = Subject::tenant(closing.vendor);
    let entry =
        Entry::new(actions::COUNTER_DAY_CLOSED, subject).tenant(closing.vendor).after(after);
    audit::record(tx, now, &Author::of(actor), entry)
}

fn notify_managers(
    tx: &mut Tx<'_>,
    now: Timestamp,
    actor: &Actor,
    closing: &Closing,
    site: &str,
) -> Result<usize> {
    let shop = tenants::name_of(tx, closing.vendor)?.unwrap_or_default();
    let managers = people::managers_of(tx, closing.vendor)?;
    let mailed = managers.len();
    let Sums { redeemed, undone, taken, paid_out } = closing.sums;
    for manager in managers {
        let lang = manager.language;
        let letter = Letter::CounterDayClosed {
            first_name: manager.first_name,
            by: actor.name(),
            vendor: shop.clone(),
            till: actor.till.as_ref().map(|till| till.name.clone()),
            is_whole: closing.whose == Whose::Everybodys,
            day: closing.day,
            redeemed: redeemed.format(lang),
            undone: undone.format(lang),
            taken: taken.format(lang),
            paid_out: paid_out.format(lang),
            counted: closing.counted.map(|counted| counted.format(lang)),
            difference: closing.difference().and_then(|amount| signed(amount, lang)),
            link: format!("{site}/admin/vendor/counter-day?day={}", closing.day),
        };
        enqueue(tx, now, &Mail { to: manager.email, brand: Brand::DEFAULT, lang, letter })?;
    }
    Ok(mailed)
}

/// Formats the difference with its sign; none if it is zero.
fn signed(amount: Cents, lang: Language) -> Option<String> {
    match (amount.is_positive(), amount.is_negative()) {
        (true, _) => Some(format!("+{}", amount.format(lang))),
        (_, true) => Some(amount.format(lang)),
        _ => None,
    }
}
