//! Who may make whom what: pure decisions on ranks and tenants.

use crate::{
    auth::{Actor, Grant, Permission, PersonId, Role, TenantId},
    brand::Brand,
};

/// Why a change of somebody's roles is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The actor may see the person but not do this.
    Forbidden,
    /// To the actor, the person or the tenant doesn't exist.
    Unseen,
    /// One's own role is somebody else's decision.
    OneSelf,
    /// Consumers come and go by themselves.
    Consumer,
}

/// Whether the actor may give out, change or take back a role (in a tenant).
/// Nobody reaches above their own rank or outside their own tenants.
pub fn may_manage_role(actor: &Actor, role: Role, tenant: Option<TenantId>) -> Result<(), Refusal> {
    if role == Role::Consumer {
        return Err(Refusal::Consumer);
    }
    if actor.is_administrator() {
        return if actor.highest_role().reaches(role) { Ok(()) } else { Err(Refusal::Forbidden) };
    }
    let Some(tenant) = tenant else { return Err(Refusal::Forbidden) };
    let own = actor.grants.iter().find(|grant| {
        Permission::ManageUsers.is_of(grant.role)
            && grant.tenant.is_some_and(|(id, _)| id == tenant)
    });
    match own {
        Some(grant) if grant.role.reaches(role) => Ok(()),
        Some(_) => Err(Refusal::Forbidden),
        None => Err(Refusal::Unseen),
    }
}

/// Whether the actor may change what belongs to the person as a whole: the name, the account's switch.
/// That takes authority over every role the person has.
pub fn may_manage_person(actor: &Actor, person: PersonId, roles: &[Grant]) -> Result<(), Refusal> {
    if person == actor.person {
        return Err(Refusal::OneSelf);
    }
    let verdicts: Vec<Result<(), Refusal>> = roles
        .iter()
        .map(|grant| may_manage_role(actor, grant.role, grant.tenant.map(|(id, _)| id)))
        .collect();
    // Somebody of whom nothing can be seen does not exist; of whom a part can be seen is not theirs alone.
    let unseen = |verdict: &Result<(), Refusal>| *verdict == Err(Refusal::Unseen);
    if !actor.is_administrator() && verdicts.iter().all(unseen) {
        return Err(Refusal::Unseen);
    }
    // An administrator may switch a consumer off, though not change what they are.
    let fine = |verdict: &Result<(), Refusal>| match verdict {
        Ok(()) => true,
        Err(refusal) => *refusal == Refusal::Consumer && actor.is_administrator(),
    };
    if verdicts.iter().all(fine) { Ok(()) } else { Err(Refusal::Forbidden) }
}

/// An address to go back to is one of the brand's own pages: exactly one of its origins, then a path or nothing.
/// Whatever browsers read differently from what it looks like is refused.
pub fn is_return_url(origins: &[String], url: &str) -> bool {
    let is_plain = url
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'<' | b'>' | b'"'));
    is_plain
        && url.len() <= 1000
        && origins.iter().any(|origin| {
            url.strip_prefix(origin.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
        })
}

/// Adds parameters to an address that may have some already.
pub fn with_parameters(url: &str, parameters: &[(&str, &str)]) -> String {
    let (address, fragment) = match url.split_once('#') {
        Some((address, fragment)) => (address, format!("#{fragment}")),
        None => (url, String::new()),
    };
    let mut written = form_urlencoded::Serializer::new(String::new());
    for (name, value) in parameters {
        written.append_pair(name, value);
    }
    let mark = if address.contains('?') { '&' } else { '?' };
    format!("{address}{mark}{}{fragment}", written.finish())
}

/// The brand a call names by its slug, else the one whose host it came to.
pub fn brand_of(app_name: Option<&str>, host: Brand) -> Brand {
    app_name.and_then(Brand::from_slug).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        auth::{SessionId, TenantKind},
        kernel::timestamp::Timestamp,
    };

    fn actor(role: Role, tenant: Option<TenantId>) -> Actor {
        let now = Timestamp::UNIX_EPOCH;
        Actor {
            person: PersonId::new(now),
            session: SessionId::new(now),
            email: String::new(),
            first_name: String::new(),
            last_name: String::new(),
            grants: vec![Grant { role, tenant: tenant.map(|id| (id, TenantKind::Vendor)) }],
        }
    }

    /// Every rank on every rank, in one's own tenant and in another's.
    #[test]
    fn a_role_is_given_by_those_who_reach_it() {
        let now = Timestamp::UNIX_EPOCH;
        let (own, foreign) = (TenantId::new(now), TenantId::new(now));
        for giver in Role::ALL {
            let actor = actor(giver, giver.has_tenant().then_some(own));
            for role in Role::ALL {
                for tenant in
                    if role.has_tenant() { vec![Some(own), Some(foreign)] } else { vec![None] }
                {
                    let expected = match (giver, role) {
                        (_, Role::Consumer) => Err(Refusal::Consumer),
                        (Role::SuperAdministrator, _) => Ok(()),
                        (Role::Administrator, Role::SuperAdministrator) => Err(Refusal::Forbidden),
                        (Role::Administrator, _) => Ok(()),
                        (Role::Manager, Role::Manager | Role::Employee) if tenant == Some(own) => {
                            Ok(())
                        }
                        (_, Role::Manager | Role::Employee) => Err(Refusal::Unseen),
                        _ => Err(Refusal::Forbidden),
                    };
                    assert_eq!(
                        may_manage_role(&actor, role, tenant),
                        expected,
                        "{giver:?} {role:?} {tenant:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_person_is_managed_by_those_who_reach_all_they_are() {
        let now = Timestamp::UNIX_EPOCH;
        let (own, foreign) = (TenantId::new(now), TenantId::new(now));
        let manager = actor(Role::Manager, Some(own));
        let employee =
            |tenant| Grant { role: Role::Employee, tenant: Some((tenant, TenantKind::Vendor)) };
        let consumer = Grant { role: Role::Consumer, tenant: None };
        let somebody = PersonId::new(now);
        for (roles, verdict) in [
            (vec![employee(own)], Ok(())),
            (vec![employee(foreign)], Err(Refusal::Unseen)),
            (vec![employee(own), employee(foreign)], Err(Refusal::Forbidden)),
            (vec![employee(own), consumer], Err(Refusal::Forbidden)),
        ] {
            assert_eq!(may_manage_person(&manager, somebody, &roles), verdict, "{roles:?}");
        }
        let administrator = actor(Role::Administrator, None);
        assert_eq!(may_manage_person(&administrator, somebody, &[consumer]), Ok(()));
        assert_eq!(
            may_manage_person(&administrator, administrator.person, &[]),
            Err(Refusal::OneSelf)
        );
    }

    #[test]
    fn parameters_are_added_to_whatever_address_there_is() {
        let with = |url: &str| with_parameters(url, &[("email", "a+b@c.ca")]);
        assert_eq!(with("https://x.ca/page"), "https://x.ca/page?email=a%2Bb%40c.ca");
        assert_eq!(with("https://x.ca/page?a=b"), "https://x.ca/page?a=b&email=a%2Bb%40c.ca");
        assert_eq!(with("https://x.ca/page#part"), "https://x.ca/page?email=a%2Bb%40c.ca#part");
    }
}
