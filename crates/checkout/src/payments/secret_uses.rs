//! Uses of the program's secret by payments. A separate key is derived for each use.

use platform::secrets::secret_uses;

secret_uses! {
    PAYMENT_TOKEN = "payment token";
}
