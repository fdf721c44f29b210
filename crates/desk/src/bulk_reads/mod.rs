//! Records bulk reads of personal data. When an administrator reads, searches or downloads a list
//! of people, the audit log records the list, the filter and the number of rows. The number of rows
//! that an administrator may read per day is limited.
//!
//! This is done in a layer around the handlers, so that no handler can forget it. A test finds
//! calls that return lists of people but are missing in [`LISTS`].

mod rules;
mod store;

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::{MatchedPath, Request, State},
    http::{Method, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        Actor, Caller, Gate, Role,
        errors::{PROOF_REQUIRED, TOO_MUCH_READ},
    },
};
use kernel::{brand::Brand, dates::BusinessDate, ids::PersonId, timestamp::Timestamp};
use mail::Mail;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{
    actions::{self, LIST},
    letters::Letter,
};

use rules::{Count, Parameters, People};
pub use rules::{LISTS, PERSONAL};
use store::{Look, Over, PageKey};

/// A reply that contains rows about people, with the details to record about its reader.
struct Reading {
    look: Look,
    page: PageKey,
    author: Author,
    /// Name of the reader if the reader is an administrator, whose rows per day are limited; `None`
    /// for other staff.
    limited: Option<String>,
    count: Count,
    people: People,
}

/// Records reads of lists of people. Requires a recent proof of identity before a download, and
/// refuses more rows than an administrator may read in a day.
pub async fn layer(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("", |path| path.as_str());
    let list = if request.method() == Method::GET { rules::list_of(path) } else { None };
    let Some(list) = list else { return next.run(request).await };
    let query = request.uri().query().unwrap_or_default().to_owned();
    let caller = Caller::through(gate(&app, list, &query));
    request.extensions_mut().insert(caller.clone());
    let response = next.run(request).await;
    match caller.actor() {
        Some(actor) if response.status() == StatusCode::OK => {
            let checked = check(&app, actor, list, &query, response).await;
            checked.unwrap_or_else(IntoResponse::into_response)
        }
        _ => response,
    }
}

/// Returns the check that runs before the handler, for refusals that don't depend on the reply.
fn gate(app: &Arc<App>, list: &'static str, query: &str) -> Gate {
    let (app, query): (Arc<App>, Arc<str>) = (app.clone(), query.into());
    Arc::new(move |actor| {
        let (app, query) = (app.clone(), query.clone());
        Box::pin(async move { admit(&app, &actor, list, &query).await })
    })
}

/// Refuses a download without a recent proof of identity. Also refuses an administrator who has
/// reached the daily limit of rows, except for pages that they have already read within the hour.
async fn admit(app: &Arc<App>, actor: &Actor, list: &'static str, query: &str) -> Result<()> {
    // An invalid query is let through, because the handler itself refuses it.
    let Ok(parameters) = Parameters::parse(query) else { return Ok(()) };
    if !is_recorded(actor, list, &parameters) {
        return Ok(());
    }
    let now = app.clock.now();
    if parameters.is_download() && !actor.is_freshly_proven(app, now) {
        return Err(Error::Refused(PROOF_REQUIRED));
    }
    if !actor.is_administrator() {
        return Ok(());
    }
    let (person, day, page) = (actor.person, BusinessDate::of(now), PageKey::of(list, query));
    let known = app.db.read(move |tx| {
        tx.ask_alone((store::find_day(person, day), store::find_page(person, &page, now)))
            .map_err(Error::from)
    });
    let (Some((rows, reported_at)), None) = known.await? else { return Ok(()) };
    if rows < app.config.reading.rows_per_day {
        return Ok(());
    }
    if reported_at.is_none() {
        let (shared, actor) = (app.clone(), actor.clone());
        let report = move |tx: &mut Tx<'_>| {
            report_limit(
                tx,
                &shared,
                now,
                (actor.person, &actor.name()),
                list,
                &Author::of(&actor),
                rows,
            )
        };
        app.db.write(report).await?;
    }
    Err(Error::Refused(TOO_MUCH_READ))
}

/// Whether a read is recorded. Staff of shops use their lists all day, so only their downloads are
/// recorded.
fn is_recorded(actor: &Actor, list: &str, parameters: &Parameters) -> bool {
    let is_staff = actor.highest_role() != Role::Consumer;
    let is_watched = actor.is_administrator() || (is_staff && parameters.is_download());
    is_watched && !parameters.is_own_wallet(list)
}

async fn check(
    app: &Arc<App>,
    actor: &Actor,
    list: &str,
    query: &str,
    response: Response,
) -> Result<Response> {
    let parameters = Parameters::parse(query)?;
    let is_download = parameters.is_download();
    if !is_recorded(actor, list, &parameters) {
        return Ok(response);
    }
    let now = app.clock.now();
    // Checks the proof of identity again, because not every extractor runs the check before the
    // handler.
    if is_download && !actor.is_freshly_proven(app, now) {
        return Err(Error::Refused(PROOF_REQUIRED));
    }
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX)
        .await
        .map_err(|error| Error::Internal(format!("a list could not be read: {error}")))?;
    let (count, people) = rules::count(&bytes);
    let reading = Arc::new(Reading {
        look: look(actor, list, query, is_download),
        page: PageKey::of(list, query),
        author: Author::of(actor),
        limited: actor.is_administrator().then(|| actor.name()),
        count,
        people,
    });
    if reading.count.rows > 0 && !record(app, now, reading).await? {
        return Err(Error::Refused(TOO_MUCH_READ));
    }
    Ok(Response::from_parts(parts, Body::from(bytes)))
}

