//! Saved views: how somebody likes to see the lists that they work with. They are that person's alone, on every device.

mod store;

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

/// Of one list. All lists together have as many as ten full ones, however they are called.
const MOST_OF_LIST: i64 = 50;
const MOST: i64 = 500;

/// A view as a form describes it.
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

/// All of them, for the export.
pub fn all_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<ViewRow>> {
    store::all_of(tx, person)
}

/// An account is closed: its views go.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::delete_all(tx, person)
}

pub async fn save(
    app: &App,
    actor: &Actor,
    call: Named,
    list: String,
    draft: ViewDraft,
) -> Result<SavedViewId> {
    let (now, person) = (app.clock.now(), actor.person);
    app.db
        .write(move |tx| {
            // Two that are saved at once are counted one after the other.
            people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
            call.once(tx, now, |tx| {
                let (of_list, all) = store::count(tx, person, &list)?;
                if of_list >= MOST_OF_LIST || all >= MOST {
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
            // Two that make another view the default are one after the other.
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
