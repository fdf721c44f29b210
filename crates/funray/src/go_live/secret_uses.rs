//! Purpose for which the checks of the server use the program's keys.

use platform::secrets::secret_uses;

secret_uses! {
    CHECKED_SETTINGS = "checked settings";
}
