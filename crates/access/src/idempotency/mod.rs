//! Calls that must not be done twice: whoever sends one may name it by a key (`Idempotency-Key`). The same call under
//! the same key is answered with what it was answered first, and nothing is done again.

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
            let message = Message::of(
                format!("Must have 1 to {LONGEST} plain characters."),
                format!("De 1 à {LONGEST} caractères simples."),
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

/// Throws away some of the keys that nobody repeats any more; how many that were.
pub fn forget_old(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::sweep(tx, now.minus(KEPT_FOR), limit)
}

/// A call by somebody who may have named it.
pub struct Named {
    person: PersonId,
    key: Option<String>,
    request_hash: String,
}

impl Named {
    /// `call` holds all that is asked for: another call under the same key is refused. Its JSON is hashed, so it stays as it is
    /// as long as a key is kept.
    pub fn new(person: PersonId, key: &Key, call: &impl Serialize) -> Result<Named> {
        let call = serde_json::to_string(call)
            .map_err(|error| Error::Internal(format!("a call has no JSON: {error}")))?;
        Ok(Named::of_text(person, key, &call))
    }

    fn of_text(person: PersonId, key: &Key, call: &str) -> Named {
        Named { person, key: key.0.clone(), request_hash: hex(&Sha256::digest(call)) }
    }

    /// The key, for a statement that looks for the earlier call beside other things.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// What the same call was answered before, if it was done. Look while something is locked that whoever does the same
    /// has to lock, too: then of two that come at once, the second finds what the first has done.
    pub fn reply<R: DeserializeOwned>(&self, tx: &mut Tx<'_>) -> Result<Option<R>> {
        let Some(key) = &self.key else { return Ok(None) };
        match store::find(tx, self.person, key)? {
            Some(stored) => self.read(stored).map(Some),
            None => Ok(None),
        }
    }

    /// The same of a row that another statement has found.
    pub fn read<R: DeserializeOwned>(&self, stored: Stored) -> Result<R> {
        if stored.request_hash != self.request_hash {
            return Err(Error::Refused(KEY_REUSED));
        }
        serde_json::from_str(&stored.reply).map_err(unreadable)
    }

    /// Keeps what the call is answered, under its name and with the vendor whose money it moved.
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

/// Adds the jobs and scheduled tasks of repeated calls.
pub fn add_work(work: Work) -> Work {
    work.forget(forget_old)
}
