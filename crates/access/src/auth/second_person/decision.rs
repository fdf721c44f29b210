//! Declaration of one decision: the right that it needs, and the people who can't take it.

use std::slice;

use db::Tx;

use kernel::{
    ids::{PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Code, Error, Result},
};

use super::Decider;
use crate::auth::{self, Actor, Permission, errors::ASKER_GONE};

/// Decision that a second person takes. A feature builds one from the row to decide about.
#[derive(Clone, Debug)]
pub struct Decision {
    pub(super) permission: Permission,
    /// Tenant whose staff may decide; `None` if only platform roles may. Platform roles may decide
    /// for every tenant.
    pub(super) tenant: Option<TenantId>,
    /// People who took part. They can't decide, and neither can their appointers and appointees.
    pub(super) first: Vec<PersonId>,
    /// Person who can't decide, but whose appointer can.
    pub(super) proposer: Option<PersonId>,
    /// Person to whom the matter belongs, and the code with which they are refused.
    pub(super) owner: Option<(PersonId, Code)>,
    /// Person who must still have the permission, and the code if they don't.
    requester: Option<(PersonId, Code)>,
}

impl Decision {
    /// Declares a decision that only platform roles may take.
    pub fn of_platform(permission: Permission) -> Decision {
        Decision {
            permission,
            tenant: None,
            first: Vec::new(),
            proposer: None,
            owner: None,
            requester: None,
        }
    }

    /// Declares a decision that a tenant's staff or platform roles may take.
    pub fn at(permission: Permission, tenant: TenantId) -> Decision {
        Decision { tenant: Some(tenant), ..Decision::of_platform(permission) }
    }

    /// Excludes people who took part, with their appointers and appointees.
    #[must_use]
    pub fn excluding(mut self, first: impl IntoIterator<Item = PersonId>) -> Decision {
        self.first.extend(first);
        self
    }

    /// Like [`Decision::excluding`] for the person who made the request. They must still have the
    /// permission when it is approved.
    #[must_use]
    pub fn requested_by(mut self, requester: PersonId) -> Decision {
        self.requester = Some((requester, ASKER_GONE));
        self.excluding([requester])
    }

    /// Replaces the code for a requester who has lost the permission.
    #[must_use]
    pub fn or_gone(mut self, code: Code) -> Decision {
        self.requester = self.requester.map(|(requester, _)| (requester, code));
        self
    }

    /// Excludes only the person who made a proposal, not the people tied to them.
    #[must_use]
    pub fn proposed_by(mut self, proposer: Option<PersonId>) -> Decision {
        self.proposer = proposer;
        self
    }

    /// Refuses the person to whom the matter belongs with a code of its own, even if no second
    /// person is required.
    #[must_use]
    pub fn not_by(mut self, owner: PersonId, code: Code) -> Decision {
        self.owner = Some((owner, code));
        self
    }

    /// Refuses the decision unless the decider is a valid second person and the requester still has
    /// the permission.
    pub fn require(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        decider: &Actor,
    ) -> Result<()> {
        let setting = app.config.second_person;
        Decider::read(tx, setting, now, decider, slice::from_ref(self))?.require(self)?;
        match self.requester {
            Some((requester, code)) if !auth::is_of_platform(tx, requester, self.permission)? => {
                Err(Error::Refused(code))
            }
            _ => Ok(()),
        }
    }
}
