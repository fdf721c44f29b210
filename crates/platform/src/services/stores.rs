//! Opens stores of files: a local folder or a bucket of an S3 service.

use std::{fs, path::Path, sync::Arc, time::Duration};

use object_store::{
    ObjectStore, RetryConfig, aws::AmazonS3Builder, local::LocalFileSystem, prefix::PrefixStore,
};

use super::s3::Connector;
use crate::config::{FileStore, Files};

/// Opens the store of these settings. Creates its folder if it is missing; `default` is the folder
/// if the settings name none.
pub fn open(
    settings: &Files,
    default: &Path,
    is_synced: bool,
) -> Result<Arc<dyn ObjectStore>, String> {
    let wrong = |error: object_store::Error| format!("files.store: {error}");
    match settings.store() {
        FileStore::Folder(folder) => {
            let folder = folder.unwrap_or_else(|| default.to_owned());
            fs::create_dir_all(&folder).map_err(|error| {
                format!("the folder {} for files can't be made: {error}", folder.display())
            })?;
            let folder = LocalFileSystem::new_with_prefix(folder).map_err(wrong)?;
            Ok(Arc::new(folder.with_fsync(is_synced)))
        }
        FileStore::S3 { bucket, prefix } => {
            // Allows few retries, because a person waits for the answer.
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
            Ok(Arc::new(PrefixStore::new(builder.build().map_err(wrong)?, prefix)))
        }
    }
}
