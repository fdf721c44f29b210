//! Checks of the public addresses, by the way that visitors take: certificate, brand, and the
//! operators' pages, which must not be reachable there.

use std::{
    io,
    net::{SocketAddr, TcpStream, ToSocketAddrs},
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::http::Uri;
use kernel::timestamp::Timestamp;
use rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error as TlsError, RootCertStore,
    SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::ring,
    pki_types::{CertificateDer, ServerName, UnixTime},
};
use tokio::task::spawn_blocking;
use ureq::{
    Agent,
    tls::{Certificate, RootCerts, TlsConfig},
};

use super::{Installation, Topic, finding::Finding};

const CERTIFICATE: Topic = Topic { name: "certificate", page: "operate/domains" };
const ADDRESS: Topic = Topic { name: "brand-address", page: "operate/domains" };
const OPERATORS: Topic = Topic { name: "operations-port", page: "operate/domains" };

/// Days before its end on which a certificate should have been renewed. Caddy and certbot renew 30
/// days before.
const FEW_DAYS: u64 = 21;
/// Days beyond which the end of a certificate doesn't matter.
const MAX_DAYS: u64 = 400;
const DAY: u64 = 24 * 3600;
/// Maximum size of a reply that is read, in bytes.
const MAX_REPLY: u64 = 256 << 10;

/// Root certificates that connections trust.
pub type Roots = Arc<Vec<CertificateDer<'static>>>;

pub fn roots_of_the_system() -> Roots {
    Arc::new(rustls_native_certs::load_native_certs().certs)
}

/// Brand's slug and its public address, for each served brand that has one.
fn addresses(about: &Installation) -> Vec<(&'static str, String)> {
    let served = about.config.brands_served().into_iter();
    let with_address = served.filter_map(|brand| {
        let url = about.config.brand(brand).public_url.trim_end_matches('/').to_owned();
        (!url.is_empty()).then(|| (brand.slug(), url))
    });
    with_address.collect()
}

/// Checks how long the certificates of all public addresses are valid.
pub async fn check_certificates(about: &Installation) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (_, url) in addresses(about).into_iter().filter(|(_, url)| url.starts_with("https://")) {
        let (roots, now, patience) = (about.roots.clone(), about.now, about.patience);
        let Some((host, port)) = host_and_port(&url) else { continue };
        let name = host.clone();
        let days = spawn_blocking(move || days_left(&roots, &host, port, now, patience)).await;
        let renewal = "let the proxy renew it, and look at the proxy's log";
        findings.push(match days.unwrap_or_else(|panic| Err(panic.to_string())) {
            Ok(days) if days < FEW_DAYS => {
                CERTIFICATE.failed(&name, format!("{days} days left"), renewal)
            }
            Ok(MAX_DAYS) => CERTIFICATE.fine(&name, format!("{MAX_DAYS} days left or more")),
            Ok(days) => CERTIFICATE.fine(&name, format!("{days} days left")),
            Err(why) => CERTIFICATE.failed(
                &name,
                why,
                "point the domain to the proxy, and let the proxy get a certificate for it",
            ),
        });
    }
    if findings.is_empty() {
        findings.push(CERTIFICATE.unknown("", "no https address is set", "set public_url"));
    }
    findings
}

fn host_and_port(url: &str) -> Option<(String, u16)> {
    let uri: Uri = url.parse().ok()?;
    let usual = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    Some((uri.host()?.to_owned(), uri.port_u16().unwrap_or(usual)))
}

/// Connects to a server and returns for how many days its certificates are valid, at most
/// [`MAX_DAYS`].
fn days_left(
    roots: &Roots,
    host: &str,
    port: u16,
    now: Timestamp,
    patience: Duration,
) -> Result<u64, String> {
    let mut store = RootCertStore::empty();
    store.add_parsable_certificates(roots.iter().cloned());
    let provider = Arc::new(ring::default_provider());
    let verifier =
        WebPkiServerVerifier::builder_with_provider(Arc::new(store), provider.clone()).build();
    let verifier = verifier.map_err(|error| format!("no root certificates here: {error}"))?;
    let witness = Arc::new(Witness { verifier: verifier.clone(), shown: Mutex::default() });
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .dangerous()
        .with_custom_certificate_verifier(witness.clone())
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
    let mut client =
        ClientConnection::new(Arc::new(config), name.clone()).map_err(|error| error.to_string())?;
    let mut stream = connect(host, port, patience).map_err(|error| error.to_string())?;
    while client.is_handshaking() {
        client.complete_io(&mut stream).map_err(|error| format!("no TLS connection: {error}"))?;
    }
    let shown = witness.shown.lock().map(|shown| shown.clone()).unwrap_or_default();
    let Some((own, others)) = shown.split_first() else {
        return Err("the server shows no certificate".to_owned());
    };
    let start = now.as_micros().unsigned_abs() / 1_000_000;
    let is_valid = |days: u64| {
        let then = UnixTime::since_unix_epoch(Duration::from_secs(start + days * DAY));
        verifier.verify_server_cert(own, others, &name, &[], then).map(drop)
    };
    is_valid(0).map_err(|error| error.to_string())?;
    let days: Vec<u64> = (1..=MAX_DAYS).collect();
    Ok(days.partition_point(|day| is_valid(*day).is_ok()) as u64)
}