fn look(actor: &Actor, list: &str, query: &str, is_download: bool) -> Look {
    let own = actor.workplaces().first().map(|(tenant, _)| *tenant);
    Look {
        person_id: actor.person,
        session_id: actor.session,
        role: actor.highest_role(),
        tenant_id: own.filter(|_| !actor.is_administrator()),
        list: list.to_owned(),
        filter: rules::filter_of(query),
        is_download,
    }
}

/// Counts and records the people in a reply whom the reader has not seen on this page within the
/// last hour. Returns false if the daily limit was already reached.
async fn record(app: &Arc<App>, now: Timestamp, reading: Arc<Reading>) -> Result<bool> {
    let asked = reading.clone();
    let known = app
        .db
        .read(move |tx| {
            let known = store::find_page(asked.look.person_id, &asked.page, now);
            Ok::<_, Error>(tx.ask_alone(known)?)
        })
        .await?;
    let mut seen = known.unwrap_or_default();
    let new = seen.merge(&reading.people);
    if new <= 0 {
        return Ok(true);
    }
    let added = Count { rows: new, ..reading.count };
    app.write(move |tx, app, _| write(tx, app, now, &reading, added, &seen)).await
}

fn write(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    reading: &Reading,
    added: Count,
    seen: &People,
) -> Result<bool> {
    if let Some(name) = &reading.limited
        && !is_within_limit(tx, app, now, reading, name, added.rows)?
    {
        return Ok(false);
    }
    let Reading { look, page, author, .. } = reading;
    store::set_page(tx, look.person_id, page, now, seen)?;
    let known = store::find(tx, look)?;
    if let Some(known) = &known
        && !known.is_over(now)
        && store::add(tx, look, added)?
    {
        return Ok(true);
    }
    if let Some(over) = known.filter(|known| known.is_over(now)) {
        record_rest(tx, now, &Over(look.clone(), over))?;
    }
    record_look(tx, now, look, author, added)?;
    store::begin(tx, look, now, added)?;
    Ok(true)
}

/// Adds to the number of rows that an administrator has read today. Returns false if the limit was
/// already reached.
fn is_within_limit(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    reading: &Reading,
    name: &str,
    rows: i64,
) -> Result<bool> {
    let (person, day) = (reading.look.person_id, BusinessDate::of(now));
    let limit = app.config.reading.rows_per_day;
    let before = store::add_to_day(tx, person, day, rows)?;
    if before < limit {
        return Ok(true);
    }
    report_limit(tx, app, now, (person, name), &reading.look.list, &reading.author, before)?;
    Ok(false)
}

/// Records in the audit log that an administrator has reached the daily limit of rows, and emails
/// the super administrators. Does this once a day.
fn report_limit(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    (person, name): (PersonId, &str),
    list: &str,
    author: &Author,
    rows: i64,
) -> Result<()> {
    let limit = app.config.reading.rows_per_day;
    if store::set_reported(tx, person, BusinessDate::of(now), now)? {
        let subject = Subject::of(LIST, list);
        let after = json!({ "rows": rows, "limit": limit });
        let entry = Entry::new(actions::READING_LIMIT_REACHED, subject).after(after);
        audit::record(tx, now, author, entry)?;
        let link = format!("{}/admin/history?actorId={person}", app.public_url(Brand::DEFAULT));
        for reader in people::super_administrators(tx)? {
            let letter = Letter::ReadingLimitReached {
                name: name.to_owned(),
                limit: limit.to_string(),
                link: link.clone(),
            };
            let (to, brand, lang) = (reader.email, Brand::DEFAULT, reader.language);
            mail::post(tx, now, &Mail { to, brand, lang, letter })?;
        }
    }
    Ok(())
}

fn record_look(
    tx: &mut Tx<'_>,
    now: Timestamp,
    look: &Look,
    author: &Author,
    count: Count,
) -> Result<()> {
    let action = if look.is_download { actions::LIST_EXPORTED } else { actions::LIST_READ };
    let mut after = json!({ "rows": count.rows, "total": count.in_all });
    if !look.filter.is_empty() {
        after["filter"] = json!(look.filter);
    }
    let entry = Entry::new(action, Subject::of(LIST, &look.list));
    audit::record(tx, now, author, entry.tenant(look.tenant_id).after(after))
}

/// Writes another entry about a finished group of reads to the audit log, if the final number of
/// rows is higher than the recorded number.
fn record_rest(tx: &mut Tx<'_>, now: Timestamp, Over(look, progress): &Over) -> Result<()> {
    if progress.rows_read <= progress.rows_recorded {
        return Ok(());
    }
    let author = Author::in_session(look.person_id, look.session_id, look.role);
    record_look(tx, now, look, &author, progress.count())
}

/// Records the final number of rows of finished groups of reads, and deletes rows that are no
/// longer needed. Returns the number deleted.
pub fn forget_old(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    let over = store::take_over(tx, now, limit)?;
    for one in &over {
        record_rest(tx, now, one)?;
    }
    Ok(over.len() as u64 + store::delete_old(tx, now, limit)?)
}
