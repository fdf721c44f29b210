//! Drawn previews in the file store: each is drawn once for all nodes. They lie in a folder per month; one that is asked for is
//! carried on into the current month, and what nobody asked for is deleted with its month.

use std::sync::Arc;

use axum::body::Bytes;

use kernel::dates::BusinessDate;
use platform::{app::App, error::Result};

const FOLDER: &str = "previews";

/// The current month and the one before.
fn months(app: &App) -> [BusinessDate; 2] {
    let current = BusinessDate::today(&app.clock).first_of_month();
    [current, current.plus_days(-1).first_of_month()]
}

fn place(month: BusinessDate, version: &str) -> String {
    format!("{FOLDER}/{month}/{version}.png")
}

/// The picture of this version, if it was drawn before. A store that doesn't answer has none: it is drawn again.
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

/// Stores a drawn picture. A store that doesn't take it costs another drawing, not this answer.
pub async fn keep(app: &App, version: &str, picture: &Bytes) {
    let [current, _] = months(app);
    if let Err(error) = app.files.put(&place(current, version), picture.to_vec()).await {
        tracing::warn!(%error, "a preview can't be stored");
    }
}

/// Deletes the pictures that nobody has asked for since the month before the last one.
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
