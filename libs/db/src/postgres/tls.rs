//! TLS to the server: rustls behind the traits of tokio-postgres. Certificate and host name are
//! always verified.

use std::fs;
use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::{Error, Result};

/// Factory of TLS connections; cheap to clone.
#[derive(Clone)]
pub(super) struct Tls {
    connector: TlsConnector,
}

impl Tls {
    /// Returns a factory of connections that trust the root certificates in this file.
    pub fn trusting(root_certificates: &Path) -> Result<Self> {
        Tls::with(roots_from(root_certificates)?)
    }

    /// Returns a factory of connections that trust the root certificates of the operating system.
    pub fn trusting_the_system() -> Result<Self> {
        Tls::with(system_roots())
    }

    /// Returns a factory that trusts no certificate, for URLs that disable TLS. Reads no files.
    pub fn never() -> Result<Self> {
        Tls::with(RootCertStore::empty())
    }

    fn with(roots: RootCertStore) -> Result<Self> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| Error::Unavailable(format!("TLS: {error}")))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"postgresql".to_vec()];
        let connector = TlsConnector::from(Arc::new(config));
        Ok(Tls { connector })
    }

    /// Creates the client side of an encrypted stream to this server.
    pub fn client(&self, host: &str) -> io::Result<ClientConnection> {
        let name = server_name(host).map_err(io::Error::other)?;
        let client = ClientConnection::new(self.connector.config().clone(), name);
        client.map_err(io::Error::other)
    }
}

fn server_name(host: &str) -> Result<ServerName<'static>, InvalidDnsNameError> {
    // A unix socket has no name and never uses TLS, so any name will do.
    let host = if host.is_empty() { "localhost" } else { host };
    ServerName::try_from(host.to_owned())
}

fn roots_from(file: &Path) -> Result<RootCertStore> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Error::Unavailable(format!("sslrootcert {}: {why}", file.display()))
    };
    let pem = fs::read(file).map_err(|error| unreadable(&error))?;
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&pem) {
        let certificate = certificate.map_err(|error| unreadable(&error))?;
        roots.add(certificate).map_err(|error| unreadable(&error))?;
    }
    if roots.is_empty() {
        return Err(unreadable(&"no certificate in it"));
    }
    Ok(roots)
}

/// Returns the root certificates of the operating system. If it has none, no server certificate can
/// be verified, and the connection attempt reports that.
fn system_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Handshake;
    type Error = InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, InvalidDnsNameError> {
        Ok(Handshake { connector: self.connector.clone(), name: server_name(host)? })
    }
}

pub(super) struct Handshake {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let stream = self.connector.connect(self.name, socket).await?;
            Ok(Encrypted(Box::new(stream)))
        })
    }
}

/// TLS stream to the server.
pub(super) struct Encrypted(Box<TlsStream<Socket>>);

impl tokio_postgres::tls::TlsStream for Encrypted {
    // Channel binding is not needed: the verified certificate already ties the session to the
    // server.
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
