//! People as everybody else needs them: somebody to write to, in their language and their brand's look.

pub mod identity;
mod names;
mod store;

use std::collections::BTreeMap;

use db::Tx;

use kernel::{
    brand::Brand,
    contact::Email,
    ids::{PersonId, TenantId},
    language::Language,
};
use platform::error::Result;

pub use names::check as check_names;
pub use store::Addressee;

/// A person as somebody to write to; nobody, once their account is closed.
pub fn addressee(tx: &mut Tx<'_>, id: PersonId) -> Result<Option<Addressee>> {
    store::find(tx, id)
}

/// The managers of a tenant who can be mailed.
pub fn managers_of(tx: &mut Tx<'_>, tenant: TenantId) -> Result<Vec<Addressee>> {
    store::list_managers(tx, tenant)
}

/// All administrators who can be mailed.
pub fn administrators(tx: &mut Tx<'_>) -> Result<Vec<Addressee>> {
    store::list_administrators(tx)
}

/// All super administrators who can be mailed.
pub fn super_administrators(tx: &mut Tx<'_>) -> Result<Vec<Addressee>> {
    store::list_super_administrators(tx)
}

/// In which language and look an address is written to: its person's, if there is one.
pub fn way_of_writing(tx: &mut Tx<'_>, email: &Email) -> Result<(Language, Brand)> {
    let person = store::find_by_email(tx, email)?;
    Ok(person.map_or((Language::En, Brand::FunRay), |person| (person.language, person.brand)))
}

/// The first and last names of a few people.
pub fn names_of(tx: &mut Tx<'_>, ids: &[PersonId]) -> Result<BTreeMap<PersonId, (String, String)>> {
    store::names_of(tx, ids)
}

/// From now on they are written to in this language.
pub fn set_language(tx: &mut Tx<'_>, id: PersonId, language: Language) -> Result<()> {
    store::set_language(tx, id, language)
}

/// Whether somebody gets a mail about each movement on their cards.
pub fn mails_movements(tx: &mut Tx<'_>, id: PersonId) -> Result<bool> {
    store::mails_movements(tx, id)
}
