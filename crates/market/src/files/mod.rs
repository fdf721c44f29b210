//! Pictures of shops, charities, campaigns and categories. Uploads must be PNG files. Each upload
//! is encoded again in the sizes that the pages use. These renditions are stored in a folder or
//! bucket. The picture behind a key never changes.

pub mod api;
mod jobs;
mod store;

use std::{sync::Arc, time::Duration};

use axum::body::Bytes;
use db::Tx;
use drawing::Pixels;
use pictures::{Name, pick};
use serde::{Deserialize, Deserializer, de};

use access::auth::Actor;
use kernel::{
    fields::Fields,
    ids::{FileKey, JobId, PersonId},
    messages::Message,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{cancel, enqueue, enqueue_at},
    limits::{self, Limit, Permit},
    turns::Rank,
};

pub use jobs::{Discard, add_work};
pub use pictures::Picture;
use pictures::Refusal;

/// Kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    Vendor,
    Charity,
    Campaign,
    Category,
}

db::text_enum! {
    FileKind {
        Vendor = "vendor",
        Charity = "charity",
        Campaign = "campaign",
        Category = "category",
    }
}

impl FileKind {
    pub fn parse(text: &str) -> Option<FileKind> {
        FileKind::ALL.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(text))
    }
}

impl<'de> Deserialize<'de> for FileKind {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        FileKind::parse(&text).ok_or_else(|| de::Error::custom("no kind of picture"))
    }
}

/// Limit on uploads per person: sixty at once, then one a minute. A person who fills in a tenant's
/// pages by hand uploads fewer pictures.
const UPLOADS: Limit = Limit { capacity: 60, interval: Duration::from_secs(60) };
/// Time after which an uploaded picture that is not used is deleted.
const KEPT_UNUSED: Duration = Duration::from_secs(24 * 3600);

/// Counts an upload against the person's limit, then reads the request body and stores the picture.
pub async fn upload(
    app: &Arc<App>,
    actor: &Actor,
    kind: FileKind,
    body: impl Future<Output = Result<Bytes>>,
) -> Result<FileKey> {
    let permit = count_upload(app, actor).await?;
    permit.run(app, async { take_in(app, actor, kind, body.await?).await }).await
}

async fn count_upload(app: &Arc<App>, actor: &Actor) -> Result<Permit> {
    let bucket = [limits::Bucket { name: format!("upload by {}", actor.person), limit: UPLOADS }];
    app.write(move |tx, _, now| Permit::acquire(tx, now, &bucket)).await
}

fn said(why: &Refusal) -> Message {
    let french = match why {
        Refusal::NotPng => "Seuls les fichiers PNG sont acceptés",
        Refusal::TooManyPixels => "L’image doit avoir au plus 4096 pixels de large et de haut",
        Refusal::TooManyBits => "Une image de cette taille doit avoir 8 bits par canal",
    };
    Message::new(why.message(), french)
}

/// Stores a picture, and deletes some old pictures that are not used anywhere.
async fn take_in(app: &Arc<App>, actor: &Actor, kind: FileKind, bytes: Bytes) -> Result<FileKey> {
    let read = app.files.draw(Rank::Known, move || Picture::read(&bytes)).await?;
    let picture = read.map_err(|why| Error::Invalid(Fields::one("file", said(&why))))?;
    let kept = store_picture(app, kind, picture).await?;
    let person = actor.person;
    app.write(move |tx, _, now| {
        for abandoned in store::take_abandoned(tx, now.minus(KEPT_UNUSED))? {
            let names = &abandoned.renditions.0;
            enqueue(tx, now, &Discard::of(abandoned.kind, abandoned.key, names))?;
        }
        record(tx, now, Some(person), &kept)
    })
    .await
}

/// Time after which renditions are deleted if their picture has no row. By then, the upload that
/// stored the renditions has ended, and writes no row any more.
const KEPT_WITHOUT_ROW: Duration = Duration::from_secs(3600);

/// A picture whose renditions are stored, but which has no row yet.
#[derive(Clone, Debug)]
pub struct StoredFile {
    key: FileKey,
    /// Job that deletes the renditions, unless the picture's row is written before.
    cleanup: JobId,
    kind: FileKind,
    hue: Option<u32>,
    names: Vec<Name>,
}

