//! Who is calling and what they may do: roles, the permission table, passwords, tokens, sessions,
//! and the extractors that make a handler's signature its security policy.

mod actor;
mod extract;
pub mod passwords;
mod permissions;
mod roles;
pub mod sessions;
mod store;
mod tokens;

pub use actor::{Actor, Grant};
pub use extract::{Can, Client, IfNeeded, Right, SignedIn, identify};
pub use permissions::Permission;
pub use roles::{Role, TenantId, TenantKind};
pub use tokens::Tokens;

use db::Tx;

use crate::{
    error::{Error, Result},
    id_type,
};

/// What a person is now, the highest role first.
pub fn grants_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<Grant>> {
    store::active_grants(tx, person)
}

/// Nothing more comes into the hands of somebody who has closed their account since the call began. Asked once the row
/// that it hangs on is locked or written.
pub fn refuse_closed(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    if store::is_closed(tx, person)? { Err(Error::Unauthorized) } else { Ok(()) }
}

id_type!(
    /// Somebody with an account.
    PersonId,
    "per"
);
id_type!(
    /// One of a person's roles.
    UserRoleId,
    "rol"
);
id_type!(
    /// A signed-in browser.
    SessionId,
    "ses"
);
