//! Names, addresses and roles of staff as they were at a moment. What somebody did is shown under the name that they had
//! then, however often they are renamed later, and also when their account is closed. Customers have no such history: their
//! data is theirs to have erased.

mod store;

use std::collections::BTreeMap;

use db::{Ask, Tx};

use kernel::{ids::PersonId, search::Search, timestamp::Timestamp};
use platform::error::Result;

pub use store::{Identity, OWNER, heal};
pub use store::{column_then, join_then, name_then};

/// Writes down a person's name, address and roles from now on, in the transaction that has changed one of them. Writes
/// nothing for somebody who never had a role above consumer, or when all is as it was.
pub fn record(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<()> {
    store::insert(tx, now, person, store::Roles::AsTheyAre)
}

/// Writes down that a person has no roles any more. Called before their row is erased: it keeps the name.
pub fn record_closing(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<()> {
    store::insert(tx, now, person, store::Roles::Over)
}

/// Names of some people, each as it was at a moment: of staff from their history, of others as it is today.
pub fn names_at(
    tx: &mut Tx<'_>,
    asked: &[(PersonId, Timestamp)],
) -> Result<BTreeMap<(PersonId, Timestamp), (String, String)>> {
    store::names_at(tx, asked)
}

/// Staff who had another name or address than today, which a text fits. Closed accounts are included.
pub fn search(tx: &mut Tx<'_>, search: &Search, limit: usize) -> Result<Vec<PersonId>> {
    if search.is_empty() { Ok(Vec::new()) } else { store::search(tx, search, limit) }
}

/// Whether a person has or ever had a role above consumer, active or not.
pub fn is_staff(person: PersonId) -> impl Ask<Answer = bool> + use<> {
    store::is_staff(person)
}

/// All that the history says of a person, the oldest first.
pub fn list_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<Identity>> {
    store::list_of(tx, person)
}
