//! Rules on who may give which role to whom, by rank and tenant, and rules for URLs in emails. All
//! are pure functions.

use access::auth::{Actor, Grant, Permission, Role};
use kernel::{
    ids::{PersonId, TenantId},
    timestamp::Timestamp,
};

/// Reason why a change of roles is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The actor may see the person, but is not allowed to make this change.
    Forbidden,
    /// The person or tenant is outside the actor's scope, so the error is the same as for an
    /// unknown id.
    Unseen,
    /// People can't change their own role.
    OneSelf,
    /// The consumer role can't be assigned.
    Consumer,
}

/// Refuses unless the actor may give, change or remove this role. Actors may manage roles up to
/// their own rank; managers only within their own tenants.
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

/// Refuses unless the actor may change the name of a person or the status of the whole account.
/// Only administrators may, for people up to their own rank.
pub fn may_manage_account(actor: &Actor, person: PersonId, roles: &[Grant]) -> Result<(), Refusal> {
    if person == actor.person {
        return Err(Refusal::OneSelf);
    }
    let is_in_reach = |grant: &Grant| actor.highest_role().reaches(grant.role);
    if actor.is_administrator() && roles.iter().all(is_in_reach) {
        Ok(())
    } else {
        Err(Refusal::Forbidden)
    }
}

/// Refuses unless the actor may decide about closing an account with these roles. Administrators
/// decide about managers and employees, super administrators about everyone. Inactive roles count,
/// too.
pub fn may_close_account(actor: &Actor, roles: &[Grant]) -> Result<(), Refusal> {
    let is_watched = roles.iter().any(|grant| grant.role.reaches(Role::Administrator));
    let least = if is_watched { Role::SuperAdministrator } else { Role::Administrator };
    if actor.is_administrator() && actor.highest_role().reaches(least) {
        Ok(())
    } else {
        Err(Refusal::Forbidden)
    }
}

/// Returns true if a manager may change the role of another manager in the same tenant, because the
/// other manager was appointed later. A new manager therefore can't lock out the founder of the
/// shop.
pub fn is_senior(own_since: Timestamp, others_since: Timestamp) -> bool {
    own_since < others_since
}

/// Returns true if a URL is a page of the brand: one of the brand's origins, followed by a path or
/// nothing. Rejects characters that browsers may interpret differently.
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

/// Returns the origin (scheme, host and port) of a URL that [`is_return_url`] has accepted.
pub fn origin_of(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    &url[..end]
}

/// Adds query parameters to a URL, which may already have a query and a fragment.
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

#[cfg(test)]
mod tests {
    use super::*;
    use access::auth::{Client, TenantKind};
    use kernel::ids::SessionId;
    use platform::secrets::Secrets;

    fn actor(role: Role, tenant: Option<TenantId>) -> Actor {
        let now = Timestamp::UNIX_EPOCH;
        Actor {
            person: PersonId::new(now),
            session: SessionId::new(now),
            email: String::new(),
            first_name: String::new(),
            last_name: String::new(),
            proven_at: now,
            has_second_factor: false,
            grants: vec![Grant { role, tenant: tenant.map(|id| (id, TenantKind::Vendor)) }],
            till: None,
            client: Client::new(None, String::new(), &Secrets::random()),
        }
    }

    /// Every role tries to manage every other role, in the actor's own tenant and in a foreign
    /// tenant. Only roles up to the actor's rank are allowed, and for managers only in their own
    /// tenant.
    #[test]
    fn may_manage_role_follows_rank_and_tenant() {
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
    fn may_manage_account_is_limited_to_administrators_up_to_their_rank() {
        let now = Timestamp::UNIX_EPOCH;
        let somebody = PersonId::new(now);
        let own = TenantId::new(now);
        let grant = |role| Grant { role, tenant: None };
        for (role, roles, verdict) in [
            (Role::Administrator, vec![grant(Role::Consumer)], Ok(())),
            (Role::Administrator, vec![grant(Role::Administrator)], Ok(())),
            (Role::Administrator, vec![grant(Role::SuperAdministrator)], Err(Refusal::Forbidden)),
            (Role::SuperAdministrator, vec![grant(Role::SuperAdministrator)], Ok(())),
            (Role::Manager, vec![grant(Role::Employee)], Err(Refusal::Forbidden)),
        ] {
            let actor = actor(role, role.has_tenant().then_some(own));
            assert_eq!(may_manage_account(&actor, somebody, &roles), verdict, "{role:?} {roles:?}");
        }
        let administrator = actor(Role::Administrator, None);
        let oneself = may_manage_account(&administrator, administrator.person, &[]);
        assert_eq!(oneself, Err(Refusal::OneSelf));
    }

    #[test]
    fn may_close_account_leaves_administrators_to_super_administrators() {
        let own = TenantId::new(Timestamp::UNIX_EPOCH);
        let decides = |role: Role, of: Role| {
            let actor = actor(role, role.has_tenant().then_some(own));
            may_close_account(&actor, &[Grant { role: of, tenant: None }]).is_ok()
        };
        for of in Role::ALL {
            assert!(decides(Role::SuperAdministrator, of), "{of:?}");
            assert_eq!(decides(Role::Administrator, of), of.has_tenant() || of == Role::Consumer);
            assert!(!decides(Role::Manager, of) && !decides(Role::Employee, of), "{of:?}");
        }
    }

    #[test]
    fn is_senior_requires_an_earlier_start() {
        let (early, late) =
            (Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH.plus(std::time::Duration::from_secs(1)));
        assert!(is_senior(early, late));
        assert!(!is_senior(late, early));
        assert!(!is_senior(early, early));
    }

    #[test]
    fn origin_of_returns_scheme_host_and_port() {
        for url in [
            "https://x.ca:8080",
            "https://x.ca:8080/a/b",
            "https://x.ca:8080?a=//b",
            "https://x.ca:8080#c",
        ] {
            assert_eq!(origin_of(url), "https://x.ca:8080", "{url}");
        }
    }

    #[test]
    fn with_parameters_keeps_query_and_fragment() {
        let with = |url: &str| with_parameters(url, &[("email", "a+b@c.ca")]);
        assert_eq!(with("https://x.ca/page"), "https://x.ca/page?email=a%2Bb%40c.ca");
        assert_eq!(with("https://x.ca/page?a=b"), "https://x.ca/page?a=b&email=a%2Bb%40c.ca");
        assert_eq!(with("https://x.ca/page#part"), "https://x.ca/page?email=a%2Bb%40c.ca#part");
    }
}
