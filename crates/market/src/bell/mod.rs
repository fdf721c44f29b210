//! The portal's bell: notices about events at a shop, a charity or the platform, for the people who
//! manage the shop, the charity or the platform. Each person chooses which kinds of notice to get.

pub mod api;
mod events;
mod facts;
mod kinds;
mod sales;
mod sending;
pub mod settings;
mod store;

use std::sync::Arc;

use db::Tx;

use access::live::{self, Event};
use kernel::{
    ids::{NoticeId, PersonId},
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

pub use events::*;
pub use facts::Facts;
pub use kinds::{Feed, Feeds, Kind, ReadNotices};
pub use sales::*;
pub use store::{NoticeRow, SettingRow};

/// Lists a page of a person's notices, newest first, with the number of unread ones.
pub async fn list(
    app: &App,
    person: PersonId,
    feeds: Feeds,
    page: PageRequest,
) -> Result<(Page<NoticeRow>, u64)> {
    let feeds = feeds.all();
    app.db
        .read(move |tx| {
            let rows = store::list(tx, person, &feeds, page)?;
            let page = Page::counted(rows, page, || store::count(tx, person, &feeds))?;
            Ok((page, store::count_unread(tx, person, &feeds)?))
        })
        .await
}

/// Marks a notice as read, on all screens of the person.
pub async fn set_read(app: &Arc<App>, person: PersonId, feeds: Feeds, id: NoticeId) -> Result<()> {
    let feeds = feeds.all();
    app.write(move |tx, _, now| {
        if !store::set_read(tx, now, person, &feeds, id)? {
            return Err(Error::NotFound);
        }
        live::publish(tx, person, Event::Notice);
        Ok(())
    })
    .await
}

pub async fn set_all_read(app: &Arc<App>, person: PersonId, feeds: Feeds) -> Result<()> {
    let feeds = feeds.all();
    app.write(move |tx, _, now| {
        store::set_all_read(tx, now, person, &feeds)?;
        live::publish(tx, person, Event::Notice);
        Ok(())
    })
    .await
}

/// Lists all notices of a person, for the export.
pub fn all_of(tx: &mut Tx<'_>, person: PersonId, page: PageRequest) -> Result<Vec<NoticeRow>> {
    store::list_of_person(tx, person, page)
}

/// Lists all settings of a person, for the export.
pub fn all_settings_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<SettingRow>> {
    store::settings_of_person(tx, person)
}

/// Deletes the notices and settings of a closed account.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::delete_all(tx, person)
}

/// Deletes up to `limit` notices from before this time; returns the number deleted.
pub fn forget_old(tx: &mut Tx<'_>, before: Timestamp, limit: i64) -> Result<u64> {
    store::delete_old(tx, before, limit)
}
