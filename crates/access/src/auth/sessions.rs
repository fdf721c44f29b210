//! Sessions: begun by signing in, kept by refreshing, ended by signing out, by a change of what the person is,
//! or by the theft of a token being noticed. A session that has ended is refused at its next call, on every node.

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

/// A session that isn't refreshed for so long has ended.
const IDLE_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// So many are thrown away at once, so that nobody waits long for the writer.
const BATCH: i64 = 500;
/// Signalled with a person's id when sessions of theirs end: whoever holds something open for them looks again.
pub const ENDED: &str = "sessions ended";
/// Tabs that refresh at the same moment get the same successor within this time.
const SAME_MOMENT: Duration = Duration::from_secs(10);

/// So many narrow networks may try at once before the wider one around them is full.
const NETWORKS_AT_ONCE: u32 = 8;

/// The client that a session belongs to, as far as one can tell.
#[derive(Clone, Debug)]
pub struct ClientName {
    /// The keyed hash of its address.
    pub address: String,
    /// The same of the network around it, where one customer of a provider may own all of it.
    pub wider_network: Option<String>,
    pub user_agent: String,
    /// The keyed hash of the browser's own cookie: many browsers share an address.
    pub browser: Option<String>,
}

impl ClientName {
    /// The buckets in which tries of one kind are counted by where they come from.
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

    /// The client as mails to an address are counted. `is_known`: whether the owner of the address has signed in with its
    /// browser.
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

/// What a client holds.
pub struct TokenPair {
    pub access: String,
    pub refresh: String,
    pub expires: Timestamp,
}

/// A session as its person sees it.
pub use store::SessionRow;

/// How many sessions a person has open.
pub fn count_open(person: PersonId) -> impl Ask<Answer = i64> {
    store::count_open(person)
}

/// Opens a session of somebody who has so many open. Beyond as many as a person may have, the one that was used least lately
/// ends.
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

/// Opens the session of somebody who gave their PIN at a till. Whoever was signed in there before is signed out.
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

/// How long a session lasts.
#[derive(Clone, Copy)]
struct Span {
    /// From signing in, however much it is used.
    whole: Duration,
    /// Without being refreshed.
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

/// Generations of a session's refresh tokens that are still good: the last one that was used, and its successors. There are
/// several when a reply was lost and the client asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lineage {
    pub used: i64,
    pub first: i64,
    pub last: i64,
}

impl Lineage {
    fn of(row: &store::RefreshRow) -> Lineage {
        let last = row.generation;
        match (row.used_generation, row.first_successor, row.last_successor) {
            (Some(used), Some(first), Some(known)) if known == last => {
                Lineage { used, first, last }
            }
            _ => Lineage { used: last - 1, first: last, last },
        }
    }

    /// The lineage after a successor was used: the others are good for nothing.
    fn rotated(self, used: i64) -> Lineage {
        let next = self.last + 1;
        Lineage { used, first: next, last: next }
    }

    /// The lineage with one more successor of the same token.
    fn extended(self) -> Lineage {
        Lineage { last: self.last + 1, ..self }
    }
}

/// What a refresh token's generation means to its session.
#[derive(Debug, PartialEq, Eq)]
enum Refresh {
    /// A successor: the next takes its place.
    Rotate,
    /// The token before, just now, from the same client: it gets what the first of them got.
    Repeat,
    /// The token before, and no successor of it was used: the reply was lost. It gets a successor of its own, so that of two
    /// who hold the token only one can continue.
    Extend,
    /// A token that was used up: another client has a copy.
    Stolen,
    /// A token of a session that is over.
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

/// What came of a refresh token.
pub enum Refreshed {
    /// New tokens. A session that went on on another device than before has its person told.
    Tokens { pair: TokenPair, moved: Option<PersonId> },
    /// It was used before, so somebody has a copy: its session was ended.
    Stolen { person: PersonId, session: SessionId },
    /// Its session is over.
    Over(SignedOut),
    /// It is none of ours.
    Unknown,
}

/// New tokens for a refresh token.
pub fn refresh(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    token: &str,
    client: &ClientName,
) -> Result<Refreshed> {
    let Some(claim) = RefreshClaim::read(token) else { return Ok(Refreshed::Unknown) };
    let person = match claim.person {
        Some(person) => Some(person),
        None => store::find_person(tx, claim.session)?,
    };
    let Some(person) = person else { return Ok(Refreshed::Unknown) };
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
            tracing::warn!(session = %claim.session, "a used refresh token came again; its session was ended");
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

/// Who is calling with this access token; an error when nobody may be.
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

/// Remembers that the session's person has just proven again that it is really them.
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

/// Ends one of a person's sessions; one that isn't theirs doesn't exist.
pub fn end(tx: &mut Tx<'_>, person: PersonId, session: SessionId, now: Timestamp) -> Result<()> {
    if !store::end_session(tx, person, session, now)? {
        return Err(Error::NotFound);
    }
    tx.signal(ENDED, person.to_string());
    Ok(())
}

/// Ends all of a person's sessions, but for the one that they are using to say so.
pub fn end_all(
    tx: &mut Tx<'_>,
    person: PersonId,
    but: Option<SessionId>,
    now: Timestamp,
) -> Result<()> {
    tx.signal(ENDED, person.to_string());
    store::end_sessions(tx, person, but, now)
}

/// Ends whatever session there is at a till.
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

/// The daily scheduled task: throws away what has been over for a while.
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
            last_successor: None,
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
    fn judge_takes_successors_until_one_is_used_and_their_predecessor_from_its_own_device() {
        let span = Span { whole: IDLE_LIFETIME, idle: IDLE_LIFETIME };
        let now = Timestamp::UNIX_EPOCH.plus(Duration::from_secs(60));
        let elsewhere = ClientName { user_agent: "Firefox on Linux".to_owned(), ..client("home") };
        let row = |used, first, last| store::RefreshRow {
            used_generation: Some(used),
            first_successor: Some(first),
            last_successor: Some(last),
            ..row(7, false)
        };
        let judged = |row: &store::RefreshRow, presented, by: &ClientName| {
            judge(row, presented, now, span, by)
        };
        let lost_twice = row(4, 5, 7);
        for presented in 5..=7 {
            assert_eq!(judged(&lost_twice, presented, &client("home")), Refresh::Rotate);
        }
        assert_eq!(judged(&lost_twice, 4, &client("elsewhere")), Refresh::Extend);
        assert_eq!(judged(&lost_twice, 4, &elsewhere), Refresh::Stolen);
        assert_eq!(judged(&lost_twice, 3, &client("home")), Refresh::Stolen);
        // A program of an older release has rotated since.
        let outdated = row(4, 5, 6);
        assert_eq!(judged(&outdated, 6, &client("home")), Refresh::Extend);
        assert_eq!(judged(&outdated, 5, &client("home")), Refresh::Stolen);
        // A successor was used: its siblings are used up.
        let rotated = Lineage::of(&lost_twice).rotated(5);
        assert_eq!(rotated, Lineage { used: 5, first: 8, last: 8 });
        assert_eq!(Lineage::of(&lost_twice).extended(), Lineage { used: 4, first: 5, last: 8 });
    }
}
