//! Uses of the program's secret by the fraud protection. A separate key is derived for each use.

use platform::secrets::secret_uses;

secret_uses! {
    BUYING_TOTAL = "buying total";
}
