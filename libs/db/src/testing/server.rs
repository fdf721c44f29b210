//! One server: its folder, its settings, and the watcher process that removes it when this process
//! ends.

use std::fs::{self, File, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::install::{Install, User, command};
use super::{ClusterOptions, FOLDER};
use crate::{Error, Result};

/// Maximum start attempts, because another program may take the chosen port.
const ATTEMPTS: u32 = 3;

pub(super) struct Server {
    install: Install,
    folder: PathBuf,
    user: Option<User>,
    port: u16,
    password: String,
    // Process that removes the server when the pipe to its standard input closes.
    watcher: Child,
}

impl Server {
    pub fn create(install: Install, options: &ClusterOptions) -> Result<Self> {
        let mut server = Server::prepare(install)?;
        server.initialise(options)?;
        server.place_files(options)?;
        server.start_on_free_port(|server| server.configure(options))?;
        Ok(server)
    }

    /// Creates a standby of `primary`, which must have been created with `replicated`.
    pub fn standby_of(primary: &Server) -> Result<Self> {
        let mut server = Server::prepare(Install::find()?)?;
        let mut backup = server.command("pg_basebackup");
        backup.arg("--pgdata").arg(server.data());
        backup.arg("--host").arg(&primary.folder).arg("--port").arg(primary.port.to_string());
        backup.args(["--username=postgres", "--write-recovery-conf", "--checkpoint=fast"]);
        backup.args(["--wal-method=stream", "--no-sync"]);
        server.run(backup)?;
        let settings = server.data().join("postgresql.auto.conf");
        let copied =
            fs::read_to_string(&settings).map_err(|error| failed("the copied settings", &error))?;
        server.start_on_free_port(|server| {
            // The last line for a setting counts.
            let (port, folder) = (server.port, server.folder.display());
            let own = format!("{copied}port = {port}\nunix_socket_directories = '{folder}'\n");
            write(&settings, &own)
        })?;
        Ok(server)
    }

    /// Makes the folder of a server, and starts the process that removes it.
    fn prepare(install: Install) -> Result<Self> {
        let name = format!("db-cluster-{}-{:08x}", std::process::id(), random()? as u32);
        let folder = std::env::temp_dir().join(name);
        let made = fs::DirBuilder::new().mode(0o700).create(&folder);
        made.map_err(|error| failed(&folder.display().to_string(), &error))?;
        let user = hand_over(&folder)?;
        let watcher = watch(&install, &folder, user)?;
        Ok(Server {
            install,
            folder,
            user,
            port: 0,
            password: format!("{:016x}{:016x}", random()?, random()?),
            watcher,
        })
    }

    fn start_on_free_port(&mut self, configure: impl Fn(&Server) -> Result<()>) -> Result<()> {
        for attempt in 1..=ATTEMPTS {
            self.port = free_port()?;
            configure(self)?;
            match self.start() {
                Err(_) if attempt < ATTEMPTS => {}
                other => return other,
            }
        }
        Ok(())
    }

    fn initialise(&self, options: &ClusterOptions) -> Result<()> {
        let secret = self.folder.join("password");
        write(&secret, &self.password)?;
        let mut initdb = self.command("initdb");
        initdb.arg("--pgdata").arg(self.data());
        initdb.args(["--username=postgres", "--encoding=UTF8", "--locale=C"]);
        // Production databases sort by dictionary order, so tests must not depend on byte order.
        initdb.args(["--locale-provider=icu", "--icu-locale=en-CA"]);
        initdb.args(["--auth-local=trust", "--auth-host=scram-sha-256"]);
        initdb.arg("--pwfile").arg(&secret);
        if !options.durable {
            initdb.arg("--no-sync");
        }
        self.run(initdb)
    }

    fn configure(&self, options: &ClusterOptions) -> Result<()> {
        let mut lines = format!(
            "listen_addresses = '127.0.0.1'\nport = {}\nunix_socket_directories = '{}'\n\
             max_connections = 200\nshared_buffers = '128MB'\n",
            self.port,
            self.folder.display()
        );
        lines += match options.replicated {
            true => "wal_level = replica\nmax_wal_senders = 4\n",
            false => "wal_level = minimal\nmax_wal_senders = 0\n",
        };
        if !options.durable {
            lines += "fsync = off\nfull_page_writes = off\n";
        }
        for (name, value) in &options.settings {
            let value = value.replace(FOLDER, &self.folder.to_string_lossy());
            lines += &format!("{name} = '{value}'\n");
        }
        write(&self.data().join("postgresql.auto.conf"), &lines)
    }

    /// Writes `options.files` to the data folder. The server accepts only key files that it owns
    /// and that other users can't read.
    fn place_files(&self, options: &ClusterOptions) -> Result<()> {
        for (name, text) in &options.files {
            let file = self.data().join(name);
            let placed = fs::write(&file, text)
                .and_then(|()| fs::set_permissions(&file, Permissions::from_mode(0o600)))
                .and_then(|()| match self.user {
                    Some(user) => chown(&file, Some(user.uid), Some(user.gid)),
                    None => Ok(()),
                });
            placed.map_err(|error| failed(name, &error))?;
        }
        Ok(())
    }

    /// Starts the server and waits until it accepts connections.
    pub fn start(&self) -> Result<()> {
        let mut pg_ctl = self.command("pg_ctl");
        pg_ctl.arg("--pgdata").arg(self.data());
        pg_ctl.arg("--log").arg(self.folder.join("log"));
        pg_ctl.args(["--wait", "--silent", "start"]);
        self.run(pg_ctl)
    }

    pub fn stop(&self, mode: &str) -> Result<()> {
        let mut pg_ctl = self.command("pg_ctl");
        pg_ctl.arg("--pgdata").arg(self.data());
        pg_ctl.args(["--wait", "--silent", "--mode", mode, "stop"]);
        self.run(pg_ctl)
    }

    /// Runs a PostgreSQL program and waits until it has ended. Its output goes to a file: a started
    /// server keeps the output open, so a pipe would never close.
    fn run(&self, mut command: Command) -> Result<()> {
        let program = command.get_program().to_string_lossy().into_owned();
        let said = self.folder.join("said");
        let ended = File::create(&said)
            .and_then(|file| Ok((file.try_clone()?, file)))
            .and_then(|(out, err)| command.stdin(Stdio::null()).stdout(out).stderr(err).status())
            .map_err(|error| failed(&program, &error))?;
        if ended.success() {
            return Ok(());
        }
        let tail = |file: &Path| {
            let text = fs::read_to_string(file).unwrap_or_default();
            let lines: Vec<_> = text.lines().map(str::trim).collect();
            lines[lines.len().saturating_sub(4)..].join("; ")
        };
        let why = format!("{} {}", tail(&said), tail(&self.folder.join("log")));
        Err(Error::Unavailable(format!("{program} failed ({ended}): {}", why.trim())))
    }

    pub fn socket_url(&self) -> String {
        let folder = self.folder.to_string_lossy().replace('/', "%2F");
        format!("postgres://postgres@{folder}:{}/", self.port)
    }

    pub fn tcp_url(&self) -> String {
        format!("postgres://postgres:{}@127.0.0.1:{}/", self.password, self.port)
    }

    pub fn program(&self, name: &str) -> PathBuf {
        self.install.program(name)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = command(self.install.program(program), self.user);
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Closes the pipe, which makes the watcher stop the server and remove its folder. Waits
        // until the watcher has ended.
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }
}

/// Makes the user that will run the server the owner of a folder that root owns, and returns that
/// user. Returns `None` if root does not own the folder: then the server runs as its owner.
fn hand_over(folder: &Path) -> Result<Option<User>> {
    let made = fs::metadata(folder).map_err(|error| failed("the cluster's folder", &error))?;
    if made.uid() != 0 {
        return Ok(None);
    }
    let user = User::for_root()?;
    chown(folder, Some(user.uid), Some(user.gid)).map_err(|error| failed("chown", &error))?;
    Ok(Some(user))
}

/// Starts a shell that stops the server and removes its folder once its input closes. The input
/// closes however this process ends.
fn watch(install: &Install, folder: &Path, user: Option<User>) -> Result<Child> {
    const SCRIPT: &str =
        r#"read -r _; "$1" --pgdata "$2/data" --mode immediate --silent stop; rm -rf "$2""#;
    command("sh", user)
        .args(["-c", SCRIPT, "watcher"])
        .arg(install.program("pg_ctl"))
        .arg(folder)
        .current_dir("/")
        // Ctrl-C in the terminal must stop the tests only, not the watcher.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed("sh", &error))
}

fn free_port() -> Result<u16> {
    TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| failed("a free port", &error))
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).map_err(|error| failed(&file.display().to_string(), &error))
}

fn failed(what: &str, error: &std::io::Error) -> Error {
    Error::Unavailable(format!("the test cluster needs {what}: {error}"))
}

fn random() -> Result<u64> {
    getrandom::u64()
        .map_err(|error| Error::Unavailable(format!("the test cluster needs randomness: {error}")))
}
