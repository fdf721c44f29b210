//! Extractors that prove who is calling: a handler that names one of these in its signature
//! can't be reached by anybody else.

use std::{
    marker::PhantomData,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};

use super::{Actor, Permission, Tokens, sessions, sessions::ClientName};
use crate::{
    app::App,
    error::{Error, Result},
    http::server::Peer,
    secrets::{Secrets, Use},
};

/// Anybody who is signed in.
pub struct SignedIn(pub Actor);

/// Somebody with a right. The scope is what the right reaches; a store's query has no form without it.
pub struct Can<R: Right> {
    pub actor: Actor,
    pub scope: R::Scope,
    right: PhantomData<R>,
}

/// A right, named by a type so that a signature can ask for it.
pub trait Right {
    const PERMISSION: Permission;
    type Scope: Send;

    /// What the right reaches for somebody who has it.
    fn scope(actor: &Actor) -> Self::Scope;
}

/// A proof that only some of a call's uses need: the refusal waits until it is asked for.
pub struct IfNeeded<E>(pub Result<E>);

impl<E: FromRequestParts<Arc<App>, Rejection = Error>> FromRequestParts<Arc<App>> for IfNeeded<E> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        Ok(IfNeeded(E::from_request_parts(parts, app).await))
    }
}

/// Where a call comes from.
#[derive(Clone, Debug)]
pub struct Client {
    pub address: Option<IpAddr>,
    pub user_agent: String,
}

impl Client {
    /// The client as rows may know it. An address of the newer kind stands for its network: people have many.
    pub fn name(&self, secrets: &Secrets) -> ClientName {
        let network = match self.address {
            Some(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).to_string()
            }
            Some(IpAddr::V4(address)) => address.to_string(),
            None => String::new(),
        };
        ClientName {
            address: secrets.mac_hex(Use::ClientName, &[network.as_bytes()]),
            user_agent: self.user_agent.clone(),
        }
    }
}

impl FromRequestParts<Arc<App>> for SignedIn {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let token = bearer(&parts.headers).ok_or(Error::Unauthorized)?;
        identify(app, token).await.map(SignedIn)
    }
}

/// Who shows this access token, as they are now.
pub async fn identify(app: &App, token: &str) -> Result<Actor> {
    let now = app.clock.now();
    let session = Tokens(&app.secrets).read_access(token, now).ok_or(Error::Unauthorized)?;
    app.db.read(move |tx| sessions::identify(tx, session)).await
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

impl<R: Right> FromRequestParts<Arc<App>> for Can<R> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let SignedIn(actor) = SignedIn::from_request_parts(parts, app).await?;
        if !actor.may(R::PERMISSION) {
            return Err(Error::Permission);
        }
        Ok(Can { scope: R::scope(&actor), actor, right: PhantomData })
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let peer = parts.extensions.get::<Peer>().map(|Peer(address)| *address);
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Client {
            address: peer
                .map(|peer| real_address(peer, &parts.headers, &app.config.http.trusted_proxies)),
            user_agent: agent.unwrap_or_default().chars().take(200).collect(),
        })
    }
}

/// Who a proxy of ours says the client is: the last address in X-Forwarded-For that isn't a proxy of ours itself.
/// What stands before it was written by whoever was there, and is not believed.
fn real_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    if !trusted.contains(&peer) {
        return peer;
    }
    let forwarded =
        headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
    let mut nearest_first = hops.iter().rev().map_while(|hop| hop.parse::<IpAddr>().ok());
    nearest_first.find(|hop| !trusted.contains(hop)).unwrap_or(peer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_proxies_are_believed() {
        let proxy: IpAddr = "10.0.0.1".parse().expect("an address");
        let headers = |forwarded: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().expect("a header"));
            headers
        };
        let ask = |peer: &str, forwarded: &str| {
            real_address(peer.parse().expect("an address"), &headers(forwarded), &[proxy])
                .to_string()
        };
        assert_eq!(ask("203.0.113.9", "198.51.100.1"), "203.0.113.9");
        assert_eq!(ask("10.0.0.1", "198.51.100.1"), "198.51.100.1");
        assert_eq!(ask("10.0.0.1", "6.6.6.6, 198.51.100.1"), "198.51.100.1");
        assert_eq!(ask("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.1"), "198.51.100.1");
        assert_eq!(ask("10.0.0.1", "6.6.6.6, nonsense"), "10.0.0.1");
        assert_eq!(real_address(proxy, &HeaderMap::new(), &[proxy]), proxy);
    }

    #[test]
    fn neighbours_in_one_network_of_the_newer_kind_are_one_client() {
        let secrets = Secrets::random();
        let name = |address: &str| {
            let address = Some(address.parse().expect("an address"));
            Client { address, user_agent: String::new() }.name(&secrets).address
        };
        assert_eq!(name("2001:db8:1:2:3::4"), name("2001:db8:1:2:9::9"));
        assert_ne!(name("2001:db8:1:2::"), name("2001:db8:1:3::"));
        assert_ne!(name("203.0.113.9"), name("203.0.113.8"));
        assert!(!name("203.0.113.9").contains("203"));
    }
}
