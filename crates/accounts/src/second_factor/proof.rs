//! Re-authentication within a session: by password, authenticator app, recovery code, emailed code
//! or passkey.

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde_json::json;

use super::{ProofMethod, Signed, check_code, methods_of, passkeys, recovery, totp, wrong_code};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, sessions},
};
use kernel::{
    brand::Brand, fields::Fields, messages::Message, passwords::Password, timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Limit},
};

use crate::{actions, email_codes, me, store::people};

/// Limit on attempts with a passkey or emailed code, because each attempt adds a permanent entry to
/// the audit log.
const PROOFS: Limit = Limit { capacity: 20, interval: Duration::from_secs(30) };

/// Lists the methods by which the caller can re-authenticate on a brand's pages.
pub async fn methods(app: &App, actor: &Actor, brand: Brand) -> Result<Vec<ProofMethod>> {
    let person = actor.person;
    app.db.read(move |tx| methods_of(tx, person, brand)).await
}

/// Records the result of a re-authentication. After a success, the current session has a fresh
/// proof.
pub(super) fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    actor: &Actor,
    method: ProofMethod,
    is_right: bool,
) -> Result<()> {
    if is_right {
        sessions::record_proof(tx, actor.person, actor.session, now)?;
    }
    let action = if is_right { actions::STEP_UP_PROVEN } else { actions::STEP_UP_FAILED };
    let entry = Entry::new(action, Subject::person(actor.person));
    let entry = entry.after(json!({ "method": method.word() }));
    audit::record(tx, now, &Author::of(actor), entry)
}

/// Re-authenticates by password. Refuses people with a second factor, who can't sign in by password
/// alone either.
pub async fn prove_by_password(app: &Arc<App>, actor: &Actor, password: &Password) -> Result<()> {
    if actor.has_second_factor {
        let message = Message::new(
            "Please use your second factor.",
            "Veuillez utiliser votre seconde étape.",
        );
        return Err(Error::Invalid(Fields::one("password", message)));
    }
    let outcome = me::prove(app, actor, "password", password).await;
    let is_right = match &outcome {
        Ok(()) => true,
        Err(Error::Invalid(_)) => false,
        Err(_) => return outcome,
    };
    let actor = actor.clone();
    app.write(move |tx, _, now| record(tx, now, &actor, ProofMethod::Password, is_right)).await?;
    outcome
}

/// Re-authenticates by a code of an authenticator app or a recovery code.
pub async fn prove_by_code(app: &Arc<App>, actor: &Actor, code: String) -> Result<()> {
    let actor = actor.clone();
    let bucket = format!("second factor of {} in {}", actor.person, actor.session);
    let is_right = app
        .write(move |tx, app, now| {
            let author = Author::of(&actor);
            let is_right = check_code(tx, app, now, &author, actor.person, &bucket, &code)?;
            record(tx, now, &actor, method_of(&code), is_right)?;
            Ok::<_, Error>(is_right)
        })
        .await?;
    if is_right { Ok(()) } else { Err(wrong_code()) }
}

/// Re-authenticates by a code emailed for this session. Only for accounts that have no other
/// method.
pub async fn prove_by_email_code(
    app: &Arc<App>,
    actor: &Actor,
    ticket: String,
    code: String,
) -> Result<()> {
    let actor = actor.clone();
    let bucket = format!("mailed proofs of {} in {}", actor.person, actor.session);
    let is_right = app
        .write(move |tx, app, now| {
            limits::acquire(tx, now, &bucket, PROOFS)?.or_refuse()?;
            let person = people::lock(tx, actor.person)?.ok_or(Error::Unauthorized)?;
            let typed = (ticket.as_str(), code.as_str());
            let is_right = email_codes::proves_by_codes(tx, &person)?
                && email_codes::is_proof(tx, &app.secrets, now, actor.session, typed)?;
            record(tx, now, &actor, ProofMethod::EmailCode, is_right)?;
            Ok::<_, Error>(is_right)
        })
        .await?;
    if is_right { Ok(()) } else { Err(wrong_code()) }
}

fn method_of(code: &str) -> ProofMethod {
    match totp::is_code(&recovery::without_spaces(code)) {
        true => ProofMethod::AuthenticatorApp,
        false => ProofMethod::RecoveryCode,
    }
}

/// Re-authenticates by one of the caller's passkeys.
pub async fn prove_by_passkey(app: &Arc<App>, actor: &Actor, signed: Signed) -> Result<()> {
    let actor = actor.clone();
    let bucket = format!("passkeys of {} in {}", actor.person, actor.session);
    let is_right = app
        .write(move |tx, app, now| {
            limits::acquire(tx, now, &bucket, PROOFS)?.or_refuse()?;
            let key = passkeys::check_for_proof(tx, app, now, actor.person, &signed)?;
            record(tx, now, &actor, ProofMethod::Passkey, key.is_some())?;
            Ok::<_, Error>(key.is_some())
        })
        .await?;
    if is_right { Ok(()) } else { Err(passkeys::refused()) }
}
