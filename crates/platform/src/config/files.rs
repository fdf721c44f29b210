//! Storage of uploaded pictures.

use std::path::PathBuf;

use serde::Deserialize;

use super::ConfigError;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Files {
    store: String,
    pub s3_endpoint: String,
    pub s3_region: String,
    pub s3_access_key: String,
    pub s3_secret_key: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileStore {
    /// Folder on this machine. `None` means a folder inside the data folder.
    Folder(Option<PathBuf>),
    S3 {
        bucket: String,
        prefix: String,
    },
}

impl Files {
    /// Returns these settings with another store: "s3://BUCKET/PREFIX", "dir:FOLDER" or a folder.
    pub fn at(&self, place: &str) -> Result<Files, ConfigError> {
        let is_named = ["s3://", "dir:"].iter().any(|scheme| place.starts_with(scheme));
        let store = if is_named { place.to_owned() } else { format!("dir:{place}") };
        let files = Files { store, ..self.clone() };
        files.refuse_nonsense()?;
        Ok(files)
    }

    pub fn store(&self) -> FileStore {
        if let Some(place) = self.store.strip_prefix("s3://") {
            let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
            return FileStore::S3 { bucket: bucket.to_owned(), prefix: prefix.to_owned() };
        }
        FileStore::Folder(self.store.strip_prefix("dir:").map(PathBuf::from))
    }

    pub(super) fn refuse_nonsense(&self) -> Result<(), ConfigError> {
        let refuse = |what: &str| Err(ConfigError(what.to_owned()));
        let is_known = self.store.is_empty()
            || self.store.strip_prefix("dir:").is_some_and(|folder| !folder.is_empty())
            || self
                .store
                .strip_prefix("s3://")
                .is_some_and(|place| !place.is_empty() && !place.starts_with('/'));
        if !is_known {
            return refuse("files.store should look like \"dir:FOLDER\" or \"s3://BUCKET/PREFIX\"");
        }
        let endpoint = &self.s3_endpoint;
        if !(endpoint.is_empty()
            || endpoint.starts_with("http://")
            || endpoint.starts_with("https://"))
        {
            return refuse("files.s3_endpoint must start with https:// (or http://)");
        }
        if self.s3_access_key.is_empty() != self.s3_secret_key.is_empty() {
            return refuse("files.s3_access_key and files.s3_secret_key go together");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(text: &str) -> FileStore {
        let empty = String::new;
        Files {
            store: text.to_owned(),
            s3_endpoint: empty(),
            s3_region: empty(),
            s3_access_key: empty(),
            s3_secret_key: empty(),
        }
        .store()
    }

    #[test]
    fn store_is_a_folder_or_an_s3_bucket() {
        let s3 = |bucket: &str, prefix: &str| FileStore::S3 {
            bucket: bucket.to_owned(),
            prefix: prefix.to_owned(),
        };
        for (text, expected) in [
            ("", FileStore::Folder(None)),
            ("dir:/var/pictures", FileStore::Folder(Some("/var/pictures".into()))),
            ("s3://pictures", s3("pictures", "")),
            ("s3://pictures/funray/live", s3("pictures", "funray/live")),
        ] {
            assert_eq!(store(text), expected, "{text}");
        }
    }
}
