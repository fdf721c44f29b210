//! Reads facts from a request's headers: the brand of the host, the language, and the version that
//! the browser has cached.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use kernel::{brand::Brand, language::Language};

use crate::app::App;

/// Returns the brand of the request's host.
pub fn brand(app: &App, headers: &HeaderMap) -> Brand {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    app.config.brand_of_host(host.unwrap_or_default())
}

/// Returns the value of a header, or `None` if the header is missing or not valid text.
pub fn header_text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns the language that the user chose, which the cookie `lang` stores.
pub fn chosen_language(headers: &HeaderMap) -> Option<Language> {
    let mut pairs = header_text(headers, header::COOKIE)?
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == "lang").and_then(|(_, tag)| Language::parse(tag))
}

/// Returns the language that the user chose, or else the browser's preferred language.
pub fn language(headers: &HeaderMap) -> Language {
    chosen_language(headers).unwrap_or_else(|| {
        from_accept_language(header_text(headers, header::ACCEPT_LANGUAGE).unwrap_or_default())
    })
}

/// Returns the supported language with the highest weight in an `Accept-Language` header, or else
/// English.
fn from_accept_language(header: &str) -> Language {
    header
        .split(',')
        .filter_map(|item| {
            let (tag, weight) = item.split_once(';').unwrap_or((item, "q=1"));
            let weight: f32 = weight.trim().strip_prefix("q=")?.trim().parse().ok()?;
            Some((Language::parse(tag)?, weight)).filter(|(_, weight)| *weight > 0.0)
        })
        // If weights are equal, the first language wins. `max_by` would return the last one.
        .fold(None, |best: Option<(Language, f32)>, next| match best {
            Some(best) if best.1 >= next.1 => Some(best),
            _ => Some(next),
        })
        .map_or(Language::En, |(lang, _)| lang)
}

/// Returns true if the client accepts this content encoding.
pub fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    let accepted = header_text(request, header::ACCEPT_ENCODING).unwrap_or_default();
    accepted.split(',').any(|item| {
        let (coding, weight) = item.split_once(';').unwrap_or((item, ""));
        coding.trim() == encoding
            && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// Returns true if the client already has the version with this ETag.
pub fn is_known(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let Some(known) = request.get(header::IF_NONE_MATCH) else { return false };
    let (Ok(known), Ok(etag)) = (known.to_str(), etag.to_str()) else { return false };
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known.split(',').any(|tag| opaque(tag) == opaque(etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn language_prefers_the_cookie_to_accept_language() {
        let mut headers = request(header::ACCEPT_LANGUAGE, "en");
        assert_eq!(language(&headers), Language::En);
        headers.insert(header::COOKIE, HeaderValue::from_static("a=b; lang=fr"));
        assert_eq!(language(&headers), Language::Fr);
        headers.insert(header::COOKIE, HeaderValue::from_static("lang=xx"));
        assert_eq!(language(&headers), Language::En);
    }

    #[test]
    fn from_accept_language_picks_the_highest_weight() {
        for (header, lang) in [
            ("", Language::En),
            ("fr", Language::Fr),
            ("fr-CA,fr;q=0.9,en;q=0.8", Language::Fr),
            ("en-CA,fr;q=0.9", Language::En),
            ("de,fr;q=0.5,en;q=0.7", Language::En),
            ("de, FR ; q=0.5", Language::Fr),
            ("fr;q=0, en;q=0.1", Language::En),
            ("en, fr", Language::En),
            ("fr;q=x, *", Language::En),
            ("zh", Language::En),
        ] {
            assert_eq!(from_accept_language(header), lang, "{header:?}");
        }
    }
}
