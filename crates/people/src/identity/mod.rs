//! History of the names, email addresses and roles of staff. Past actions are shown under the name
//! that a person had at the time, even if the person was renamed or closed the account later.
//! Customers have no history, because their data must stay erasable.

mod store;

use std::collections::BTreeMap;

use db::{Ask, Tx};

use kernel::{ids::PersonId, search::Search, timestamp::Timestamp};
use platform::error::Result;

pub use store::{Identity, OWNER};
pub use store::{column_then, join_then, name_then};

/// Records a person's name, email address and roles, in the transaction that changed one of them.
/// Does nothing if none of them changed or the person never had a role above consumer.
pub fn record(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<()> {
    store::insert(tx, now, person, store::Roles::AsTheyAre)
}

/// Records that a person has no roles any more, and keeps the name and address that they had at the
/// end. Call it before the person's row is erased.
pub fn record_closing(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<()> {
    store::insert(tx, now, person, store::Roles::Over)
}

/// Returns the first and last names of people at the requested times. Staff get the name from their
/// history, other people their current name.
pub fn names_at(
    tx: &mut Tx<'_>,
    asked: &[(PersonId, Timestamp)],
) -> Result<BTreeMap<(PersonId, Timestamp), (String, String)>> {
    store::names_at(tx, asked)
}

/// Finds staff by a former name or email address, including people whose account is closed. Returns
/// an empty list for an empty search.
pub fn search(tx: &mut Tx<'_>, search: &Search, limit: usize) -> Result<Vec<PersonId>> {
    if search.is_empty() { Ok(Vec::new()) } else { store::search(tx, search, limit) }
}

/// Returns the query for whether a person has or ever had a role above consumer.
pub fn is_staff(person: PersonId) -> impl Ask<Answer = bool> + use<> {
    store::is_staff(person)
}

/// Lists the history of a person's name, address and roles, oldest first.
pub fn list_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<Identity>> {
    store::list_of(tx, person)
}
