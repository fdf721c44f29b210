//! Finds PostgreSQL's programs and a user that may run them.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Error, Result};

/// Folder of PostgreSQL's server programs.
pub(super) struct Install {
    programs: PathBuf,
}

impl Install {
    /// Finds the newest version from Debian packages, or else the version on the PATH.
    pub fn find() -> Result<Self> {
        let found = packaged().or_else(configured).or_else(on_path);
        let programs = found.ok_or_else(|| {
            Error::Unavailable(
                "these tests need PostgreSQL's server programs (initdb, pg_ctl) and found none: \
                 install them (Debian, Ubuntu: apt-get install postgresql; Fedora: dnf install postgresql-server; \
                 macOS: brew install postgresql), or leave this engine out with TEST_DB=sqlite"
                    .to_owned(),
            )
        })?;
        Ok(Install { programs })
    }

    /// Returns whether the files of an extension are installed.
    pub fn has_extension(&self, name: &str) -> bool {
        let asked = Command::new(self.program("pg_config")).arg("--sharedir").output();
        let folder = asked.ok().and_then(|output| String::from_utf8(output.stdout).ok());
        folder.is_some_and(|folder| {
            Path::new(folder.trim()).join(format!("extension/{name}.control")).is_file()
        })
    }

    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }
}

/// Finds the newest version that was installed as a Debian package. Debian keeps each version in a
/// separate folder outside the PATH.
fn packaged() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    versions
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let number: u32 = entry.file_name().to_str()?.parse().ok()?;
            Some((number, entry.path().join("bin")))
        })
        .filter(|(_, folder)| has_server(folder))
        .max()
        .map(|(_, folder)| folder)
}

fn configured() -> Option<PathBuf> {
    let output = Command::new("pg_config").arg("--bindir").output().ok()?;
    let folder = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    has_server(&folder).then_some(folder)
}

fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find(|folder| has_server(folder))
}

fn has_server(folder: &Path) -> bool {
    folder.join("initdb").is_file() && folder.join("pg_ctl").is_file()
}

/// User that runs the server, because PostgreSQL refuses to run as root.
#[derive(Clone, Copy)]
pub(super) struct User {
    pub uid: u32,
    pub gid: u32,
}

impl User {
    /// Returns the user `postgres`, or else `nobody`.
    pub fn for_root() -> Result<Self> {
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let named = |name: &str| {
            let mut fields = users
                .lines()
                .map(|line| line.split(':').collect::<Vec<_>>())
                .find(|fields| fields.first() == Some(&name))?
                .into_iter()
                .skip(2);
            let uid = fields.next()?.parse().ok()?;
            let gid = fields.next()?.parse().ok()?;
            Some(User { uid, gid })
        };
        named("postgres").or_else(|| named("nobody")).ok_or_else(|| {
            Error::Unavailable(
                "PostgreSQL does not run as root, and there is no user `postgres` or `nobody`"
                    .to_owned(),
            )
        })
    }
}

/// Builds a command that runs as `user`, or as the current user if `user` is `None`.
pub(super) fn command(program: impl AsRef<std::ffi::OsStr>, user: Option<User>) -> Command {
    let mut command = Command::new(program);
    if let Some(user) = user {
        command.uid(user.uid).gid(user.gid);
    }
    command.env("LC_ALL", "C").env_remove("PGDATA");
    command
}
