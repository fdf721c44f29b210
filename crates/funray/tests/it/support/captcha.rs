//! Solves captcha challenges the way a visitor's browser does.

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use base64::{Engine, engine::general_purpose::STANDARD};

use super::TestApp;

/// Solves a challenge for a form such as `register` or `vendor`. Returns the token, which can be
/// used once.
pub async fn solve(app: &TestApp, purpose: &str) -> String {
    encode(&solution(&challenge(app, purpose).await))
}

pub async fn challenge(app: &TestApp, purpose: &str) -> Challenge {
    let reply = app.get(&format!("/captcha/challenge?purpose={purpose}")).send().await;
    serde_json::from_value(reply.json()).expect("a challenge")
}

pub fn solution(challenge: &Challenge) -> Payload {
    let solved = solve_challenge(SolveChallengeOptions::new(challenge)).expect("it can be solved");
    Payload { challenge: challenge.clone(), solution: solved.expect("in time") }
}

pub fn encode(payload: &impl serde::Serialize) -> String {
    STANDARD.encode(serde_json::to_vec(payload).expect("JSON"))
}
