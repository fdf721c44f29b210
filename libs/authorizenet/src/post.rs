//! Sends one HTTP request on its own connection, without retries. The caller learns whether the
//! request may have reached the gateway. HTTP clients that reuse connections hide that, so this
//! module uses hyper's connections directly.

use std::{fmt, io, net::IpAddr, sync::Arc, time::Duration};

use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Method, Request, Uri,
    body::Bytes,
    client::conn::http1,
    header::{CONNECTION, CONTENT_TYPE, HOST, HeaderName},
};
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    task::JoinSet,
    time::{Instant, timeout_at},
};
use tokio_rustls::TlsConnector;

/// Maximum size of a reply in bytes. A list of a thousand transactions takes a tenth of this.
const MAX_REPLY: usize = 8 << 20;

/// URL of the gateway's API and the parts needed to connect.
#[derive(Clone, Debug)]
pub struct Address {
    uri: Uri,
    host: String,
    port: u16,
    is_encrypted: bool,
}

/// Reason why a request received no reply.
#[derive(Debug)]
pub enum Trouble {
    /// No connection was made, so nothing was sent.
    NotSent(String),
    /// The request may have arrived and been processed.
    NoAnswer(String),
}

#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub connect: Duration,
    /// Time limit for the whole request, including the time to connect.
    pub total: Duration,
}

impl Address {
    /// Parses an `https://` or `http://` URL. Returns `None` for any other text. Requests to an
    /// `http://` URL are not encrypted: see [`Address::is_private`].
    pub fn parse(text: &str) -> Option<Address> {
        let uri: Uri = text.parse().ok()?;
        let is_encrypted = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let host = uri.host().filter(|host| !host.is_empty())?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = uri.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
        Some(Address { uri, host, port, is_encrypted })
    }

    /// Whether no other machine can read requests: they are encrypted, or they stay on this
    /// machine. Requests to a real account must be private, because they hold its keys.
    pub fn is_private(&self) -> bool {
        let is_loopback = |host: &str| host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
        self.is_encrypted || self.host.eq_ignore_ascii_case("localhost") || is_loopback(&self.host)
    }
}

/// Sender of requests to one URL.
#[derive(Clone)]
pub struct Post {
    address: Address,
    patience: Patience,
    tls: Arc<ClientConfig>,
}

impl fmt::Debug for Post {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Post({})", self.address.uri)
    }
}

impl Post {
    /// Creates a sender that trusts the certificates of the operating system.
    pub fn new(address: Address, patience: Patience) -> Post {
        let mut roots = RootCertStore::empty();
        if address.is_encrypted {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        Post::trusting(roots, address, patience)
    }

    fn trusting(roots: RootCertStore, address: Address, patience: Patience) -> Post {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap_or_else(|_| unreachable!("ring knows the default versions"))
            .with_root_certificates(roots)
            .with_no_client_auth();
        Post { address, patience, tls: Arc::new(tls) }
    }

    /// Sends one request and returns the body of a reply with a success status.
    pub async fn send(
        &self,
        body: String,
        headers: &[(HeaderName, String)],
    ) -> Result<Bytes, Trouble> {
        let request =
            self.request(body, headers).map_err(|error| Trouble::NotSent(error.to_string()))?;
        let start = Instant::now();
        let until = start + self.patience.total;
        let connecting = timeout_at(until.min(start + self.patience.connect), self.connect());
        let connection = connecting
            .await
            .map_err(|_| Trouble::NotSent("connecting took too long".to_owned()))?
            .map_err(|error| Trouble::NotSent(error.to_string()))?;
        timeout_at(until, converse(connection, request))
            .await
            .unwrap_or_else(|_| Err(Trouble::NoAnswer("no answer in time".to_owned())))
    }

    async fn connect(&self) -> io::Result<Box<dyn Connection>> {
        let Address { host, port, is_encrypted, .. } = &self.address;
        let stream = TcpStream::connect((host.as_str(), *port)).await?;
        stream.set_nodelay(true)?;
        if !is_encrypted {
            return Ok(Box::new(stream));
        }
        let name = ServerName::try_from(host.clone()).map_err(io::Error::other)?;
        let stream = TlsConnector::from(self.tls.clone()).connect(name, stream).await?;
        Ok(Box::new(stream))
    }

    fn request(
        &self,
        body: String,
        headers: &[(HeaderName, String)],
    ) -> Result<Request<Full<Bytes>>, hyper::http::Error> {
        let uri = &self.address.uri;
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let host = uri.authority().map_or("", |authority| authority.as_str());
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(HOST, host)
            .header(CONTENT_TYPE, "application/json")
            .header(CONNECTION, "close");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        request.body(Full::new(Bytes::from(body)))
    }
}

async fn converse(
    connection: Box<dyn Connection>,
    request: Request<Full<Bytes>>,
) -> Result<Bytes, Trouble> {
    let lost = |error: &dyn fmt::Display| Trouble::NoAnswer(error.to_string());
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(connection)).await.map_err(|error| lost(&error))?;
    // The connection's task ends with this call, so the connection is closed if the caller stops
    // waiting.
    let mut driver = JoinSet::new();
    driver.spawn(connection);
    let reply = sender.send_request(request).await.map_err(|error| lost(&error))?;
    let status = reply.status();
    let body = Limited::new(reply.into_body(), MAX_REPLY).collect().await;
    let body = body.map_err(|error| lost(&error))?.to_bytes();
    if status.is_success() { Ok(body) } else { Err(lost(&format!("the answer was {status}"))) }
}

trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Connection for T {}

#[cfg(test)]
mod tests {
    use rustls::{
        ServerConfig,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    };
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };
    use tokio_rustls::TlsAcceptor;

    use super::*;

    // Test certificates. The server's certificate is valid for 127.0.0.1 only.
    const AUTHORITY: &[u8] = include_bytes!("../tests/tls/authority.pem");
    const STRANGER: &[u8] = include_bytes!("../tests/tls/stranger.pem");
    const SERVER: &[u8] = include_bytes!("../tests/tls/server.pem");
    const SERVER_KEY: &[u8] = include_bytes!("../tests/tls/server.key");

    fn certificate(pem: &[u8]) -> CertificateDer<'static> {
        CertificateDer::from_pem_slice(pem).expect("a certificate")
    }

    /// Starts a server that answers one request over TLS, or sees the client abort the handshake.
    async fn server() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let key = PrivateKeyDer::from_pem_slice(SERVER_KEY).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate(SERVER)], key)
            .expect("a server");
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.expect("a caller");
            let accepted = TlsAcceptor::from(Arc::new(config)).accept(stream).await;
            let Ok(mut stream) = accepted else { return };
            stream.read_u8().await.expect("a request");
            let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
            stream.write_all(answer).await.expect("sent");
            stream.shutdown().await.expect("closed");
        });
        port
    }

    async fn ask(host: &str, trusted: &[u8]) -> Result<Bytes, Trouble> {
        let url = format!("https://{host}:{}/", server().await);
        let mut roots = RootCertStore::empty();
        roots.add(certificate(trusted)).expect("an authority");
        let patience =
            Patience { connect: Duration::from_secs(20), total: Duration::from_secs(20) };
        let address = Address::parse(&url).expect("an address");
        Post::trusting(roots, address, patience).send("{}".to_owned(), &[]).await
    }

    #[tokio::test]
    async fn post_refuses_an_untrusted_certificate_before_sending() {
        assert_eq!(ask("127.0.0.1", AUTHORITY).await.expect("an answer"), "{}");
        for (host, trusted) in [("127.0.0.1", STRANGER), ("localhost", AUTHORITY)] {
            let refused = ask(host, trusted).await.expect_err("a stranger");
            assert!(
                matches!(&refused, Trouble::NotSent(why) if why.contains("certificate")),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn address_parse_reads_host_port_and_scheme() {
        let read = |text: &str| {
            let address = Address::parse(text)?;
            Some((address.host, address.port, address.is_encrypted))
        };
        let found = |host: &str, port, is_encrypted| Some((host.to_owned(), port, is_encrypted));
        assert_eq!(read("https://api.example/xml"), found("api.example", 443, true));
        assert_eq!(read("http://[::1]:9/"), found("::1", 9, false));
        for wrong in ["", "api.example", "ftp://a", "https://", "/xml"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn is_private_takes_plain_http_for_this_machine_only() {
        let is_private = |text: &str| Address::parse(text).expect(text).is_private();
        for private in [
            "https://api.example/xml",
            "http://127.0.0.1:9",
            "http://127.8.8.8",
            "http://[::1]:9/",
            "http://LocalHost",
        ] {
            assert!(is_private(private), "{private}");
        }
        for open in [
            "http://api.example/xml",
            "http://localhost.example",
            "http://localhost@api.example",
            "http://10.0.0.1",
            "http://[::2]",
            "http://127.0.0.1.example",
        ] {
            assert!(!is_private(open), "{open}");
        }
    }
}