fn connect(host: &str, port: u16, patience: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the name has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(stream) => {
                stream.set_read_timeout(Some(patience))?;
                stream.set_write_timeout(Some(patience))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Keeps the certificates that a server shows, and accepts all of them. The caller verifies them
/// and sends nothing over the connection.
#[derive(Debug)]
struct Witness {
    verifier: Arc<WebPkiServerVerifier>,
    shown: Mutex<Vec<CertificateDer<'static>>>,
}

impl ServerCertVerifier for Witness {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        if let Ok(mut shown) = self.shown.lock() {
            *shown = [own].into_iter().chain(others).map(|one| one.clone().into_owned()).collect();
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        own: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.verifier.verify_tls12_signature(message, own, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        own: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.verifier.verify_tls13_signature(message, own, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.verifier.supported_verify_schemes()
    }
}

/// Reply of a public address.
pub struct Reply {
    pub status: u16,
    pub body: String,
    redirect: Option<String>,
}

/// Request to a public address.
pub struct Request {
    pub url: String,
    /// Header and body of a POST; `None` for a GET.
    pub post: Option<((&'static str, String), String)>,
}

/// Sends a request by the way that visitors take. Follows no redirect.
pub async fn ask(roots: &Roots, patience: Duration, request: Request) -> Result<Reply, String> {
    let roots: Vec<_> = roots.iter().map(|root| Certificate::from_der(root).to_owned()).collect();
    let asked = spawn_blocking(move || {
        let agent: Agent = Agent::config_builder()
            .timeout_global(Some(patience))
            .max_redirects(0)
            .http_status_as_error(false)
            .tls_config(TlsConfig::builder().root_certs(RootCerts::from(roots)).build())
            .build()
            .new_agent();
        let mut response = match &request.post {
            None => agent.get(&request.url).call()?,
            Some(((name, value), body)) => agent
                .post(&request.url)
                .header(*name, value)
                .header("content-type", "application/json")
                .send(body)?,
        };
        let redirect = response.headers().get("location").and_then(|to| to.to_str().ok());
        let redirect = redirect.map(str::to_owned);
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(MAX_REPLY).lossy_utf8(true);
        Ok(Reply { status, body: body.read_to_string()?, redirect })
    });
    let asked = asked.await.map_err(|panic| panic.to_string())?;
    asked.map_err(|error: ureq::Error| error.to_string())
}

/// Checks that each public address shows its own brand.
pub async fn check_brands(about: &Installation) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (slug, url) in addresses(about) {
        let request = Request { url: format!("{url}/api/v1/Public/settings"), post: None };
        let reply = ask(&about.roots, about.patience, request).await;
        findings.push(judge_brand(slug, &url, reply));
    }
    if findings.is_empty() {
        findings.push(ADDRESS.unknown("", "no public address is set", "set public_url"));
    }
    findings
}

fn judge_brand(slug: &str, url: &str, reply: Result<Reply, String>) -> Finding {
    const PROXY: &str = "let the proxy pass requests on to `listen`, with their Host header";
    let reply = match reply {
        Ok(reply) => reply,
        Err(why) => {
            return ADDRESS.failed(
                url,
                why,
                "point the domain to this machine, and start the proxy",
            );
        }
    };
    if let Some(to) = reply.redirect {
        let remedy = "set public_url to the address that people end up at, or remove the redirect";
        return ADDRESS.failed(url, format!("it redirects to {to}"), remedy);
    }
    let settings: Option<serde_json::Value> = serde_json::from_str(&reply.body).ok();
    let shown = settings.as_ref().and_then(|settings| settings["brand"].as_str());
    match (reply.status, shown) {
        (200, Some(shown)) if shown == slug => ADDRESS.fine(url, format!("shows {slug}")),
        (200, Some(shown)) => {
            ADDRESS.failed(url, format!("shows {shown} instead of {slug}"), PROXY)
        }
        (status @ (502..=504), _) => ADDRESS.failed(
            url,
            format!("the proxy answers {status}"),
            "start the program; the proxy must reach it at `listen`",
        ),
        (status, _) => {
            ADDRESS.failed(url, format!("answers {status}, and not as this program"), PROXY)
        }
    }
}

/// Checks that visitors can't reach the operators' pages.
pub async fn check_operators_pages(about: &Installation) -> Vec<Finding> {
    let addresses = addresses(about);
    let mut findings = Vec::new();
    for (_, url) in &addresses {
        let request = Request { url: format!("{url}/metrics"), post: None };
        let reply = ask(&about.roots, about.patience, request).await;
        // Whether the address works at all is another check.
        if reply.is_ok_and(|reply| reply.status == 200 && reply.body.contains("# TYPE ")) {
            let remedy = "set ops_listen to another port, which the proxy doesn't pass on";
            findings.push(OPERATORS.failed(url, "everybody can read /metrics", remedy));
        }
    }
    let listen = about.config.ops_listen.clone();
    let port = listen.to_socket_addrs().ok().and_then(|mut all| all.next()).filter(is_open);
    if let Some(port) = port.map(|address| address.port()) {
        for (_, url) in &addresses {
            let Some((host, _)) = host_and_port(url) else { continue };
            let request = Request { url: format!("http://{host}:{port}/healthz"), post: None };
            if ask(&about.roots, about.patience, request).await.is_ok() {
                findings.push(OPERATORS.failed(
                    &format!("{host}:{port}"),
                    "the operators' port answers at the public name",
                    "listen on 127.0.0.1 or close the port in the firewall; if one in front of this machine closes it, ask from \
                     another network to be sure",
                ));
            }
        }
    }
    if findings.is_empty() {
        findings.push(OPERATORS.fine("", "visitors don't reach the operators' pages"));
    }
    findings
}

/// Returns true if other machines can reach a program that listens on this address.
fn is_open(address: &SocketAddr) -> bool {
    address.port() != 0 && !address.ip().is_loopback()
}

#[cfg(test)]
mod tests {
    use std::{io::Write, net::TcpListener, thread};

    use axum::{Router, http::StatusCode, response::Redirect, routing::get};
    use platform::config::{Config, Layers, Origin};
    use rustls::{
        ServerConfig, ServerConnection,
        pki_types::{PrivateKeyDer, pem::PemObject},
    };

    use super::super::{dns::Resolver, finding::Outcome};
    use super::*;

    const ROOT: &[u8] = include_bytes!("testdata/root.pem");
    const OWN: &[u8] = include_bytes!("testdata/localhost.pem");
    const KEY: &[u8] = include_bytes!("testdata/localhost.key");
    const SOON: Duration = Duration::from_secs(5);

    fn installation(settings: &str) -> Installation {
        let mut layers = Layers::defaults();
        layers.add_toml(settings, Origin::File).expect("settings");
        Installation {
            config: Config::unchecked(&layers).expect("valid"),
            db: Err("no database".to_owned()),
            now: Timestamp::parse("2119-12-22T12:00:00Z").expect("a time"),
            resolver: Resolver::of_the_system(),
            roots: roots(),
            patience: SOON,
        }
    }

    fn roots() -> Roots {
        Arc::new(vec![CertificateDer::from_pem_slice(ROOT).expect("a root")])
    }

    /// Starts a server with a certificate for "localhost" that ends on 1 January 2120.
    fn start_tls() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let own = CertificateDer::from_pem_slice(OWN).expect("a certificate");
        let key = PrivateKeyDer::from_pem_slice(KEY).expect("a key");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![own], key)
            .expect("a server");
        let config = Arc::new(config);
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut server = ServerConnection::new(config.clone()).expect("a server");
                // A client that refuses the certificate ends the connection.
                while server.is_handshaking() && server.complete_io(&mut stream).is_ok() {}
            }
        });
        port
    }

    #[tokio::test]
    async fn check_certificates_counts_the_days_left() {
        let port = start_tls();
        let mut about =
            installation(&format!("brands.funray.public_url = \"https://localhost:{port}\""));
        let outcome = async |about: &Installation| check_certificates(about).await.remove(0);
        let few = outcome(&about).await;
        assert_eq!((few.outcome, few.found.as_str()), (Outcome::Failed, "9 days left"));
        about.now = Timestamp::parse("2119-11-01T12:00:00Z").expect("a time");
        assert_eq!(outcome(&about).await.found, "60 days left");
        about.now = Timestamp::parse("2120-01-02T12:00:00Z").expect("a time");
        let ended = outcome(&about).await;
        assert!(ended.found.to_lowercase().contains("expired"), "{}", ended.found);
        about.now = Timestamp::parse("2050-01-02T12:00:00Z").expect("a time");
        assert_eq!(outcome(&about).await.outcome, Outcome::Fine);
        about.roots = Arc::default();
        assert!(outcome(&about).await.found.contains("no root certificates"));
    }

    #[test]
    fn days_left_names_other_hosts_and_servers_without_tls() {
        let now = Timestamp::parse("2050-01-02T12:00:00Z").expect("a time");
        let port = start_tls();
        let other = days_left(&roots(), "127.0.0.1", port, now, SOON).expect_err("another name");
        assert!(other.contains("not valid for name"), "{other}");
        let plain = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = plain.local_addr().expect("an address");
        thread::spawn(move || {
            let (mut stream, _) = plain.accept().expect("a client");
            stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("sent");
        });
        let why = days_left(&roots(), "localhost", address.port(), now, SOON).expect_err("no TLS");
        assert!(why.contains("no TLS connection"), "{why}");
        // Accepts the connection and stays silent.
        let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = silent.local_addr().expect("an address").port();
        let short = Duration::from_millis(50);
        days_left(&roots(), "localhost", port, now, short).expect_err("no answer");
    }

    async fn serve(router: Router) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}")
    }

    #[tokio::test]
    async fn check_brands_reports_other_brands_redirects_and_dead_programs() {
        let settings = |reply: &'static str| {
            Router::new().route("/api/v1/Public/settings", get(move || async move { reply }))
        };
        let moved =
            Router::new().fallback(|| async { Redirect::permanent("https://www.shop.ca/") });
        let dead = Router::new().fallback(|| async { StatusCode::BAD_GATEWAY });
        for (router, outcome, words) in [
            (settings(r#"{"brand":"funray"}"#), Outcome::Fine, "shows funray"),
            (settings(r#"{"brand":"rayzr"}"#), Outcome::Failed, "shows rayzr instead of funray"),
            (settings("<html>"), Outcome::Failed, "answers 200"),
            (moved, Outcome::Failed, "redirects to https://www.shop.ca/"),
            (dead, Outcome::Failed, "the proxy answers 502"),
        ] {
            let url = serve(router).await;
            let about = installation(&format!("brands.funray.public_url = \"{url}/\""));
            let finding = check_brands(&about).await.remove(0);
            assert_eq!(finding.outcome, outcome, "{finding}");
            assert!(finding.found.contains(words), "{finding}");
        }
        let nobody = installation("brands.funray.public_url = \"http://127.0.0.1:1\"");
        assert_eq!(check_brands(&nobody).await[0].outcome, Outcome::Failed);
    }

    #[tokio::test]
    async fn check_operators_pages_fails_when_visitors_reach_them() {
        let public = |page: &'static str| Router::new().fallback(move || async move { page });
        let outcome = async |page: &'static str| {
            let url = serve(public(page)).await;
            let about = installation(&format!("brands.funray.public_url = \"{url}\""));
            check_operators_pages(&about).await.remove(0).outcome
        };
        assert_eq!(outcome("<html>").await, Outcome::Fine);
        assert_eq!(outcome("# TYPE requests counter\n").await, Outcome::Failed);
        let url = serve(public("alive")).await;
        let port = url.rsplit_once(':').expect("a port").1;
        for (listen, outcome) in [
            (format!("0.0.0.0:{port}"), Outcome::Failed),
            (format!("127.0.0.1:{port}"), Outcome::Fine),
        ] {
            let about = installation(&format!(
                "brands.funray.public_url = \"{url}\"\nops_listen = \"{listen}\""
            ));
            assert_eq!(check_operators_pages(&about).await[0].outcome, outcome, "{listen}");
        }
    }
}
