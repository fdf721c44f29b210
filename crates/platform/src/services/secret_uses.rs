//! Uses of the program’s keys.

use crate::secrets::secret_uses;

secret_uses! {
    CAPTCHA_CHALLENGE = "captcha challenge";
    CAPTCHA_SOLUTION = "captcha solution";
}
