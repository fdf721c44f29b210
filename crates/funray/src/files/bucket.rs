//! Where pictures are kept: a folder of this machine, or a service that speaks S3.

use std::{fs, sync::Arc, time::Duration};

use axum::body::Bytes;
use object_store::{
    ObjectStore, ObjectStoreExt, PutPayload, RetryConfig, aws::AmazonS3Builder,
    local::LocalFileSystem, path::Path, prefix::PrefixStore,
};

use super::s3::Connector;
use crate::{
    config::{Config, FileStore},
    error::{Error, Result},
};

#[derive(Clone)]
pub struct Bucket {
    store: Arc<dyn ObjectStore>,
}

impl Bucket {
    /// The configured place; a folder is made when there is none.
    pub fn from_config(config: &Config) -> Result<Bucket, String> {
        let wrong = |error: object_store::Error| format!("files.store: {error}");
        let store: Arc<dyn ObjectStore> = match config.files.store() {
            FileStore::Folder(folder) => {
                let folder = folder.unwrap_or_else(|| config.data.join("files"));
                fs::create_dir_all(&folder).map_err(|error| {
                    format!("the folder {} for pictures can't be made: {error}", folder.display())
                })?;
                let folder = LocalFileSystem::new_with_prefix(folder).map_err(wrong)?;
                // The demo's hundreds of pictures can be drawn again; somebody's own must not get lost.
                Arc::new(folder.with_fsync(!config.demo))
            }
            FileStore::S3 { bucket, prefix } => {
                let settings = &config.files;
                // Better an answer soon than a patient one: a person waits for it.
                let retry = RetryConfig {
                    max_retries: 3,
                    retry_timeout: Duration::from_secs(10),
                    ..RetryConfig::default()
                };
                let mut builder = AmazonS3Builder::new()
                    .with_bucket_name(bucket)
                    .with_region(&settings.s3_region)
                    .with_retry(retry)
                    .with_http_connector(Connector);
                if !settings.s3_endpoint.is_empty() {
                    builder = builder
                        .with_endpoint(&settings.s3_endpoint)
                        .with_allow_http(settings.s3_endpoint.starts_with("http://"));
                }
                if !settings.s3_access_key.is_empty() {
                    builder = builder
                        .with_access_key_id(&settings.s3_access_key)
                        .with_secret_access_key(&settings.s3_secret_key);
                }
                Arc::new(PrefixStore::new(builder.build().map_err(wrong)?, prefix))
            }
        };
        Ok(Bucket { store })
    }

    pub(super) async fn put(&self, place: &str, bytes: Vec<u8>) -> Result<()> {
        let put = self.store.put(&Path::from(place), PutPayload::from(bytes)).await;
        put.map(drop).map_err(unavailable)
    }

    pub(super) async fn get(&self, place: &str) -> Result<Option<Bytes>> {
        let found = match self.store.get(&Path::from(place)).await {
            Ok(found) => found.bytes().await,
            Err(error) => Err(error),
        };
        match found {
            Ok(bytes) => Ok(Some(bytes)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// What isn't there is gone already.
    pub(super) async fn delete(&self, place: &str) -> Result<()> {
        match self.store.delete(&Path::from(place)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(unavailable(error)),
        }
    }
}

fn unavailable(error: object_store::Error) -> Error {
    Error::FilesUnavailable(error.to_string())
}
