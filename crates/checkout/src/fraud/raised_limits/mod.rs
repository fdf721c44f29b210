//! Daily buying limits that administrators raise for a buyer they know, until a chosen day. One
//! administrator can raise a limit up to the general ceiling; beyond it, a second administrator
//! must approve. A raised limit also ends if an administrator ends it, or if a charge of the buyer
//! is reversed.

mod store;

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        Actor, Permission,
        errors::{REQUEST_OVER, SAME_PERSON},
        second_person::{self, Decision},
    },
    idempotency::Named,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{PersonId, RaisedLimitId},
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use mail::{About, Mail};
use market::bell;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::order::{actions, errors::LIMIT_REQUESTED, letters::Letter};

pub use store::{OPEN, RaisedLimitRow};

/// Maximum duration of a raised limit, in days.
const MAX_DAYS: i32 = 366;

/// Returns a buyer's latest raised limits, newest first. Records in the audit log that the caller
/// viewed the buyer's data.
pub async fn open(app: &Arc<App>, author: Author, person: PersonId) -> Result<Vec<RaisedLimitRow>> {
    app.write(move |tx, _, now| {
        people::addressee(tx, person)?.ok_or(Error::NotFound)?;
        let entry = Entry::new(audit::actions::PERSON_VIEWED, Subject::person(person));
        audit::record_view(tx, now, &author, entry)?;
        store::of_person(tx, person)
    })
    .await
}

/// Lists raised limits that wait for approval or are in force. Limits that wait for approval come
/// first.
pub async fn list(app: &App, page: PageRequest) -> Result<Page<RaisedLimitRow>> {
    let today = BusinessDate::today(&app.clock);
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list(tx, today, page)?;
            Page::counted(rows, page, || store::count(tx, today))
        })
        .await
}

/// Returns the general ceiling, up to which one administrator can raise a limit without approval.
pub fn ceiling(app: &App) -> Cents {
    Cents::from_dollars(app.config.fraud.ceiling_per_person_dollars)
}

/// Input of a request to raise a buyer's limit.
pub struct Wanted {
    pub person: PersonId,
    pub amount: Cents,
    pub ends_on: BusinessDate,
    pub reason: String,
}

/// Raises a buyer's limit, or records a request if a second administrator must approve. Each buyer
/// has at most one open request.
pub async fn raise(
    app: &Arc<App>,
    call: Named,
    by: &Actor,
    wanted: Wanted,
) -> Result<Vec<RaisedLimitRow>> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        refuse_own(&by, wanted.person)?;
        people::addressee(tx, wanted.person)?.ok_or(Error::NotFound)?;
        call.once(tx, now, |tx| request(tx, app, now, &by, &wanted))?;
        store::of_person(tx, wanted.person)
    })
    .await
}

fn request(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    wanted: &Wanted,
) -> Result<RaisedLimitId> {
    let Wanted { person, amount, ends_on, reason } = wanted;
    refuse_other_days(*ends_on, BusinessDate::of(now))?;
    let id = RaisedLimitId::new(now);
    let new = store::NewLimit {
        person: *person,
        amount: *amount,
        ends_on: *ends_on,
        reason,
        by: by.person,
    };
    if !store::insert(tx, id, now, &new)? {
        return Err(Error::Refused(LIMIT_REQUESTED));
    }
    let told = json!({ "amount": amount, "endsOn": ends_on });
    let entry = Entry::new(actions::BUYING_LIMIT_REQUESTED, Subject::person(*person));
    let entry = entry.after(told).reason(Some(reason.clone()));
    audit::record(tx, now, &Author::of(by), entry)?;
    let is_alone = *amount <= ceiling(app) || !app.config.second_person.required;
    if is_alone {
        agree(tx, app, now, by, (*person, id), (*amount, Some(*ends_on)))?;
    } else {
        bell::notify_of_waiting_limit(tx, now, by.person, *amount)?;
    }
    Ok(id)
}

fn refuse_other_days(ends_on: BusinessDate, today: BusinessDate) -> Result<()> {
    if ends_on >= today && ends_on <= today.plus_days(MAX_DAYS) {
        return Ok(());
    }
    let message = Message::new(
        "Please choose a day within a year from today.",
        "Veuillez choisir un jour d’ici un an.",
    );
    Err(Fields::one("endsOn", message).into())
}

