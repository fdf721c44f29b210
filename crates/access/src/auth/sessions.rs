//! Sessions: started by signing in and extended by refreshing. A session ends by signing out, by a
//! change of the person's account, or when a stolen token is detected. Every node refuses the next
//! request of an ended session.

use std::{sync::Arc, time::Duration};

use db::{Ask, Tx};

use super::{
    Actor, Client, Grant, Role, Tokens, store,
    tokens::{ACCESS_LIFETIME, ACCESS_LIFETIME_AT_TILLS, RefreshClaim, SessionKey},
};
use kernel::{
    devices::device_name,
    ids::{PersonId, SessionId, TenantId, TillId},
    random::random_hex,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    config,
    error::{Error, Result},
    limits::{Bucket, Limit, mails::Asker},
    secrets::Secrets,
};

use crate::auth::errors::SignedOut;

/// Time without a refresh after which a session ends, except at tills.
const IDLE_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// Maximum number of sessions deleted in one transaction, so that other writers don't wait long.
const BATCH: i64 = 500;
/// Topic of the signal that a person's sessions have ended. The signal carries the person's id and
/// makes nodes close the person's open connections.
pub const ENDED: &str = "sessions ended";
/// Period in which repeated refreshes with the same token, for example from several tabs, get the
/// same new token.
const SAME_MOMENT: Duration = Duration::from_secs(10);

/// Number of /56 networks that can use up their limits before the limit of the /48 network that
/// contains them is used up.
const NETWORKS_AT_ONCE: u32 = 8;

/// Client of a session. Address, network and browser are stored as keyed hashes only.
#[derive(Clone, Debug)]
pub struct ClientName {
    /// Keyed hash of the IPv4 address, or of the /56 network of an IPv6 address.
    pub address: String,
    /// Keyed hash of the /48 network around an IPv6 address, because a provider may assign a whole
    /// /48 to one customer. `None` for IPv4.
    pub wider_network: Option<String>,
    pub user_agent: String,
    /// Keyed hash of the id in the browser's cookie. It distinguishes browsers that share an IP
    /// address.
    pub browser: Option<String>,
}

impl ClientName {
    /// Returns the rate limit buckets that count attempts of one kind from this client: one for its
    /// address and, for IPv6, one for the /48 network.
    pub fn buckets(&self, kind: &str, limit: Limit) -> Vec<Bucket> {
        let wider = Limit {
            capacity: limit.capacity * i64::from(NETWORKS_AT_ONCE),
            interval: limit.interval / NETWORKS_AT_ONCE,
        };
        let bucket = |name: &str, limit| Bucket { name: format!("{kind} from {name}"), limit };
        let own = bucket(&self.address, limit);
        let around = self.wider_network.iter().map(|name| bucket(name, wider));
        std::iter::once(own).chain(around).collect()
    }

    /// Returns the name under which limits on emails to an address count this client. If the owner
    /// of the address has signed in with this browser (`is_known`), the browser is counted.
    /// Otherwise the IP address and its network are counted.
    pub fn asker(&self, is_known: bool) -> Asker {
        match &self.browser {
            Some(browser) if is_known => Asker::Owner(browser.clone()),
            _ => Asker::Other {
                share: self.address.clone(),
                wider_network: self.wider_network.clone(),
            },
        }
    }
}

/// Access token and refresh token of a client, with the expiry of the access token.
pub struct TokenPair {
    pub access: String,
    pub refresh: String,
    pub expires: Timestamp,
}

/// Session as shown to its owner.
pub use store::SessionRow;

/// Counts the open sessions of a person.
pub fn count_open(person: PersonId) -> impl Ask<Answer = i64> {
    store::count_open(person)
}

/// Starts a session for a person who already has `open` open sessions. If that exceeds the maximum,
/// the least recently used session ends.
pub fn begin(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    open: i64,
    client: &ClientName,
) -> Result<TokenPair> {
    start(tx, app, now, person, None, open, client)
}

/// Starts a session for a clerk who signed in by PIN at a till, and ends the previous session at
/// that till.
pub fn begin_at_till(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    till: TillId,
    client: &ClientName,
) -> Result<TokenPair> {
    store::end_sessions_at_till(tx, till, now)?;
    store::set_till_seen(tx, till, now)?;
    let open = tx.ask(store::count_open(person))?;
    start(tx, app, now, person, Some(till), open, client)
}

