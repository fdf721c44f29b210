//! Tests of captcha checks with each provider.

mod altcha;
mod recaptcha;

use platform::error::{Error, Result};

/// Returns the error message about the captcha token.
fn refusal(result: Result<()>) -> String {
    match result {
        Err(Error::Invalid(fields)) => {
            let told: Vec<_> = fields.iter().collect();
            assert_eq!(told.len(), 1, "{told:?}");
            assert_eq!(told[0].0, "reCaptchaToken");
            told[0].1.to_owned()
        }
        other => panic!("not a refusal: {other:?}"),
    }
}
