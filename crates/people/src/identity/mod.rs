//! History of names, addresses and roles of staff. Actions are shown under the name that a person
//! had then, even after renaming or closing the account. Customers have no such history, because
//! their data can be erased.

mod store;

use std::collections::BTreeMap;

use db::{Ask, Tx};

use kernel::{ids::PersonId, search::Search, timestamp::Timestamp};
use platform::error::Result;

pub use store::{Identity, OWNER};
pub use store::{column_then, join_then, name_then};

/// Records a person's name, address and roles in the transaction that changed one of them. Records
/// nothing if the person never had a role above consumer, or if nothing changed.
pub fn record(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<()> {
    store::insert(tx, now, person, store::Roles::AsTheyAre)
}

/// Records that a person has no roles any more and keeps the name. Called before the person's row
/// is erased.
pub fn record_closing(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<()> {
    store::insert(tx, now, person, store::Roles::Over)
}

/// Returns the names of people at given times: of staff from their history, of others as they are
/// today.
pub fn names_at(
    tx: &mut Tx<'_>,
    asked: &[(PersonId, Timestamp)],
) -> Result<BTreeMap<(PersonId, Timestamp), (String, String)>> {
    store::names_at(tx, asked)
}

/// Finds staff, including closed accounts, whose former name or address matches.
pub fn search(tx: &mut Tx<'_>, search: &Search, limit: usize) -> Result<Vec<PersonId>> {
    if search.is_empty() { Ok(Vec::new()) } else { store::search(tx, search, limit) }
}

/// Asks whether a person has or ever had a role above consumer.
pub fn is_staff(person: PersonId) -> impl Ask<Answer = bool> + use<> {
    store::is_staff(person)
}

/// Lists the history of a person, oldest first.
pub fn list_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<Identity>> {
    store::list_of(tx, person)
}
