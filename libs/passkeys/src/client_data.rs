//! Checks the browser's client data: the ceremony, the challenge and the origin of the page.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;

use crate::{Refusal, RelyingParty};

#[derive(Clone, Copy)]
pub enum Ceremony {
    Create,
    Get,
}

impl Ceremony {
    fn word(self) -> &'static str {
        match self {
            Ceremony::Create => "webauthn.create",
            Ceremony::Get => "webauthn.get",
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

pub fn check_client_data(
    party: &RelyingParty,
    ceremony: Ceremony,
    challenge: &[u8],
    json: &[u8],
) -> Result<(), Refusal> {
    let data: ClientData = serde_json::from_slice(json).map_err(|_| Refusal::Malformed)?;
    if data.kind != ceremony.word() {
        return Err(Refusal::OtherCeremony);
    }
    if BASE64_URL_SAFE_NO_PAD.decode(&data.challenge).ok().as_deref() != Some(challenge) {
        return Err(Refusal::OtherChallenge);
    }
    if data.cross_origin || !party.origins.contains(&data.origin) {
        return Err(Refusal::OtherOrigin);
    }
    Ok(())
}
