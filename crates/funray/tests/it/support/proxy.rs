//! A proxy between the program and PostgreSQL. On demand it cuts a connection after a commit,
//! before the program gets the reply.

use std::{
    io::{Read, Write},
    net::Shutdown,
    os::unix::net::{UnixListener, UnixStream},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use tempfile::TempDir;

pub struct Proxy {
    url: String,
    cuts: Arc<AtomicBool>,
    _folder: TempDir,
}

impl Proxy {
    /// Starts a proxy in front of a server's socket. The URL has the form
    /// `postgres://name@%2Ffolder:port/database`.
    pub fn before(url: &str) -> Proxy {
        let (name, rest) = url.split_once('@').expect("a name");
        let (host, rest) = rest.split_once(':').expect("a host");
        let (port, database) = rest.split_once('/').expect("a port");
        let file = format!(".s.PGSQL.{port}");
        let server = PathBuf::from(host.replace("%2F", "/")).join(&file);
        let folder = tempfile::tempdir().expect("a folder");
        let listener = UnixListener::bind(folder.path().join(&file)).expect("a socket");
        let cuts = Arc::new(AtomicBool::new(false));
        let armed = cuts.clone();
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = UnixStream::connect(&server) else { return };
                let there =
                    (client.try_clone().expect("a handle"), server.try_clone().expect("a handle"));
                let armed = armed.clone();
                thread::spawn(move || pass_on(there.0, there.1));
                thread::spawn(move || pass_back(server, client, &armed));
            }
        });
        let host = folder.path().display().to_string().replace('/', "%2F");
        Proxy { url: format!("{name}@{host}:{port}/{database}"), cuts, _folder: folder }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Arms the proxy to cut the connection of the next transaction that inserts rows, after its
    /// commit.
    pub fn cut_next_commit(&self) {
        self.cuts.store(true, Ordering::SeqCst);
    }

    pub fn has_cut(&self) -> bool {
        !self.cuts.load(Ordering::SeqCst)
    }
}

fn pass_on(mut from: UnixStream, mut to: UnixStream) {
    let _ = std::io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Both);
}

/// Passes the server's replies to the client. The replies `INSERT 0 1` and `COMMIT` show when to
/// cut the connection.
fn pass_back(mut server: UnixStream, mut client: UnixStream, cuts: &AtomicBool) {
    let (mut buffer, mut has_inserted) = ([0; 16 * 1024], false);
    while let Ok(length @ 1..) = server.read(&mut buffer) {
        let said = &buffer[..length];
        has_inserted |= contains(said, b"INSERT 0 ");
        if contains(said, b"COMMIT\0")
            && std::mem::take(&mut has_inserted)
            && cuts.swap(false, Ordering::SeqCst)
        {
            break;
        }
        if client.write_all(said).is_err() {
            break;
        }
    }
    let _ = client.shutdown(Shutdown::Both);
    let _ = server.shutdown(Shutdown::Both);
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}
