//! Who is calling and what they may do: roles, the permission table, passwords, tokens, sessions,
//! and the extractors that make a handler's signature its security policy.

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

/// What a person is now, the highest role first.
pub fn grants_of(person: PersonId) -> impl Ask<Answer = Vec<Grant>> {
    store::active_grants(person)
}

/// Whether somebody still has a right at a tenant: by a role there or of the platform, of an account that is active.
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

/// Whether somebody still has a right by a role of the platform, of an account that is active.
pub fn is_of_platform(tx: &mut Tx<'_>, person: PersonId, permission: Permission) -> Result<bool> {
    let (is_active, grants) = tx.ask((store::is_active(person), grants_of(person)))?;
    let has = |grant: &Grant| grant.tenant.is_none() && permission.is_of(grant.role);
    Ok(is_active && grants.iter().any(has))
}

/// Nothing more comes into the hands of somebody who has closed their account since the call began. Asked once the row
/// that it hangs on is locked or written.
pub fn refuse_closed(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    if store::is_closed(tx, person)? { Err(Error::Unauthorized) } else { Ok(()) }
}

/// Adds the jobs and scheduled tasks of sessions.
pub fn add_work(work: Work) -> Work {
    work.every(DAY, "forget sessions", sessions::forget_old)
}
