//! Storage of pictures and audit anchors, in a local folder or an S3 service. Limits how many
//! pictures are drawn at the same time.

use std::sync::Arc;

use axum::body::Bytes;
use object_store::{ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutPayload, path::Path};

use super::stores;
use crate::{
    config::Config,
    error::{Error, Result},
    turns::{Line, Rank, Turn},
};

/// Storage of pictures, and the waiting line for drawing them, which takes a core and much memory.
#[derive(Clone)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    drawing: Arc<Line>,
}

/// Maximum number of pictures drawn at the same time. Drawing the largest picture takes 130 MB.
const DRAWN_AT_ONCE: usize = 1;
/// Maximum number of uploads that wait to be drawn, because they are held in memory.
const MAX_WAITING: usize = 16;

impl Files {
    /// Opens the configured storage. Creates the folder for pictures if it is missing.
    pub fn from_config(config: &Config) -> Result<Files, String> {
        let folder = config.data.join("files");
        // Demo pictures can be stored again, so only real uploads are synced to disk.
        let store = stores::open(&config.files, &folder, !config.demo)?;
        Ok(Files { store, drawing: Line::new(DRAWN_AT_ONCE, MAX_WAITING) })
    }

    /// Waits for a turn to draw a picture. The caller reads the picture afterwards, so that waiting
    /// callers hold no memory.
    pub async fn turn(&self, rank: Rank) -> Result<Turn> {
        self.drawing.enter(rank).await.ok_or(Error::Database(db::Error::Busy))
    }

    /// Waits for a turn and then runs the drawing work.
    pub async fn draw<T: Send + 'static>(
        &self,
        rank: Rank,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let turn = self.turn(rank).await?;
        turn.run(work).await
    }

    /// Returns the waiting line for drawing, for tests that fill it.
    pub fn line(&self) -> &Arc<Line> {
        &self.drawing
    }

    pub async fn put(&self, place: &str, bytes: Vec<u8>) -> Result<()> {
        let put = self.store.put(&Path::from(place), PutPayload::from(bytes)).await;
        put.map(drop).map_err(unavailable)
    }

    /// Writes a new file. Fails if a file with this name exists.
    pub async fn create(&self, place: &str, bytes: Vec<u8>) -> Result<()> {
        let new = PutOptions::from(PutMode::Create);
        let put = self.store.put_opts(&Path::from(place), PutPayload::from(bytes), new).await;
        put.map(drop).map_err(unavailable)
    }

    /// Returns the names of the subfolders of a folder, in order.
    pub async fn folders(&self, place: &str) -> Result<Vec<String>> {
        let found = self.store.list_with_delimiter(Some(&Path::from(place))).await;
        Ok(sorted(found.map_err(unavailable)?.common_prefixes))
    }

    /// Returns the names of the files in a folder, in order.
    pub async fn names(&self, place: &str) -> Result<Vec<String>> {
        let found = self.store.list_with_delimiter(Some(&Path::from(place))).await;
        let files = found.map_err(unavailable)?.objects;
        Ok(sorted(files.into_iter().map(|file| file.location).collect()))
    }

    pub async fn get(&self, place: &str) -> Result<Option<Bytes>> {
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

    /// Deletes a file. A missing file counts as deleted.
    pub async fn delete(&self, place: &str) -> Result<()> {
        match self.store.delete(&Path::from(place)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(unavailable(error)),
        }
    }
}

pub(super) fn sorted(places: Vec<Path>) -> Vec<String> {
    let mut names: Vec<String> =
        places.iter().filter_map(Path::filename).map(str::to_owned).collect();
    names.sort();
    names
}

fn unavailable(error: object_store::Error) -> Error {
    Error::FilesUnavailable(error.to_string())
}
