//! Access and refresh tokens, authenticated by keyed hashes. An access token contains its session,
//! person and expiry. A refresh token is derived from the secret seed of its session and can be
//! used once.

use std::time::Duration;

use kernel::{
    ids::{PersonId, SessionId},
    timestamp::Timestamp,
};
use platform::secrets::Secrets;

use crate::auth::secret_uses::{ACCESS_TOKEN, REFRESH_TOKEN};

pub const ACCESS_LIFETIME: Duration = Duration::from_secs(10 * 60);
/// Lifetime of access tokens at tills. It is short, because each refresh shows that the clerk is
/// still at the till.
pub const ACCESS_LIFETIME_AT_TILLS: Duration = Duration::from_secs(60);

pub struct Tokens<'a>(pub &'a Secrets);

/// Ids of a session and its owner, which together are the primary key of the session's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionKey {
    pub person: PersonId,
    pub id: SessionId,
}

/// Unverified content of a refresh token. Verify it with [`Tokens::is_refresh`] before use.
pub struct RefreshClaim {
    pub person: PersonId,
    pub session: SessionId,
    pub generation: i64,
    mac: String,
}

impl Tokens<'_> {
    pub fn access(&self, session: SessionKey, expires: Timestamp) -> String {
        let SessionKey { person, id } = session;
        let body = format!("{id}.{person}.{}", expires.as_micros());
        let mac = self.0.mac_hex(ACCESS_TOKEN, &[body.as_bytes()]);
        format!("{body}.{mac}")
    }

    /// Returns the session of an access token, or `None` if the token is forged or expired.
    pub fn read_access(&self, token: &str, now: Timestamp) -> Option<SessionKey> {
        let (body, mac) = token.rsplit_once('.')?;
        if !self.0.is_mac_hex(ACCESS_TOKEN, &[body.as_bytes()], mac) {
            return None;
        }
        let mut parts = body.split('.');
        let (id, person, expires) = (parts.next()?, parts.next()?, parts.next()?);
        let key = SessionKey { person: PersonId::parse(person)?, id: SessionId::parse(id)? };
        (now.as_micros() < expires.parse().ok()?).then_some(key)
    }

    /// Creates a refresh token. The keyed hash does not cover the person's id at the end of the
    /// token, which only helps to find the session's row.
    pub fn refresh(&self, session: SessionKey, seed: &str, generation: i64) -> String {
        let SessionKey { person, id } = session;
        let mac = self.0.mac_hex(REFRESH_TOKEN, &refresh_parts(id, seed, generation).each());
        format!("{id}.{generation}.{mac}.{person}")
    }

    pub fn is_refresh(&self, claim: &RefreshClaim, seed: &str) -> bool {
        let parts = refresh_parts(claim.session, seed, claim.generation);
        self.0.is_mac_hex(REFRESH_TOKEN, &parts.each(), &claim.mac)
    }
}

impl RefreshClaim {
    pub fn read(token: &str) -> Option<RefreshClaim> {
        let mut parts = token.split('.');
        let (session, generation, mac) = (parts.next()?, parts.next()?, parts.next()?);
        let claim = RefreshClaim {
            person: PersonId::parse(parts.next()?)?,
            session: SessionId::parse(session)?,
            generation: generation.parse().ok()?,
            mac: mac.to_owned(),
        };
        parts.next().is_none().then_some(claim)
    }
}

struct RefreshParts([String; 3]);

impl RefreshParts {
    fn each(&self) -> [&[u8]; 3] {
        let [session, seed, generation] = &self.0;
        [session.as_bytes(), seed.as_bytes(), generation.as_bytes()]
    }
}

fn refresh_parts(session: SessionId, seed: &str, generation: i64) -> RefreshParts {
    RefreshParts([session.to_string(), seed.to_owned(), generation.to_string()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SessionKey {
        SessionKey { person: PersonId::new(later(0)), id: SessionId::new(later(0)) }
    }

    fn later(seconds: u64) -> Timestamp {
        Timestamp::UNIX_EPOCH.plus(Duration::from_secs(seconds))
    }

    #[test]
    fn read_access_refuses_expired_and_altered_tokens() {
        let secrets = Secrets::random();
        let tokens = Tokens(&secrets);
        let session = key();
        let token = tokens.access(session, later(600));
        assert_eq!(tokens.read_access(&token, later(599)), Some(session));
        assert_eq!(tokens.read_access(&token, later(600)), None);
        let other = key();
        let longer = token.replace(".600000000.", ".900000000.");
        let foreign = token.replace(&session.id.to_string(), &other.id.to_string());
        let stolen = token.replace(&session.person.to_string(), &other.person.to_string());
        let short = &token[..token.len() - 1];
        for forged in [&longer, &foreign, &stolen, short, "", "a.b", "..", "ses_.per_.1.2"] {
            assert_eq!(tokens.read_access(forged, later(1)), None, "{forged}");
        }
        assert_eq!(Tokens(&Secrets::random()).read_access(&token, later(1)), None);
    }

    #[test]
    fn is_refresh_binds_to_session_seed_and_generation() {
        let secrets = Secrets::random();
        let tokens = Tokens(&secrets);
        let session = key();
        let token = tokens.refresh(session, "seed", 7);
        let claim = RefreshClaim::read(&token).expect("readable");
        let said = (claim.session, claim.person, claim.generation);
        assert_eq!(said, (session.id, session.person, 7));
        assert!(tokens.is_refresh(&claim, "seed"));
        assert!(!tokens.is_refresh(&claim, "other seed"));
        let next = token.replace(".7.", ".8.");
        assert!(!tokens.is_refresh(&RefreshClaim::read(&next).expect("readable"), "seed"));
        let (without_person, _) = token.rsplit_once('.').expect("parts");
        for broken in ["", "x", "a.b.c.d", &format!("{token}.x"), without_person] {
            assert!(RefreshClaim::read(broken).is_none(), "{broken}");
        }
    }
}
