//! Purposes for which cards use the program's keys.

use platform::secrets::secret_uses;

secret_uses! {
    CARD_CODE = "card code";
    CARD_NUMBER = "card number";
    CLAIM_TOKEN = "claim token";
}
