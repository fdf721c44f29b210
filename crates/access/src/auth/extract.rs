//! Extractors that authenticate callers. A handler with one of these extractors in its signature
//! runs only for callers who pass its check.

use std::{
    marker::PhantomData,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    pin::Pin,
    sync::{Arc, OnceLock},
};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use db::{Ask, Rows};

use super::{Actor, Permission, Tokens, browsers, sessions, sessions::ClientName};
use kernel::ids::PersonId;
use platform::{
    app::App,
    config::TrustedProxies,
    error::{
        Error, Result,
        codes::{PERMISSION, TOO_MANY_TRIES, UNAUTHORIZED},
    },
    secrets::Secrets,
    web::{
        calls::{Call, Described, SESSION},
        server::Peer,
    },
};

use crate::auth::{
    errors::{PIN_SESSION, PROOF_REQUIRED, SECOND_FACTOR_SETUP},
    secret_uses::{CLIENT_NAME, CLIENT_ORIGIN},
};

/// Any signed-in person, with a second factor if their role requires one. Excludes sessions by PIN
/// at a till.
pub struct SignedIn(pub Actor);

/// Any signed-in person, even if they must still set up a second factor. Only for the calls that
/// set up a second factor.
pub struct MaybeEnrolling(pub Actor);

/// Any signed-in person, including clerks who signed in by PIN at a till. Only for calls used at
/// the counter.
pub struct AtCounter(pub Actor);

/// Any person with a valid session. Only for calls that read or end that session.
pub struct AnySession(pub Actor);

/// Signed-in person with the right `R`. `scope` says which data the right covers; store queries
/// require it as a parameter.
pub struct Can<R: Right> {
    pub actor: Actor,
    pub scope: R::Scope,
    right: PhantomData<R>,
}

/// Right to make a call, as a type for the signatures of handlers.
pub trait Right {
    const PERMISSION: Permission;
    type Scope: Send;

    /// Returns the data that the right covers for this person, for example the tenants they manage.
    fn scope(actor: &Actor) -> Self::Scope;
}

/// Proof that the caller signed in or re-authenticated within the last minutes
/// (`sessions.proof_seconds`). Protects actions that nobody must be able to take in an unattended
/// browser. In a handler's signature, `FreshProof` follows `Can`, so that callers without the right
/// get the error about the right first.
pub struct FreshProof(());

/// Optional proof, for a call that needs the proof only in some cases. A missing proof causes an
/// error only when the handler asks for the proof.
pub struct IfNeeded<E>(pub Result<E>);

impl<E: FromRequestParts<Arc<App>, Rejection = Error>> FromRequestParts<Arc<App>> for IfNeeded<E> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        Ok(IfNeeded(E::from_request_parts(parts, app).await))
    }
}

impl IfNeeded<FreshProof> {
    /// Returns true if the proof exists, for a handler that decides later whether the proof is
    /// needed.
    pub fn is_given(&self) -> bool {
        self.0.is_ok()
    }
}

/// Client that sent a request.
#[derive(Clone, Debug)]
pub struct Client {
    pub address: Option<IpAddr>,
    pub user_agent: String,
    /// Keyed hash of IP address and user agent. Identifies the client in places where neither the
    /// IP address nor the user agent may be stored.
    pub hash: String,
    /// Id in the browser's cookie, or the new id that the cookie will get after signing in. `None`
    /// if the cookie was not read.
    pub browser: Option<String>,
}

impl Client {
    pub fn new(address: Option<IpAddr>, user_agent: String, secrets: &Secrets) -> Client {
        let text = address.map(|address| address.to_string()).unwrap_or_default();
        let hash = secrets.mac_hex(CLIENT_ORIGIN, &[text.as_bytes(), user_agent.as_bytes()]);
        Client { address, user_agent, hash, browser: None }
    }

    /// Returns the client of a request.
    pub fn of(parts: &Parts, app: &App) -> Client {
        let peer = parts.extensions.get::<Peer>().map(|Peer(address)| *address);
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        let trusted = &app.config.http.trusted_proxies;
        Client::new(
            peer.map(|peer| real_address(peer, &parts.headers, trusted)),
            agent.unwrap_or_default().chars().take(200).collect(),
            &app.secrets,
        )
    }

