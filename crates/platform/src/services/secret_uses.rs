//! Key uses of this module.

use crate::secrets::secret_uses;

secret_uses! {
    CAPTCHA_CHALLENGE = "captcha challenge";
    CAPTCHA_SOLUTION = "captcha solution";
}
