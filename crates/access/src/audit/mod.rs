//! Audit log: who did what to which record, when, from where and why. Each row is written in the
//! transaction of its action, never changed, and sealed. Email addresses in the values are masked,
//! because rows can't be erased.

pub mod actions;
mod author;
mod entry;
mod origins;
mod reader;
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
pub use entry::{AuditEntry, named};
pub use origins::{
    OriginKeys, OriginPlace, RULE as RULE_OF_ORIGINS, check as check_origins,
    check_one as check_origin,
};
pub use reader::{
    Finder, Finders, MAX_MATCHES, Question, SubjectSearch, add_work, forget_origins, search,
};
pub use store::EntryRow;
pub use words::{Action, Actions, SubjectKind};
pub use words::{actions, subjects};

/// Record that was changed or read. For changes of a role or a session, the subject is the person
/// who has it.
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

/// Entry to write to the audit log. It contains no secrets. Bank numbers are cut to their last
/// digits and people's addresses are masked, but typed searches are stored as they are.
#[derive(Clone, Debug)]
pub struct Entry {
    pub action: Action,
    pub subject: Subject,
    /// Tenant whose managers can see the entry in their part of the log.
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

/// Name of the JSON field for the subject's name, used if no table has a name for the subject.
pub const SUBJECT_NAME: &str = "subjectName";

/// Period in which repeated views of the same record in one session are recorded once.
const ONE_LOOK: Duration = Duration::from_secs(3600);

/// Writes an entry to the audit log. If `before` and `after` are both objects, only the fields that
/// differ are stored.
pub fn record(tx: &mut Tx<'_>, now: Timestamp, author: &Author, mut entry: Entry) -> Result<()> {
    if let (Some(Value::Object(before)), Some(Value::Object(after))) =
        (&mut entry.before, &mut entry.after)
    {
        drop_equal(before, after);
    }
    store::insert(tx, AuditEntryId::new(now), now, author, &entry)
}

/// Like [`record`], but records nothing if `before` and `after` are equal. For submitted forms.
pub fn record_change(tx: &mut Tx<'_>, now: Timestamp, author: &Author, entry: Entry) -> Result<()> {
    if entry.before == entry.after { Ok(()) } else { record(tx, now, author, entry) }
}

/// Records that a person viewed someone else's data. Repeated views within an hour are recorded
/// once.
pub fn record_view(tx: &mut Tx<'_>, now: Timestamp, author: &Author, entry: Entry) -> Result<()> {
    let is_known = store::has_recent(tx, author, &entry, now.minus(ONE_LOOK))?;
    if is_known { Ok(()) } else { record(tx, now, author, entry) }
}

/// Filter for entries of the audit log. A field that is `None` doesn't restrict the result.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Shows only entries of these tenants.
    pub tenants: Option<Vec<TenantId>>,
    /// Shows only entries whose subject has one of these ids.
    pub subjects: Option<Vec<String>>,
    /// Shows only entries by one of these authors.
    pub actors: Option<Vec<String>>,
    pub action: Option<Action>,
    pub days: DateRange,
    /// Hides entries about data that was only viewed.
    pub without_views: bool,
    /// Shows only entries after this position in the list, which are older.
    pub before: Option<Cursor>,
}

/// Lists a page of entries of the audit log, newest first, with the total.
pub fn list(tx: &mut Tx<'_>, filter: &Filter, page: PageRequest) -> Result<Page<EntryRow>> {
    let rows = tx.ask(store::list(filter, page))?;
    Page::counted(rows, page, || store::count(tx, filter))
}

/// Lists a page of entries of the audit log, newest first, without the total.
pub fn list_rows(tx: &mut Tx<'_>, filter: &Filter, page: PageRequest) -> Result<Vec<EntryRow>> {
    Ok(tx.ask(store::list(filter, page))?)
}

/// Returns the query for a page of entries, so that a caller can combine it with other queries.
pub fn rows(filter: &Filter, page: PageRequest) -> Rows<EntryRow> {
    store::list(filter, page)
}

/// Erases up to `limit` origins (IP address and browser) of entries written before `before`.
/// Returns the number erased.
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

/// Masks a private number, such as a bank account number, except for its last digits.
pub fn last_digits(number: &str) -> String {
    let count = number.chars().count();
    // Shows at most half of a short number, because four digits of five would reveal the whole
    // number.
    let shown = if count >= 8 { 4 } else { count / 2 };
    format!("…{}", number.chars().skip(count - shown).collect::<String>())
}

/// Chains of seals over the audit log and over the history of staff identities.
pub const CHAINS: &[&Chain] = &[&store::ENTRIES, &store::IDENTITIES];

/// Returns the rules of the audit log that the check of the books verifies.
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
