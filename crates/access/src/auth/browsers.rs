//! Browsers that somebody has signed in with are known again by a cookie. It opens nothing: it only gives its browser tries
//! of its own, which nobody else behind the same address can use up.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use kernel::random::{from_hex, random_hex};
use platform::{
    app::App,
    error::{Error, Result},
    secrets::Secrets,
};

use crate::auth::secret_uses::BROWSER_NAME;

/// Its beginning has browsers refuse it from any other host.
const COOKIE: &str = "__Host-browser";

/// The header that has a browser keep its cookie, as long as it is known without signing in again.
pub type SetCookie = [(HeaderName, HeaderValue); 1];

/// What the browser of a request is called, or will be called once it has signed in.
pub fn read_or_new(headers: &HeaderMap) -> String {
    read(headers).unwrap_or_else(random_hex)
}

fn read(headers: &HeaderMap) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    let (_, id) = cookies.find(|(name, _)| name.trim() == COOKIE)?;
    // Whatever is no id of ours is no browser's.
    from_hex::<16>(id.trim()).map(|_| id.trim().to_owned())
}

/// The browser as rows and limits may know it.
pub fn name(secrets: &Secrets, id: &str) -> String {
    secrets.mac_hex(BROWSER_NAME, &[id.as_bytes()])
}

/// Has the browser keep what it is known by.
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
