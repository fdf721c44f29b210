//! Updates: news of a charity about a campaign, on the campaign's public page.

pub mod api;
mod store;

use std::sync::Arc;

use access::{
    audit::{self, Author},
    idempotency::Named,
};
use kernel::{
    ids::{CampaignId, CampaignUpdateId},
    paging::{Page, PageRequest},
};
use platform::{
    app::App,
    error::{Error, Result},
    lists,
};

use super::{actions, entry};
use crate::tenants::TenantScope;

pub use store::UpdateRow;

/// Title and text of an update.
#[derive(Clone, Debug)]
pub struct News {
    pub title: String,
    pub text: String,
}

/// Lists the updates of a campaign that visitors can see, the newest first.
pub async fn list(app: &App, id: CampaignId, page: PageRequest) -> Result<Page<UpdateRow>> {
    app.db
        .replica()
        .read(move |tx| {
            super::find_shown(tx, id)?;
            let rows = store::list(tx, id, page)?;
            Page::counted(rows, page, || store::count(tx, id))
        })
        .await
}

/// Posts an update to a campaign in the scope.
pub async fn post(
    app: &Arc<App>,
    author: Author,
    call: Named,
    scope: TenantScope,
    id: CampaignId,
    news: News,
) -> Result<CampaignUpdateId> {
    app.write(move |tx, _, now| {
        call.once(tx, now, |tx| {
            let campaign = super::store::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
            let update = store::insert(tx, now, id, &news)?;
            let entry = entry(actions::CAMPAIGN_UPDATE_POSTED, &campaign);
            audit::record(tx, now, &author, entry.after(described(&news.title, &news.text)))?;
            lists::changed(tx)?;
            Ok(update)
        })
    })
    .await
}

pub async fn delete(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    id: CampaignId,
    update: CampaignUpdateId,
) -> Result<()> {
    app.write(move |tx, _, now| {
        let campaign = super::store::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
        let deleted = store::delete(tx, id, update)?.ok_or(Error::NotFound)?;
        let entry = entry(actions::CAMPAIGN_UPDATE_DELETED, &campaign);
        audit::record(tx, now, &author, entry.before(described(&deleted.title, &deleted.text)))?;
        lists::changed(tx)
    })
    .await
}

fn described(title: &str, text: &str) -> serde_json::Value {
    serde_json::json!({ "title": title, "text": text })
}
