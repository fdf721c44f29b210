//! Blocking byte stream between a thread and the server. tokio-postgres performs the startup
//! handshake, because it knows all authentication methods. Afterwards this module owns the stream.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use futures_util::FutureExt;
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend;
use rustls::{ClientConnection, StreamOwned};
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Config, NoTls};

use super::faults;
use super::tls::Tls;

/// Size of one read, in bytes; most replies are smaller.
const READ: usize = 16 * 1024;
/// Reply of a server that accepts TLS.
const TLS_WANTED: u8 = b'S';

pub(super) struct Wire {
    stream: Stream,
    incoming: BytesMut,
}

impl Wire {
    /// Connects to the first configured address that completes the startup handshake. Returns the
    /// last address's error if none does.
    pub fn open(config: &Config, tls: &Tls) -> Result<Wire, String> {
        let count = config.get_hosts().len().max(config.get_hostaddrs().len());
        let mut last = "it names no host".to_owned();
        for index in 0..count {
            match open_at(config, tls, index) {
                Ok(wire) => return Ok(wire),
                Err(why) => last = why,
            }
        }
        Err(last)
    }

    /// Sets the time after which a read or write fails because the server is silent.
    pub fn set_patience(&self, patience: Duration) -> io::Result<()> {
        self.stream.socket().set_patience(Some(patience))
    }

    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)?;
        self.stream.flush()
    }

    /// Returns the next message that belongs to a request. Skips messages that nobody requested,
    /// such as notices.
    pub fn next(&mut self) -> io::Result<Message> {
        loop {
            match Message::parse(&mut self.incoming)? {
                Some(
                    Message::NoticeResponse(_)
                    | Message::ParameterStatus(_)
                    | Message::NotificationResponse(_),
                ) => {}
                Some(message) => return Ok(message),
                None => self.read()?,
            }
        }
    }

    /// Returns an error if the URL's `target_session_attrs` requires a writable server and this
    /// server is read-only, or the other way round.
    fn refuse_unwanted(&mut self, wanted: TargetSessionAttrs) -> Result<(), String> {
        let (refused, why) = match wanted {
            TargetSessionAttrs::ReadWrite => {
                (b"on".as_slice(), "the server takes no writes; it may be a standby")
            }
            TargetSessionAttrs::ReadOnly => (b"off".as_slice(), "the server is no standby"),
            _ => return Ok(()),
        };
        if self.shown("transaction_read_only").map_err(|error| error.to_string())? == refused {
            return Err(why.to_owned());
        }
        Ok(())
    }

    /// Returns the value of a server setting.
    fn shown(&mut self, setting: &str) -> io::Result<Vec<u8>> {
        let mut question = BytesMut::new();
        frontend::query(&format!("SHOW {setting}"), &mut question)?;
        self.send(&question)?;
        let mut value = Vec::new();
        loop {
            match self.next()? {
                Message::DataRow(row) => {
                    if let Some(Some(range)) = row.ranges().next()? {
                        value = row.buffer()[range].to_vec();
                    }
                }
                Message::ReadyForQuery(_) => return Ok(value),
                _ => {}
            }
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let known = self.incoming.len();
        self.incoming.resize(known + READ, 0);
        let read = self.stream.read(&mut self.incoming[known..]);
        self.incoming.truncate(known + read.as_ref().map_or(0, |count| *count));
        match read {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() != io::ErrorKind::Interrupted => Err(error),
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

fn open_at(config: &Config, tls: &Tls, index: usize) -> Result<Wire, String> {
    let host = config.get_hosts().get(index);
    let ports = config.get_ports();
    let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432);
    let sockets = match (config.get_hostaddrs().get(index), host) {
        (Some(address), _) => Socket::at((*address, port), config),
        (None, Some(Host::Tcp(name))) => Socket::at((name.as_str(), port), config),
        (None, Some(Host::Unix(folder))) => Socket::in_folder(folder, port),
        (None, None) => return Err("it names no host".to_owned()),
    };
    let socket = sockets.map_err(|error| format!("error connecting to server: {error}"))?;
    let patience = config.get_connect_timeout().copied();
    socket.set_patience(patience).map_err(|error| error.to_string())?;
    let name = match host {
        Some(Host::Tcp(name)) => name,
        _ => "",
    };
    let mut wire = greet(encrypted(socket, config.get_ssl_mode(), tls, name)?, config)?;
    wire.refuse_unwanted(config.get_target_session_attrs())?;
    Ok(wire)
}

/// Starts TLS if `mode` allows it and the server supports it. Returns an error if TLS is required
/// but not supported.
fn encrypted(mut socket: Socket, mode: SslMode, tls: &Tls, name: &str) -> Result<Stream, String> {
    if mode == SslMode::Disable {
        return Ok(Stream::Plain(socket));
    }
    let mut wish = BytesMut::new();
    frontend::ssl_request(&mut wish);
    let mut answer = [0];
    socket
        .write_all(&wish)
        .and_then(|()| socket.read_exact(&mut answer))
        .map_err(|error| format!("error communicating with the server: {error}"))?;
    if answer == [TLS_WANTED] {
        let encrypted = tls.client(name).and_then(|mut client| {
            client.complete_io(&mut socket)?;
            Ok(StreamOwned::new(client, socket))
        });
        let failed = |error| format!("error performing TLS handshake: {error}");
        encrypted.map(|stream| Stream::Encrypted(Box::new(stream))).map_err(failed)
    } else if mode == SslMode::Prefer {
        Ok(Stream::Plain(socket))
    } else {
        Err("error performing TLS handshake: the server does not support TLS".to_owned())
    }
}

/// Lets tokio-postgres authenticate, then takes the stream back.
fn greet(stream: Stream, config: &Config) -> Result<Wire, String> {
    let mut config = config.clone();
    // tokio-postgres must not start TLS itself: the stream is already encrypted, or is meant to
    // stay unencrypted.
    config.ssl_mode(SslMode::Disable);
    let lent = Lent(Arc::new(Mutex::new(stream)));
    let taken_back = lent.0.clone();
    let greeting = async { config.connect_raw(lent, NoTls).await.map(drop) };
    // On a blocking stream the handshake completes in one poll.
    let greeted = greeting.now_or_never().ok_or("the startup handshake did not complete")?;
    greeted.map_err(|error| faults::sentence(&error))?;
    let stream = Arc::into_inner(taken_back).ok_or("tokio-postgres kept the stream")?;
    let stream = stream.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Wire { stream, incoming: BytesMut::with_capacity(READ) })
}

/// TCP connection or unix socket.
enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Socket {
    /// Connects to the first address of a host name that accepts the connection.
    fn at(place: impl ToSocketAddrs, config: &Config) -> io::Result<Socket> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for address in place.to_socket_addrs()? {
            let connected = match config.get_connect_timeout() {
                Some(timeout) => TcpStream::connect_timeout(&address, *timeout),
                None => TcpStream::connect(address),
            };
            match connected.and_then(|stream| watched(stream, config)) {
                Ok(stream) => return Ok(Socket::Tcp(stream)),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn in_folder(folder: &Path, port: u16) -> io::Result<Socket> {
        UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).map(Socket::Unix)
    }

    fn set_patience(&self, patience: Option<Duration>) -> io::Result<()> {
        let socket = match self {
            Socket::Tcp(stream) => SockRef::from(stream),
            Socket::Unix(stream) => SockRef::from(stream),
        };
        socket.set_read_timeout(patience)?;
        socket.set_write_timeout(patience)
    }
}

/// Enables TCP keepalive, so that the loss of an unreachable server is noticed.
fn watched(stream: TcpStream, config: &Config) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(&stream);
    socket.set_tcp_user_timeout(config.get_tcp_user_timeout().copied())?;
    if config.get_keepalives() {
        let mut keepalive = TcpKeepalive::new().with_time(config.get_keepalives_idle());
        if let Some(interval) = config.get_keepalives_interval() {
            keepalive = keepalive.with_interval(interval);
        }
        if let Some(retries) = config.get_keepalives_retries() {
            keepalive = keepalive.with_retries(retries);
        }
        socket.set_tcp_keepalive(&keepalive)?;
    }
    Ok(stream)
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Socket::Tcp(stream) => stream.read(buffer),
            Socket::Unix(stream) => stream.read(buffer),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Socket::Tcp(stream) => stream.write(bytes),
            Socket::Unix(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

enum Stream {
    Plain(Socket),
    Encrypted(Box<StreamOwned<ClientConnection, Socket>>),
}

impl Stream {
    fn socket(&self) -> &Socket {
        match self {
            Stream::Plain(socket) => socket,
            Stream::Encrypted(stream) => &stream.sock,
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(socket) => socket.read(buffer),
            Stream::Encrypted(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(socket) => socket.write(bytes),
            Stream::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Plain(socket) => socket.flush(),
            Stream::Encrypted(stream) => stream.flush(),
        }
    }
}

/// Stream lent to tokio-postgres during the handshake.
struct Lent(Arc<Mutex<Stream>>);

impl Lent {
    fn with<T>(&self, act: impl FnOnce(&mut Stream) -> io::Result<T>) -> Poll<io::Result<T>> {
        Poll::Ready(act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl AsyncRead for Lent {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.with(|stream| {
            let read = stream.read(buffer.initialize_unfilled())?;
            buffer.advance(read);
            Ok(())
        })
    }
}

impl AsyncWrite for Lent {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.with(|stream| stream.write(bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(Write::flush)
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
