//! Purposes for which authentication derives secret keys.

use platform::secrets::secret_uses;

secret_uses! {
    ACCESS_TOKEN = "access token";
    REFRESH_TOKEN = "refresh token";
    CLIENT_NAME = "client name";
    BROWSER_NAME = "browser name";
    CLIENT_ORIGIN = "client origin";
}
