//! Calls that must not be done twice: whoever sends one may name it by a key (`Idempotency-Key`). The same call under
//! the same key is answered with what it was answered first, and nothing is done again.

mod store;

use std::{sync::Arc, time::Duration};

use axum::{extract::FromRequestParts, http::request::Parts};
use db::Tx;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::{
    app::App,
    error::{Code, Error, Result},
    kernel::{fields::Fields, ids::PersonId, random::hex, timestamp::Timestamp},
    web::calls::{Call, Described},
};

const HEADER: &str = "idempotency-key";
const LONGEST: usize = 100;
/// Whoever repeats a call does it soon. A key is kept a week longer than anybody should wait.
const KEPT_FOR: Duration = Duration::from_secs(8 * 24 * 3600);

/// What a sender named the call, if it did.
#[derive(Clone, Debug)]
pub struct Key(Option<String>);

impl Key {
    /// Whether the sender named the call.
    pub fn is_given(&self) -> bool {
        self.0.is_some()
    }
}

impl FromRequestParts<Arc<App>> for Key {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self> {
        let Some(value) = parts.headers.get(HEADER) else { return Ok(Key(None)) };
        let text = value.to_str().unwrap_or_default().trim();
        if text.is_empty() || text.len() > LONGEST {
            let message = format!("Must have 1 to {LONGEST} plain characters.");
            return Err(Error::Invalid(Fields::one("Idempotency-Key", message)));
        }
        Ok(Key(Some(text.to_owned())))
    }
}

impl Described for Key {
    fn describe(call: &mut Call) {
        call.takes_header("Idempotency-Key", "Names the call, so that it is done once.");
        call.may_refuse(&[Code::Validation, Code::KeyReused]);
    }
}

/// Throws away some of the keys that nobody repeats any more; how many that were.
pub fn forget_old(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::sweep(tx, now.minus(KEPT_FOR), limit)
}

/// So many old ones each call takes along.
const SWEPT: i64 = 10;

/// Does the work, unless it was done under this key before: then the reply of that time is returned. `call` says all
/// that is asked for; under the same key it must be the same. What fails leaves nothing, and may be tried again.
pub fn once<R: Serialize + DeserializeOwned>(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    key: &Key,
    call: &str,
    work: impl FnOnce(&mut Tx<'_>) -> Result<R>,
) -> Result<R> {
    let Key(Some(key)) = key else { return work(tx) };
    store::sweep(tx, now.minus(KEPT_FOR), SWEPT)?;
    let request_hash = hex(&Sha256::digest(call));
    if store::claim(tx, person, key, &request_hash, now)? {
        let reply = work(tx)?;
        let text = serde_json::to_string(&reply).map_err(unreadable)?;
        store::set_reply(tx, person, key, &text)?;
        return Ok(reply);
    }
    let stored = store::find(tx, person, key)?;
    if stored.request_hash != request_hash {
        return Err(Error::Refused(Code::KeyReused));
    }
    serde_json::from_str(&stored.reply).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> Error {
    Error::Internal(format!("a reply can't be kept or read back: {error}"))
}
