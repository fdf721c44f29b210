//! Lists of people that administrators read, searches and downloads among them: the log says which list, which filter and
//! how many rows, and a person reads a limited number of rows a day.
//!
//! A layer around the handlers does this, so none of them can forget it. A test finds calls that reply with lists of people
//! and aren't in [`LISTS`].

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

use crate::{
    app::App,
    audit::{self, Action, Author, Entry, Subject, SubjectKind},
    auth::{Actor, Caller, Role},
    brand::Brand,
    error::{Code, Error, Result},
    kernel::{dates::BusinessDate, timestamp::Timestamp},
    mail::{self, Letter, Mail},
    people,
};

use rules::{Count, Parameters};
pub use rules::{LISTS, PERSONAL};
use store::{Look, Over, PageKey};

/// A reply with rows about people, to a person whose reads are recorded.
struct Reading {
    look: Look,
    page: PageKey,
    author: Author,
    /// The name of an administrator, who reads a limited number of rows a day.
    limited: Option<String>,
    count: Count,
}

/// Records reads of lists, asks for a fresh proof before a download, and refuses more rows than a person may read in a day.
pub async fn layer(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("", |path| path.as_str());
    let list = if request.method() == Method::GET { rules::list_of(path) } else { None };
    let Some(list) = list else { return next.run(request).await };
    let caller = Caller::default();
    let query = request.uri().query().unwrap_or_default().to_owned();
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

async fn check(
    app: &Arc<App>,
    actor: &Actor,
    list: &str,
    query: &str,
    response: Response,
) -> Result<Response> {
    let parameters = Parameters::parse(query)?;
    let is_download = parameters.is_download();
    let is_staff = actor.highest_role() != Role::Consumer;
    // A shop's own people work with its lists all day: only what they take along is recorded.
    let is_recorded = actor.is_administrator() || (is_staff && is_download);
    if !is_recorded || parameters.is_own_wallet(list) {
        return Ok(response);
    }
    let now = app.clock.now();
    if is_download && !actor.is_freshly_proven(app, now) {
        return Err(Error::Refused(Code::ProofRequired));
    }
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX)
        .await
        .map_err(|error| Error::Internal(format!("a list could not be read: {error}")))?;
    let reading = Arc::new(Reading {
        look: look(actor, list, query, is_download),
        page: PageKey::of(list, query),
        author: Author::of(actor),
        limited: actor.is_administrator().then(|| actor.name()),
        count: rules::count(&bytes),
    });
    if reading.count.rows > 0 && !record(app, now, reading).await? {
        return Err(Error::Refused(Code::TooMuchRead));
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

/// Records what is new in a reply; false when the person has read all that they may today.
async fn record(app: &Arc<App>, now: Timestamp, reading: Arc<Reading>) -> Result<bool> {
    let asked = reading.clone();
    let known = app
        .db
        .read(move |tx| {
            let known = store::rows_of_page(asked.look.person_id, &asked.page, now);
            Ok::<_, Error>(tx.ask_alone(known)?)
        })
        .await?;
    let added = Count { rows: reading.count.rows - known, ..reading.count };
    if added.rows <= 0 {
        return Ok(true);
    }
    let shared = app.clone();
    app.db.write(move |tx| write(tx, &shared, now, &reading, added)).await
}

fn write(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    reading: &Reading,
    added: Count,
) -> Result<bool> {
    if let Some(name) = &reading.limited
        && !is_within_limit(tx, app, now, reading, name, added.rows)?
    {
        return Ok(false);
    }
    let Reading { look, page, author, count, .. } = reading;
    store::set_rows_of_page(tx, look.person_id, page, now, count.rows)?;
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

/// Adds to what an administrator has read today. At the limit the super administrators are mailed, once a day.
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
    if store::set_reported(tx, person, day, now)? {
        let subject = Subject::of(SubjectKind::List, &reading.look.list);
        let after = json!({ "rows": before, "limit": limit });
        let entry = Entry::new(Action::ReadingLimitReached, subject).after(after);
        audit::record(tx, now, &reading.author, entry)?;
        let link = format!("{}/admin/history?actorId={person}", app.public_url(Brand::FunRay));
        for reader in people::super_administrators(tx)? {
            let letter = Letter::ReadingLimitReached {
                name: name.to_owned(),
                limit: limit.to_string(),
                link: link.clone(),
            };
            let (to, brand, lang) = (reader.email, Brand::FunRay, reader.language);
            mail::post(tx, now, &Mail { to, brand, lang, letter })?;
        }
    }
    Ok(false)
}

fn record_look(
    tx: &mut Tx<'_>,
    now: Timestamp,
    look: &Look,
    author: &Author,
    count: Count,
) -> Result<()> {
    let action = if look.is_download { Action::ListExported } else { Action::ListRead };
    let mut after = json!({ "rows": count.rows, "total": count.in_all });
    if !look.filter.is_empty() {
        after["filter"] = json!(look.filter);
    }
    let entry = Entry::new(action, Subject::of(SubjectKind::List, &look.list));
    audit::record(tx, now, author, entry.tenant(look.tenant_id).after(after))
}

/// Records how many rows a look has read in the end, if that is more than the log says.
fn record_rest(tx: &mut Tx<'_>, now: Timestamp, Over(look, progress): &Over) -> Result<()> {
    if progress.rows_read <= progress.rows_recorded {
        return Ok(());
    }
    let author = Author::in_session(look.person_id, look.session_id, look.role);
    record_look(tx, now, look, &author, progress.count())
}

/// Writes the last rows of the looks that are over, and deletes what is no longer needed; how much that was.
pub fn forget_old(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    let over = store::take_over(tx, now, limit)?;
    for one in &over {
        record_rest(tx, now, one)?;
    }
    Ok(over.len() as u64 + store::delete_old(tx, now, limit)?)
}
