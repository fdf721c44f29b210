//! Authentication and authorization: roles, the table of permissions, tokens, sessions, and
//! extractors. The extractors in a handler's signature define who may call it.

mod actor;
pub mod browsers;
pub mod errors;
mod extract;
mod permissions;
mod roles;
pub mod second_person;
pub mod secret_uses;
pub mod sessions;
mod store;
mod tokens;

pub use actor::{Actor, AtTill, Grant};
pub use extract::{
    AnySession, AtCounter, Caller, Can, Client, FreshProof, Gate, IfNeeded, MaybeEnrolling, Right,
    SignedIn, identify,
};
use kernel::ids::{PersonId, TenantId};
pub use permissions::Permission;
use platform::{
    error::{Error, Result},
    jobs::{DAY, Work},
};
pub use roles::{Role, TenantKind};
pub use store::AT_WORK;
pub use tokens::{SessionKey, Tokens};

use db::{Ask, Tx};

/// Returns the query for a person's active roles, highest first.
pub fn grants_of(person: PersonId) -> impl Ask<Answer = Vec<Grant>> {
    store::active_grants(person)
}

/// Returns true if the account is active and has the permission at the tenant: through a role at
/// that tenant or a role of the platform.
pub fn is_at_work(
    tx: &mut Tx<'_>,
    person: PersonId,
    permission: Permission,
    tenant: TenantId,
) -> Result<bool> {
    let (is_active, grants) = tx.ask((store::is_active(person), grants_of(person)))?;
    let is_here = |grant: &Grant| grant.tenant.is_none_or(|(own, _)| own == tenant);
    Ok(is_active && grants.iter().any(|grant| is_here(grant) && permission.is_of(grant.role)))
}

/// Returns true if the account is active and has the permission through a role of the platform.
pub fn is_of_platform(tx: &mut Tx<'_>, person: PersonId, permission: Permission) -> Result<bool> {
    let (is_active, grants) = tx.ask((store::is_active(person), grants_of(person)))?;
    let has = |grant: &Grant| grant.tenant.is_none() && permission.is_of(grant.role);
    Ok(is_active && grants.iter().any(has))
}

/// Refuses the call of a person whose account was closed while the call was running, so that a
/// closed account receives nothing. Call it after locking or writing the affected row.
pub fn refuse_closed(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    if store::is_closed(tx, person)? { Err(Error::Unauthorized) } else { Ok(()) }
}

/// Registers the scheduled tasks of sessions.
pub fn add_work(work: Work) -> Work {
    work.every(DAY, "forget sessions", sessions::forget_old)
}
