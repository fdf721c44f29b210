//! Passkeys. A passkey is created and used on the host of one brand. Each challenge can be answered
//! once.

use std::{sync::Arc, time::Duration};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use db::Tx;
use passkeys::{ALGORITHMS, Assertion, PublicKey, Registration, RelyingParty};

use super::{
    app_codes::{first_codes, forget_codes_of_nothing},
    end_other_sessions,
    store::{self, ChallengeRow, PasskeyRow},
    tell, unusable_passkey,
};
use access::{audit::Author, auth::Actor};
use kernel::{
    brand::Brand,
    fields::Fields,
    ids::{ChallengeId, Id, PasskeyId, PersonId},
    messages,
    random::random_bytes,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{
    errors::{PASSKEY_REFUSED, TOO_MANY_PASSKEYS},
    letters::FactorChange,
    origins,
    secret_uses::PASSKEY_CHALLENGE,
    store::people,
};

/// Time to answer a challenge: as long as browsers wait for the user.
const CHALLENGE_LASTS: Duration = Duration::from_secs(5 * 60);
/// Number of expired tickets and challenges deleted when a new one is stored.
pub(super) const SWEPT: i64 = 20;
/// Maximum number of passkeys per person.
const MAX: usize = 20;

/// Options with which a browser creates a passkey.
pub struct Offered {
    pub id: ChallengeId,
    pub challenge: String,
    pub site: String,
    pub algorithms: [i64; 3],
    /// User handle stored in the passkey: the encoded id of the person.
    pub person: String,
    /// Credential ids of the person's passkeys on this site. Authenticators that hold one of them
    /// don't create a second passkey.
    pub existing: Vec<String>,
}

/// Options with which a browser signs with a passkey.
pub struct Asked {
    pub id: ChallengeId,
    pub challenge: String,
    pub site: String,
    /// Credential ids of the passkeys that may sign. If empty, any passkey that the browser knows
    /// may sign.
    pub allowed: Vec<String>,
}

/// Challenge signed by a passkey.
pub struct Signed {
    pub challenge: ChallengeId,
    pub credential: String,
    pub assertion: Assertion,
}

/// Returns the WebAuthn relying party of a brand. A passkey works only on the host on which it was
/// created.
fn party(app: &App, brand: Brand) -> RelyingParty {
    let url = app.public_url(brand);
    let host = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
    let host = host.split(['/', ':']).next().unwrap_or_default();
    RelyingParty { id: host.to_owned(), origins: origins(app, brand) }
}

fn new_challenge(
    tx: &mut Tx<'_>,
    now: Timestamp,
    purpose: &'static str,
    person: PersonId,
    brand: Brand,
) -> Result<(ChallengeId, String)> {
    let (id, challenge) = (ChallengeId::new(now), encoded(&random_bytes::<32>()));
    let row = ChallengeRow {
        purpose: purpose.to_owned(),
        person_id: Some(person),
        brand,
        challenge: challenge.clone(),
        expires_at: now.plus(CHALLENGE_LASTS),
    };
    store::delete_over(tx, now, SWEPT)?;
    store::insert_challenge(tx, id, &row)?;
    Ok((id, challenge))
}

/// Deletes a challenge and returns it, if it is still valid for this purpose and person.
fn take_challenge(
    tx: &mut Tx<'_>,
    now: Timestamp,
    id: ChallengeId,
    purpose: &str,
    person: PersonId,
) -> Result<Option<ChallengeRow>> {
    let found = store::take_challenge(tx, id, purpose, person)?;
    Ok(found.filter(|row| row.expires_at > now))
}

pub(super) fn encoded(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded(text: &str) -> Vec<u8> {
    BASE64_URL_SAFE_NO_PAD.decode(text).unwrap_or_default()
}

/// Returns the error for a passkey that was not accepted. The error is the same for every problem;
/// details go to the log.
pub(super) fn refused() -> Error {
    Error::Refused(PASSKEY_REFUSED)
}

pub async fn offer_passkey(app: &Arc<App>, actor: &Actor, brand: Brand) -> Result<Offered> {
    let person = actor.person;
    let site = party(app, brand).id;
    app.write(move |tx, _, now| {
        let keys = store::list_passkeys(tx, person)?;
        if keys.len() >= MAX {
            return Err(Error::Refused(TOO_MANY_PASSKEYS));
        }
        let (id, challenge) = new_challenge(tx, now, "ADD", person, brand)?;
        let here = keys.into_iter().filter(|key| key.brand == brand);
        Ok(Offered {
            id,
            challenge,
            site: site.clone(),
            algorithms: ALGORITHMS,
            person: encoded(person.to_string().as_bytes()),
            existing: here.map(|key| key.credential_id).collect(),
        })
    })
    .await
}

/// Stores a new passkey. If the person then has a second factor, ends their other sessions, and
/// returns recovery codes if they have none. A consumer's passkey alone is not a second factor,
/// because it replaces the password.
pub async fn add_passkey(
    app: &Arc<App>,
    actor: &Actor,
    id: ChallengeId,
    name: String,
    registration: Registration,
) -> Result<Vec<String>> {
    let actor = actor.clone();
    app.write(move |tx, app, now| {
        let person = actor.person;
        people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
        let Some(asked) = take_challenge(tx, now, id, "ADD", person)? else {
            return Ok(Err(refused()));
        };
        let party = party(app, asked.brand);
        let made = match party.register(&decoded(&asked.challenge), &registration) {
            Ok(made) => made,
            Err(refusal) => {
                tracing::info!(%person, %refusal, "a new passkey was refused");
                return Ok(Err(if refusal.is_of_key() { unusable_passkey() } else { refused() }));
            }
        };
        let row = PasskeyRow {
            id: PasskeyId::new(now),
            person_id: person,
            brand: asked.brand,
            credential_id: encoded(&made.id),
            public_key: encoded(made.key.as_cose()),
            sign_count: i64::from(made.sign_count),
            name: name.clone(),
            created_at: now,
            last_used_at: None,
        };
        if !store::insert_passkey(tx, &row)? {
            return Ok(Err(refused()));
        }
        let author = Author::of(&actor);
        if !store::update_person(tx, person)? {
            let change = FactorChange::PasskeyBesidePassword(name.clone());
            tell(tx, app, now, &author, person, change, None)?;
            return Ok(Ok(Vec::new()));
        }
        end_other_sessions(tx, now, &actor)?;
        let change = FactorChange::PasskeyAdded(name.clone());
        tell(tx, app, now, &author, person, change, None)?;
        first_codes(tx, app, now, person).map(Ok)
    })
    .await?
}

pub async fn rename_passkey(app: &App, actor: &Actor, id: PasskeyId, name: String) -> Result<()> {
    let person = actor.person;
    let renamed = app.db.write(move |tx| store::rename_passkey(tx, person, id, &name)).await?;
    if renamed { Ok(()) } else { Err(Error::NotFound) }
}

pub async fn remove_passkey(app: &Arc<App>, actor: &Actor, id: PasskeyId) -> Result<()> {
    let actor = actor.clone();
    app.write(move |tx, app, now| {
        let person = actor.person;
        people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
        let keys = store::list_passkeys(tx, person)?;
        let key = keys.into_iter().find(|key| key.id == id).ok_or(Error::NotFound)?;
        store::delete_passkey(tx, person, id)?;
        forget_codes_of_nothing(tx, person)?;
        let change = FactorChange::PasskeyRemoved(key.name);
        tell(tx, app, now, &Author::of(&actor), person, change, None)
    })
    .await
}

/// Lists the credential ids of a person's passkeys on the site of a brand.
pub(super) fn credentials_of(
    tx: &mut Tx<'_>,
    person: PersonId,
    brand: Brand,
) -> Result<Vec<String>> {
    let keys = store::list_passkeys(tx, person)?.into_iter();
    Ok(keys.filter(|key| key.brand == brand).map(|key| key.credential_id).collect())
}

/// Creates a challenge for sign-in that any passkey may answer. The challenge is derived from its
/// id and not stored, so that opening many sign-in pages costs nothing.
pub(super) fn challenge_for_sign_in(app: &App, now: Timestamp, brand: Brand) -> Asked {
    let id = ChallengeId::new(now);
    let challenge = encoded(&derived(app, id, brand));
    Asked { id, challenge, site: party(app, brand).id, allowed: Vec::new() }
}

/// Derives a sign-in challenge from its id and brand with a secret key. An id that this program
/// didn't create has a challenge that no client knows. The time in the id of a signed challenge can
/// therefore be trusted.
fn derived(app: &App, id: ChallengeId, brand: Brand) -> [u8; 32] {
    let parts = [id.to_string(), brand.slug().to_owned()];
    app.secrets.mac(PASSKEY_CHALLENGE, &[parts[0].as_bytes(), parts[1].as_bytes()])
}

/// Returns the passkey that signed a sign-in challenge, or `None` if anything is wrong. Records the
/// challenge as used.
pub(super) fn check_for_sign_in(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    signed: &Signed,
) -> Result<Option<PasskeyRow>> {
    let id = signed.challenge;
    let expires_at = id.made_at().plus(CHALLENGE_LASTS);
    let found = store::find_passkey(tx, &signed.credential)?;
    let Some(key) = found.filter(|_| expires_at > now) else { return Ok(None) };
    let challenge = derived(app, id, key.brand);
    let Some(count) = verify(app, &key, &challenge, signed)? else { return Ok(None) };
    let used = ChallengeRow {
        purpose: "SIGN_IN".to_owned(),
        person_id: Some(key.person_id),
        brand: key.brand,
        challenge: encoded(&challenge),
        expires_at,
    };
    store::delete_over(tx, now, SWEPT)?;
    let is_first = store::insert_challenge(tx, id, &used)?;
    Ok((is_first && store::use_passkey(tx, &key, count, now)?).then_some(key))
}

/// Returns the person's passkey that signed a challenge for re-authentication, or `None` if
/// anything is wrong. The challenge is used up, so the transaction must commit in either case.
pub(super) fn check_for_proof(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    signed: &Signed,
) -> Result<Option<PasskeyRow>> {
    let asked = take_challenge(tx, now, signed.challenge, "PROVE", person)?;
    let key = store::find_passkey(tx, &signed.credential)?;
    let (Some(asked), Some(key)) = (asked, key) else { return Ok(None) };
    if key.brand != asked.brand || key.person_id != person {
        return Ok(None);
    }
    let Some(count) = verify(app, &key, &decoded(&asked.challenge), signed)? else {
        return Ok(None);
    };
    Ok(store::use_passkey(tx, &key, count, now)?.then_some(key))
}

/// Verifies the signature of a challenge. Returns the passkey's new signature counter, or `None` if
/// the signature is not accepted.
fn verify(app: &App, key: &PasskeyRow, challenge: &[u8], signed: &Signed) -> Result<Option<u32>> {
    let public = PublicKey::from_cose(&decoded(&key.public_key))
        .map_err(|error| Error::Internal(format!("a passkey's row: {error}")))?;
    let count = u32::try_from(key.sign_count).unwrap_or(u32::MAX);
    match party(app, key.brand).verify(challenge, &public, count, &signed.assertion) {
        Ok(count) => Ok(Some(count)),
        Err(refusal) => {
            tracing::warn!(person = %key.person_id, passkey = %key.id, %refusal, "a passkey was refused");
            Ok(None)
        }
    }
}

pub async fn ask_for_proof(app: &Arc<App>, actor: &Actor, brand: Brand) -> Result<Asked> {
    let person = actor.person;
    app.write(move |tx, app, now| {
        let (id, challenge) = new_challenge(tx, now, "PROVE", person, brand)?;
        let allowed = credentials_of(tx, person, brand)?;
        Ok(Asked { id, challenge, site: party(app, brand).id, allowed })
    })
    .await
}

/// Decodes a form field that contains bytes in base64url. Adds an error to the field and returns
/// `None` if it is missing, empty or unreadable.
pub fn bytes_field(fields: &mut Fields, path: &str, text: &Option<String>) -> Option<Vec<u8>> {
    let bytes = text.as_deref().and_then(|text| BASE64_URL_SAFE_NO_PAD.decode(text).ok());
    if bytes.as_ref().is_none_or(Vec::is_empty) {
        fields.add(path, messages::UNREADABLE);
        return None;
    }
    bytes
}
