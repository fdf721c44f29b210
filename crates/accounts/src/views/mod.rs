//! Saved views of lists: filters, order and columns that a person saved and can use on all their
//! devices.

mod store;

use std::sync::Arc;

use db::Tx;

use super::store::people;
use access::{auth::Actor, idempotency::Named};
use kernel::{
    fields::Fields,
    ids::{PersonId, SavedViewId},
    messages::Message,
};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::errors::TOO_MANY_VIEWS;

pub use store::ViewRow;

/// Maximum number of saved views per person for one list. `MAX` is the maximum for all lists
/// together.
const MAX_OF_LIST: i64 = 50;
const MAX: i64 = 500;

/// View of a list, as entered in the form that saves it.
#[derive(Clone, Debug)]
pub struct ViewDraft {
    pub name: String,
    pub query: String,
    pub hidden_columns: Vec<String>,
    pub is_dense: bool,
    pub is_default: bool,
}

pub async fn list(app: &App, actor: &Actor, list: String) -> Result<Vec<ViewRow>> {
    let person = actor.person;
    app.db.read(move |tx| store::list_of(tx, person, &list)).await
}

/// Lists all saved views of a person, for the export of their data.
pub fn all_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<ViewRow>> {
    store::all_of(tx, person)
}

/// Deletes the saved views of a person whose account is closed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::delete_all(tx, person)
}

pub async fn save(
    app: &Arc<App>,
    actor: &Actor,
    call: Named,
    list: String,
    draft: ViewDraft,
) -> Result<SavedViewId> {
    let person = actor.person;
    app.write(move |tx, _, now| {
        // Locks the person, so that concurrent calls can't exceed the maximum number of views.
        people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
        call.once(tx, now, |tx| {
            let (of_list, all) = store::count(tx, person, &list)?;
            if of_list >= MAX_OF_LIST || all >= MAX {
                return Err(Error::Refused(TOO_MANY_VIEWS));
            }
            let id = SavedViewId::new(now);
            unless_taken(store::insert(tx, now, person, id, &list, &draft))?;
            keep_one_default(tx, person, id, &draft)?;
            Ok(id)
        })
    })
    .await
}

pub async fn change(app: &App, actor: &Actor, id: SavedViewId, draft: ViewDraft) -> Result<()> {
    let person = actor.person;
    app.db
        .write(move |tx| {
            // Locks the person, so that concurrent changes of the default view run one after
            // another.
            people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
            if !unless_taken(store::update(tx, person, id, &draft))? {
                return Err(Error::NotFound);
            }
            keep_one_default(tx, person, id, &draft)
        })
        .await
}

pub async fn delete(app: &App, actor: &Actor, id: SavedViewId) -> Result<()> {
    let person = actor.person;
    let is_gone = app.db.write(move |tx| store::delete(tx, person, id)).await?;
    if is_gone { Ok(()) } else { Err(Error::NotFound) }
}

fn keep_one_default(
    tx: &mut Tx<'_>,
    person: PersonId,
    id: SavedViewId,
    draft: &ViewDraft,
) -> Result<()> {
    if draft.is_default { store::clear_other_defaults(tx, person, id) } else { Ok(()) }
}

fn unless_taken<T>(outcome: Result<T>) -> Result<T> {
    outcome.map_err(|error| match error {
        Error::Database(db::Error::Unique { .. }) => Error::Invalid(Fields::one(
            "name",
            Message::new(
                "You have a view of this name already.",
                "Vous avez déjà une vue de ce nom.",
            ),
        )),
        other => other,
    })
}