    /// Returns a short keyed hash of the client's network (IPv4 /24 or IPv6 /48), to distinguish
    /// the networks that a person uses.
    pub fn network(&self, secrets: &Secrets) -> String {
        let around = match self.address {
            Some(IpAddr::V6(address)) => network(address, 48),
            Some(IpAddr::V4(address)) => {
                let [a, b, c, _] = address.octets();
                format!("{a}.{b}.{c}.0/24")
            }
            None => String::new(),
        };
        let mut hash = secrets.mac_hex(CLIENT_NAME, &[b"network", around.as_bytes()]);
        hash.truncate(16);
        hash
    }

    /// Returns the header that sets the browser's cookie after signing in; `None` if the client has
    /// no browser id.
    pub fn cookie(&self, app: &App) -> Result<Option<browsers::SetCookie>> {
        self.browser.as_deref().map(|id| browsers::set_cookie(app, id)).transpose()
    }

    /// Returns the hashes by which the client is stored and counted. An IPv6 address is replaced by
    /// its /56 network, because one person has many addresses.
    pub fn name(&self, secrets: &Secrets) -> ClientName {
        let name = |network: String| secrets.mac_hex(CLIENT_NAME, &[network.as_bytes()]);
        let (address, wider_network) = match self.address {
            Some(IpAddr::V6(address)) => (network(address, 56), Some(network(address, 48))),
            Some(IpAddr::V4(address)) => (address.to_string(), None),
            None => (String::new(), None),
        };
        ClientName {
            address: name(address),
            wider_network: wider_network.map(name),
            user_agent: self.user_agent.clone(),
            browser: self.browser.as_deref().map(|id| browsers::name(secrets, id)),
        }
    }
}

/// Returns the network with this prefix length that contains an IPv6 address, for example
/// `2001:db8::/56`.
fn network(address: Ipv6Addr, prefix: u32) -> String {
    let ignored = 128 - prefix;
    format!("{}/{prefix}", Ipv6Addr::from_bits(address.to_bits() >> ignored << ignored))
}

/// Check that a middleware adds for authorized callers. If it returns an error, the handler does
/// not run.
pub type Gate = Arc<dyn Fn(Actor) -> Verdict + Send + Sync>;
type Verdict = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// Caller of a request, for middleware. The caller is known once the handler's extractors have run.
#[derive(Clone)]
pub struct Caller {
    known: Arc<OnceLock<Actor>>,
    gate: Gate,
}

impl Caller {
    pub fn through(gate: Gate) -> Caller {
        Caller { known: Arc::default(), gate }
    }

    pub fn actor(&self) -> Option<&Actor> {
        self.known.get()
    }
}

/// Runs the middleware's check on a caller, if the request has a middleware with a check.
async fn pass_gate(parts: &Parts, actor: &Actor) -> Result<()> {
    match parts.extensions.get::<Caller>() {
        Some(Caller { gate, .. }) => gate(actor.clone()).await,
        None => Ok(()),
    }
}

/// Stores the caller in the request, for later extractors and for middleware.
fn keep(parts: &mut Parts, actor: &Actor) {
    if let Some(Caller { known, .. }) = parts.extensions.get::<Caller>() {
        known.get_or_init(|| actor.clone());
    }
    parts.extensions.insert(actor.clone());
}

/// Returns the person of the request's session. The first extractor of a request stores the person,
/// so that further extractors need no query.
async fn actor_of(parts: &mut Parts, app: &Arc<App>) -> Result<Actor> {
    if let Some(actor) = parts.extensions.get::<Actor>() {
        return Ok(actor.clone());
    }
    let token = bearer(&parts.headers).ok_or(Error::Unauthorized)?;
    let actor = identify(app, token, Client::of(parts, app)).await?;
    keep(parts, &actor);
    Ok(actor)
}

impl<R: Right> Can<R> {
    /// Authorizes the caller like the extractor, but reads other rows for the call in the same
    /// round trip to the database.
    pub async fn with<A>(
        parts: &mut Parts,
        app: &Arc<App>,
        also: impl Fn(PersonId) -> A + Send + 'static,
    ) -> Result<(Can<R>, A::Answer)>
    where
        A: Ask<Answer: Send> + 'static,
    {
        let token = bearer(&parts.headers).ok_or(Error::Unauthorized)?;
        let (actor, answer) = identify_with(app, token, Client::of(parts, app), also).await?;
        keep(parts, &actor);
        Can::<R>::of(actor.clone(), app).map(drop)?;
        pass_gate(parts, &actor).await?;
        Ok((Can::of(actor, app)?, answer))
    }