/// Puts a raised limit into force and emails the buyer.
fn agree(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    key: (PersonId, RaisedLimitId),
    (amount, ends_on): (Cents, Option<BusinessDate>),
) -> Result<()> {
    store::decide(tx, now, key, by.person, true, None)?;
    let entry = Entry::new(actions::BUYING_LIMIT_RAISED, Subject::person(key.0));
    let entry = entry.after(json!({ "amount": amount, "endsOn": ends_on }));
    audit::record(tx, now, &Author::of(by), entry)?;
    let ends_on = ends_on.unwrap_or_else(|| BusinessDate::of(now).plus_days(MAX_DAYS));
    mail_buyer(tx, app, now, key.0, Some((amount, ends_on)))
}

fn mail_buyer(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    buyer: PersonId,
    raised: Option<(Cents, BusinessDate)>,
) -> Result<()> {
    let Some(buyer) = people::addressee(tx, buyer)? else { return Ok(()) };
    let letter = Letter::BuyingLimit {
        first_name: buyer.first_name,
        raised: raised.map(|(amount, ends_on)| (amount.format(buyer.language), ends_on)),
        link: app.public_url(buyer.brand),
    };
    let mail = Mail { to: buyer.email, brand: buyer.brand, lang: buyer.language, letter };
    mail::post_about(tx, now, mail, About::of(&[&buyer.id]))
}

/// Returns the decision that a raised limit waits for.
pub fn decision(row: &RaisedLimitRow) -> Option<Decision> {
    row.decided_at.is_none().then(|| {
        Decision::of_platform(Permission::HelpCustomers)
            .requested_by(row.requested_by)
            .excluding([row.person_id])
            .not_by(row.person_id, SAME_PERSON)
    })
}

/// Approves a raised limit as a second administrator, which puts it into force. Approving it again
/// changes nothing.
pub async fn approve(
    app: &Arc<App>,
    by: &Actor,
    person: PersonId,
    id: RaisedLimitId,
) -> Result<Vec<RaisedLimitRow>> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        refuse_own(&by, person)?;
        let limit = store::find(tx, person, id)?.ok_or(Error::NotFound)?;
        if second_person::begins(limit.is_agreed, true)? {
            second_person::require(tx, app, now, &by, decision(&limit))?;
            agree(tx, app, now, &by, (person, id), (limit.amount, limit.ends_on))?;
        }
        store::of_person(tx, person)
    })
    .await
}

/// Declines a request for a raised limit, or withdraws the caller's own request. Declining it again
/// keeps the first reason.
pub async fn decline(
    app: &Arc<App>,
    by: &Actor,
    person: PersonId,
    id: RaisedLimitId,
    reason: String,
) -> Result<Vec<RaisedLimitRow>> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let limit = store::find(tx, person, id)?.ok_or(Error::NotFound)?;
        if second_person::begins(limit.is_agreed, false)? {
            store::decide(tx, now, (person, id), by.person, false, Some(&reason))?;
            let entry = Entry::new(actions::BUYING_LIMIT_DECLINED, Subject::person(person))
                .after(json!({ "amount": limit.amount }))
                .reason(Some(reason.clone()));
            audit::record(tx, now, &Author::of(&by), entry)?;
        }
        store::of_person(tx, person)
    })
    .await
}

/// Ends a raised limit that is in force, so that the general limit applies again. Ending it again
/// changes nothing.
pub async fn end(
    app: &Arc<App>,
    by: &Actor,
    person: PersonId,
    id: RaisedLimitId,
    reason: String,
) -> Result<Vec<RaisedLimitRow>> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let limit = store::find(tx, person, id)?.ok_or(Error::NotFound)?;
        if limit.is_agreed != Some(true) {
            return Err(Error::Refused(REQUEST_OVER));
        }
        if limit.over_at().is_none() && store::end(tx, now, (person, id), by.person)? {
            let entry = Entry::new(actions::BUYING_LIMIT_ENDED, Subject::person(person));
            let entry = entry.before(json!({ "amount": limit.amount }));
            audit::record(tx, now, &Author::of(&by), entry.reason(Some(reason.clone())))?;
            mail_buyer(tx, app, now, person, None)?;
        }
        store::of_person(tx, person)
    })
    .await
}

/// Refuses if the caller is the buyer, because administrators must not raise their own limit.
fn refuse_own(by: &Actor, person: PersonId) -> Result<()> {
    if by.person == person { Err(Error::Refused(SAME_PERSON)) } else { Ok(()) }
}
