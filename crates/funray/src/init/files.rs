//! Writes the files of a service. Replaces only what an earlier run wrote, never what an operator
//! changed by hand.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt, chown},
    path::{Path, PathBuf},
};

/// Effect of a run on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Made,
    Changed,
    Unchanged,
    /// Changed by hand, so it was left as it is.
    Kept,
}

pub struct Written {
    pub path: PathBuf,
    pub change: Change,
}

/// Content of a file, and what an earlier run would have written.
pub struct Draft {
    pub path: PathBuf,
    pub content: String,
    pub mode: u32,
    /// `None` if the content was made from the file itself, so that it may replace the file.
    pub earlier: Option<String>,
}

/// Returns the content of a file, or an empty text if there is none.
pub fn read(path: &Path) -> Result<String, String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(format!("{} can't be read: {error}", path.display())),
    }
}

impl Draft {
    /// Writes the file under another name and renames it, so that no program reads half of it.
    pub fn write(&self) -> Result<Written, String> {
        let failed =
            |error: io::Error| format!("{} can't be written: {error}", self.path.display());
        let now = read(&self.path)?;
        let is_there = self.path.exists();
        let change = match &self.earlier {
            _ if !is_there => Change::Made,
            _ if now == self.content => Change::Unchanged,
            Some(earlier) if now != *earlier => Change::Kept,
            _ => Change::Changed,
        };
        if matches!(change, Change::Made | Change::Changed) {
            let folder = self.path.parent().unwrap_or(Path::new("/"));
            fs::create_dir_all(folder).map_err(failed)?;
            let partial = PathBuf::from(format!("{}.partial", self.path.display()));
            let mut file = OpenOptions::new();
            let file = file.write(true).create(true).truncate(true).mode(self.mode);
            let mut file = file.open(&partial).map_err(failed)?;
            file.write_all(self.content.as_bytes())
                .and_then(|()| file.sync_all())
                .map_err(failed)?;
            // A file of an interrupted run may be there with other rights.
            let rights = fs::Permissions::from_mode(self.mode);
            fs::set_permissions(&partial, rights).map_err(failed)?;
            fs::rename(&partial, &self.path).map_err(failed)?;
        }
        Ok(Written { path: self.path.clone(), change })
    }
}

/// Gives a file to a user of the machine, if there is one with this name and the caller may do so.
/// Returns false otherwise.
pub fn give_to(root: &Path, user: &str, path: &Path) -> bool {
    let users = read(&root.join("etc/passwd")).unwrap_or_default();
    let mut fields = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let own = fields.find(|fields| fields.first() == Some(&user));
    let ids =
        own.and_then(|fields| Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?)));
    ids.is_some_and(|(user, group)| chown(path, Some(user), Some(group)).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn write_keeps_files_that_were_changed_by_hand() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("etc/one");
        let draft = |content: &str, earlier: Option<&str>| Draft {
            path: path.clone(),
            content: content.to_owned(),
            mode: 0o600,
            earlier: earlier.map(str::to_owned),
        };
        let change = |draft: Draft| draft.write().expect("written").change;
        assert_eq!(change(draft("1", Some(""))), Change::Made);
        let rights = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(rights & 0o777, 0o600);
        assert_eq!(change(draft("1", Some("1"))), Change::Unchanged);
        assert_eq!(change(draft("2", Some("1"))), Change::Changed);
        assert_eq!(change(draft("3", Some("1"))), Change::Kept);
        assert_eq!(read(&path).expect("a file"), "2");
        assert_eq!(change(draft("3", None)), Change::Changed);
        assert!(!folder.path().join("etc/one.partial").exists());
    }
}