    fn of(actor: Actor, app: &App) -> Result<Can<R>> {
        let actor = refuse_unenrolled(actor, app)?;
        if !R::PERMISSION.is_for_tills() && actor.is_at_till() {
            return Err(Error::Refused(PIN_SESSION));
        }
        if !actor.may(R::PERMISSION) {
            return Err(Error::Permission);
        }
        Ok(Can { scope: R::scope(&actor), actor, right: PhantomData })
    }
}

impl FromRequestParts<Arc<App>> for MaybeEnrolling {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        actor_of(parts, app).await.and_then(refuse_at_till).map(MaybeEnrolling)
    }
}

impl FromRequestParts<Arc<App>> for AnySession {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        actor_of(parts, app).await.map(AnySession)
    }
}

impl FromRequestParts<Arc<App>> for AtCounter {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let actor = refuse_unenrolled(actor_of(parts, app).await?, app)?;
        pass_gate(parts, &actor).await?;
        Ok(AtCounter(actor))
    }
}

fn refuse_unenrolled(actor: Actor, app: &App) -> Result<Actor> {
    if actor.must_enrol(app) { Err(Error::Refused(SECOND_FACTOR_SETUP)) } else { Ok(actor) }
}

/// Refuses a session opened by PIN at a till, which is valid for calls of the counter only.
fn refuse_at_till(actor: Actor) -> Result<Actor> {
    if actor.is_at_till() { Err(Error::Refused(PIN_SESSION)) } else { Ok(actor) }
}

impl FromRequestParts<Arc<App>> for SignedIn {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let AtCounter(actor) = AtCounter::from_request_parts(parts, app).await?;
        refuse_at_till(actor).map(SignedIn)
    }
}

impl FromRequestParts<Arc<App>> for FreshProof {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let actor = actor_of(parts, app).await.and_then(refuse_at_till)?;
        if !actor.is_freshly_proven(app, app.clock.now()) {
            return Err(Error::Refused(PROOF_REQUIRED));
        }
        Ok(FreshProof(()))
    }
}

/// Returns the person of an access token, with their current roles. Fails if the token or its
/// session is no longer valid.
pub async fn identify(app: &App, token: &str, client: Client) -> Result<Actor> {
    identify_with(app, token, client, |_| Vec::<Rows<(i64,)>>::new()).await.map(|(actor, _)| actor)
}

async fn identify_with<A>(
    app: &App,
    token: &str,
    client: Client,
    also: impl Fn(PersonId) -> A + Send + 'static,
) -> Result<(Actor, A::Answer)>
where
    A: Ask<Answer: Send> + 'static,
{
    let now = app.clock.now();
    let session = Tokens(&app.secrets).read_access(token, now).ok_or(Error::Unauthorized)?;
    let settings = app.config.sessions;
    app.db
        .read(move |tx| {
            let caller = sessions::identify(settings, now, session, &client);
            let (actor, answer) = tx.ask_alone((caller, also(session.person)))?;
            Ok((actor?, answer))
        })
        .await
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

impl<R: Right> FromRequestParts<Arc<App>> for Can<R> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let actor = actor_of(parts, app).await?;
        // The compiler doesn't know whether `Can<R>` is `Send`, so no value of it may exist during
        // the `await`. It is therefore created, dropped, and created again after the check.
        Can::<R>::of(actor.clone(), app).map(drop)?;
        pass_gate(parts, &actor).await?;
        Can::of(actor, app)
    }
}

impl Described for AnySession {
    fn describe(call: &mut Call) {
        call.needs(SESSION);
        call.may_refuse(&[UNAUTHORIZED]);
    }
}

impl Described for MaybeEnrolling {
    fn describe(call: &mut Call) {
        call.needs(SESSION);
        call.may_refuse(&[UNAUTHORIZED, PIN_SESSION]);
    }
}

impl Described for AtCounter {
    fn describe(call: &mut Call) {
        call.needs(SESSION);
        call.may_refuse(&[UNAUTHORIZED, SECOND_FACTOR_SETUP]);
    }
}

impl Described for SignedIn {
    fn describe(call: &mut Call) {
        AtCounter::describe(call);
        call.may_refuse(&[PIN_SESSION]);
    }
}

impl<R: Right> Described for Can<R> {
    fn describe(call: &mut Call) {
        AtCounter::describe(call);
        call.may_refuse(&[PERMISSION]);
        if !R::PERMISSION.is_for_tills() {
            call.may_refuse(&[PIN_SESSION]);
        }
    }
}

impl Described for FreshProof {
    fn describe(call: &mut Call) {
        call.may_refuse(&[PROOF_REQUIRED]);
    }
}

