//! Idempotent calls. A client may send a unique key with a call (header `Idempotency-Key`). If the
//! client repeats the call with the same key, it gets the first reply again and nothing else
//! happens.

pub mod errors;
mod once;
mod store;

use std::{sync::Arc, time::Duration};

use axum::{extract::FromRequestParts, http::request::Parts};
use db::Tx;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

pub use once::Once;
pub use store::Stored;

use kernel::{fields::Fields, ids::PersonId, messages::Message, random::hex, timestamp::Timestamp};
use ledger::Books;
use platform::{
    app::App,
    error::{Error, Result, codes::VALIDATION},
    jobs::Work,
    web::calls::{Call, Described},
};

use crate::idempotency::errors::KEY_REUSED;

const HEADER: &str = "idempotency-key";
const MAX_LENGTH: usize = 100;
/// Retention period of keys and replies: eight days, a week longer than clients may wait before
/// they repeat a call.
const KEPT_FOR: Duration = Duration::from_secs(8 * 24 * 3600);

/// Idempotency key of a call, or `None` if the client sent none.
#[derive(Clone, Debug)]
pub struct Key(Option<String>);

impl Key {
    /// Returns true if the client sent a key.
    pub fn is_given(&self) -> bool {
        self.0.is_some()
    }
}

impl FromRequestParts<Arc<App>> for Key {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self> {
        let Some(value) = parts.headers.get(HEADER) else { return Ok(Key(None)) };
        let text = value.to_str().unwrap_or_default().trim();
        if text.is_empty() || text.len() > MAX_LENGTH {
            let message = Message::of(
                format!("Must have 1 to {MAX_LENGTH} plain characters."),
                format!("De 1 à {MAX_LENGTH} caractères simples."),
            );
            return Err(Error::Invalid(Fields::one("Idempotency-Key", message)));
        }
        Ok(Key(Some(text.to_owned())))
    }
}

impl Described for Key {
    fn describe(call: &mut Call) {
        call.takes_header("Idempotency-Key", "Unique name of this call. A repetition with the same name does nothing and gets the first reply.",
        );
        call.may_refuse(&[VALIDATION, KEY_REUSED]);
    }
}

/// Deletes up to `limit` keys that are older than the retention period. Returns the number deleted.
pub fn forget_old(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::sweep(tx, now.minus(KEPT_FOR), limit)
}

/// Call by a person, with the idempotency key if the client sent one.
pub struct Named {
    person: PersonId,
    key: Option<String>,
    request_hash: String,
}

impl Named {
    /// Creates the call. `call` must contain the whole request, because a different request with
    /// the same key is refused. The hash of its JSON is stored, so its JSON format must not change
    /// while keys are kept.
    pub fn new(person: PersonId, key: &Key, call: &impl Serialize) -> Result<Named> {
        let call = serde_json::to_string(call)
            .map_err(|error| Error::Internal(format!("a call has no JSON: {error}")))?;
        Ok(Named::of_text(person, key, &call))
    }

    fn of_text(person: PersonId, key: &Key, call: &str) -> Named {
        Named { person, key: key.0.clone(), request_hash: hex(&Sha256::digest(call)) }
    }

    /// Returns the key, for a statement that reads the earlier call together with other rows.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns the stored reply if this call was made before, else `None`. Call it while holding a
    /// lock that every repetition also takes. Of two simultaneous calls, the second then finds the
    /// result of the first.
    pub fn reply<R: DeserializeOwned>(&self, tx: &mut Tx<'_>) -> Result<Option<R>> {
        let Some(key) = &self.key else { return Ok(None) };
        match store::find(tx, self.person, key)? {
            Some(stored) => self.read(stored).map(Some),
            None => Ok(None),
        }
    }

    /// Like [`reply`](Named::reply), but takes a row that another statement has already read.
    pub fn read<R: DeserializeOwned>(&self, stored: Stored) -> Result<R> {
        if stored.request_hash != self.request_hash {
            return Err(Error::Refused(KEY_REUSED));
        }
        serde_json::from_str(&stored.reply).map_err(unreadable)
    }

    /// Stores the reply under the call's key, with the vendor whose money the call moved. Does
    /// nothing if the client sent no key.
    pub fn keep<R: Serialize>(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        books: Books,
        reply: &R,
    ) -> Result<()> {
        let Some(key) = &self.key else { return Ok(()) };
        let reply = serde_json::to_string(reply).map_err(unreadable)?;
        let stored = Stored { request_hash: self.request_hash.clone(), reply };
        store::insert(tx, books, self.person, key, &stored, now)
    }
}

fn unreadable(error: serde_json::Error) -> Error {
    Error::Internal(format!("a reply can't be kept or read back: {error}"))
}

/// Registers the deletion of old idempotency keys.
pub fn add_work(work: Work) -> Work {
    work.forget(forget_old)
}
