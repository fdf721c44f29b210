//! Second factors: authenticator apps, passkeys, and recovery codes. A person who has one can't
//! re-authenticate by password alone.

mod app_codes;
mod passkeys;
mod proof;
mod recovery;
mod reset;
mod sign_in;
pub(super) mod store;
pub mod totp;

use db::Tx;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{email_codes, register::post, store::people};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, sessions},
};
use kernel::{
    brand::Brand, fields::Fields, ids::PersonId, messages::Message, timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{
    actions,
    letters::{FactorChange, Letter},
};

pub use app_codes::{NewApp, begin_app, check_code, confirm_app, remove_app, renew_recovery_codes};
pub use passkeys::{
    Asked, Offered, Signed, add_passkey, ask_for_proof, bytes_field, offer_passkey, remove_passkey,
    rename_passkey,
};
pub use proof::{methods, prove_by_code, prove_by_email_code, prove_by_passkey, prove_by_password};
pub use reset::reset;
pub use sign_in::{ask_for_second_factor, ask_for_sign_in, sign_in_by_code, sign_in_by_passkey};
pub use store::PasskeyRow;

/// Method of re-authentication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ProofMethod {
    Password,
    Passkey,
    AuthenticatorApp,
    RecoveryCode,
    EmailCode,
}

impl ProofMethod {
    pub fn word(self) -> &'static str {
        match self {
            ProofMethod::Password => "PASSWORD",
            ProofMethod::Passkey => "PASSKEY",
            ProofMethod::AuthenticatorApp => "AUTHENTICATOR_APP",
            ProofMethod::RecoveryCode => "RECOVERY_CODE",
            ProofMethod::EmailCode => "EMAIL_CODE",
        }
    }
}

/// Second factors of a person.
pub struct Overview {
    pub app_since: Option<Timestamp>,
    pub passkeys: Vec<PasskeyRow>,
    pub recovery_codes_left: i64,
}

pub async fn overview(app: &App, actor: &Actor) -> Result<Overview> {
    let person = actor.person;
    app.db.read(move |tx| overview_of(tx, person)).await
}

pub fn overview_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Overview> {
    Ok(Overview {
        app_since: store::find_app(tx, person)?.and_then(|app| app.confirmed_at),
        passkeys: store::list_passkeys(tx, person)?,
        recovery_codes_left: store::count_recovery_codes(tx, person)?,
    })
}

/// Deletes all second factors of a person whose account is closed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::delete_app(tx, person)?;
    store::delete_passkeys(tx, person)?;
    store::delete_recovery_codes(tx, person)?;
    store::delete_tickets(tx, person)?;
    store::update_person(tx, person).map(drop)
}

/// Computes again whether the person has a second factor, because their roles changed. A passkey
/// counts as a second factor for staff, but not for consumers.
pub fn update_person(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::update_person(tx, person).map(drop)
}

/// Deletes the tickets of a person who has signed in.
pub fn forget_tickets(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::delete_tickets(tx, person)
}

/// Deletes some expired tickets and challenges; returns the number deleted.
pub fn forget_over(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::delete_over(tx, now, limit)
}

/// Lists the person's methods of re-authentication on a brand's pages. Passkeys work only on the
/// host they were created on.
pub fn methods_of(tx: &mut Tx<'_>, person: PersonId, brand: Brand) -> Result<Vec<ProofMethod>> {
    let mut methods = Vec::new();
    if store::list_passkeys(tx, person)?.iter().any(|key| key.brand == brand) {
        methods.push(ProofMethod::Passkey);
    }
    if !store::has_second_factor(tx, person)? {
        let row = people::find(tx, person)?.ok_or(Error::Unauthorized)?;
        let by_code = email_codes::proves_by_codes(tx, &row)?;
        methods.push(if by_code { ProofMethod::EmailCode } else { ProofMethod::Password });
        return Ok(methods);
    }
    if store::find_app(tx, person)?.is_some_and(|app| app.confirmed_at.is_some()) {
        methods.push(ProofMethod::AuthenticatorApp);
    }
    if store::count_recovery_codes(tx, person)? > 0 {
        methods.push(ProofMethod::RecoveryCode);
    }
    Ok(methods)
}

fn wrong_code() -> Error {
    Error::Invalid(Fields::one(
        "code",
        Message::new(
            "This code is not right, or was used before.",
            "Ce code n’est pas le bon ou a déjà servi.",
        ),
    ))
}

/// Returns the form error for a passkey that could never sign in.
fn unusable_passkey() -> Error {
    Error::Invalid(Fields::one(
        "attestation",
        Message::new(
            "This passkey can't be used here. Please choose another one.",
            "Cette clé d’accès ne peut pas servir ici. Choisissez-en une autre.",
        ),
    ))
}

/// Ends the person's other sessions, because they were opened without the new factor.
fn end_other_sessions(tx: &mut Tx<'_>, now: Timestamp, actor: &Actor) -> Result<()> {
    sessions::end_all(tx, actor.person, Some(actor.session), now)
}

/// Records a change and emails the person.
fn tell(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    author: &Author,
    person: PersonId,
    change: FactorChange,
    reason: Option<&str>,
) -> Result<()> {
    let action = match change {
        FactorChange::AppAdded
        | FactorChange::PasskeyAdded(_)
        | FactorChange::PasskeyBesidePassword(_) => actions::SECOND_FACTOR_ADDED,
        FactorChange::AppRemoved | FactorChange::PasskeyRemoved(_) => {
            actions::SECOND_FACTOR_REMOVED
        }
        FactorChange::CodesMade => actions::RECOVERY_CODES_MADE,
        FactorChange::CodeUsed(_) => actions::RECOVERY_CODE_USED,
        FactorChange::Reset => actions::SECOND_FACTOR_RESET,
    };
    let entry = Entry::new(action, Subject::person(person)).reason(reason);
    let entry = match &change {
        FactorChange::AppAdded => entry.after(json!({ "factor": "authenticator app" })),
        FactorChange::AppRemoved => entry.before(json!({ "factor": "authenticator app" })),
        FactorChange::PasskeyAdded(name) | FactorChange::PasskeyBesidePassword(name) => {
            entry.after(json!({ "passkey": name }))
        }
        FactorChange::PasskeyRemoved(name) => entry.before(json!({ "passkey": name })),
        FactorChange::CodeUsed(left) => entry.after(json!({ "left": left })),
        FactorChange::CodesMade | FactorChange::Reset => entry,
    };
    audit::record(tx, now, author, entry)?;
    let row = people::find(tx, person)?.ok_or(Error::NotFound)?;
    let letter = Letter::SecondFactor {
        first_name: row.first_name.clone(),
        change,
        account: format!("{}/account/security", app.public_url(row.brand)),
    };
    post(tx, now, &row, row.brand, letter)
}
