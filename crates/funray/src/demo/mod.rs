//! The demo: what an empty database is filled with so that the product can be tried out.

mod cards;
mod catalogue;
mod dice;
mod drawings;
mod filling;
mod people;

use std::sync::Arc;

use catalogue::Catalogue;
use filling::Filling;

use crate::{
    app::App,
    directory,
    error::{Error, Result},
    files::{self, Kept},
    kernel::{fields::Checked, passwords::NewPassword},
};

/// The password of all demo accounts.
pub const PASSWORD: &str = "demo-password-1";

pub use people::ACCOUNTS;

/// Fills an empty database; one that holds anything stays as it is. True when it was filled.
pub async fn load(app: &Arc<App>) -> Result<bool> {
    if app.db.read(directory::has_regions).await? {
        return Ok(false);
    }
    // One hash for all of them: each costs what it is meant to cost.
    let password = NewPassword::check("Password", PASSWORD)
        .map_err(|error| Error::Internal(error.into_owned()))?;
    let hash = app.passwords.hash(&password).await?;
    let demo = Catalogue::read()?;
    let pictures = drawn(app, &demo).await?;
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            if directory::has_regions(tx)? {
                return Ok(false);
            }
            let secrets = &shared.secrets;
            let tenants = Filling { secrets, now, pictures: pictures.iter() }.add(tx, &demo)?;
            let people = people::add(tx, now, &hash, &tenants.ids)?;
            cards::add(tx, &shared, now, &demo, &tenants, &people)?;
            Ok(true)
        })
        .await
}

/// All the demo's pictures in their place, in the order in which they are hung.
async fn drawn(app: &App, demo: &Catalogue) -> Result<Vec<Kept>> {
    let (kinds, drawings): (Vec<_>, Vec<_>) = demo.drawings().into_iter().unzip();
    let drawn = tokio::task::spawn_blocking(move || drawings::draw_all(&drawings)).await;
    let drawn = drawn.map_err(|error| Error::Internal(error.to_string()))??;
    let mut kept = Vec::with_capacity(drawn.len());
    for (kind, picture) in kinds.into_iter().zip(drawn) {
        kept.push(files::keep(app, kind, picture).await?);
    }
    Ok(kept)
}
