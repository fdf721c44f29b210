//! Serves the files of the web app. The program contains one build per brand, with pages for each
//! language. It contains each text only in the form that the web build compressed with Brotli, and
//! makes other forms on the first request for them.

use std::{
    borrow::Cow,
    collections::HashMap,
    fs, iter,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::{Embed, EmbeddedFile};
use sha2::{Digest, Sha256};

use super::{companies, heads};
use accounts::setup;
use kernel::{brand::Brand, language::Language, random::hex};
use platform::{app::App, error::Error, lists, web::visitor};

/// Files of the built web app. A release contains them, while a development build reads each from
/// the folder when it is first asked for.
#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// Maximum number of folders in a path that has an `_app.html` of its own, such as
/// `shop-vendors/detail`.
const MAX_SHELL_DEPTH: usize = 2;

const VARY_OF_PAGES: &str = "accept-encoding, accept-language, cookie, host";

/// Ending of the files that the build has compressed.
const PACKED: &str = ".br";

/// Files of the built web app by brand and path. Each is loaded when it is first asked for, because
/// a development build would read thousands of files at each start. `None` means that the file is
/// gone.
#[derive(Default)]
pub struct WebFiles {
    files: HashMap<String, OnceLock<Option<WebFile>>>,
    /// Files outside the program: those in the folder `web` of a brand that was read at the start.
    outside: HashMap<String, PathBuf>,
}

/// Files of the built web app, and a cache of completed pages. Pages are completed with company
/// facts from the settings. Prerendered pages also get their address and preview picture.
pub struct Site {
    files: Arc<WebFiles>,
    /// Pages by file name, with the version of the companies' facts that they show.
    pages: Mutex<HashMap<String, (u64, Arc<WebFile>)>>,
}

struct WebFile {
    kind: &'static str,
    etag: HeaderValue,
    /// `None` for files that do not get smaller, and for pages made per request.
    brotli: Option<Bytes>,
    /// Made once and kept, like `gzip`. Both together take at most 12 MB for the whole web app.
    plain: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl WebFiles {
    pub fn embedded() -> WebFiles {
        let files = Dist::iter().map(|stored| {
            let path = stored.strip_suffix(PACKED).unwrap_or(&stored);
            (path.to_owned(), OnceLock::new())
        });
        let mut web_files = WebFiles { files: files.collect(), outside: HashMap::new() };
        for brand in Brand::all() {
            if let Some(folder) = &brand.facts().folder {
                web_files.add_folder(brand.slug(), &folder.join("web"));
            }
        }
        web_files
    }

    /// Adds the files of a folder, if it exists, under this path.
    fn add_folder(&mut self, path: &str, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (name, file) = (entry.file_name(), entry.path());
            let Some(name) = name.to_str() else { continue };
            let path = format!("{path}/{}", name.strip_suffix(PACKED).unwrap_or(name));
            if file.is_dir() {
                self.add_folder(&path, &file);
            } else {
                self.files.insert(path.clone(), OnceLock::new());
                self.outside.insert(path, file);
            }
        }
    }

    /// Returns web files for tests from pages with their paths, such as
    /// `funray/pages/en/_app.html`.
    pub fn of_pages(pages: &[(&str, &str)]) -> WebFiles {
        let files = pages
            .iter()
            .map(|(path, html)| ((*path).to_owned(), WebFile::page((*html).to_owned())))
            .map(|(path, page)| (path, OnceLock::from(Some(page))));
        WebFiles { files: files.collect(), ..WebFiles::default() }
    }

    fn find(&self, brand: Brand, path: &str) -> Option<&WebFile> {
        self.load(&format!("{}/{path}", brand.slug()))
    }

    fn load(&self, path: &str) -> Option<&WebFile> {
        let load = || match self.outside.get(path) {
            Some(file) => WebFile::outside(path, file),
            None => WebFile::embedded(path),
        };
        self.files.get(path)?.get_or_init(load).as_ref()
    }

    /// Returns the file name of the page at a path: the prerendered page if there is one, else the
    /// nearest `_app.html` above. `None` if neither exists.
    fn page_name(&self, brand: Brand, lang: Language, path: &str) -> Option<String> {
        let name = match path.trim_end_matches('/') {
            "" => "index",
            path => path,
        };
        let folder = format!("{}/pages/{}", brand.slug(), lang.code());
        let mut above: Vec<&str> =
            name.match_indices('/').take(MAX_SHELL_DEPTH).map(|(end, _)| &name[..end]).collect();
        above.reverse();
        let shells = above.iter().map(|above| format!("{folder}/{above}/_app.html"));
        iter::once(format!("{folder}/{name}.html"))
            .chain(shells)
            .chain([format!("{folder}/_app.html")])
            .find(|path| self.files.contains_key(path))
    }
}

impl Site {
    pub fn new(files: Arc<WebFiles>) -> Site {
        Site { files, pages: Mutex::default() }
    }

    /// Returns the page for a path. Completes and compresses the page on the first request, then
    /// returns it from the cache.
    fn page(&self, app: &App, brand: Brand, lang: Language, path: &str) -> Option<Arc<WebFile>> {
        let name = self.files.page_name(brand, lang, path)?;
        let version = app.companies.version();
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made_for, page)) = pages.get(&name)
            && *made_for == version
        {
            return Some(page.clone());
        }
        let built = self.files.load(&name)?.text();
        let page = WebFile::page(companies::fill(&built, |brand| app.company(brand), brand));
        // A prerendered page already has its title. Its address and preview picture depend on the
        // settings, so they are added here.
        let page = match path.is_empty() || built.contains("property=\"og:title\"") {
            true => page.with_preview(&heads::of_built_page(app, brand, lang, path)),
            false => page,
        };
        let page = Arc::new(page.compressed());
        pages.insert(name, (version, page.clone()));
        Some(page)
    }
}

fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    }
}

/// Returns a weak ETag, because the same tag is used for the plain and the compressed forms of the
/// file.
fn etag(file: &EmbeddedFile) -> HeaderValue {
    etag_of(&file.metadata.sha256_hash())
}

fn etag_of(hash: &[u8]) -> HeaderValue {
    let hash = hex(&hash[..12]);
    HeaderValue::from_str(&format!("W/\"{hash}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

pub async fn serve(
    State((app, site)): State<(Arc<App>, Arc<Site>)>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let brand = visitor::brand(&app, &headers);
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("pages/") || is_programs_own(path) {
        return Error::NotFound.into_response();
    }
    if let Some(file) = site.files.find(brand, path) {
        let cache = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        return reply(file, &headers, cache, "accept-encoding");
    }
    if path.starts_with("assets/") {
        return Error::NotFound.into_response();
    }
    let is_setup_page = uri.path() == setup::PAGE;
    let is_awaited = setup::is_awaited(&app).await.unwrap_or_else(|error| {
        tracing::warn!(?error, "it is unknown whether the server is set up");
        is_setup_page
    });
    if is_awaited && !is_setup_page {
        return to_setup();
    }
    app.refresh_companies().await;
    let language = visitor::language(&headers);
    let Some(page) = site.page(&app, brand, language, path) else { return not_built() };
    if is_setup_page && !is_awaited {
        return missing(&page, headers);
    }
    match heads::of_page(&app, brand, language, path).await {
        Ok(None) => reply(&page, &headers, "no-cache", VARY_OF_PAGES),
        Ok(Some(head)) => reply(&page.with_head(&head), &headers, "no-cache", VARY_OF_PAGES),
        Err(Error::NotFound) => missing(&page, headers),
        Err(error) => {
            // The page is sent without its head. The web app requests the same data and shows the
            // error.
            tracing::warn!(?error, "a page goes without its head");
            reply(&page, &headers, "no-cache", VARY_OF_PAGES)
        }
    }
}

/// Redirects to the page of the first administrator. Browsers don't store the redirect, because the
/// page exists for a short time.
fn to_setup() -> Response {
    let headers = [(header::LOCATION, setup::PAGE), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// Returns whether a path is reserved for operators or the sandbox gateway. If no other route
/// serves such a path, the reply is a 404 instead of the web app's page. Otherwise a health probe
/// of the wrong address would succeed.
fn is_programs_own(path: &str) -> bool {
    ["healthz", "readyz", "metrics"].contains(&path) || path.starts_with("sandbox/")
}

/// Returns the web app's page with status 404. The web app shows a message to visitors, while
/// search engines read the status.
fn missing(page: &WebFile, mut request: HeaderMap) -> Response {
    request.remove(header::IF_NONE_MATCH);
    let mut response = reply(page, &request, "no-cache", VARY_OF_PAGES);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().remove(header::ETAG);
    response
}

fn reply(file: &WebFile, request: &HeaderMap, cache: &'static str, vary: &'static str) -> Response {
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static(vary));
    headers.insert(header::ETAG, file.etag.clone());
    if visitor::is_known(request, &file.etag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    let (body, encoding) = file.encoded(request);
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    *response.body_mut() = Body::from(body);
    response
}

impl WebFile {
    fn embedded(path: &str) -> Option<WebFile> {
        let kind = kind(path);
        if let Some(file) = Dist::get(&format!("{path}{PACKED}")) {
            return Some(WebFile::packed(kind, etag(&file), bytes(file)));
        }
        let file = Dist::get(path)?;
        Some(WebFile::plain(kind, etag(&file), bytes(file)))
    }

    fn outside(path: &str, file: &Path) -> Option<WebFile> {
        let content = fs::read(file).ok()?;
        let etag = etag_of(&Sha256::digest(&content)[..]);
        let is_packed = file.extension().is_some_and(|ending| ending == "br");
        let content = Bytes::from(content);
        Some(match is_packed {
            true => WebFile::packed(kind(path), etag, content),
            false => WebFile::plain(kind(path), etag, content),
        })
    }

    fn plain(kind: &'static str, etag: HeaderValue, plain: Bytes) -> WebFile {
        WebFile { kind, etag, brotli: None, plain: OnceLock::from(plain), gzip: OnceLock::new() }
    }

    /// Returns a file that was compressed with Brotli.
    fn packed(kind: &'static str, etag: HeaderValue, brotli: Bytes) -> WebFile {
        let (plain, gzip) = (OnceLock::new(), OnceLock::new());
        WebFile { kind, etag, brotli: Some(brotli), plain, gzip }
    }

    /// Returns a file for a page made at run time, not compressed. The compression layer compresses
    /// the reply.
    fn page(html: String) -> WebFile {
        let etag = etag_of(&Sha256::digest(&html)[..]);
        WebFile::plain("text/html; charset=utf-8", etag, Bytes::from(html))
    }

    /// Returns the content without compression.
    fn content(&self) -> Bytes {
        self.plain.get_or_init(|| self.unpacked()).clone()
    }

    /// Returns the same as `content` without keeping it, because a client that takes a compressed
    /// form never asks for this one.
    fn unpacked(&self) -> Bytes {
        if let Some(plain) = self.plain.get() {
            return plain.clone();
        }
        let brotli = self.brotli.as_deref().unwrap_or_default();
        lists::from_brotli(brotli).unwrap_or_else(|error| {
            tracing::error!(?error, "a file of the web app is damaged");
            Bytes::new()
        })
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.unpacked()).into_owned()
    }

    /// Returns this page with the `<title>` element replaced by a complete head.
    fn with_head(&self, head: &str) -> WebFile {
        let html = self.text();
        let page = match (html.find("<title>"), html.find("</title>")) {
            (Some(from), Some(to)) if from < to => {
                format!("{}{head}{}", &html[..from], &html[to + "</title>".len()..])
            }
            _ => html,
        };
        WebFile::page(page)
    }

    /// Returns this page with more tags at the end of its head.
    fn with_preview(&self, lines: &str) -> WebFile {
        let html = self.text();
        WebFile::page(html.replacen("</head>", &format!("  {lines}\n  </head>"), 1))
    }

    /// Returns this file compressed.
    fn compressed(self) -> WebFile {
        WebFile { brotli: Some(lists::brotli(&self.content())), ..self }
    }

    fn encoded(&self, request: &HeaderMap) -> (Bytes, Option<&'static str>) {
        let accepts = |name| visitor::accepts(request, name);
        match &self.brotli {
            Some(brotli) if accepts("br") => (brotli.clone(), Some("br")),
            Some(_) if accepts("gzip") => {
                let gzip = self.gzip.get_or_init(|| lists::gzip(&self.unpacked()));
                (gzip.clone(), Some("gzip"))
            }
            _ => (self.content(), None),
        }
    }
}

fn not_built() -> Response {
    let words =
        "The web app is not part of this build. Run `make build`, or `make run` for the demo.\n";
    (StatusCode::SERVICE_UNAVAILABLE, words).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &'static str) -> WebFile {
        let etag = HeaderValue::from_static("W/\"1\"");
        WebFile::packed("text/html; charset=utf-8", etag, lists::brotli(text.as_bytes()))
    }

    fn request(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn page_name_finds_the_prerendered_page_or_the_app_shell() {
        let names = [
            "funray/pages/fr/index.html",
            "funray/pages/fr/about.html",
            "funray/pages/fr/_app.html",
            "funray/pages/fr/shop/_app.html",
        ];
        let files = WebFiles::of_pages(&names.map(|name| (name, name)));
        for (path, page) in [
            ("", 0),
            ("about", 1),
            ("about/", 1),
            ("shops/list", 2),
            ("../../x", 2),
            ("shop", 2),
            ("shop/1", 3),
            ("shop/1/2", 3),
        ] {
            let found = files.page_name(Brand::DEFAULT, Language::Fr, path).expect("a page");
            assert_eq!(found, names[page], "{path}");
        }
        assert!(files.page_name(Brand::without_causes(), Language::Fr, "").is_none());
    }

    #[test]
    fn encoded_picks_the_best_accepted_encoding() {
        for (accept, encoding) in [
            ("gzip, deflate, br", Some("br")),
            ("gzip, br;q=0", Some("gzip")),
            ("gzip;q=0.5", Some("gzip")),
            ("identity", None),
            ("", None),
        ] {
            let headers = request(header::ACCEPT_ENCODING, accept);
            assert_eq!(file("x").encoded(&headers).1, encoding, "{accept}");
        }
    }

    #[test]
    fn encoded_makes_the_other_forms_of_a_packed_file() {
        let file = file("maple maple maple");
        let body = |accept| file.encoded(&request(header::ACCEPT_ENCODING, accept)).0;
        assert_eq!(body("identity"), "maple maple maple");
        assert_eq!(body("gzip"), lists::gzip(b"maple maple maple"));
        assert_eq!(lists::from_brotli(&body("br")).expect("Brotli"), "maple maple maple");
    }

    #[test]
    fn reply_is_304_for_a_known_etag() {
        for (known, status) in
            [("\"1\"", 304), ("W/\"1\"", 304), ("\"0\", \"1\"", 304), ("\"2\"", 200)]
        {
            let response =
                reply(&file("x"), &request(header::IF_NONE_MATCH, known), "no-cache", "");
            assert_eq!(response.status().as_u16(), status, "{known}");
        }
    }
}
