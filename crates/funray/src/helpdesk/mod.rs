//! Helping customers: any card, order or person from one search box, an order taken back, mails that did not get through.

pub mod api;

use crate::{
    accounts::users::{self, UserRow},
    app::App,
    cards::{self, CardRow},
    error::{Error, Result},
    jobs::{self, DeadJob, JobId},
    kernel::{
        paging::{Page, PageRequest},
        search::Search,
    },
    orders::{self, OrderRow},
};

/// So many of each kind are shown; who sees more has to say more.
const SHOWN: u32 = 20;

/// What one search finds.
pub struct Found {
    pub cards: Page<CardRow>,
    pub orders: Page<OrderRow>,
    pub people: Page<UserRow>,
}

pub async fn search(app: &App, search: Search) -> Result<Found> {
    let page = PageRequest::new(1, SHOWN);
    app.db
        .read(move |tx| {
            Ok(Found {
                cards: cards::search(tx, &search, page)?,
                orders: orders::desk::search(tx, &search, page)?,
                people: users::search(tx, &search, page)?,
            })
        })
        .await
}

/// What was given up after many tries: most of it mails.
pub async fn list_dead(app: &App, page: PageRequest) -> Result<Page<DeadJob>> {
    app.db.read(move |tx| jobs::list_dead(tx, page)).await
}

pub async fn revive(app: &App, id: JobId) -> Result<()> {
    let now = app.clock.now();
    let is_revived = app.db.write(move |tx| jobs::revive(tx, now, id)).await?;
    if is_revived { Ok(()) } else { Err(Error::NotFound) }
}
