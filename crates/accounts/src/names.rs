//! Changing what a person is called. Names of staff are changed by others, so that nobody passes for a colleague.

use db::Tx;
use serde_json::{Value, json};

use super::store::{self, people::PersonRow};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Grant, Permission, Role},
};
use kernel::{
    fields::{Fields, Given},
    messages::Message,
    timestamp::Timestamp,
};
use people::identity;
use platform::error::Result;

use crate::{actions, letters::Letter};

/// The name of those whom `funray create-admin` makes without one. The first change from it is their own.
pub(super) const PLACEHOLDER: (&str, &str) = ("Super", "Administrator");

/// First and last name.
pub type Names = (String, String);

/// Checks the names of a form, unless they are as they were: a rule that came later makes nobody's form useless. `None`
/// when something is wrong, `Some(None)` when nothing is changed.
pub fn check_changed(
    fields: &mut Fields,
    current: (&str, &str),
    first_name: &impl Given,
    last_name: &impl Given,
) -> Option<Option<Names>> {
    if (first_name.given().trim(), last_name.given().trim()) == current {
        return Some(None);
    }
    people::check_names(fields, first_name, last_name).map(Some)
}

/// Whether staff may change this name themselves: it is no name so far.
pub(super) fn is_placeholder(current: (&str, &str)) -> bool {
    current == PLACEHOLDER || current == ("", "")
}

/// Whether a manager may mend this name: that of a clerk of their own counter, as it was typed in the invitation. Once it was changed,
/// only administrators change it again.
pub(super) fn may_be_mended(tx: &mut Tx<'_>, actor: &Actor, person: &PersonRow) -> Result<bool> {
    let own = actor.tenants_with(Permission::ManageUsers);
    let is_own_clerk = |grant: &Grant| {
        grant.role == Role::Employee && grant.tenant.is_some_and(|(id, _)| own.contains(&id))
    };
    let roles = store::roles::list_of(tx, person.id)?;
    if roles.is_empty() || !roles.iter().all(is_own_clerk) {
        return Ok(false);
    }
    let history = identity::list_of(tx, person.id)?;
    Ok(history
        .iter()
        .all(|then| (&then.first_name, &then.last_name) == (&person.first_name, &person.last_name)))
}

/// Refuses a change of one's own name to staff, by the field that differs.
pub(super) fn refuse_own(current: (&str, &str), new: &Names) -> Fields {
    let field = if current.0 == new.0 { "lastName" } else { "firstName" };
    Fields::one(
        field,
        Message::new(
            "Your name is part of the records of your work, so a colleague changes it. Please ask an administrator.",
            "Votre nom figure dans les traces de votre travail\u{a0}: un collègue doit le changer. Adressez-vous à l’administration.",
        ),
    )
}

/// Names before and after, as the log keeps them of staff.
pub(super) fn told((first, last): (&str, &str)) -> Value {
    json!({ "firstName": first, "lastName": last })
}

/// Gives somebody else another name, and mails staff that their name was changed. A manager has been allowed to by [`may_be_mended`].
pub(super) fn change_of_other(
    tx: &mut Tx<'_>,
    link: String,
    now: Timestamp,
    actor: &Actor,
    person: &PersonRow,
    (first, last): &Names,
) -> Result<()> {
    let roles = store::roles::list_of(tx, person.id)?;
    if actor.is_administrator() {
        super::rules::may_manage_account(actor, person.id, &roles)?;
    }
    store::people::set_names(tx, now, person.id, first, last, person.email.as_ref())?;
    let entry = Entry::new(actions::ACCOUNT_CHANGED, Subject::person(person.id));
    // What customers are called is theirs to have erased, and rows of the log can't be.
    if roles.iter().all(|grant| grant.role == Role::Consumer) {
        return audit::record(
            tx,
            now,
            &Author::of(actor),
            entry.after(json!({ "name": "changed" })),
        );
    }
    let entry =
        entry.before(told((&person.first_name, &person.last_name))).after(told((first, last)));
    audit::record(tx, now, &Author::of(actor), entry)?;
    let letter = Letter::Renamed {
        first_name: first.clone(),
        before: format!("{} {}", person.first_name, person.last_name).trim().to_owned(),
        after: format!("{first} {last}"),
        by: actor.name(),
        link,
    };
    super::register::post(tx, now, person, person.brand, letter)
}
