//! Storage of preview pictures, so that each is drawn once for all server nodes. Pictures are kept
//! in one folder per month. Requested pictures are copied to the folder of the current month. Old
//! folders are deleted with the pictures that nobody requested.

use std::sync::Arc;

use axum::body::Bytes;

use kernel::dates::BusinessDate;
use platform::{app::App, error::Result};

const FOLDER: &str = "previews";

/// Returns the first day of the current month and of the previous one.
fn months(app: &App) -> [BusinessDate; 2] {
    let current = BusinessDate::today(&app.clock).first_of_month();
    [current, current.plus_days(-1).first_of_month()]
}

fn place(month: BusinessDate, version: &str) -> String {
    format!("{FOLDER}/{month}/{version}.png")
}

/// Returns the stored picture of this version. If the storage fails, the picture counts as missing
/// and is drawn again.
pub async fn find(app: &App, version: &str) -> Option<Bytes> {
    match read(app, version).await {
        Ok(found) => found,
        Err(error) => {
            tracing::warn!(%error, "a stored preview can't be read");
            None
        }
    }
}

async fn read(app: &App, version: &str) -> Result<Option<Bytes>> {
    let [current, former] = months(app);
    if let Some(picture) = app.files.get(&place(current, version)).await? {
        return Ok(Some(picture));
    }
    let picture = app.files.get(&place(former, version)).await?;
    if let Some(picture) = &picture {
        app.files.put(&place(current, version), picture.to_vec()).await?;
    }
    Ok(picture)
}

/// Stores a picture. If the storage fails, the request still succeeds, and the picture is drawn
/// again next time.
pub async fn keep(app: &App, version: &str, picture: &Bytes) {
    let [current, _] = months(app);
    if let Err(error) = app.files.put(&place(current, version), picture.to_vec()).await {
        tracing::warn!(%error, "a preview can't be stored");
    }
}

/// Deletes the folders of pictures that are older than the previous month.
pub async fn forget_old(app: Arc<App>) -> Result<()> {
    let former = months(&app)[1].to_string();
    for month in app.files.folders(FOLDER).await? {
        if month >= former {
            continue;
        }
        let folder = format!("{FOLDER}/{month}");
        for name in app.files.names(&folder).await? {
            app.files.delete(&format!("{folder}/{name}")).await?;
        }
    }
    Ok(())
}
