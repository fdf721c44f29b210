//! Store of large files, such as backups. They are sent and fetched in parts, so that none is held in
//! memory.

use std::{fs::File, io::Write, path::Path, sync::Arc};

use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt, PutPayload, path::Path as Place};
use tokio::sync::mpsc::Receiver;

use super::{files::sorted, stores};
use crate::config;

/// Size of a fetched part in bytes.
const PART: u64 = 8 << 20;

pub struct Archive(Arc<dyn ObjectStore>);

impl Archive {
    /// Opens the store of these settings, which name a folder or a bucket.
    pub fn open(settings: &config::Files) -> Result<Archive, String> {
        stores::open(settings, Path::new("."), true).map(Archive)
    }

    /// Returns the names of the files, in order.
    pub async fn names(&self) -> Result<Vec<String>, String> {
        let found = self.0.list_with_delimiter(None).await.map_err(sentence)?;
        Ok(sorted(found.objects.into_iter().map(|file| file.location).collect()))
    }

    /// Writes a file from parts of at least 5 MiB each, except the last one. The file appears when
    /// all parts have arrived. An error among the parts gives the file up.
    pub async fn upload(
        &self,
        name: &str,
        mut parts: Receiver<Result<Vec<u8>, String>>,
    ) -> Result<(), String> {
        let mut upload = self.0.put_multipart(&Place::from(name)).await.map_err(sentence)?;
        let sent = send_all(upload.as_mut(), &mut parts).await;
        match sent {
            Ok(()) => upload.complete().await.map(drop).map_err(sentence),
            Err(why) => {
                // The store deletes unfinished uploads after a while if this fails too.
                let _ = upload.abort().await;
                Err(why)
            }
        }
    }

    /// Copies a file into a local file.
    pub async fn download(&self, name: &str, to: &mut File) -> Result<(), String> {
        let place = Place::from(name);
        let size = self.0.head(&place).await.map_err(sentence)?.size;
        let mut at = 0;
        while at < size {
            let end = size.min(at + PART);
            let part = self.0.get_range(&place, at..end).await.map_err(sentence)?;
            to.write_all(&part).map_err(|error| error.to_string())?;
            at = end;
        }
        Ok(())
    }

    pub async fn delete(&self, name: &str) -> Result<(), String> {
        self.0.delete(&Place::from(name)).await.map_err(sentence)
    }
}

async fn send_all(
    upload: &mut dyn MultipartUpload,
    parts: &mut Receiver<Result<Vec<u8>, String>>,
) -> Result<(), String> {
    while let Some(part) = parts.recv().await {
        upload.put_part(PutPayload::from(part?)).await.map_err(sentence)?;
    }
    Ok(())
}

fn sentence(error: object_store::Error) -> String {
    error.to_string()
}
