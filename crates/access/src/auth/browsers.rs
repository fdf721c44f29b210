//! Known browsers. A cookie identifies a browser that has signed in before. The cookie grants no
//! access, but gives the browser its own limit of sign-in attempts. Other clients behind the same
//! IP address can't use up that limit.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use kernel::random::{from_hex, random_hex};
use platform::{
    app::App,
    error::{Error, Result},
    secrets::Secrets,
};

use crate::auth::secret_uses::BROWSER_NAME;

/// Name of the cookie. Its prefix makes browsers reject the cookie from any other host.
const COOKIE: &str = "__Host-browser";

/// `Set-Cookie` header with the browser's id. The cookie lasts as long as the program remembers
/// browsers that don't sign in again.
pub type SetCookie = [(HeaderName, HeaderValue); 1];

/// Returns the browser id from the request's cookie, or a new random id if there is no valid
/// cookie.
pub fn read_or_new(headers: &HeaderMap) -> String {
    read(headers).unwrap_or_else(random_hex)
}

fn read(headers: &HeaderMap) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    let (_, id) = cookies.find(|(name, _)| name.trim() == COOKIE)?;
    // Ignores values that are not ids made by this program.
    from_hex::<16>(id.trim()).map(|_| id.trim().to_owned())
}

/// Returns the keyed hash of a browser's id, which is stored in rows and names of limits instead of
/// the id.
pub fn name(secrets: &Secrets, id: &str) -> String {
    secrets.mac_hex(BROWSER_NAME, &[id.as_bytes()])
}

/// Returns the header that sets the browser's cookie.
pub fn set_cookie(app: &App, id: &str) -> Result<SetCookie> {
    let seconds = app.config.retention.clients().as_secs();
    let text =
        format!("{COOKIE}={id}; Max-Age={seconds}; Path=/; HttpOnly; Secure; SameSite=Strict");
    let value = HeaderValue::from_str(&text).map_err(|error| Error::Internal(error.to_string()))?;
    Ok([(header::SET_COOKIE, value)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_finds_an_id_of_ours_and_nothing_else() {
        let read = |cookies: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookies.parse().expect("a header"));
            read(&headers)
        };
        let id = random_hex();
        assert_eq!(read(&format!("lang=fr; __Host-browser={id}")), Some(id.clone()));
        for none in [
            "",
            "__Host-browser",
            "__Host-browser=",
            "__Host-browser=a;b",
            &format!("browser={id}"),
        ] {
            assert_eq!(read(none), None, "{none}");
        }
        assert_eq!(read(&format!("__Host-browser={id}0")), None);
    }
}
