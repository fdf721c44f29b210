//! Forms that create a record. A form with an idempotency key creates its record once, even if the
//! client sends the form several times.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use db::Tx;
use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use super::{Key, Named, store};
use kernel::{ids::PersonId, timestamp::Timestamp};
use ledger::Books;
use platform::{
    app::App,
    error::{Error, Result},
    web::{
        calls::{Call, Described},
        extract,
    },
};

/// JSON body that creates a record, with the key of its call.
pub struct Once<T> {
    pub form: T,
    key: Key,
    /// Method, path and body of the request, as one text.
    call: String,
}

impl<T> Once<T> {
    /// Returns the form, and the call by this person.
    pub fn by(self, person: PersonId) -> (T, Named) {
        (self.form, Named::of_text(person, &self.key, &self.call))
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Once<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self> {
        let (mut parts, body) = request.into_parts();
        let key = Key::from_request_parts(&mut parts, app).await?;
        let call = format!("{} {}", parts.method, parts.uri.path());
        let bytes = extract::read_json(Request::from_parts(parts, body), app).await?;
        let form = extract::from_json(&bytes)?;
        Ok(Once { form, key, call: format!("{call} {}", String::from_utf8_lossy(&bytes)) })
    }
}

impl<T: ToSchema> Described for Once<T> {
    fn describe(call: &mut Call) {
        extract::Json::<T>::describe(call);
        Key::describe(call);
    }
}

impl Named {
    /// Creates the record. If the same call was made before, returns the record that it created.
    pub fn once<R: Serialize + DeserializeOwned>(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        make: impl FnOnce(&mut Tx<'_>) -> Result<R>,
    ) -> Result<R> {
        if self.key.is_some() {
            // The second of two simultaneous calls finds the result of the first.
            store::lock_calls(tx, self.person)?;
            if let Some(made) = self.reply(tx)? {
                return Ok(made);
            }
        }
        let made = make(tx)?;
        self.keep(tx, now, Books::Platform, &made)?;
        Ok(made)
    }
}
