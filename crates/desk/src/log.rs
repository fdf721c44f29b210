//! Search in the audit log, and the retention of IP addresses.

use std::{collections::BTreeSet, sync::Arc};

use db::Tx;

use access::audit::{self, Action, EntryRow, Filter};
use accounts::users;
use checkout::orders;
use kernel::{
    date_range::DateRange,
    ids::PersonId,
    paging::{Page, PageRequest},
    search::Search,
};
use market::tenants::{self, NameSearch, TenantScope};
use people::identity;
use platform::{
    app::App,
    error::Result,
    lists::{Depth, Searchable, Wanted},
};

/// Maximum matches of each kind for a search text.
const MOST_MATCHES: u32 = 20;
/// Entries erased in one transaction, so that other writers don't wait long.
const BATCH: i64 = 500;

/// Search fields of the record that was changed or read.
pub struct SubjectSearch;

impl Searchable for SubjectSearch {
    const FIELDS: &'static [(&'static str, Depth)] =
        &[("name", Depth::Name), ("email", Depth::Name), ("orderNumber", Depth::Name)];
}

/// Filter of the audit log.
#[derive(Clone, Debug)]
pub struct Question {
    /// Record, by id.
    pub subject: Option<String>,
    /// Record, by name, address or number.
    pub text: Search,
    pub actor: Option<PersonId>,
    /// Actor, by name or email address.
    pub actor_text: Search,
    pub tenant: Option<kernel::ids::TenantId>,
    pub action: Option<Action>,
    pub without_views: bool,
    pub days: DateRange,
}

pub async fn list(
    app: &Arc<App>,
    scope: TenantScope,
    question: Question,
    page: PageRequest,
) -> Result<Page<EntryRow>> {
    let shared = app.clone();
    app.db
        .bulk()
        .read(move |tx| {
            let filter = filter(tx, &shared, &scope, &question)?;
            audit::list(tx, &filter, page)
        })
        .await
}

fn filter(tx: &mut Tx<'_>, app: &App, scope: &TenantScope, question: &Question) -> Result<Filter> {
    let tenants = match (scope, question.tenant) {
        (TenantScope::All, tenant) => tenant.map(|tenant| vec![tenant]),
        (TenantScope::Own(own), None) => Some(own.clone()),
        (scope, Some(tenant)) => {
            Some(Some(tenant).filter(|tenant| scope.reaches(*tenant)).into_iter().collect())
        }
    };
    let subjects = match (&question.subject, question.text.is_empty()) {
        (Some(id), _) => Some(vec![id.clone()]),
        (None, false) => Some(matches(tx, app, &question.text)?),
        (None, true) => None,
    };
    let actors = match (question.actor, question.actor_text.is_empty()) {
        (Some(person), _) => Some(vec![person.to_string()]),
        (None, false) => Some(people(tx, &question.actor_text)?),
        (None, true) => None,
    };
    let Question { action, without_views, days, .. } = *question;
    Ok(Filter { tenants, subjects, actors, action, without_views, days, ..Filter::default() })
}

/// Finds the ids of records that match a text, because the log itself has no names to search in.
fn matches(tx: &mut Tx<'_>, app: &App, text: &Search) -> Result<Vec<String>> {
    let page = PageRequest::new(1, MOST_MATCHES);
    let (by_name, by_email) = (text.covers("name"), text.covers("email"));
    let mut ids = if by_name || by_email { people(tx, text)? } else { Vec::new() };
    if by_name {
        let wanted = Wanted::new(text, NameSearch::FIELDS);
        let tenants = tenants::find_by_name(tx, &app.totals, &wanted, page)?;
        ids.extend(tenants.items.iter().map(|tenant| tenant.id.to_string()));
    }
    if text.covers("orderNumber") {
        let orders = orders::support::search(tx, text, page)?;
        ids.extend(orders.items.iter().map(|order| order.id.to_string()));
    }
    Ok(ids)
}

fn people(tx: &mut Tx<'_>, text: &Search) -> Result<Vec<String>> {
    let found = users::search(tx, text, PageRequest::new(1, MOST_MATCHES))?;
    let former = identity::search(tx, text, MOST_MATCHES as usize)?;
    let today = found.items.iter().map(|user| user.id);
    // A set, because a person has one row for each role.
    let ids: BTreeSet<PersonId> = today.chain(former).collect();
    Ok(ids.iter().map(PersonId::to_string).collect())
}

/// Daily task: erases old IP addresses from the audit log; the entries stay.
pub async fn forget_origins(app: Arc<App>) -> Result<()> {
    let before = app.clock.now().minus(app.config.retention.audit_origins());
    while app.db.write(move |tx| audit::erase_origins(tx, before, BATCH)).await? > 0 {}
    Ok(())
}
