//! The audit log: who did what to what, when, from where and why. Each row is written in the transaction of what it
//! tells, is never changed, and is sealed. Texts that name a person's address stand in it masked: rows can't be erased.

pub mod actions;
mod author;
mod origins;
mod store;
mod words;

use std::time::Duration;

use db::{Rows, Tx};
use serde_json::{Map, Value};

use kernel::{
    cursor::Cursor,
    date_range::DateRange,
    ids::{AuditEntryId, TenantId},
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::{Chain, Rule};
use platform::error::Result;

use crate::audit::actions::{CARD, ORDER, PERSON, TENANT};

pub use author::Author;
pub use origins::{
    OriginKeys, OriginPlace, RULE as RULE_OF_ORIGINS, check as check_origins,
    check_one as check_origin,
};
pub use store::EntryRow;
pub use words::{Action, Actions, SubjectKind};
pub use words::{actions, subjects};

/// What was changed or looked at. A role or a session is its person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub kind: SubjectKind,
    pub id: String,
}

impl Subject {
    pub fn of(kind: SubjectKind, id: impl ToString) -> Subject {
        Subject { kind, id: id.to_string() }
    }

    pub fn person(id: impl ToString) -> Subject {
        Subject::of(PERSON, id)
    }

    pub fn tenant(id: impl ToString) -> Subject {
        Subject::of(TENANT, id)
    }

    pub fn card(id: impl ToString) -> Subject {
        Subject::of(CARD, id)
    }

    pub fn order(id: impl ToString) -> Subject {
        Subject::of(ORDER, id)
    }
}

/// What is to be recorded. No secrets, of bank numbers the last digits only, addresses of people masked. Typed searches are kept.
#[derive(Clone, Debug)]
pub struct Entry {
    pub action: Action,
    pub subject: Subject,
    /// Whose part of the log shows it.
    pub tenant: Option<TenantId>,
    pub before: Option<Value>,
    pub after: Option<Value>,
    pub reason: Option<String>,
}

impl Entry {
    pub fn new(action: Action, subject: Subject) -> Entry {
        Entry { action, subject, tenant: None, before: None, after: None, reason: None }
    }

    #[must_use]
    pub fn tenant(mut self, tenant: impl Into<Option<TenantId>>) -> Entry {
        self.tenant = tenant.into();
        self
    }

    #[must_use]
    pub fn before(mut self, before: Value) -> Entry {
        self.before = Some(before);
        self
    }

    #[must_use]
    pub fn after(mut self, after: Value) -> Entry {
        self.after = Some(after);
        self
    }

    #[must_use]
    pub fn reason(mut self, reason: Option<impl Into<String>>) -> Entry {
        self.reason = reason.map(Into::into);
        self
    }
}

/// Where an entry says what its subject is called, if the log has no table to find that in.
pub const SUBJECT_NAME: &str = "subjectName";

/// Views of one thing in one session are one look at it for so long.
const ONE_LOOK: Duration = Duration::from_secs(3600);

/// Writes a row. Of two objects only what differs is kept.
pub fn record(tx: &mut Tx<'_>, now: Timestamp, author: &Author, mut entry: Entry) -> Result<()> {
    if let (Some(Value::Object(before)), Some(Value::Object(after))) =
        (&mut entry.before, &mut entry.after)
    {
        drop_equal(before, after);
    }
    store::insert(tx, AuditEntryId::new(now), now, author, &entry)
}

/// The same of what a form has sent: when all is as it was before, there is nothing to tell.
pub fn record_change(tx: &mut Tx<'_>, now: Timestamp, author: &Author, entry: Entry) -> Result<()> {
    if entry.before == entry.after { Ok(()) } else { record(tx, now, author, entry) }
}

/// Writes down that somebody has looked at what is another's, once for many looks.
pub fn record_view(tx: &mut Tx<'_>, now: Timestamp, author: &Author, entry: Entry) -> Result<()> {
    let is_known = store::has_recent(tx, author, &entry, now.minus(ONE_LOOK))?;
    if is_known { Ok(()) } else { record(tx, now, author, entry) }
}

/// Which rows somebody wants to read.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only the part of the log that is these tenants'.
    pub tenants: Option<Vec<TenantId>>,
    /// Only what was done to one of these, by its id.
    pub subjects: Option<Vec<String>>,
    /// Only what one of these has done.
    pub actors: Option<Vec<String>>,
    pub action: Option<Action>,
    pub days: DateRange,
    /// Not that somebody has only looked.
    pub without_views: bool,
    /// Only what comes behind this.
    pub before: Option<Cursor>,
}

/// A page of the log, the newest first.
pub fn list(tx: &mut Tx<'_>, filter: &Filter, page: PageRequest) -> Result<Page<EntryRow>> {
    let rows = tx.ask(store::list(filter, page))?;
    Page::counted(rows, page, || store::count(tx, filter))
}

/// A page of rows, without how many there are.
pub fn list_rows(tx: &mut Tx<'_>, filter: &Filter, page: PageRequest) -> Result<Vec<EntryRow>> {
    Ok(tx.ask(store::list(filter, page))?)
}

/// The same, to be asked for together with other things.
pub fn rows(filter: &Filter, page: PageRequest) -> Rows<EntryRow> {
    store::list(filter, page)
}

/// The kinds of rows of which the log says that what programs of the release before had left out is sealed.
pub fn former_rows_sealed(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    store::subjects_of(tx, actions::FORMER_ROWS_SEALED)
}

/// Erases where old rows came from, a bite at a time; how many were erased.
pub fn erase_origins(tx: &mut Tx<'_>, before: Timestamp, limit: i64) -> Result<u64> {
    store::delete_origins(tx, before, limit)
}

fn drop_equal(before: &mut Map<String, Value>, after: &mut Map<String, Value>) {
    let equal = |key: &String| before.get(key) == after.get(key);
    let keys: Vec<String> = before.keys().filter(|key| equal(key)).cloned().collect();
    for key in keys {
        before.remove(&key);
        after.remove(&key);
    }
}

/// The last four of a number that is nobody's business.
pub fn last_digits(number: &str) -> String {
    let count = number.chars().count();
    // Of a short number less is shown: four digits of five would be the number.
    let shown = if count >= 8 { 4 } else { count / 2 };
    format!("…{}", number.chars().skip(count - shown).collect::<String>())
}

/// The rows of the audit log that are sealed.
pub const CHAINS: &[&Chain] = &[&store::ENTRIES, &store::IDENTITIES];

/// Rules of the audit log in the books.
pub fn rules() -> Vec<Rule> {
    [store::RULES, store::RULES_OF_IDENTITIES, store::RULES_OF_DECISIONS].concat()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn drop_equal_keeps_differing_fields() {
        let (mut before, mut after) =
            (json!({ "a": 1, "b": 2, "c": 3 }), json!({ "a": 1, "b": 4, "d": 5 }));
        if let (Value::Object(before), Value::Object(after)) = (&mut before, &mut after) {
            drop_equal(before, after);
        }
        assert_eq!(before, json!({ "b": 2, "c": 3 }));
        assert_eq!(after, json!({ "b": 4, "d": 5 }));
    }

    #[test]
    fn last_digits_shows_at_most_half() {
        assert_eq!(last_digits("123456789"), "…6789");
        assert_eq!(last_digits("12345"), "…45");
        assert_eq!(last_digits(""), "…");
    }
}
