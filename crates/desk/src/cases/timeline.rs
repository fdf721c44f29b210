//! Timeline of a support case: actions, transfers, gifts, emails and notes in one list. Each of
//! these types of event is read with its own query, and all queries are sent together.

use std::sync::Arc;

use db::Tx;

use super::{
    Named, View, find, record_view,
    store::{self, GiftEventRow, MovementRow, NoteRow},
};
use access::audit::{self, Author, EntryRow, Filter};
use kernel::{cursor::Cursor, paging::PageRequest, timestamp::Timestamp};
use mail::SentMailRow;
use platform::{app::App, error::Result};

/// Number of events per part of the timeline.
const PAGE: usize = 20;

/// An event of any type in the timeline.
pub enum Happened {
    Audited(Box<EntryRow>),
    Moved(MovementRow),
    Gift(GiftEventRow),
    Mailed(SentMailRow),
    Noted(NoteRow),
}

/// An event with its position in the timeline.
pub struct Event {
    pub id: String,
    pub at: Timestamp,
    pub happened: Happened,
}

/// A part of the timeline, and the start of the next part, if there is one.
pub struct Timeline {
    pub events: Vec<Event>,
    pub next: Option<Cursor>,
}

pub async fn timeline(
    app: &Arc<App>,
    author: Author,
    named: Named,
    before: Option<Cursor>,
) -> Result<Timeline> {
    let before = before.unwrap_or_else(Cursor::newest);
    let (timeline, view) = app.db.bulk().read(move |tx| read(tx, &named, &before)).await?;
    record_view(app, author, view).await?;
    Ok(timeline)
}

fn read(tx: &mut Tx<'_>, named: &Named, before: &Cursor) -> Result<(Timeline, Option<View>)> {
    // One event more than shown, to know whether the timeline has another part.
    const MAX: u32 = PAGE as u32 + 1;
    let case = find(tx, named)?;
    let filter = Filter {
        subjects: Some(case.subjects.clone()),
        without_views: true,
        before: Some(before.clone()),
        ..Filter::default()
    };
    let (audited, noted, mailed, moved, gifts) = tx.ask((
        audit::rows(&filter, PageRequest::new(1, MAX)),
        store::list_notes(&case.subjects, before, MAX),
        mail::sent_about(&named.id, before, MAX),
        store::list_movements(named, before, MAX),
        store::list_gift_events(named, before, MAX),
    ))?;
    let mut events: Vec<Event> = audited.into_iter().map(Event::from).collect();
    events.extend(noted.into_iter().map(Event::from));
    events.extend(mailed.into_iter().map(Event::from));
    events.extend(moved.into_iter().map(Event::from));
    events.extend(gifts.into_iter().map(Event::from));
    Ok((newest_of(events), case.view))
}

/// Merges the events of all types and keeps the newest.
fn newest_of(mut events: Vec<Event>) -> Timeline {
    events.sort_by(|one, other| (other.at, &other.id).cmp(&(one.at, &one.id)));
    let has_more = events.len() > PAGE;
    events.truncate(PAGE);
    let last = events.last().filter(|_| has_more);
    let next = last.map(|event| Cursor { at: event.at, id: event.id.clone() });
    Timeline { events, next }
}

impl From<EntryRow> for Event {
    fn from(row: EntryRow) -> Event {
        let (id, at) = (row.id.to_string(), row.created_at);
        Event { id, at, happened: Happened::Audited(Box::new(row)) }
    }
}

impl From<MovementRow> for Event {
    fn from(row: MovementRow) -> Event {
        Event { id: row.id.to_string(), at: row.created_at, happened: Happened::Moved(row) }
    }
}

impl From<GiftEventRow> for Event {
    fn from(row: GiftEventRow) -> Event {
        Event { id: row.id.clone(), at: row.at, happened: Happened::Gift(row) }
    }
}

impl From<SentMailRow> for Event {
    fn from(row: SentMailRow) -> Event {
        Event { id: row.mail_id.to_string(), at: row.tried_at, happened: Happened::Mailed(row) }
    }
}

impl From<NoteRow> for Event {
    fn from(row: NoteRow) -> Event {
        Event { id: row.id.to_string(), at: row.created_at, happened: Happened::Noted(row) }
    }
}