fn start(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    till: Option<TillId>,
    open: i64,
    client: &ClientName,
) -> Result<TokenPair> {
    let id = SessionId::new(now);
    let seed = random_hex();
    store::insert_session(tx, id, person, &seed, now, client, till)?;
    let most = app.config.sessions.most();
    if open >= most {
        store::end_least_used(tx, person, most, now)?;
        tx.signal(ENDED, person.to_string());
    }
    let key = SessionKey { person, id };
    Ok(pair(&app.secrets, now, key, &seed, 0, till.is_some()))
}

/// Limits on the duration of a session.
#[derive(Clone, Copy)]
struct Span {
    /// Maximum duration since signing in.
    whole: Duration,
    /// Maximum time without a refresh.
    idle: Duration,
}

impl Span {
    fn of(settings: config::Sessions, grants: &[Grant], is_at_till: bool) -> Span {
        if is_at_till {
            return Span { whole: settings.shift(), idle: settings.till_idle() };
        }
        let is_staff = grants.iter().any(|grant| grant.role != Role::Consumer);
        Span { whole: settings.lifetime(is_staff), idle: IDLE_LIFETIME }
    }
}

fn pair(
    secrets: &Secrets,
    now: Timestamp,
    session: SessionKey,
    seed: &str,
    generation: i64,
    is_at_till: bool,
) -> TokenPair {
    let expires = now.plus(if is_at_till { ACCESS_LIFETIME_AT_TILLS } else { ACCESS_LIFETIME });
    let tokens = Tokens(secrets);
    TokenPair {
        access: tokens.access(session, expires),
        refresh: tokens.refresh(session, seed, generation),
        expires,
    }
}

/// Generations (numbers) of a session's refresh tokens: the token that was used last, and the range
/// of its successors. Several successors exist if a reply was lost and the client refreshed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lineage {
    pub used: i64,
    pub first: i64,
    pub last: i64,
}

impl Lineage {
    fn of(row: &store::RefreshRow) -> Lineage {
        let last = row.generation;
        match (row.used_generation, row.first_successor) {
            (Some(used), Some(first)) => Lineage { used, first, last },
            _ => Lineage { used: last - 1, first: last, last },
        }
    }

    /// Returns the lineage after the successor `used` was used. All other successors become
    /// invalid.
    fn rotated(self, used: i64) -> Lineage {
        let next = self.last + 1;
        Lineage { used, first: next, last: next }
    }

    /// Returns the lineage with one more successor of the token that was used last.
    fn extended(self) -> Lineage {
        Lineage { last: self.last + 1, ..self }
    }
}

/// Verdict on a refresh token that a client presented.
#[derive(Debug, PartialEq, Eq)]
enum Refresh {
    /// The token is a valid successor of the last used token. It becomes the last used token, and
    /// the client gets the next one.
    Rotate,
    /// The token was used a moment ago by the same client, so the client gets the same successor
    /// again.
    Repeat,
    /// The token was used last, and none of its successors was used, so the reply with the
    /// successor may have been lost. The client gets another successor. If a thief got the lost
    /// one, only the first client to use its successor can continue the session.
    Extend,
    /// The token is older than the last used token, or is the last used token and comes from
    /// another device. Two clients therefore have a copy of it.
    Stolen,
    /// The session of the token has ended or expired.
    Over(SignedOut),
}

fn judge(
    row: &store::RefreshRow,
    presented: i64,
    now: Timestamp,
    span: Span,
    client: &ClientName,
) -> Refresh {
    let since_rotation = now.since(row.rotated_at);
    let is_idle = since_rotation >= span.idle;
    if row.ended_at.is_some() {
        return Refresh::Over(SignedOut::Ended);
    }
    if is_idle || now.since(row.created_at) >= span.whole {
        return Refresh::Over(SignedOut::Expired);
    }
    let Lineage { used, first, last } = Lineage::of(row);
    let is_same_client = row.client == client.address && row.user_agent == client.user_agent;
    let is_same_device = device_name(&row.user_agent) == device_name(&client.user_agent);
    match presented {
        _ if (first..=last).contains(&presented) => Refresh::Rotate,
        _ if presented != used => Refresh::Stolen,
        _ if since_rotation <= SAME_MOMENT && is_same_client => Refresh::Repeat,
        _ if is_same_device => Refresh::Extend,
        _ => Refresh::Stolen,
    }
}