impl<E: Described> Described for IfNeeded<E> {
    fn describe(call: &mut Call) {
        call.optionally(E::describe);
    }
}

/// Documents the error for too many attempts. A handler takes the client in order to count
/// attempts.
impl Described for Client {
    fn describe(call: &mut Call) {
        call.may_refuse(&[TOO_MANY_TRIES]);
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        Ok(Client {
            browser: Some(browsers::read_or_new(&parts.headers)),
            ..Client::of(parts, app)
        })
    }
}

/// Returns the client's IP address according to our own proxies: the last address in
/// X-Forwarded-For that is not one of our proxies. Addresses before that one are written by the
/// client and not trusted.
fn real_address(peer: IpAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> IpAddr {
    let peer = peer.to_canonical();
    if !trusted.contains(peer) {
        return peer;
    }
    let forwarded = headers.get_all("x-forwarded-for").iter().rev();
    let texts = forwarded.filter_map(|value| value.to_str().ok());
    let mut nearest_first = texts.flat_map(|value| value.rsplit(',')).map_while(hop);
    nearest_first.find(|hop| !trusted.contains(*hop)).unwrap_or(peer)
}

/// Parses one address of X-Forwarded-For, with or without a port. Returns `None` for any other
/// text.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bracketed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let address = bracketed.unwrap_or(text).parse::<IpAddr>();
    let address = address.or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()));
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use platform::limits::Limit;

    #[test]
    fn real_address_reads_forwarded_for_from_trusted_proxies_only() {
        let proxy: IpAddr = "10.0.0.1".parse().expect("an address");
        let headers = |forwarded: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().expect("a header"));
            headers
        };
        let trusted = TrustedProxies::try_from(vec!["10.0.0.0/24".to_owned()]).expect("a network");
        let ask = |peer: &str, forwarded: &str| {
            real_address(peer.parse().expect("an address"), &headers(forwarded), &trusted)
                .to_string()
        };
        assert_eq!(ask("203.0.113.9", "198.51.100.1"), "203.0.113.9");
        assert_eq!(ask("10.0.0.1", "198.51.100.1"), "198.51.100.1");
        assert_eq!(ask("::ffff:10.0.0.1", "::ffff:198.51.100.1"), "198.51.100.1");
        assert_eq!(ask("10.0.0.1", "6.6.6.6, 198.51.100.1"), "198.51.100.1");
        assert_eq!(ask("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2"), "198.51.100.1");
        assert_eq!(ask("10.0.0.1", "6.6.6.6, 198.51.100.1:4711"), "198.51.100.1");
        assert_eq!(ask("10.0.0.1", "[2001:db8::7]:4711"), "2001:db8::7");
        assert_eq!(ask("10.0.0.1", "[2001:db8::7]"), "2001:db8::7");
        assert_eq!(ask("10.0.0.1", "6.6.6.6, nonsense"), "10.0.0.1");
        assert_eq!(real_address(proxy, &HeaderMap::new(), &trusted), proxy);
    }

    #[test]
    fn client_name_groups_ipv6_addresses_by_56() {
        let secrets = Secrets::random();
        let name = |address: &str| {
            let address = Some(address.parse().expect("an address"));
            Client::new(address, String::new(), &secrets).name(&secrets).address
        };
        assert_eq!(name("2001:db8:1:200:3::4"), name("2001:db8:1:2ff:9::9"));
        assert_ne!(name("2001:db8:1:200::"), name("2001:db8:1:300::"));
        assert_ne!(name("203.0.113.9"), name("203.0.113.8"));
        assert!(!name("203.0.113.9").contains("203.0.113"));
    }

    #[test]
    fn buckets_count_an_ipv6_48_as_well() {
        let secrets = Secrets::random();
        let buckets = |address: &str| {
            let address = Some(address.parse().expect("an address"));
            let name = Client::new(address, String::new(), &secrets).name(&secrets);
            name.buckets("sign-in", Limit { capacity: 5, interval: Duration::from_secs(80) })
        };
        let (one, other) = (buckets("2001:db8:1:200::1"), buckets("2001:db8:1:300::1"));
        assert_ne!(one[0], other[0]);
        assert_eq!(one[1], other[1], "the whole /48");
        assert_eq!(one[1].limit.capacity, 40);
        assert_eq!(one[1].limit.interval, Duration::from_secs(10));
        assert_eq!(buckets("203.0.113.9").len(), 1);
    }
}
