//! Sessions: begun by signing in, kept by refreshing, ended by signing out, by a change of what the person is,
//! or by the theft of a token being noticed. A session that has ended is refused at its next call, on every node.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::{
    Actor, PersonId, SessionId, Tokens, store,
    tokens::{ACCESS_LIFETIME, RefreshClaim},
};
use crate::{
    app::App,
    error::{Error, Result},
    kernel::{random::random_hex, timestamp::Timestamp},
    secrets::Secrets,
};

/// A session that isn't refreshed for so long has ended.
const IDLE_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// What is over is kept for so long: whoever looks into a theft finds it.
const KEPT_AFTER_END: Duration = Duration::from_secs(30 * 24 * 3600);
/// So many are thrown away at once, so that nobody waits long for the writer.
const BITE: i64 = 500;
/// Signalled with a person's id when sessions of theirs end: whoever holds something open for them looks again.
pub const ENDED: &str = "sessions ended";
/// Tabs that refresh at the same moment get the same successor within this time.
const SAME_MOMENT: Duration = Duration::from_secs(10);

/// The client that a session belongs to, as far as one can tell.
#[derive(Clone, Debug)]
pub struct ClientName {
    /// The keyed hash of its address.
    pub address: String,
    pub user_agent: String,
}

/// What a client holds.
pub struct TokenPair {
    pub access: String,
    pub refresh: String,
    pub expires: Timestamp,
}

/// A session as its person sees it.
pub use store::SessionRow;

pub fn begin(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    person: PersonId,
    client: &ClientName,
) -> Result<TokenPair> {
    let id = SessionId::new(now);
    let seed = random_hex();
    store::insert_session(tx, id, person, &seed, now, client)?;
    Ok(pair(secrets, now, id, &seed, 0))
}

fn pair(
    secrets: &Secrets,
    now: Timestamp,
    id: SessionId,
    seed: &str,
    generation: i64,
) -> TokenPair {
    let expires = now.plus(ACCESS_LIFETIME);
    let tokens = Tokens(secrets);
    TokenPair {
        access: tokens.access(id, expires),
        refresh: tokens.refresh(id, seed, generation),
        expires,
    }
}

/// What a refresh token's generation means to its session.
#[derive(Debug, PartialEq, Eq)]
enum Refresh {
    /// The current one: the next takes its place.
    Rotate,
    /// The one before, just now, from the same client: it gets what the first of them got.
    Repeat,
    /// One that was used up: somebody has a copy.
    Stolen,
    Over,
}

fn judge(row: &store::RefreshRow, presented: i64, now: Timestamp, client: &ClientName) -> Refresh {
    let since_rotation = now.since(row.rotated_at);
    if row.ended_at.is_some() || since_rotation >= IDLE_LIFETIME {
        return Refresh::Over;
    }
    let is_same_client = row.client == client.address && row.user_agent == client.user_agent;
    match row.generation - presented {
        0 => Refresh::Rotate,
        1 if since_rotation <= SAME_MOMENT && is_same_client => Refresh::Repeat,
        _ => Refresh::Stolen,
    }
}

/// New tokens for a refresh token; `None` when it is none of ours, over, or used before. A stolen one ends its session.
pub fn refresh(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    token: &str,
    client: &ClientName,
) -> Result<Option<TokenPair>> {
    let Some(claim) = RefreshClaim::read(token) else { return Ok(None) };
    let Some(row) = store::lock_session(tx, claim.session)? else { return Ok(None) };
    if !Tokens(secrets).is_refresh(&claim, &row.seed) {
        return Ok(None);
    }
    let generation = match judge(&row, claim.generation, now, client) {
        Refresh::Rotate => {
            store::rotate_session(tx, claim.session, row.generation + 1, now, client)?;
            row.generation + 1
        }
        Refresh::Repeat => row.generation,
        Refresh::Stolen => {
            end(tx, row.person_id, claim.session, now)?;
            tracing::warn!(session = %claim.session, "a used refresh token came again; its session was ended");
            return Ok(None);
        }
        Refresh::Over => return Ok(None),
    };
    Ok(Some(pair(secrets, now, claim.session, &row.seed, generation)))
}

/// Who is calling with this access token; an error when nobody may be.
pub fn identify(tx: &mut Tx<'_>, session: SessionId) -> Result<Actor> {
    store::find_actor(tx, session)?.ok_or(Error::Unauthorized)
}

pub fn list(tx: &mut Tx<'_>, person: PersonId, now: Timestamp) -> Result<Vec<SessionRow>> {
    store::list_sessions(tx, person, now.minus(IDLE_LIFETIME))
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

/// The daily chore: throws away what has been over for a while.
pub async fn forget_old(app: Arc<App>) -> Result<()> {
    let ended_before = app.clock.now().minus(KEPT_AFTER_END);
    let idle_before = ended_before.minus(IDLE_LIFETIME);
    let bite = move |tx: &mut Tx<'_>| store::delete_sessions(tx, ended_before, idle_before, BITE);
    while app.db.write(bite).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> ClientName {
        ClientName { address: address.to_owned(), user_agent: "browser".to_owned() }
    }

    fn row(generation: i64, ended: bool) -> store::RefreshRow {
        let start = Timestamp::UNIX_EPOCH;
        store::RefreshRow {
            person_id: PersonId::new(start),
            seed: "seed".to_owned(),
            generation,
            client: "home".to_owned(),
            user_agent: "browser".to_owned(),
            rotated_at: start,
            ended_at: ended.then_some(start),
        }
    }

    #[test]
    fn a_refresh_token_is_judged_by_its_generation_its_age_and_its_client() {
        let seconds = |count| Timestamp::UNIX_EPOCH.plus(Duration::from_secs(count));
        let day = 24 * 3600;
        for (presented, at, from, ended, verdict) in [
            (5, 100, "home", false, Refresh::Rotate),
            (5, 100, "elsewhere", false, Refresh::Rotate),
            (4, 10, "home", false, Refresh::Repeat),
            (4, 11, "home", false, Refresh::Stolen),
            (4, 1, "elsewhere", false, Refresh::Stolen),
            (3, 1, "home", false, Refresh::Stolen),
            (6, 1, "home", false, Refresh::Stolen),
            (5, 1, "home", true, Refresh::Over),
            (5, 30 * day, "home", false, Refresh::Over),
            (3, 30 * day, "home", false, Refresh::Over),
        ] {
            let judged = judge(&row(5, ended), presented, seconds(at), &client(from));
            assert_eq!(judged, verdict, "{presented} at {at} from {from}");
        }
    }
}
