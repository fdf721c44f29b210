//! Tests of ALTCHA's proof of work: each token can be used once, for one form, and for a limited
//! time.

use std::time::Duration;

use altcha::{CreateChallengeOptions, create_challenge};
use kernel::timestamp::Timestamp;
use platform::services::{
    captcha::Purpose,
    secret_uses::{CAPTCHA_CHALLENGE, CAPTCHA_SOLUTION},
};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::refusal;
use crate::support::{
    TestApp,
    captcha::{challenge as work, encode, solution, solve},
};

const ONCE_MORE: &str = "Please complete the check that you are human once more.";

async fn is_refused(app: &TestApp, token: &str) {
    assert_eq!(
        refusal(app.app.check_captcha(Purpose::Register, token).await),
        ONCE_MORE,
        "{token}"
    );
}

#[tokio::test]
async fn check_accepts_a_solved_challenge_once() {
    let app = TestApp::new().await;
    for purpose in Purpose::ALL {
        let token = solve(&app, purpose.slug()).await;
        app.app.check_captcha(purpose, &format!(" {token}\n")).await.expect("it was solved");
        assert_eq!(refusal(app.app.check_captcha(purpose, &token).await), ONCE_MORE);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn check_accepts_one_of_many_concurrent_uses() {
    let app = TestApp::new().await;
    let token = solve(&app, "register").await;
    let mut uses = JoinSet::new();
    for _ in 0..20 {
        let (app, token) = (app.app.clone(), token.clone());
        uses.spawn(async move { app.check_captcha(Purpose::Register, &token).await });
    }
    let results = uses.join_all().await;
    let (passed, refused): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert_eq!((passed.len(), refused.len()), (1, 19));
    for result in refused {
        refusal(result);
    }
}

#[tokio::test]
async fn check_refuses_a_token_of_another_form_without_using_it_up() {
    let app = TestApp::new().await;
    let token = solve(&app, "contact").await;
    for purpose in Purpose::ALL {
        if purpose != Purpose::Contact {
            assert_eq!(refusal(app.app.check_captcha(purpose, &token).await), ONCE_MORE);
        }
    }
    app.app.check_captcha(Purpose::Contact, &token).await.expect("it was never used");
}

#[tokio::test]
async fn check_refuses_a_token_after_ten_minutes() {
    let app = TestApp::new().await;
    let (first, second) = (solve(&app, "register").await, solve(&app, "register").await);
    app.hands.advance(Duration::from_secs(599));
    app.app.check_captcha(Purpose::Register, &first).await.expect("in time");
    app.hands.advance(Duration::from_secs(1));
    is_refused(&app, &second).await;
}

#[tokio::test]
async fn check_refuses_a_changed_challenge_or_solution() {
    let app = TestApp::new().await;
    let real = solution(&work(&app, "vendor").await);
    let real = serde_json::to_value(real).expect("JSON");
    let later = real["challenge"]["parameters"]["expiresAt"].as_i64().expect("a time") + 60;
    let louder = |pointer: &str| {
        json!(real.pointer(pointer).and_then(Value::as_str).expect("text").to_uppercase())
    };
    let other = json!("0".repeat(64));
    let changes = [
        ("/challenge/parameters/algorithm", json!("PBKDF2/SHA-512")),
        ("/challenge/parameters/algorithm", json!("pbkdf2/sha-256")),
        ("/challenge/parameters/cost", json!(2)),
        ("/challenge/parameters/data/purpose", json!("register")),
        ("/challenge/parameters/data/more", json!(1)),
        ("/challenge/parameters/data", json!({})),
        ("/challenge/parameters/data", Value::Null),
        ("/challenge/parameters/expiresAt", json!(later)),
        ("/challenge/parameters/expiresAt", json!(i64::MAX)),
        ("/challenge/parameters/expiresAt", json!(0)),
        ("/challenge/parameters/expiresAt", Value::Null),
        ("/challenge/parameters/keyLength", json!(31)),
        ("/challenge/parameters/keyPrefix", json!("")),
        ("/challenge/parameters/keySignature", other.clone()),
        ("/challenge/parameters/keySignature", louder("/challenge/parameters/keySignature")),
        ("/challenge/parameters/keySignature", json!("")),
        ("/challenge/parameters/keySignature", Value::Null),
        ("/challenge/parameters/memoryCost", json!(1)),
        ("/challenge/parameters/nonce", json!("0".repeat(32))),
        ("/challenge/parameters/nonce", louder("/challenge/parameters/nonce")),
        ("/challenge/parameters/parallelism", json!(1)),
        ("/challenge/parameters/salt", json!("0".repeat(32))),
        ("/challenge/signature", other.clone()),
        ("/challenge/signature", louder("/challenge/signature")),
        ("/challenge/signature", json!("")),
        ("/challenge/signature", Value::Null),
        ("/solution/derivedKey", other),
        ("/solution/derivedKey", louder("/solution/derivedKey")),
        ("/solution/derivedKey", json!("")),
    ];
    for (pointer, value) in changes {
        let mut changed = real.clone();
        let (parent, key) = pointer.rsplit_once('/').expect("a path");
        changed.pointer_mut(parent).expect("an object")[key] = value.clone();
        assert_ne!(changed, real, "{pointer}");
        for purpose in [Purpose::Vendor, Purpose::Register] {
            let told = refusal(app.app.check_captcha(purpose, &encode(&changed)).await);
            assert_eq!(told, ONCE_MORE, "{pointer} {value}");
        }
    }
    app.app.check_captcha(Purpose::Vendor, &encode(&real)).await.expect("none of them used it up");
}

#[tokio::test]
async fn check_refuses_challenges_signed_with_another_secret_key() {
    let app = TestApp::new().await;
    let elsewhere = TestApp::with(&format!("secret_key = \"{}\"", "ab".repeat(32))).await;
    is_refused(&app, &solve(&elsewhere, "register").await).await;
    let node = TestApp::new().await;
    node.app
        .check_captcha(Purpose::Register, &solve(&app, "register").await)
        .await
        .expect("one of us");
}

/// A challenge with other parameters is refused, even if our key has signed it. The program may
/// have issued it with easier settings in the past.
#[tokio::test]
async fn check_refuses_signed_challenges_with_other_parameters() {
    let app = TestApp::new().await;
    let key = |purpose| Some(app.app.secrets.key_text(purpose));
    let issue = |change: fn(&mut CreateChallengeOptions)| {
        let in_time = app.hands.now().plus(Duration::from_secs(60)).as_micros() / 1_000_000;
        let mut options = CreateChallengeOptions {
            cost: 1,
            counter: Some(3),
            data: Some([("purpose".to_owned(), json!("register"))].into()),
            expires_at: Some(in_time),
            hmac_signature_secret: key(CAPTCHA_CHALLENGE),
            hmac_key_signature_secret: key(CAPTCHA_SOLUTION),
            ..CreateChallengeOptions::default()
        };
        change(&mut options);
        let challenge = create_challenge(options).expect("a challenge");
        encode(&solution(&challenge))
    };
    app.app.check_captcha(Purpose::Register, &issue(|_| ())).await.expect("as we issue them");
    for token in [
        issue(|options| options.algorithm = "SHA-256".to_owned()),
        issue(|options| options.algorithm = "PBKDF2/SHA-512".to_owned()),
        issue(|options| options.cost = 2),
        issue(|options| options.key_length = 31),
        issue(|options| options.data = None),
        issue(|options| options.data = Some([("purpose".to_owned(), json!(1))].into())),
        issue(|options| options.expires_at = None),
        issue(|options| options.expires_at = Some(0)),
        issue(|options| options.expires_at = Some(i64::MIN)),
        issue(|options| options.hmac_key_signature_secret = None),
    ] {
        is_refused(&app, &token).await;
    }
}

#[tokio::test]
async fn check_refuses_malformed_tokens_of_any_size() {
    let app = TestApp::new().await;
    let real = solution(&work(&app, "register").await);
    let mut padded = serde_json::to_value(&real).expect("JSON");
    padded["more"] = json!("x".repeat(1500));
    let no_work_at_all = json!({ "challenge": null, "solution": null, "test": true });
    let version_1 = json!({ "algorithm": "SHA-256", "challenge": "", "number": 1, "salt": "", "signature": "", "took": 1 });
    for token in [
        encode(&no_work_at_all),
        encode(&version_1),
        encode(&padded),
        encode(&json!({})),
        encode(&json!([])),
        encode(&json!("x")),
        encode(&json!({ "challenge": real.challenge })),
        encode(&json!({ "solution": real.solution })),
        serde_json::to_string(&real).expect("JSON"),
        encode(&real).trim_end_matches('=').replace('A', "-"),
        "W".repeat(2000),
        "x".to_owned(),
        "é\0🙂".to_owned(),
        "x".repeat(1_000_000),
    ] {
        is_refused(&app, &token).await;
    }
    app.app.check_captcha(Purpose::Register, &encode(&real)).await.expect("the real one passes");
    for empty in ["", "  \n"] {
        let told = refusal(app.app.check_captcha(Purpose::Register, empty).await);
        assert_eq!(told, "Captcha field is required.");
    }
}

/// The token was made by the real widget (altcha 3.2.2 in Chromium), for a challenge signed with
/// the key of the tests.
#[tokio::test]
async fn check_accepts_a_token_of_the_real_widget() {
    let sent = json!({
        "challenge": {
            "parameters": {
                "algorithm": "PBKDF2/SHA-256",
                "cost": 2000,
                "data": { "purpose": "register" },
                "expiresAt": 1_795_247_546,
                "keyLength": 32,
                "keyPrefix": "b1e2e892c49d73ccb7731d409845924c",
                "keySignature": "0c425287b4c05658e7ab2eb1fd512b323d244d325134adeb7238e63016a61d25",
                "nonce": "38b7cc9e52767c05acc1b762ed9d9475",
                "salt": "eb5529d6a30343db087d4a59bb07e66e",
            },
            "signature": "80f536a336a1f7b386e349d78b4a2b57018f10e9afd5b7f1c2789c43ac85de07",
        },
        "solution": {
            "counter": 1988,
            "derivedKey": "b1e2e892c49d73ccb7731d409845924c42b0ebae8e494f61f161a4ca10e545f6",
            "time": 1133.5,
        },
    });
    let app = TestApp::with("captcha.altcha_cost = 2000").await;
    app.hands.set(Timestamp::UNIX_EPOCH.plus(Duration::from_secs(1_795_247_545)));
    app.app.check_captcha(Purpose::Register, &encode(&sent)).await.expect("it was solved");
}

#[tokio::test]
async fn get_challenge_returns_the_parameters_without_the_solution() {
    let app = TestApp::with("captcha.altcha_counter_min = 7\ncaptcha.altcha_counter_max = 9").await;
    let reply = app.get("/captcha/challenge?purpose=forgot-password").send().await;
    assert_eq!(reply.header("cache-control"), "no-store");
    let challenge = reply.json();
    let parameters = &challenge["parameters"];
    assert_eq!(parameters["algorithm"], "PBKDF2/SHA-256");
    assert_eq!(parameters["cost"], 1);
    assert_eq!(parameters["data"], json!({ "purpose": "forgot-password" }));
    assert_eq!(parameters["expiresAt"], 1_773_155_400, "ten minutes from now");
    assert_eq!(parameters["keyLength"], 32);
    for (name, digits) in [("keyPrefix", 32), ("keySignature", 64), ("nonce", 32), ("salt", 32)] {
        let text = parameters[name].as_str().expect("text");
        assert_eq!(text.len(), digits, "{name}");
        assert!(text.bytes().all(|digit| b"0123456789abcdef".contains(&digit)), "{name}: {text}");
    }
    assert_eq!(parameters.as_object().expect("an object").len(), 9, "{parameters}");

    let mut counters = std::collections::BTreeSet::new();
    for _ in 0..100 {
        counters.insert(solution(&work(&app, "contact").await).solution.counter);
    }
    assert_eq!(counters.into_iter().collect::<Vec<_>>(), [7, 8, 9]);
}

#[tokio::test]
async fn get_challenge_refuses_unknown_purposes() {
    let app = TestApp::new().await;
    for query in ["?purpose=", "?purpose=REGISTER", "?purpose=admin", "?", ""] {
        let refused = app.get(&format!("/captcha/challenge{query}")).send().await;
        let refused = refused.error(400, "VALIDATION");
        assert!(refused["fields"]["purpose"].is_string(), "{query}: {refused}");
    }
    app.post("/captcha/challenge?purpose=contact").send().await.error(405, "METHOD_NOT_ALLOWED");
}

#[tokio::test]
async fn get_settings_returns_the_challenge_url() {
    let app = TestApp::new().await;
    let settings = app.get("/api/v1/Public/settings").send().await.json();
    let told =
        json!({ "provider": "altcha", "siteKey": null, "challengeUrl": "/captcha/challenge" });
    assert_eq!(settings["captcha"], told);
}

#[tokio::test]
async fn check_deletes_used_challenges_an_hour_after_they_expire() {
    let app = TestApp::new().await;
    let pass = async || {
        let token = solve(&app, "contact").await;
        app.app.check_captcha(Purpose::Contact, &token).await.expect("it was solved");
        app.count("SELECT count(*) FROM used_captcha").await
    };
    for used in 1..=30 {
        assert_eq!(pass().await, used);
    }
    // Used tokens are kept for an hour after they expire, because the clock of another node may be
    // slow.
    app.hands.advance(Duration::from_secs(600 + 3600));
    assert_eq!(pass().await, 31);
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(pass().await, 12, "a few at a time");
    assert_eq!(pass().await, 3);
}
