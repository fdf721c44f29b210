//! Search in the audit log, and retention of IP addresses. The log stores ids instead of names, so
//! each feature finds the ids of its records that match a search text.

use std::sync::Arc;

use db::Tx;

use super::{Action, EntryRow, Filter, erase_origins, list};
use kernel::{
    date_range::DateRange,
    ids::{PersonId, TenantId},
    paging::{Page, PageRequest},
    search::Search,
};
use platform::{
    app::App,
    error::Result,
    jobs::{DAY, Work},
    lists::{Depth, Searchable},
};

/// Maximum number of records that each feature may find for a search text.
pub const MAX_MATCHES: u32 = 20;
/// Number of origins erased in one transaction. A small batch lets other writers continue soon.
const BATCH: i64 = 500;

/// Fields by which the subject of an entry can be searched.
pub struct SubjectSearch;

impl Searchable for SubjectSearch {
    const FIELDS: &'static [(&'static str, Depth)] =
        &[("name", Depth::Name), ("email", Depth::Name), ("orderNumber", Depth::Name)];
}

/// Function of a feature that returns the ids of its records that match a text. Returns an empty
/// list if the search does not cover a field of these records.
pub type Finder = fn(&mut Tx<'_>, &App, &Search) -> Result<Vec<String>>;

/// Search functions of all features for the audit log, as listed in `features.rs` of the program.
pub struct Finders {
    pub people: Finder,
    /// Finders of records other than people. These records are subjects of entries, but never
    /// authors.
    pub others: &'static [Finder],
}

/// Filter of the audit log, as entered by the reader.
#[derive(Clone, Debug)]
pub struct Question {
    /// Id of the record that was changed or read.
    pub subject: Option<String>,
    /// Search text for the name, email address or number of the record that was changed or read.
    pub text: Search,
    pub actor: Option<PersonId>,
    /// Search text for the name or email address of the person who acted.
    pub actor_text: Search,
    /// Tenants whose entries the reader may see; `None` if the reader may see all entries.
    pub tenants: Option<Vec<TenantId>>,
    pub action: Option<Action>,
    pub without_views: bool,
    pub days: DateRange,
}

pub async fn search(
    app: &Arc<App>,
    question: Question,
    page: PageRequest,
) -> Result<Page<EntryRow>> {
    let shared = app.clone();
    app.db
        .bulk()
        .read(move |tx| {
            let filter = filter(tx, &shared, &question)?;
            list(tx, &filter, page)
        })
        .await
}

fn filter(tx: &mut Tx<'_>, app: &App, question: &Question) -> Result<Filter> {
    let finders = app.shared.get::<Finders>();
    let subjects = match (&question.subject, question.text.is_empty()) {
        (Some(id), _) => Some(vec![id.clone()]),
        (None, false) => {
            let mut ids = (finders.people)(tx, app, &question.text)?;
            for find in finders.others {
                ids.extend(find(tx, app, &question.text)?);
            }
            Some(ids)
        }
        (None, true) => None,
    };
    let actors = match (question.actor, question.actor_text.is_empty()) {
        (Some(person), _) => Some(vec![person.to_string()]),
        (None, false) => Some((finders.people)(tx, app, &question.actor_text)?),
        (None, true) => None,
    };
    let Question { action, without_views, days, .. } = *question;
    let tenants = question.tenants.clone();
    Ok(Filter { tenants, subjects, actors, action, without_views, days, ..Filter::default() })
}

/// Daily task: erases the origins (IP address and browser) of old audit entries. The entries stay.
pub async fn forget_origins(app: Arc<App>) -> Result<()> {
    let before = app.clock.now().minus(app.config.retention.audit_origins());
    while app.db.write(move |tx| erase_origins(tx, before, BATCH)).await? > 0 {}
    Ok(())
}

/// Registers the scheduled tasks of the audit log.
pub fn add_work(work: Work) -> Work {
    work.every(DAY, "forget origins", forget_origins)
}
