//! Search in the audit log, and the retention of IP addresses. The log has no names to search in:
//! features find the records that a text names.

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

/// Maximum matches of each kind for a search text.
pub const MAX_MATCHES: u32 = 20;
/// Entries erased in one transaction, so that other writers don't wait long.
const BATCH: i64 = 500;

/// Search fields of the record that was changed or read.
pub struct SubjectSearch;

impl Searchable for SubjectSearch {
    const FIELDS: &'static [(&'static str, Depth)] =
        &[("name", Depth::Name), ("email", Depth::Name), ("orderNumber", Depth::Name)];
}

/// Finds the ids of a feature's records that match a text, if the search covers one of its fields.
pub type Finder = fn(&mut Tx<'_>, &App, &Search) -> Result<Vec<String>>;

/// Finders of all features. `features.rs` lists them.
pub struct Finders {
    pub people: Finder,
    /// Records that never act.
    pub others: &'static [Finder],
}

/// Filter of the audit log, as readers give it.
#[derive(Clone, Debug)]
pub struct Question {
    /// Record, by id.
    pub subject: Option<String>,
    /// Record, by name, address or number.
    pub text: Search,
    pub actor: Option<PersonId>,
    /// Actor, by name or email address.
    pub actor_text: Search,
    /// Part of the log that the reader may see; all of it if `None`.
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

/// Daily task: erases old IP addresses from the audit log; the entries stay.
pub async fn forget_origins(app: Arc<App>) -> Result<()> {
    let before = app.clock.now().minus(app.config.retention.audit_origins());
    while app.db.write(move |tx| erase_origins(tx, before, BATCH)).await? > 0 {}
    Ok(())
}

/// Adds the scheduled tasks of the audit log.
pub fn add_work(work: Work) -> Work {
    work.every(DAY, "forget origins", forget_origins)
}