impl StoredFile {
    pub fn kind(&self) -> FileKind {
        self.kind
    }
}

/// Stores the renditions of a picture. The picture's row is written afterwards, so that every
/// picture with a row can be shown. A cleanup job is enqueued first, so that a failure or crash
/// leaves no files of a picture without a row.
pub async fn store_picture(app: &App, kind: FileKind, picture: Picture) -> Result<StoredFile> {
    let now = app.clock.now();
    let key = FileKey::new(now);
    let names: Vec<Name> = picture.renditions.iter().map(|rendition| rendition.name).collect();
    let discard = Discard::of(kind, key, &names);
    let due = now.plus(KEPT_WITHOUT_ROW);
    let cleanup = app.db.write(move |tx| enqueue_at(tx, now, due, &discard)).await?;
    for rendition in picture.renditions {
        app.files.put(&place(kind, key, rendition.name), rendition.bytes).await?;
    }
    Ok(StoredFile { key, cleanup, kind, hue: picture.hue, names })
}

/// Writes the row of a stored picture and cancels the job that would delete its renditions.
pub fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    uploaded_by: Option<PersonId>,
    kept: &StoredFile,
) -> Result<FileKey> {
    let file = store::NewFile {
        key: kept.key,
        kind: kept.kind,
        hue: kept.hue,
        renditions: store::Names(kept.names.clone()),
        uploaded_by,
    };
    store::insert(tx, now, &file)?;
    cancel(tx, kept.cleanup)?;
    Ok(kept.key)
}

/// Returns the path of a rendition in the storage.
fn place(kind: FileKind, key: FileKey, name: Name) -> String {
    format!("{}/{key}/{name}", kind.word())
}

/// Marks a picture as used, in the transaction that uses it. Unused pictures are deleted after a
/// day. Returns the picture's hue, for card colours. A key that is unknown or belongs to another
/// kind of picture is a form error.
pub fn attach(tx: &mut Tx<'_>, kind: FileKind, key: FileKey) -> Result<Option<u32>> {
    attach_field(tx, "logoPath", kind, key)
}

/// Like [`attach`], for a picture in the form field `field`.
pub fn attach_field(
    tx: &mut Tx<'_>,
    field: &str,
    kind: FileKind,
    key: FileKey,
) -> Result<Option<u32>> {
    if store::mark_used(tx, kind, key)? {
        return store::hue(tx, key);
    }
    Err(Error::Invalid(Fields::one(
        field,
        Message::new("Please upload the picture again.", "Veuillez téléverser l’image de nouveau."),
    )))
}

/// A picture requested by a browser, with the desired width and format.
pub struct Wanted {
    pub kind: FileKind,
    pub key: FileKey,
    pub width: Option<u32>,
    pub takes_webp: bool,
}

/// Returns the rendition that matches the request best; `None` if the picture doesn't exist.
pub async fn find(app: &App, wanted: &Wanted) -> Result<Option<Name>> {
    let (kind, key) = (wanted.kind, wanted.key);
    let names = app.db.read(move |tx| store::renditions(tx, kind, key)).await?;
    Ok(names.and_then(|names| pick(&names.0, wanted.width, wanted.takes_webp)))
}

pub async fn read(app: &App, wanted: &Wanted, name: Name) -> Result<Bytes> {
    let place = place(wanted.kind, wanted.key, name);
    let bytes = app.files.get(&place).await?;
    bytes.ok_or_else(|| Error::FilesUnavailable(format!("{place} is not where it was put")))
}

/// Returns the pixels of a stored picture, preferably at least this wide; `None` if the picture
/// doesn't exist.
pub async fn read_pixels(
    app: &App,
    kind: FileKind,
    key: FileKey,
    width: u32,
) -> Result<Option<Arc<Pixels>>> {
    let wanted = Wanted { kind, key, width: Some(width), takes_webp: false };
    let Some(name) = find(app, &wanted).await? else { return Ok(None) };
    let png = read(app, &wanted, name).await?;
    Ok(Pixels::read(&png).map(Arc::new))
}
