//! Support notes at past times, which form the history of a demo.

use db::Tx;

use super::{Named, find, store};
use kernel::{
    ids::{NoteId, PersonId},
    timestamp::Timestamp,
};
use platform::error::Result;

pub fn add_note(
    tx: &mut Tx<'_>,
    then: Timestamp,
    by: PersonId,
    named: &Named,
    text: &str,
) -> Result<()> {
    find(tx, named)?;
    store::insert_note(tx, NoteId::new(then), named, text, by, then)
}
