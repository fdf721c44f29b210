//! Changes of people's names. Staff can't change their own name, so that nobody can pose as a
//! colleague.

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

/// Name that `funray create-admin` stores if no name is passed. The person may replace it by their
/// own.
pub(super) const PLACEHOLDER: (&str, &str) = ("Super", "Administrator");

/// First and last name.
pub type Names = (String, String);

/// Checks the names in a form, unless they are unchanged, because older names may not meet newer
/// rules. Returns `None` on an error, and `Some(None)` if the names are unchanged.
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

/// Returns true if a name is empty or the placeholder, so that even staff may change it themselves.
pub(super) fn is_placeholder(current: (&str, &str)) -> bool {
    current == PLACEHOLDER || current == ("", "")
}

/// Returns true if a manager may correct a person's name. Only the name of a clerk of the manager's
/// own shop can be corrected, and only until its first change. After that, only administrators may
/// change it.
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

/// Returns the error for staff who try to change their own name, at the field that differs.
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

/// Returns a name of a staff member in the JSON form stored in the audit log.
pub(super) fn told((first, last): (&str, &str)) -> Value {
    json!({ "firstName": first, "lastName": last })
}

/// Changes someone else's name, and emails them if they are staff. For managers, callers must first
/// check [`may_be_mended`].
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
    // Leaves the names of customers out of the audit log. Customers' data must be erasable, but
    // audit entries can't be erased.
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