/// Result of exchanging a refresh token.
pub enum Refreshed {
    /// New tokens. `moved` is the person to notify if the session now continues on another device.
    Tokens { pair: TokenPair, moved: Option<PersonId> },
    /// The token had been used before, so a copy of it exists. The session was ended.
    Stolen { person: PersonId, session: SessionId },
    /// The session had ended or expired.
    Over(SignedOut),
    /// The token is unknown.
    Unknown,
}

/// Exchanges a refresh token for new tokens, or ends the session if the refresh token was stolen.
pub fn refresh(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    token: &str,
    client: &ClientName,
) -> Result<Refreshed> {
    let Some(claim) = RefreshClaim::read(token) else { return Ok(Refreshed::Unknown) };
    let person = claim.person;
    let key = SessionKey { person, id: claim.session };
    let Some(row) = store::lock_session(tx, person, key.id)? else {
        return Ok(Refreshed::Unknown);
    };
    if !Tokens(&app.secrets).is_refresh(&claim, &row.seed) {
        return Ok(Refreshed::Unknown);
    }
    let grants = tx.ask(store::active_grants(person))?;
    let span = Span::of(app.config.sessions, &grants, row.till_id.is_some());
    let lineage = Lineage::of(&row);
    let next = match judge(&row, claim.generation, now, span, client) {
        Refresh::Rotate => Some(lineage.rotated(claim.generation)),
        Refresh::Extend => Some(lineage.extended()),
        Refresh::Repeat => None,
        Refresh::Stolen => {
            end(tx, person, claim.session, now)?;
            tracing::warn!(session = %claim.session, "a refresh token was used twice; its session was ended");
            return Ok(Refreshed::Stolen { person, session: claim.session });
        }
        Refresh::Over(reason) => return Ok(Refreshed::Over(reason)),
    };
    if let Some(next) = next {
        store::rotate_session(tx, person, key.id, next, now, client)?;
    }
    let generation = next.unwrap_or(lineage).last;
    if let Some(till) = row.till_id {
        store::set_till_seen(tx, till, now)?;
    }
    let is_moved = device_name(&row.user_agent) != device_name(&client.user_agent);
    Ok(Refreshed::Tokens {
        pair: pair(&app.secrets, now, key, &row.seed, generation, row.till_id.is_some()),
        moved: is_moved.then_some(person),
    })
}

/// Returns the signed-in person of a session, or an error if the session has ended or exceeded its
/// maximum duration.
pub fn identify(
    settings: config::Sessions,
    now: Timestamp,
    session: SessionKey,
    client: &Client,
) -> impl Ask<Answer = Result<Actor>> + use<> {
    store::find_actor(session.person, session.id, client).map(move |found| {
        let (actor, began_at) = found.ok_or(Error::Unauthorized)?;
        if now.since(began_at) >= Span::of(settings, &actor.grants, actor.is_at_till()).whole {
            return Err(Error::Unauthorized);
        }
        Ok(actor)
    })
}

/// Records that the session's person has just re-authenticated.
pub fn record_proof(
    tx: &mut Tx<'_>,
    person: PersonId,
    session: SessionId,
    now: Timestamp,
) -> Result<()> {
    store::set_proven(tx, person, session, now)
}

pub fn list(
    tx: &mut Tx<'_>,
    settings: config::Sessions,
    person: PersonId,
    now: Timestamp,
) -> Result<Vec<SessionRow>> {
    let span = Span::of(settings, &tx.ask(store::active_grants(person))?, false);
    let at_till = Span::of(settings, &[], true);
    let used_after = [span, at_till].map(|span| now.minus(span.idle));
    store::list_sessions(tx, person, used_after, now.minus(span.whole))
}

/// Ends one of a person's sessions. Returns [`Error::NotFound`] for someone else's session.
pub fn end(tx: &mut Tx<'_>, person: PersonId, session: SessionId, now: Timestamp) -> Result<()> {
    if !store::end_session(tx, person, session, now)? {
        return Err(Error::NotFound);
    }
    tx.signal(ENDED, person.to_string());
    Ok(())
}

/// Ends all sessions of a person except the session `but`, if one is passed.
pub fn end_all(
    tx: &mut Tx<'_>,
    person: PersonId,
    but: Option<SessionId>,
    now: Timestamp,
) -> Result<()> {
    tx.signal(ENDED, person.to_string());
    store::end_sessions(tx, person, but, now)
}

