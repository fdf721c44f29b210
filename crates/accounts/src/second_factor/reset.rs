//! Reset of second factors by an administrator, for people who have lost all of theirs.

use std::sync::Arc;

use super::{forget, store, tell};
use access::{
    audit::Author,
    auth::{Actor, sessions},
};
use kernel::ids::PersonId;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{letters::FactorChange, rules, store as accounts, store::people};

/// Removes all second factors of someone else within the actor's rank, ends that person's sessions
/// and emails them.
pub async fn reset(app: &Arc<App>, actor: Actor, person: PersonId, reason: String) -> Result<()> {
    app.write(move |tx, app, now| {
        let row = people::lock(tx, person)?.filter(|row| row.closed_at.is_none());
        row.ok_or(Error::NotFound)?;
        rules::may_manage_account(&actor, person, &accounts::roles::list_of(tx, person)?)?;
        let has_none = store::find_app(tx, person)?.is_none_or(|app| app.confirmed_at.is_none());
        if has_none && store::list_passkeys(tx, person)?.is_empty() {
            return Err(Error::NotFound);
        }
        forget(tx, person)?;
        sessions::end_all(tx, person, None, now)?;
        let author = Author::of(&actor);
        tell(tx, app, now, &author, person, FactorChange::Reset, Some(&reason))
    })
    .await
}
