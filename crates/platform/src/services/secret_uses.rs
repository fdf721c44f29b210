//! Purposes for which this module derives keys from the program's secret key.

use crate::secrets::secret_uses;

secret_uses! {
    BACKUP = "backup";
    CAPTCHA_CHALLENGE = "captcha challenge";
    CAPTCHA_SOLUTION = "captcha solution";
}