/// Ends the open session at a till, if there is one.
pub fn end_at_till(tx: &mut Tx<'_>, till: TillId, now: Timestamp) -> Result<()> {
    store::end_sessions_at_till(tx, till, now)
}

/// Ends a person's sessions at all tills of a shop.
pub fn end_at_tills_of(
    tx: &mut Tx<'_>,
    person: PersonId,
    shop: TenantId,
    now: Timestamp,
) -> Result<()> {
    store::end_sessions_at_tills_of(tx, person, shop, now)
}

/// Daily task: deletes sessions that ended or expired longer ago than the retention period.
pub async fn forget_old(app: Arc<App>) -> Result<()> {
    let ended_before = app.clock.now().minus(app.config.retention.sessions());
    let idle_before = ended_before.minus(IDLE_LIFETIME);
    let batch = move |tx: &mut Tx<'_>| store::delete_sessions(tx, ended_before, idle_before, BATCH);
    while app.db.write(batch).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> ClientName {
        ClientName {
            address: address.to_owned(),
            wider_network: None,
            user_agent: "browser".to_owned(),
            browser: None,
        }
    }

    fn row(generation: i64, ended: bool) -> store::RefreshRow {
        let start = Timestamp::UNIX_EPOCH;
        store::RefreshRow {
            seed: "seed".to_owned(),
            generation,
            client: "home".to_owned(),
            user_agent: "browser".to_owned(),
            created_at: start,
            rotated_at: start,
            ended_at: ended.then_some(start),
            till_id: None,
            used_generation: None,
            first_successor: None,
        }
    }

    #[test]
    fn judge_decides_by_generation_age_and_client() {
        let seconds = |count| Timestamp::UNIX_EPOCH.plus(Duration::from_secs(count));
        let day = 24 * 3600;
        for (presented, at, from, ended, verdict) in [
            (5, 100, "home", false, Refresh::Rotate),
            (5, 100, "elsewhere", false, Refresh::Rotate),
            (4, 10, "home", false, Refresh::Repeat),
            (4, 11, "home", false, Refresh::Extend),
            (4, 1, "elsewhere", false, Refresh::Extend),
            (3, 1, "home", false, Refresh::Stolen),
            (6, 1, "home", false, Refresh::Stolen),
            (5, 1, "home", true, Refresh::Over(SignedOut::Ended)),
            (5, 30 * day, "home", false, Refresh::Over(SignedOut::Expired)),
            (3, 30 * day, "home", false, Refresh::Over(SignedOut::Expired)),
            (5, 20 * day - 1, "home", false, Refresh::Rotate),
            (5, 20 * day, "home", false, Refresh::Over(SignedOut::Expired)),
        ] {
            let span = Span { whole: Duration::from_secs(20 * day), idle: IDLE_LIFETIME };
            let judged = judge(&row(5, ended), presented, seconds(at), span, &client(from));
            assert_eq!(judged, verdict, "{presented} at {at} from {from}");
        }
    }
    #[test]
    fn judge_accepts_successors_until_one_is_used_and_the_predecessor_from_its_device() {
        let span = Span { whole: IDLE_LIFETIME, idle: IDLE_LIFETIME };
        let now = Timestamp::UNIX_EPOCH.plus(Duration::from_secs(60));
        let elsewhere = ClientName { user_agent: "Firefox on Linux".to_owned(), ..client("home") };
        let row = |used, first| store::RefreshRow {
            used_generation: Some(used),
            first_successor: Some(first),
            ..row(7, false)
        };
        let judged = |row: &store::RefreshRow, presented, by: &ClientName| {
            judge(row, presented, now, span, by)
        };
        let lost_twice = row(4, 5);
        for presented in 5..=7 {
            assert_eq!(judged(&lost_twice, presented, &client("home")), Refresh::Rotate);
        }
        assert_eq!(judged(&lost_twice, 4, &client("elsewhere")), Refresh::Extend);
        assert_eq!(judged(&lost_twice, 4, &elsewhere), Refresh::Stolen);
        assert_eq!(judged(&lost_twice, 3, &client("home")), Refresh::Stolen);
        // Once a successor is used, the other successors of the same token become invalid.
        let rotated = Lineage::of(&lost_twice).rotated(5);
        assert_eq!(rotated, Lineage { used: 5, first: 8, last: 8 });
        assert_eq!(Lineage::of(&lost_twice).extended(), Lineage { used: 4, first: 5, last: 8 });
    }
}
