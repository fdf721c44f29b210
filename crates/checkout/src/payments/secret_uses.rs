//! Uses of the program's keys.

use platform::secrets::secret_uses;

secret_uses! {
    PAYMENT_TOKEN = "payment token";
}
