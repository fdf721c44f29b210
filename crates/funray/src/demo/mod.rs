//! The demo: sample data for an empty database, so that people can try out the product.

mod cards;
mod catalogue;
mod dice;
mod filling;
mod people;
mod sandbox;

use std::{collections::HashMap, sync::Arc};

use authorizenet::sandbox::Sandbox;
use axum::Router;
use catalogue::Catalogue;
use filling::Filling;
use rust_embed::Embed;
use tokio::task::spawn_blocking;

use kernel::{fields::Checked, passwords::NewPassword};
use mail::mailbox;
use market::{
    directory,
    files::{self, FileKind, Picture, StoredFile},
};
use platform::{
    app::App,
    error::{Error, Result},
    services::gateway::{SANDBOX_PATH, webhook_url},
    turns::Rank,
};

/// Password of all demo accounts.
pub const PASSWORD: &str = "demo-password-1";

pub use people::ACCOUNTS;
pub use sandbox::{new_sandbox, open_admin};

/// Parts that the program adds when it runs as a demo: the mailbox page and the sandbox gateway.
pub struct Demo {
    is_on: bool,
    /// Sandbox of the card gateway; `None` if the settings name a gateway outside this program.
    sandbox: Option<Sandbox>,
}

impl Demo {
    pub fn new(app: &App) -> Demo {
        let is_on = app.config.demo;
        let is_inside = app.config.gateway.is_inside(is_on);
        let sandbox =
            is_inside.then(|| sandbox::inside(&app.clock, webhook_url(&app.listening_on)));
        Demo { is_on, sandbox }
    }

    pub fn routes(&self) -> Router<Arc<App>> {
        let mut routes = Router::new();
        if self.is_on {
            routes = routes.merge(mailbox::routes());
        }
        if let Some(sandbox) = &self.sandbox {
            routes = routes.nest(SANDBOX_PATH, sandbox.router().with_state(()));
        }
        routes
    }

    /// Fills an empty database with sample data and opens the sandbox's control API. Returns lines
    /// with addresses and accounts to print.
    pub async fn open(&self, app: &Arc<App>) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        if let Some(sandbox) = &self.sandbox {
            lines.extend(sandbox::open_admin(&app.config, sandbox).await?);
        }
        if self.is_on {
            load(app).await.map_err(|error| error.to_string())?;
            let port = app.listening_on.rsplit_once(':').map_or("", |(_, port)| port);
            lines.push(format!("Mails    http://localhost:{port}{SANDBOX_PATH}/mail"));
            lines.push(format!("Accounts, all with the password {PASSWORD}:"));
            lines.extend(ACCOUNTS.map(|(email, who)| format!("  {email:<24} {who}")));
        }
        Ok(lines)
    }
}

/// Fills an empty database with sample data. Leaves a database with data unchanged. Returns whether
/// it was filled.
pub async fn load(app: &Arc<App>) -> Result<bool> {
    if app.db.read(directory::has_regions).await? {
        return Ok(false);
    }
    // All accounts share one password hash, because computing each hash is slow by design.
    let password = NewPassword::check("Password", PASSWORD)
        .map_err(|error| Error::Internal(error.english().to_owned()))?;
    let hash = app.passwords.hash(Rank::Known, &password).await?;
    let demo = Catalogue::read()?;
    let pictures = store_pictures(app, &demo).await?;
    app.write(move |tx, app, now| {
        if directory::has_regions(tx)? {
            return Ok(false);
        }
        let secrets = &app.secrets;
        let tenants = Filling { secrets, now, pictures: &pictures }.add(tx, &demo)?;
        let people = people::add(tx, now.minus(people::BEFORE), &hash, &tenants.ids)?;
        cards::add(tx, app, now, &demo, &tenants, &people)?;
        finance::bank::seed::add(tx, now, people.administrator)?;
        Ok(true)
    })
    .await
}

/// Pictures of the demo as PNG files, named after the shop, cause, campaign or category they show.
#[derive(Embed)]
#[folder = "assets/demo/pictures"]
struct PictureFiles;

/// Stored pictures by kind and name of what they show.
type Pictures = HashMap<(FileKind, String), StoredFile>;

/// Stores all pictures of the demo in the file store, in the same way as uploaded pictures.
async fn store_pictures(app: &App, demo: &Catalogue) -> Result<Pictures> {
    let reading: Vec<_> = demo
        .pictures()
        .map(|(kind, name)| {
            let file = catalogue::picture_file(kind, name);
            (kind, name, spawn_blocking(move || read_picture(&file)))
        })
        .collect();
    let mut stored = HashMap::with_capacity(reading.len());
    for (kind, name, picture) in reading {
        let picture = picture.await.map_err(|error| Error::Internal(error.to_string()))??;
        stored.insert((kind, name.to_owned()), files::store_picture(app, kind, picture).await?);
    }
    Ok(stored)
}

fn read_picture(name: &str) -> Result<Picture> {
    let file = PictureFiles::get(name);
    let file = file.ok_or_else(|| Error::Internal(format!("{name} is missing")))?;
    Picture::read(&file.data)
        .map_err(|refusal| Error::Internal(format!("{name}: {}", refusal.message())))
}
